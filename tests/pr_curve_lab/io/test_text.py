import gzip
import re

import pytest

from pr_curve_lab.io.limits import LIMITS, Problem
from pr_curve_lab.io.table import Table, text_of
from pr_curve_lab.schema.uploads import read_table

ROWS = {"label": [1, 0, 1], "score": [0.9, 0.5, 0.25]}
PLAIN = "label,score\n1,0.9\n0,0.5\n1,0.25\n"

READABLE = {
    "commas": PLAIN.encode(),
    "semicolons": PLAIN.replace(",", ";").encode(),
    "semicolons and decimal commas": b"label;score\n1;0,9\n0;0,5\n1;0,25\n",
    "tabs": PLAIN.replace(",", "\t").encode(),
    "tabs and decimal commas": b"label\tscore\n1\t0,9\n0\t0,5\n1\t0,25\n",
    "bars": PLAIN.replace(",", "|").encode(),
    "byte order mark": b"\xef\xbb\xbf" + PLAIN.encode(),
    "UTF-16": PLAIN.encode("utf-16"),
    "gzip": gzip.compress(PLAIN.encode()),
    "gzip in two parts": gzip.compress(PLAIN[:15].encode()) + gzip.compress(PLAIN[15:].encode()),
    "Windows line ends": PLAIN.replace("\n", "\r\n").encode(),
    "old Macintosh line ends": PLAIN.replace("\n", "\r").encode(),
    "no last line end": PLAIN.strip().encode(),
    "blank lines": b"\n\nlabel,score\n1,0.9\n\n0,0.5\n1,0.25\n\n\n",
    "spaces round fields": b" label , score \n1, 0.9\n0 ,0.5\n 1,0.25 \n",
    "quotes": b'"label","score"\n"1","0.9"\n"0","0.5"\n"1","0.25"\n',
    "mixed decimal signs": b"label;score\n1;0,9\n0;0.5\n1;,25\n",
    "a spreadsheet's separator line": b"sep=;\r\nlabel;score\r\n1;0,9\r\n0;0,5\r\n1;0,25\r\n",
    "comments above": b"# made by me\n\n# 2026\nlabel,score\n1,0.9\n0,0.5\n1,0.25\n",
    "exponents": b"label,score\n1,9e-1\n0,5E-1\n1,+.25\n",
}


def test_a_plain_file_is_read_as_it_is():
    table = read_table("a.csv", PLAIN.encode())
    assert (table.name, table.notes) == ("a.csv", ())
    assert table.frame.dtypes.astype(str).tolist() == ["int64", "float64"]


@pytest.mark.parametrize("kind", READABLE)
def test_every_dialect_gives_the_same_rows(kind):
    table = read_table("a.csv", READABLE[kind])
    assert isinstance(table, Table), table
    assert table.frame.to_dict("list") == ROWS


def test_numbers_are_read_to_the_bit():
    text = "0.1,0.30000000000000004,1e-300,0.1234567890123456789"
    table = read_table("a.csv", ("a,b,c,d\n" + text + "\n").encode())
    assert table.frame.iloc[0].tolist() == [float(number) for number in text.split(",")]


def test_a_class_called_na_stays_a_class():
    table = read_table("a.csv", b"label,score\nNA,0.9\nEU,0.5\nnull,0.2\n")
    assert table.frame["label"].tolist() == ["NA", "EU", "null"]


def test_quoted_fields_may_hold_separators_and_line_ends():
    table = read_table("a.csv", b'note,label,score\n"a, b",1,0.9\n"c\nd",0,0.5\n"say ""hi""",1,0.2\n')
    assert table.frame["note"].tolist() == ["a, b", "c\nd", 'say "hi"']


def test_dates_stay_text():
    table = read_table("a.csv", b"day,score\n2026-01-02,0.9\n2026-01-03,0.5\n")
    assert table.frame["day"].tolist() == ["2026-01-02", "2026-01-03"]


