import math

import numpy as np
import pytest

from pr_metrics import (
    SCHEMES,
    OperatingPoints,
    area_interval,
    area_standard_error,
    interval_method,
    logit_interval,
    operating_points,
)
from pr_metrics.uncertainty.area_interval import FEW_POSITIVES


def points_of(times):
    """Points with 14 positives and 15 negatives, each row so many times."""
    return OperatingPoints.from_counts([3, 2, 1], [8 * times, 4 * times, 2 * times], [times, 5 * times, 9 * times])


def test_few_positives_have_the_interval_of_their_number():
    points = points_of(3)
    assert points.positives < FEW_POSITIVES
    assert area_interval(points, level=0.9) == logit_interval(SCHEMES["step"].area(points), 42, 0.9)


def test_from_fifty_on_the_rows_say_how_wide_it_is():
    points = points_of(4)
    area, error, found = SCHEMES["step"].area(points), area_standard_error(points), area_interval(points)
    odds = [math.log(one / (1 - one)) for one in (found.low, area, found.high)]
    assert [odds[1] - odds[0], odds[2] - odds[1]] == pytest.approx([1.959964 * error / area / (1 - area)] * 2, rel=1e-6)
    assert found.high - found.low < 0.8 * (lambda wide: wide.high - wide.low)(logit_interval(area, 56))


def test_without_a_single_false_alarm_nothing_is_known():
    found = area_interval(operating_points(np.arange(200) < 100, -np.arange(200)))
    assert (found.low, found.high) == (0, 1)


@pytest.mark.parametrize("negatives", [1, 2, 10, 33])
def test_where_no_row_shows_any_spread_it_is_that_of_the_number(negatives):
    points = OperatingPoints.from_counts([1], [60], [negatives])
    found, expected = area_interval(points), logit_interval(60 / (60 + negatives), 60)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_without_positives_and_without_rows_there_is_none():
    with pytest.warns(UserWarning, match="positive"):
        found = area_interval(operating_points([0, 0], [2, 1]))
    assert math.isnan(found.low)
    assert math.isnan(found.high)
    with pytest.raises(ValueError, match="area_interval needs points that count rows"):
        area_interval(operating_points([1, 0], [2, 1], sample_weight=[0.5, 1]))
    with pytest.raises(ValueError, match="level must be between 0 and 1"):
        area_interval(points_of(4), level=1)


@pytest.mark.parametrize("negatives", [1, 10])
def test_the_way_is_named_as_it_was_taken(negatives):
    no_spread = OperatingPoints.from_counts([1], [60], [negatives])
    assert interval_method(no_spread) == "logit"
    assert [interval_method(points_of(times)) for times in (3, 4)] == ["logit", "influence"]  # 42 and 56 positives
