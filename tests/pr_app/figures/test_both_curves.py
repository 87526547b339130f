import numpy as np
import pytest

from pr_app.analysis.gap_window import Window
from pr_app.analysis.joined_areas import joined_area
from pr_app.analysis.measured_points import measured_points
from pr_app.analysis.scheme_differences import scheme_differences
from pr_app.analysis.thinning import Resolution
from pr_app.figures.both_curves import both_figure
from pr_app.reading.examples import example_cases
from pr_app.wording.catalogue import words_in


def drawn(window):
    cases = example_cases("apples_oranges")
    sides = [joined_area(cases.points, scheme, Resolution(400)) for scheme in ("step", "linear")]
    pair = scheme_differences(cases, *sides)
    return pair, both_figure(pair, measured_points(cases.points), window, words_in("en"), same_data="1")


def shoelace(x, y):
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)


def test_the_shape_between_the_curves_has_the_difference_of_the_printed_areas():
    pair, figure = drawn(Window(0, 0, 1))
    (gap,) = [trace for trace in figure.data if trace.name == "gap"]
    assert shoelace(np.array(gap.x), np.array(gap.y)) == pytest.approx(pair.difference_of_areas, abs=1e-12)
    assert gap.fill == "toself"
    lines = [trace for trace in figure.data if trace.name == "line"]
    assert [line.line.color for line in lines] == ["#0072B2", "#D55E00"]
    assert figure.layout.annotations[-1].text == "<b>Both, and the gap</b>"


def test_a_lens_shows_its_window_alone_and_says_so():
    _, figure = drawn(Window(0.4, 0.6, 0.05))
    for axis, low in ((figure.layout.xaxis, 0.4), (figure.layout.yaxis, 0.6)):
        assert axis.range[0] == pytest.approx(low, abs=1e-3)
        assert axis.range[1] == pytest.approx(low + 0.05, abs=1e-3)
    assert figure.layout.annotations[-1].text == "<b>Enlarged 20 times</b>"
    assert figure.layout.xaxis.ticktext == ("0.400", "0.425", "0.450")
