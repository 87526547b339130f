from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given

from pr_metrics import OperatingPoints, area_under_gain, gain_curve, gains, operating_points
from tests.rankings import rankings
from tests.reference import TOY_VALUES


def test_the_curve_of_eight_rows_by_hand():
    # It enters at TP = 16/8 = 2, on the way from (1, 0) to (4, 2), so with FP = 2/3.
    points = OperatingPoints.from_counts([4, 3, 2, 1], [1, 3, 0, 0], [0, 2, 1, 1])
    curve = gain_curve(points)
    assert curve.recall_gain.tolist() == pytest.approx([0, 1, 1, 1], abs=1e-15)
    assert curve.precision_gain.tolist() == pytest.approx([2 / 3, 1 / 2, 1 / 4, 0], abs=1e-15)
    assert area_under_gain(points) == pytest.approx(7 / 12, abs=1e-15)


@pytest.mark.parametrize("case", TOY_VALUES)
def test_the_area_equals_the_reference(case):
    points = operating_points(TOY_VALUES[case]["y_true"], TOY_VALUES[case]["y_score"])
    assert area_under_gain(points) == pytest.approx(TOY_VALUES[case]["facts"]["area_under_gain"], abs=1e-9)


def test_a_point_at_the_entry_is_not_drawn_twice():
    points = OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 1])
    assert gain_curve(points).recall_gain.tolist() == [0.0, 1.0, 1.0]


def test_every_point_has_its_gains_also_one_before_the_entry():
    of_points = gains(OperatingPoints.from_counts([4, 3, 2, 1], [1, 3, 0, 0], [0, 2, 1, 1]))
    assert of_points.recall_gain.tolist() == pytest.approx([-2, 1, 1, 1], abs=1e-15)
    assert of_points.precision_gain.tolist() == pytest.approx([1, 1 / 2, 1 / 4, 0], abs=1e-15)


@given(rankings())
def test_the_curve_is_made_of_the_gains_of_its_points(ranking):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(points.negatives > 0)
    curve, of_points = gain_curve(points), gains(points)
    inside = of_points.recall_gain >= 0
    assert curve.recall_gain[-int(inside.sum()) :].tolist() == of_points.recall_gain[inside].tolist()
    assert curve.precision_gain[-int(inside.sum()) :].tolist() == of_points.precision_gain[inside].tolist()


def test_a_perfect_ranking_gains_everything():
    assert area_under_gain(operating_points([1, 1, 0, 0, 0], [5, 4, 3, 2, 1])) == 1.0


def test_constant_scores_gain_nothing():
    curve = gain_curve(OperatingPoints.from_counts([1], [10], [90]))
    assert (curve.recall_gain.tolist(), curve.precision_gain.tolist()) == ([0.0, 1.0], [0.0, 0.0])


def test_a_random_ranking_tends_to_gain_nothing():
    rng = np.random.default_rng(3)
    areas = [abs(area_under_gain(operating_points(rng.random(n) < 0.3, rng.random(n)))) for n in (10**3, 10**5)]
    assert areas[1] < 0.01 < areas[0]


@given(rankings())
def test_what_is_drawn_is_what_was_computed(ranking):
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
def test_the_area_is_that_of_the_formula_in_fractions(ranking):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(points.negatives > 0)
    assert area_under_gain(points) == pytest.approx(float(area_in_fractions(points)), rel=1e-12, abs=1e-12)


def area_in_fractions(points):
    """The trapezoids of the paper's two formulas, the counts interpolated linearly at TP = P**2 / n."""
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


def test_a_curve_that_ends_below_the_entry_has_no_vertices():
    points = OperatingPoints.from_counts([1], [1], [1], total_positives=4)
    assert gain_curve(points).recall_gain.size == 0
    assert area_under_gain(points) == 0.0


def test_one_class_has_no_gain():
    with pytest.warns(UserWarning, match="no positives"):
        no_positives = OperatingPoints.from_counts([1], [0], [1])
    for points in (no_positives, OperatingPoints.from_counts([1], [1], [0])):
        assert np.isnan(area_under_gain(points))
        assert np.isnan(gain_curve(points).precision_gain).all()
