"""One table in every dialect that programs write, and broken files, none of which may be accepted silently."""

import bz2
import gzip

from tests.pr_curve_lab.schema.kinds.kind import (
    FEW_LOW,
    ONES,
    SCORES,
    YES_NO,
    Kind,
    any_of,
    counted,
    csv,
    refused,
    replaced,
    reported,
    rows,
    spelled,
)

PLAIN = csv({"truth": YES_NO, "score": SCORES})
COMMAS = csv({"truth": YES_NO, "score": [str(one).replace(".", ",") for one in SCORES]}, ";")
SAME = counted(FEW_LOW, label="truth", positive="yes", score="score")
CHINESE = csv({"真实标签": spelled(FEW_LOW, "阳性", "阴性"), "预测得分": SCORES}).decode()
SPANISH = csv({"diagnóstico": spelled(FEW_LOW, "sí", "no"), "puntuación": SCORES}).decode()


def same(name: str, content: bytes, file: str = "scores.csv") -> Kind:
    return Kind(name, content, SAME, file)


def encoded(name: str, text: str, encoding: str) -> Kind:
    """The names of the columns and the words of the label have to come out right."""
    label, score = text.splitlines()[0].split(",")
    expect = counted(FEW_LOW, label=label, positive=text.splitlines()[2].split(",")[0], score=score)
    return Kind(name, text.encode(encoding), expect)


def separated(delimiter: str) -> bytes:
    return PLAIN.replace(b",", delimiter.encode())


def quoted() -> list[Kind]:
    rows = [line.split(",") for line in PLAIN.decode().splitlines()]
    everything = "".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in rows)
    texts = ["note", *(f'"well, ""{number}"""' for number in range(10))]
    broken = ["note", *(f'"line\nbreak {number}"' for number in range(10))]
    with_text = "".join(f"{text},{label},{score}\n" for text, (label, score) in zip(texts, rows, strict=True))
    with_breaks = "".join(f"{text},{label},{score}\n" for text, (label, score) in zip(broken, rows, strict=True))
    commas = "".join(f'{label},"{score.replace(".", ",")}"\n' for label, score in rows)
    return [
        same("everything in quotes", everything.encode()),
        same("commas and quotes in a text", with_text.encode()),
        same("line breaks in a text", with_breaks.encode()),
        same("decimal commas in quotes", commas.encode()),
    ]


def scaled(name: str, *texts: str, values: tuple[float, ...], delimiter: str = ";") -> Kind:
    content = csv({"truth": YES_NO, "score": texts}, delimiter)
    return Kind(name, content, counted(FEW_LOW, values, label="truth", score="score"))


def notations() -> list[Kind]:
    """Numbers as machines and people write them."""
    tens = tuple(float(f"{one}e-300") for one in SCORES)
    signed = tuple(round(one - 0.5, 2) for one in SCORES)
    return [
        scaled("exponents", *(f"{one:.6E}" for one in SCORES), values=SCORES),
        scaled("exponents of -300", *map(repr, tens), values=tens),
        scaled("no zero before the point", *(str(one)[1:] for one in SCORES), values=SCORES),
        scaled("plus signs", *(f"{one:+}" for one in signed), values=signed),
        scaled("decimal commas below zero", *(str(one).replace(".", ",") for one in signed), values=signed),
        scaled("exponents after decimal commas", *(f"{one:.2E}".replace(".", ",") for one in SCORES), values=SCORES),
    ]


DIALECTS = [
    same("commas", PLAIN),
    same("semicolons", separated(";")),
    same("tabs", separated("\t")),
    same("pipes", separated("|")),
    same("spaces after commas", separated(", ")),
    same("decimal commas", COMMAS),
    same("decimal commas and tabs", COMMAS.replace(b";", b"\t")),
    same("decimal commas and pipes", COMMAS.replace(b";", b"|")),
    same("decimal signs mixed", COMMAS.replace(b"0,34", b"0.34").replace(b"0,52", b",52")),
    same("byte order mark", b"\xef\xbb\xbf" + PLAIN),
    same("UTF-16", PLAIN.decode().encode("utf-16")),
    same("UTF-16 with tabs, of Excel", separated("\t").decode().replace("\n", "\r\n").encode("utf-16")),
    same("UTF-16 big-endian", b"\xfe\xff" + PLAIN.decode().encode("utf-16-be")),
    same("CRLF", PLAIN.replace(b"\n", b"\r\n")),
    same("CR", PLAIN.replace(b"\n", b"\r")),
    same("LF and CRLF mixed", PLAIN.replace(b"\nno", b"\r\nno")),
    same("no newline at the end", PLAIN.rstrip()),
    same("sep=;", b"sep=;\n" + separated(";")),
    same("sep=, and CRLF", b"sep=,\r\n" + PLAIN.replace(b"\n", b"\r\n")),
    same("comments above", b"# made by a script\n# seed 7\n" + PLAIN),
    same("blank lines above and below", b"\n\n" + PLAIN + b"\n\n"),
    same("blank lines between", PLAIN.replace(b"\nno", b"\n\nno")),
    same("separators at the ends of lines", PLAIN.replace(b"\n", b",\n")),
    same("spaces around cells", PLAIN.replace(b"yes", b" yes ").replace(b"truth", b" truth ")),
    same("gzipped in two parts", gzip.compress(PLAIN[:15], mtime=0) + gzip.compress(PLAIN[15:], mtime=0)),
    same("gzipped", gzip.compress(PLAIN, mtime=0), "scores.csv.gz"),
    same("gzipped under another name", gzip.compress(PLAIN, mtime=0), "scores.csv"),
    same("bzip2", bz2.compress(PLAIN), "scores.csv.bz2"),
    same("semicolons in a .tsv", separated(";"), "scores.tsv"),
    same("tabs in a .csv", separated("\t")),
    same("text in a .xlsx", PLAIN, "scores.xlsx"),
    same("no name", PLAIN, ""),
    *quoted(),
    encoded("Chinese in UTF-8", CHINESE, "utf-8"),
    encoded("Chinese in GBK", CHINESE, "gbk"),
    encoded("Chinese in GB 18030", CHINESE, "gb18030"),
    encoded("Chinese in UTF-16", CHINESE, "utf-16"),
    encoded("Spanish in Latin-1", SPANISH, "latin-1"),
    encoded("Spanish in UTF-8", SPANISH, "utf-8"),
    *notations(),
]


