import numpy as np
import pytest

from pr_curve_lab.analysis.scheme_differences import window_curves
from pr_curve_lab.analysis.thinning import measured_points
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting.areas import gap_figure
from pr_curve_lab.schema.examples import example_cases
from pr_metrics import SCHEMES


def drawn(example):
    points = example_cases(example).points
    apart = window_curves(points, "step", "linear")
    gap = SCHEMES["linear"].area(points) - SCHEMES["step"].area(points)
    return gap, apart, gap_figure(apart, ("step", "linear"), measured_points(points), messages_in("en"), same_data="1")


def shoelace(x, y):
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)


def test_the_shape_between_the_curves_has_the_difference_of_the_printed_areas():
    difference, _, figure = drawn("apples_oranges")
    (gap,) = [trace for trace in figure.data if trace.name == "gap"]
    assert shoelace(np.array(gap.x), np.array(gap.y)) == pytest.approx(difference, abs=1e-12)
    assert gap.fill == "toself"
    lines = [trace for trace in figure.data if trace.name == "line"]
    assert [line.line.color for line in lines] == ["#0072B2", "#D55E00"]
    assert figure.layout.annotations[-1].text == "<b>Both, and the gap</b>"


def test_a_lens_shows_its_window_alone_and_says_so():
    _, apart, figure = drawn("breast_cancer")
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
