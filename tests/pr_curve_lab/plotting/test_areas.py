import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_curve_lab.analysis.areas import areas_by_decimals, available_decimals
from pr_curve_lab.analysis.scheme_differences import window_curves
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.areas import (
    ENLARGED_BORDER,
    ENLARGED_LAYOUTS,
    INNER_HEIGHT,
    decimals_figure,
    difference_figure,
    gap_figure,
)
from pr_curve_lab.plotting.labels import SLOTS, text_width
from pr_curve_lab.schema.dataset import LabeledScores
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_curve_lab.schema.roles import Roles
from pr_metrics import SCHEMES, operating_points
from tests.joined_sides import differences_of
from tests.kinds_of_rows import EXAMPLES_AND_SCHEMES, KINDS_OF_ROWS
from tests.pr_curve_lab.plotting.drawn import texts
from tests.rankings import rankings


def strip_of(labeled_scores, left, right, language="en"):
    pair = differences_of(labeled_scores, left, right)
    return pair, difference_figure(pair, palette.style_of(right), messages_in(language))


def named_segments(figure, *, short=False):
    slots = figure.layout.annotations[SLOTS:] if short else figure.layout.annotations[:SLOTS]
    return [note.text for note in slots if note.visible]


@given(rankings(), st.sampled_from(list(SCHEMES)), st.sampled_from(list(SCHEMES)))
def test_the_strip_has_the_area_of_the_difference(ranking, left, right):
    points = operating_points(ranking.y_true, ranking.y_score)
    rows = (np.arange(ranking.y_true.size), ranking.y_true == 1, ranking.y_score, None, points)
    pair, figure = strip_of(LabeledScores("t", Roles("y", "1", ("s",)), *rows, (), ()), left, right)
    x, y = np.asarray(figure.data[0].x), np.asarray(figure.data[0].y)
    assert figure.data[0].name == "difference"
    assert float((np.diff(x) * (y[1:] + y[:-1]) / 2).sum()) == pytest.approx(pair.difference_of_areas, abs=1e-12)
    low, high = figure.layout.yaxis.range
    assert low <= y.min(initial=0) <= y.max(initial=0) <= high


@pytest.mark.parametrize(
    ("language", "long", "short"),
    [
        ("en", "≥ 0.5: 100 tied rows, 10 positive", "≥ 0.5: 100 rows"),
        ("zh", "≥ 0.5：100 行同分，其中正例 10 个", "≥ 0.5：100 行"),
    ],
)
def test_the_segment_of_a_tie_group_is_named(language, long, short):
    _, figure = strip_of(example_labeled_scores("constant"), "step", "linear", language)
    assert named_segments(figure) == [long]
    assert named_segments(figure, short=True) == [short]


def test_a_single_row_is_not_called_tied():
    _, figure = strip_of(example_labeled_scores("apples_oranges"), "step", "linear")
    assert named_segments(figure)
    assert all(": 1 row, " in text for text in named_segments(figure))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("example", "scheme"), EXAMPLES_AND_SCHEMES)
def test_the_largest_segment_is_labeled_above_the_bars(example, scheme, language):
    pair, figure = strip_of(example_labeled_scores(example), "step", scheme, language)
    assert len(figure.layout.annotations) == len(figure.layout.shapes) == 2 * SLOTS
    if pair.threshold:
        assert any(f"≥ {pair.threshold[0]}" in text for text in named_segments(figure))
    highest = max([0.0, *pair.strip.y.tolist()])
    for pole, note in zip(figure.layout.shapes, figure.layout.annotations, strict=True):
        if note.visible:
            assert highest < note.y < figure.layout.yaxis.range[1]
            assert pole.y1 == note.y
            assert pole.y0 <= highest


def gap_of(example, language="en"):
    points = example_labeled_scores(example).points
    apart = window_curves(points, "step", "linear")
    pair = differences_of(example_labeled_scores(example), "step", "linear")
    gap = SCHEMES["linear"].area(points) - SCHEMES["step"].area(points)
    return gap, apart, gap_figure(apart, pair, points, messages_in(language))


def shoelace(x, y):
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)


