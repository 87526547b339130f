"""The header is found below titles or can be chosen, and rows that are no data are left out with a notice."""

import io

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from pr_curve_lab.io.files import read_tables
from pr_curve_lab.io.header_rows import ExtraRows, extra_rows, find_header, is_data_row
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.schema.dataset import build_dataset
from pr_curve_lab.schema.roles import infer_roles
from pr_curve_lab.schema.table_files import read_table

BODY = [
    ["patient", "sex", "diseased", "risk"],
    *([f"a{at}", at % 2, int(at > 6), (3 * at % 10) / 10] for at in range(10)),
]
TITLES = {
    "a title": [["Results of May, ward 3"]],
    "a title and a blank row": [["Results of May, ward 3"], []],
    "two titles": [["Results of May"], ["seed 3; all wards"], []],
    "blank rows first": [[], [], ["Results of May"], []],
    "a description": [["Model", "forest"], ["Date", "2026-05-01"], []],
    "a description as wide as the table": [["Ward", "Model", "Seed", "Day"], ["three", "forest", "3", "May"], []],
    "names of groups": [["Patient", "", "Model", ""]],
}
DELIMITED = {"comma": ",", "semicolon": ";", "tab": "\t"}
KINDS = [*DELIMITED, "xlsx", "ods"]


def written(rows, kind):
    if kind in DELIMITED:
        lines = (DELIMITED[kind].join(_quoted(str(cell), DELIMITED[kind]) for cell in row) for row in rows)
        return "".join(f"{line}\n" for line in lines).encode()
    target = io.BytesIO()
    padded_frame(rows).to_excel(target, header=False, index=False, engine={"xlsx": "openpyxl", "ods": "odf"}[kind])
    return target.getvalue()


def padded_frame(rows):
    width = max(map(len, rows))
    return pd.DataFrame([[*row, *[None] * (width - len(row))] for row in rows])


def _quoted(cell, delimiter):
    return f'"{cell}"' if delimiter in cell else cell


@pytest.mark.parametrize("kind", DELIMITED)
@pytest.mark.parametrize("titles", TITLES)
def test_a_header_is_found_below(titles, kind):
    table = read_table("t", written(TITLES[titles] + BODY, kind))
    assert_header_found(table, len(TITLES[titles]) + 1)
    assert table.line_offset == len(TITLES[titles]) + 1


@pytest.mark.parametrize("engine", ["openpyxl", "odf"])
def test_a_header_is_found_in_every_sheet(engine):
    target = io.BytesIO()
    with pd.ExcelWriter(target, engine=engine) as book:
        for name, titles in TITLES.items():
            padded_frame(titles + BODY).to_excel(book, sheet_name=name[:30], header=False, index=False)
    tables = read_tables("t", target.getvalue())
    for table, titles in zip(tables, TITLES.values(), strict=True):
        assert_header_found(table, len(titles) + 1)


def assert_header_found(table, row):
    assert list(table.frame.columns) == BODY[0]
    assert len(table.frame) == 10
    assert table.first_rows.header == row
    assert table.first_rows.rows[row - 1] == tuple(BODY[0])
    roles = infer_roles(table)
    assert (roles.label, roles.scores) == ("diseased", ("risk",))
    assert ("title_above", row) in [(note.key, note.params.get("header")) for note in table.notes]


@pytest.mark.parametrize("kind", KINDS)
def test_a_row_of_units_below_a_header_is_left_out(kind):
    units = [["", "[0/1]", "[0/1]", "[0-1]"]]
    table = read_table("t", written([["Results"], [], BODY[0], *units, *BODY[1:]], kind))
    assert (list(table.frame.columns), len(table.frame)) == (BODY[0], 10)
    assert "units_row" in [note.key for note in table.notes]


@pytest.mark.parametrize("kind", KINDS)
def test_a_first_row_that_names_all_columns_is_the_header(kind):
    table = read_table("t", written(BODY, kind))
    assert (list(table.frame.columns), table.first_rows.header, table.notes) == (BODY[0], 1, ())


@pytest.mark.parametrize("kind", KINDS)
def test_rows_without_a_header_stay_rows(kind):
    table = read_table("t", written([[1, 0.9], [0, 0.4], [1, 0.7]], kind))
    assert (len(table.frame), table.first_rows.header) == (3, 0)


@pytest.mark.parametrize("kind", KINDS)
def test_the_header_row_can_be_chosen(kind):
    rows = [["label", "score"], ["is it so", "how sure"], [1, 0.9], [0, 0.4]]
    content = written(rows, kind)
    assert list(read_table("t", content, header=2).frame.columns) == rows[1]
    assert list(read_table("t", content, header=1).frame.columns) == rows[0]
    none = read_table("t", content, header=0)
    assert (list(none.frame.columns), len(none.frame), none.first_rows.header) == (["#1", "#2"], 4, 0)
    assert "no_header" not in [note.key for note in none.notes]
    assert read_table("t", content, header=9) == Notice("header_beyond", name="t", header=9, count=4)


def test_a_chosen_header_may_consist_of_numbers():
    table = read_table("t", b"2001,2002\n1,0.9\n0,0.2\n", header=1)
    assert (list(table.frame.columns), len(table.frame)) == (["2001", "2002"], 2)


def test_a_format_with_named_columns_has_no_header_row():
    target = io.BytesIO()
    pd.DataFrame(BODY[1:], columns=BODY[0]).to_parquet(target)
    assert read_table("t", target.getvalue(), header=1) == Notice("header_not_a_row", name="t")


