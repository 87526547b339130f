import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_curve_lab.analysis.areas import joined_area, joined_areas
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting.schemes import (
    FOOTER_HEIGHT,
    GRID_LAYOUTS,
    HEADER_HEIGHT,
    RESOLUTION,
    SUBPLOT_MARGIN,
    GridLayout,
    Level,
    axis_number,
    label_y_positions,
    layouts,
    random_order_figure,
    schemes_figure,
)
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_metrics import SCHEMES, operating_points
from tests.kinds_of_rows import KINDS_OF_ROWS
from tests.pixels import picture
from tests.pr_curve_lab.plotting.drawn import trace

SMALLEST_TYPE = 15


def panels_of(points):
    return list(joined_areas(points, RESOLUTION).values())


def figure_of(points, compared="step", language="en"):
    panels, words = panels_of(points), messages_in(language)
    figure = schemes_figure(points, panels, words)
    figure.layout.annotations = layouts(points, panels, words, reference=joined_area(points, compared, RESOLUTION))[0][
        "layout"
    ]["annotations"]
    return figure


def named(figure, name):
    return {trace.meta: trace for trace in figure.data if trace.name == name}


def texts_of(figure, cell):
    place = f"x{cell + 1 if cell else ''} domain"
    return [note.text for note in figure.layout.annotations if note.xref == place]


def test_many_rows_are_sent_in_a_small_message():
    rng = np.random.default_rng(0)
    positive = rng.random(200_000) < 0.1
    points = operating_points(positive, rng.normal(size=positive.size) + positive)
    assert len(figure_of(points).to_json()) < 78_000 * len(SCHEMES)  # bytes; a page may send a million


@pytest.mark.parametrize("key", SCHEMES)
def test_thinned_curves_have_the_same_shape(key):
    rng = np.random.default_rng(3)
    positive = rng.random(200_000) < 0.3
    points = operating_points(positive, rng.normal(size=positive.size) + positive)
    curve, drawn = SCHEMES[key].curve(points), joined_area(points, key, RESOLUTION).curve
    from_all = picture(curve.recall, curve.precision, RESOLUTION.width)
    assert (picture(drawn.recall, drawn.precision, RESOLUTION.width) == from_all).all()


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_points_and_class_balance_are_in_every_panel(example):
    points = example_labeled_scores(example).points
    figure = figure_of(points)
    measured = set(zip(points.recall, points.precision, strict=True))
    for circles in named(figure, "points").values():
        assert set(zip(circles.x, circles.y, strict=True)) <= measured
        assert (circles.x[-1], circles.y[-1]) == (points.recall[-1], points.precision[-1])
    baselines = [trace for trace in figure.data if trace.name == "baseline"]
    assert [trace.y.tolist() for trace in baselines] == [[points.prevalence] * 2] * len(SCHEMES)
    axes = [(trace.xaxis, trace.yaxis) for trace in baselines]
    assert len(set(axes)) == len(SCHEMES)


def test_the_differences_are_from_the_compared_scheme():
    figure = figure_of(example_labeled_scores("constant").points, compared="linear")
    numbers = {key: texts_of(figure, cell)[2] for cell, key in enumerate(SCHEMES)}
    assert numbers["linear"] == "compared"
    assert numbers["step"] == "−0.450"
    assert numbers["linear_truncated"] == "−0.550"


def test_equal_areas_differ_by_0():
    figure = figure_of(example_labeled_scores("constant").points)
    assert texts_of(figure, list(SCHEMES).index("continuous"))[2] == "0"


def test_the_first_arrangement_is_that_of_the_figure():
    points, words = example_labeled_scores("ten_rows").points, messages_in("en")
    figure = json.loads(schemes_figure(points, panels_of(points), words).to_json())["layout"]
    wide, medium, narrow = layouts(points, panels_of(points), words, reference=joined_area(points, "step", RESOLUTION))
    assert (wide["from"], medium["from"], narrow["from"]) == (900, 640, 0)
    wanted = dict(wide["layout"])
    notes = wanted.pop("annotations")
    assert figure.pop("annotations") == [note for note in notes if note["xanchor"] == "left"][:-1]
    for path, value in wanted.items():
        axis, _, part = path.partition(".")
        assert (figure[axis][part] if part else figure[axis]) == value


def test_another_compared_scheme_changes_texts_only():
    points, words = example_labeled_scores("ten_rows").points, messages_in("en")
    by_step, by_line = (
        layouts(points, panels_of(points), words, reference=joined_area(points, key, RESOLUTION))
        for key in ("step", "linear")
    )
    for one, other in zip(by_step, by_line, strict=True):
        assert one["layout"].pop("annotations") != other["layout"].pop("annotations")
        assert one == other


