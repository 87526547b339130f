import numpy as np
import pytest
from hypothesis import given

from pr_metrics import OperatingPoints, operating_points
from pr_metrics.interpolate import continuous, continuous_vertices, linear, polyline, step
from tests.rankings import rankings

# Four rows ranked positive, negative, positive, negative: recall .5 .5 1 1, precision 1 1/2 2/3 1/2.
FOUR = OperatingPoints.from_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1])


def test_a_step_goes_up_first_and_then_across():
    curve = polyline(step(FOUR))
    assert curve.recall.tolist() == [0, 0.5, 0.5, 0.5, 1, 1]
    assert curve.precision.round(3).tolist() == [1, 1, 0.5, 0.667, 0.667, 0.5]


def test_a_straight_line_starts_from_the_invented_point():
    points = OperatingPoints.from_counts([2, 1], [0, 1], [1, 0])  # the top is a negative
    curve = polyline(linear(points))
    assert (curve.recall.tolist(), curve.precision.tolist()) == ([0, 0, 1], [1, 0, 0.5])


def test_continuous_area_of_one_segment_by_hand():
    # From TP 1, FP 0 to TP 2, FP 8: h = 8, a = 9, b = -8; area (1 + 8/9 ln 10) / 18.
    points = OperatingPoints.from_counts([2, 1], [1, 1], [0, 8])
    assert continuous(points).area.tolist() == pytest.approx([0.5, (1 + 8 / 9 * np.log(10)) / 18], abs=1e-15)


@given(rankings())
def test_continuous_vertices_lie_on_the_curve(ranking):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    curve = continuous_vertices(points)
    true_positives = curve.recall[1:] * points.positives
    # On each segment false positives grow in proportion to true positives.
    reached = np.interp(true_positives, *_without_vertical(points))
    on_rise = ~np.isin(curve.recall[1:], points.recall) & (true_positives > points.true_positives[0])
    expected = true_positives / (true_positives + reached)
    np.testing.assert_allclose(curve.precision[1:][on_rise], expected[on_rise], rtol=1e-6)


def _without_vertical(points):
    """Counts as a function; where a run of points shares its true positives, a segment that rises leaves the last."""
    true, false = points.true_positives, points.false_positives
    last = np.append(np.diff(true) > 0, True)
    first = np.append(True, np.diff(true) > 0)
    at = np.sort(np.concatenate((np.flatnonzero(first), np.flatnonzero(last))))
    nudged = true[at].astype(float)
    return nudged, false[at]


@pytest.mark.parametrize(
    "points",
    [
        operating_points([0, 1], [2, 1], sample_weight=[1e-6, 1.0]),
        operating_points([0, 1], [2, 1], sample_weight=[1e-5, 1e5]),
        OperatingPoints.from_counts([2, 1], [1, 1], [0, 10**10]),
    ],
)
def test_a_segment_that_grows_a_millionfold_is_still_drawn_right(points):
    assert continuous_vertices(points).polygon_area == pytest.approx(continuous(points).area.sum(), abs=1e-6)


@pytest.mark.parametrize("scale", [5e-324, 1e-300, 1e300])
def test_the_unit_of_the_weights_changes_nothing(scale):
    labels, scores = [1, 0, 1], [3, 2, 1]
    expected = continuous(operating_points(labels, scores)).area
    scaled = operating_points(labels, scores, sample_weight=[scale] * 3)
    np.testing.assert_allclose(continuous(scaled).area, expected, rtol=1e-14)
    assert continuous_vertices(scaled).polygon_area == pytest.approx(expected.sum(), abs=1e-6)


def test_inner_points_are_few():
    rng = np.random.default_rng(0)
    label = rng.random(100_000) < 0.1
    points = operating_points(label, rng.normal(size=label.size) + label)
    assert continuous_vertices(points).recall.size < 1.2 * points.threshold.size
