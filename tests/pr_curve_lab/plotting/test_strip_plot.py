from itertools import pairwise

import numpy as np
import pytest

from pr_curve_lab.analysis.areas import equal_areas
from pr_curve_lab.analysis.tools import blocks, tool_numbers
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.labels import text_width
from pr_curve_lab.plotting.strip_plot import TargetNumber, area_layouts, area_strip, layouts, tool_strip
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_metrics import SCHEMES
from tests.labeled_scores import make_labeled_scores

DRAWN = 0.79  # how wide names of tools are drawn, as a share of the estimate: their type is smaller, and narrow

ROOM = 1080  # px


def drawn(example, language="en", chosen=("step", "linear")):
    points = example_labeled_scores(example).points
    areas = {key: scheme.area(points) for key, scheme in SCHEMES.items()}
    figure = area_strip(equal_areas(points, *chosen), messages_in(language))
    (dots,) = [trace for trace in figure.data if trace.name == "points"]
    return areas, figure, dots


@pytest.mark.parametrize("example", ["apples_oranges", "breast_cancer", "constant", "digits"])
def test_every_area_has_a_dot_and_equal_printed_areas_share_one(example):
    areas, figure, dots = drawn(example)
    assert len(dots.x) == len({f"{area:.3f}" for area in areas.values()})
    assert sum(len(text.split("<br>")) for text in dots.text) == len(SCHEMES)
    low, high = figure.layout.xaxis.range
    for at, text in zip(dots.x, dots.text, strict=True):
        assert low < at < high
        assert {f"{float(line.rsplit(' ', 1)[1]):.3f}" for line in text.split("<br>")} == {f"{at:.3f}"}
        assert any(f"{at:.3f}" in note.text for note in figure.layout.annotations)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("example", ["apples_oranges", "breast_cancer", "digits", "sixteen_rows"])
def test_no_name_covers_another_or_leaves_the_chart(example, language):
    _, figure, _ = drawn(example, language)
    boxes = []
    for note in figure.layout.annotations:
        width = text_width(note.text)
        middle = {"left": width / 2, "center": note.x * ROOM, "right": ROOM - width / 2}[note.xanchor]
        assert -1 <= middle - width / 2 <= middle + width / 2 <= ROOM + 1
        boxes.append((note.yshift, middle - width / 2, middle + width / 2))
    boxes.sort()
    for (lane, _, end), (other, start, _) in pairwise(boxes):
        assert lane != other or end <= start


def test_on_a_phone_each_area_is_named_beside_its_row():
    _, figure, dots = drawn("apples_oranges")
    wide, narrow = area_layouts(
        equal_areas(example_labeled_scores("apples_oranges").points, "step", "linear"), messages_in("en")
    )
    assert wide["layout"]["annotations"] == figure.to_dict()["layout"]["annotations"]
    names = {note["y"]: note["text"] for note in narrow["layout"]["annotations"]}
    assert all(f"{area:.3f}" in names[row] for area, row in zip(dots.x, dots.y, strict=True))
    first, *_, last = dots.y
    low, high = narrow["layout"]["yaxis.range"]
    assert low < first < last < high


def test_the_chosen_schemes_are_named_and_in_color():
    areas, figure, dots = drawn("apples_oranges", chosen=("step", "linear"))
    printed = [f"{area:.3f}" for area in areas.values()]
    lines, steps = (printed.count(text) - 1 for text in ("0.806", "0.826"))
    bold = [note.text for note in figure.layout.annotations if note.text.startswith("<b>")]
    assert bold == [f"<b>Straight line, {lines} more <b>0.806</b></b>", f"<b>Step, {steps} more <b>0.826</b></b>"]
    assert {"#0072B2", "#D55E00"} <= set(dots.marker.color)


def test_no_line_of_the_user_is_drawn_through_the_name_of_a_tool():
    grouped = blocks(tool_numbers(example_labeled_scores("sixteen_rows")))
    asked = [TargetNumber(0.9, "mine", "", is_first=True)]
    wide, *_ = layouts(grouped, asked, messages_in("en"))
    names = {note["text"]: note.get("bgcolor") for note in wide["layout"]["annotations"]}
    assert names["PRROC integral and 4 more <b>0.900</b>"] == names["COCO <b>0.897</b>"] == palette.PAPER
    (line,) = [one for one in tool_strip(grouped, asked, "", messages_in("en")).layout.shapes if one.yref == "y domain"]
    assert line.layer == "below"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(39, 43))  # 41 has a name of three tools in the middle of the axis
def test_no_number_of_a_tool_is_cut_off_beside_its_dot(language, seed):
    messages, rng = messages_in(language), np.random.default_rng(seed)
    positive = rng.random(25) < 0.35
    labeled_scores = make_labeled_scores(positive, rng.normal(size=25) + 1.3 * positive)
    figure = tool_strip(grouped := blocks(tool_numbers(labeled_scores)), [], "", messages)
    low, high = figure.layout.xaxis.range
    wide, _ = layouts(grouped, [], messages)
    axis = wide["from"] - wide["layout"]["margin.l"] - figure.layout.margin.r
    names = [note for note in wide["layout"]["annotations"] if note.get("bgcolor")]
    assert names
    for note in names:
        share = (note["x"] - low) / (high - low)
        room = (1 - share if note["xanchor"] == "left" else share) * axis - abs(note["xshift"])
        assert text_width(note["text"]) * DRAWN <= room, note["text"]


def test_on_a_phone_too_the_numbers_of_the_user_are_named():
    grouped = blocks(tool_numbers(example_labeled_scores("sixteen_rows")))
    asked = [TargetNumber(0.9, "mine", "", is_first=True), TargetNumber(0.89, "theirs", "", is_first=False)]
    *_, narrow = layouts(grouped, asked, messages_in("en"))
    named = {note["text"]: note["yshift"] for note in narrow["layout"]["annotations"] if note.get("yref") == "y domain"}
    assert list(named) == ["<b>mine</b>", "<b>theirs</b>"]
    assert named["<b>theirs</b>"] > named["<b>mine</b>"]
