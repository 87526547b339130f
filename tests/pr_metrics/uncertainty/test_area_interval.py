import math

import numpy as np
import pytest

from pr_metrics import (
    SCHEMES,
    OperatingPoints,
    area_interval,
    area_interval_of_rows,
    area_standard_error,
    average_precision,
    bootstrap_weighted_interval,
    curve_band_of_rows,
    interval_method,
    logit_interval,
    operating_points,
    point_region_of_rows,
)
from pr_metrics.uncertainty.influence import VarianceEstimate, variance_by_class
from pr_metrics.uncertainty.t_distribution import t_half_width


def points_of_repeated_rows(times):
    """Return the points of 14 positives and 15 negatives, each repeated `times` times."""
    return OperatingPoints.from_counts([3, 2, 1], [8 * times, 4 * times, 2 * times], [times, 5 * times, 9 * times])


@pytest.mark.parametrize("times", [1, 4])
def test_both_ends_follow_from_the_influence_of_rows(times):
    points = points_of_repeated_rows(times)
    area, error, found = SCHEMES["step"].area(points), area_standard_error(points), area_interval(points)
    odds = [math.log(one / (1 - one)) for one in (found.lower, area, found.upper)]
    parts = variance_by_class(points)
    degrees = error**4 / sum(one.variance**2 / one.degrees for one in parts)
    lower_error = math.hypot(error, min(one.min_influence for one in parts))
    for far, of in ((odds[1] - odds[0], lower_error), (odds[2] - odds[1], error)):
        assert far == pytest.approx(t_half_width(0.95, degrees) * of / area / (1 - area), rel=1e-6)


def test_the_lowest_influence_is_measured_from_the_mean():
    """Rows that are counted zero times, as the last one in the second case, are left out."""
    influence = np.array([0.2, -0.1, -0.4])
    found = VarianceEstimate.of(influence)
    assert found.min_influence == pytest.approx(-0.3)
    assert found.variance == pytest.approx(3 / 2 * (0.3**2 + 0.0 + 0.3**2))
    assert VarianceEstimate.of(influence, np.array([1.0, 1.0, 0.0])).min_influence == pytest.approx(-0.15)


def grouped_rows(groups=40, rows=25):
    rng = np.random.default_rng(3)
    group = np.repeat(np.arange(groups), rows)
    label = rng.random(group.size) < 0.2
    return label, 1.5 * label + rng.normal(size=groups)[group] + rng.normal(size=group.size), group


def test_equal_weights_give_the_interval_of_the_points():
    label, score, _ = grouped_rows()
    of_points = area_interval(operating_points(label, score))
    for weight in (None, np.ones(label.size), np.full(label.size, 7.0)):
        found = area_interval_of_rows(label, score, sample_weight=weight)
        assert (found.lower, found.upper) == pytest.approx((of_points.lower, of_points.upper), abs=1e-9)


def test_groups_are_left_out_in_turn():
    label, score, group = grouped_rows(12, 8)
    without = np.array([average_precision(label[group != one], score[group != one]) for one in range(12)])
    area, found = average_precision(label, score), area_interval_of_rows(label, score, groups=group)
    influence = 11 / 12 * (without.mean() - without)
    variance = 12 / 11 * (influence**2).sum()
    bias = max(0.0, 11 * (without.mean() - area))
    odds = [math.log(one / (1 - one)) for one in (found.lower, area, found.upper)]
    times = t_half_width(0.95, 11) / area / (1 - area)
    assert odds[2] - odds[1] == pytest.approx(times * math.sqrt(variance), rel=1e-6)
    lower = times * math.sqrt(variance + influence.min() ** 2) + bias / area / (1 - area)
    assert odds[1] - odds[0] == pytest.approx(lower, rel=1e-6)


@pytest.mark.parametrize(("function", "more"), [
    (area_interval_of_rows, ()), (bootstrap_weighted_interval, ()), (point_region_of_rows, (0.5,)),
    (curve_band_of_rows, ()),
])  # fmt: skip
def test_invalid_groups_are_refused(function, more):
    label, score, group = grouped_rows()
    with pytest.raises(ValueError, match="groups must be at least 10 to show how they differ, got 8"):
        function(label, score, *more, groups=group // 5)
    with pytest.raises(ValueError, match="y_true and groups must have the same length, got 1000 and 999"):
        function(label, score, *more, groups=group[1:])
    with pytest.raises(ValueError, match="groups must be known in every row, got None at position 3"):
        function(label, score, *more, groups=[None if at == 3 else str(one) for at, one in enumerate(group)])


def test_missed_positives_cannot_be_combined_with_groups():
    label, score, group = grouped_rows()
    for function in (area_interval_of_rows, bootstrap_weighted_interval):
        with pytest.raises(ValueError, match="total_positives cannot be used with groups"):
            function(label, score, groups=group, total_positives=2000)


def test_groups_of_similar_rows_make_every_interval_wider():
    label, score, group = grouped_rows()
    for function in (area_interval_of_rows, bootstrap_weighted_interval):
        alone, together = function(label, score), function(label, score, groups=group)
        assert together.lower < alone.lower
        assert together.upper > alone.upper
    regions = [point_region_of_rows(label, score, 1.0, groups=each) for each in (None, group)]
    assert regions[1].recall.min() < regions[0].recall.min()
    bands = [curve_band_of_rows(label, score, groups=each) for each in (None, group)]
    wide = [np.interp(0.5, one.recall, one.upper - one.lower) for one in bands]
    assert wide[1] > wide[0]


def test_a_perfect_ranking_has_the_interval_from_0_to_1():
    found = area_interval(operating_points(np.arange(200) < 100, -np.arange(200)))
    assert (found.lower, found.upper) == (0, 1)


@pytest.mark.parametrize("negatives", [1, 2, 10, 33])
def test_without_spread_it_is_the_logit_interval(negatives):
    points = OperatingPoints.from_counts([1], [60], [negatives])
    found, expected = area_interval(points), logit_interval(60 / (60 + negatives), 60)
    assert (found.lower, found.upper) == pytest.approx((expected.lower, expected.upper), abs=1e-12)


@pytest.mark.parametrize("negatives", [1, 10])
def test_interval_method_names_the_method_that_is_used(negatives):
    no_spread = OperatingPoints.from_counts([1], [60], [negatives])
    assert interval_method(no_spread) == "logit"
    assert interval_method(points_of_repeated_rows(1)) == "influence"
