"""Rows as text: written rows are read back exactly, and invalid rows are refused."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_curve_lab.web.play import MAX_LENGTH, MAX_ROWS, ScoreRow, format_rows, parse_rows

SCORES = st.floats(allow_nan=False, allow_infinity=False)
WEIGHTS = st.floats(0, allow_infinity=False)
PLAYED = st.builds(ScoreRow, SCORES, st.booleans(), WEIGHTS)
LEAST = 5e-324


@given(st.lists(PLAYED, min_size=1, max_size=MAX_ROWS))
def test_rows_are_read_back_exactly(rows):
    usable = sum(row.weight for row in rows) > 0
    assert parse_rows(format_rows(rows)) == (rows if usable else None)


def test_the_most_rows_with_the_longest_numbers_are_read_back():
    longest = ScoreRow(-1.2345678901234567e-06, True, 1.2345678901234567e-06)
    text = format_rows([longest] * MAX_ROWS)
    assert MAX_LENGTH - 1 <= len(text) <= MAX_LENGTH
    assert parse_rows(text) == [longest] * MAX_ROWS


@pytest.mark.parametrize(
    ("score", "written"),
    [
        (1.0, "1"),
        (0.1 + 0.2, "0.30000000000000004"),
        (-0.0, "0"),  # the browser does not distinguish -0 from 0
        (1e20, "100000000000000000000"),
        (1e21, "1e+21"),
        (1e-6, "0.000001"),
        (1.5e-7, "1.5e-7"),
        (-sys.float_info.max, "-1.7976931348623157e+308"),
        (LEAST, "5e-324"),
    ],
)
def test_numbers_are_written_as_the_browser_writes_them(score, written):
    assert format_rows([ScoreRow(score, False)]) == f"{written}n"


@pytest.mark.parametrize(
    "text",
    [
        "", "_", "p", "0.5", "0.5q", "0.5P", "nan", "infn", "-infp", "1e999p", "0.5p_", "0.5p__0.5n", "0.5p 0.4n",
        "0.5px", "0.5px-1", "0.5pxinf", "0.5px1e999", "0.5px0", "0.5px0_0.4nx0", "--1p", "1e5e5p", "0x1p", "٠.5p",
        "0.5p\n", "1_0p", "_".join(["0.5p"] * (MAX_ROWS + 1)), "0" * MAX_LENGTH + "1p",
    ],
)  # fmt: skip
def test_an_invalid_row_is_refused(text):
    assert parse_rows(text) is None


def test_other_notations_of_a_number_are_read():
    assert parse_rows("+.5p_5.n_1e1px.5") == [ScoreRow(0.5, True), ScoreRow(5.0, False), ScoreRow(10.0, True, 0.5)]