def test_the_shape_between_the_curves_has_the_difference_of_areas():
    difference, _, figure = gap_of("apples_oranges")
    (gap,) = [trace for trace in figure.data if trace.name == "gap"]
    assert shoelace(np.array(gap.x), np.array(gap.y)) == pytest.approx(difference, abs=1e-12)
    assert gap.fill == "toself"
    lines = [trace for trace in figure.data if trace.name == "line"]
    assert [line.line.color for line in lines] == ["#0072B2", "#D55E00"]
    assert texts(figure)[-4:] == ["<b>Step</b>", "<b>0.826</b>", "<b>Straight line</b>", "<b>0.806</b>"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_name_of_recall_fits_between_the_ticks_of_a_narrow_lens(language):
    _, _, figure = gap_of("breast_cancer", language)
    side = ENLARGED_LAYOUTS[-1]["layout"]["height"] - ENLARGED_BORDER
    axis = figure.layout.xaxis
    ends = side * (np.array(axis.tickvals) - axis.range[0]) / np.ptp(axis.range)  # each text is left of its tick
    lefts = ends - [text_width(text) for text in axis.ticktext]
    assert (lefts[1:] > ends[:-1]).all()


def test_a_lens_shows_only_its_window_with_a_note():
    _, apart, figure = gap_of("breast_cancer")
    window = apart.window
    for axis, low in ((figure.layout.xaxis, window.recall), (figure.layout.yaxis, window.precision)):
        assert axis.range[0] == pytest.approx(low, abs=1e-3)
        assert axis.range[1] == pytest.approx(low + 0.05, abs=1e-3)
        assert axis.ticktext[0] == f"{low:.3f}"
    assert figure.layout.annotations[-1].text == "<b>Enlarged 20 times</b>"
    (circles,) = [trace for trace in figure.data if trace.name == "points"]
    assert len(circles.x) > 3
    assert min(circles.x) >= window.recall
    assert max(circles.x) <= window.recall + window.side


PAIRS = [("step", "linear"), ("linear", "linear_flat"), ("continuous", "davis_goadrich"), ("step", "step")]


def decimals_of(example, schemes, language="en"):
    points = example_labeled_scores(example).points
    areas = areas_by_decimals(points, available_decimals(points), *schemes)
    ticks = [str(index) for index in range(areas.thresholds.size)]
    return areas, decimals_figure(areas, schemes, ticks, messages_in(language))


@pytest.mark.parametrize("schemes", PAIRS)
@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_each_curve_is_labeled_with_its_area_and_name(example, schemes):
    areas, figure = decimals_of(example, schemes)
    lines = {trace.name: np.asarray(trace.y) for trace in figure.data}
    assert lines["left"].tolist() == areas.areas[0].tolist()
    assert ("right" in lines) == (schemes[0] != schemes[1])
    names = [note.text for note in figure.layout.annotations]
    assert names == [
        f"<b>{messages_in('en').format(f'schemes.{scheme}.name')}</b>" for scheme in dict.fromkeys(schemes)
    ]
    low, high = figure.layout.yaxis.range
    assert low < areas.areas[0].min() <= areas.areas[0].max() < high


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("example", ["apples_oranges", "sixteen_rows", "breast_cancer"])
def test_no_name_covers_a_curve(example, scheme):
    areas, figure = decimals_of(example, ("step", scheme))
    low, high = figure.layout.yaxis.range
    half_line = 8 * (high - low) / INNER_HEIGHT
    for note in figure.layout.annotations:
        start, end = figure.layout.xaxis.range
        x, y = start + note.x * (end - start), low + note.y * (high - low)
        for area in areas.areas:
            assert abs(np.interp(x, np.arange(area.size), area) - y) > half_line
        assert low < y < high


def test_two_schemes_of_one_color_differ_in_their_dash():
    _, figure = decimals_of("sixteen_rows", ("linear", "linear_flat"))
    left, right = figure.data
    assert left.line.color == right.line.color
    assert left.line.dash != right.line.dash
    _, figure = decimals_of("sixteen_rows", ("step", "linear"))
    assert {trace.line.dash for trace in figure.data} == {"solid"}
