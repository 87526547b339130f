"""What a page says of its circles is what its pictures show."""

import numpy as np
import pytest

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.schema.examples import example_dataset, example_labeled_scores
from tests.pages.app import arrangements_of, decode_array, figure_of, said, seen_page


def circles_on(app, chart):
    """How many circles each trace of points has."""
    return [drawn(trace) for trace in figure_of(app, chart)["data"] if trace["name"] == "points"]


def drawn(trace):
    """A point of size 0 answers the pointer only."""
    x, size = (decode_array(column) for column in (trace["x"], trace["marker"]["size"]))
    return int((np.broadcast_to(size, x.shape) > 0).sum())


def caption(key, language, circles, total, **facts):
    return messages_in(language).format(f"{key}_some", shown=circles, total=total, **facts)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_where_some_points_have_no_room_the_page_says_how_many_have(language):
    total = example_labeled_scores("breast_cancer").points.threshold.size
    areas = seen_page("areas", example="breast_cancer", lang=language)
    balance = seen_page("balance", example="breast_cancer", lang=language, prevalence="0.01")
    for app, key, charts in (
        (areas, "areas.caption", ("left_chart", "right_chart")),
        (balance, "balance.caption", ("pr_chart", "roc_chart")),
    ):
        (circles,) = {count for chart in charts for count in circles_on(app, chart)}
        assert circles < total
        assert caption(key, language, circles, total) in said(app)


def test_small_pictures_have_fewer_circles_and_their_key_says_so():
    app = seen_page("schemes", example="breast_cancer")
    total = example_labeled_scores("breast_cancer").points.threshold.size
    (circles,) = set(circles_on(app, "schemes_chart"))
    assert circles < circles_on(seen_page("areas", example="breast_cancer"), "left_chart")[0]
    key = caption("schemes.key", "en", circles, total, prevalence="", scheme="").split("<br>")[1]
    for arrangement in arrangements_of(app, "schemes_chart"):
        assert [note for note in arrangement["annotations"] if key in note["text"]], arrangement


def test_of_several_models_all_circles_are_counted():
    app = seen_page("models", example="four_models")
    dataset = example_dataset("four_models")
    total = sum(dataset.points(name).threshold.size for name in dataset.names)
    assert caption("models.caption", "en", sum(circles_on(app, "models_chart")), total) in said(app)


def test_where_all_points_have_a_circle_no_number_is_said():
    words = messages_in("en")
    for page in ("areas", "balance"):
        assert words.format(f"{page}.caption") in said(seen_page(page, example="apples_oranges"))
