import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pr_metrics import SCHEMES, OperatingPoints, compare, operating_points
from tests.rankings import rankings


def test_constant_scores_differ_by_the_invented_start():
    pair = compare(OperatingPoints.from_counts([0.5], [10], [90]), "step", "linear")
    assert (pair.left_area, pair.right_area) == pytest.approx((0.1, 0.55))
    assert pair.segment_difference.tolist() == pytest.approx([0.45])
    assert (pair.recall_before.tolist(), pair.recall_after.tolist()) == ([0.0], [1.0])


@given(rankings(), st.sampled_from(list(SCHEMES)), st.sampled_from(list(SCHEMES)))
def test_segments_sum_to_the_difference_of_the_areas(ranking, left, right):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(SCHEMES[left].can_join(points) and SCHEMES[right].can_join(points))
    pair = compare(points, left, right)
    assert pair.segment_difference.sum() == pytest.approx(pair.difference, abs=1e-12)
    assert pair.difference == pytest.approx(SCHEMES[right].area(points) - SCHEMES[left].area(points), abs=1e-15)


def test_levels_are_cut_where_the_points_are():
    # Recall .5 at precision 1, recall 1 at precision 1/2: the eleven columns have 6/11 at 1 and 5/11 at 1/2.
    pair = compare(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2]), "step", "eleven_point")
    assert pair.recall_after.tolist() == [0.5, 1.0]
    assert pair.segment_difference.tolist() == pytest.approx([0, 1 / 22 * (1 - 0.5)])


def test_area_beyond_the_last_point_is_listed():
    # The curve ends at recall 1/4; three of eleven levels are reached, and 3/11 is more than 1/4.
    pair = compare(OperatingPoints.from_counts([1], [1], [0], total_positives=4), "step", "eleven_point")
    assert (pair.recall_before.tolist(), pair.recall_after.tolist()) == ([0.0, 0.25], [0.25, 1.0])
    assert pair.segment_difference.tolist() == pytest.approx([0, 3 / 11 - 1 / 4])
    assert np.isnan(pair.threshold[-1])


def test_an_unknown_scheme_is_named():
    with pytest.raises(ValueError, match=r"right must be one of step, .*, got 'spline'"):
        compare(OperatingPoints.from_counts([1], [1], [1]), "step", "spline")
