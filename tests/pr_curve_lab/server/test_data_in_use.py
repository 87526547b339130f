"""Which earlier table of a visitor is offered for a match."""

import pandas as pd
import pytest

from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.roles import Roles
from pr_curve_lab.server.data_in_use import _previous_table
from pr_curve_lab.server.visitor_state import DataSource


@pytest.mark.parametrize(
    ("in_use", "uploaded", "is_offered"),
    [
        ("a.csv", "b.csv", True),
        ("a.csv", "a.csv", False),
        ("data.csv", "a.csv", True),
        ("scores.csv.gz", "scores.csv", True),
        ("fold1.csv", "fold1", True),
        ("a.csv + b.csv", "b.csv", False),
        ("a.csv + b.csv", "c.csv", True),
        ("a + b.csv", "a + b.csv", False),
        ("book.xlsx, Sheet1", "book.xlsx", False),
        ("book.xlsx, Sheet1 + b.csv", "book.xlsx", False),
    ],
)
def test_the_earlier_table_is_offered_unless_it_is_uploaded_again(in_use, uploaded, is_offered):
    source = DataSource(Table(in_use, pd.DataFrame({"y": [1, 0], "p": [0.9, 0.1]})), Roles("y", "1", ("p",)))
    assert (_previous_table(source, [uploaded]) is source.table) == is_offered
