"""Confidence in a prediction becomes a score of the positive value; a score of the positive value stays one."""

import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_cases
from pr_curve_lab.schema.extra_columns import positive_class_score, predictions_of
from pr_curve_lab.schema.infer_roles import infer_roles


def table_of(**columns):
    return Table("t.csv", pd.DataFrame(columns))


TRUTH, PREDICTED = ["yes", "no", "yes", "no"], ["yes", "yes", "no", "no"]


def test_what_is_left_of_one_where_the_other_value_is_predicted():
    table = table_of(truth=TRUTH, predicted=PREDICTED, confidence=[0.9, 0.6, 0.7, 0.95])
    roles = infer_roles(table)
    assert (roles.prediction, roles.positive) == ("predicted", "yes")
    assert build_cases(table, roles).score == pytest.approx([0.9, 0.6, 0.3, 0.05])


@pytest.mark.parametrize(("name", "score"), [("confidence", [0.9, 0.6, 0.3, 0.05]), ("score", [0.9, 0.6, 0.7, 0.95])])
def test_a_score_of_the_positive_value_is_taken_as_it_stands(name, score):
    table = table_of(truth=TRUTH, predicted=PREDICTED, **{name: score})
    assert predictions_of(table, "truth", "yes", name) is None


def test_per_cent_and_other_units():
    predicted = pd.Series(["a", "b"])
    assert positive_class_score(np.array([90.0, 80.0]), predicted, "a").tolist() == [90, 20]
    assert positive_class_score(np.array([9000.0, 800.0]), predicted, "a").tolist() == [9000, -800]


def test_rows_of_training_do_not_count():
    table = table_of(split=["train", "test"] * 3, label=[1, 0, 0, 1, 1, 0], score=[0.9, 0.8, 0.7, 0.6, 0.5, 0.4])
    roles = infer_roles(table)
    assert (roles.group, roles.part) == ("split", "test")
    assert build_cases(table, roles).row.tolist() == [1, 3, 5]


def test_a_weight_that_is_the_score_is_refused():
    table = table_of(label=[1, 0], score=[0.9, 0.8])
    roles = infer_roles(table)
    for other in ("label", "score"):
        problems = build_cases(table, type(roles)("label", "1", ("score",), other))
        assert [problem.key for problem in problems] == ["weight_is_other"]
