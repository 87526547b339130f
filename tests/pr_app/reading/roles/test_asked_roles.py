"""Columns that are named are taken; what is not named is guessed beside them."""

import pandas as pd
import pytest

from pr_app.reading.roles.asked_roles import asked_roles
from pr_app.reading.roles.guessed_roles import guess_roles
from pr_app.reading.roles.roles import Roles
from pr_app.reading.tables import Table

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
    assert asked_roles(ROWS) == guess_roles(ROWS)


@pytest.mark.parametrize(("label", "positive"), [("clicked", "1"), ("bought", "yes")])
@pytest.mark.parametrize("score", ["p", "old"])
def test_label_and_score_are_taken_as_they_stand_and_all_rows_count(label, positive, score):
    assert asked_roles(ROWS, label=label, scores=[score]) == Roles(label, positive, (score,))


@pytest.mark.parametrize("label", ["clicked", "bought"])
def test_a_score_is_guessed_beside_a_label(label):
    roles = asked_roles(ROWS, label=label)
    assert roles.label == label
    assert roles.scores[0] == "p"
    assert label not in roles.scores


def test_a_label_is_guessed_beside_a_score():
    roles = asked_roles(ROWS, scores=["old"])
    assert roles.scores == ("old",)
    assert roles.label in ("clicked", "bought")


def test_several_scores_are_models_or_the_classes_of_the_label():
    assert asked_roles(ROWS, label="clicked", scores=["p", "old"]).kind == "models"
    assert asked_roles(CLASSES, label="y", scores=["p_a", "p_b", "p_c"]).kind == "classes"


def test_a_positive_value_is_taken_and_of_classes_its_own_score():
    assert asked_roles(ROWS, label="bought", scores=["p"], positive="no").positive == "no"
    roles = asked_roles(CLASSES, positive="b")
    assert (roles.positive, roles.scores, roles.kind) == ("b", ("p_b",), "one")


def test_a_weight_is_taken_where_it_is_named():
    assert asked_roles(ROWS, label="clicked", scores=["p"], weight="weight").weight == "weight"


def test_a_table_of_two_columns_has_room_for_either():
    table = Table("t", pd.DataFrame({"a": [1, 0, 1], "b": [0, 1, 1]}))
    assert asked_roles(table, label="b").scores == ("a",)
    assert asked_roles(table, scores=["b"]).label == "a"
