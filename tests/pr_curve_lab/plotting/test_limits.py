from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.intervals import NumberLine, ValueLabel, limits_figure, limits_layouts
from pr_curve_lab.plotting.labels import NARROW_AXIS, WIDE_AXIS, text_width

WORDS = messages_in("en")
SHARE = st.floats(0, 1)


def said(name, value):
    return ValueLabel(value, f"{name} in many words {value:.3f}", f"{name} {value:.3f}")


def line(area, random, least, band=None):
    middle = None if band is None else said("shuffled", sum(band) / 2)
    return NumberLine(
        palette.BLUE, said("area", area), said("random", random), said("least", least), middle, band or (0, 0)
    )


def trace(figure, name, number=0):
    return next(one for one in figure.data if one.name == name and one.meta == number)


def test_every_number_stands_where_it_is():
    lines = [line(0.7, 0.6, 0.3, (0.5, 0.65)), line(0.2, 0.1, 0.05)]
    figure = limits_figure(lines, WORDS, same_data="1")
    assert (trace(figure, "area").x, trace(figure, "random").x) == ((0.7,), (0.6,))
    assert trace(figure, "unachievable").x == (0, 0.3)
    assert trace(figure, "band").x == (0.5, 0.65)
    assert (trace(figure, "area", 1).x, trace(figure, "unachievable", 1).x) == ((0.2,), (0, 0.05))
    assert [one for one in figure.data if one.name == "band" and one.meta == 1] == []
    assert len({height for one in figure.data if one.meta == 1 for height in one.y}) == 1


def boxes_of(layout, room):
    """Each label's room in px, from its anchor."""
    low, high = layout["yaxis.range"]
    inner = layout["height"] - 62
    for note in layout["annotations"]:
        width = text_width(note["text"].replace("<b>", "").replace("</b>", ""))
        left = note["x"] * room - {"left": 0, "center": width / 2, "right": width}[note["xanchor"]]
        middle = (high - note["y"]) / (high - low) * inner
        yield note["text"], (left, middle - 10, left + width, middle + 10)


@given(SHARE, SHARE, SHARE, st.tuples(SHARE, SHARE).map(sorted), SHARE, SHARE, SHARE)
def test_no_label_covers_another_on_either_screen(area, random, least, band, other_area, other_random, other_least):
    lines = [line(area, random, least, tuple(band)), line(other_area, other_random, other_least)]
    for arrangement, room in zip(limits_layouts(lines), (WIDE_AXIS, NARROW_AXIS), strict=True):
        boxes = list(boxes_of(arrangement["layout"], room))
        assert len(boxes) == 7
        for (one_text, one), (other_text, other) in combinations(boxes, 2):
            apart = one[2] <= other[0] + 1 or other[2] <= one[0] + 1 or one[3] <= other[1] + 1 or other[3] <= one[1] + 1
            assert apart, (one_text, other_text, room)
        for text, box in boxes:
            assert box[0] >= -1, text
            assert box[2] <= room + 1, text
            assert -6 <= box[1] < box[3] <= arrangement["layout"]["height"] - 62 + 6, text


@pytest.mark.parametrize("without", ["least", "band"])
def test_what_is_not_known_is_left_out(without):
    known = line(0.7, 0.6, 0.3, (0.5, 0.65))
    given_line = NumberLine(known.style, known.area, known.random, None) if without == "least" else line(0.7, 0.6, 0.3)
    figure = limits_figure([given_line], WORDS, same_data="1")
    assert not any("shuffled" in note.text for note in figure.layout.annotations)
    assert {one.name for one in figure.data} == {"line", "random", "area"} | (
        {"unachievable"} if without == "band" else set()
    )
