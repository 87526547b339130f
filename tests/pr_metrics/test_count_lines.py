import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pr_metrics import OperatingPoints, operating_points
from pr_metrics.interpolation import MAX_STEPS, continuous, continuous_vertices, davis_goadrich
from tests.rankings import Ranking, rankings

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
    # On each segment false positives grow in proportion to true positives. Where a segment gains next to nothing of
    # all positives, recall tells true positives to a few digits only: precision lies between those of its neighbours.
    around = [_precision_at(points, true_positives[on_rise] * (1 + shift)) for shift in (-ROUNDING, ROUNDING)]
    precision = curve.precision[1:][on_rise]
    assert (precision >= np.minimum(*around) * (1 - 1e-6)).all()
    assert (precision <= np.maximum(*around) * (1 + 1e-6)).all()


def _precision_at(points, true_positives):
    return true_positives / (true_positives + np.interp(true_positives, *_without_vertical(points)))


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


def test_inner_points_of_davis_and_goadrich_by_hand():
    # From TP 1, FP 0 to TP 3, FP 8: FP 4 at TP 2. Precision 1, 2/6, 3/11.
    pieces = davis_goadrich(OperatingPoints.from_counts([2, 1], [1, 2], [0, 8]))
    assert pieces.height_after.tolist() == pytest.approx([1, 2 / 6, 3 / 11])
    assert pieces.recall_after.tolist() == pytest.approx([1 / 3, 2 / 3, 1])
    assert pieces.point.tolist() == [0, 1, 1]
    assert pieces.area.sum() == pytest.approx((1 + (1 + 2 / 6) / 2 + (2 / 6 + 3 / 11) / 2) / 3)


@given(rankings(weights=("none",)), st.floats(0.1, 10))
def test_negatives_may_be_parts_of_rows(ranking, factor):
    points = operating_points(ranking.y_true, ranking.y_score)
    scaled = OperatingPoints(
        points.threshold, points.true_positives, points.false_positives * factor, points.positives, points.negatives
    )
    # Straight chords between many points of a convex or concave curve come near to it.
    assert abs(davis_goadrich(scaled).area.sum() - continuous(scaled).area.sum()) < 1 / points.positives


def test_parts_of_positives_are_refused():
    points = operating_points([1, 0, 1], [3, 2, 1], sample_weight=[1, 1, 0.5])
    with pytest.raises(
        ValueError,
        match=r"davis_goadrich needs points that count rows of weight 1, got true_positives 1\.5 at position 2",
    ):
        davis_goadrich(points)


def test_more_steps_than_memory_holds_are_refused():
    points = OperatingPoints.from_counts([2, 1], [1, MAX_STEPS], [0, 1])
    with pytest.raises(ValueError, match="at most 20000000, got 20000001"):
        davis_goadrich(points)
