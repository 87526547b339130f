import numpy as np
import pytest
from hypothesis import given

from pr_metrics import OperatingPoints, operating_points
from pr_metrics.interpolation import eleven_point, hundred_one_point
from tests.rankings import rankings

# Recall .5 at precision 1, recall 1 at precision 2/3 (after 1/2 at recall .5).
FOUR = OperatingPoints.from_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1])


def test_eleven_levels_by_hand():
    columns = eleven_point(FOUR)
    assert columns.height_after.tolist() == pytest.approx([1] * 6 + [2 / 3] * 5)
    assert columns.point.tolist() == [0] * 6 + [2] * 5
    assert columns.area.sum() == pytest.approx((6 + 5 * 2 / 3) / 11)


def test_a_column_names_the_point_that_carries_it():
    points = OperatingPoints.from_counts([3, 2, 1], [1, 1, 2], [1, 0, 0])  # precision 1/2, 2/3, 4/5
    assert set(eleven_point(points).point.tolist()) == {2}


def test_levels_that_are_not_reached_count_nothing():
    points = OperatingPoints.from_counts([1], [1], [0], total_positives=4)
    columns = eleven_point(points)
    assert columns.height_after.tolist() == [1, 1, 1] + [0] * 8  # levels 0, .1, .2
    assert columns.point.tolist() == [0, 0, 0] + [-1] * 8


@given(rankings())
def test_levels_equal_the_definition(ranking):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    for scheme, levels in ((eleven_point, 11), (hundred_one_point, 101)):
        reached = [points.recall >= level / (levels - 1) - 1e-12 for level in range(levels)]
        heights = [points.precision[enough].max(initial=0) for enough in reached]
        assert scheme(points).area.sum() == pytest.approx(np.mean(heights), abs=1e-12)


def test_a_level_missed_by_rounding_alone_is_reached():
    # Sums of ten weights of 0.7 fall short of six of the ten tenths by the last bit.
    parts, ones = (OperatingPoints.from_counts(range(10, 0, -1), [w] * 10, [0, w] * 5) for w in (0.7, 1.0))
    assert (parts.recall < ones.recall).any()
    assert eleven_point(parts).height_after.tolist() == pytest.approx(eleven_point(ones).height_after.tolist())
