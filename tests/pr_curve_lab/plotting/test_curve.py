from functools import cache

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pr_curve_lab.analysis.areas import UnknownRegion, joined_area, joined_areas
from pr_curve_lab.analysis.thinning import circle_mask, marker_indices
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import (
    HEIGHT,
    RANGE,
    SIDES,
    TICKS,
    TOP_MARGIN,
    joined_figure,
    plot_width,
    plotly_figure,
    resolution,
    square_layouts,
    wrap_axis_name,
)
from pr_curve_lab.plotting.labels import text_width
from pr_curve_lab.plotting.model_curves import ModelCurve, models_plot
from pr_curve_lab.plotting.plot import pr_titles
from pr_curve_lab.plotting.schemes import RESOLUTION, schemes_figure
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_metrics import SCHEMES, OperatingPoints, operating_points
from tests.kinds_of_rows import EXAMPLES_AND_SCHEMES, KINDS_OF_ROWS
from tests.pr_curve_lab.plotting.drawn import closed_area, texts, trace
from tests.rankings import rankings

WORDS = messages_in("en")
SMALLEST_TYPE = 15  # px


def figure_of(points, scheme="step", words=WORDS):
    return joined_figure(joined_area(points, scheme, resolution()), points, words)


def several_figure(points, words=WORDS):
    models = [ModelCurve(name, joined_area(points, "step", resolution()), points, True) for name in "ab"]
    return plotly_figure(models_plot(models, [(0.25, 0.5)], "Title", words), words)


def small_figures(points, words=WORDS):
    return schemes_figure(points, list(joined_areas(points, RESOLUTION).values()), words)


@cache
def drawn(example, scheme):
    return figure_of(example_labeled_scores(example).points, scheme)


@pytest.mark.parametrize(("example", "scheme"), EXAMPLES_AND_SCHEMES)
def test_measured_points_and_baseline_are_drawn(example, scheme):
    points = example_labeled_scores(example).points
    figure = drawn(example, scheme)
    shown = marker_indices(points.recall)
    assert trace(figure, "points").x.tolist() == points.recall[shown].tolist()
    assert trace(figure, "points").y.tolist() == points.precision[shown].tolist()
    circled = circle_mask(points.recall[shown], points.precision[shown])
    assert (np.array(trace(figure, "points").marker.size) > 0).tolist() == circled.tolist()
    assert f"<b>{WORDS.format(f'schemes.{scheme}.name')}</b>" in texts(figure)
    assert trace(figure, "baseline").y.tolist() == [points.prevalence] * 2


@pytest.mark.parametrize(
    ("scheme", "example", "start"),
    [
        ("step", "apples_oranges", ([], [])),
        ("envelope", "apples_oranges", ([], [])),
        ("linear", "apples_oranges", ([0, 0.2], [1, 1])),
        ("linear", "constant", ([0, 1], [1, 0.1])),
        ("linear_flat", "constant", ([0, 1], [0.1, 0.1])),
        ("continuous", "constant", ([0, 1], [0.1, 0.1])),
        ("linear", "top_is_negative", ([0, 0], [1, 0])),
        ("linear_truncated", "apples_oranges", ([0, 0.2, 0.2], [0, 0, 1])),
        ("linear_truncated", "top_is_negative", ([], [])),
        ("lower", "apples_oranges", ([0, 0.2], [1, 1])),
        ("davis_goadrich", "constant", ([0, 1], [0.1, 0.1])),
        ("eleven_point", "apples_oranges", ([], [])),
        ("linear_flat", "top_is_negative", ([], [])),
        ("continuous", "top_is_negative", ([], [])),
    ],
)
def test_only_the_extrapolated_part_is_dashed(scheme, example, start):
    figure = drawn(example, scheme)
    dashed = trace(figure, "start")
    assert (dashed.x.round(12).tolist(), dashed.y.round(12).tolist()) == start
    solid = trace(figure, "line")
    assert (dashed.line.dash, solid.line.dash) == (palette.START_DASH, "solid")
    assert solid.x.size == 0 or (solid.x[0], solid.y[0]) == (
        (dashed.x[-1], dashed.y[-1]) if start[0] else (0, solid.y[0])
    )


@given(rankings(), st.sampled_from(list(SCHEMES)))
def test_the_number_does_not_cover_the_class_balance(ranking, scheme):
    points = operating_points(ranking.y_true, ranking.y_score)
    figure = figure_of(points, scheme)
    number = next(note for note in figure.layout.annotations if note.font.size == palette.AREA_SIZE)
    assert abs(number.y - points.prevalence) > 0.05
    assert 0 < number.y < 1


def span(note, px):
    """Return the bottom and top of a label in axis units, for a chart that is `px` high."""
    height = 1.3 * note.font.size / px
    bottom = note.y - {"bottom": 0, "top": height}.get(note.yanchor, height / 2)
    return bottom, bottom + height


