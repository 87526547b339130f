"""The captions about circles agree with the charts."""

import numpy as np
import pytest

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.schema.examples import example_dataset, example_labeled_scores
from tests.pages.app import arrangements_of, decode_array, figure_of, said, seen_page


def circles_on(app, chart):
    """Return the number of circles in each trace of points."""
    return [drawn(trace) for trace in figure_of(app, chart)["data"] if trace["name"] == "points"]


def drawn(trace):
    """Count the circles that are drawn: a point of size 0 only has a tooltip."""
    x, size = (decode_array(column) for column in (trace["x"], trace["marker"]["size"]))
    return int((np.broadcast_to(size, x.shape) > 0).sum())


def caption(key, language, circles, total, **facts):
    return messages_in(language).format(f"{key}_some", shown=circles, total=total, **facts)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_caption_counts_circles_where_some_points_have_none(language):
    total = example_labeled_scores("breast_cancer").points.threshold.size
    areas = seen_page("areas", example="breast_cancer", lang=language)
    balance = seen_page("balance", example="breast_cancer", lang=language, prevalence="0.01")
    for app, charts in ((areas, ("left_chart", "right_chart")), (balance, ("pr_chart", "roc_chart"))):
        (circles,) = {count for chart in charts for count in circles_on(app, chart)}
        assert circles < total
        assert caption("areas.caption", language, circles, total) in said(app)


def test_small_charts_have_fewer_circles_and_a_caption():
    app = seen_page("schemes", example="breast_cancer")
    total = example_labeled_scores("breast_cancer").points.threshold.size
    (circles,) = set(circles_on(app, "schemes_chart"))
    assert circles < circles_on(seen_page("areas", example="breast_cancer"), "left_chart")[0]
    key = caption("schemes.key", "en", circles, total, prevalence="", scheme="").split("<br>")[1]
    for arrangement in arrangements_of(app, "schemes_chart"):
        assert [note for note in arrangement["annotations"] if key in note["text"]], arrangement


def test_no_circles_of_models_are_counted():
    app, dataset = seen_page("models", example="four_models"), example_dataset("four_models")
    assert sum(circles_on(app, "models_chart")) < sum(dataset.points(name).threshold.size for name in dataset.names)
    assert messages_in("en").format("models.caption") in said(app)


def test_no_number_of_circles_is_printed_if_all_points_have_one():
    words = messages_in("en")
    for page in ("areas", "balance"):
        assert words.format("areas.caption") in said(seen_page(page, example="apples_oranges"))
