"""How a table is laid out, rows that are no data, and positives without a score."""

import io
import sqlite3

import pandas as pd

from tests.pr_curve_lab.schema.kinds.kind import (
    FEW_HIGH,
    FEW_LOW,
    MANY_LOW,
    ONES,
    SCORES,
    YES_NO,
    Expect,
    Kind,
    any_of,
    average_precision,
    counted,
    csv,
    curves,
    refused,
    replaced,
    rows,
    several,
    spelled,
)

OTHER_SCORES = (0.2, 0.81, 0.33, 0.64, 0.9, 0.15, 0.48, 0.27, 0.59, 0.72)
SPECIES = ("setosa", "versicolor", "virginica")
TRUE_SPECIES = [SPECIES[number % 3] for number in range(10)]
OF_SPECIES = (SCORES, OTHER_SCORES, tuple(round(1.3 - one, 2) for one in SCORES))
HALVES = [1, 1, 1, 1, 1, 2, 2, 2, 2, 2]
BOTH = several([(FEW_LOW, SCORES), (FEW_LOW, OTHER_SCORES)], kind="models")


def lines(*rows: str) -> bytes:
    return "".join(f"{row}\n" for row in rows).encode()


def one_truth(name: str, content: bytes, **roles: str) -> Kind:
    return Kind(name, content, counted(FEW_LOW, **roles))


def long_form(header: str, *, ids: bool = False, names: tuple[str, str] = ("forest", "logit")) -> Kind:
    """Two models below one another, each with all the labels."""
    columns = {header: [names[0]] * 10 + [names[1]] * 10, "label": ONES * 2, "score": SCORES + OTHER_SCORES}
    columns = {"id": [*range(101, 111)] * 2, **columns} if ids else columns
    return Kind(f"long form by {header}{' with id' if ids else ''}", csv(columns), BOTH)


def alternating() -> Kind:
    """Long form that goes case by case, as `pivot_longer` makes it."""
    rows = zip(range(10), ONES, SCORES, OTHER_SCORES, strict=True)
    text = [f"{row},{label},{model},{one}" for row, label, *both in rows for model, one in zip("ab", both, strict=True)]
    return Kind("long form case by case", lines("case_id,label,model,score", *text), BOTH)


def sites() -> Kind:
    """Blocks with labels of their own are no models."""
    columns = {"site": ["north"] * 10 + ["south"] * 10, "label": ONES + spelled(MANY_LOW, 1, 0)}
    content = csv(columns | {"score": SCORES + OTHER_SCORES})
    expect = counted(FEW_LOW + MANY_LOW, SCORES + OTHER_SCORES, label="label", group="site")
    return Kind("sites below one another", content, expect)


def counts() -> list[Kind]:
    """A line for each score and label, with how many rows it stands for."""
    scores, counted_rows = [one for one in (0.9, 0.7, 0.5, 0.3, 0.1) for _ in "10"], (3, 1, 4, 0, 2, 2, 1, 5, 0, 7)
    expect = counted("10" * 5, scores, counted_rows)
    columns = {"score": scores, "label": [1, 0] * 5}
    headers = ("count", "n", "freq", "Freq", "次数")
    return [Kind(f"rows counted in {header}", csv(columns | {header: counted_rows}), expect) for header in headers]


def classes(name: str, columns: tuple[str, ...], label: str = "species") -> Kind:
    """A column of scores for each of three classes, each against the rest."""
    truths = ["".join("01"[one == species] for one in TRUE_SPECIES) for species in SPECIES]
    content = csv({label: TRUE_SPECIES} | dict(zip(columns, OF_SPECIES, strict=True)))
    expect = several(zip(truths, OF_SPECIES, strict=True), kind="classes")
    return Kind(name, content, expect)


def numbered_classes(name: str, *columns: str) -> Kind:
    truths = ["".join("01"[number % 3 == one] for number in range(10)) for one in range(3)]
    content = csv({"label": [number % 3 for number in range(10)]} | dict(zip(columns, OF_SPECIES, strict=True)))
    return Kind(name, content, several(zip(truths, OF_SPECIES, strict=True), kind="classes"))


def indicators(name: str, labels: tuple[str, ...], scores: tuple[str, ...]) -> Kind:
    """Labels that do not exclude each other, each with a score."""
    truths = (FEW_LOW, FEW_HIGH, MANY_LOW)
    of_labels = {column: spelled(truth, 1, 0) for column, truth in zip(labels, truths, strict=True)}
    content = csv(of_labels | dict(zip(scores, OF_SPECIES, strict=True)))
    return Kind(name, content, several(zip(truths, OF_SPECIES, strict=True), kind="labels"))


