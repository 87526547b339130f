"""Files with a fault: none may pass silently. The rows are counted from 1 below the header."""

from tests.pr_curve_lab.schema.kinds.kind import FEW_LOW, SCORES, AnyOf, Counted, Kind, Refused, Said, csv, spelled

YES_NO = [str(word) for word in spelled(FEW_LOW, "yes", "no")]
ONES = [str(one) for one in spelled(FEW_LOW, 1, 0)]
MISSING = ("NA", "?", "-", "null", "n/a", "", "NaN", "None", ".", "N/A", "#N/A", "缺失", "无数据", "--")
LEFT_OUT = 5  # the row whose label or score is spoilt; a negative one
KEPT = [number for number in range(10) if number != LEFT_OUT - 1]


def replaced(cells: list[str], row: int, cell: str) -> list[str]:
    return [*cells[: row - 1], cell, *cells[row:]]


def missing_label(word: str, labels: list[str], name: str) -> list[Kind]:
    """Refused with its row; left out on demand, and then the other nine are counted."""
    content = csv({"truth": replaced(labels, 2, word), "score": SCORES})
    rest = Counted(FEW_LOW[0] + FEW_LOW[2:], SCORES[:1] + SCORES[2:], label="truth", score="score")
    title = f"{word or 'nothing'} among {name}"
    return [
        Kind(title, content, Refused(("label_missing",), 2), "missing"),
        Kind(f"{title}, left out", content, rest, "missing", leave_out=True),
    ]


def bad_score(name: str, cell: str, key: str) -> Kind:
    texts = replaced([str(one) for one in SCORES], LEFT_OUT, cell)
    return Kind(name, csv({"label": ONES, "score": texts}), Refused((key,), LEFT_OUT), "missing")


def bad_weight(name: str, cell: str, key: str) -> Kind:
    columns = {"label": ONES, "score": SCORES, "sample_weight": replaced(["1"] * 10, LEFT_OUT, cell)}
    return Kind(name, csv(columns), Refused((key,), LEFT_OUT), "missing")


def missing_score_left_out() -> Kind:
    texts = replaced([str(one) for one in SCORES], LEFT_OUT, "NA")
    truth, scores = "".join(FEW_LOW[one] for one in KEPT), [SCORES[one] for one in KEPT]
    expect = Counted(truth, scores, label="label", score="score", says=("left_out_score",))
    return Kind("NA among scores, left out", csv({"label": ONES, "score": texts}), expect, "missing", leave_out=True)


def rows(pairs: list[tuple[str, object]], header: str = "label,score", delimiter: str = ",") -> bytes:
    return "".join([f"{header}\n", *(f"{label}{delimiter}{score}\n" for label, score in pairs)]).encode()


def stray_quotes() -> list[Kind]:
    """An inch sign or a slip of the finger must not make one cell of six rows."""
    texts = [str(one) for one in SCORES]
    numbers = rows(list(zip(ONES, replaced(replaced(texts, 3, '"0.52'), 8, '0.63"'), strict=True)))
    labels = rows(list(zip(replaced(replaced(YES_NO, 2, '"yes'), 7, 'no"'), texts, strict=True)))
    notes = ['"5 inch' if row == 2 else '7 inch"' if row == 6 else "none" for row in range(10)]
    three = csv({"note": notes, "label": ONES, "score": SCORES})
    last = csv({"label": ONES, "score": SCORES, "note": notes})
    opened = rows(list(zip(ONES, replaced(texts, 4, '"0.77'), strict=True)))
    return [
        Kind("stray quotes at scores", numbers, Said(3), "swallowed"),
        Kind("stray quotes at labels", labels, Said(2), "swallowed"),
        Kind("stray quotes in notes", three, Said(3), "swallowed"),
        Kind("stray quotes in notes at the end", last, Said(3), "swallowed"),
        Kind("a quote that is never closed", opened, AnyOf((Said(4), Refused(("unreadable_row",)))), "swallowed"),
    ]


