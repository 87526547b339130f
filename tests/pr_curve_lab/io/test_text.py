"""Text in every dialect; what was swallowed, cut off or is ambiguous is refused or gives a notice."""

import gzip
import re

import pytest

from pr_curve_lab.io.limits import LIMITS
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import Table, text_of
from pr_curve_lab.io.text import FIRST_BYTES
from pr_curve_lab.schema.table_files import read_table


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


def test_quoted_fields_may_hold_separators_and_quotation_marks():
    table = read_table("a.csv", b'note,label,score\n"a, b",1,0.9\n"say ""hi""",0,0.5\n')
    assert table.frame["note"].tolist() == ["a, b", 'say "hi"']


def test_a_number_among_the_column_names_gives_a_notice():
    table = read_table("a.csv", b"yes,0.7\nno,0.3\n")
    assert table.notes == (Notice("number_in_header", name="a.csv", value="0.7"),)


def test_decimal_commas_are_read_despite_one_text():
    table = read_table("a.csv", b"label;score\n1;0,9\n0;oops\n1;0,25\n")
    assert table.frame["score"].tolist() == ["0.9", "oops", "0.25"]


def test_decimal_commas_give_a_notice():
    table = read_table("a.csv", b"label;score\n1;0,9\n0;1,\n1;0,123\n")
    assert table.frame["score"].tolist() == [0.9, 1.0, 0.123]
    assert table.notes == (Notice("decimal_comma", name="a.csv", column="score"),)


def test_thousands_separators_are_not_decimal_commas():
    table = read_table("a.csv", b"label;score\n1;1,234\n0;900\n1;1,001\n")
    assert table.frame["score"].tolist() == ["1,234", "900", "1,001"]


def test_thousands_of_equal_column_names_are_made_unique():
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
def test_a_guessed_encoding_gives_a_notice(text, encoding, read_as):
    table = read_table("a.csv", text.encode(encoding))
    assert list(table.frame.columns) == re.split("[,;]", text.splitlines()[0])
    assert table.notes == (Notice("encoding_guessed", name="a.csv", encoding=read_as),)


