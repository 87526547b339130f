import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pr_curve_lab.analysis.areas import joined_area
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import plotly_figure
from pr_curve_lab.plotting.labels import Box, FreeSpace, box_of, sample_line
from pr_curve_lab.plotting.model_curves import HEIGHT, PHONE_SIZE, RESOLUTION, ModelCurve, models_plot
from pr_curve_lab.schema.examples import example_dataset
from pr_metrics import SCHEMES, operating_points
from tests.pr_curve_lab.plotting.drawn import closed_area, texts
from tests.rankings import rankings

FOUR = example_dataset("four_models")
POINTS = {name: FOUR.points(name) for name in FOUR.names}
SMALLEST_TYPE = 15
STYLES = {style.line: style for style, _ in palette.MODEL_STYLES}


def models_of(points, scheme, in_color=4):
    return [
        ModelCurve(name, joined_area(one, scheme, RESOLUTION), one, index < in_color)
        for index, (name, one) in enumerate(points.items())
    ]


def figure_of(points, scheme="step", in_color=4, bands=()):
    models, words = models_of(points, scheme, in_color), messages_in("en")
    return plotly_figure(models_plot(models, bands, "Title", words), words, height=HEIGHT)


def named(figure, name):
    return {trace.meta: trace for trace in figure.data if trace.name == name}


@settings(max_examples=30)
@given(st.lists(rankings(), min_size=2, max_size=7), st.sampled_from(list(SCHEMES)), st.integers(0, 4))
def test_every_curve_encloses_its_area(several, scheme, in_color):
    points = {
        str(index): operating_points(one.y_true, one.y_score, sample_weight=one.sample_weight)
        for index, one in enumerate(several)
    }
    assume(all(SCHEMES[scheme].can_join(one) for one in points.values()))
    figure = figure_of(points, scheme, in_color, bands=[(0.2, 0.3)])
    for name, curve in named(figure, "curve").items():
        tolerance = 1e-6 if scheme == "continuous" else 1e-12
        assert closed_area(curve) == pytest.approx(SCHEMES[scheme].area(points[name]), abs=tolerance)
    assert set(named(figure, "points")) == set(named(figure, "line")) == set(list(points)[:in_color])


def names_of(figure):
    return {note.text: note for note in figure.layout.annotations if note.text in POINTS}


def areas_of(figure):
    return [note for note in figure.layout.annotations if note.text.startswith("<b>0.")]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_each_name_has_the_color_of_its_curve_and_is_nearest_to_it_or_has_a_leader(scheme):
    figure = figure_of(POINTS, scheme)
    curves, lines, names = named(figure, "curve"), named(figure, "line"), names_of(figure)
    assert len({(line.line.color, line.line.dash) for line in lines.values()}) == 4
    assert len({line.line.dash for line in lines.values()}) == 4  # curves never differ in color only
    assert set(names) == set(POINTS)
    leaders = {trace.line.color: trace for trace in figure.data if trace.name == "leader"}
    for (name, note), area in zip(names.items(), areas_of(figure), strict=True):
        color = lines[name].line.color
        assert note.font.color == area.font.color == STYLES[color].text
        assert area.text == f"<b>{SCHEMES[scheme].area(POINTS[name]):.3f}</b>"
        assert (area.x, area.y, area.yanchor, note.yanchor) == (note.x, note.y, "bottom", "top")
        end = leaders.get(color) and Box(
            leaders[color].x[1], leaders[color].y[1], leaders[color].x[1], leaders[color].y[1]
        )
        boxes = [end] if end else [box_of(one.to_plotly_json(), PHONE_SIZE, PHONE_SIZE) for one in (note, area)]
        away = {
            other: min(distance(box, sample_line(np.asarray(curve.x), np.asarray(curve.y))) for box in boxes)
            for other, curve in curves.items()
        }
        assert away[name] <= min(away.values()) + 0.05


