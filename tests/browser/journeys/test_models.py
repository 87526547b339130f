"""A user compares models: on the built-in example, with a file of their own, and by a link."""

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import auc, average_precision_score, precision_recall_curve

from pr_curve_lab.schema.examples import example_dataset
from pr_metrics import SCHEMES, operating_points, rank_models, rank_reversal
from tests.browser.visitor import PHONE, PROJECTOR

CHARTS = ("models_chart", "models_right_chart")
FOUR = example_dataset("four_models")

CURVES = """key => {
  const chart = document.querySelector(`.st-key-${key} .js-plotly-plot`);
  return chart._fullData.filter(one => one.name === 'curve')
    .map(one => [one.meta, Array.from(one.x), Array.from(one.y)]);
}"""
# The boxes of all that is written in a chart, in px.
WRITTEN = """key => [...document.querySelectorAll(`.st-key-${key} .js-plotly-plot .annotation`)]
  .map(one => [one.textContent, one.getBoundingClientRect()])
  .map(([text, {left, top, right, bottom}]) => [text, [left, top, right, bottom]])"""


def polygons(visitor, chart):
    """The area of each model's polygon, by its name."""
    visitor.page.wait_for_selector(f".st-key-{chart} .js-plotly-plot .scatterlayer", state="attached")
    return {
        name: float((np.diff(x) * (np.array(y[1:]) + np.array(y[:-1])) / 2).sum())
        for name, x, y in visitor.page.evaluate(CURVES, chart)
    }


def agrees(visitor, points, schemes):
    """Both pictures: every polygon has its model's area, and that is printed."""
    for chart, scheme in zip(CHARTS, schemes, strict=True):
        areas = {name: SCHEMES[scheme].area(one) for name, one in points.items()}
        assert polygons(visitor, chart) == {name: pytest.approx(area, abs=1e-9) for name, area in areas.items()}
        for name, area in areas.items():
            assert f"{area:.3f} {name}" in visitor.chart_text(chart)


def test_whoever_has_one_score_is_led_to_the_example_a_link_brings_it_to_another_who_compares_own_files(
    visitor, tmp_path
):
    visitor.open("models?example=ten_rows")
    is_led_to_the_example(visitor)
    points = {name: FOUR.points(name) for name in FOUR.names}
    has_the_areas_of_scikit_learn(visitor, points)
    nothing_covers_itself(visitor)
    visitor.choose("right", "Upper step")
    agrees(visitor, points, ("step", "upper"))
    assert "neighbours joined in upper steps" in visitor.headline()
    assert visitor.parameters() == {
        "example": "four_models", "lang": "en", "model": "logistic", "left": "step", "right": "upper",
    }  # fmt: skip
    visitor.visit("Data")
    visitor.page.locator(".st-key-scores input").press("Backspace")  # the last of the four
    visitor.wait()
    visitor.visit("Models")
    waits_for_samples(visitor)
    assert set(polygons(visitor, CHARTS[0])) < set(points)
    link, shown, left = visitor.page.url, (visitor.headline(), visitor.text()), polygons(visitor, CHARTS[0])
    visitor.open(link.split("/", 3)[3])  # another visitor to the server, who has this link alone
    waits_for_samples(visitor)
    assert (visitor.headline(), visitor.text()) == shown
    agrees(visitor, {name: points[name] for name in left}, ("step", "upper"))
    visitor.choose("right", "Straight line")
    visitor.visit("Data")
    compares_files_of_ones_own(visitor, tmp_path)


def waits_for_samples(visitor):
    """The page shows itself first, and again when the samples are drawn."""
    visitor.page.wait_for_selector(".st-key-models_intervals_progress", state="detached")
    visitor.wait()


def is_led_to_the_example(visitor):
    assert visitor.headline() == "One score only, so no models to compare"
    visitor.page.get_by_role("button", name="Try the example: Four models").click()
    winners = "forest has the largest area joined in steps, neighbours joined by straight lines"
    heading = f"{winners}; the lead of forest could be chance"
    visitor.page.get_by_role("heading", name=heading, exact=True).wait_for()  # the last part comes with the samples
    visitor.wait()
    assert visitor.parameters()["example"] == "four_models"
    assert "neighbours gains 0.010 there, before its first point (26 rows share the score 1" in visitor.text()


def has_the_areas_of_scikit_learn(visitor, points):
    agrees(visitor, points, ("step", "linear"))
    for name, area in polygons(visitor, "models_chart").items():
        score = FOUR.score[:, FOUR.names.index(name)]
        assert area == pytest.approx(average_precision_score(FOUR.positive[:, 0], score), abs=1e-9)


def nothing_covers_itself(visitor):
    """On a phone, and on a projector in both languages."""
    visitor.page.set_viewport_size(PHONE)
    visitor.wait()
    written_apart(visitor)
    pairs_are_stacked(visitor)
    visitor.page.set_viewport_size(PROJECTOR)
    for name in ("中文", "English"):
        visitor.page.locator(".st-key-lang").get_by_text(name, exact=True).click()
        visitor.wait()
        written_apart(visitor)