def cut_off() -> list[Kind]:
    texts = [f"{one:.4f}" for one in SCORES]
    whole = rows(list(zip(ONES, texts, strict=True)))
    said = Said(10)
    return [
        Kind("cut off after the point", whole[:-5], said, "swallowed"),
        Kind("cut off after two digits", whole[:-3], said, "swallowed"),
        Kind("cut off before the score", whole[:-7], said, "swallowed"),
        Kind("cut off before the separator", whole[:-8], said, "swallowed"),
    ]


def thousands() -> list[Kind]:
    values = (9100, 3400, 520, 1234567, 180, 4100, 2900, 630, 8500, 70)
    dots = [f"{value:,}".replace(",", ".") for value in values]
    unsure = [f"{value / 1000:.3f}" for value in range(1234, 9999, 876)][:10]
    quoted = [f'"{value:,}"' for value in values]
    both = [f"{value:,}.50" for value in values]
    expect = Counted(FEW_LOW, values, label="truth", score="score", says=("thousands",))
    halves = Counted(FEW_LOW, [value + 0.5 for value in values])
    mixed = [text.replace(",", "_").replace(".", ",").replace("_", ".") for text in both]
    return [
        Kind("dots as thousands", csv({"truth": YES_NO, "score": dots}, ";"), AnyOf((expect, Refused())), "swallowed"),
        Kind(
            "dots that may be thousands",
            csv({"truth": YES_NO, "score": unsure}, ";"),
            Said(words=("thousands", "decimals")),
            "swallowed",
        ),
        Kind("commas as thousands", csv({"truth": YES_NO, "score": quoted}), AnyOf((expect, Refused())), "swallowed"),
        Kind("dots and commas", csv({"truth": YES_NO, "score": mixed}, ";"), AnyOf((halves, Refused())), "swallowed"),
        Kind(
            "four digits and small ones",
            thousand_and_small(),
            AnyOf((small(), Refused(), Said(words=("thousands", "decimals")))),
            "swallowed",
        ),
    ]


def thousand_and_small() -> bytes:
    return csv({"truth": YES_NO, "score": ["1.234", *(str(90 * number) for number in range(1, 9)), "980"]}, ";")


def small() -> Counted:
    """Ten numbers of which the first is a thousand and more."""
    return Counted(FEW_LOW, (1234, *(90 * number for number in range(1, 9)), 980))


def one_bad_byte() -> list[Kind]:
    """The rest of the file is still UTF-8: its words keep their meaning."""
    words = spelled(FEW_LOW, "阳性", "阴性")
    good = csv({"备注": [f"第{number}例" for number in range(10)], "诊断": words, "得分": SCORES})
    bad = good.replace("第7例".encode(), "第7例".encode()[:-1])
    expect = Counted(FEW_LOW, label="诊断", positive="阳性", score="得分")
    accents = csv({"ciudad": ["Málaga"] * 10, "resultado": spelled(FEW_LOW, "sí", "no"), "score": SCORES})
    spoilt = accents.replace("Málaga".encode(), b"M\xe1laga", 1)
    spanish = Counted(FEW_LOW, label="resultado", positive="sí", score="score")
    return [
        Kind("one bad byte in Chinese", bad, AnyOf((expect, Refused())), "swallowed"),
        Kind("one bad byte in Spanish", spoilt, AnyOf((spanish, Refused())), "swallowed"),
        Kind("one bad byte, said", bad, Said(8), "swallowed"),
    ]


def comments() -> list[Kind]:
    body = rows(list(zip(YES_NO, map(str, SCORES), strict=True)), "truth,score")
    expect = Counted(FEW_LOW, label="truth", positive="yes", score="score")
    below = body + b"# end of file, ten rows\n"
    return [
        Kind("a comment with a comma", b"# made by x, on y\n" + body, expect, "swallowed"),
        Kind("two comments with commas", b"# run 7, seed 3\n# lr 0.1, depth 4\n" + body, expect, "swallowed"),
        Kind("a header behind a sign", b"#truth,score\n" + body.split(b"\n", 1)[1], Counted(FEW_LOW), "swallowed"),
        Kind("a comment below", below, AnyOf((expect, Refused(), Said(11))), "swallowed"),
        Kind("a comment between", body.replace(b"\nno,0.52", b"\n# again\nno,0.52"), Said(3), "swallowed"),
    ]


