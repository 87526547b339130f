"""`prlab explain`: the answer of the page Schemes."""

import json

import pytest

from pr_metrics import TOOLS


def test_a_number_is_said_to_come_from_where_it_fits(prlab):
    result = prlab("explain", ".7917", "scores.csv", "--tool", "yardstick.pr_auc")
    assert result.stdout.splitlines() == [
        "yardstick pr_auc joins the points by straight lines, scikit-learn AP in steps",
        "0.0417 lower than average precision (0.833): −0.0417 by joining. Same rows.",
    ]


def test_a_tool_that_does_not_give_it_is_told(prlab):
    lines = prlab("explain", ".71", "scores.csv", "--tool", "xgboost").stdout.splitlines()
    assert lines[0] == "On these rows XGBoost gives 0.797, not 0.71"
    assert "a class balance of 0.27 instead of 0.5" in lines[-1]


def test_two_numbers_are_held_against_each_other(prlab):
    result = prlab(
        "explain", "0.833333", "scores.csv", "--tool", "yardstick.average_precision", "--other", "79.7267 %",
        "--other-tool", "precrec", "--json",
    )  # fmt: skip
    facts = json.loads(result.stdout)
    assert (facts["verdict"], facts["cause"]) == ("cause", "joining")
    apart = TOOLS["precrec"].report([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]) - 5 / 6
    assert sum(facts["parts"].values()) == pytest.approx(apart, abs=1e-12)
    assert "precrec" in facts["fits"]["theirs"]


def test_without_a_file_the_habits_of_the_tool_are_told(prlab):
    result = prlab("explain", ".71", "--tool", "xgboost")
    assert result.stdout.startswith("XGBoost aucpr, ")
    assert "Recall 0: the first precision is carried back." in result.stdout
    assert "prlab explain .71 FILE --tool xgboost.aucpr" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((".71",), "give a file to explain the number with, or --tool"),
        (("high", "scores.csv"), "'high' is not a number."),
        ((".71", "scores.csv", "--other", "1e9"), "'1e9' is not between 0 and 1"),
        ((".71", "scores.csv", "--tool", "sklearn"), "'sklearn' has several functions"),
    ],
)
def test_what_cannot_be_asked_is_refused(prlab, arguments, sentence):
    result = prlab("explain", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"prlab: {sentence}")
