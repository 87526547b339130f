import numpy as np
import pytest

from pr_curve_lab.analysis.areas import joined_area
from pr_curve_lab.analysis.scheme_differences import MIN_POINTS, SMALL_GAP, gap_window, window_curves
from pr_curve_lab.analysis.thinning import Resolution
from pr_curve_lab.schema.examples import example_cases
from pr_metrics import SCHEMES, JoinedCurve, operating_points

MANY = 100


def gap_inside(left, right, low, floor, side):
    """The gap in a window, by sums over a fine grid."""
    across = np.linspace(0, 1, 20001)
    one, other = (np.interp(across, curve.recall, curve.precision) for curve in (left, right))
    inside = (across >= low) & (across <= low + side)
    visible = np.minimum(np.maximum(one, other), floor + side) - np.maximum(np.minimum(one, other), floor)
    return float(np.maximum(visible, 0)[inside].sum())


def test_what_is_seen_without_a_lens_is_shown_whole():
    flat, low = JoinedCurve([0.0, 1.0], [0.9, 0.9]), JoinedCurve([0.0, 1.0], [0.7, 0.7])
    assert gap_window(flat, low, MANY).is_full
    near = JoinedCurve([0.0, 1.0], [0.9, 0.9 - SMALL_GAP])
    assert gap_window(flat, near, MIN_POINTS - 1).is_full
    assert not gap_window(flat, near, MIN_POINTS).is_full
    assert gap_window(flat, flat, MANY).is_full


def test_curves_that_cross_are_not_close_where_their_areas_are():
    falling, rising = JoinedCurve([0.0, 1.0], [0.9, 0.5]), JoinedCurve([0.0, 1.0], [0.5, 0.9])
    assert gap_window(falling, rising, MANY).is_full


@pytest.mark.parametrize("example", ["breast_cancer", "digits", "rare_label"])
@pytest.mark.parametrize("schemes", [("step", "linear"), ("step", "continuous"), ("lower", "upper")])
def test_no_other_window_of_its_size_holds_much_more_of_the_gap(example, schemes):
    points = example_cases(example).points
    left, right = (joined_area(points, scheme, Resolution(400)).curve for scheme in schemes)
    window = gap_window(left, right, MANY)
    if window.is_full:
        assert gap_inside(left, right, 0, 0, 1) / 20001 >= SMALL_GAP
        return
    assert 0 <= window.recall <= 1 - window.side
    assert 0 <= window.precision <= 1 - window.side
    held = gap_inside(left, right, window.recall, window.precision, window.side)
    corners = np.linspace(0, 1 - window.side, 40)
    best = max(gap_inside(left, right, low, floor, window.side) for low in corners for floor in corners)
    assert held >= 0.75 * best


def test_a_lens_looks_at_the_only_place_where_they_part():
    flat = JoinedCurve([0.0, 1.0], [0.5, 0.5])
    dip = JoinedCurve([0.0, 0.6, 0.65, 0.7, 1.0], [0.5, 0.5, 0.4, 0.5, 0.5])
    window = gap_window(flat, dip, MANY)
    assert window.zoom == 5
    assert window.recall <= 0.6 < 0.7 <= window.recall + window.side
    assert window.precision <= 0.45 <= 0.5 <= window.precision + window.side


@pytest.mark.parametrize("scheme", ["step", "linear", "continuous"])
def test_a_lens_on_many_points_shows_the_curve_itself(scheme):
    rng = np.random.default_rng(3)
    positive = rng.random(200_000) < 0.2
    points = operating_points(positive, rng.normal(size=positive.size) + positive)
    apart = window_curves(points, scheme, "upper")
    window, curve = apart.window, SCHEMES[scheme].curve(points)
    assert window.zoom == 20
    assert len(apart.left.recall) < 10_000
    inside = (curve.recall >= window.recall) & (curve.recall <= window.recall + window.side)
    across = np.linspace(window.recall, window.recall + window.side, 300)
    seen, true = (
        np.interp(across, x, y)
        for x, y in ((apart.left.recall, apart.left.precision), (curve.recall[inside], curve.precision[inside]))
    )
    assert np.abs(seen - true).max() < 2 * window.side / 100
