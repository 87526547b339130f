"""A first line that is a row, and lines above the header that are titles."""

import pytest

from pr_curve_lab.io.encoding import is_data_row
from pr_curve_lab.schema.uploads import read_table

BODY = "label,score\n1,0.9\n0,0.2\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("yes,0.9\nno,0.2\nyes,0.1\n", True),
        ("0.9;yes\n0.2;no\n0.1;yes\n", True),
        ("a1,yes,0.9\na2,no,0.2\na3,yes,0.1\n", True),
        ("label,2001\nno,0.2\nyes,0.1\n", False),  # a year as a name: its word does not come again
        ("yes,score\nno,0.2\nyes,0.1\n", False),
        ("yes,0.9\n", False),
        ("yes,0.9\nno,low\nyes,0.1\n", False),
    ],
)
def test_a_row_is_like_those_below_it(text, expected):
    assert is_data_row(text, ";" if ";" in text else ",") is expected


@pytest.mark.parametrize(
    "title",
    [
        "Results\n",
        "Results of 2026\n\n",
        "Results,\n",
        "Results,\n,\n",
        "Results\nof May, seed 3\n\n",
        '"Results"\r\n\r\n',
    ],
)
def test_a_title_is_said_and_rows_keep_their_lines(title):
    table = read_table("t.csv", (title + BODY).encode())
    assert table.frame.to_dict("list") == {"label": [1, 0], "score": [0.9, 0.2]}
    assert [note.key for note in table.notes] == ["title_above"]
    assert table.line_offset == title.count("\n") + 1


@pytest.mark.parametrize("text", ["score\n1\n0\n", "label\n1,0.9\n0,0.2\n", "Results\n1,0.9\n0,0.2\n"])
def test_without_a_header_below_it_a_line_is_no_title(text):
    assert "title_above" not in [note.key for note in getattr(read_table("t.csv", text.encode()), "notes", ())]
