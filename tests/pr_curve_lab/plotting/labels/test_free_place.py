import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_curve_lab.plotting.labels import Box, best_box, is_empty
from pr_metrics import JoinedCurve


def line(*corners):
    x, y = zip(*corners, strict=True)
    return JoinedCurve(np.array(x, dtype=float), np.array(y, dtype=float))


LOW, HIGH = line((0, 0.1), (1, 0.1)), line((0, 0.9), (1, 0.9))


def test_a_box_stands_above_a_low_line_and_below_a_high_one():
    place = best_box((0.5, 0.5), [LOW, HIGH], [])
    assert 0.1 < place.bottom < place.top < 0.9
    assert is_empty(place, [LOW, HIGH])


def test_a_steep_line_is_in_the_way_too():
    falls = line((0, 1), (0.3, 1), (0.3, 0), (1, 0))  # no corner between the heights of the box
    place = best_box((0.5, 0.2), [falls], [])
    assert is_empty(place, [falls])
    assert place.left >= 0.3
    assert not is_empty(Box(0.2, 0.4, 0.4, 0.6), [falls])


def test_other_boxes_are_kept_clear():
    taken = Box(0.0, 0.0, 1.0, 0.5)
    assert best_box((0.4, 0.3), [HIGH], [taken]).common_area(taken) == 0


def test_a_box_that_is_only_moved_up_and_down_keeps_its_side():
    place = best_box((0.2, 0.1), [LOW], [], left=0.7)
    assert (place.left, place.right) == (0.7, pytest.approx(0.9))


@pytest.mark.parametrize(("beside", "expected"), [(LOW, 0.2), (HIGH, 0.8)])
def test_of_free_places_the_one_next_to_its_own_line_is_taken(beside, expected):
    place = best_box((0.3, 0.1), [LOW, HIGH], [], next_to=beside)
    assert is_empty(place, [LOW, HIGH])
    assert (place.bottom + place.top) / 2 == pytest.approx(expected, abs=0.1)


def test_boxes_that_only_touch_do_not_overlap():
    assert Box(0, 0, 1, 1).common_area(Box(1, 0, 2, 1)) == 0


@given(st.floats(0.1, 1.5), st.floats(0.1, 0.9))
def test_there_is_always_a_place_and_it_has_the_size_asked_for(width, height):
    place = best_box((width, height), [LOW, HIGH, line((0, 0), (1, 1))], [Box(0, 0, 1, 1)])
    assert (place.right - place.left, place.top - place.bottom) == pytest.approx((width, height))
    assert place.left >= 0
    assert place.bottom >= 0
