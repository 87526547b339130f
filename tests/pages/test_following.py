"""The browser shows the same texts while a point is dragged as the server does once the point is selected."""

import html
import json
import re

import pytest

from tests.pages.app import headline, open_page, page_with, sent_to_browser, set_threshold, threshold_stops
from tests.pages.test_curve import sent

WEIGHTED = "label,score,w\n1,0.9,1.5\n0,0.6,1.25\n1,0.4,2\n0,0.1,1005.25\n"
ADDRESSES = [
    {"example": "sixteen_rows"},
    {"example": "sixteen_rows", "lang": "zh"},
    {"example": "breast_cancer", "per_day": "100000", "prevalence": "0.02"},
    {"example": "breast_cancer", "prevalence": "0.9", "lang": "zh"},
    {"example": "breast_cancer", "precision": "0.95", "recall": "0.9", "alerts": "300", "per_day": "469"},
]
NUMBER = re.compile(r'(data-text="(\w+)">)[^<]*')


def texts_of(points, row):
    return {name: column.split("|")[row] for name, column in points["texts"].items()}


def written(app):
    """Return the texts that follow the threshold, in page order."""
    data = (json.loads(one.proto.json) for one in app.get("bidi_component"))
    return [one for one in data if "html" in one]


def filled_in(text, texts):
    """Return a text as the browser fills it in for a point."""
    template = text.get("templates", {}).get(texts["plural"], text["html"])
    return NUMBER.sub(lambda found: found[1] + html.escape(texts[found[2]]), template)


def check_texts(app, points, row, before):
    """Check that the server's texts for the selected point are those that the browser would fill in."""
    texts = texts_of(points, row)
    assert [text["html"] for text in written(app)] == [filled_in(text, texts) for text in before]
    slider = sent_to_browser(app, "threshold_slider")
    filled_template = re.sub(r"\{(\w+)\}", lambda field: texts[field[1]], slider["template"])
    assert slider["texts"][slider["indices"].index(points["indices"][row])] == filled_template
    assert slider["index"] == points["indices"][row]


@pytest.mark.parametrize("address", ADDRESSES, ids=str)
def test_a_dragged_point_has_the_texts_of_the_selected_one(address):
    app = open_page("curve", **address)
    before, run = sent(app)
    texts = written(app)
    assert len(texts) == 4 + ("prevalence" in address)
    check_texts(app, run["selected_point"], 0, texts)
    rows = len(before["indices"])
    for row in (0, rows // 3, rows - 1):
        set_threshold(app, before["thresholds"][row])
        fixed, run = sent(app)
        assert fixed == before  # unchanged between runs, so it is sent only once
        assert run["selected_point"]["id"] == fixed["id"]
        assert run["selected_point"]["indices"] == [fixed["indices"][row]]
        assert texts_of(run["selected_point"], 0) == texts_of(fixed, row)
        assert run["traces"]["selected"] == {"x": [fixed["x"][row]], "y": [fixed["y"][row]]}
        check_texts(app, fixed, row, texts)


def test_a_point_can_be_dragged_to_every_stop_of_the_slider():
    app = open_page("curve", example="breast_cancer")
    fixed, _ = sent(app)
    stops = sent_to_browser(app, "threshold_slider")["indices"]
    assert set(stops) <= set(fixed["indices"])
    assert len(stops) == len(threshold_stops(app)) == len(fixed["indices"])


def test_texts_of_weighted_rows_have_decimals():
    app = page_with(WEIGHTED, "curve", roles={"weight": "w"})
    fixed, run = sent(app)
    check_texts(app, run["selected_point"], 0, written(app))
    assert fixed["texts"]["true_negatives"].split("|") == ["1,006.50", "1,005.25", "1,005.25", "0"]
    app.number_input(key="per_day").set_value(1000).run()
    other, run = sent(app)
    assert other["id"] != fixed["id"]
    check_texts(app, run["selected_point"], 0, written(app))


def test_a_single_threshold_cannot_be_dragged():
    fixed, run = sent(open_page("curve", example="constant"))
    assert fixed is None
    assert set(run["error_messages"]) == {"updates", "clicks", "layouts"}


def test_a_count_of_one_uses_the_singular():
    app = open_page("curve", example="sixteen_rows", lang="en")
    fixed, _ = sent(app)
    assert fixed["texts"]["plural"].split("|")[:2] == ["1", "other"]
    assert set(written(app)[0]["templates"]) == {"1", "other"}
    assert headline(set_threshold(app, 0.9)) == "Threshold 0.9: precision 1.00, recall 0.11, 1 flagged"
