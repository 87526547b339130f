import numpy as np
import pytest

from pr_curve_lab.analysis.areas import areas_by_decimals, available_decimals
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting.areas import INNER_HEIGHT, decimals_figure
from pr_curve_lab.schema.examples import example_cases
from pr_metrics import SCHEMES
from tests.kinds_of_rows import KINDS_OF_ROWS

PAIRS = [("step", "linear"), ("linear", "linear_flat"), ("continuous", "davis_goadrich"), ("step", "step")]


def drawn(example, schemes, language="en"):
    points = example_cases(example).points
    areas = areas_by_decimals(points, available_decimals(points), *schemes)
    ticks = [str(index) for index in range(areas.thresholds.size)]
    return areas, decimals_figure(areas, schemes, ticks, messages_in(language), same_data="1")


@pytest.mark.parametrize("schemes", PAIRS)
@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_each_line_has_the_areas_and_its_name(example, schemes):
    areas, figure = drawn(example, schemes)
    lines = {trace.name: np.asarray(trace.y) for trace in figure.data}
    assert lines["left"].tolist() == areas.left_area.tolist()
    assert ("right" in lines) == (schemes[0] != schemes[1])
    names = [note.text for note in figure.layout.annotations]
    assert names == [
        f"<b>{messages_in('en').format(f'schemes.{scheme}.name')}</b>" for scheme in dict.fromkeys(schemes)
    ]
    low, high = figure.layout.yaxis.range
    assert low < areas.left_area.min() <= areas.left_area.max() < high


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("example", ["apples_oranges", "sixteen_rows", "breast_cancer"])
def test_no_name_lies_on_a_line(example, scheme):
    areas, figure = drawn(example, ("step", scheme))
    low, high = figure.layout.yaxis.range
    half_line = 8 * (high - low) / INNER_HEIGHT
    for note in figure.layout.annotations:
        start, end = figure.layout.xaxis.range
        x, y = start + note.x * (end - start), low + note.y * (high - low)
        for area in areas.areas:
            assert abs(np.interp(x, np.arange(area.size), area) - y) > half_line
        assert low < y < high


def test_two_schemes_of_one_colour_differ_by_a_dash():
    _, figure = drawn("sixteen_rows", ("linear", "linear_flat"))
    left, right = figure.data
    assert left.line.color == right.line.color
    assert left.line.dash != right.line.dash
    _, figure = drawn("sixteen_rows", ("step", "linear"))
    assert {trace.line.dash for trace in figure.data} == {"solid"}
