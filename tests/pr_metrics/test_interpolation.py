import numpy as np
import pytest
from hypothesis import example, given

from pr_metrics import OperatingPoints, operating_points
from pr_metrics.interpolation import (
    MAX_STEPS,
    continuous,
    continuous_vertices,
    curve_from_segments,
    davis_goadrich,
    eleven_point,
    hundred_one_point,
    linear,
    linear_truncated,
    lower,
    step,
    step_sum,
    upper,
)
from tests.rankings import Ranking, rankings

# Four rows ranked positive, negative, positive, negative: recall .5 .5 1 1, precision 1 1/2 2/3 1/2.
FOUR = OperatingPoints.from_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1])
TOP_IS_NEGATIVE = OperatingPoints.from_counts([2, 1], [0, 1], [1, 0])


def test_vertices_of_the_step_curve_by_hand():
    curve = curve_from_segments(step(FOUR))
    assert curve.recall.tolist() == [0, 0.5, 0.5, 0.5, 1, 1]
    assert curve.precision.round(3).tolist() == [1, 1, 0.5, 0.667, 0.667, 0.5]


@pytest.mark.parametrize("unit", [5e-324, 1e-320, 1e-308, 1e-290, 1e300])
def test_the_unit_of_the_weights_does_not_change_the_step_area(unit):
    label, score = [1, 0, 1, 0, 1, 0, 0, 1], [9, 8, 7, 6, 5, 3, 3, 2]
    weighted = operating_points(label, score, sample_weight=[unit] * 8)
    assert step_sum(weighted) == pytest.approx(step_sum(operating_points(label, score)), rel=1e-14)


def test_a_straight_line_starts_from_the_extrapolated_point():
    curve = curve_from_segments(linear(TOP_IS_NEGATIVE))
    assert (curve.recall.tolist(), curve.precision.tolist()) == ([0, 0, 1], [1, 0, 0.5])


def test_lower_and_upper_by_hand():
    assert lower(FOUR).height_after.round(3).tolist() == [1, 0.5, 0.5, 0.5]
    assert upper(FOUR).height_after.round(3).tolist() == [1, 1, 0.667, 0.667]


def test_linear_truncated_omits_the_area_before_the_first_point():
    assert linear_truncated(FOUR).area.tolist() == [0, 0, linear(FOUR).area[2], 0]
    curve = curve_from_segments(linear_truncated(FOUR))
    assert (curve.recall[:3].tolist(), curve.precision[:3].tolist()) == ([0, 0.5, 0.5], [0, 0, 1])


def test_a_curve_that_begins_at_recall_0_is_not_truncated():
    curve = curve_from_segments(linear_truncated(TOP_IS_NEGATIVE))
    assert (curve.recall.tolist(), curve.precision.tolist()) == ([0, 1], [0, 0.5])
    assert np.isclose(linear_truncated(TOP_IS_NEGATIVE).area.sum(), 0.25)


def test_eleven_levels_by_hand():
    columns = eleven_point(FOUR)
    assert columns.height_after.tolist() == pytest.approx([1] * 6 + [2 / 3] * 5)
    assert columns.point.tolist() == [0] * 6 + [2] * 5
    assert columns.area.sum() == pytest.approx((6 + 5 * 2 / 3) / 11)


def test_a_level_names_the_point_of_its_precision():
    points = OperatingPoints.from_counts([3, 2, 1], [1, 1, 2], [1, 0, 0])  # precision 1/2, 2/3, 4/5
    assert set(eleven_point(points).point.tolist()) == {2}


def test_levels_beyond_the_last_recall_count_as_0():
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


ROUNDING = 4 * np.finfo(np.float64).eps


def test_continuous_area_of_one_segment_by_hand():
    # From TP 1, FP 0 to TP 2, FP 8: h = 8, a = 9, b = -8; area (1 + 8/9 ln 10) / 18.
    points = OperatingPoints.from_counts([2, 1], [1, 1], [0, 8])
    assert continuous(points).area.tolist() == pytest.approx([0.5, (1 + 8 / 9 * np.log(10)) / 18], abs=1e-15)


