import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pr_metrics import OperatingPoints, at_prevalence, at_thresholds, operating_points, threshold_index, tie_bounds
from tests.rankings import rankings

THREE = OperatingPoints.from_counts([0.9, 0.5, 0.1], [1, 1, 1], [0, 1, 1])


@given(rankings(), st.floats(-10, 10))
def test_a_threshold_amounts_to_the_rows_at_or_above_it(ranking, threshold):
    points = operating_points(ranking.y_true, ranking.y_score)
    called = ranking.y_score >= threshold
    index = threshold_index(points, threshold)
    if index is None:
        assert not called.any()
    else:
        assert points.true_positives[index] == ranking.y_true[called].sum()
        assert points.threshold[index] == ranking.y_score[called].min()


def test_a_grid_has_its_own_points_strictest_first():
    coarse = at_thresholds(THREE, [0.5, 0.7, 0.3])
    assert coarse.threshold.tolist() == [0.7, 0.5, 0.3]
    assert coarse.true_positives.tolist() == [1, 2, 2]
    assert coarse.false_positives.tolist() == [0, 1, 1]


def test_totals_stay_those_of_the_data():
    coarse = at_thresholds(THREE, [0.5])
    assert (coarse.positives, coarse.negatives) == (3, 2)
    assert coarse.recall.tolist() == [2 / 3]


def test_a_grid_of_moved_points_has_the_moved_counts_by_hand():
    coarse = at_thresholds(at_prevalence(THREE, 0.2), [0.5])  # 3 positives and 12 negatives in place of 2
    assert (coarse.positives, coarse.negatives) == (3, 12)
    assert (coarse.true_positives.tolist(), coarse.false_positives.tolist()) == ([2], [6])


def test_points_that_were_moved_stay_moved():
    moved = at_prevalence(operating_points([1, 0, 1, 0, 0, 0], [6, 5, 4, 3, 2, 1]), 0.1)
    coarse = at_thresholds(moved, [4, 2])
    assert not coarse.as_measured
    with pytest.raises(ValueError, match="needs points as measured"):
        tie_bounds(coarse)


@given(rankings(), st.floats(1e-6, 1 - 1e-6))
def test_grid_and_move_come_in_either_order(ranking, prevalence):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(points.negatives > 0)
    grid = points.threshold[::2]
    coarse, moved = at_thresholds(points, grid), at_thresholds(at_prevalence(points, prevalence), grid)
    assert moved.false_positive_rate.tolist() == coarse.false_positive_rate.tolist()
    assert moved.false_positives.tolist() == at_prevalence(coarse, prevalence).false_positives.tolist()
    assert at_prevalence(moved, points.prevalence).false_positives.tolist() == coarse.false_positives.tolist()


def test_equal_thresholds_are_merged():
    merged = at_thresholds(THREE, [0.5, 0.5, 0.7, -0.0, 0.0]).threshold
    assert merged.tolist() == [0.7, 0.5, 0.0]
    assert not np.signbit(merged[-1])


def test_above_the_highest_score_there_is_no_point():
    assert at_thresholds(THREE, [2, 0.95, 0.9]).threshold.tolist() == [0.9]
    with pytest.raises(ValueError, match=r"not all be above the highest score, 0\.9, got 0\.95 as the lowest"):
        at_thresholds(THREE, [2, 0.95])


@given(rankings(), st.lists(st.floats(-10, 10), min_size=1, max_size=20))
def test_points_of_a_grid_are_the_counts_of_its_thresholds(ranking, thresholds):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    grid = [*thresholds, float(points.threshold[-1])]
    coarse = at_thresholds(points, grid)
    weight = np.ones(ranking.y_true.size) if ranking.sample_weight is None else ranking.sample_weight
    called = (ranking.y_score >= coarse.threshold[:, None]) * weight
    np.testing.assert_allclose(coarse.true_positives, called @ ranking.y_true, rtol=1e-12, atol=1e-300)
    np.testing.assert_allclose(coarse.false_positives, called @ (1 - ranking.y_true), rtol=1e-12, atol=1e-300)
    assert coarse.threshold.tolist() == sorted({t for t in grid if t <= points.threshold[0]}, reverse=True)


@given(rankings())
def test_the_scores_themselves_give_the_same_points(ranking):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    again = at_thresholds(points, ranking.y_score)
    kept = np.isin(again.threshold, points.threshold)  # rows of weight 0 make no threshold of the data
    assert again.threshold[kept].tolist() == points.threshold.tolist()
    assert again.true_positives[kept].tolist() == points.true_positives.tolist()
    assert again.precision[kept].tolist() == points.precision.tolist()


@pytest.mark.parametrize(
    ("thresholds", "message"),
    [
        ([], "thresholds must have at least one row, got none"),
        (0.5, "thresholds must be a list or an array, got a float"),
        ([[0.5, 0.1, 0.2]], r"thresholds must be .*, got shape \(1, 3\), a row vector: pass its only row, \[0\]$"),
        ([0.5, np.nan], "thresholds must be finite, got nan at position 1"),
        ([np.inf, 0.5], "thresholds must be finite, got inf at position 0"),
        (["0.5"], "thresholds must be numbers, got '0.5' at position 0"),
    ],
)
def test_bad_thresholds_are_refused(thresholds, message):
    with pytest.raises(ValueError, match=message):
        at_thresholds(THREE, thresholds)


@pytest.mark.parametrize("threshold", [np.nan, "0.5", None, [0.5], 1j])
def test_a_threshold_in_force_is_a_number(threshold):
    with pytest.raises(ValueError, match="threshold must be a number, got"):
        threshold_index(operating_points([1, 0], [2, 1]), threshold)


def test_thresholds_without_end_are_in_force_at_the_ends():
    points = operating_points([1, 0], [2, 1])
    assert (threshold_index(points, -np.inf), threshold_index(points, np.inf)) == (1, None)
