import numpy as np

from pr_curve_lab.plotting.labels import Box, FreeSpace, LabelPosition, box_of, points_in_box, sample_line


def test_the_first_place_that_covers_nothing_is_taken():
    room = FreeSpace()
    room.add_line(np.array([0.0, 1.0]), np.array([0.5, 0.5]))
    places = [LabelPosition(0.5, 0.5), LabelPosition(0.5, 0.8), LabelPosition(0.5, 0.2)]
    assert room.best_position(places, "one") == places[1]
    assert room.best_position(places, "two") == places[2]


def test_where_all_places_cover_something_the_least_is_covered():
    room = FreeSpace(boxes=[Box(0, 0.6, 1, 1)])
    room.add_line(np.array([0.0, 1.0]), np.array([0.1, 0.1]))
    assert room.best_position([LabelPosition(0.5, 0.8), LabelPosition(0.5, 0.1)], "word") == LabelPosition(0.5, 0.1)
    assert (
        FreeSpace().best_position([LabelPosition(1.0, 0.5, to="right"), LabelPosition(1.0, 0.5, to="left")], "word").to
        == "left"
    )


def test_a_line_is_looked_at_between_its_corners():
    assert points_in_box(sample_line(np.array([0.0, 1.0]), np.array([0.0, 1.0])), Box(0.4, 0.4, 0.6, 0.6)) > 10
    assert sample_line(np.array([0.5]), np.array([0.5])).tolist() == [[0.5, 0.5]]


def test_a_label_beside_a_point_keeps_clear_of_it():
    for to in ("left", "right"):
        for at in ("above", "below"):
            box = box_of(LabelPosition(0.5, 0.5, to, at).annotation("word"))
            assert not box.overlaps(Box(0.495, 0.495, 0.505, 0.505))


def test_only_a_free_place_is_free():
    room = FreeSpace(boxes=[Box(0, 0.7, 1, 1)])
    room.add_line(np.array([0.0, 1.0]), np.array([0.5, 0.5]))
    on_line, on_label, clear = LabelPosition(0.5, 0.5), LabelPosition(0.5, 0.8), LabelPosition(0.5, 0.2)
    assert room.empty_position([on_line, on_label], "word") is None
    assert len(room.boxes) == 1
    assert room.position_over_line([on_label], "word") is None
    assert room.empty_position([on_line, on_label, clear], "word") == clear
    assert room.position_over_line([on_label, on_line], "word") == on_line
    assert len(room.boxes) == 3
