import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_metrics import at_prevalence, net_benefit, operating_points
from tests.rankings import rankings
from tests.reference import CASES, NET_BENEFIT

PROBABILITIES = st.floats(0, 1, exclude_max=True)
STORED = [(case, moved) for case in NET_BENEFIT["cases"] for moved in ("at_its_own", "moved")]


def test_ten_rows_by_hand():
    # Called from .5 on: three positives and one negative of ten rows; at even odds 3/10 - 1/10.
    points = operating_points([1, 1, 0, 1, 0, 1, 0, 0, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.4, 0.3, 0.2, 0.2, 0.1, 0.1])
    assert net_benefit(points, 0.5) == pytest.approx(0.2, abs=1e-15)
    # From .2 on: all four positives and four negatives; a false positive costs a quarter: .4 - .4 / 4.
    assert net_benefit(points, [[0.2], [0.95]]) == pytest.approx(np.array([[0.3], [0.0]]), abs=1e-15)


@pytest.mark.parametrize(("case", "moved"), STORED)
def test_it_is_that_of_dcurves(case, moved):
    points = operating_points(CASES[case]["y_true"], CASES[case]["y_score"])
    if moved == "moved":
        points = at_prevalence(points, NET_BENEFIT["prevalence"])
    found, stored = net_benefit(points, NET_BENEFIT["thresholds"]), NET_BENEFIT["cases"][case][moved]
    assert found == pytest.approx(np.array(stored["score"]), abs=1e-12)
    odds = np.array(NET_BENEFIT["thresholds"]) / (1 - np.array(NET_BENEFIT["thresholds"]))
    assert points.prevalence - (1 - points.prevalence) * odds == pytest.approx(np.array(stored["all"]), abs=1e-12)


def as_probabilities(ranking):
    score = (ranking.y_score - ranking.y_score.min()) / (np.ptp(ranking.y_score) or 1)
    return operating_points(ranking.y_true, score, sample_weight=ranking.sample_weight)


@given(rankings(), PROBABILITIES)
def test_it_is_above_zero_where_precision_exceeds_the_probability(ranking, probability):
    points = as_probabilities(ranking)
    found = float(net_benefit(points, probability))
    called = np.flatnonzero(points.threshold >= probability)
    if called.size == 0:
        assert found == 0
    elif abs(points.precision[called[-1]] - probability) > 1e-9:
        assert (found > 0) is bool(points.precision[called[-1]] > probability)


@given(rankings())
def test_at_probability_zero_only_hits_count(ranking):
    points = as_probabilities(ranking)
    assert float(net_benefit(points, 0.0)) == pytest.approx(points.prevalence, rel=1e-12)


@pytest.mark.parametrize("wrong", [1, -0.1, np.nan, [0.5, 1.5]])
def test_what_is_no_threshold_probability_is_refused(wrong):
    points = operating_points([1, 0], [0.9, 0.1])
    with pytest.raises(ValueError, match="probabilities must be at least 0 and below 1, got"):
        net_benefit(points, wrong)
    with pytest.raises(ValueError, match="probabilities must be numbers"):
        net_benefit(points, ["high"])