@pytest.mark.parametrize(
    "rows",
    [
        [["", "pred", "truth"], ["r1", "yes", "no"], ["r2", "no", "yes"]],
        [["", "truth", "score"], ["r1", "yes", "NA"], ["r2", "no", "0.5"], ["r3", "no", "0.2"]],
        [["label", "score"], ["1", "0.9"], [], ["0", "0.2"], ["1", "0.3"]],
        [["label", "score"], ["1", "0.9"], [], ["label", "score"], ["0", "0.2"], ["1", "0.3"], ["0", "0.4"]],
        [["label"], ["1", "0.9"], ["0", "0.2"]],
        [["text"], ["more text"]],
        [],
    ],
)
def test_rows_without_a_title_begin_with_the_first_row(rows):
    assert find_header(rows) == 0


ALL = b"label,score\n[class],[0-1]\n1,0.9\n0,0.5\nlabel,score\n1,0.7\n0,0.1\nTotal,\n"


def test_each_note_names_its_row_and_line():
    assert read_table("a.csv", ALL).notes == (
        Notice("header_again", name="a.csv", row=4, line=5, count=1),
        Notice("units_row", name="a.csv", row=1, line=2, value="[class]"),
        Notice("totals_row", name="a.csv", row=7, line=8, value="Total"),
    )


def test_rows_that_are_left_out_do_not_affect_the_others():
    rng = np.random.default_rng(7)
    for _ in range(25):
        body = [f"{label};{score:.3f}".replace(".", ",") for label, score in zip("10" * 5, rng.random(10), strict=True)]
        at = int(rng.integers(1, 10))
        plain = "\r\n".join(["label;score", *body]).encode()
        extra = "\r\n".join(["label;score", "class;%", *body[:at], "label;score", *body[at:], "Total;"]).encode()
        one, other = read_table("a.csv", plain), read_table("a.csv", extra)
        assert other.frame.equals(one.frame)
        assert other.frame["score"].dtype == np.float64


def test_a_problem_below_left_out_rows_names_the_right_line():
    lines = ALL.replace(b"0,0.1\n", b"0,oops\n")
    table = read_table("a.csv", b"# made by hand\n" + lines)
    assert table.excluded_rows == (1, 4, 7)
    (problem,) = build_dataset(table, infer_roles(table))
    assert problem.params["line"] == lines.decode().splitlines().index("0,oops") + 2
    blank = read_table("a.csv", lines.replace(b"0,0.5\n", b"0,0.5\n\n"))
    (problem,) = build_dataset(blank, infer_roles(blank))
    assert (problem.params["row"], "line" in problem.params) == (6, False)  # as counted below the header


BROKEN = {
    "a field too many": (b"label,score\n1,0.9\nlabel,score\n0,0.5,3\n", "unequal_row", 4),
    "stray quotes": (b'label,score\n1,0.9\nlabel,score\n1,"0.8\n0,0.3"\n1,0.2\n', "quote_swallows_rows", 4),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_problems_name_the_line_of_a_broken_row(kind):
    content, key, line = BROKEN[kind]
    problem = read_table("a.csv", content)
    assert (problem.key, problem.params["line"]) == (key, line)


def test_thousands_separators_are_read_below_a_row_of_units():
    table = read_table("a.csv", b"label;score\nclass;[ng]\n1;1.234.567\n0;2.000\n")
    assert table.frame["score"].tolist() == [1234567, 2000]


def test_a_row_of_totals_at_the_end_is_not_a_truncated_number():
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
def test_only_rows_that_cannot_be_data_are_found(kind):
    cells, found = FOUND[kind]
    header = ["label", "score"] if len(cells) == 2 else ["id", "label", "score"]
    assert extra_rows(header, cells) == found


def test_without_a_header_no_row_repeats_it():
    assert extra_rows([], columns(["label", "1"], ["score", "0.5"])) == ExtraRows()


TWO_ROWS = "label,score\n1,0.9\n0,0.2\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("yes,0.9\nno,0.2\nyes,0.1\n", True),
        ("0.9;yes\n0.2;no\n0.1;yes\n", True),
        ("a1,yes,0.9\na2,no,0.2\na3,yes,0.1\n", True),
        ("label,2001\nno,0.2\nyes,0.1\n", False),  # a year as a column name: its text does not occur below
        ("yes,score\nno,0.2\nyes,0.1\n", False),
        ("yes,0.9\n", False),
        ("yes,0.9\nno,low\nyes,0.1\n", False),
    ],
)
def test_a_data_row_resembles_the_rows_below_it(text, expected):
    assert is_data_row(text, ";" if ";" in text else ",") is expected


@pytest.mark.parametrize("title", ["Results,\n", "Results,\n,\n", '"Results"\r\n\r\n'])
def test_a_title_is_skipped_with_a_notice(title):
    table = read_table("t.csv", (title + TWO_ROWS).encode())
    assert table.frame.to_dict("list") == {"label": [1, 0], "score": [0.9, 0.2]}
    assert [note.key for note in table.notes] == ["title_above"]
    assert table.line_offset == title.count("\n") + 1


@pytest.mark.parametrize("text", ["score\n1\n0\n", "label\n1,0.9\n0,0.2\n", "Results\n1,0.9\n0,0.2\n"])
def test_a_line_without_a_header_below_is_no_title(text):
    assert "title_above" not in [note.key for note in getattr(read_table("t.csv", text.encode()), "notes", ())]
