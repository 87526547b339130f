from dataclasses import replace

import numpy as np
import pytest

from pr_curve_lab.analysis.averages import TaskMatrix, average_curve, compute_average, task_areas
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.averages import average_figure, task_components
from pr_curve_lab.plotting.labels import FreeSpace, box_of, grid_boxes, sample_line
from tests.pr_curve_lab.plotting.drawn import overlap

NAMES = ("正常", "心房颤动", "a class with a name")


@pytest.mark.parametrize("selected", NAMES)
@pytest.mark.parametrize("quality", [0.5, 2, 4])
def test_the_name_of_the_selected_class_covers_nothing_where_there_is_room(selected, quality):
    rng = np.random.default_rng(7)
    for _ in range(10):
        positive = np.eye(3, dtype=bool)[rng.choice(3, 200, p=[0.7, 0.12, 0.18])]
        matrix = TaskMatrix(NAMES, positive, rng.normal(size=(200, 3)) + quality * positive, None)
        areas = task_areas(matrix, "step")
        average = average_curve(matrix, compute_average(matrix, "macro", "step"), "step", areas)
        named = dict(zip(NAMES, areas, strict=True))
        drawn = [replace(one, is_selected=one.name == selected) for one in task_components("macro", named, 0)]
        figure = average_figure(average, drawn, "", palette.BLUE, messages_in("zh"))
        labels = [one for one in figure.to_dict()["layout"]["annotations"] if "domain" not in str(one.get("yref"))]
        boxes = {one["text"]: box_of(one) for one in labels}
        (name,) = (text for text in boxes if text.startswith(selected))
        assert boxes[name].left >= 0
        assert boxes[name].right <= 1
        assert not any(overlap(boxes[name], box) for text, box in boxes.items() if text != name)
        lines = [
            sample_line(np.asarray(one.x), np.asarray(one.y)) for one in figure.data if one.name in ("curve", "part")
        ]
        name = boxes.pop(name)
        space = FreeSpace(lines, boxes=list(boxes.values()))
        free = space.costs(grid_boxes(name.right - name.left, name.top - name.bottom)) == 0
        assert space.costs([name]) == 0 or not free.any()


def test_the_class_with_the_smallest_area_is_named():
    positive = np.array([[1, 0], [1, 0], [0, 1], [0, 1]], dtype=bool)
    score = np.array([[4, 4], [3, 1], [2, 2], [1, 3]], dtype=float)
    areas = task_areas(TaskMatrix(("best", "worst"), positive, score, None), "step")
    drawn = task_components("macro", dict(zip(("best", "worst"), areas, strict=True)), 1)
    assert [one.name for one in drawn if one.is_selected] == ["worst"]
    assert not any(one.is_selected for one in task_components("macro", {"a": areas[0], "b": areas[0]}, 0))
