"""A long line drawn from few vertices is the same picture, pixel for pixel, and has the same area."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_curve_lab.analysis.thinning import (
    ALL_POINTS_LIMIT,
    CIRCLE_SPACING,
    MAX_MARKERS,
    MAX_VERTICES,
    PIXEL_RATIOS,
    Resolution,
    circle_mask,
    drop_inner_vertices,
    marker_indices,
    reduce_line,
    thin_curve,
)
from pr_metrics import SCHEMES, OperatingPoints, operating_points
from tests.pixels import picture
from tests.rankings import rankings


@given(rankings(), st.sampled_from(list(SCHEMES)))
def test_fewer_vertices_have_the_same_area_and_extent(ranking, scheme):
    curve = SCHEMES[scheme].curve(operating_points(ranking.y_true, ranking.y_score))
    thin = drop_inner_vertices(curve)
    assert thin.polygon_area == pytest.approx(curve.polygon_area, abs=1e-12)
    assert thin.recall.size <= curve.recall.size
    for recall in np.unique(curve.recall):
        before, after = curve.precision[curve.recall == recall], thin.precision[thin.recall == recall]
        assert (before.min(), before.max(), before[0], before[-1]) == (after.min(), after.max(), after[0], after[-1])
        assert after.size <= 4


@given(rankings(), st.sampled_from(list(SCHEMES)))
def test_fewer_vertices_keep_the_extrapolated_part(ranking, scheme):
    curve = SCHEMES[scheme].curve(operating_points(ranking.y_true, ranking.y_score))
    assert drop_inner_vertices(curve).extrapolated_area == pytest.approx(curve.extrapolated_area, abs=1e-12)


def test_many_negatives_in_a_row_become_two_vertices():
    points = operating_points([1] + [0] * 999, range(1000, 0, -1))
    assert drop_inner_vertices(SCHEMES["step"].curve(points)).recall.tolist() == [0, 1, 1]


def test_markers_are_few_but_include_the_ends():
    recall = np.linspace(0, 1, 50_000)
    shown = marker_indices(recall)
    assert shown.size <= MAX_MARKERS
    assert (shown[0], shown[-1]) == (0, recall.size - 1)


@given(rankings())
def test_markers_keep_their_distance_unless_they_are_few(ranking):
    points = operating_points(ranking.y_true, ranking.y_score)
    room = circle_mask(points.recall, points.precision)
    circles = np.column_stack((points.recall, points.precision))[room]
    gaps = np.abs(np.diff(circles, axis=0)).max(axis=1)
    assert room[0]
    assert room[-1]
    if room.size <= ALL_POINTS_LIMIT:
        assert room.all()
    else:
        assert (gaps[:-1] >= CIRCLE_SPACING - 1e-12).all()  # the last point is always drawn


WIDTH = 325  # pixels, as of the charts on the page Two areas
ROWS = 200_000


@cache
def ranking(kind):
    rng = np.random.default_rng(len(kind))
    positive = rng.random(ROWS) < {"rare": 0.001, "half": 0.5}.get(kind, 0.2)
    score = {
        "noise": lambda: rng.random(ROWS),
        "ties": lambda: np.round(rng.normal(size=ROWS) + positive, 3),
        "bursts": lambda: np.sin(rng.random(ROWS) * 60) + 0.1 * positive,
        "reversed": lambda: rng.normal(size=ROWS) - positive,
        "perfect": lambda: rng.random(ROWS) + positive,
    }.get(kind, lambda: rng.normal(size=ROWS) + positive)()
    return operating_points(positive, score)


KINDS = ("rare", "half", "noise", "ties", "bursts", "reversed", "perfect")


CASES = dict.fromkeys(
    [(kind, scheme) for kind in KINDS for scheme in ("step", "linear", "envelope")]
    + [(kind, scheme) for kind in ("ties", "bursts") for scheme in SCHEMES]
)


@pytest.mark.parametrize(("kind", "scheme"), CASES)
def test_few_vertices_keep_the_area_and_every_pixel(kind, scheme):
    points = ranking(kind)
    curve = SCHEMES[scheme].curve(points)
    drawn = thin_curve(curve, Resolution(WIDTH))
    for scale in PIXEL_RATIOS:
        from_all = picture(curve.recall, curve.precision, scale * WIDTH)
        assert from_all.sum() > WIDTH / 4
        assert (picture(drawn.recall, drawn.precision, scale * WIDTH) == from_all).all()
    assert drawn.polygon_area == pytest.approx(
        SCHEMES[scheme].area(points), abs=1e-6 if scheme == "continuous" else 1e-12
    )
    assert drawn.recall.size <= 18 * WIDTH
    assert (np.diff(drawn.recall) >= 0).all()
    assert (drawn.precision >= 0).all()
    assert (drawn.precision <= 1).all()


def test_a_line_below_zero_keeps_its_signed_area():
    rng = np.random.default_rng(1)
    x = np.repeat(np.sort(rng.random(50_000)), 2)
    y = np.roll(np.repeat(rng.normal(size=50_000), 2), 1)
    line = reduce_line(x, y, WIDTH)
    assert float(np.trapezoid(line.y, line.x)) == pytest.approx(float(np.trapezoid(y, x)), abs=1e-12)
    assert (line.y.min(), line.y.max()) == (y.min(), y.max())


def test_an_extrapolated_start_is_kept():
    recall = np.sort(np.random.default_rng(2).integers(1, 10**6, 50_000)) / 10**6
    points = OperatingPoints.from_counts(np.arange(50_000), np.diff(recall, prepend=0) * 1e6, np.full(50_000, 3))
    for scheme in ("linear", "linear_truncated", "continuous"):
        curve = SCHEMES[scheme].curve(points)
        drawn = thin_curve(curve, Resolution(WIDTH))
        assert drawn.n_extrapolated == curve.n_extrapolated > 0
        assert drawn.recall[: drawn.n_extrapolated + 1].tolist() == curve.recall[: curve.n_extrapolated + 1].tolist()


def test_a_short_curve_is_not_thinned():
    points = operating_points(np.arange(500) % 2, np.arange(500))
    drawn = thin_curve(SCHEMES["linear"].curve(points), Resolution(WIDTH))
    assert drawn.n_kept is None
    assert drawn.recall.size == 501 <= MAX_VERTICES


def test_a_thinned_curve_has_few_vertices():
    points = ranking("half")
    curve = SCHEMES["step"].curve(points)
    drawn = thin_curve(curve, Resolution(WIDTH))
    assert WIDTH < drawn.n_kept <= drawn.recall.size < curve.recall.size / 50
