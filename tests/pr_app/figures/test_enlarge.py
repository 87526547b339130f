import numpy as np
import plotly.graph_objects as go
import pytest

from pr_app.figures.enlarge import enlarged
from pr_app.lessons.pictures import pictures_of
from pr_app.lessons.registry import LESSONS
from pr_app.wording.catalogue import words_in


def test_pixels_grow_and_axis_units_stay():
    figure = go.Figure(layout={"height": 100, "margin": {"l": 10}, "annotations": [{"x": 0.5, "font": {"size": 16}}]})
    figure.add_scatter(x=[0.5], y=[2.0], marker={"size": np.array([8.0])}, line={"width": 3})
    larger = enlarged(figure, 1.5)
    assert (larger.layout.height, larger.layout.margin.l) == (150, 15)
    assert (larger.layout.annotations[0].x, larger.layout.annotations[0].font.size) == (0.5, 24)
    assert (list(larger.data[0].x), list(larger.data[0].y)) == ([0.5], [2.0])
    assert (list(larger.data[0].marker.size), larger.data[0].line.width) == ([12.0], 4.5)


@pytest.mark.parametrize("key", LESSONS)
def test_no_picture_of_a_lesson_moves_what_it_draws(key):
    last = len(LESSONS[key].steps)
    for drawn in pictures_of(LESSONS[key].scene(last), words_in("en"), same_data="1"):
        larger = enlarged(drawn.figure, 1.2)
        assert larger.layout.height == pytest.approx(1.2 * drawn.figure.layout.height)
        assert len(larger.frames) == len(drawn.figure.frames)
        for before, after in zip(drawn.figure.data, larger.data, strict=True):
            assert list(before.x) == list(after.x)
            assert list(before.y) == list(after.y)
