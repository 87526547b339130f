"""A long line drawn from few corners is the same picture, pixel for pixel, and has the same area."""

from functools import cache

import numpy as np
import pytest

from pr_curve_lab.analysis.thinning import MAX_VERTICES, PIXEL_RATIOS, Resolution, reduce_line, render_curve
from pr_metrics import SCHEMES, OperatingPoints, operating_points
from tests.pixels import picture

WIDTH = 325  # px, as the pictures of the areas page
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


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("kind", KINDS)
def test_the_picture_is_equal_pixel_for_pixel(kind, scheme):
    points = ranking(kind)
    curve = SCHEMES[scheme].curve(points)
    drawn = render_curve(curve, Resolution(WIDTH))
    for scale in PIXEL_RATIOS:
        from_all = picture(curve.recall, curve.precision, scale * WIDTH)
        assert from_all.sum() > WIDTH / 4
        assert (picture(drawn.recall, drawn.precision, scale * WIDTH) == from_all).all()


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("kind", KINDS)
def test_few_corners_keep_the_area(kind, scheme):
    points = ranking(kind)
    drawn = render_curve(SCHEMES[scheme].curve(points), Resolution(WIDTH))
    assert drawn.polygon_area == pytest.approx(
        SCHEMES[scheme].area(points), abs=1e-6 if scheme == "continuous" else 1e-12
    )
    assert drawn.recall.size <= 18 * WIDTH
    assert (np.diff(drawn.recall) >= 0).all()
    assert (drawn.precision >= 0).all()
    assert (drawn.precision <= 1).all()


def test_a_pixel_that_lacks_a_corner_is_noticed():
    points = ranking("noise")
    curve = SCHEMES["step"].curve(points)
    every_tenth = slice(None, None, 10)
    coarse = picture(curve.recall[every_tenth], curve.precision[every_tenth], WIDTH)
    assert (coarse != picture(curve.recall, curve.precision, WIDTH)).any()


def test_a_line_below_zero_keeps_its_signed_area():
    rng = np.random.default_rng(1)
    x = np.repeat(np.sort(rng.random(50_000)), 2)
    y = np.roll(np.repeat(rng.normal(size=50_000), 2), 1)
    line = reduce_line(x, y, WIDTH)
    assert float(np.trapezoid(line.y, line.x)) == pytest.approx(float(np.trapezoid(y, x)), abs=1e-12)
    assert (line.y.min(), line.y.max()) == (y.min(), y.max())


def test_an_invented_start_stays():
    recall = np.sort(np.random.default_rng(2).integers(1, 10**6, 50_000)) / 10**6
    points = OperatingPoints.from_counts(np.arange(50_000), np.diff(recall, prepend=0) * 1e6, np.full(50_000, 3))
    for scheme in ("linear", "linear_truncated", "continuous"):
        curve = SCHEMES[scheme].curve(points)
        drawn = render_curve(curve, Resolution(WIDTH))
        assert drawn.n_extrapolated == curve.n_extrapolated > 0
        assert drawn.recall[: drawn.n_extrapolated + 1].tolist() == curve.recall[: curve.n_extrapolated + 1].tolist()


def test_a_short_curve_is_drawn_as_it_is():
    points = operating_points(np.arange(500) % 2, np.arange(500))
    drawn = render_curve(SCHEMES["linear"].curve(points), Resolution(WIDTH))
    assert drawn.n_original is None
    assert drawn.recall.size == 501 <= MAX_VERTICES


def test_kept_corners_are_fewer_than_all():
    points = ranking("half")
    curve = SCHEMES["step"].curve(points)
    drawn = render_curve(curve, Resolution(WIDTH))
    assert WIDTH < drawn.n_original <= drawn.recall.size < curve.recall.size / 50
