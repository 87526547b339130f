import numpy as np
import pytest
from hypothesis import assume, given
from sklearn.metrics import roc_auc_score

from pr_metrics import OperatingPoints, operating_points, roc_area, roc_curve
from tests.rankings import rankings


def test_the_curve_of_four_rows_by_hand():
    points = OperatingPoints.from_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1])
    curve = roc_curve(points)
    assert curve.false_positive_rate.tolist() == [0, 0, 0.5, 0.5, 1]
    assert curve.true_positive_rate.tolist() == [0, 0.5, 0.5, 1, 1]
    assert curve.threshold.tolist() == [np.inf, 4, 3, 2, 1]
    assert roc_area(points) == 0.75


@given(rankings())
def test_the_area_equals_scikit_learn(ranking):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(points.negatives > 0)
    expected = roc_auc_score(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assert roc_area(points) == pytest.approx(expected, abs=1e-12)


@given(rankings(weights=("none",)))
def test_the_area_is_the_share_of_pairs_in_order(ranking):
    points = operating_points(ranking.y_true, ranking.y_score)
    assume(points.negatives > 0)
    positive, negative = ranking.y_score[ranking.y_true == 1], ranking.y_score[ranking.y_true == 0]
    above, tied = positive[:, None] > negative, positive[:, None] == negative
    assert roc_area(points) == pytest.approx(above.mean() + tied.mean() / 2, abs=1e-12)


def test_what_is_drawn_is_what_was_computed():
    points = operating_points([1, 0, 1, 1, 0, 0, 1], [5, 5, 4, 3, 3, 2, 1])
    curve = roc_curve(points)
    x = np.append(curve.false_positive_rate, 1.0)  # closed along the foot
    y = np.append(curve.true_positive_rate, 0.0)
    shoelace = (y * np.roll(x, -1) - x * np.roll(y, -1)).sum() / 2
    assert roc_area(points) == pytest.approx(shoelace, abs=1e-15)


def test_one_class_makes_no_pair():
    with pytest.warns(UserWarning, match="no positives"):
        no_positives = OperatingPoints.from_counts([1], [0], [1])
    assert np.isnan(roc_area(no_positives))
    assert np.isnan(roc_area(OperatingPoints.from_counts([1], [1], [0])))


def test_positives_without_a_score_end_the_curve_below_1():
    points = OperatingPoints.from_counts([2, 1], [1, 0], [0, 1], total_positives=2)
    assert roc_curve(points).true_positive_rate.tolist() == [0, 0.5, 0.5]
    assert roc_area(points) == 0.5
