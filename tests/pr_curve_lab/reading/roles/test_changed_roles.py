from dataclasses import replace

import pytest

from pr_curve_lab.schema.examples import EXAMPLES, example_table
from pr_curve_lab.schema.infer_roles import guess_roles
from pr_curve_lab.schema.role_options import changes_as_text, with_changes

FOUR = example_table("four_models")
GUESSED = guess_roles(FOUR)


@pytest.mark.parametrize("example", EXAMPLES)
def test_what_is_guessed_is_no_change(example):
    roles = guess_roles(example_table(example))
    assert changes_as_text(roles, roles) == ""


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
    assert with_changes(changes_as_text(roles, GUESSED), GUESSED, FOUR) == roles


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
    assert with_changes(text, GUESSED, FOUR) is None