@pytest.mark.parametrize("px", [252, 322])  # the preview of the page Data, the charts of the page Two areas
@pytest.mark.parametrize("steepness", [1, 1.5, 3, 6])
def test_the_number_does_not_cover_the_label_of_the_class_balance(steepness, px):
    false_positives = np.diff(np.linspace(0, 1, 21) ** steepness)
    for share in (1, 2, 3, 5, 8, 10, 11, 12, 13, 14, 17, *range(20, 100, 5), 98, 99):
        points = OperatingPoints.from_counts(
            np.arange(20.0)[::-1], np.full(20, share / 20), (100 - share) * false_positives
        )
        notes = figure_of(points).layout.annotations
        number, label = next(note for note in notes if note.font.size == palette.AREA_SIZE), notes[2]
        assert label.text.startswith("class balance 0.")
        (low, high), (bottom, top) = span(number, px), span(label, px)
        assert top <= low or high <= bottom, share


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_the_number_does_not_cover_the_curve(example, scheme):
    figure = drawn(example, scheme)
    number = next(note for note in figure.layout.annotations if note.font.size == palette.AREA_SIZE)
    curve = trace(figure, "curve")
    assert abs(np.interp(number.x, curve.x, curve.y) - number.y) >= 0.1


@pytest.mark.parametrize("scheme", SCHEMES)
@settings(max_examples=15)  # of each scheme
@given(ranking=rankings())
def test_the_darker_part_has_the_area_added_by_the_start(scheme, ranking):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(SCHEMES[scheme].can_join(points))
    figure = figure_of(points, scheme)
    darker = trace(figure, "start_area")
    first, recall = points.precision[0], points.recall[0]
    height = {"not needed": 0, "one": (1 + first) / 2, "first precision": first, "dropped": 0}[SCHEMES[scheme].start]
    added = SCHEMES[scheme].curve(points).extrapolated_area
    assert closed_area(darker) == pytest.approx(added, abs=1e-12)
    assert added == pytest.approx(recall * height, abs=1e-12)
    assert darker.fill == "tozeroy"
    assert (np.asarray(darker.x) <= recall).all()


def test_the_range_hidden_by_bins_is_shaded_below_the_curve():
    hidden = UnknownRegion(np.array([0.0, 0.5, 0.5, np.nan]), np.array([1.0, 1.0, 0.5, np.nan]))
    points = example_labeled_scores("ten_rows").points
    figure = joined_figure(joined_area(points, "step", resolution()), points, WORDS, hidden=hidden)
    shade = trace(figure, "hidden")
    assert (list(shade.x[:3]), shade.fill) == ([0.0, 0.5, 0.5], "toself")
    names = [one.name for one in figure.data]
    assert names.index("curve") < names.index("hidden") < names.index("line")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("draw", [figure_of, several_figure, small_figures], ids=lambda draw: draw.__name__)
def test_figures_have_the_common_style(draw, language):
    layout = draw(example_labeled_scores("ten_rows").points, words=messages_in(language)).layout
    assert (layout.dragmode, layout.showlegend) == (False, False)
    assert tuple(layout.xaxis.range) == tuple(layout.yaxis.range) == (-0.01, 1.01)
    sizes = [note.font.size for note in layout.annotations]
    assert min([*sizes, layout.xaxis.tickfont.size, layout.font.size]) >= SMALLEST_TYPE
    if layout.title.text:
        assert tuple(layout.xaxis.tickvals) == tuple(layout.yaxis.tickvals) == TICKS
        names = [messages_in(language).format(f"chart.{name}") for name in ("recall", "precision")]
        assert [layout.annotations[0].text, layout.title.text] == [names[0], "<br>".join(wrap_axis_name(names[1]))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("height", [280, HEIGHT])
def test_the_name_of_the_recall_axis_fits_between_two_ticks(language, height):
    points, messages = operating_points([1, 0], [0.9, 0.1]), messages_in(language)
    figure = joined_figure(joined_area(points, "step", resolution(height)), points, messages, height=height)
    name = next(note for note in figure.layout.annotations if note.name == "axis")
    assert name.text.startswith(messages.format("chart.recall")[:3])
    assert text_width(name.text) < plot_width(height, TOP_MARGIN) / 2 - text_width("0.5") / 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_square_fits_its_width_and_the_axis_name_its_margin(language):
    titles = pr_titles(messages_in(language))
    for layout in square_layouts(SIDES, titles, top_margin=TOP_MARGIN):
        width, sent = layout["from"], layout["layout"]
        margin = sent["margin"]
        side = sent["height"] - margin["t"] - margin["b"]
        if width in SIDES:
            assert side / (RANGE[1] - RANGE[0]) == pytest.approx(SIDES[width], abs=1)
            assert sent["title.xanchor"] == "right"  # beside the axis
            assert margin["l"] > max(map(text_width, wrap_axis_name(titles.y))) * 0.8
            assert side + margin["l"] + margin["r"] <= width + 8
        elif width:
            assert side + margin["l"] + margin["r"] == pytest.approx(width, abs=10)
            assert sent["title.yanchor"] == "bottom"  # above the picture


def test_points_lie_on_the_curve_and_white_circles_are_measured():
    figure = figure_of(example_labeled_scores("ten_rows").points)
    points, curve = trace(figure, "points"), trace(figure, "curve")
    assert (points.cliponaxis, points.marker.color) == (False, "#FFFFFF")
    assert (curve.fill, curve.line.shape) == ("tozeroy", "linear")


def test_a_figure_prints_the_given_area():
    given = joined_area(example_labeled_scores("sixteen_rows").points, "linear", resolution())
    figure = joined_figure(given, example_labeled_scores("apples_oranges").points, WORDS)
    curve = trace(figure, "curve")
    assert (curve.x.tolist(), curve.y.tolist()) == (given.curve.recall.tolist(), given.curve.precision.tolist())
    assert f"<b>{given.area:.3f}</b>" in texts(figure)
