import numpy as np

from pr_curve_lab.plotting.labels import Box, Place, Room, box_of, places_along, places_inside


def test_the_first_place_that_covers_nothing_is_taken():
    room = Room()
    room.add_line(np.array([0.0, 1.0]), np.array([0.5, 0.5]))
    places = [Place(0.5, 0.5), Place(0.5, 0.8), Place(0.5, 0.2)]
    assert room.first_free(places, "one") == places[1]
    assert room.first_free(places, "two") == places[2]


def test_where_all_places_cover_something_the_least_is_covered():
    room = Room(taken=[Box(0, 0.6, 1, 1)])
    room.add_line(np.array([0.0, 1.0]), np.array([0.1, 0.1]))
    assert room.first_free([Place(0.5, 0.8), Place(0.5, 0.1)], "word") == Place(0.5, 0.1)
    assert Room().first_free([Place(1.0, 0.5, to="right"), Place(1.0, 0.5, to="left")], "word").to == "left"


def test_a_line_is_looked_at_between_its_corners():
    assert places_inside(places_along(np.array([0.0, 1.0]), np.array([0.0, 1.0])), Box(0.4, 0.4, 0.6, 0.6)) > 10
    assert places_along(np.array([0.5]), np.array([0.5])).tolist() == [[0.5, 0.5]]


def test_a_label_beside_a_point_keeps_clear_of_it():
    for to in ("left", "right"):
        for at in ("above", "below"):
            box = box_of(Place(0.5, 0.5, to, at).note("word"))
            assert not box.overlaps(Box(0.495, 0.495, 0.505, 0.505))


def test_only_a_free_place_is_free():
    room = Room(taken=[Box(0, 0.7, 1, 1)])
    room.add_line(np.array([0.0, 1.0]), np.array([0.5, 0.5]))
    on_line, on_label, clear = Place(0.5, 0.5), Place(0.5, 0.8), Place(0.5, 0.2)
    assert room.free([on_line, on_label], "word") is None
    assert len(room.taken) == 1
    assert room.free_of_words([on_label], "word") is None
    assert room.free([on_line, on_label, clear], "word") == clear
    assert room.free_of_words([on_label, on_line], "word") == on_line
    assert len(room.taken) == 3
