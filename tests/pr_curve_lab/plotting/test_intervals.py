"""The forest plot draws the given intervals, and its labels fit beside or above their lines."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.intervals import (
    FINE_RANGE,
    FOREST_WIDE_FROM,
    NEAR,
    ForestRow,
    NumberLine,
    ValueLabel,
    forest_figure,
    forest_layouts,
    limits_figure,
    limits_layouts,
)
from pr_curve_lab.plotting.labels import NARROW_AXIS, WIDE_AXIS, text_width
from pr_metrics import Interval

WORDS = messages_in("en")
ROWS = (
    ForestRow("boosting", 0.75, Interval(0.65, 0.84, 0.95), palette.BLUE),
    ForestRow("a model with a very long name indeed", 0.73, Interval(0.63, 0.82, 0.95), palette.GREEN),
    ForestRow("<b>tree</b>", 0.62, None, palette.GRAY),
)


def forest(rows=ROWS, chance=0.03, words=WORDS):
    return forest_figure(rows, chance, words)


def chance_line(found):
    return [shape.x0 for shape in found.layout.shapes if shape.line.dash == palette.BASELINE_DASH]


def test_each_model_has_its_area_and_interval_on_its_own_row():
    traces = forest().data
    assert [(list(one.x), set(one.y)) for one in traces] == [
        ([0.65, 0.75, 0.84], {0}), ([0.63, 0.73, 0.82], {-1}), ([0.62], {-2}),
    ]  # fmt: skip
    assert [one.meta for one in traces] == [row.name for row in ROWS]
    assert [one.line.color for one in traces] == [row.style.line for row in ROWS]


def test_everything_drawn_is_within_the_axis():
    low, high = forest().layout.xaxis.range
    assert low < 0.62 < 0.84 < high
    assert (high - low) < 0.3  # and the axis is not wider than needed


@pytest.mark.parametrize(("chance", "shown"), [(0.7, True), (0.6, True), (0.62 - NEAR * 0.21, True), (0.3, False)])
def test_chance_is_a_dashed_line_if_it_is_in_range(chance, shown):
    rows = (ForestRow("a", 0.75, Interval(0.62, 0.83, 0.95), palette.BLUE),)
    found = forest(rows, chance)
    assert chance_line(found) == ([chance] if shown else [])
    assert any(note.text == f"random {chance:.2f}" for note in found.layout.annotations) == shown
    if shown:
        assert found.layout.xaxis.range[0] < chance


def test_close_areas_have_an_axis_with_three_decimals():
    rows = [ForestRow(name, 0.5, None, palette.GRAY) for name in "ab"]
    found = forest(rows)
    low, high = found.layout.xaxis.range
    assert 0 < high - low < FINE_RANGE
    assert found.layout.xaxis.tickformat == ".3f"


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_fit_beside_their_lines_or_stand_above_them(language):
    words = messages_in(language)
    wide, narrow = forest_layouts(ROWS, 0.03, words)
    assert (wide["from"], narrow["from"]) == (FOREST_WIDE_FROM, 0)
    names = [note for note in wide["layout"]["annotations"] if note["xanchor"] == "left"]
    assert max(text_width(note["text"].removeprefix("<b>")[:-4]) for note in names[:1]) < wide["layout"]["margin.l"]
    assert wide["layout"]["margin.l"] > 18 * 8
    assert narrow["layout"]["margin.l"] <= 10
    assert narrow["layout"]["height"] > wide["layout"]["height"]
    assert all(note["yshift"] > 15 for note in narrow["layout"]["annotations"])
    for layout in (wide["layout"], narrow["layout"]):
        texts = [note["text"] for note in layout["annotations"]]
        assert f"<b>{words.format_number('0.750')}</b>" in texts
        assert "<b>&lt;b&gt;tree&lt;/b&gt;</b>" in texts
        assert min(note["font"]["size"] for note in layout["annotations"]) >= 15


def test_own_chance_levels_are_bars_instead_of_one_line():
    rows = (
        ForestRow("north", 0.8, Interval(0.7, 0.9, 0.95), palette.GRAY, chance=0.2),
        ForestRow("south", 0.7, None, palette.GRAY, chance=0.6),
    )
    found = forest(rows, chance=float("nan"))
    assert [(one.x[0], one.y[0]) for one in found.data if one.name == "chance"] == [(0.2, 0), (0.6, -1)]
    assert found.layout.xaxis.range[0] < 0.2
    assert chance_line(found) == []


SHARE = st.floats(0, 1)


def said(name, value):
    return ValueLabel(value, f"{name} in many words {value:.3f}", f"{name} {value:.3f}")


def line(area, random, least, band=None):
    middle = None if band is None else said("shuffled", sum(band) / 2)
    return NumberLine(
        palette.BLUE, said("area", area), said("random", random), said("least", least), middle, band or (0, 0)
    )


def sign(figure, name, number=0):
    return next(one for one in figure.data if one.name == name and one.meta == number)


def test_every_number_is_drawn_at_its_value():
    lines = [line(0.7, 0.6, 0.3, (0.5, 0.65)), line(0.2, 0.1, 0.05)]
    figure = limits_figure(lines, WORDS)
    assert (sign(figure, "area").x, sign(figure, "random").x) == ((0.7,), (0.6,))
    assert sign(figure, "unachievable").x == (0, 0.3)
    assert sign(figure, "band").x == (0.5, 0.65)
    assert (sign(figure, "area", 1).x, sign(figure, "unachievable", 1).x) == ((0.2,), (0, 0.05))
    assert [one for one in figure.data if one.name == "band" and one.meta == 1] == []
    assert len({height for one in figure.data if one.meta == 1 for height in one.y}) == 1


def boxes_of(layout, room):
    """Return the box of each label in px, computed from its anchor."""
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
def test_unknown_numbers_are_omitted(without):
    known = line(0.7, 0.6, 0.3, (0.5, 0.65))
    given_line = NumberLine(known.style, known.area, known.random, None) if without == "least" else line(0.7, 0.6, 0.3)
    figure = limits_figure([given_line], WORDS)
    assert not any("shuffled" in note.text for note in figure.layout.annotations)
    assert {one.name for one in figure.data} == {"line", "random", "area"} | (
        {"unachievable"} if without == "band" else set()
    )
