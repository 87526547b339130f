"""Rows that are no data are left out with a note; what is left is read as if they had never been there."""

import numpy as np
import pyarrow as pa
import pytest

from pr_curve_lab.io.header_rows import ExtraRows, extra_rows
from pr_curve_lab.io.limits import Problem
from pr_curve_lab.schema.dataset import build_dataset
from pr_curve_lab.schema.infer_roles import infer_roles
from pr_curve_lab.schema.uploads import read_table

ALL = b"label,score\n[class],[0-1]\n1,0.9\n0,0.5\nlabel,score\n1,0.7\n0,0.1\nTotal,\n"


def test_each_note_names_its_row_and_line():
    assert read_table("a.csv", ALL).notes == (
        Problem("header_again", name="a.csv", row=4, line=5, count=1),
        Problem("units_row", name="a.csv", row=1, line=2, value="[class]"),
        Problem("totals_row", name="a.csv", row=7, line=8, value="Total"),
    )


def test_what_is_left_is_read_as_if_the_rows_had_never_been_there():
    rng = np.random.default_rng(7)
    for _ in range(25):
        body = [f"{label};{score:.3f}".replace(".", ",") for label, score in zip("10" * 5, rng.random(10), strict=True)]
        at = int(rng.integers(1, 10))
        plain = "\r\n".join(["label;score", *body]).encode()
        extra = "\r\n".join(["label;score", "class;%", *body[:at], "label;score", *body[at:], "Total;"]).encode()
        one, other = read_table("a.csv", plain), read_table("a.csv", extra)
        assert other.frame.equals(one.frame)
        assert other.frame["score"].dtype == np.float64


def test_a_problem_below_rows_that_were_left_out_names_its_own_line():
    lines = ALL.replace(b"0,0.1\n", b"0,oops\n")
    table = read_table("a.csv", b"# made by hand\n" + lines)
    assert table.excluded_rows == (1, 4, 7)
    (problem,) = build_dataset(table, infer_roles(table))
    assert problem.params["line"] == lines.decode().splitlines().index("0,oops") + 2
    blank = read_table("a.csv", lines.replace(b"0,0.5\n", b"0,0.5\n\n"))
    (problem,) = build_dataset(blank, infer_roles(blank))
    assert (problem.params["row"], "line" in problem.params) == (6, False)  # as it stands below the header


BROKEN = {
    "a field too many": (b"label,score\n1,0.9\nlabel,score\n0,0.5,3\n", "unequal_row", 4),
    "stray quotes": (b'label,score\n1,0.9\nlabel,score\n1,"0.8\n0,0.3"\n1,0.2\n', "quote_swallows_rows", 4),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_broken_rows_keep_their_lines(kind):
    content, key, line = BROKEN[kind]
    problem = read_table("a.csv", content)
    assert (problem.key, problem.params["line"]) == (key, line)


def test_points_between_thousands_are_read_below_units():
    table = read_table("a.csv", b"label;score\nclass;[ng]\n1;1.234.567\n0;2.000\n")
    assert table.frame["score"].tolist() == [1234567, 2000]


def test_totals_without_a_line_end_are_no_cut_number():
    table = read_table("a.csv", b"label,score\n1,0.9123\n0,0.5234\n0,0.1111\nTotal,1.5")
    assert [note.key for note in table.notes] == ["totals_row"]


def columns(*cells):
    return [pa.array(one) for one in cells]


FOUND = {
    "nothing": (columns([1, 0], [0.9, 0.1]), ExtraRows()),
    "a header": (columns(["1", " label", "0"], ["0.9", "score ", "0.1"]), ExtraRows(headers=(1,))),
    "half a header": (columns(["1", "label", "0"], ["0.9", "0.5", "0.1"]), ExtraRows()),
    "one word over one column of numbers": (columns(["a", "b", "c"], ["x", "0.9", "0.1"]), ExtraRows()),
    "a unit of a class": (columns(["%", "b", "%"], ["%", "0.9", "0.1"]), ExtraRows()),
    "sums of zeros": (columns(["a", "b", "c", "d"], [0, 0, 0, 0], [0.0, 0.0, 0.0, 0.0]), ExtraRows()),
    "sums of two rows": (columns(["a", "b", "c"], [1, 1, 2], [0.5, 0.25, 0.75]), ExtraRows()),
    "sums of three": (
        columns(["a", "b", "c", "d"], [1, 1, 0, 2], [0.5, 0.25, 0.25, 1.0]),
        ExtraRows(totals=3, example_cells=("d",)),
    ),
    "one sum": (columns(["a", "b", "c", "d"], [1, 1, 1, 3]), ExtraRows()),
    "a rounded sum": (columns(["1", "0", "sum"], [0.55, 0.61, 1.2]), ExtraRows(totals=2, example_cells=("sum",))),
    "a missing label and a slip": (columns(["", "b", "c"], ["oops", "0.9", "0.1"]), ExtraRows()),
    "numbers beyond all that are no sums": (
        columns(["a", "b", "c", "d"], [1, 1, 0, 7], [0.5, 0.25, 0.25, 9.0]),
        ExtraRows(),
    ),
    "a unit over a word": (
        columns(["class", "a", "b", "c"], ["%", "0.9", "oops", "0.1"]),
        ExtraRows(units=0, example_cells=("%",)),
    ),
    "words for units above a header and totals": (
        columns(["malignant", "1", "label", "0", "Total"], ["ng/ml", "0.9", "score", "0.1", ""]),
        ExtraRows(headers=(2,), units=0, totals=4, example_cells=("malignant", "Total")),
    ),
    "no sum": (columns(["a", "a", "sum"], [0.5, 0.6, 7.0]), ExtraRows()),
}


@pytest.mark.parametrize("kind", FOUND)
def test_only_what_cannot_be_data_is_found(kind):
    cells, found = FOUND[kind]
    header = ["label", "score"] if len(cells) == 2 else ["id", "label", "score"]
    assert extra_rows(header, cells) == found


def test_without_a_header_none_comes_again():
    assert extra_rows([], columns(["label", "1"], ["score", "0.5"])) == ExtraRows()
