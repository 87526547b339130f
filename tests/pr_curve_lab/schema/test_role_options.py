from dataclasses import replace

import pytest

from pr_curve_lab.schema.examples import EXAMPLES, example_table
from pr_curve_lab.schema.infer_roles import infer_roles
from pr_curve_lab.schema.role_options import roles_from_json, roles_to_json

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
        '{"colour":"red"}',
        '{"weight":["tree"]}',
        "9" * 5000,
    ],
)
def test_nonsense_is_refused(text):
    assert roles_from_json(text, GUESSED, FOUR) is None
