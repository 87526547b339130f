from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_curve_lab.plotting.labels import (
    LABEL_COST,
    MIN_DISTANCE,
    MIN_WIDTH,
    Box,
    FreeSpace,
    LabelPosition,
    box_of,
    boxes_by_distance,
    diagonal_positions,
    grid_boxes,
    label_positions,
    labels_in_rows,
    points_in_box,
    positions_by_distance,
    sample_line,
    text_width,
)
from tests.pr_curve_lab.plotting.drawn import overlap

RECALLS = st.lists(st.floats(0, 1), max_size=5)


@given(RECALLS, st.lists(st.integers(1, 40), min_size=5, max_size=5), st.sampled_from([246.0, 870.0]))
def test_labels_do_not_cover_each_other_or_leave_the_chart(poles, lengths, room):
    texts = ["x" * length for length in lengths[: len(poles)]]
    labels = labels_in_rows(poles, texts, axis_width=room)
    assert len(labels) <= 3
    for label in labels:
        assert 0 <= label.left <= label.right <= 1 + 1e-9
        assert label.left <= label.anchor + 1e-9
        assert label.anchor <= label.right + 1e-9
        assert (label.right - label.left) * room == pytest.approx(text_width(label.text))
    for one, other in combinations(labels, 2):
        if one.row == other.row:
            assert one.right < other.left or other.right < one.left
        high, low = (one, other) if one.row > other.row else (other, one)
        if high.row > low.row:
            assert not low.left <= high.anchor <= low.right


def test_the_first_label_has_priority():
    assert [label.text for label in labels_in_rows([0.5, 0.5], ["first", "second"], axis_width=246)] == ["first"]


def test_neighboring_labels_have_separate_rows():
    labels = labels_in_rows([0.7, 0.8, 0.9], ["a" * 20] * 3, axis_width=870)
    assert [(label.anchor, label.row) for label in labels] == [(0.7, 0), (0.8, 1), (0.9, 2)]
    assert [label.right for label in labels] == pytest.approx([0.7, 0.8, 0.9])


def test_labels_that_fit_share_a_row():
    labels = labels_in_rows([0.17, 0.9, 0.5], ["a" * 20] * 3, axis_width=870)
    assert [label.row for label in labels] == [0, 0, 0]


def test_a_label_wider_than_the_chart_is_omitted():
    assert labels_in_rows([0.5], ["x" * 40], axis_width=246) == []


def test_the_first_position_that_covers_nothing_is_taken():
    room = FreeSpace()
    room.add_line(np.array([0.0, 1.0]), np.array([0.5, 0.5]))
    places = [LabelPosition(0.5, 0.5), LabelPosition(0.5, 0.8), LabelPosition(0.5, 0.2)]
    assert room.best_position(places, "one") == places[1]
    assert room.best_position(places, "two") == places[2]


def test_the_position_that_covers_least_is_taken_if_none_is_free():
    room = FreeSpace(boxes=[Box(0, 0.6, 1, 1)])
    room.add_line(np.array([0.0, 1.0]), np.array([0.1, 0.1]))
    assert room.best_position([LabelPosition(0.5, 0.8), LabelPosition(0.5, 0.1)], "word") == LabelPosition(0.5, 0.1)
    assert (
        FreeSpace().best_position([LabelPosition(1.0, 0.5, to="right"), LabelPosition(1.0, 0.5, to="left")], "word").to
        == "left"
    )


@pytest.mark.parametrize(("across", "up"), [(3, 15), (20, 3), (20, 34)])  # px; left, below and above the label
def test_a_label_touches_no_circle(across, up):
    beside, away = LabelPosition(0.5, 0.5, "right", "above"), LabelPosition(0.5, 0.5, "left", "below")
    room = FreeSpace()
    room.add_circles(np.array([[0.5, 0.5]]))
    assert room.best_position([beside, away], "≥ 0.5") == beside
    room = FreeSpace()
    room.add_circles(np.array([[0.5 + across / MIN_WIDTH, 0.5 + up / MIN_WIDTH]]))
    assert room.best_position([beside, away], "≥ 0.5") == away


def test_a_line_is_sampled_between_its_vertices():
    assert points_in_box(sample_line(np.array([0.0, 1.0]), np.array([0.0, 1.0])), Box(0.4, 0.4, 0.6, 0.6)) > 10
    assert sample_line(np.array([0.5]), np.array([0.5])).tolist() == [[0.5, 0.5]]


def test_a_label_beside_a_point_does_not_cover_it():
    for to in ("left", "right"):
        for at in ("above", "below"):
            box = box_of(LabelPosition(0.5, 0.5, to, at).annotation("word"))
            assert not overlap(box, Box(0.495, 0.495, 0.505, 0.505))


def test_an_occupied_position_is_not_empty():
    room = FreeSpace(boxes=[Box(0, 0.7, 1, 1)])
    room.add_line(np.array([0.0, 1.0]), np.array([0.5, 0.5]))
    on_line, on_label, clear = LabelPosition(0.5, 0.5), LabelPosition(0.5, 0.8), LabelPosition(0.5, 0.2)
    assert room.empty_position([on_line, on_label], "word") is None
    assert len(room.boxes) == 1
    assert room.position_over_line([on_label], "word") is None
    assert room.empty_position([on_line, on_label, clear], "word") == clear
    assert room.position_over_line([on_label, on_line], "word") == on_line
    assert len(room.boxes) == 3