UNREADABLE = {
    "empty": (b"", Notice("empty_file", name="a.csv")),
    "white space": (b" \r\n \n", Notice("empty_file", name="a.csv")),
    "comments only": (b"# a,b\n# c\n", Notice("empty_file", name="a.csv")),
    "a separator's name only": (b"sep=;\n", Notice("empty_file", name="a.csv")),
    "one endless line": (b"a" + b"x" * 200_000, Notice("not_a_table", name="a.csv")),
    "header only": (b"label,score\n", Notice("header_only", name="a.csv")),
    "one column": (b"label\n1\n0\n", Notice("one_column", name="a.csv", column="label")),
    "a field too many": (b"a,b\n1,2\n1,2,3\n", Notice("unequal_row", row=2, line=3, fields=3, expected=2)),
    "all rows too long": (b"a,b\n1,2,3\n4,5,6\n", Notice("unequal_row", row=1, line=2, fields=3, expected=2)),
    "a comment and a short row": (b"# x\na,b\n1\n", Notice("unequal_row", row=1, line=3, fields=1, expected=2)),
    "a field too few": (b"a,b\n\n1,2\n\n1\n", Notice("unequal_row", row=2, line=5, fields=1, expected=2)),
    "broken gzip": (gzip.compress(b"label,score\n1,0.9\n0,0.5\n")[:-12], Notice("gzip_broken", name="a.csv")),
    "a broken archive": (b"PK\x03\x04abc", Notice("archive_broken", name="a.csv", kind="zip")),
    "broken Parquet": (b"PAR1abc", Notice("format_broken", name="a.csv", kind="Parquet")),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", Notice("other_format", name="a.csv", kind="PNG")),
    "a program": (b"MZ\x90\x00\x03\x00", Notice("not_text", name="a.csv")),
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_a_file_that_cannot_be_read_is_a_problem(kind):
    content, problem = UNREADABLE[kind]
    assert read_table("a.csv", content) == problem


def test_an_open_quote_is_a_problem_with_its_row():
    problem = read_table("a.csv", b'a,b\n1,2\n"3,4\n5,6\n')
    assert problem.key in {"unequal_row", "unreadable_row"}
    assert problem.params["row"] == 2


@pytest.mark.slow
def test_a_gzip_bomb_is_refused():
    bomb = gzip.compress(b"0,0\n" * (LIMITS.decompressed_bytes // 4 + 1), compresslevel=1)
    assert read_table("bomb.gz", bomb) == Notice("too_large", name="bomb.gz", megabytes=400)


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
        (b"# x\n#a,b\nyes,2\n", 2),
        (b"a,b\n\n1,2\n", None),
        (b'a,b\n"x\ny",2\n', None),
    ],
)
def test_line_numbers_are_known_if_every_row_is_one_line(content, lines):
    assert read_table("a.csv", content).line_offset == lines


def notice_keys(content):
    table = read_table("a.csv", content)
    assert isinstance(table, Table), table
    return [note.key for note in table.notes]


SWALLOWED = {
    "numbers": (b'label,score\n1,0.9\n1,"0.8\n0,0.5\n0,0.3"\n1,0.2\n', 2, 3),
    "decimal commas": (b'label;score\n1;0,9\n1;"0,8\n0;0,5\n0;0,3"\n', 2, 3),
    "labels": (b'label,score\nyes,0.9\nno,0.8\n"no,0.7\nyes,0.6\nyes",0.5\nno,0.1\n', 3, 4),
    "text": (b'note,label,score\nfine,1,0.9\n"oh,0,0.8\nwell,1,0.7\nno",0,0.6\nyes,1,0.5\n', 2, 3),
    "two rows": (b'label,score\n1,0.9\n1,"0.8\n0,0.3"\n1,0.2\n', 2, 3),
    "nothing but a line end": (b'label,score\n1,0.9\n0,"0.8\n"\n1,0.3\n', 2, 3),
    "below a comment and a broken cell": (b'# x\nnote,score\n"a\nb",0.9\nc,"0.8\nd,0.3"\ne,0.2\n', 2, 5),
}


@pytest.mark.parametrize("kind", SWALLOWED)
def test_rows_between_two_stray_quotes_are_not_lost(kind):
    content, row, line = SWALLOWED[kind]
    assert read_table("a.csv", content) == Notice("quote_swallows_rows", row=row, line=line)


def test_a_text_with_a_line_break_is_read_with_a_notice():
    table = read_table("a.csv", b'note,label,score\na,1,0.9\n"c, and\nso, on",0,0.5\n')
    assert table.frame["note"].tolist() == ["a", "c, and\nso, on"]
    assert table.notes == (Notice("cell_spans_lines", name="a.csv", row=2),)


def test_quotes_without_line_breaks_give_no_notice():
    assert notice_keys(b'note,score\n"a, b",0.9\n"say ""hi""",0.5\n') == []
    assert notice_keys(b'"x\ny",score\n1,0.9\n0,0.5\n') == []


CUT = {
    "the last digits": (b"label,score\n1,0.8731\n0,0.9124\n1,0.", True),
    "three of four digits": (b"label,score\n1,0.8731\n0,0.9124\n1,0.512", True),
    "unequal digits, far fewer": (b"label,score\n1,0.873156\n0,0.91245\n1,0.51", True),
    "a line end": (b"label,score\n1,0.8731\n0,0.9124\n1,0.5\n", False),
    "as many digits": (b"label,score\n1,0.8731\n0,0.9124\n1,0.5122", False),
    "unequal digits, one fewer": (b"label,score\n1,0.873\n0,0.91\n1,0.5", False),
    "whole numbers": (b"label,score\n1,873\n0,912\n1,5", False),
    "two rows": (b"label,score\n1,0.8731\n0,0.5", False),
}


@pytest.mark.parametrize("kind", CUT)
def test_a_file_that_ends_within_a_number_gives_a_notice(kind):
    content, is_cut = CUT[kind]
    assert notice_keys(content) == (["file_may_be_cut"] if is_cut else [])


def test_the_notice_names_the_last_row():
    table = read_table("a.csv", CUT["the last digits"][0])
    assert table.notes == (Notice("file_may_be_cut", name="a.csv", row=3, value="0."),)


THOUSANDS = {
    "two groups": (b"label;score\n1;1.234.567\n0;2.000\n", [1234567, 2000], ["thousands_read"]),
    "commas elsewhere": (b"score;other\n1.234;0,5\n980;0,25\n", [1234, 980], ["decimal_comma", "thousands_read"]),
    "commas in quotes": (b'label,score\n1,"1,234,567"\n0,"2,000"\n', ["1,234,567", "2,000"], []),
    "commas after thousands": (b"label;score\n1;1.234.567,50\n0;2.000,50\n", ["1.234.567,50", "2.000,50"], []),
    "four digits and small ones": (b"label;score\n1;1.234\n0;980\n1;90\n", [1.234, 980, 90], ["thousands_unsure"]),
    "nothing that tells": (b"label;score\n1;1.234\n0;2.500\n", [1.234, 2.5], ["thousands_unsure"]),
    "fractions": (b"label;score\n1;0.234\n0;0.500\n", [0.234, 0.5], []),
    "two decimals": (b"label;score\n1;1.23\n0;2.500\n", [1.23, 2.5], []),
    "commas separate": (b"label,score\n1,1.234\n0,2.500\n", [1.234, 2.5], []),
}


@pytest.mark.parametrize("kind", THOUSANDS)
def test_thousands_separators_are_read_if_they_are_unambiguous(kind):
    content, scores, said = THOUSANDS[kind]
    assert read_table("a.csv", content).frame["score"].tolist() == scores
    assert notice_keys(content) == said


def test_one_bad_byte_does_not_change_the_encoding():
    rows = "".join(f"café{row},0.5\n" for row in range(200)).encode()
    table = read_table("a.csv", b"name,score\n" + rows + b"caf\xe9,0.25\n")
    assert table.frame["name"].iloc[0] == "café0"
    assert table.frame["name"].iloc[-1] == "caf�"
    assert table.notes == (Notice("bytes_replaced", name="a.csv", line=202, count=1),)


def test_one_bad_byte_in_chinese_does_not_change_other_words():
    rows = "".join(f"第{row}例,阳性,0.5\n" for row in range(1, 10)).encode()
    table = read_table("a.csv", "备注,诊断,得分\n".encode() + rows.replace("第7例".encode(), "第7例".encode()[:-1]))
    assert (table.frame["诊断"].tolist(), table.frame["备注"].iloc[0]) == (["阳性"] * 9, "第1例")
    assert [note.key for note in table.notes] == ["bytes_replaced"]


def test_many_bad_bytes_mean_another_encoding():
    table = read_table("a.csv", ("name,score\n" + "café,0.5\n" * 200).encode("latin-1"))
    assert (table.frame["name"].iloc[0], table.notes[0].key) == ("café", "encoding_guessed")


COMMENTS = {
    "a remark": (b"# made by x, on y\nlabel,score\n1,0.9\n0,0.5\n", ["label", "score"], []),
    "a header": (b"# made by me\n#label,score\nyes,0.9\nno,0.5\n", ["label", "score"], []),
    "a row that was taken out": (b"# 1,2\n3,4\n5,6\n", ["#1", "#2"], ["no_header"]),
    "numbers in a remark": (b"# 1,2\nlabel,score\n1,0.9\n", ["label", "score"], []),
    "words alone": (b"#name,site\na,north\nb,south\n", ["name", "site"], ["comment_as_header"]),
}


@pytest.mark.parametrize("kind", COMMENTS)
def test_a_comment_is_the_header_only_if_it_fits(kind):
    content, names, said = COMMENTS[kind]
    assert list(read_table("a.csv", content).frame) == names
    assert notice_keys(content) == said


LATER = {
    "a fraction": ("0.5", "f"),
    "a word": ("x", "O"),
    "beyond 64 bits": ("1" + "0" * 20, "f"),
    "a day": ("2020-01-02", "O"),
}


@pytest.mark.parametrize("kind", LATER)
def test_the_type_of_a_column_may_show_late(kind):
    cell, dtype = LATER[kind]
    start = ["0,1\n"] * FIRST_BYTES
    late = read_table("a.csv", "".join(["label,score\n", *start, f"1,{cell}\n"]).encode()).frame["score"]
    early = read_table("a.csv", "".join(["label,score\n", f"1,{cell}\n", *start]).encode()).frame["score"]
    assert late.iloc[-1] == early.iloc[0]
    assert (late.dtype.kind, late.dtype) == (dtype, early.dtype)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("label,prob\n1,66.06%\n0,5 %\n", [66.06, 5.0]),
        ("label;prob\n1;66,06 %\n0;5,5%\n", [66.06, 5.5]),
        ("label,prob\n1,66%\n0,\n", ["66", ""]),
    ],
)
def test_percent_signs_are_removed_with_a_notice(text, numbers):
    table = read_table("t.csv", text.encode())
    assert table.frame["prob"].tolist() == numbers
    assert Notice("percent_signs", name="t.csv", column="prob") in table.notes


