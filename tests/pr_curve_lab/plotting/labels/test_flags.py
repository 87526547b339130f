from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_curve_lab.plotting.labels import labels_in_rows, text_width

RECALLS = st.lists(st.floats(0, 1), max_size=5)


@given(RECALLS, st.lists(st.integers(1, 40), min_size=5, max_size=5), st.sampled_from([246.0, 870.0]))
def test_labels_stand_inside_apart_and_off_each_others_poles(poles, lengths, room):
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


def test_the_first_label_goes_before_the_others():
    assert [label.text for label in labels_in_rows([0.5, 0.5], ["first", "second"], axis_width=246)] == ["first"]


def test_neighbours_stand_on_rows_of_their_own():
    labels = labels_in_rows([0.7, 0.8, 0.9], ["a" * 20] * 3, axis_width=870)
    assert [(label.anchor, label.row) for label in labels] == [(0.7, 0), (0.8, 1), (0.9, 2)]
    assert [label.right for label in labels] == pytest.approx([0.7, 0.8, 0.9])


def test_labels_that_find_room_share_a_row():
    labels = labels_in_rows([0.17, 0.9, 0.5], ["a" * 20] * 3, axis_width=870)
    assert [label.row for label in labels] == [0, 0, 0]


def test_what_is_wider_than_the_chart_is_left_out():
    assert labels_in_rows([0.5], ["x" * 40], axis_width=246) == []