LEVELS = (Level("expected", "Expected 0.138", 0.138), Level("step", "Step 0.100", 0.1),
          Level("continuous", "Continuous 0.100", 0.1))  # fmt: skip


def orders_figure(drawn):
    drawn = np.asarray(drawn)
    mean = np.cumsum(drawn) / np.arange(1, drawn.size + 1)
    return random_order_figure(drawn, mean, LEVELS, messages_in("en"))


def test_each_order_is_a_dot_and_the_line_is_their_running_mean():
    figure = orders_figure([0.1, 0.3, 0.2])
    assert trace(figure, "orders").y.tolist() == [0.1, 0.3, 0.2]
    assert trace(figure, "mean").x.tolist() == [1, 2, 3]
    assert trace(figure, "mean").y.tolist() == pytest.approx([0.1, 0.2, 0.2])
    assert figure.layout.xaxis.type == "log"


def test_each_level_is_a_labeled_line():
    figure = orders_figure([0.1, 0.3])
    for level in LEVELS:
        assert set(trace(figure, level.name).y) == {level.value}
    assert [note.text for note in figure.layout.annotations] == [level.text for level in LEVELS]
    assert min(note.font.size for note in figure.layout.annotations) >= 15
    assert len({trace(figure, level.name).line.dash for level in LEVELS}) == 3


@given(st.lists(st.floats(0, 1), min_size=1, max_size=1000))
def test_everything_drawn_is_inside_the_axes(drawn):
    figure = orders_figure(drawn)
    bottom, top = figure.layout.yaxis.range
    assert bottom < min(*drawn, 0.1)
    assert top > max(*drawn, 0.138)
    assert 10 ** figure.layout.xaxis.range[1] >= len(drawn)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=3), st.floats(0.01, 0.3))
def test_labels_keep_their_distance_and_their_order(values, distance):
    heights = label_y_positions(values, distance)
    order = np.argsort(values, kind="stable")
    assert (np.diff(np.asarray(heights)[order]) >= distance * 0.99).all()


def test_labels_that_do_not_overlap_are_not_moved():
    assert label_y_positions([0.9, 0.1, 0.5], 0.1) == [0.9, 0.1, 0.5]


CELLS = (1, 2, 11, 12)
WIDTHS = (354, 640, 900, 1000)  # px, widths of charts


def boxes(arrangement, cells, width):
    """Return left, right, top and bottom of each cell in px."""
    layout = arrangement.layout(cells)
    across = width - SUBPLOT_MARGIN["l"] - SUBPLOT_MARGIN["r"]
    down = layout["height"] - SUBPLOT_MARGIN["t"] - SUBPLOT_MARGIN["b"]
    for cell in range(cells):
        left, right = layout[f"xaxis{axis_number(cell)}.domain"]
        low, high = layout[f"yaxis{axis_number(cell)}.domain"]
        yield left * across, right * across, (1 - high) * down, (1 - low) * down


@pytest.mark.parametrize("arrangement", GRID_LAYOUTS, ids=lambda one: one.columns)
@pytest.mark.parametrize("cells", CELLS)
def test_every_domain_is_inside_the_chart(arrangement, cells):
    for path, domain in arrangement.layout(cells).items():
        if path != "height":
            assert 0 <= domain[0] < domain[1] <= 1


@pytest.mark.parametrize("arrangement", GRID_LAYOUTS, ids=lambda one: one.columns)
def test_panels_do_not_touch(arrangement):
    placed = list(boxes(arrangement, 12, 1000))
    for one in placed:
        assert one[2] >= HEADER_HEIGHT - 1e-6
        assert one[3] - one[2] == pytest.approx(arrangement.side)
        for other in placed:
            apart = (
                one is other
                or one[1] + 10 < other[0]
                or other[1] + 10 < one[0]
                or one[3] + HEADER_HEIGHT + FOOTER_HEIGHT <= other[2] + 1e-6
                or other[3] + HEADER_HEIGHT + FOOTER_HEIGHT <= one[2] + 1e-6
            )
            assert apart


def test_cells_are_filled_row_by_row():
    placed = list(boxes(GridLayout(2, 150), 3, 354))
    assert placed[0][2] == placed[1][2] < placed[2][2]
    assert placed[0][0] == placed[2][0] < placed[1][0]


def test_the_narrowest_arrangement_is_for_any_width_and_the_widest_comes_first():
    widths = [arrangement.from_width for arrangement in GRID_LAYOUTS]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] == 0
