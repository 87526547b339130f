"""The drawn polygon has the printed area, for every scheme and every renderer, with few and with many rows."""

import re

import matplotlib
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure

from pr_curve_lab.analysis.areas import joined_area
from pr_curve_lab.analysis.formatting import format_number
from pr_curve_lab.analysis.prevalence import compare_balances, gain_curve_area, roc_curve_area
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.notebook.display import PrecisionRecallDisplay
from pr_curve_lab.plotting import model_curves, prevalence, schemes
from pr_curve_lab.plotting.curve import joined_figure, plotly_figure, resolution
from pr_curve_lab.plotting.plot import joined_plot
from pr_curve_lab.plotting.svg import PlotArea, svg
from pr_curve_lab.web.plot_json import plot_json
from pr_metrics import SCHEMES, area_under_gain, at_prevalence, operating_points, roc_area
from tests.pr_curve_lab.exports.reading import corners
from tests.rankings import rankings

matplotlib.use("Agg")
WORDS = messages_in("en")
EXACT, BENT = 1e-12, 1e-6  # area: `continuous` bends between its vertices


def by_plotly(points, scheme):
    return of_figure(joined_figure(joined_area(points, scheme, resolution()), points, WORDS))


def of_figure(figure):
    """The corners of the trace `curve`, and all that is written in bold."""
    (curve,) = (trace for trace in figure.data if trace.name == "curve")
    return curve.x, curve.y, " ".join(note.text for note in figure.layout.annotations)


def plot_of(points, scheme):
    return joined_plot(joined_area(points, scheme, resolution()), [], WORDS, prevalence=points.prevalence)


def by_svg(points, scheme):
    drawing = svg(plot_of(points, scheme), PlotArea(46, 54, 258, 258), WORDS)
    path, said = re.search(r'<path d="([^"]*)" [^>]*data-value="([^"]*)"', drawing).groups()
    assert float(said) == SCHEMES[scheme].area(points)
    return *corners(path)[:-2].T, drawing


def by_browser(points, scheme):
    (curve,) = plot_json(plot_of(points, scheme))["curves"]
    return curve["recall"], curve["precision"], format_number(curve["area"], ".3f")


def by_matplotlib(points, scheme):
    display = PrecisionRecallDisplay((points,), "model", 1, scheme=scheme).plot(Figure().subplots())
    return *display.line_.get_data(), display.line_.get_label()


PAINTERS = {"plotly": by_plotly, "svg": by_svg, "browser": by_browser, "matplotlib": by_matplotlib}


def assert_area(drawn, area, tolerance=EXACT):
    """The corners, closed to 0, have the area, and it is written."""
    x, y, written = drawn
    assert np.trapezoid(y, x) == pytest.approx(area, abs=tolerance)
    assert format_number(area, ".3f") in written.replace("−", "-")


@pytest.mark.parametrize("painter", PAINTERS)
@pytest.mark.parametrize("scheme", SCHEMES)
@settings(max_examples=8)  # of each scheme and painter
@given(ranking=rankings())
def test_the_drawn_polygon_has_the_printed_area(scheme, painter, ranking):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(SCHEMES[scheme].can_join(points))
    assert_area(
        PAINTERS[painter](points, scheme), SCHEMES[scheme].area(points), BENT if scheme == "continuous" else EXACT
    )


@pytest.fixture(scope="module")
def many():
    rng = np.random.default_rng(0)
    positive = rng.random(100_000) < 0.3
    return operating_points(positive, rng.normal(size=positive.size) + positive)


@pytest.mark.parametrize("painter", PAINTERS)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_long_curve_keeps_its_area_in_few_corners(scheme, painter, many):
    drawn = PAINTERS[painter](many, scheme)
    assert_area(drawn, SCHEMES[scheme].area(many), BENT if scheme == "continuous" else EXACT)
    assert len(drawn[0]) < 10_000


MODELS = model_curves.RESOLUTION


def with_models(points, scheme):
    model = model_curves.ModelCurve("model", joined_area(points, scheme, MODELS), points, True)
    return plotly_figure(model_curves.models_plot([model], [(0.2, 0.3)], "", WORDS), WORDS)


def as_panel(points, scheme):
    return schemes.schemes_figure(points, [joined_area(points, scheme, schemes.RESOLUTION)], WORDS)


def at_own_balance(points, scheme):
    return prevalence.prevalence_curve_figure(compare_balances(points, None, scheme, MODELS), WORDS)


@pytest.mark.parametrize("draw", [with_models, as_panel, at_own_balance])
@pytest.mark.parametrize("scheme", SCHEMES)
@settings(max_examples=5)
@given(ranking=rankings(), share=st.sampled_from([None, 0.01, 0.9]))
def test_every_figure_of_a_scheme_has_its_area(scheme, draw, ranking, share):
    own = operating_points(ranking.y_true, ranking.y_score)
    assume(own.negatives > 0)
    points = own if share is None else at_prevalence(own, share)
    assume(SCHEMES[scheme].can_join(points))
    assert_area(
        of_figure(draw(points, scheme)), SCHEMES[scheme].area(points), BENT if scheme == "continuous" else EXACT
    )


@settings(max_examples=20)
@given(rankings(), st.sampled_from([0.001, 0.1, 0.5, 0.95]))
def test_roc_and_gain_have_their_areas(ranking, share):
    own = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(own.negatives > 0)
    points = at_prevalence(own, share)
    roc = prevalence.roc_figure(roc_curve_area(points, MODELS), points, WORDS)
    assert_area(of_figure(roc), roc_area(points))
    gain = prevalence.gain_figure(gain_curve_area(points, MODELS), points, WORDS)
    area = area_under_gain(points)
    assert_area(of_figure(gain), area, EXACT * max(1.0, abs(area)))
