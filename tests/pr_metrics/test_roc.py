from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from sklearn.metrics import roc_auc_score

from pr_metrics import OperatingPoints, area_under_gain, gain_curve, gains, operating_points, roc_area, roc_curve
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


def test_one_class_alone_has_no_area():
    assert np.isnan(roc_area(OperatingPoints.from_counts([1], [1], [0])))


def test_positives_without_a_score_end_the_curve_below_1():
    points = OperatingPoints.from_counts([2, 1], [1, 0], [0, 1], total_positives=2)
    assert roc_curve(points).true_positive_rate.tolist() == [0, 0.5, 0.5]
    assert roc_area(points) == 0.5


def test_the_gain_curve_of_eight_rows_by_hand():
    # Recall gain is 0 at TP = 16/8 = 2, between (1, 0) and (4, 2), so at FP = 2/3.
    points = OperatingPoints.from_counts([4, 3, 2, 1], [1, 3, 0, 0], [0, 2, 1, 1])
    curve = gain_curve(points)
    assert curve.recall_gain.tolist() == pytest.approx([0, 1, 1, 1], abs=1e-15)
    assert curve.precision_gain.tolist() == pytest.approx([2 / 3, 1 / 2, 1 / 4, 0], abs=1e-15)
    assert area_under_gain(points) == pytest.approx(7 / 12, abs=1e-15)


def test_a_point_at_recall_gain_0_is_not_repeated():
    points = OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 1])
    assert gain_curve(points).recall_gain.tolist() == [0.0, 1.0, 1.0]


def test_a_point_before_the_gain_curve_has_a_negative_recall_gain():
    of_points = gains(OperatingPoints.from_counts([4, 3, 2, 1], [1, 3, 0, 0], [0, 2, 1, 1]))
    assert of_points.recall_gain.tolist() == pytest.approx([-2, 1, 1, 1], abs=1e-15)
    assert of_points.precision_gain.tolist() == pytest.approx([1, 1 / 2, 1 / 4, 0], abs=1e-15)


@given(rankings())
def test_the_gain_curve_consists_of_the_gains_of_its_points(ranking):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(points.negatives > 0)
    curve, of_points = gain_curve(points), gains(points)
    inside = of_points.recall_gain >= 0
    assert curve.recall_gain[-int(inside.sum()) :].tolist() == of_points.recall_gain[inside].tolist()
    assert curve.precision_gain[-int(inside.sum()) :].tolist() == of_points.precision_gain[inside].tolist()


@given(rankings())
def test_the_area_of_the_drawn_gain_curve_is_the_computed_one(ranking):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(points.negatives > 0)
    curve, area = gain_curve(points), area_under_gain(points)
    x = np.concatenate(([curve.recall_gain[0]], curve.recall_gain, [curve.recall_gain[-1]]))
    y = np.concatenate(([0.0], curve.precision_gain, [0.0]))
    shoelace = (y * np.roll(x, -1) - x * np.roll(y, -1)).sum() / 2
    assert shoelace == pytest.approx(area, rel=1e-9, abs=1e-12)
    assert (curve.recall_gain[0], curve.recall_gain[-1], curve.precision_gain[-1]) == (0.0, 1.0, 0.0)
    assert (np.diff(curve.recall_gain) >= 0).all()
    assert area <= 1 + 1e-12


@given(rankings(weights=("none", "whole")))
def test_the_gain_area_equals_the_formula_in_fractions(ranking):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(points.negatives > 0)
    assert area_under_gain(points) == pytest.approx(float(area_in_fractions(points)), rel=1e-12, abs=1e-12)


def area_in_fractions(points):
    """Sum the trapezoids of the paper's two formulas, with counts interpolated linearly at TP = P**2 / n."""
    all_hits, all_misses = Fraction(points.positives), Fraction(points.negatives)
    odds, entry = all_hits / all_misses, all_hits**2 / (all_hits + all_misses)
    vertices, before = [], (Fraction(0), Fraction(0))
    for point in zip(map(Fraction, points.true_positives), map(Fraction, points.false_positives), strict=True):
        if before[0] < entry <= point[0]:
            share = (entry - before[0]) / (point[0] - before[0])
            vertices.append((entry, before[1] + share * (point[1] - before[1])))
        if point[0] >= entry:
            vertices.append(point)
        before = point
    gains = [(1 - odds * (all_hits - hits) / hits, 1 - odds * misses / hits) for hits, misses in vertices]
    return sum((right[0] - left[0]) * (left[1] + right[1]) / 2 for left, right in pairwise(gains))


def test_a_curve_with_negative_recall_gains_alone_has_no_vertices():
    points = OperatingPoints.from_counts([1], [1], [1], total_positives=4)
    assert gain_curve(points).recall_gain.size == 0
    assert area_under_gain(points) == 0.0


def test_without_negatives_the_gain_area_is_nan():
    assert np.isnan(area_under_gain(OperatingPoints.from_counts([1], [1], [0])))
