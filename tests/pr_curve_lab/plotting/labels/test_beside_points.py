import numpy as np

from pr_curve_lab.plotting.labels import (
    MIN_DISTANCE,
    FreeSpace,
    box_of,
    diagonal_positions,
    label_positions,
    positions_by_distance,
)

RECALL, PRECISION = np.array([0.0, 0.5, 1.0]), np.array([1.0, 0.5, 0.5])
TEXTS = ["3", "2", "1"]


def test_the_farthest_point_is_labelled_first():
    assert list(label_positions(RECALL, PRECISION, TEXTS, first=0, space=FreeSpace(), max_labels=1)) == [2]
    assert list(label_positions(RECALL, PRECISION, TEXTS, first=0, space=FreeSpace())) == [1, 2]


def test_a_label_goes_to_another_side_of_its_point_where_a_line_passes():
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


def test_points_near_one_without_room_are_passed_over():
    recall = np.array([0.0, 0.99, 1.0])
    room = FreeSpace()
    for shift in (-0.05, 0.05):
        room.add_line(np.array([0.9, 1.1]), np.full(2, 0.5 + shift))
    assert label_positions(recall, np.full(3, 0.5), TEXTS, first=0, space=room) == {}
    assert recall[1] > MIN_DISTANCE


def test_a_label_that_must_stand_finds_the_nearest_free_place():
    places = positions_by_distance(0.5, 0.5)
    assert [(place.x, place.y) for place in places[:8]] == [(0.5, 0.5)] * 8
    room = FreeSpace()
    for x in (0.42, 0.46, 0.5, 0.54, 0.58):
        room.add_line(np.full(2, x), np.array([0.35, 0.65]))
    place = room.best_position(places, "≥ 0.5")
    box = box_of(place.annotation("≥ 0.5"))
    assert box.left > 0.58 or box.right < 0.42 or box.bottom > 0.65 or box.top < 0.35
    assert len(diagonal_positions(0.5, 0.5)) == 4