@given(rankings())
@example(Ranking(np.array([1, 1, 0]), np.array([2.0, 1.0, 1.0]), np.array([5.8e7, 1.9e-5, 8.1e8])))
def test_continuous_vertices_lie_on_the_curve(ranking):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    curve = continuous_vertices(points)
    true_positives = curve.recall[1:] * points.positives
    on_rise = ~np.isin(curve.recall[1:], points.recall) & (true_positives > points.true_positives[0])
    # On each segment false positives grow in proportion to true positives. Where a segment gains very few of all
    # positives, recall determines true positives to a few digits only, so precision lies between its neighbors.
    around = [_precision_at(points, true_positives[on_rise] * (1 + shift)) for shift in (-ROUNDING, ROUNDING)]
    precision = curve.precision[1:][on_rise]
    assert (precision >= np.minimum(*around) * (1 - 1e-6)).all()
    assert (precision <= np.maximum(*around) * (1 + 1e-6)).all()


def _precision_at(points, true_positives):
    return true_positives / (true_positives + np.interp(true_positives, *_without_vertical(points)))


def _without_vertical(points):
    """Return false positives as a function of true positives; of a vertical run, only the first and last stay."""
    true, false = points.true_positives, points.false_positives
    last = np.append(np.diff(true) > 0, True)
    first = np.append(True, np.diff(true) > 0)
    at = np.sort(np.concatenate((np.flatnonzero(first), np.flatnonzero(last))))
    nudged = true[at].astype(float)
    return nudged, false[at]


@pytest.mark.parametrize("points", [
    operating_points([0, 1], [2, 1], sample_weight=[1e-6, 1.0]),
    operating_points([0, 1], [2, 1], sample_weight=[1e-5, 1e5]),
    OperatingPoints.from_counts([2, 1], [1, 1], [0, 10**10]),
])  # fmt: skip
def test_vertices_of_an_extreme_segment_keep_its_area(points):
    assert continuous_vertices(points).polygon_area == pytest.approx(continuous(points).area.sum(), abs=1e-6)


@pytest.mark.parametrize("scale", [5e-324, 1e-300, 1e300])
def test_the_unit_of_the_weights_changes_nothing(scale):
    labels, scores = [1, 0, 1], [3, 2, 1]
    expected = continuous(operating_points(labels, scores)).area
    scaled = operating_points(labels, scores, sample_weight=[scale] * 3)
    np.testing.assert_allclose(continuous(scaled).area, expected, rtol=1e-14)
    assert continuous_vertices(scaled).polygon_area == pytest.approx(expected.sum(), abs=1e-6)


def test_inner_points_of_davis_and_goadrich_by_hand():
    # From TP 1, FP 0 to TP 3, FP 8: FP 4 at TP 2. Precision 1, 2/6, 3/11.
    pieces = davis_goadrich(OperatingPoints.from_counts([2, 1], [1, 2], [0, 8]))
    assert pieces.height_after.tolist() == pytest.approx([1, 2 / 6, 3 / 11])
    assert pieces.recall_after.tolist() == pytest.approx([1 / 3, 2 / 3, 1])
    assert pieces.point.tolist() == [0, 1, 1]
    assert pieces.area.sum() == pytest.approx((1 + (1 + 2 / 6) / 2 + (2 / 6 + 3 / 11) / 2) / 3)


def test_davis_goadrich_refuses_fractional_positives():
    points = operating_points([1, 0, 1], [3, 2, 1], sample_weight=[1, 1, 0.5])
    with pytest.raises(
        ValueError,
        match=r"davis_goadrich needs points that count rows of weight 1, got true_positives 1\.5 at position 2",
    ):
        davis_goadrich(points)


def test_davis_goadrich_refuses_too_many_steps():
    points = OperatingPoints.from_counts([2, 1], [1, MAX_STEPS], [0, 1])
    with pytest.raises(ValueError, match="at most 20000000, got 20000001"):
        davis_goadrich(points)