def own_file(folder):
    """Two models of the same rows: one with fine scores, and the same one rounded to quarters."""
    rng = np.random.default_rng(23)
    label = (rng.random(400) < 0.2).astype(int)
    fine = 1 / (1 + np.exp(-rng.normal(size=400) - 2 * label))
    rough = np.round(fine * 4) / 4
    frame = pd.DataFrame({"sick": label, "fine": fine, "rough": rough})
    frame.to_csv(folder / "own.csv", index=False)
    return frame


def compares_files_of_ones_own(visitor, folder):
    """Also while samples of many rows are drawn."""
    frame = own_file(folder)
    visitor.upload(folder / "own.csv")
    visitor.visit("Models")
    points = {name: operating_points(frame["sick"], frame[name]) for name in ("fine", "rough")}
    agrees(visitor, points, ("step", "linear"))
    precision, recall, _ = precision_recall_curve(frame["sick"], frame["rough"])
    assert polygons(visitor, "models_right_chart")["rough"] == pytest.approx(auc(recall, precision), abs=1e-9)
    says_where_the_winner_changes(visitor, frame, points)
    assert visitor.parameters()["own"] == "1"
    many = many_rows(folder)
    visitor.visit("Data")
    visitor.upload(folder / "many.csv")
    drawing_can_be_stopped_and_begun_anew(visitor)
    agrees(visitor, many, ("step", "linear"))
    visitor.page.evaluate("document.querySelector('.st-key-models_intervals_stop button')?.click()")  # unless it ended
    visitor.page.wait_for_selector(".st-key-models_intervals_stop", state="detached")
    visitor.wait()
    assert visitor.traceback() == ""


def says_where_the_winner_changes(visitor, frame, points):
    ranking = rank_models(points)
    assert (ranking.best_models("step"), ranking.best_models("linear")) == (("fine",), ("rough",))
    turn = rank_reversal(points["fine"], points["rough"], "step", "linear")
    assert f"Joined in steps fine leads by {turn.difference_left:.3f}" in visitor.text()
    assert f"joined by straight lines rough by {turn.difference_right:.3f}" in visitor.text()
    score = turn.threshold[0]
    rows = frame["rough"] == score
    assert turn.is_from_b[0]
    assert f"({rows.sum()} rows share the score" in visitor.text()
    assert f"{frame['sick'][rows].sum()} of them positive)" in visitor.text()


def many_rows(folder):
    """Three models of so many rows that samples of them are drawn in the background; their points."""
    rng = np.random.default_rng(4)
    label = (rng.random(40_000) < 0.2).astype(int)
    scores = {name: 1 / (1 + np.exp(-rng.normal(size=label.size) - label)) for name in ("a", "b", "c")}
    pd.DataFrame({"label": label, **scores}).to_csv(folder / "many.csv", index=False)
    return {name: operating_points(label, score) for name, score in scores.items()}


def drawing_can_be_stopped_and_begun_anew(visitor):
    visitor.page.locator(".st-key-menu a").filter(has_text="Models").click()
    visitor.page.locator(".st-key-models_intervals_stop button").dispatch_event("click")  # at once: it may end soon
    visitor.page.get_by_text("Drawing 1,000 samples of the rows for the intervals: stopped.").wait_for()
    visitor.wait()
    visitor.page.locator(".st-key-models_intervals_again button").click()
    visitor.page.wait_for_selector(".st-key-models_intervals_stop")
    visitor.page.get_by_text("Drawing 1,000 samples of the rows for the intervals").wait_for()


def pairs_are_stacked(visitor):
    """Each under its names, in view from edge to edge; the names of the forest plot stand over its lines."""
    boxes = [box.bounding_box() for box in visitor.page.locator(".st-key-pairs_table td.pair").all()]
    assert len(boxes) == 6
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"] for box in boxes)
    assert all(above["y"] + above["height"] <= below["y"] for above, below in pairwise(boxes))
    assert "forest − neighbours" in visitor.page.locator(".st-key-pairs_table td.pair").first.inner_text()
    words = [box for text, box in visitor.page.evaluate(WRITTEN, "forest_chart") if text in FOUR.names]
    assert len(words) == 4
    assert max(left for left, *_ in words) < 40


def written_apart(visitor):
    for chart in CHARTS:
        visitor.page.wait_for_selector(f".st-key-{chart} .js-plotly-plot .annotation", state="attached")
        written = visitor.page.evaluate(WRITTEN, chart)
        assert len(written) == 7  # title, class balance, four models, the stretch
        for index, (text, one) in enumerate(written):
            for other_text, other in written[:index]:
                across = min(one[2], other[2]) - max(one[0], other[0])
                up = min(one[3], other[3]) - max(one[1], other[1])
                assert across <= 1 or up <= 2, (text, other_text)
