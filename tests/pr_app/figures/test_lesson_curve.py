import numpy as np
import pytest

from pr_app.figures.labels.room import box_of
from pr_app.figures.lesson_curve import lesson_figure
from pr_app.lessons.lesson import Scene
from pr_app.lessons.pictures import view_of
from pr_app.lessons.registry import LESSONS
from pr_app.lessons.shown_rows import shown_by
from pr_app.wording.catalogue import words_in
from pr_metrics import SCHEMES

WORDS = words_in("en")
SCENES = {
    f"{key} {number}": lesson.scene(number)
    for key, lesson in LESSONS.items()
    for number in range(1, len(lesson.steps) + 1)
}


def drawn(scene):
    shown = shown_by(scene)
    figure = lesson_figure(shown.drawn, view_of(scene, shown), shown.chosen, WORDS, same_data="1")
    return shown.drawn, figure, {trace.name: trace for trace in figure.data}


@pytest.mark.parametrize("at", [at for at, scene in SCENES.items() if scene.scheme and "curve" in scene.pictures])
def test_the_polygon_has_the_printed_area(at):
    scene = SCENES[at]
    points, figure, traces = drawn(scene)
    x, y = np.asarray(traces["curve"].x), np.asarray(traces["curve"].y)
    area = SCHEMES[scene.scheme].area(points)
    assert float((np.diff(x) * (y[1:] + y[:-1]) / 2).sum()) == pytest.approx(
        area, abs=1e-6 if scene.scheme == "continuous" else 1e-12
    )
    assert f"<b>{area:.3f}</b>" in [note.text for note in figure.layout.annotations]


def test_points_so_far_are_those_of_the_thresholds_passed():
    points, _, traces = drawn(Scene("apples_oranges", threshold=7.0, points="so_far"))
    assert traces["points"].x.tolist() == points.recall[:4].tolist()
    assert traces["points"].y.tolist() == points.precision[:4].tolist()
    assert (traces["chosen"].x, traces["chosen"].y) == ((points.recall[3],), (points.precision[3],))


def test_where_nothing_is_called_no_point_is_in_force():
    _, _, traces = drawn(Scene("top_is_negative", points="all"))
    assert "chosen" not in traces
    assert len(traces["points"].x) == 7


def test_before_the_curve_there_is_the_class_balance_alone():
    _, _, traces = drawn(Scene("apples_oranges"))
    assert set(traces) == {"baseline"}


@pytest.mark.parametrize("at", [at for at, scene in SCENES.items() if "curve" in scene.pictures])
def test_all_that_is_written_stands_inside_the_picture_and_apart(at):
    scene = SCENES[at]
    _, figure, _ = drawn(scene)
    notes = [note.to_plotly_json() for note in figure.layout.annotations if note.yref != "y domain"]
    boxes = {note["text"]: box_of({**note, "y": note["y"] / scene.top}) for note in notes}
    for text, box in boxes.items():
        assert -0.01 <= box.bottom < box.top <= 1.01, text
        assert not [other for other in boxes if other != text and box.overlaps(boxes[other])], text
