"""Text in which something was swallowed, cut off or could mean two things: refused, or said."""

import pytest

from pr_curve_lab.io.limits import Problem
from pr_curve_lab.io.table import Table
from pr_curve_lab.io.text import FIRST_BYTES
from pr_curve_lab.schema.uploads import read_table


def notes(content):
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
    assert read_table("a.csv", content) == Problem("quote_swallows_rows", row=row, line=line)


def test_a_text_with_a_line_break_is_read_and_said():
    table = read_table("a.csv", b'note,label,score\na,1,0.9\n"c, and\nso, on",0,0.5\n')
    assert table.frame["note"].tolist() == ["a", "c, and\nso, on"]
    assert table.notes == (Problem("cell_spans_lines", name="a.csv", row=2),)


def test_quotes_without_line_breaks_are_nothing_to_say():
    assert notes(b'note,score\n"a, b",0.9\n"say ""hi""",0.5\n') == []
    assert notes(b'"x\ny",score\n1,0.9\n0,0.5\n') == []


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
def test_a_file_that_ends_within_a_number_is_said(kind):
    content, is_cut = CUT[kind]
    assert notes(content) == (["file_may_be_cut"] if is_cut else [])


def test_the_note_names_the_last_row():
    table = read_table("a.csv", CUT["the last digits"][0])
    assert table.notes == (Problem("file_may_be_cut", name="a.csv", row=3, value="0."),)


THOUSANDS = {
    "two groups": (b"label;score\n1;1.234.567\n0;2.000\n", [1234567, 2000], ["thousands_read"]),
    "commas elsewhere": (b"score;other\n1.234;0,5\n980;0,25\n", [1234, 980], ["decimal_comma", "thousands_read"]),
    "nothing that tells": (b"label;score\n1;1.234\n0;2.500\n", [1.234, 2.5], ["thousands_unsure"]),
    "fractions": (b"label;score\n1;0.234\n0;0.500\n", [0.234, 0.5], []),
    "two decimals": (b"label;score\n1;1.23\n0;2.500\n", [1.23, 2.5], []),
    "commas separate": (b"label,score\n1,1.234\n0,2.500\n", [1.234, 2.5], []),
}


@pytest.mark.parametrize("kind", THOUSANDS)
def test_points_between_thousands_are_read_where_the_file_says_so(kind):
    content, scores, said = THOUSANDS[kind]
    assert read_table("a.csv", content).frame["score"].tolist() == scores
    assert notes(content) == said


def test_one_bad_byte_does_not_change_the_encoding():
    rows = "".join(f"café{row},0.5\n" for row in range(200)).encode()
    table = read_table("a.csv", b"name,score\n" + rows + b"caf\xe9,0.25\n")
    assert table.frame["name"].iloc[0] == "café0"
    assert table.frame["name"].iloc[-1] == "caf�"
    assert table.notes == (Problem("bytes_replaced", name="a.csv", line=202, count=1),)


def test_many_bad_bytes_are_another_encoding():
    table = read_table("a.csv", ("name,score\n" + "café,0.5\n" * 200).encode("latin-1"))
    assert (table.frame["name"].iloc[0], table.notes[0].key) == ("café", "encoding_guessed")


COMMENTS = {
    "a remark": (b"# made by x, on y\nlabel,score\n1,0.9\n0,0.5\n", ["label", "score"], []),
    "a header": (b"#label,score\nyes,0.9\nno,0.5\n", ["label", "score"], []),
    "a row that was taken out": (b"# 1,2\n3,4\n5,6\n", ["#1", "#2"], ["no_header"]),
    "numbers in a remark": (b"# 1,2\nlabel,score\n1,0.9\n", ["label", "score"], []),
    "words alone": (b"#name,site\na,north\nb,south\n", ["name", "site"], ["comment_as_header"]),
}


@pytest.mark.parametrize("kind", COMMENTS)
def test_a_comment_with_commas_is_the_header_only_where_it_fits(kind):
    content, names, said = COMMENTS[kind]
    assert list(read_table("a.csv", content).frame) == names
    assert notes(content) == said


LATER = {
    "a fraction": ("0.5", "f"),
    "a word": ("x", "O"),
    "beyond 64 bits": ("1" + "0" * 20, "f"),
    "a day": ("2020-01-02", "O"),
}


@pytest.mark.parametrize("kind", LATER)
def test_a_column_that_shows_late_what_it_holds_is_read_as_if_it_had_shown_at_once(kind):
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
def test_percent_signs_are_left_out_with_a_word(text, numbers):
    table = read_table("t.csv", text.encode())
    assert table.frame["prob"].tolist() == numbers
    assert Problem("percent_signs", name="t.csv", column="prob") in table.notes


@pytest.mark.parametrize("text", ["label,prob\n1,66%\n0,0.5\n", "label,prob\n1,66%\n0,x%\n"])
def test_percent_signs_of_some_cells_stay(text):
    table = read_table("t.csv", text.encode())
    assert table.frame["prob"][0] == "66%"
    assert table.notes == ()
