import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_curve_lab.analysis.areas import joined_area
from pr_curve_lab.analysis.scheme_differences import MIN_POINTS, SMALL_GAP, STRIP_WIDTH, gap_window, window_curves
from pr_curve_lab.analysis.thinning import Resolution
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_metrics import SCHEMES, JoinedCurve, compare, operating_points
from tests.joined_sides import differences_of
from tests.kinds_of_rows import EXAMPLES_AND_SCHEMES
from tests.labeled_scores import make_labeled_scores
from tests.pixels import picture
from tests.rankings import rankings


def test_one_tie_makes_the_whole_difference():
    found = differences_of(example_labeled_scores("constant"), "step", "linear")
    assert found.threshold == ("0.5",)
    assert (found.rows.tolist(), found.positives.tolist()) == ([100], [10])
    assert (found.recall_before.tolist(), found.recall_after.tolist()) == ([0], [1])
    assert found.difference.tolist() == pytest.approx([0.45])
    assert found.share.tolist() == [1]


@pytest.mark.parametrize(("example", "scheme"), EXAMPLES_AND_SCHEMES)
def test_the_largest_differences_are_listed_with_their_rows(example, scheme):
    labeled_scores = example_labeled_scores(example)
    found = differences_of(labeled_scores, "step", scheme)
    pair = compare(labeled_scores.points, "step", scheme)
    sizes = np.abs(pair.segment_difference)
    assert np.abs(found.difference).tolist() == sorted(sizes[sizes > 1e-12], reverse=True)[:5]
    for index, after in enumerate(found.recall_after):
        here = np.isin(labeled_scores.score, labeled_scores.points.threshold[labeled_scores.points.recall == after])
        assert found.rows[index] <= here.sum()
        assert found.rows[index] >= 1
    assert found.share.sum() <= 1 + 1e-12


def test_weighted_rows_are_counted_as_rows():
    weight = np.array([2.5, 0.5, 1.0])
    found = differences_of(make_labeled_scores([1, 0, 1], [0.5, 0.5, 0.1], weight), "step", "linear")
    assert dict(zip(found.threshold, found.rows.tolist(), strict=True))["0.5"] == 2


def area_of_strip(strip):
    return float((np.diff(strip.x) * (strip.y[1:] + strip.y[:-1]) / 2).sum())


@given(rankings(), st.sampled_from(list(SCHEMES)))
def test_the_strip_has_the_area_of_the_difference(ranking, scheme):
    found = differences_of(make_labeled_scores(ranking.y_true, ranking.y_score), "step", scheme)
    assert area_of_strip(found.strip) == pytest.approx(found.difference_of_areas, abs=1e-12)


@pytest.mark.parametrize("scheme", ["linear", "lower", "envelope", "continuous", "eleven_point"])
def test_a_thinned_strip_has_the_same_picture(scheme):
    rng = np.random.default_rng(1)
    score = rng.random(60_000)
    label = (rng.random(score.size) < score).astype(int)
    labeled_scores = make_labeled_scores(label, score)
    found, pair = differences_of(labeled_scores, "step", scheme), compare(labeled_scores.points, "step", scheme)
    strip = found.strip
    assert found.n_segments > 20_000
    assert strip.x.size <= 6 * (STRIP_WIDTH + 1)
    assert area_of_strip(strip) == pytest.approx(found.difference_of_areas, abs=1e-12)
    wide = pair.recall_after > pair.recall_before
    x = np.column_stack((pair.recall_before[wide], pair.recall_after[wide])).ravel()
    y = np.repeat(pair.segment_difference[wide] / np.diff(x)[::2], 2)
    low, high = y.min(), y.max()
    assert (strip.y.min(), strip.y.max()) == (low, high)
    from_all = picture(x, (y - low) / (high - low), STRIP_WIDTH)
    assert (picture(strip.x, (strip.y - low) / (high - low), STRIP_WIDTH) == from_all).all()


def test_shares_are_those_of_the_difference_if_the_curves_do_not_cross():
    for example, left, right, one_way in (("ten_rows", "step", "linear", False), ("constant", "step", "linear", True)):
        labeled_scores = example_labeled_scores(example)
        pair = differences_of(labeled_scores, left, right)
        assert pair.has_constant_sign == one_way
        of_gap = pair.difference[0] / pair.difference_of_areas
        assert (of_gap == pytest.approx(pair.share[0])) == one_way


MANY = 100


GRID = np.linspace(0, 1, 20001)


def both_on_grid(left, right):
    """Return the higher and the lower of two curves on a fine grid."""
    one, other = (np.interp(GRID, curve.recall, curve.precision) for curve in (left, right))
    return np.maximum(one, other), np.minimum(one, other)


def gap_inside(higher, lower, low, floor, side):
    """Return the difference of two curves in a window, by a sum over the grid."""
    inside = slice(np.searchsorted(GRID, low), np.searchsorted(GRID, low + side, "right"))
    visible = np.minimum(higher[inside], floor + side) - np.maximum(lower[inside], floor)
    return float(np.maximum(visible, 0).sum())


def test_a_visible_difference_is_not_magnified():
    flat, low = JoinedCurve([0.0, 1.0], [0.9, 0.9]), JoinedCurve([0.0, 1.0], [0.7, 0.7])
    assert gap_window(flat, low, MANY).is_full
    near = JoinedCurve([0.0, 1.0], [0.9, 0.9 - SMALL_GAP])
    assert gap_window(flat, near, MIN_POINTS - 1).is_full
    assert not gap_window(flat, near, MIN_POINTS).is_full
    assert gap_window(flat, flat, MANY).is_full


def test_crossing_curves_of_equal_area_are_not_magnified():
    falling, rising = JoinedCurve([0.0, 1.0], [0.9, 0.5]), JoinedCurve([0.0, 1.0], [0.5, 0.9])
    assert gap_window(falling, rising, MANY).is_full


@pytest.mark.parametrize("example", ["breast_cancer", "digits", "rare_label"])
@pytest.mark.parametrize("schemes", [("step", "linear"), ("step", "continuous"), ("lower", "upper")])
def test_no_other_window_contains_much_more_of_the_difference(example, schemes):
    points = example_labeled_scores(example).points
    left, right = (joined_area(points, scheme, Resolution(400)).curve for scheme in schemes)
    window, both = gap_window(left, right, MANY), both_on_grid(left, right)
    if window.is_full:
        assert gap_inside(*both, 0, 0, 1) / GRID.size >= SMALL_GAP
        return
    assert 0 <= window.recall <= 1 - window.side
    assert 0 <= window.precision <= 1 - window.side
    held = gap_inside(*both, window.recall, window.precision, window.side)
    corners = np.linspace(0, 1 - window.side, 40)
    best = max(gap_inside(*both, low, floor, window.side) for low in corners for floor in corners)
    assert held >= 0.75 * best


def test_the_window_is_where_the_curves_differ():
    flat = JoinedCurve([0.0, 1.0], [0.5, 0.5])
    dip = JoinedCurve([0.0, 0.6, 0.65, 0.7, 1.0], [0.5, 0.5, 0.4, 0.5, 0.5])
    window = gap_window(flat, dip, MANY)
    assert window.zoom == 5
    assert window.recall <= 0.6 < 0.7 <= window.recall + window.side
    assert window.precision <= 0.45 <= 0.5 <= window.precision + window.side


@pytest.mark.parametrize("scheme", ["step", "linear", "continuous"])
def test_a_window_on_many_points_shows_the_curve_itself(scheme):
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