@pytest.mark.parametrize("text", ["label,prob\n1,66%\n0,0.5\n", "label,prob\n1,66%\n0,x%\n"])
def test_percent_signs_of_only_some_cells_are_kept(text):
    table = read_table("t.csv", text.encode())
    assert table.frame["prob"][0] == "66%"
    assert table.notes == ()


@pytest.mark.parametrize(("separator", "score"), [("，", "0.5"), ("；", "0,5"), ("；", "0.5")])
def test_full_width_separators_are_read_outside_of_quotation_marks(separator, score):
    rows = [["注", "标签", "得分"], ['"甲，乙；丙"', "是", score], ["丁", "否", score]]
    table = read_table("a.csv", "\n".join(map(separator.join, rows)).encode())
    assert table.frame["得分"].tolist() == [0.5, 0.5]
    assert table.frame["注"].tolist() == ["甲，乙；丙", "丁"]
    assert table.notes[0] == Notice("full_width_delimiter", name="a.csv", value=separator)


def test_full_width_commas_stay_if_other_separators_work():
    table = read_table("a.csv", "注，甲,标签,得分\n丁，戊,1,0.5\n己，庚,0,0.2\n".encode())
    assert (list(table.frame), table.notes) == (["注，甲", "标签", "得分"], ())


def test_full_width_commas_within_one_quoted_column_separate_nothing():
    assert read_table("a.csv", '"标签，得分"\n"1，2"\n'.encode()).key == "one_column"
