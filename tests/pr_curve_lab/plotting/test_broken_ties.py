import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting.schemes import Level, label_y_positions, random_order_figure

LEVELS = (Level("expected", "Expected 0.138", 0.138), Level("step", "Step 0.100", 0.1),
          Level("continuous", "Continuous 0.100", 0.1))  # fmt: skip


def figure_of(drawn):
    drawn = np.asarray(drawn)
    mean = np.cumsum(drawn) / np.arange(1, drawn.size + 1)
    return random_order_figure(drawn, mean, LEVELS, messages_in("en"), same_data="1")


def trace(figure, name):
    return next(one for one in figure.data if one.name == name)


def test_each_order_is_a_dot_and_the_line_their_mean_so_far():
    figure = figure_of([0.1, 0.3, 0.2])
    assert trace(figure, "orders").y.tolist() == [0.1, 0.3, 0.2]
    assert trace(figure, "mean").x.tolist() == [1, 2, 3]
    assert trace(figure, "mean").y.tolist() == pytest.approx([0.1, 0.2, 0.2])
    assert figure.layout.xaxis.type == "log"


def test_each_level_is_a_labelled_line():
    figure = figure_of([0.1, 0.3])
    for level in LEVELS:
        assert set(trace(figure, level.name).y) == {level.value}
    assert [note.text for note in figure.layout.annotations] == [level.text for level in LEVELS]
    assert min(note.font.size for note in figure.layout.annotations) >= 15
    assert len({trace(figure, level.name).line.dash for level in LEVELS}) == 3


@given(st.lists(st.floats(0, 1), min_size=1, max_size=1000))
def test_all_that_is_drawn_is_inside_the_axes(drawn):
    figure = figure_of(drawn)
    bottom, top = figure.layout.yaxis.range
    assert bottom < min(*drawn, 0.1)
    assert top > max(*drawn, 0.138)
    assert 10 ** figure.layout.xaxis.range[1] >= len(drawn)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=3), st.floats(0.01, 0.3))
def test_labels_keep_their_distance_and_their_order(values, distance):
    heights = label_y_positions(values, distance)
    order = np.argsort(values, kind="stable")
    assert (np.diff(np.asarray(heights)[order]) >= distance * 0.99).all()


def test_labels_with_room_stay_where_they_are():
    assert label_y_positions([0.9, 0.1, 0.5], 0.1) == [0.9, 0.1, 0.5]
