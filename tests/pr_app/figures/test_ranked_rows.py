import numpy as np
import pytest

from pr_app.figures.ranked_rows import ranked_rows_figure
from pr_app.reading.examples import example_cases
from pr_app.wording.catalogue import words_in
from pr_metrics import point_in_force

WORDS = words_in("en")
SMALL = ("ten_rows", "sixteen_rows", "apples_oranges", "top_is_negative")


def drawn(example, threshold=None):
    cases = example_cases(example)
    chosen = None if threshold is None else point_in_force(cases.points, threshold)
    figure = ranked_rows_figure(cases, chosen, WORDS, same_data="1")
    return figure, {trace.name: trace for trace in figure.data}


@pytest.mark.parametrize("example", SMALL)
def test_every_row_stands_on_the_line_of_its_score_and_alone(example):
    cases = example_cases(example)
    figure, marks = drawn(example)
    ticks = dict(zip(figure.layout.yaxis.tickvals, map(float, figure.layout.yaxis.ticktext), strict=True))
    for name, rows in (("positives", cases.positive), ("negatives", ~cases.positive)):
        assert sorted(ticks[level] for level in marks[name].y) == sorted(cases.score[rows])
    places = [place for mark in marks.values() for place in zip(mark.x, mark.y, strict=True)]
    assert len(set(places)) == len(places) == cases.size


@pytest.mark.parametrize("threshold", [0.9, 0.5, 0.3, 0.2])
def test_the_shade_covers_the_rows_that_are_called(threshold):
    cases = example_cases("ten_rows")
    figure, marks = drawn("ten_rows", threshold)
    shade = next(shape for shape in figure.layout.shapes if shape.type == "rect")
    covered = sum(int((np.asarray(mark.y) < shade.y1).sum()) for mark in marks.values())
    assert covered == (cases.score >= threshold).sum()


def test_without_a_threshold_nothing_is_shaded():
    figure, marks = drawn("ten_rows")
    shade = next(shape for shape in figure.layout.shapes if shape.type == "rect")
    assert all((np.asarray(mark.y) > shade.y1).all() for mark in marks.values())


def test_type_can_be_read_from_the_last_row():
    figure, _ = drawn("sixteen_rows")
    assert min(figure.layout.yaxis.tickfont.size, *(note.font.size for note in figure.layout.annotations)) >= 15