def splits() -> Kind:
    """The rows of the test part are what a model is judged by."""
    columns = {"split": ["train"] * 10 + ["test"] * 10, "label": spelled(MANY_LOW + FEW_LOW, 1, 0)}
    content = csv(columns | {"score": OTHER_SCORES + SCORES})
    return Kind("train and test", content, counted(FEW_LOW, notices=("test",)))


def without_header() -> list[Kind]:
    words = list(zip(YES_NO, SCORES, strict=True))
    named = [f"a{number},{label},{score}" for number, (label, score) in enumerate(words)]
    return [
        one_truth("no header, words first", lines(*(f"{label},{score}" for label, score in words)), positive="yes"),
        one_truth("no header, words last", lines(*(f"{score},{label}" for label, score in words)), positive="yes"),
        one_truth("no header, names of rows", lines(*named), positive="yes"),
        one_truth("no header, numbers", lines(*(f"{label},{one}" for label, one in zip(ONES, SCORES, strict=True)))),
    ]


def tables() -> Kind:
    """Of several tables the first that could be one of rows is read, and the others are named."""
    database = sqlite3.connect(":memory:")
    for title, truth in (("train", FEW_LOW), ("test", FEW_HIGH)):
        database.execute(f"CREATE TABLE {title} (label INTEGER, score REAL)")
        database.executemany(f"INSERT INTO {title} VALUES (?, ?)", zip(spelled(truth, 1, 0), SCORES, strict=True))
    database.commit()
    first = counted(FEW_LOW, notices=("several_tables", "test"))
    return Kind("a database of two tables", database.serialize(), first)


def odd() -> list[Kind]:
    """What is no table of rows."""
    transposed = lines("label," + ",".join(map(str, ONES)), "score," + ",".join(map(str, SCORES)))
    return [
        Kind("rows and columns exchanged", transposed, any_of(refused(), counted(FEW_LOW))),
        Kind("words only", csv({"truth": YES_NO, "pred": ["yes", "no"] * 5}), refused()),
        Kind("one row", lines("label,score", "1,0.5"), refused()),
        Kind("two columns of labels and no score", csv({"id": YES_NO, "label": list("ababbabaab")}), refused()),
    ]


SHAPES = [
    long_form("model"),
    long_form("model", ids=True),
    long_form("method"),
    long_form("模型", names=("森林", "逻辑")),
    alternating(),
    sites(),
    *counts(),
    tables(),
    classes("one column per class", SPECIES),
    classes("one column per class in other case", ("Setosa", "VERSICOLOR", "Virginica")),
    classes("one column per class after prob and a space", ("prob setosa", "prob versicolor", "prob virginica")),
    classes("one column per class, p_", ("p_setosa", "p_versicolor", "p_virginica")),
    classes("one column per class, .pred_", (".pred_setosa", ".pred_versicolor", ".pred_virginica"), "obs"),
    classes("one column per class, _score", ("setosa_score", "versicolor_score", "virginica_score"), "y_true"),
    numbered_classes("numbered classes", "0", "1", "2"),
    numbered_classes("numbered classes, p0", "p0", "p1", "p2"),
    numbered_classes("numbered classes, class_0", "class_0", "class_1", "class_2"),
    indicators("indicators, y_ and s_", ("y_cat", "y_dog", "y_cow"), ("s_cat", "s_dog", "s_cow")),
    indicators("indicators, true_ and score_", ("true_cat", "true_dog", "true_cow"), ("p_cat", "p_dog", "p_cow")),
    indicators("indicators by plain names", ("cat", "dog", "cow"), ("cat_score", "dog_score", "cow_score")),
    Kind("two models", csv({"label": ONES, "forest": SCORES, "logit": OTHER_SCORES}), BOTH),
    Kind("two models, score_", csv({"label": ONES, "score_a": SCORES, "score_b": OTHER_SCORES}), BOTH),
    splits(),
    one_truth(
        "folds", csv({"fold": HALVES, "label": ONES, "score": SCORES}), label="label", score="score", group="fold"
    ),
    one_truth("a nameless index", csv({"": range(10), "label": ONES, "score": SCORES}), label="label", score="score"),
    one_truth("an index from 1", csv({"": range(1, 11), "y": ONES, "s": SCORES}), label="y", score="s"),
    one_truth("an id of words", csv({"id": "abcdefghij", "y": ONES, "s": SCORES}), label="y", score="s"),
    one_truth("two ids", csv({"id": range(10), "Unnamed: 0": range(10), "y": ONES, "s": SCORES}), label="y", score="s"),
    *without_header(),
    *odd(),
]


SCORE_TEXTS = [str(one) for one in SCORES]
IDS = [f"p{number}" for number in range(10)]
POSITIVES, TOTAL = str(FEW_LOW.count("1")), f"{sum(SCORES):.2f}"


