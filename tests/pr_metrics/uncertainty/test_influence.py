import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pr_metrics import SCHEMES, OperatingPoints, area_bias, area_standard_error, operating_points
from pr_metrics.uncertainty.influence import influence_on_area
from tests.rankings import rankings

STEP = SCHEMES["step"]
LITTLE = 1e-7  # relative change of the weight of a row


def influence_of_rows(points, label, score):
    """Return the influence of each row."""
    influence, at = influence_on_area(points), np.searchsorted(-points.threshold, -score)
    return np.where(label == 1, influence.positive[at], influence.negative[at])


def test_influence_of_three_rows_by_hand():
    # + - +: AP = (1/1 + 2/3) / 2 = 5/6. With 1 + v of the first row: ((1 + v) * 1 + (2 + v)/(3 + v)) / (2 + v); its
    # derivative at 0 is (1 + 1/9 - 5/6) / 2 = 5/36.
    influence = influence_on_area(operating_points([1, 0, 1], [3, 2, 1]))
    assert influence.positive[0] == pytest.approx(5 / 36, abs=1e-15)
    # Of the negative: precision 2/3 at the end falls by 2/9, on half of the recall.
    assert influence.negative[1] == pytest.approx(-1 / 9, abs=1e-15)


@given(rankings(weights=("none", "whole", "real")))
@settings(max_examples=100)
def test_influence_is_the_derivative_by_the_weight_of_a_row(ranking):
    label, score = ranking.y_true, ranking.y_score
    weight = np.ones(label.size) if ranking.sample_weight is None else ranking.sample_weight
    points = operating_points(label, score, sample_weight=weight)
    row = np.random.default_rng(label.size).integers(label.size)
    areas = []
    for side in (-1, 1):
        changed = weight.copy()
        changed[row] += side * LITTLE * weight[row]
        areas.append(STEP.area(operating_points(label, score, sample_weight=changed)))
    slope = (areas[1] - areas[0]) / (2 * LITTLE * weight[row])
    assert influence_of_rows(points, label, score)[row] == pytest.approx(slope, rel=1e-5, abs=1e-7 / weight.min())


def test_influence_of_an_unscored_positive_is_the_derivative_by_their_number():
    points = OperatingPoints.from_counts([2, 1], [3, 1], [1, 4], total_positives=6)
    more = OperatingPoints.from_counts([2, 1], [3, 1], [1, 4], total_positives=6 + LITTLE)
    assert influence_on_area(points).unscored_positive == pytest.approx(
        (STEP.area(more) - STEP.area(points)) / LITTLE, rel=1e-5
    )


def standard_error_by_class(points):
    """Return the standard error for fixed class sizes: each influence is that of a share of its class."""
    true, false, called = points.true_positives, points.false_positives, points.true_positives + points.false_positives
    gained, alarms = np.diff(true, prepend=0), np.diff(false, prepend=0)
    total, negatives, weight = points.positives, points.negatives, gained / points.positives
    area, common = STEP.area(points), (weight * true * false / called**2).sum()
    ends = np.arange(true.size)
    up = [true[g] / called[g] - area + (weight * total * false / called**2)[g:].sum() - common for g in ends]
    down = [common - (weight * negatives * true / called**2)[g:].sum() for g in ends]
    missed = points.unscored_positives * (area + common) ** 2
    spread = ((gained * np.square(up)).sum() + missed) / (total - 1) / total
    return math.sqrt(spread + (alarms * np.square(down)).sum() / (negatives - 1) / negatives)


@given(rankings(weights=("none", "whole")))
def test_the_standard_error_is_the_delta_method_by_class(ranking):
    points = operating_points(ranking.y_true, ranking.y_score, frequency_weight=ranking.sample_weight)
    if points.positives > 1 and points.negatives > 1:
        assert area_standard_error(points) == pytest.approx(standard_error_by_class(points), rel=1e-9, abs=1e-12)
    missed = OperatingPoints.from_counts([3, 2, 1], [8, 4, 2], [1, 5, 9], total_positives=20)
    assert area_standard_error(missed) == pytest.approx(standard_error_by_class(missed), rel=1e-12)


def test_a_class_of_one_row_has_no_standard_error():
    assert math.isnan(area_standard_error(operating_points([1, 0, 0], [3, 2, 1])))
    assert math.isnan(area_standard_error(operating_points([1, 1, 0], [3, 2, 1])))
    assert area_standard_error(operating_points([1, 1], [3, 2])) == 0


def area(label, score, missed):
    total = label.sum() + missed
    return STEP.area(operating_points(label, score, total_positives=total)) if label.any() else 0.0


def bias_by_leaving_out(label, score, missed):
    """Return the jackknife bias from the area without each row."""
    whole, found = area(label, score, missed), {0: [], 1: [area(label, score, missed - 1)] * missed if missed else []}
    for row in range(label.size):
        rest = np.arange(label.size) != row
        found[label[row]].append(area(label[rest], score[rest], missed))
    return sum((len(areas) - 1) * (np.mean(areas) - whole) for areas in found.values() if areas)


@given(rankings(weights=("none",)), st.sampled_from([0, 3]))
def test_the_bias_is_that_of_leaving_out_each_row(ranking, missed):
    label, score = ranking.y_true[:40], ranking.y_score[:40]
    assume(label.sum() + missed > 1 and (label == 0).sum() != 1 and label.any())
    points = operating_points(label, score, total_positives=label.sum() + missed)
    assert area_bias(points) == pytest.approx(bias_by_leaving_out(label, score, missed), abs=1e-9)


def test_the_bias_of_six_rows_by_hand():
    # + - + - + -: AP = (1 + 2/3 + 3/5) / 3 = 34/45. Without a positive: (1/2 + 2/4)/2, (1 + 2/4)/2, (1 + 2/3)/2, in all
    # 25/12. Without a negative: (1 + 1 + 3/4)/3, (1 + 2/3 + 3/4)/3, 34/45. The bias 2 (25/36 - 34/45) + 2 (m - 34/45).
    points = operating_points([1, 0, 1, 0, 1, 0], [6, 5, 4, 3, 2, 1])
    without = (2.75 / 3 + (1 + 2 / 3 + 0.75) / 3 + 34 / 45) / 3
    assert area_bias(points) == pytest.approx(2 * (25 / 36 - 34 / 45) + 2 * (without - 34 / 45), abs=1e-14)


def test_a_class_of_one_row_has_an_unknown_bias():
    assert math.isnan(area_bias(operating_points([1, 0, 0], [3, 2, 1])))
    assert math.isnan(area_bias(operating_points([1, 1, 0], [3, 2, 1])))
    assert area_bias(operating_points([1, 1], [3, 2])) == 0
