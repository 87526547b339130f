"""What is told of a point beforehand is what the page says of it once it is chosen."""

import re

import pytest

from tests.pages.app import headline, open_page, said
from tests.pages.test_curve import pasted, sent

WEIGHTED = "label,score,w\n1,0.9,1.5\n0,0.6,1.25\n1,0.4,2\n0,0.1,1005.25\n"
ADDRESSES = [
    {"example": "sixteen_rows"},
    {"example": "sixteen_rows", "lang": "zh"},
    {"example": "breast_cancer", "per_day": "100000", "prevalence": "0.02"},
    {"example": "breast_cancer", "prevalence": "0.9", "lang": "zh"},
    {"example": "breast_cancer", "precision": "0.95", "recall": "0.9", "alerts": "300", "per_day": "469"},
]


def row_of(points, row):
    texts = {name: column.split("|")[row] for name, column in points["texts"].items()}
    return texts, points["forms"][texts["form"]]


def filled(template, texts):
    return re.sub(r"\{(\w+)\}", lambda gap: texts.get(gap[1], gap[0]), template)


def is_said(app, told, texts, form):
    """Whether the page says of its chosen point what was told, in the order that was told."""
    assert headline(app) == filled(form, texts)
    page = said(app)
    for place in told["places"][1:]:
        words = [filled(one, texts) for one in place.get("texts", place.get("formulas"))]
        at = page.find(words[0])
        for one in words:
            at = page.find(one, at)
            assert at >= 0, one
    stop = filled(told["stop"], texts)
    assert stop in app.select_slider(key="threshold").options


@pytest.mark.parametrize("address", ADDRESSES, ids=str)
def test_the_page_says_of_a_point_what_was_told(address):
    app = open_page("curve", **address)
    before, run = sent(app)
    is_said(app, before, *row_of(run["here"], 0))
    rows = len(before["indices"])
    for row in (0, rows // 3, rows - 1):
        app.select_slider(key="threshold").set_value(before["thresholds"][row]).run()
        told, run = sent(app)
        assert told == before  # the same from run to run, so that it is sent once
        assert run["here"]["id"] == told["id"]
        assert run["here"]["indices"] == [told["indices"][row]]
        assert row_of(run["here"], 0) == row_of(told, row)
        assert (run["traces"]["chosen"]["x"], run["traces"]["chosen"]["y"]) == ([told["x"][row]], [told["y"][row]])
        is_said(app, told, *row_of(told, row))


def test_weights_are_told_as_they_are_said():
    app = pasted(WEIGHTED, weight="w")
    told, run = sent(app)
    is_said(app, told, *row_of(run["here"], 0))
    assert told["texts"]["true_negatives"].split("|") == ["1,006.50", "1,005.25", "1,005.25", "0"]
    app.number_input(key="per_day").set_value(1000).run()
    other, run = sent(app)
    assert other["id"] != told["id"]
    is_said(app, other, *row_of(run["here"], 0))


def test_one_threshold_cannot_be_dragged_anywhere():
    told, run = sent(open_page("curve", example="constant"))
    assert told is None
    assert set(run["sentences"]) == {"marks", "clicks"}


def test_the_singular_has_words_of_its_own():
    told, _ = sent(open_page("curve", example="sixteen_rows", lang="en"))
    assert told["texts"]["form"].split("|")[:2] == ["1", "other"]
