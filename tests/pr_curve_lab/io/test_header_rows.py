"""The header is found below titles and descriptions, in texts and in spreadsheets, and can be pointed out."""

import io

import pandas as pd
import pytest

from pr_curve_lab.io.files import read_tables
from pr_curve_lab.io.header_rows import find_header
from pr_curve_lab.io.limits import Problem
from pr_curve_lab.schema.infer_roles import infer_roles
from pr_curve_lab.schema.uploads import read_table, read_upload

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
    padded(rows).to_excel(target, header=False, index=False, engine={"xlsx": "openpyxl", "ods": "odf"}[kind])
    return target.getvalue()


def padded(rows):
    width = max(map(len, rows))
    return pd.DataFrame([[*row, *[None] * (width - len(row))] for row in rows])


def _quoted(cell, delimiter):
    return f'"{cell}"' if delimiter in cell else cell


@pytest.mark.parametrize("kind", DELIMITED)
@pytest.mark.parametrize("titles", TITLES)
def test_a_header_is_found_below(titles, kind):
    assert_found(read_table("t", written(TITLES[titles] + BODY, kind)), len(TITLES[titles]) + 1)


@pytest.mark.parametrize("engine", ["openpyxl", "odf"])
def test_a_header_is_found_in_every_sheet(engine):
    target = io.BytesIO()
    with pd.ExcelWriter(target, engine=engine) as book:
        for name, titles in TITLES.items():
            padded(titles + BODY).to_excel(book, sheet_name=name[:30], header=False, index=False)
    tables = read_tables("t", target.getvalue())
    for table, titles in zip(tables, TITLES.values(), strict=True):
        assert_found(table, len(titles) + 1)


def assert_found(table, row):
    assert list(table.frame.columns) == BODY[0]
    assert len(table.frame) == 10
    assert table.first_rows.header == row
    assert table.first_rows.rows[row - 1] == tuple(BODY[0])
    roles = infer_roles(table)
    assert (roles.label, roles.scores) == ("diseased", ("risk",))
    assert ("title_above", row) in [(note.key, note.params.get("header")) for note in table.notes]


@pytest.mark.parametrize("kind", KINDS)
def test_units_below_a_header_that_was_found_are_no_row(kind):
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
def test_the_header_is_where_somebody_says(kind):
    rows = [["label", "score"], ["is it so", "how sure"], [1, 0.9], [0, 0.4]]
    content = written(rows, kind)
    assert list(read_upload("t", content, header=2).frame.columns) == rows[1]
    assert list(read_upload("t", content, header=1).frame.columns) == rows[0]
    none = read_upload("t", content, header=0)
    assert (list(none.frame.columns), len(none.frame), none.first_rows.header) == (["#1", "#2"], 4, 0)
    assert read_upload("t", content, header=9) == Problem("header_beyond", name="t", header=9, count=4)


def test_numbers_can_be_names_where_somebody_says_so():
    table = read_upload("t", b"2001,2002\n1,0.9\n0,0.2\n", header=1)
    assert (list(table.frame.columns), len(table.frame)) == (["2001", "2002"], 2)


def test_a_format_that_names_its_columns_has_no_row_to_point_out():
    target = io.BytesIO()
    pd.DataFrame(BODY[1:], columns=BODY[0]).to_parquet(target)
    assert read_upload("t", target.getvalue(), header=1) == Problem("header_not_a_row", name="t")


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
def test_what_is_no_title_stays_the_first_row(rows):
    assert find_header(rows) == 0
