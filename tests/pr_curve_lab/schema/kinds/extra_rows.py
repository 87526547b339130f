"""Rows that are no data: units, headers that come again, totals; and rows that look like them and are data."""

import io

import pandas as pd

from tests.pr_curve_lab.schema.kinds.broken import replaced, rows
from tests.pr_curve_lab.schema.kinds.kind import FEW_LOW, SCORES, Counted, Kind, Refused, csv, spelled

ONES = [str(one) for one in spelled(FEW_LOW, 1, 0)]
YES_NO = [str(word) for word in spelled(FEW_LOW, "yes", "no")]
TEXTS = [str(one) for one in SCORES]
IDS = [f"p{number}" for number in range(10)]
POSITIVES, TOTAL = str(FEW_LOW.count("1")), f"{sum(SCORES):.2f}"


def understood(*says: str) -> Counted:
    return Counted(FEW_LOW, says=says)


def lines(labels: list[str], extra: str, after: int, scores: list[str] = TEXTS, header: str = "label,score") -> bytes:
    """A table with another line after so many rows."""
    body = rows(list(zip(labels, scores, strict=True)), header).decode().splitlines(keepends=True)
    return "".join([*body[: after + 1], f"{extra}\n", *body[after + 1 :]]).encode()


def sheet(cells: list[list[object]], engine: str) -> bytes:
    written = io.BytesIO()
    pd.DataFrame(cells).to_excel(written, header=False, index=False, engine=engine)
    return written.getvalue()


def units() -> list[Kind]:
    def kind(name: str, extra: str, labels: list[str] = ONES) -> Kind:
        return Kind(f"units: {name}", lines(labels, extra, 0), understood("units_row"), "extra rows")

    with_id = csv({"id": IDS, "label": YES_NO, "score": SCORES}).replace(b"score\n", b"score\n,,%\n")
    commas = csv({"label": ONES, "score": [one.replace(".", ",") for one in TEXTS]}, ";")
    return [
        kind("in brackets", "[class],[0-1]"),
        kind("in Chinese brackets", "（类别）,（概率）"),
        kind("words", "binary,prob"),
        kind("0/1", "0/1,prob"),
        kind("words that nobody knows", "malignant,ng/ml"),
        kind("over text", "class,%", YES_NO),
        kind("an empty one", ",[0-1]", YES_NO),
        Kind("units: of the score alone", with_id, understood("units_row"), "extra rows"),
        Kind(
            "units: decimal commas", commas.replace(b"score\n", b"score\nclass;%\n"), understood("units_row"),
            "extra rows"
        ),
    ]  # fmt: skip


def headers() -> list[Kind]:
    again = lines(ONES, "label,score", 4)
    with_units = lines(ONES, "label,score", 4).replace(b"score\n", b"score\n[class],[0-1]\n", 1)
    padded = lines(ONES, "label , score", 4)
    blank = lines(YES_NO, "\nlabel,score", 4)
    broken = lines(ONES, "label,score", 4, replaced(TEXTS, 8, "oops"))
    return [
        Kind("header again", again, understood("header_again"), "extra rows"),
        Kind("header again, padded", padded, understood("header_again"), "extra rows"),
        Kind("header again, below units", with_units, understood("header_again", "units_row"), "extra rows"),
        Kind("header again, below a blank line", blank, understood("header_again"), "extra rows"),
        Kind("header again and a word further down", broken, Refused(("score_not_number",), 9), "extra rows"),
        Kind("another header", lines(ONES, "label,prob", 4), Refused(("score_not_number",), 5), "extra rows"),
    ]


def totals() -> list[Kind]:
    def kind(name: str, last: list[str], columns: dict | None = None) -> Kind:
        columns = columns or {"id": IDS, "label": ONES, "score": TEXTS}
        content = csv({key: [*cells, cell] for (key, cells), cell in zip(columns.items(), last, strict=True)})
        return Kind(f"totals: {name}", content, understood("totals_row"), "extra rows")

    two = {"label": YES_NO, "score": TEXTS}
    return [
        kind("a number beyond all", ["Total", "", "1234"]),
        kind("sums", ["Sum:", POSITIVES, TOTAL]),
        kind("sums under another word", ["alle", POSITIVES, TOTAL]),
        kind("in Chinese", ["合计", "", TOTAL]),
        kind("in the label", ["合计", TOTAL], two),
        kind("how many", ["n=10", ""], two),
        kind("words beside", ["Total", "n = 10", TOTAL], {"id": IDS, "label": YES_NO, "score": TEXTS}),
    ]


def data() -> list[Kind]:
    """Rows that could be data are never left out."""

    def last(*cells: str, **columns: list[str]) -> bytes:
        return csv({key: [*column, cell] for (key, column), cell in zip(columns.items(), cells, strict=True)})

    def refused(name: str, content: bytes, key: str, row: int) -> Kind:
        return Kind(f"data: {name}", content, Refused((key,), row), "extra rows")

    ided = {"id": IDS, "label": ONES, "score": TEXTS}
    named_total = {"id": ["total", *IDS[1:]], "label": ONES, "score": TEXTS}
    first_word = rows(list(zip(YES_NO, replaced(TEXTS, 1, "oops"), strict=True)))
    first_error = rows(list(zip(replaced(ONES, 1, "#N/A"), replaced(TEXTS, 1, "#DIV/0!"), strict=True)))
    slips = rows(list(zip(replaced(ONES, 1, "l"), replaced(TEXTS, 1, "0.9x"), strict=True)))
    middle = lines(YES_NO, "class,[0-1]", 5)
    return [
        refused("a word for the first score", first_word, "score_not_number", 1),
        refused("errors in the first row", first_error, "score_not_number", 1),
        refused("slips in the first row", slips, "score_not_number", 1),
        refused("units in the middle", middle, "score_not_number", 6),
        refused("totals in the middle", lines(ONES, f"Total,{TOTAL}", 5), "label_not_binary", 6),
        refused("a usual score after the word", last("Total", "", "0.41", **ided), "label_missing", 11),
        refused("a word among others", last("total", "", "99", **named_total), "label_missing", 11),
        refused("a word for the last score", last("p11", "1", "oops", **ided), "score_not_number", 11),
        refused("nothing but an id", last("p11", "", "", **ided), "label_missing", 11),
        Kind(
            "data: a class called sum", csv({"label": spelled(FEW_LOW, "sum", "part"), "score": SCORES}),
            Counted(FEW_LOW, positive="sum"), "extra rows",
        ),
    ]  # fmt: skip


def spreadsheets() -> list[Kind]:
    body = [[int(one), score] for one, score in zip(FEW_LOW, SCORES, strict=True)]
    header, unit, total = ["label", "score"], ["[class]", "[0-1]"], ["Total", sum(SCORES)]
    all_three = [header, unit, *body[:5], header, *body[5:], total]
    spoilt = [header, unit, *body[:5], header, *body[5:9], [0, "oops"]]
    expect = understood("units_row", "header_again", "totals_row")
    engines = {"XLSX": "openpyxl", "ODS": "odf"}
    return [
        *(
            Kind(f"{name} with extra rows", sheet(all_three, engine), expect, "extra rows")
            for name, engine in engines.items()
        ),
        Kind(
            "XLSX with extra rows and a word", sheet(spoilt, "openpyxl"), Refused(("score_not_number",), 12),
            "extra rows",
        ),
    ]  # fmt: skip


KINDS = [*units(), *headers(), *totals(), *data(), *spreadsheets()]