@pytest.mark.parametrize(
    ("header", "names"),
    [
        ("score,score,score", ["score", "score (2)", "score (3)"]),
        ("score,,", ["score", "#2", "#3"]),
        ("a, a ,a (2)", ["a", "a (2)", "a (2) (2)"]),
        ('"x\ny",b,c', ["x y", "b", "c"]),
    ],
)
def test_column_names_are_made_unique(header, names):
    table = read_table("a.csv", f"{header}\n1,2,3\n".encode())
    assert list(table.frame.columns) == names


def test_a_file_without_header_is_numbered_and_said_so():
    table = read_table("a.csv", b"1,0.9\n0,0.5\n")
    assert table.frame.to_dict("list") == {"#1": [1, 0], "#2": [0.9, 0.5]}
    assert table.notes == (Problem("no_header", name="a.csv"),)


def test_a_number_among_the_names_is_said():
    table = read_table("a.csv", b"yes,0.7\nno,0.3\n")
    assert table.notes == (Problem("number_in_header", name="a.csv", value="0.7"),)


def test_one_odd_cell_does_not_spoil_the_decimal_commas():
    table = read_table("a.csv", b"label;score\n1;0,9\n0;oops\n1;0,25\n")
    assert table.frame["score"].tolist() == ["0.9", "oops", "0.25"]


def test_decimal_commas_are_said():
    table = read_table("a.csv", b"label;score\n1;0,9\n0;1,\n1;0,123\n")
    assert table.frame["score"].tolist() == [0.9, 1.0, 0.123]
    assert table.notes == (Problem("decimal_comma", name="a.csv", column="score"),)


def test_thousands_are_not_taken_for_fractions():
    table = read_table("a.csv", b"label;score\n1;1,234\n0;900\n1;1,001\n")
    assert table.frame["score"].tolist() == ["1,234", "900", "1,001"]


def test_a_header_may_begin_with_a_comment_sign():
    table = read_table("a.csv", b"# made by me\n#label,score\nyes,0.9\nno,0.5\n")
    assert table.frame.to_dict("list") == {"label": ["yes", "no"], "score": [0.9, 0.5]}
    assert table.line_offset == 2


def test_thousands_of_equal_headings_are_told_apart_at_once():
    names = list(read_table("a.csv", (",".join("x" * 2000) + "\n" + ",".join("1" * 2000) + "\n").encode()).frame)
    assert (names[0], names[-1], len(set(names))) == ("x", "x (2000)", 2000)


def test_a_cell_may_be_large():
    large = "y" * 3_000_000
    assert read_table("a.csv", f"note,score\n{large},1\n".encode()).frame["note"][0] == large


def test_text_with_commas_stays_text_between_semicolons():
    table = read_table("a.csv", b"site;score\n1,2;0,9\nnorth;0,5\nsouth;0,25\n")
    assert table.frame["site"].tolist() == ["1,2", "north", "south"]


@pytest.mark.parametrize(
    ("text", "encoding", "read_as"),
    [
        ("标签,分数\n正例,0.9\n", "gbk", "gb18030"),
        ("étiquette,score\n1,0.9\n", "latin-1", "cp1252"),
        ("患者番号,正解,スコア\n1,陽性,0.9\n2,陰性,0.2\n", "cp932", "cp932"),
        ("고객번호,이탈여부,확률\n1,예,0.9\n2,아니오,0.1\n", "cp949", "cp949"),
        ("клиент,дефолт,вероятность\n1,да,0.9\n2,нет,0.2\n", "cp1251", "cp1251"),
        ("pacjent;rezygnacja;prawdopodobieństwo\n1;tak;0.9\n2;nie;0.2\n", "cp1250", "cp1250"),
        ("pacient;úmrtí;pravděpodobnost\n1;ano;0.9\n2;ne;0.2\n", "cp1250", "cp1250"),
        ("müşteri;ayrıldı;olasılık\n1;Evet;0.9\n2;Hayır;0.2\n", "cp1254", "cp1254"),
        ("compañía;cancelación;¿fuma?\n1;sí;no\n2;no;sí\n", "cp1252", "cp1252"),
        ("Größe (m³);gekündigt;Risiko\n1;ja;0.9\n2;nein;0.2\n", "cp1252", "cp1252"),
        ("姓名,是否違約,評分\n王小明,是,0.9\n陳大文,否,0.2\n", "big5", "big5"),
    ],
)
def test_a_guessed_encoding_is_said(text, encoding, read_as):
    table = read_table("a.csv", text.encode(encoding))
    assert list(table.frame.columns) == re.split("[,;]", text.splitlines()[0])
    assert table.notes == (Problem("encoding_guessed", name="a.csv", encoding=read_as),)


