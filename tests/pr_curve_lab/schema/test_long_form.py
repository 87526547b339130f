"""Models below one another become columns, by their ids where the order differs; other blocks stay as they are."""

import pandas as pd

from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_dataset
from pr_curve_lab.schema.infer_roles import infer_roles
from pr_curve_lab.schema.shapes import pivot_models

LABEL = [1, 0, 0, 1, 0]


def table_of(**columns):
    return Table("t.csv", pd.DataFrame(columns))


def test_cases_are_put_together_by_their_ids():
    table = table_of(
        case_id=[1, 2, 3, 4, 5, 5, 4, 3, 2, 1],
        model=["a"] * 5 + ["b"] * 5,
        label=LABEL + LABEL[::-1],
        score=[0.9, 0.8, 0.7, 0.6, 0.5, 0.51, 0.61, 0.71, 0.81, 0.91],
    )
    wide = pivot_models(table)
    assert wide.frame.to_dict("list") == {
        "case_id": [1, 2, 3, 4, 5],
        "label": LABEL,
        "a": [0.9, 0.8, 0.7, 0.6, 0.5],
        "b": [0.91, 0.81, 0.71, 0.61, 0.51],
    }
    assert wide.notes[0].params == {"column": "model", "count": 2, "listed": "a, b"}
    assert build_dataset(wide, infer_roles(wide)).names == ("a", "b")


def test_blocks_with_labels_of_their_own_are_no_models():
    labels = [*LABEL, 0, 1, 0, 1, 0]
    assert pivot_models(table_of(site=["n"] * 5 + ["s"] * 5, label=labels, score=range(10))) is None


def test_folds_and_blocks_of_different_length_are_no_models():
    assert pivot_models(table_of(fold=["n"] * 5 + ["s"] * 5, label=LABEL * 2, score=range(10))) is None
    assert pivot_models(table_of(model=["n"] * 6 + ["s"] * 4, label=LABEL * 2, score=range(10))) is None
