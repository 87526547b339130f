import numpy as np

from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.labels import Box
from pr_curve_lab.plotting.model_curves import ModelLine, position_labels, shapes_of
from pr_metrics import JoinedCurve

PIXEL = 1 / 300
LOOK = palette.Style("#000000", "#000000")
NOTHING = Box(0, 0, 0, 0)


def flat(height):
    return JoinedCurve(np.array([0.0, 1.0]), np.array([height, height]))


def models(heights):
    return [ModelLine(f"at {height}", height, LOOK, "solid", flat(height)) for height in heights]


def test_where_a_list_has_room_it_is_one_the_largest_area_first():
    names = position_labels(models([0.1, 0.9, 0.2]), [flat(0.9), flat(0.1), flat(0.2)], NOTHING, PIXEL)
    assert [one.model.area for one in names] == [0.9, 0.2, 0.1]
    assert len({one.box.left for one in names}) == 1
    assert names[0].box.bottom == names[1].box.top
    assert not [shape for shape in shapes_of(names, [flat(0.9)]) if shape["type"] == "rect"]


def test_in_a_full_picture_each_name_stands_by_its_own_line():
    heights = [0.9, 0.7, 0.5, 0.3]
    names = position_labels(models(heights), [flat(height) for height in (*heights, 0.1)], NOTHING, PIXEL)
    for one in names:
        distances = [abs(one.height - height) for height in heights]
        assert heights[int(np.argmin(distances))] == one.model.area


def test_names_never_lie_on_each_other_or_on_other_words():
    taken = Box(0.0, 0.0, 0.5, 0.1)
    crowd = [JoinedCurve(np.array([0.0, 1.0]), np.array([up, 1 - up])) for up in np.linspace(0, 1, 40)]
    names = position_labels(models([0.9, 0.7, 0.5, 0.3]), crowd, taken, PIXEL)
    boxes = [taken, *(one.box for one in names)]
    assert not any(a.overlaps(b) for index, a in enumerate(boxes) for b in boxes[:index])
    assert [shape for shape in shapes_of(names, crowd) if shape["type"] == "rect"]