def misshapen() -> list[Kind]:
    body = [(label, str(score)) for label, score in zip(ONES, SCORES, strict=True)]
    more = rows(replaced(body, 4, ("1", "0.77,7")))
    less = rows(body).replace(b"1,0.77\n", b"1\n")
    same_names = csv({"a": ONES, "b": SCORES, "c": list("klmnopqrst")}).replace(b"a,b,c", b"label,score,score")
    return [
        Kind("a field too many", more, Refused(("unequal_row",), 4), "today"),
        Kind("a field too few", less, Refused(("unequal_row",), 4), "today"),
        Kind("an empty file", b"", Refused(("empty_file",)), "today"),
        Kind("blanks only", b" \n\n", Refused(("empty_file",)), "today"),
        Kind("a header only", b"label,score\n", Refused(("header_only",)), "today"),
        Kind("two columns of one name", same_names, AnyOf((Counted(FEW_LOW, label="label"), Refused())), "today"),
        Kind("a picture", b"\x89PNG\r\n\x1a\n" + bytes(range(256)), Refused(), "today"),
        Kind("bytes of zero", bytes(64), Refused(), "today"),
        Kind("a page of the web", b"<!DOCTYPE html><html><body>Sign in, please</body></html>", Refused(), "today"),
        Kind("prose", b"Dear all, please find the scores below.\nYours, A.\n", Refused(), "today"),
        Kind("half a gzip", b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03abc", Refused(("gzip_broken",)), "today"),
    ]


def third_values() -> list[Kind]:
    """A third value is a question, not one more negative."""
    maybe = csv({"truth": replaced(YES_NO, 6, "maybe"), "score": SCORES})
    unknown = csv({"truth": replaced(YES_NO, 6, "unknown"), "score": SCORES})
    asked = Refused(("label_not_binary", "label_missing", "positive_unknown"))
    two = csv({"label": replaced(ONES, 6, "2"), "score": SCORES})
    half = csv({"label": replaced(ONES, 6, "0.5"), "score": SCORES})
    refused = Refused(("label_not_binary", "positive_unknown"))
    return [
        Kind("maybe between yes and no", maybe, AnyOf((Refused(("label_not_binary",), 6), refused)), "positive"),
        Kind("unknown between yes and no", unknown, asked, "positive"),
        Kind("a 2 between 0 and 1", two, refused, "positive"),
        Kind("a half between 0 and 1", half, refused, "positive"),
        Kind("99 for unknown", csv({"label": replaced(ONES, 6, "99"), "score": SCORES}), refused, "positive"),
        Kind("-1 for unknown", csv({"label": replaced(ONES, 6, "-1"), "score": SCORES}), refused, "positive"),
    ]


KINDS = [
    *(kind for word in MISSING for kind in missing_label(word, YES_NO, "yes and no")),
    *(kind for word in ("NA", "?", "", "nan") for kind in missing_label(word, ONES, "ones")),
    bad_score("nothing for a score", "", "score_missing"),
    bad_score("NA for a score", "NA", "score_missing"),
    bad_score("NaN for a score", "NaN", "score_missing"),
    bad_score("a word for a score", "oops", "score_not_number"),
    bad_score("an endless score", "inf", "score_infinite"),
    bad_score("#DIV/0! for a score", "#DIV/0!", "score_not_number"),
    bad_weight("nothing for a weight", "", "weight_missing"),
    bad_weight("a word for a weight", "two", "weight_not_number"),
    bad_weight("an endless weight", "inf", "weight_infinite"),
    missing_score_left_out(),
    *stray_quotes(),
    *cut_off(),
    *thousands(),
    *one_bad_byte(),
    *comments(),
    *misshapen(),
    *third_values(),
]
