import json

import numpy as np
import pytest
from hypothesis import given, settings

from pr_curve_lab.analysis.areas import joined_area, joined_areas
from pr_curve_lab.analysis.formatting import format_number
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.plotting.schemes import RESOLUTION, layouts, schemes_figure
from pr_curve_lab.schema.examples import example_cases
from pr_metrics import SCHEMES, operating_points
from tests.kinds_of_rows import KINDS_OF_ROWS
from tests.pixels import picture
from tests.rankings import rankings

TOLERANCE = {"continuous": 1e-6}
SMALLEST_TYPE = 15


def panels_of(points):
    return list(joined_areas(points, RESOLUTION).values())


def figure_of(points, compared="step", language="en"):
    panels, words = panels_of(points), messages_in(language)
    figure = schemes_figure(points, panels, words, same_data="1")
    figure.layout.annotations = layouts(points, panels, words, reference=compared)[0]["layout"]["annotations"]
    return figure


def closed_area(trace):
    x, y = np.asarray(trace.x), np.asarray(trace.y)
    return float((np.diff(x) * (y[1:] + y[:-1]) / 2).sum())


def named(figure, name):
    return {trace.meta: trace for trace in figure.data if trace.name == name}


def texts_of(figure, cell):
    place = f"x{cell + 1 if cell else ''} domain"
    return [note.text for note in figure.layout.annotations if note.xref == place]


@settings(max_examples=20)
@given(rankings())
def test_every_polygon_has_the_printed_area(ranking):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    figure = figure_of(points)
    curves = named(figure, "curve")
    assert list(curves) == [key for key, scheme in SCHEMES.items() if scheme.can_join(points)]
    for cell, (key, curve) in enumerate(curves.items()):
        area = SCHEMES[key].area(points)
        assert closed_area(curve) == pytest.approx(area, abs=TOLERANCE.get(key, 1e-12))
        assert f"<b>{format_number(area, '.3f')}</b>" in texts_of(figure, cell)


def test_many_rows_keep_the_area_in_a_small_message():
    rng = np.random.default_rng(0)
    positive = rng.random(200_000) < 0.1
    points = operating_points(positive, rng.normal(size=positive.size) + positive)
    figure = figure_of(points)
    for key, curve in named(figure, "curve").items():
        assert closed_area(curve) == pytest.approx(SCHEMES[key].area(points), abs=TOLERANCE.get(key, 1e-12))
    assert len(figure.to_json()) < 78_000 * len(SCHEMES)  # a page may send a million


@pytest.mark.parametrize("key", SCHEMES)
def test_many_rows_look_the_same(key):
    rng = np.random.default_rng(3)
    positive = rng.random(200_000) < 0.3
    points = operating_points(positive, rng.normal(size=positive.size) + positive)
    curve, drawn = SCHEMES[key].curve(points), joined_area(points, key, RESOLUTION).curve
    from_all = picture(curve.recall, curve.precision, RESOLUTION.width)
    assert (picture(drawn.recall, drawn.precision, RESOLUTION.width) == from_all).all()


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_points_and_class_balance_are_in_every_picture(example):
    points = example_cases(example).points
    figure = figure_of(points)
    measured = set(zip(points.recall, points.precision, strict=True))
    for circles in named(figure, "points").values():
        assert set(zip(circles.x, circles.y, strict=True)) <= measured
        assert (circles.x[-1], circles.y[-1]) == (points.recall[-1], points.precision[-1])
    baselines = [trace for trace in figure.data if trace.name == "baseline"]
    assert [trace.y.tolist() for trace in baselines] == [[points.prevalence] * 2] * len(SCHEMES)
    axes = [(trace.xaxis, trace.yaxis) for trace in baselines]
    assert len(set(axes)) == len(SCHEMES)


def test_only_what_was_invented_is_dashed():
    figure = figure_of(example_cases("apples_oranges").points)
    dashed = {key: trace.x.size for key, trace in named(figure, "start").items()}
    assert {key for key, size in dashed.items() if size} == {
        key for key, scheme in SCHEMES.items() if scheme.start != "not needed"
    }
    assert {trace.line.dash for trace in named(figure, "line").values()} == {"solid"}


def test_the_differences_are_from_the_compared_scheme():
    figure = figure_of(example_cases("constant").points, compared="linear")
    numbers = {key: texts_of(figure, cell)[2] for cell, key in enumerate(SCHEMES)}
    assert numbers["linear"] == "compared"
    assert numbers["step"] == "−0.450"
    assert numbers["linear_truncated"] == "−0.550"


def test_equal_areas_differ_by_0():
    figure = figure_of(example_cases("constant").points)
    assert texts_of(figure, list(SCHEMES).index("continuous"))[2] == "0"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_house_style(language):
    figure = figure_of(example_cases("ten_rows").points, language=language)
    assert figure.layout.dragmode is False
    sizes = [note.font.size for note in figure.layout.annotations]
    assert min([*sizes, figure.layout.xaxis.tickfont.size, figure.layout.yaxis11.tickfont.size]) >= SMALLEST_TYPE
    for number in ("", *range(2, len(SCHEMES) + 1)):
        across, up = figure.layout[f"xaxis{number}"], figure.layout[f"yaxis{number}"]
        assert tuple(across.range) == tuple(up.range) == (-0.01, 1.01)
        assert up.scaleanchor == f"x{number}"


def test_the_first_arrangement_is_the_figures_own_but_for_what_is_compared():
    points, words = example_cases("ten_rows").points, messages_in("en")
    figure = json.loads(schemes_figure(points, panels_of(points), words, same_data="1").to_json())["layout"]
    wide, medium, narrow = layouts(points, panels_of(points), words, reference="step")
    assert (wide["from"], medium["from"], narrow["from"]) == (900, 640, 0)
    wanted = dict(wide["layout"])
    notes = wanted.pop("annotations")
    assert figure.pop("annotations") == [note for note in notes if note["xanchor"] == "left"][:-1]
    for path, value in wanted.items():
        axis, _, part = path.partition(".")
        assert (figure[axis][part] if part else figure[axis]) == value


def test_another_compared_scheme_changes_words_alone():
    points, words = example_cases("ten_rows").points, messages_in("en")
    by_step, by_line = (layouts(points, panels_of(points), words, reference=key) for key in ("step", "linear"))
    for one, other in zip(by_step, by_line, strict=True):
        assert one["layout"].pop("annotations") != other["layout"].pop("annotations")
        assert one == other