def distance(box, line):
    ends = zip(box[:2], line.T, box[2:], strict=True)
    return np.hypot(*(np.maximum(low - at, at - high).clip(0) for low, at, high in ends)).min()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_on_a_phone_names_do_not_cover_the_curves_of_the_example(scheme):
    figure = figure_of(POINTS, scheme)
    space = FreeSpace()
    for one in [*named(figure, "line").values(), *named(figure, "start").values()]:
        space.add_line(np.asarray(one.x), np.asarray(one.y))
    boxes = [box_of(note.to_plotly_json(), PHONE_SIZE, PHONE_SIZE) for note in names_of(figure).values()]
    assert not space.costs(boxes).any()


def test_the_deciding_segment_is_a_labeled_light_band():
    figure = figure_of(POINTS, bands=[(0.25, 0.5), (0.75, 0.8)])
    bands = [trace for trace in figure.data if trace.name == "band"]
    assert [(*band.x, *band.y, band.fill) for band in bands] == [
        (0.25, 0.5, 1, 1, "tozeroy"),
        (0.75, 0.8, 1, 1, "tozeroy"),
    ]
    assert {band.fillcolor for band in bands} == {palette.BAND}
    label = next(note for note in figure.layout.annotations if note.text == "decides")
    assert label.x == 0.375
    assert "decides" not in texts(figure_of(POINTS))


@pytest.mark.parametrize("band", [(0.0, 0.02), (0.98, 1.0)])
def test_the_label_of_the_band_stays_inside_the_chart(band):
    label = next(note for note in figure_of(POINTS, bands=[band]).layout.annotations if note.text == "decides")
    assert 0.1 <= label.x <= 0.9


def test_only_the_extrapolated_part_is_a_thin_dash():
    starts = named(figure_of(POINTS, "linear"), "start")
    for name, start in starts.items():
        assert (start.x[0], start.y[0]) == (0, 1)
        assert (start.x[-1], start.y[-1]) == pytest.approx((POINTS[name].recall[0], POINTS[name].precision[0]))
    assert {start.line.width for start in starts.values()} < {1.5, 3}
    assert all(start.x.size == 0 for start in named(figure_of(POINTS, "step"), "start").values())


def test_circles_are_measured_points():
    for name, circles in named(figure_of(POINTS), "points").items():
        measured = set(zip(POINTS[name].recall, POINTS[name].precision, strict=True))
        assert set(zip(circles.x, circles.y, strict=True)) <= measured
        assert circles.text == name
        for threshold, true_positives in circles.customdata[:, :2]:
            called = FOUR.score[:, FOUR.names.index(name)] >= threshold
            assert true_positives == FOUR.positive[called, 0].sum()


def test_the_tooltip_of_a_curve_names_its_model():
    figure = figure_of(POINTS, in_color=2)
    pointed_at = [trace for trace in figure.data if trace.hoverinfo == "text"]
    assert {trace.text for trace in pointed_at} == {
        f"{name} {SCHEMES['step'].area(points):.3f}" for name, points in POINTS.items()
    }
    assert sorted(trace.name for trace in pointed_at) == ["curve", "curve", "line", "line", "start", "start"]


def test_names_of_users_are_escaped():
    name = '<a href="http://x/y">$x$</a>'
    figure = figure_of({name: POINTS["tree"], "forest": POINTS["forest"]})
    shown = [*texts(figure), named(figure, "points")[name].text]
    assert not any("<a" in text or "$" in text for text in shown)
    assert name not in str(named(figure, "points")[name].hovertemplate)


def test_a_long_name_keeps_both_ends():
    names = [f"a_long_name_that_many_models_share_{end}" for end in "xy"]
    figure = figure_of(dict.fromkeys(names, POINTS["tree"]))
    assert [text[-1] for text in texts(figure) if text.startswith("a_long")] == ["x", "y"]
    assert all(len(text) < 40 for text in texts(figure))


def test_models_beyond_four_are_thin_gray_lines():
    points = {f"m{index}": POINTS["tree"] for index in range(30)}
    figure = figure_of(points)
    gray = [curve for curve in named(figure, "curve").values() if curve.line.color == palette.OTHERS]
    assert len(gray) == 26
    assert {curve.line.width for curve in gray} == {1}
    assert [trace.meta for trace in figure.data if trace.name == "curve"][:26] == [f"m{n}" for n in range(4, 30)]
    assert sum(text.startswith("<b>0.") for text in texts(figure)) == 4
