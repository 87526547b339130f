import math

import numpy as np
import pytest
from hypothesis import given, settings

from pr_metrics import SCHEMES, OperatingPoints, area_standard_error, at_prevalence, operating_points
from pr_metrics.uncertainty.influence import influence_on_area
from tests.rankings import rankings

STEP = SCHEMES["step"]
LITTLE = 1e-7  # of a row


def of_each_row(points, label, score):
    """Influence of each row."""
    influence, at = influence_on_area(points), np.searchsorted(-points.threshold, -score)
    return np.where(label == 1, influence.positive[at], influence.negative[at])


def test_three_rows_by_hand():
    # + - +: AP = (1/1 + 2/3) / 2 = 5/6. With 1 + v of the first row: ((1 + v) * 1 + (2 + v)/(3 + v)) / (2 + v); its
    # derivative at 0 is (1 + 1/9 - 5/6) / 2 = 5/36.
    influence = influence_on_area(operating_points([1, 0, 1], [3, 2, 1]))
    assert influence.positive[0] == pytest.approx(5 / 36, abs=1e-15)
    # Of the negative: precision 2/3 at the end falls by 2/9, on half of the recall.
    assert influence.negative[1] == pytest.approx(-1 / 9, abs=1e-15)


@given(rankings(weights=("none", "whole", "real")))
@settings(max_examples=100)
def test_it_is_what_a_little_more_of_a_row_does(ranking):
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
    assert of_each_row(points, label, score)[row] == pytest.approx(slope, rel=1e-5, abs=1e-7 / weight.min())


@given(rankings())
def test_more_of_everything_changes_nothing(ranking):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    weight = np.ones(ranking.y_true.size) if ranking.sample_weight is None else ranking.sample_weight
    seen = weight > 0
    each = of_each_row(points, ranking.y_true[seen], ranking.y_score[seen])
    assert (each * weight[seen]).sum() == pytest.approx(0, abs=1e-9)


def test_a_positive_that_no_threshold_reaches_takes_its_share_of_the_area():
    points = OperatingPoints.from_counts([2, 1], [3, 1], [1, 4], total_positives=6)
    more = OperatingPoints.from_counts([2, 1], [3, 1], [1, 4], total_positives=6 + LITTLE)
    assert influence_on_area(points).unscored == pytest.approx((STEP.area(more) - STEP.area(points)) / LITTLE, rel=1e-5)


def error_by_two_classes(points):
    """The same with both classes' sizes held fixed from the start: each influence is that of a share of its class."""
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
        assert area_standard_error(points) == pytest.approx(error_by_two_classes(points), rel=1e-9, abs=1e-12)
    missed = OperatingPoints.from_counts([3, 2, 1], [8, 4, 2], [1, 5, 9], total_positives=20)
    assert area_standard_error(missed) == pytest.approx(error_by_two_classes(missed), rel=1e-12)


@pytest.mark.parametrize("unit", [1e-200, 1e200])
def test_the_unit_of_the_weights_is_that_of_the_influence(unit):
    counts = np.array([8.0, 4, 2]), np.array([1.0, 5, 9])
    one, other = (OperatingPoints.from_counts([3, 2, 1], *(scale * count for count in counts)) for scale in (1, unit))
    found = influence_on_area(other).positive * unit
    assert found == pytest.approx(influence_on_area(one).positive, rel=1e-12)


def test_four_times_the_rows_halve_it_but_for_the_degrees_of_freedom():
    counts = np.array([8, 4, 2]), np.array([1, 5, 9])
    one, four = (OperatingPoints.from_counts([3, 2, 1], *(times * count for count in counts)) for times in (1000, 4000))
    assert area_standard_error(one) == pytest.approx(2 * area_standard_error(four), rel=1e-4)


def test_a_class_of_one_row_has_no_known_spread():
    assert math.isnan(area_standard_error(operating_points([1, 0, 0], [3, 2, 1])))
    assert math.isnan(area_standard_error(operating_points([1, 1, 0], [3, 2, 1])))
    assert area_standard_error(operating_points([1, 1], [3, 2])) == 0
    with pytest.warns(UserWarning, match="positive"):
        assert math.isnan(area_standard_error(operating_points([0, 0], [3, 2])))


def test_what_is_no_count_of_rows_is_refused():
    points = operating_points([1, 0, 1, 0], [4, 3, 2, 1])
    with pytest.raises(ValueError, match="area_standard_error needs points that count rows of weight 1"):
        area_standard_error(operating_points([1, 0], [2, 1], sample_weight=[0.5, 1]))
    with pytest.raises(ValueError, match="area_standard_error needs points as measured"):
        area_standard_error(at_prevalence(points, 0.1))
