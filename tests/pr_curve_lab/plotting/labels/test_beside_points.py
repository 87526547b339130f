import numpy as np

from pr_curve_lab.plotting.labels import LEAST_DISTANCE, Room, box_of, labelled_points, places_beside, places_round

RECALL, PRECISION = np.array([0.0, 0.5, 1.0]), np.array([1.0, 0.5, 0.5])
TEXTS = ["3", "2", "1"]


def test_the_farthest_point_is_labelled_first():
    assert list(labelled_points(RECALL, PRECISION, TEXTS, first=0, room=Room(), most=1)) == [2]
    assert list(labelled_points(RECALL, PRECISION, TEXTS, first=0, room=Room())) == [1, 2]


def test_a_label_goes_to_another_side_of_its_point_where_a_line_passes():
    free = labelled_points(RECALL, PRECISION, TEXTS, first=0, room=Room())[2]
    assert (free.to, free.at) == ("left", "below")
    room = Room()
    room.add_line(np.array([0.0, 1.0]), np.array([0.45, 0.45]))
    moved = labelled_points(RECALL, PRECISION, TEXTS, first=0, room=room)[2]
    assert (moved.to, moved.at) == ("left", "above")


def test_a_point_with_lines_on_all_sides_has_no_label():
    room = Room()
    for shift in (-0.05, 0.05):
        room.add_line(np.array([0.9, 1.1]), np.full(2, 0.5 + shift))
    assert list(labelled_points(RECALL, PRECISION, TEXTS, first=0, room=room)) == [1]


def test_points_near_one_without_room_are_passed_over():
    recall = np.array([0.0, 0.99, 1.0])
    room = Room()
    for shift in (-0.05, 0.05):
        room.add_line(np.array([0.9, 1.1]), np.full(2, 0.5 + shift))
    assert labelled_points(recall, np.full(3, 0.5), TEXTS, first=0, room=room) == {}
    assert recall[1] > LEAST_DISTANCE


def test_a_label_that_must_stand_finds_the_nearest_free_place():
    places = places_round(0.5, 0.5)
    assert [(place.x, place.y) for place in places[:8]] == [(0.5, 0.5)] * 8
    room = Room()
    for x in (0.42, 0.46, 0.5, 0.54, 0.58):
        room.add_line(np.full(2, x), np.array([0.35, 0.65]))
    place = room.first_free(places, "≥ 0.5")
    box = box_of(place.note("≥ 0.5"))
    assert box.left > 0.58 or box.right < 0.42 or box.bottom > 0.65 or box.top < 0.35
    assert len(places_beside(0.5, 0.5)) == 4
