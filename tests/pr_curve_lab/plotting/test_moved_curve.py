import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pr_curve_lab.analysis.formatting import format_number
from pr_curve_lab.analysis.prevalence import balances
from pr_curve_lab.analysis.thinning import marker_indices
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.plotting.labels import box_of
from pr_curve_lab.plotting.prevalence import RESOLUTION, prevalence_curve_figure
from pr_curve_lab.schema.examples import example_cases
from pr_metrics import SCHEMES, at_prevalence, minimum_precision, operating_points
from tests.kinds_of_rows import KINDS_OF_ROWS
from tests.pixels import picture
from tests.rankings import rankings

WORDS = messages_in("en")


def figure_of(points, prevalence, scheme="step", words=WORDS):
    return prevalence_curve_figure(balances(points, prevalence, scheme, RESOLUTION), words, same_data="1")


def trace(figure, name):
    return next(one for one in figure.data if one.name == name)


def closed_area(drawn):
    x, y = np.asarray(drawn.x), np.asarray(drawn.y)
    return float((np.diff(x) * (y[1:] + y[:-1]) / 2).sum())


def texts(figure):
    return [note.text for note in figure.layout.annotations]


@pytest.mark.parametrize("scheme", SCHEMES)
@settings(max_examples=10)  # of each scheme
@given(ranking=rankings(), prevalence=st.sampled_from([None, 1e-6, 0.01, 0.3, 0.99]))
def test_the_drawn_polygon_has_the_printed_area(scheme, ranking, prevalence):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(points.negatives > 0)
    moved = points if prevalence is None else at_prevalence(points, prevalence)
    assume(SCHEMES[scheme].can_join(moved))
    figure = figure_of(points, prevalence, scheme)
    area = SCHEMES[scheme].area(moved)
    assert closed_area(trace(figure, "curve")) == pytest.approx(area, abs=1e-6 if scheme == "continuous" else 1e-12)
    assert f"<b>{format_number(area, '.3f')}</b>" in texts(figure)


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_points_baseline_and_edge_stand_at_the_asked_balance(example):
    points = example_cases(example).points
    figure = figure_of(points, 0.2)
    shown = marker_indices(points.recall)
    assert trace(figure, "points").x.tolist() == points.recall[shown].tolist()
    assert trace(figure, "points").y.tolist() == at_prevalence(points, 0.2).precision[shown].tolist()
    assert trace(figure, "baseline").y.tolist() == pytest.approx([0.2, 0.2], rel=1e-12)
    edge = trace(figure, "unachievable")
    assert edge.y.tolist() == pytest.approx(minimum_precision(edge.x, 0.2).tolist(), rel=1e-12)
    assert (trace(figure, "points").customdata[:, 0] == points.threshold[shown]).all()


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_at_the_own_balance_the_curve_is_the_datas_to_the_bit_and_no_other_is_drawn(example):
    points = example_cases(example).points
    figure = figure_of(points, None)
    assert [one for one in figure.data if one.name == "own"] == []
    assert figure == figure_of(points, points.prevalence)
    assert trace(figure, "points").y.tolist() == points.precision[marker_indices(points.recall)].tolist()


def test_the_datas_own_curve_stands_behind_a_moved_one_and_is_named():
    points = example_cases("sixteen_rows").points
    figure = figure_of(points, 0.1)
    own = figure_of(points, None)
    assert trace(figure, "own").y.tolist() == np.float32(trace(own, "curve").y).tolist()
    assert "at the data's 0.56" in texts(figure)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("prevalence", [None, 0.001, 0.05, 0.2, 0.5, 0.9])
@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_no_label_covers_another(example, prevalence, language):
    words = messages_in(language)
    figure = figure_of(example_cases(example).points, prevalence, words=words)
    assert words.format("balance.unachievable") in texts(figure)
    boxes = {note.text: box_of(note.to_plotly_json()) for note in figure.layout.annotations if note.yref != "y domain"}
    moved = prevalence not in (None, example_cases(example).points.prevalence)
    assert len(boxes) == (4 if moved else 3)
    for text, box in boxes.items():
        assert 0 <= box.left < box.right <= 1, text
        assert not [other for other in boxes if other != text and box.overlaps(boxes[other])], text


def test_a_balance_that_rounds_to_1_has_no_edge():
    points = operating_points([1, 0, 1], [3, 2, 1], sample_weight=[1e20, 1, 1])
    figure = figure_of(points, None)
    assert [one for one in figure.data if one.name == "unachievable"] == []


def test_a_long_curve_is_drawn_from_few_vertices_with_the_same_area_and_pixels():
    rng = np.random.default_rng(0)
    label = rng.random(200_000) < 0.3
    points = operating_points(label, rng.normal(size=label.size) + label)
    figure = figure_of(points, 0.05)
    moved, width = at_prevalence(points, 0.05), RESOLUTION.width
    drawn, curve = trace(figure, "curve"), SCHEMES["step"].curve(moved)
    assert drawn.x.size < 10_000
    assert closed_area(drawn) == pytest.approx(SCHEMES["step"].area(moved), abs=1e-12)
    assert (picture(drawn.x, drawn.y, width) == picture(curve.recall, curve.precision, width)).all()
    assert trace(figure, "points").x.size <= 650
    assert figure.layout.meta["kept"] < 10_000
