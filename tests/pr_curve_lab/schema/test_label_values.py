"""Words that say that nothing is known are no class: they would count as negative."""

import pandas as pd
import pytest

from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.column_values import label_values
from pr_curve_lab.schema.dataset import build_cases
from pr_curve_lab.schema.infer_roles import infer_roles
from pr_curve_lab.schema.uploads import read_table


@pytest.mark.parametrize("word", ["NA", "?", "-", "null", "n/a", "NaN", "None", ".", "缺失"])
def test_a_missing_word_in_a_label_is_asked_about_with_its_row(word):
    table = read_table("t.csv", f"label,score\n1,0.9\n0,0.8\n{word},0.7\n1,0.6\n".encode())
    problem = build_cases(table, infer_roles(table))[0]
    assert (problem.key, problem.params["row"], problem.params["count"]) == ("label_missing", 3, 1)
    assert build_cases(table, infer_roles(table), exclude=True).positive.tolist() == [True, False, True]


@pytest.mark.parametrize(
    ("values", "known"),
    [
        (["+", "-"], ["+", "-"]),
        (["none", "tumor"], ["none", "tumor"]),
        (["NA", "EU"], ["NA", "EU"]),
        (["NA", "yes"], ["yes"]),
        (["?", "1"], ["1"]),
        (["NA", "EU", "AS"], ["EU", "AS"]),
    ],
)
def test_what_a_missing_word_stands_beside(values, known):
    assert label_values(Table("t", pd.DataFrame({"y": values, "s": range(len(values))})), "y") == known


def test_a_class_that_has_a_column_of_scores_is_a_class():
    frame = pd.DataFrame({"y": ["NA", "EU", "AS"], "p_NA": [0.1] * 3, "p_EU": [0.2] * 3, "p_AS": [0.7] * 3})
    assert label_values(Table("t", frame), "y") == ["NA", "EU", "AS"]


def test_names_of_columns_are_looked_at_only_where_a_cell_may_be_missing(monkeypatch):
    monkeypatch.setattr("pr_curve_lab.schema.column_values.split_name", None)  # which thousands of columns would cost
    assert label_values(Table("t", pd.DataFrame({"y": ["b", "a"], "s": [1, 2]})), "y") == ["b", "a"]
