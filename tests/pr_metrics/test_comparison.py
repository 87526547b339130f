import pytest
from hypothesis import given
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
    pair = compare(points, left, right)
    assert pair.segment_difference.sum() == pytest.approx(pair.difference, abs=1e-12)
    assert pair.difference == pytest.approx(SCHEMES[right].area(points) - SCHEMES[left].area(points), abs=1e-15)


def test_an_unknown_scheme_is_named():
    with pytest.raises(ValueError, match=r"scheme must be one of step, .*, got 'spline'"):
        compare(OperatingPoints.from_counts([1], [1], [1]), "step", "spline")
