import pandas as pd
import pytest

from pr_app.reading.binary_tasks import build_cases
from pr_app.reading.cases import Cases
from pr_app.reading.data_checks import notices
from pr_app.reading.examples import example_cases
from pr_app.reading.problem import Problem
from pr_app.reading.roles import guess_roles
from pr_app.reading.tables import Table


def keys(labels, scores, positive="1"):
    table = Table("t", pd.DataFrame({"label": labels, "score": scores}))
    roles = guess_roles(table)
    cases = build_cases(table, type(roles)(roles.label, positive, roles.scores))
    assert isinstance(cases, Cases)
    return [notice.key for notice in notices(cases)]


@pytest.mark.parametrize("example", ["apples_oranges", "breast_cancer"])
def test_healthy_cases_get_no_notice(example):
    assert notices(example_cases(example)) == []


def test_scores_the_wrong_way_round_are_noticed():
    assert keys([0, 0, 1, 1], [4, 3, 2, 1]) == ["scores_reversed"]
    assert keys([1, 1, 0, 0], [4, 3, 2, 1]) == []


def test_the_share_of_ordered_pairs_counts_ties_half():
    table = Table("t", pd.DataFrame({"label": [0, 1, 1], "score": [5, 5, 1]}))
    cases = build_cases(table, guess_roles(table))
    assert notices(cases)[0] == Problem("scores_reversed", share=0.25, column="score")


def test_decisions_in_place_of_scores_are_noticed():
    assert keys([1, 0] * 5, [1, 0] * 5) == ["hard_decisions"]
    assert keys([1, 0], [1, 1]) == ["one_score"]


def test_many_ties_are_noticed():
    assert keys([1, 1, 0, 1, 0, 0], [3, 3, 2, 2, 1, 1]) == ["many_ties"]


def test_few_positives_are_noticed():
    assert keys([1] * 9 + [0] * 41, range(50, 0, -1)) == ["few_positives"]
    assert keys([1] * 10 + [0] * 40, range(50, 0, -1)) == []


def test_one_against_the_rest_is_said():
    assert keys(["a", "b", "c"], [3, 2, 1], positive="a") == ["one_against_rest"]
