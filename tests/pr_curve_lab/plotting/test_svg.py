"""A plot as SVG: the position of every part in pixels, computed by hand."""

import re
from dataclasses import replace

import numpy as np
import pytest

from pr_curve_lab.analysis.areas import ThinnedArea, joined_area
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import resolution
from pr_curve_lab.plotting.labels import LabelPosition
from pr_curve_lab.plotting.plot import (
    Plot,
    PlotCurve,
    PlotLabel,
    PlotPoints,
    joined_plot,
    marker_points,
    pr_titles,
    with_selected_point,
)
from pr_curve_lab.plotting.svg import MAX_EXACT, MAX_SHIFT, PlotArea, curve_path, round_vertices, svg
from pr_metrics import JoinedCurve, operating_points
from tests.pr_curve_lab.exports.reading import corners

WORDS = messages_in("en")
AREA = PlotArea(50, 40, 200, 100)
CURVE = JoinedCurve(np.array([0, 0.5, 1]), np.array([1, 1, 0.2]), n_extrapolated=1)
POINTS = PlotPoints(np.array([0.5, 0.75, 1]), np.array([1, 0.6, 0.2]), palette.BLUE, np.array([True, False, True]))
LABEL = PlotLabel("rows", LabelPosition(0.25, 0.5, "right", "below", shift=7), size=16, strong="≥ 4")
PLOT = Plot(
    pr_titles(WORDS),
    [PlotCurve(ThinnedArea(curve=CURVE, area=0.8), "linear", palette.BLUE)],
    baseline=0.3,
    points=[POINTS],
    selected=(0.5, 1.0),
    labels=[LABEL],
    title="Straight lines",
)
DRAWING = svg(PLOT, AREA, WORDS)


def path_of(name):
    """Return the vertices of a line, and whether it is dashed."""
    (path,) = re.findall(rf'<path data-of="{name}" [^>]*>', DRAWING)
    return corners(re.search(' d="([^"]*)"', path)[1]).tolist(), "dasharray" in path


def test_the_class_balance_is_a_dashed_line_at_its_height():
    assert path_of("baseline") == ([[50, 110], [250, 110]], True)


def test_a_curve_runs_through_its_vertices_and_its_extrapolated_start_is_dashed():
    assert path_of("line") == ([[150, 40], [250, 120]], False)
    assert path_of("start") == ([[50, 40], [150, 40]], True)


def test_circles_are_drawn_at_points_that_fit_and_the_selected_one():
    found = [[float(number) for number in one] for one in re.findall('cx="(.*?)" cy="(.*?)" r="(.*?)"', DRAWING)]
    assert found == [[150, 40, POINTS.size / 2], [250, 120, POINTS.size / 2], [150, 40, 8]]


def test_a_label_is_drawn_beside_its_position():
    (text,) = (one for one in re.findall("<text .*?</text>", DRAWING) if "rows" in one)
    assert [float(re.search(f' {side}="(.*?)"', text)[1]) for side in "xy"] == [107, pytest.approx(90 + 7 + 1.05 * 16)]
    assert re.sub("<.*?>", "", text) == "≥ 4 rows"


def test_positions_are_relative_to_the_top_of_the_axis():
    low = replace(PLOT, axes=pr_titles(WORDS, top=0.5), labels=[replace(LABEL, position=LabelPosition(0.25, 0.25))])
    drawing = svg(low, AREA, WORDS)
    (y,) = re.findall('<text x="100" y="(.*?)"[^>]*>(?=<tspan[^>]*>≥ 4)', drawing)
    assert float(y) == pytest.approx(90 + 0.34 * 16)
    assert 'data-of="baseline" d="M50 80H250"' in drawing


def test_the_selected_point_has_a_label_beside_it():
    points = operating_points([1, 0, 1, 0], [4, 3, 2, 1])
    plot = joined_plot(
        joined_area(points, "step", resolution()), [marker_points(points, palette.BLUE)], WORDS, prevalence=0.5
    )
    chosen = with_selected_point(plot, 1.0, 2 / 3, "2", WORDS)
    label = chosen.labels[-1]
    assert (chosen.selected, label.strong) == ((1.0, 2 / 3), "≥ 2")
    assert abs(label.position.x - 1) + abs(label.position.y - 2 / 3) < 0.2
    assert len(re.findall("<circle ", svg(chosen, AREA, WORDS))) == 4 + 1


def test_grid_numbers_and_titles_are_drawn_at_the_axes():
    written = re.findall('<text x="(.*?)" y="(.*?)"[^>]*>(?:<tspan[^>]*>)?(.*?)<', DRAWING)
    x = {words: float(x) for x, _, words in written}
    assert (x["Recall"], x["Straight lines"]) == (150, 20)
    ticks = [(float(x), words) for x, y, words in written if float(y) == 140 + AREA.type + 8]
    assert ticks == [(50, "0"), (150, "0.5"), (250, "1")]


def test_the_area_of_an_extrapolated_start_is_shaded_darker():
    shaded = [corners(path).tolist() for path in re.findall('<path d="([^"]*Z)"', DRAWING)]
    assert shaded == [[[0, 1], [0.5, 1], [1, 0.2], [1, 0], [0, 0]], [[0, 1], [0.5, 1], [0.5, 0], [0, 0]]]


def test_a_path_keeps_its_turning_points():
    up_and_down = np.array([0.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.25])
    assert curve_path(*up_and_down) == "M0 0V1V0.25"


def test_many_vertices_are_written_with_few_digits_and_the_same_area():
    rng = np.random.default_rng(0)
    recall, precision = np.sort(rng.random(MAX_EXACT + 1)), rng.random(MAX_EXACT + 1)
    area = float(np.trapezoid(precision, recall))
    across, up = round_vertices(ThinnedArea(curve=JoinedCurve(recall, precision), area=area))
    assert np.trapezoid(up, across) == pytest.approx(area, abs=1e-14)
    assert max(np.abs(across - recall).max(), np.abs(up - precision).max()) < 1e-4
    assert (up != np.round(up, 6)).sum() <= 1


@pytest.mark.parametrize("unscored", [0, 99, 999])
def test_rounding_moves_no_vertex_visibly(unscored):
    """Also if most positives are unscored, so that the curve ends at a low recall."""
    rng = np.random.default_rng(0)
    positive = rng.random(1000) < 0.3
    points = operating_points(positive, rng.normal(size=1000), total_positives=positive.sum() * (1 + unscored))
    for scheme in ("step", "linear", "envelope"):
        joined = joined_area(points, scheme, resolution())
        assert joined.curve.recall.size > MAX_EXACT
        across, up = round_vertices(joined)
        assert np.trapezoid(up, across) == pytest.approx(joined.area, abs=1e-14)
        assert np.abs(up - joined.curve.precision).max() <= MAX_SHIFT
