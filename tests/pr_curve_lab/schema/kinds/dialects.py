"""One table in every dialect that programs write: separators, decimal signs, encodings, line ends, quotes, comments."""

import bz2
import gzip

from tests.pr_curve_lab.schema.kinds.kind import FEW_LOW, SCORES, Counted, Kind, csv, spelled

YES_NO = spelled(FEW_LOW, "yes", "no")
PLAIN = csv({"truth": YES_NO, "score": SCORES})
COMMAS = csv({"truth": YES_NO, "score": [str(one).replace(".", ",") for one in SCORES]}, ";")
SAME = Counted(FEW_LOW, label="truth", positive="yes", score="score")
CHINESE = csv({"真实标签": spelled(FEW_LOW, "阳性", "阴性"), "预测得分": SCORES}).decode()
SPANISH = csv({"diagnóstico": spelled(FEW_LOW, "sí", "no"), "puntuación": SCORES}).decode()


def same(name: str, content: bytes, file: str = "scores.csv", needs: str = "today") -> Kind:
    return Kind(name, content, SAME, needs, file)


def encoded(name: str, text: str, encoding: str, needs: str = "today") -> Kind:
    """The names of the columns and the words of the label have to come out right."""
    label, score = text.splitlines()[0].split(",")
    expect = Counted(FEW_LOW, label=label, positive=text.splitlines()[2].split(",")[0], score=score)
    return Kind(name, text.encode(encoding), expect, needs)


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
        same("decimal commas in quotes", commas.encode(), needs="dialects"),
    ]


def scaled(name: str, *texts: str, values: tuple[float, ...], delimiter: str = ";") -> Kind:
    content = csv({"truth": YES_NO, "score": texts}, delimiter)
    return Kind(name, content, Counted(FEW_LOW, values, label="truth", score="score"), "today")


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


KINDS = [
    same("commas", PLAIN),
    same("semicolons", separated(";")),
    same("tabs", separated("\t")),
    same("bars", separated("|")),
    same("blanks after commas", separated(", ")),
    same("decimal commas", COMMAS),
    same("decimal commas and tabs", COMMAS.replace(b";", b"\t")),
    same("decimal commas and bars", COMMAS.replace(b";", b"|")),
    same("a mark of byte order", b"\xef\xbb\xbf" + PLAIN),
    same("UTF-16", PLAIN.decode().encode("utf-16")),
    same("UTF-16 with tabs, of Excel", separated("\t").decode().replace("\n", "\r\n").encode("utf-16")),
    same("UTF-16 big-endian", b"\xfe\xff" + PLAIN.decode().encode("utf-16-be")),
    same("CRLF", PLAIN.replace(b"\n", b"\r\n")),
    same("CR", PLAIN.replace(b"\n", b"\r")),
    same("LF and CRLF mixed", PLAIN.replace(b"\nno", b"\r\nno")),
    same("no line end at the end", PLAIN.rstrip()),
    same("sep=;", b"sep=;\n" + separated(";")),
    same("sep=, and CRLF", b"sep=,\r\n" + PLAIN.replace(b"\n", b"\r\n")),
    same("comments above", b"# made by a script\n# seed 7\n" + PLAIN),
    same("blank lines above and below", b"\n\n" + PLAIN + b"\n\n"),
    same("blank lines between", PLAIN.replace(b"\nno", b"\n\nno")),
    same("separators at the ends of lines", PLAIN.replace(b"\n", b",\n"), needs="dialects"),
    same("blanks round cells", PLAIN.replace(b"yes", b" yes ").replace(b"truth", b" truth ")),
    same("gzipped", gzip.compress(PLAIN, mtime=0), "scores.csv.gz"),
    same("gzipped under another name", gzip.compress(PLAIN, mtime=0), "scores.csv"),
    same("bzip2", bz2.compress(PLAIN), "scores.csv.bz2", "formats"),
    same("semicolons in a .tsv", separated(";"), "scores.tsv"),
    same("tabs in a .csv", separated("\t")),
    same("text in a .xlsx", PLAIN, "scores.xlsx"),
    same("no name", PLAIN, ""),
    *quoted(),
    encoded("Chinese in UTF-8", CHINESE, "utf-8"),
    encoded("Chinese in GBK", CHINESE, "gbk"),
    encoded("Chinese in GB 18030", CHINESE, "gb18030"),
    encoded("Chinese in UTF-16", CHINESE, "utf-16"),
    encoded("Spanish in Latin-1", SPANISH, "latin-1", "positive"),
    encoded("Spanish in UTF-8", SPANISH, "utf-8", "positive"),
    *notations(),
]
