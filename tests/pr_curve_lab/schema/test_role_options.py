from dataclasses import replace

import pandas as pd
import pytest

from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.examples import EXAMPLES, example_table
from pr_curve_lab.schema.role_options import describe_roles, roles_from_json, roles_to_json
from pr_curve_lab.schema.roles import infer_roles

FOUR = example_table("four_models")
GUESSED = infer_roles(FOUR)


@pytest.mark.parametrize("example", EXAMPLES)
def test_what_is_guessed_is_no_change(example):
    roles = infer_roles(example_table(example))
    assert roles_to_json(roles, roles) == ""


@pytest.mark.parametrize(
    "changed",
    [
        {"scores": ("tree", "forest")},
        {"scores": ("tree",), "kind": "one"},
        {"positive": "0"},
        {"weight": "tree", "group": "forest"},
    ],
)
def test_changes_are_read_back(changed):
    roles = replace(GUESSED, **changed)
    assert roles_from_json(roles_to_json(roles, GUESSED), GUESSED, FOUR) == roles


def test_a_link_has_short_names_for_what_is_chosen():
    text = (
        '{"turned":["tree"],"part":"a","missed":3,"total":"forest","total_by":"label","unscored":"missed","once":true}'
    )
    changed = {"split_value": "a", "unscored_positives": 3, "total_positives": "forest", "total_positives_by": "label"}
    roles = replace(GUESSED, inverted=("tree",), unscored_policy="missed", drop_duplicates=True, **changed)
    assert roles_from_json(text, GUESSED, FOUR) == roles
    assert roles_to_json(roles, GUESSED) == text


@pytest.mark.parametrize(
    "text",
    [
        "no JSON",
        "[1]",
        '{"scores":[]}',
        '{"scores":"tree"}',
        '{"scores":["oak"]}',
        '{"scores":[["tree"]]}',
        '{"label":null}',
        '{"kind":"pears"}',
        '{"positive":1}',
        '{"color":"red"}',
        '{"weight":["tree"]}',
        "9" * 5000,
    ],
)
def test_nonsense_is_refused(text):
    assert roles_from_json(text, GUESSED, FOUR) is None


def test_a_score_that_is_named_after_the_other_value_can_be_turned_round():
    table = Table("t", pd.DataFrame({"y": ["sick", "healthy", "healthy"], "p_healthy": [0.1, 0.9, 0.7]}))
    roles = infer_roles(table)
    (choice,) = (one for one in describe_roles(table, roles) if one.notice.key == "chose_other_score")
    turned, other = (offer.roles for offer in choice.options)
    assert (turned.inverted, other.positive) == (("p_healthy",), "healthy")