def understood(*notices: str) -> Expect:
    return counted(FEW_LOW, notices=notices)


def with_line(labels: list[str], extra: str, after: int, scores: list[str] = SCORE_TEXTS) -> bytes:
    """A table with another line after so many rows."""
    body = rows(list(zip(labels, scores, strict=True))).decode().splitlines(keepends=True)
    return "".join([*body[: after + 1], f"{extra}\n", *body[after + 1 :]]).encode()


def sheet(cells: list[list[object]], engine: str) -> bytes:
    written = io.BytesIO()
    pd.DataFrame(cells).to_excel(written, header=False, index=False, engine=engine)
    return written.getvalue()


def units() -> list[Kind]:
    def kind(name: str, extra: str, labels: list[str] = ONES) -> Kind:
        return Kind(f"units: {name}", with_line(labels, extra, 0), understood("units_row"))

    with_id = csv({"id": IDS, "label": YES_NO, "score": SCORES}).replace(b"score\n", b"score\n,,%\n")
    commas = csv({"label": ONES, "score": [one.replace(".", ",") for one in SCORE_TEXTS]}, ";")
    return [
        kind("in brackets", "[class],[0-1]"),
        kind("in Chinese brackets", "（类别）,（概率）"),
        kind("words", "binary,prob"),
        kind("0/1", "0/1,prob"),
        kind("unknown words", "malignant,ng/ml"),
        kind("over text", "class,%", YES_NO),
        kind("an empty one", ",[0-1]", YES_NO),
        Kind("units: of the score alone", with_id, understood("units_row")),
        Kind(
            "units: decimal commas", commas.replace(b"score\n", b"score\nclass;%\n"), understood("units_row")
        ),
    ]  # fmt: skip


def headers() -> list[Kind]:
    again = with_line(ONES, "label,score", 4)
    with_units = with_line(ONES, "label,score", 4).replace(b"score\n", b"score\n[class],[0-1]\n", 1)
    padded = with_line(ONES, "label , score", 4)
    blank = with_line(YES_NO, "\nlabel,score", 4)
    broken = with_line(ONES, "label,score", 4, replaced(SCORE_TEXTS, 8, "oops"))
    return [
        Kind("repeated header", again, understood("header_again")),
        Kind("repeated header, padded", padded, understood("header_again")),
        Kind("repeated header, below units", with_units, understood("header_again", "units_row")),
        Kind("repeated header, below a blank line", blank, understood("header_again")),
        Kind("repeated header and a word further down", broken, refused("score_not_number", row=9)),
        Kind("another header", with_line(ONES, "label,prob", 4), refused("score_not_number", row=5)),
    ]


def totals() -> list[Kind]:
    def kind(name: str, last: list[str], columns: dict | None = None) -> Kind:
        columns = columns or {"id": IDS, "label": ONES, "score": SCORE_TEXTS}
        content = csv({key: [*cells, cell] for (key, cells), cell in zip(columns.items(), last, strict=True)})
        return Kind(f"totals: {name}", content, understood("totals_row"))

    two = {"label": YES_NO, "score": SCORE_TEXTS}
    return [
        kind("a number beyond all", ["Total", "", "1234"]),
        kind("sums", ["Sum:", POSITIVES, TOTAL]),
        kind("sums under another word", ["alle", POSITIVES, TOTAL]),
        kind("in Chinese", ["合计", "", TOTAL]),
        kind("in the label", ["合计", TOTAL], two),
        kind("how many", ["n=10", ""], two),
        kind("words beside", ["Total", "n = 10", TOTAL], {"id": IDS, "label": YES_NO, "score": SCORE_TEXTS}),
    ]


