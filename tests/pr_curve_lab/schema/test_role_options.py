from dataclasses import replace

import pandas as pd
import pytest

from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.examples import EXAMPLES, example_table
from pr_curve_lab.schema.role_options import describe_roles, roles_from_json, roles_to_json
from pr_curve_lab.schema.roles import Roles, infer_roles, infer_roles_and_certainty

FOUR = example_table("four_models")
INFERRED = infer_roles(FOUR)


@pytest.mark.parametrize("example", EXAMPLES)
def test_inferred_roles_are_not_stored_in_a_link(example):
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
def test_changed_roles_are_restored_from_a_link(changed):
    roles = replace(INFERRED, **changed)
    assert roles_from_json(roles_to_json(roles, INFERRED), INFERRED, FOUR) == roles


def test_a_link_has_short_names_for_roles():
    text = (
        '{"turned":["tree"],"part":"a","missed":3,"total":"forest","total_by":"label","unscored":"missed","once":true}'
    )
    changed = {"split_value": "a", "unscored_positives": 3, "total_positives": "forest", "total_positives_by": "label"}
    roles = replace(INFERRED, inverted=("tree",), unscored_policy="missed", drop_duplicates=True, **changed)
    assert roles_from_json(text, INFERRED, FOUR) == roles
    assert roles_to_json(roles, INFERRED) == text


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
def test_invalid_roles_in_a_link_are_refused(text):
    assert roles_from_json(text, INFERRED, FOUR) is None


def test_a_score_named_after_the_other_value_can_be_inverted():
    table = Table("t", pd.DataFrame({"y": ["sick", "healthy", "healthy"], "p_healthy": [0.1, 0.9, 0.7]}))
    roles = infer_roles(table)
    (choice,) = (one for one in describe_roles(table, roles) if one.notice.key == "chose_other_score")
    turned, other = (offer.roles for offer in choice.options)
    assert (turned.inverted, other.positive) == (("p_healthy",), "healthy")


@pytest.mark.parametrize(
    ("label", "values", "score", "is_noted"),
    [
        ("no_show", ("yes", "no"), "no_show_probability", False),
        ("yes_no", ("yes", "no"), "p_yes_no", False),
        ("No Churn", ("yes", "no"), "NoChurnScore", False),
        ("未 到", ("到", "未"), "未 到 概率", False),
        ("no_show", ("yes", "no"), "p_no", True),
        ("churn", ("yes", "no"), "no_churn_score", True),
        ("default", ("default", "non_default"), "p_non_default", True),
        ("benign", ("malignant", "benign"), "p_benign", True),
        ("健康", ("患病", "健康"), "健康_概率", True),
    ],
)
def test_a_score_named_after_the_whole_label_is_not_named_after_its_other_value(label, values, score, is_noted):
    table = Table("t", pd.DataFrame({label: values, score: [0.9, 0.1]}))
    choices = describe_roles(table, Roles(label, values[0], (score,)))
    assert ("chose_other_score" in [one.notice.key for one in choices]) is is_noted


def test_groups_of_rows_are_no_other_label():
    shares = [row / 40 for row in range(40)]
    rows = {"bureau": list("abcb") * 10, "result": ["bad", "good"] * 20, "bureaus_score": shares}
    assert infer_roles_and_certainty(Table("t", pd.DataFrame(rows))).label.alternatives == ()
    table = Table("t", pd.DataFrame({"y1": [0, 1] * 20, "y2": [0, 0, 1, 1] * 10, "score": shares}))
    roles = infer_roles(table)
    (choice,) = describe_roles(table, roles)
    assert (choice.notice.key, choice.options[0].value) == ("chose_label", "y2")
    for role in ("weight", "group", "split", "cluster"):
        assert "chose_label" not in [one.notice.key for one in describe_roles(table, replace(roles, **{role: "y2"}))]