RECALL, PRECISION = np.array([0.0, 0.5, 1.0]), np.array([1.0, 0.5, 0.5])
TEXTS = ["3", "2", "1"]


def test_the_farthest_point_is_labeled_first():
    assert list(label_positions(RECALL, PRECISION, TEXTS, first=0, space=FreeSpace(), max_labels=1)) == [2]
    assert list(label_positions(RECALL, PRECISION, TEXTS, first=0, space=FreeSpace())) == [1, 2]


def test_a_label_moves_to_another_side_if_a_line_passes():
    free = label_positions(RECALL, PRECISION, TEXTS, first=0, space=FreeSpace())[2]
    assert (free.to, free.at) == ("left", "below")
    room = FreeSpace()
    room.add_line(np.array([0.0, 1.0]), np.array([0.45, 0.45]))
    moved = label_positions(RECALL, PRECISION, TEXTS, first=0, space=room)[2]
    assert (moved.to, moved.at) == ("left", "above")


def test_a_point_with_lines_on_all_sides_has_no_label():
    room = FreeSpace()
    for shift in (-0.05, 0.05):
        room.add_line(np.array([0.9, 1.1]), np.full(2, 0.5 + shift))
    assert list(label_positions(RECALL, PRECISION, TEXTS, first=0, space=room)) == [1]


def test_points_near_an_unlabeled_point_have_no_label():
    recall = np.array([0.0, 0.99, 1.0])
    room = FreeSpace()
    for shift in (-0.05, 0.05):
        room.add_line(np.array([0.9, 1.1]), np.full(2, 0.5 + shift))
    assert label_positions(recall, np.full(3, 0.5), TEXTS, first=0, space=room) == {}
    assert recall[1] > MIN_DISTANCE


def test_a_required_label_takes_the_nearest_free_position():
    places = positions_by_distance(0.5, 0.5)
    assert [(place.x, place.y) for place in places[:8]] == [(0.5, 0.5)] * 8
    room = FreeSpace()
    for x in (0.42, 0.46, 0.5, 0.54, 0.58):
        room.add_line(np.full(2, x), np.array([0.35, 0.65]))
    place = room.best_position(places, "≥ 0.5")
    box = box_of(place.annotation("≥ 0.5"))
    assert box.left > 0.58 or box.right < 0.42 or box.bottom > 0.65 or box.top < 0.35
    assert len(diagonal_positions(0.5, 0.5)) == 4


def space_of(*lines, boxes=()):
    space = FreeSpace(boxes=list(boxes))
    for corners in lines:
        space.add_line(*np.array(corners, dtype=float).T)
    return space


def has_line_in(space, box):
    return any(points_in_box(line, box) for line in space.lines)


LOW, HIGH = [(0, 0.1), (1, 0.1)], [(0, 0.9), (1, 0.9)]


def test_a_box_is_placed_between_two_lines():
    space = space_of(LOW, HIGH)
    place = space.best_box(grid_boxes(0.5, 0.5))
    assert 0.1 < place.bottom < place.top < 0.9
    assert not has_line_in(space, place)


def test_a_box_avoids_a_steep_line():
    space = space_of([(0, 1), (0.3, 1), (0.3, 0), (1, 0)])  # no vertex between the bottom and top of the box
    place = space.best_box(grid_boxes(0.5, 0.2))
    assert not has_line_in(space, place)
    assert place.left >= 0.3
    assert has_line_in(space, Box(0.2, 0.4, 0.4, 0.6))


def test_a_box_avoids_other_boxes():
    taken = Box(0.0, 0.0, 1.0, 0.5)
    assert not overlap(space_of(HIGH, boxes=[taken]).best_box(grid_boxes(0.4, 0.3)), taken)


@pytest.mark.parametrize(("beside", "expected"), [(LOW, 0.2), (HIGH, 0.8)])
def test_the_free_position_next_to_its_own_line_is_taken(beside, expected):
    space = space_of(LOW, HIGH)
    own = sample_line(*np.array(beside, dtype=float).T)
    place = space.best_box(boxes_by_distance(grid_boxes(0.3, 0.1), own))
    assert not has_line_in(space, place)
    assert (place.bottom + place.top) / 2 == pytest.approx(expected, abs=0.1)


def test_boxes_that_only_touch_do_not_cover_each_other():
    space = FreeSpace(boxes=[Box(0, 0, 0.5, 1)])
    assert space.costs([Box(0.5, 0, 1, 1), Box(0.4, 0, 1, 1)]).tolist() == [0, LABEL_COST]


@given(st.floats(0.1, 1.5), st.floats(0.1, 0.9))
def test_there_is_always_a_box_of_the_given_size(width, height):
    space = space_of(LOW, HIGH, [(0, 0), (1, 1)], boxes=[Box(0, 0, 1, 1)])
    place = space.best_box(grid_boxes(width, height))
    assert (place.right - place.left, place.top - place.bottom) == pytest.approx((width, height))
    assert place.left >= 0
    assert place.bottom >= 0
