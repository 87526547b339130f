import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_metrics import OperatingPoints, at_prevalence, negative_predictive_value, operating_points, precision_at_k
from tests.rankings import rankings

FOUR = OperatingPoints.from_counts([4, 3, 2, 1], [3, 2, 3, 2], [0, 1, 2, 7])  # FP 0 1 3 10, FN 7 5 2 0


def test_the_negative_predictive_value_by_hand():
    found = negative_predictive_value(FOUR)
    assert found[:3] == pytest.approx([10 / 17, 9 / 14, 7 / 9])
    assert np.isnan(found[3])  # nothing is called negative


def test_positives_without_a_score_are_called_negative():
    points = OperatingPoints.from_counts([2, 1], [1, 1], [0, 2], total_positives=4)
    assert negative_predictive_value(points) == pytest.approx([2 / 5, 0.0])


@given(rankings(weights=("none", "whole")), st.floats(0.01, 0.99))
def test_it_counts_the_rows_below_each_threshold(ranking, prevalence):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    weight = np.ones(ranking.y_true.size) if ranking.sample_weight is None else ranking.sample_weight
    found = negative_predictive_value(points)
    for index, threshold in enumerate(points.threshold[:-1]):
        below = ranking.y_score < threshold
        assert found[index] == pytest.approx(np.average(ranking.y_true[below] == 0, weights=weight[below]))
    if points.negatives:
        moved = negative_predictive_value(at_prevalence(points, prevalence))
        right, wrong = (1 - prevalence) * (1 - points.false_positive_rate[:-1]), prevalence * (1 - points.recall[:-1])
        assert moved[:-1] == pytest.approx(right / (right + wrong), rel=1e-9, abs=1e-12)


@given(rankings(weights=("none",)), st.integers(1, 300))
def test_precision_at_k_is_the_mean_over_orders_of_tied_rows(ranking, k):
    points = operating_points(ranking.y_true, ranking.y_score)
    k = min(k, ranking.y_true.size)
    cut = np.sort(ranking.y_score)[::-1][k - 1]
    above, tied = ranking.y_score > cut, ranking.y_score == cut
    hits = ranking.y_true[above].sum() + (k - above.sum()) * ranking.y_true[tied].mean()
    assert precision_at_k(points, k) == pytest.approx(hits / k)


def test_at_the_k_of_a_threshold_it_is_the_precision_there():
    assert [precision_at_k(FOUR, k) for k in (3, 6, 11, 20)] == pytest.approx(FOUR.precision.tolist())


@pytest.mark.parametrize("k", [0, -1, 20.5, np.nan, "two"])
def test_a_k_beyond_the_rows_is_refused(k):
    with pytest.raises(ValueError, match="k must be above 0 and at most the 20 rows that have a score, got"):
        precision_at_k(FOUR, k)
