import pandas as pd
import pytest

from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.column_values import label_values
from pr_curve_lab.schema.infer_roles import infer_roles
from pr_curve_lab.schema.roles import Roles


def table_of(**columns):
    return Table("t.csv", pd.DataFrame(columns))


@pytest.mark.parametrize(
    ("columns", "roles"),
    [
        ({"label": [1, 0, 1], "score": [0.9, 0.5, 0.4]}, Roles("label", "1", ("score",))),
        ({"score": [0.9, 0.5, 0.4], "label": [1, 0, 1]}, Roles("label", "1", ("score",))),
        ({"y_true": [True, False], "y_pred": [0.9, 0.5]}, Roles("y_true", "True", ("y_pred",))),
        (
            {"id": [11, 12, 13], "truth": [-1, 1, 1], "model_score": [0.1, 0.9, 0.4]},
            Roles("truth", "1", ("model_score",)),
        ),
        ({"outcome": ["no", "yes", "no"], "p": [0.1, 0.9, 0.4]}, Roles("outcome", "yes", ("p",))),
        ({"truth": ["cat", "dog", "cat"], "p": [0.1, 0.9, 0.4]}, Roles("truth", "dog", ("p",))),
        ({"标签": ["反", "正", "反"], "得分": [0.1, 0.9, 0.4]}, Roles("标签", "正", ("得分",))),
        ({"a": [0.1, 0.9, 0.4], "b": ["x", "y", "x"]}, Roles("b", "y", ("a",))),
        (
            {"fold": [1, 2, 1], "weights": [1, 1, 2], "score": [0.9, 0.5, 0.4]},
            Roles("fold", "2", ("score",), "weights"),
        ),
        ({"fold": [1, 2, 1], "group": [0.5, 0.1, 0.2]}, Roles("fold", "2", ("group",))),
        ({"label": [1, 0], "sample_weight": [1, 2], "fold": [1, 2]}, Roles("label", "1", ("sample_weight",))),
        (
            {"id": [4, 9, 2], "group": ["case", "control", "case"], "score": [0.9, 0.5, 0.4]},
            Roles("group", "case", ("score",)),
        ),
        ({"u": [1, 1], "score": [0.9, 0.5]}, Roles("u", "1", ("score",))),
        ({"u": [1.0, 1.0, 1.0], "v": [0.9, 0.5, 0.5]}, Roles("u", "1", ("v",))),
        ({"obs": ["a", "b", "c"], "a": [0.1, 0.9, 0.4], "b": [0.5, 0.5, 0.2]}, Roles("obs", None, ("a",))),
        (
            {"y": [0, 1, 0], "s": [0.1, 0.9, 0.4], "sample_weight": [1, 2, 1], "Fold": ["f1", "f1", "f2"]},
            Roles("y", "1", ("s",), "sample_weight", "Fold"),
        ),
        (
            {"truth": ["A", "B"], "Class1": [0.1, 0.9], "Class2": [0.9, 0.1], "weight": [70, 80]},
            Roles("truth", "B", ("Class1",)),
        ),
        ({"label": [1, 0, 1], "score": ["0.9", "oops", "0.4"]}, Roles("label", "1", ("score",))),
        ({"label": [1, 0, 1], "score": ["high", "", "0.4"], "w": [2, 1, 3]}, Roles("label", "1", ("score",))),
        ({"obs": ["a", "b"], "pred": ["a", "a"], "a": [0.9, 0.4]}, Roles("obs", "a", ("a",))),
        ({"id": [1, 2, 3], "truth": [1, 0, 1], "model_a": [0.7, 0.3, 0.7]}, Roles("truth", "1", ("model_a",))),
        ({"n": [7, 8, 9], "truth": [1, 0, 1], "points": [5, 3, 5]}, Roles("truth", "1", ("points",))),
        (
            {"amount": [514.43, 60.2, 9.5], "boosted": [0.1, 0.9, 0.1], "fraud": [0, 1, 0]},
            Roles("fraud", "1", ("boosted",)),
        ),
        (
            {
                "amount": [514.43, 60.2, 9.5],
                "new": [0.1, 0.9, 0.1],
                "old": [0.2, 0.2, 0.4],
                "fraud": ["no", "yes", "no"],
            },
            Roles("fraud", "yes", ("new", "old"), kind="models"),
        ),
        ({"loan_amount": [514.43, 60.2, 9.5], "z": [-1.5, 0.5, -1.5], "bad": [0, 1, 0]}, Roles("bad", "1", ("z",))),
        (
            {"day": [20260901, 20260902, 20260904], "points": [5, 3, 5], "bad": [0, 1, 0]},
            Roles("bad", "1", ("points",)),
        ),
        ({"truth": [0, 1, 0], "value": [-1.5, 0.5, -1.5], "age": [31, 40, 52]}, Roles("truth", "1", ("value",))),
        ({"truth": [0, 1, 0], "price": [3.5, 1.5, 2.5]}, Roles("truth", "1", ("price",))),
        ({"patient_id": [41, 17, 99], "truth": [1, 0, 1], "points": [5, 3, 5]}, Roles("truth", "1", ("points",))),
    ],
)
def test_roles_are_guessed_from_names_and_values(columns, roles):
    assert infer_roles(table_of(**columns)) == roles


def test_label_values_stop_where_classes_end():
    assert len(label_values(table_of(label=range(500)), "label")) == 21


def test_what_names_the_highest_score_of_each_row_is_no_label():
    scores = {"a": [0.7, 0.1, 0.2, 0.6], "b": [0.2, 0.8, 0.1, 0.3], "c": [0.1, 0.1, 0.7, 0.1]}
    table = table_of(age=[55, 15, 88, 41], **scores, Call=["a", "b", "c", "a"], subtype=["a", "b", "c", "b"])
    assert infer_roles(table).label == "subtype"
