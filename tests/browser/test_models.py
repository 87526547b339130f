"""The texts about several models do not overlap, by a projector and on a phone."""

from itertools import pairwise

from pr_curve_lab.schema.examples import example_dataset
from tests.browser.visitor import PHONE

CHARTS = ("models_chart", "models_right_chart")
NAMES = example_dataset("four_models").names
# The bounding boxes of all texts in a chart, in px.
WRITTEN = """key => [...document.querySelectorAll(`.st-key-${key} .js-plotly-plot .annotation`)]
  .map(one => [one.textContent, one.getBoundingClientRect()])
  .map(([text, {left, top, right, bottom}]) => [text, [left, top, right, bottom]])"""


def test_texts_about_models_do_not_overlap(visitor):
    visitor.open("models?example=four_models&lang=en")
    visitor.page.wait_for_selector(".st-key-pairs_table td.pair", state="attached")  # after the bootstrap
    visitor.wait()
    written_apart(visitor)
    visitor.resize(PHONE)
    written_apart(visitor)
    pairs_are_stacked(visitor)


def pairs_are_stacked(visitor):
    """Check that each pair stands below its names, and that names in the forest plot stand above their lines."""
    boxes = [box.bounding_box() for box in visitor.page.locator(".st-key-pairs_table td.pair").all()]
    assert len(boxes) == 6
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"] for box in boxes)
    assert all(above["y"] + above["height"] <= below["y"] for above, below in pairwise(boxes))
    assert "forest − neighbours" in visitor.page.locator(".st-key-pairs_table td.pair").first.inner_text()
    words = [box for text, box in visitor.page.evaluate(WRITTEN, "forest_chart") if text in NAMES]
    assert len(words) == 4
    assert max(left for left, *_ in words) < 40


def written_apart(visitor):
    for chart in CHARTS:
        visitor.page.wait_for_selector(f".st-key-{chart} .js-plotly-plot .annotation", state="attached")
        written = visitor.page.evaluate(WRITTEN, chart)
        assert len(written) == 7  # title, class balance, four models, and the deciding segment
        for index, (text, one) in enumerate(written):
            for other_text, other in written[:index]:
                across = min(one[2], other[2]) - max(one[0], other[0])
                up = min(one[3], other[3]) - max(one[1], other[1])
                assert across <= 1 or up <= 2, (text, other_text)