MISSING = ("NA", "?", "-", "null", "n/a", "", "NaN", "None", ".", "N/A", "#N/A", "缺失", "无数据", "--")
LEFT_OUT = 5  # the row whose label or score is missing or broken; a negative one
KEPT = [number for number in range(10) if number != LEFT_OUT - 1]


def missing_label(word: str, labels: list[str], name: str) -> list[Kind]:
    """Refused with its row; left out on demand, and then the other nine are counted."""
    content = csv({"truth": replaced(labels, 2, word), "score": SCORES})
    rest = counted(FEW_LOW[0] + FEW_LOW[2:], SCORES[:1] + SCORES[2:], label="truth", score="score")
    title = f"{word or 'nothing'} among {name}"
    return [
        Kind(title, content, refused("label_missing", row=2)),
        Kind(f"{title}, left out", content, rest, exclude=True),
    ]


def bad_cell(cell: str, key: str, column: str = "score") -> Kind:
    columns = {"label": ONES, "score": map(str, SCORES), "sample_weight": ["1"] * 10}
    columns[column] = replaced([*columns[column]], LEFT_OUT, cell)
    return Kind(f"{cell or 'nothing'} for a {column}", csv(columns), refused(key, row=LEFT_OUT))


def missing_score_left_out() -> Kind:
    texts = replaced([str(one) for one in SCORES], LEFT_OUT, "NA")
    truth, scores = "".join(FEW_LOW[one] for one in KEPT), [SCORES[one] for one in KEPT]
    expect = counted(truth, scores, label="label", score="score", notices=("excluded_score",))
    return Kind("NA among scores, left out", csv({"label": ONES, "score": texts}), expect, exclude=True)


def cut_off() -> list[Kind]:
    whole = rows(list(zip(ONES, [f"{one:.4f}" for one in SCORES], strict=True)))
    return [
        Kind("cut off before the score", whole[:-7], reported(row=10)),
        Kind("cut off before the separator", whole[:-8], reported(row=10)),
    ]


def others() -> list[Kind]:
    body = rows(list(zip(YES_NO, map(str, SCORES), strict=True)), "truth,score")
    expect = counted(FEW_LOW, label="truth", positive="yes", score="score")
    same_names = csv({"a": ONES, "b": SCORES, "c": list("klmnopqrst")}).replace(b"a,b,c", b"label,score,score")
    return [
        Kind("two comments with commas", b"# run 7, seed 3\n# lr 0.1, depth 4\n" + body, expect),
        Kind("a comment below", body + b"# end of file, ten rows\n", any_of(expect, refused(), reported(row=11))),
        Kind("a comment between", body.replace(b"\nno,0.52", b"\n# again\nno,0.52"), reported(row=3)),
        Kind("two columns of one name", same_names, any_of(counted(FEW_LOW, label="label"), refused())),
        Kind("null bytes", bytes(64), refused()),
        Kind("prose", b"Dear all, please find the scores below.\nYours, A.\n", refused()),
    ]


def third_value(word: str, labels: list[str], *keys: str) -> Kind:
    """A third value is a question, not one more negative."""
    content = csv({"truth": replaced(labels, 6, word), "score": SCORES})
    return Kind(f"{word} among {labels[0]}", content, refused("label_not_binary", "positive_unknown", *keys))


BROKEN = [
    *(kind for word in MISSING for kind in missing_label(word, YES_NO, "yes and no")),
    *(kind for word in ("NA", "?", "", "nan") for kind in missing_label(word, ONES, "ones")),
    *(bad_cell(cell, "score_missing") for cell in ("", "NA", "NaN")),
    *(bad_cell(cell, "score_not_number") for cell in ("oops", "#DIV/0!")),
    bad_cell("inf", "score_infinite"),
    bad_cell("", "weight_missing", "sample_weight"),
    bad_cell("two", "weight_not_number", "sample_weight"),
    bad_cell("-1", "weight_negative", "sample_weight"),
    bad_cell("inf", "weight_infinite", "sample_weight"),
    missing_score_left_out(),
    *cut_off(),
    *others(),
    third_value("maybe", YES_NO),
    third_value("unknown", YES_NO, "label_missing"),
    *(third_value(word, ONES) for word in ("2", "0.5", "99", "-1")),
]


KINDS = [*DIALECTS, *BROKEN]
