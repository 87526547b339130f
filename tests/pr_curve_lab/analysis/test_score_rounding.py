import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pr_curve_lab.analysis.areas import areas_by_decimals, available_decimals, round_cases, ties_any
from pr_curve_lab.schema.dataset import build_cases
from pr_curve_lab.schema.examples import example_cases
from pr_curve_lab.schema.labeled_scores import LabeledScores
from pr_curve_lab.schema.roles import Roles
from pr_curve_lab.schema.uploads import read_table
from pr_metrics import SCHEMES, operating_points
from tests.kinds_of_rows import KINDS_OF_ROWS
from tests.rankings import rankings


def cases_of(text, weight=None):
    cases = build_cases(read_table("t.csv", text.encode()), Roles("label", "1", ("score",), weight=weight))
    assert isinstance(cases, LabeledScores), cases
    return cases


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_rounded_cases_are_those_of_rounded_scores(example):
    cases = example_cases(example)
    for decimals in (3, 1, 0, -1):
        coarse = round_cases(cases, decimals)
        again = operating_points(cases.positive, np.round(cases.score, decimals))
        assert coarse.points.threshold.tolist() == again.threshold.tolist()
        assert coarse.points.true_positives.tolist() == again.true_positives.tolist()
        assert np.isin(coarse.score, coarse.points.threshold).all()
    assert round_cases(cases, None) is cases


def test_weights_stay_with_their_rows():
    cases = cases_of("label,score,w\n1,0.52,2\n0,0.48,3\n1,0.1,1\n", weight="w")
    coarse = round_cases(cases, 1)
    assert coarse.points.true_positives.tolist() == [2, 3]
    assert coarse.points.false_positives.tolist() == [3, 3]
    assert coarse.weight is cases.weight


@pytest.mark.parametrize(
    ("example", "offered"),
    [
        ("apples_oranges", (-1,)),
        ("sixteen_rows", (1, 0)),
        ("constant", ()),
        ("improved", (-1,)),
        ("breast_cancer", (6, 5, 4, 3, 2, 1, 0)),
    ],
)
def test_only_decimals_that_tie_rows_are_offered(example, offered):
    assert available_decimals(example_cases(example).points) == offered


@given(rankings())
def test_each_offer_ties_more_rows_than_the_one_before(ranking):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    offered = available_decimals(points)
    left = [points.threshold.size, *(np.unique(np.round(points.threshold, k) + 0.0).size for k in offered)]
    assert left == sorted(left, reverse=True)
    assert all(count < left[0] for count in left[1:])
    assert len(offered) <= 7
    assert offered == tuple(sorted(offered, reverse=True))
    assert all(count > 2 for count in left[1:-1])


def test_huge_scores_have_no_decimals_to_round():
    points = operating_points([1, 0, 1], [1e305, 0.52, 0.51])
    assert not ties_any(points, 9)
    assert available_decimals(points) == (1,)


@given(rankings(), st.sampled_from(list(SCHEMES)))
def test_the_areas_are_those_of_rounded_scores(ranking, scheme):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(SCHEMES[scheme].can_join(points))
    areas = areas_by_decimals(points, (1, 0), "step", scheme)
    for index, decimals in enumerate((1, 0), start=1):
        again = operating_points(
            ranking.y_true, np.round(ranking.y_score, decimals), sample_weight=ranking.sample_weight
        )
        assert areas.thresholds[index] == again.threshold.size
        assert areas.right_area[index] == pytest.approx(SCHEMES[scheme].area(again), abs=1e-9)
    assert areas.left_area[0] == SCHEMES["step"].area(points)
