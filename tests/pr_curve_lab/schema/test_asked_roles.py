"""Columns that are named are taken; what is not named is guessed beside them."""

import pandas as pd
import pytest

from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.infer_roles import infer_roles, infer_roles_with
from pr_curve_lab.schema.roles import Roles

ROWS = Table(
    "t",
    pd.DataFrame(
        {
            "clicked": [1, 0, 1, 0, 0],
            "bought": ["yes", "no", "no", "no", "no"],
            "p": [0.9, 0.2, 0.4, 0.3, 0.1],
            "old": [0.8, 0.7, 0.1, 0.2, 0.3],
            "weight": [1.5, 2.5, 1.0, 1.0, 2.0],
            "split": ["test", "test", "train", "test", "test"],
        }
    ),
)
CLASSES = Table("t", pd.DataFrame({"y": ["a", "b", "c"], "p_a": [0.8, 0.1, 0.1], "p_b": [0.1, 0.8, 0.1], "p_c": 0.2}))


def test_nothing_named_is_the_guess_of_the_app():
    assert infer_roles_with(ROWS) == infer_roles(ROWS)


COUNTS = Table("t", pd.DataFrame({"score": [0.9, 0.9, 0.2, 0.2], "label": [1, 0, 1, 0], "count": [7, 2, 3, 9]}))
SURE = Table(
    "t",
    pd.DataFrame({"y": ["a", "b", "b", "a"], "predicted": ["a", "b", "a", "a"], "confidence": [0.9, 0.8, 0.6, 0.7]}),
)
TOTAL = Table("t", pd.DataFrame({"y": [1, 0, 1], "p": [0.9, 0.1, 0.4], "num_positives": 9, "sample_weight": [1, 2, 1]}))
UNSCORED = Table("t", pd.DataFrame({"y": [1, 0, 1], "p": [0.9, 0.1, None]}), has_unscored=True)


@pytest.mark.parametrize("table", [ROWS, CLASSES, COUNTS, SURE, TOTAL, UNSCORED])
@pytest.mark.parametrize("named", [(), ("label",), ("scores",), ("label", "scores")])
def test_naming_what_is_guessed_anyway_changes_nothing(table, named):
    guessed = infer_roles(table)
    assert infer_roles_with(table, **{name: getattr(guessed, name) for name in named}) == guessed


@pytest.mark.parametrize(("label", "positive"), [("clicked", "1"), ("bought", "yes")])
@pytest.mark.parametrize("score", ["p", "old"])
def test_what_is_not_named_stays_guessed(label, positive, score):
    expected = Roles(label, positive, (score,), group="split", part="test")
    assert infer_roles_with(ROWS, label=label, scores=[score]) == expected


def test_a_named_column_is_taken_from_the_part_that_was_guessed_for_it():
    roles = infer_roles_with(COUNTS, label="label", scores=["count"])
    assert (roles.scores, roles.weight) == (("count",), None)
    roles = infer_roles_with(ROWS, label="split", scores=["p"])
    assert (roles.label, roles.group, roles.part) == ("split", None, None)
    roles = infer_roles_with(TOTAL, scores=["sample_weight"], weight="num_positives")
    assert (roles.label, roles.weight, roles.total) == ("y", "num_positives", None)
    assert infer_roles_with(TOTAL, weight="num_positives").total is None
    roles = infer_roles_with(COUNTS, weight="score")
    assert (roles.label, roles.scores, roles.weight) == ("label", ("count",), "score")
    assert infer_roles_with(TOTAL, weight="y").label != "y"


def test_a_weight_is_guessed_beside_another_label_and_other_scores():
    table = Table("t", TOTAL.frame.assign(other=[0, 1, 1], q=[0.5, 0.6, 0.7]))
    for named in ({"label": "other"}, {"scores": ["q"]}, {"label": "other", "scores": ["q"]}):
        assert infer_roles_with(table, **named).weight == "sample_weight"


@pytest.mark.parametrize("label", ["clicked", "bought"])
def test_a_score_is_guessed_beside_a_label(label):
    roles = infer_roles_with(ROWS, label=label)
    assert roles.label == label
    assert roles.scores[0] == "p"
    assert label not in roles.scores


def test_a_label_is_guessed_beside_a_score():
    roles = infer_roles_with(ROWS, scores=["old"])
    assert roles.scores == ("old",)
    assert roles.label in ("clicked", "bought")


def test_several_scores_are_models_or_the_classes_of_the_label():
    assert infer_roles_with(ROWS, label="clicked", scores=["p", "old"]).kind == "models"
    assert infer_roles_with(CLASSES, label="y", scores=["p_a", "p_b", "p_c"]).kind == "classes"


def test_a_positive_value_is_taken_and_of_classes_its_own_score():
    assert infer_roles_with(ROWS, label="bought", scores=["p"], positive="no").positive == "no"
    roles = infer_roles_with(CLASSES, positive="b")
    assert (roles.positive, roles.scores, roles.kind) == ("b", ("p_b",), "one")


def test_a_weight_is_taken_where_it_is_named():
    assert infer_roles_with(ROWS, label="clicked", scores=["p"], weight="weight").weight == "weight"


def test_a_table_of_two_columns_has_room_for_either():
    table = Table("t", pd.DataFrame({"a": [1, 0, 1], "b": [0, 1, 1]}))
    assert infer_roles_with(table, label="b").scores == ("a",)
    assert infer_roles_with(table, scores=["b"]).label == "a"


def test_a_column_with_a_guessed_part_gives_way_where_no_other_is_left():
    table = Table("t", pd.DataFrame({"y": [1, 0, 1, 0], "p": [0.9, 0.2, 0.4, 0.1], "fold": [1, 1, 2, 2]}))
    assert infer_roles(table).group == "fold"
    assert infer_roles_with(table, label="p", scores=["y"]).group == "fold"
    assert infer_roles_with(table, scores=["y", "p"]).label == "fold"
    assert infer_roles_with(table, scores=["y", "p", "fold"]).scores == ("y", "p", "fold")


def test_what_is_guessed_anew_goes_by_names_first_and_is_no_column_with_another_part():
    rows = {"label": [1, 0, 1, 0], "flag": [1, 1, 0, 0], "outcome": [0, 1, 1, 0], "p_no": [0.1, 0.9, 0.2, 0.7]}
    table = Table("t", pd.DataFrame({**rows, "p_yes": [0.9, 0.1, 0.8, 0.3], "kind": ["yes", "no", "yes", "no"]}))
    assert infer_roles(table).label == "label"
    assert infer_roles_with(table, scores=["label"]).label == "outcome"
    assert infer_roles_with(table, label="kind").scores[0] == "p_yes"
    table = Table("t", pd.DataFrame({**rows, "x": [2.5, 3.5, 2.5, 4.5], "sample_weight": [1.5, 2.5, 3.5, 4.5]}))
    table.frame.pop("p_no")
    assert infer_roles_with(table, label="flag").scores[0] == "x"
    table = Table("t", pd.DataFrame({**rows, "score": [3, 4, 3, 5]}))
    assert infer_roles_with(table, label="flag").scores == ("score",)
