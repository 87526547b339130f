import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_curve_lab.plotting.labels import Box, FreeSpace, boxes_by_distance, grid_boxes, sample_line


def space_of(*lines, boxes=()):
    space = FreeSpace(boxes=list(boxes))
    for corners in lines:
        space.add_line(*np.array(corners, dtype=float).T)
    return space


LOW, HIGH = [(0, 0.1), (1, 0.1)], [(0, 0.9), (1, 0.9)]


def test_a_box_stands_above_a_low_line_and_below_a_high_one():
    space = space_of(LOW, HIGH)
    place = space.best_box(grid_boxes(0.5, 0.5))
    assert 0.1 < place.bottom < place.top < 0.9
    assert not space.crosses(place)


def test_a_steep_line_is_in_the_way_too():
    space = space_of([(0, 1), (0.3, 1), (0.3, 0), (1, 0)])  # no corner between the heights of the box
    place = space.best_box(grid_boxes(0.5, 0.2))
    assert not space.crosses(place)
    assert place.left >= 0.3
    assert space.crosses(Box(0.2, 0.4, 0.4, 0.6))


def test_other_boxes_are_kept_clear():
    taken = Box(0.0, 0.0, 1.0, 0.5)
    assert not space_of(HIGH, boxes=[taken]).best_box(grid_boxes(0.4, 0.3)).overlaps(taken)


@pytest.mark.parametrize(("beside", "expected"), [(LOW, 0.2), (HIGH, 0.8)])
def test_of_free_places_the_one_next_to_its_own_line_is_taken(beside, expected):
    space = space_of(LOW, HIGH)
    own = sample_line(*np.array(beside, dtype=float).T)
    place = space.best_box(boxes_by_distance(grid_boxes(0.3, 0.1), own))
    assert not space.crosses(place)
    assert (place.bottom + place.top) / 2 == pytest.approx(expected, abs=0.1)


def test_boxes_that_only_touch_do_not_overlap():
    assert not Box(0, 0, 1, 1).overlaps(Box(1, 0, 2, 1))


@given(st.floats(0.1, 1.5), st.floats(0.1, 0.9))
def test_there_is_always_a_place_of_the_size_asked_for(width, height):
    space = space_of(LOW, HIGH, [(0, 0), (1, 1)], boxes=[Box(0, 0, 1, 1)])
    place = space.best_box(grid_boxes(width, height))
    assert (place.right - place.left, place.top - place.bottom) == pytest.approx((width, height))
    assert place.left >= 0
    assert place.bottom >= 0