UNREADABLE = {
    "empty": (b"", Problem("empty_file", name="a.csv")),
    "white space": (b" \r\n \n", Problem("empty_file", name="a.csv")),
    "comments only": (b"# a,b\n# c\n", Problem("empty_file", name="a.csv")),
    "a separator's name only": (b"sep=;\n", Problem("empty_file", name="a.csv")),
    "one endless line": (b"a" + b"x" * 200_000, Problem("not_a_table", name="a.csv")),
    "header only": (b"label,score\n", Problem("header_only", name="a.csv")),
    "one column": (b"label\n1\n0\n", Problem("one_column", name="a.csv", column="label")),
    "a field too many": (b"a,b\n1,2\n1,2,3\n", Problem("unequal_row", row=2, line=3, fields=3, expected=2)),
    "all rows too long": (b"a,b\n1,2,3\n4,5,6\n", Problem("unequal_row", row=1, line=2, fields=3, expected=2)),
    "a comment and a short row": (b"# x\na,b\n1\n", Problem("unequal_row", row=1, line=3, fields=1, expected=2)),
    "a field too few": (b"a,b\n\n1,2\n\n1\n", Problem("unequal_row", row=2, line=5, fields=1, expected=2)),
    "broken gzip": (gzip.compress(PLAIN.encode())[:-12], Problem("gzip_broken", name="a.csv")),
    "a broken archive": (b"PK\x03\x04abc", Problem("archive_broken", name="a.csv", kind="zip")),
    "broken Parquet": (b"PAR1abc", Problem("format_broken", name="a.csv", kind="Parquet")),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", Problem("other_format", name="a.csv", kind="PNG")),
    "a program": (b"MZ\x90\x00\x03\x00", Problem("not_text", name="a.csv")),
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_a_file_that_cannot_be_read_is_a_problem(kind):
    content, problem = UNREADABLE[kind]
    assert read_table("a.csv", content) == problem


def test_an_open_quote_is_a_problem_with_its_row():
    problem = read_table("a.csv", b'a,b\n1,2\n"3,4\n5,6\n')
    assert problem.key in {"unequal_row", "unreadable_row"}
    assert problem.params["row"] == 2


def test_a_small_gzip_that_holds_too_much_is_refused():
    bomb = gzip.compress(b"0,0\n" * (LIMITS.decompressed_bytes // 4 + 1), compresslevel=1)
    assert read_table("bomb.gz", bomb) == Problem("too_large", name="bomb.gz", megabytes=400)


def test_whole_floats_are_written_without_a_point():
    frame = read_table("a.csv", b"a,b,c\n1.0,0.5,x\n0.0,1,\n").frame
    assert [text_of(frame[name]).tolist() for name in frame] == [["1", "0"], ["0.5", "1.0"], ["x", ""]]
    assert text_of(read_table("a.csv", b"a,b\n1,2\nnan,3\n0,4\n").frame["a"]).tolist() == ["1", "", "0"]


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"a,b\n1,2\n", 1),
        (b"1,2\n3,4\n", 0),
        (b"\r\n\r\na,b\r\n1,2\r\n\r\n", 3),
        (b"# x\na,b\n1,2\n", 2),
        (b"a,b\n\n1,2\n", None),
        (b'a,b\n"x\ny",2\n', None),
    ],
)
def test_lines_are_known_where_every_row_is_one(content, lines):
    assert read_table("a.csv", content).line_offset == lines