def data() -> list[Kind]:
    """Rows that could be data are never left out."""

    def last(*cells: str, **columns: list[str]) -> bytes:
        return csv({key: [*column, cell] for (key, column), cell in zip(columns.items(), cells, strict=True)})

    def kept(name: str, content: bytes, key: str, row: int) -> Kind:
        return Kind(f"data: {name}", content, refused(key, row=row))

    ided = {"id": IDS, "label": ONES, "score": SCORE_TEXTS}
    named_total = {"id": ["total", *IDS[1:]], "label": ONES, "score": SCORE_TEXTS}
    first_word = rows(list(zip(YES_NO, replaced(SCORE_TEXTS, 1, "oops"), strict=True)))
    first_error = rows(list(zip(replaced(ONES, 1, "#N/A"), replaced(SCORE_TEXTS, 1, "#DIV/0!"), strict=True)))
    slips = rows(list(zip(replaced(ONES, 1, "l"), replaced(SCORE_TEXTS, 1, "0.9x"), strict=True)))
    middle = with_line(YES_NO, "class,[0-1]", 5)
    return [
        kept("a word for the first score", first_word, "score_not_number", 1),
        kept("errors in the first row", first_error, "score_not_number", 1),
        kept("slips in the first row", slips, "score_not_number", 1),
        kept("units in the middle", middle, "score_not_number", 6),
        kept("totals in the middle", with_line(ONES, f"Total,{TOTAL}", 5), "label_not_binary", 6),
        kept("a usual score after the word", last("Total", "", "0.41", **ided), "label_missing", 11),
        kept("a word among others", last("total", "", "99", **named_total), "label_missing", 11),
        kept("a word for the last score", last("p11", "1", "oops", **ided), "score_not_number", 11),
        kept("nothing but an id", last("p11", "", "", **ided), "label_missing", 11),
        Kind(
            "data: a class called sum", csv({"label": spelled(FEW_LOW, "sum", "part"), "score": SCORES}),
            counted(FEW_LOW, positive="sum"),
        ),
    ]  # fmt: skip


def spreadsheets() -> list[Kind]:
    body = [[int(one), score] for one, score in zip(FEW_LOW, SCORES, strict=True)]
    header, unit, total = ["label", "score"], ["[class]", "[0-1]"], ["Total", sum(SCORES)]
    all_three = [header, unit, *body[:5], header, *body[5:], total]
    broken = [header, unit, *body[:5], header, *body[5:9], [0, "oops"]]
    expect = understood("units_row", "header_again", "totals_row")
    engines = {"XLSX": "openpyxl", "ODS": "odf"}
    return [
        *(
            Kind(f"{name} with extra rows", sheet(all_three, engine), expect)
            for name, engine in engines.items()
        ),
        Kind(
            "XLSX with extra rows and a word", sheet(broken, "openpyxl"), refused("score_not_number", row=12),
        ),
    ]  # fmt: skip


EXTRA_ROWS = [*units(), *headers(), *totals(), *data(), *spreadsheets()]


FOUND = ONES.count("1")
PLAIN = {"label": ONES, "score": SCORES}
IMAGES = ["a"] * 5 + ["b"] * 5


def shared_by(total: int, *notices: str) -> Expect:
    """The area of ten rows when there are so many positives."""
    area = average_precision([one == "1" for one in ONES], SCORES) * FOUND / total
    return curves([(area, float(FOUND), float(len(ONES) - FOUND))], kind="one", notices=notices)


def unscored(name: str, columns: dict[str, object], expect: Expect) -> Kind:
    return Kind(f"unscored positives, {name}", csv(columns), expect)


UNSCORED_POSITIVES = [
    *(unscored(f"a column {name}", {**PLAIN, name: [7] * 10}, shared_by(7, name))
      for name in ("num_gt", "n_gt", "nGT", "total_positives", "num_relevant", "正例总数")),
    unscored("a total for each image", {"group": IMAGES, **PLAIN, "num_gt": [5] * 5 + [3] * 5}, shared_by(8, "num_gt")),
    unscored("a total for each query", {"qid": IMAGES, **PLAIN, "num_rel": [5] * 5 + [3] * 5}, shared_by(8, "qid")),
    unscored("one object per image", {"image": range(10), **PLAIN, "num_gt": [1] * 10}, shared_by(10, "image")),
    unscored("hits and false alarms", {"image": IMAGES, "confidence": SCORES, "n_gt": [5] * 5 + [3] * 5,
             "matched": spelled(FEW_LOW, "hit", "false alarm")}, shared_by(8, "image")),
    unscored("as many as were scored", {**PLAIN, "num_gt": [FOUND] * 10}, shared_by(FOUND, "num_gt")),
    unscored("fewer than were scored", {**PLAIN, "num_gt": [1] * 10}, refused("total_too_small")),
    unscored("totals that differ in every row", {**PLAIN, "num_gt": range(10)}, counted(FEW_LOW, score="score")),
    unscored("an empty score", {**PLAIN, "score": ["", *SCORES[1:]]}, refused("score_missing", row=1)),
    Kind("unscored positives, points of a ROC curve", b"fpr,tpr,threshold\n0,0.5,0.9\n1,1,0.1\n",
         refused("roc_points_not_rows")),
    unscored("hits of a detector", {"image": IMAGES, "confidence": SCORES, "tp": ONES, "gt_count": [9] * 10},
             shared_by(9, "gt_count")),
    Kind("unscored positives, points with F1", b"recall,precision,f1\n0.5,1,0.67\n1,0.5,0.67\n",
         refused("points_not_rows")),
]  # fmt: skip


KINDS = [*SHAPES, *EXTRA_ROWS, *UNSCORED_POSITIVES]
