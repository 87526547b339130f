import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pr_curve_lab.analysis.formatting import format_number
from pr_curve_lab.analysis.prevalence import gain_curve_area, gain_points
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting.prevalence import MIN_GAIN, RESOLUTION, gain_figure
from pr_curve_lab.schema.examples import example_cases
from pr_metrics import area_under_gain, at_prevalence, gains, operating_points
from tests.kinds_of_rows import KINDS_OF_ROWS
from tests.rankings import rankings

WORDS = messages_in("en")


def figure_of(points):
    return gain_figure(gain_curve_area(points, RESOLUTION), gain_points(points), WORDS, same_data="1")


def trace(figure, name):
    return next(one for one in figure.data if one.name == name)


def closed_area(drawn):
    x, y = np.asarray(drawn.x), np.asarray(drawn.y)
    return float((np.diff(x) * (y[1:] + y[:-1]) / 2).sum())


@given(rankings(), st.sampled_from([0.001, 0.1, 0.5, 0.95]))
def test_the_drawn_polygon_has_the_printed_area(ranking, prevalence):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(points.negatives > 0)
    moved = at_prevalence(points, prevalence)
    figure, area = figure_of(moved), area_under_gain(moved)
    assert closed_area(trace(figure, "curve")) == pytest.approx(area, rel=1e-12, abs=1e-12)
    assert f"<b>{format_number(area, '.3f')}</b>".replace("-", "−") in [note.text for note in figure.layout.annotations]


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_circles_are_the_points_with_enough_recall(example):
    points = at_prevalence(example_cases(example).points, 0.4)
    figure, of_points = figure_of(points), gains(points)
    inside = of_points.recall_gain >= 0
    assert trace(figure, "points").x.tolist() == of_points.recall_gain[inside].tolist()
    assert trace(figure, "points").y.tolist() == of_points.precision_gain[inside].tolist()
    assert trace(figure, "points").customdata[:, 0].tolist() == points.threshold[inside].tolist()


def test_what_is_far_below_0_is_cut_off_and_counts():
    points = at_prevalence(example_cases("top_is_negative").points, 0.001)
    figure = figure_of(points)
    assert figure.layout.yaxis.range[0] == pytest.approx(MIN_GAIN - 0.01)
    assert trace(figure, "curve").cliponaxis
    assert closed_area(trace(figure, "curve")) < -100
