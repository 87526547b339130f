import numpy as np
import pytest
from hypothesis import assume, given
from sklearn.metrics import roc_auc_score

from pr_curve_lab.analysis.formatting import format_number
from pr_curve_lab.analysis.prevalence import roc_curve_area
from pr_curve_lab.analysis.thinning import marker_indices
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting.labels import box_of
from pr_curve_lab.plotting.prevalence import RESOLUTION, roc_figure
from pr_curve_lab.schema.examples import example_cases
from pr_metrics import at_prevalence, operating_points, roc_area, roc_curve
from tests.kinds_of_rows import KINDS_OF_ROWS
from tests.pixels import picture
from tests.rankings import rankings

WORDS = messages_in("en")


def figure_of(points):
    return roc_figure(roc_curve_area(points, RESOLUTION), points, WORDS, same_data="1")


def trace(figure, name):
    return next(one for one in figure.data if one.name == name)


def closed_area(drawn):
    x, y = np.asarray(drawn.x), np.asarray(drawn.y)
    return float((np.diff(x) * (y[1:] + y[:-1]) / 2).sum())


@given(rankings())
def test_the_drawn_polygon_has_the_printed_area(ranking):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(points.negatives > 0)
    figure = figure_of(points)
    assert closed_area(trace(figure, "curve")) == pytest.approx(roc_area(points), abs=1e-12)
    assert f"<b>{format_number(roc_area(points), '.3f')}</b>" in [note.text for note in figure.layout.annotations]


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_points_stand_at_their_rates_and_the_number_is_scikit_learns(example):
    cases = example_cases(example)
    figure = figure_of(cases.points)
    shown = marker_indices(cases.points.recall)
    assert trace(figure, "points").x.tolist() == cases.points.false_positive_rate[shown].tolist()
    assert trace(figure, "points").y.tolist() == cases.points.recall[shown].tolist()
    area = roc_auc_score(cases.positive, cases.score, sample_weight=cases.weight)
    assert closed_area(trace(figure, "curve")) == pytest.approx(area, abs=1e-12)


@pytest.mark.parametrize("prevalence", [1e-6, 0.1, 0.999])
@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_no_vertex_moves_by_a_bit_with_the_class_balance(example, prevalence):
    points = example_cases(example).points
    still, moved = (figure_of(one) for one in (points, at_prevalence(points, prevalence)))
    assert moved.layout == still.layout
    for one, other in zip(still.data, moved.data, strict=True):
        assert (one.name, list(one.x), list(one.y)) == (other.name, list(other.x), list(other.y))


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_the_number_and_the_name_of_the_diagonal_stand_apart(example):
    figure = figure_of(example_cases(example).points)
    number, name = (box_of(note.to_plotly_json()) for note in figure.layout.annotations if note.yref != "y domain")
    assert not number.overlaps(name)


def test_a_long_curve_is_drawn_from_few_vertices_with_the_same_area_and_pixels():
    rng = np.random.default_rng(1)
    label = rng.random(200_000) < 0.3
    points = operating_points(label, rng.normal(size=label.size) + label)
    drawn, curve = trace(figure_of(points), "curve"), roc_curve(points)
    assert drawn.x.size < 10_000
    assert closed_area(drawn) == pytest.approx(roc_area(points), abs=1e-12)
    from_all = picture(curve.false_positive_rate, curve.true_positive_rate, RESOLUTION.width)
    assert (picture(drawn.x, drawn.y, RESOLUTION.width) == from_all).all()
