"""A user moves the class balance: one picture moves, the other stands still, and every number follows."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from pr_curve_lab.schema.examples import example_cases
from pr_metrics import SCHEMES, area_under_gain, at_prevalence, operating_points

# Where a measured point is on the screen, and its threshold.
PLACE = """([key, index]) => {
  const chart = document.querySelector(`.st-key-${key} .js-plotly-plot`);
  const points = chart._fullData.find(one => one.name === 'points');
  const {left, top} = chart.getBoundingClientRect(), {xaxis, yaxis} = chart._fullLayout;
  return [left + xaxis._offset + xaxis.d2p(points.x[index]), top + yaxis._offset + yaxis.d2p(points.y[index]),
          points.customdata[index][0]];
}"""
PAINTED = "key => document.querySelector(`.st-key-${key} .js-plotly-plot .scatterlayer`).innerHTML"
OPACITY = """key => {
  const circles = document.querySelectorAll(`.st-key-${key} .scatterlayer .trace .points path`);
  return Math.min(...[...circles].map(one => +getComputedStyle(one).opacity));
}"""


def move(visitor, key, press):
    visitor.page.locator(f'.st-key-{key} input[type="range"]').press(press)
    visitor.wait()


def type_balance(visitor, text):
    field = visitor.page.locator(".st-key-prevalence_typed input")
    field.fill(text)
    field.press("Enter")
    visitor.wait()


def agrees(visitor, points, prevalence):
    """Headline, printed number, polygon and points of the moved picture; the other one as measured."""
    moved = points if prevalence is None else at_prevalence(points, prevalence)
    area = SCHEMES["step"].area(moved)
    assert visitor.polygon_area("pr_chart") == pytest.approx(area, abs=1e-9)
    assert f"{area:.3f}" in visitor.headline()
    assert f"{area:.3f}" in visitor.chart_text("pr_chart")
    assert visitor.trace("pr_chart", "points") == (moved.recall.tolist(), moved.precision.tolist())
    assert visitor.trace("roc_chart", "points") == (points.false_positive_rate.tolist(), points.recall.tolist())


def chosen(visitor):
    """The marked point's coordinates in both pictures."""
    return visitor.trace("pr_chart", "chosen"), visitor.trace("roc_chart", "chosen")


def test_a_move_of_the_balance_moves_one_picture_and_not_the_other(visitor):
    cases = example_cases("breast_cancer")
    visitor.open("balance?example=breast_cancer")
    visitor.page.wait_for_selector(
        ".st-key-permutations_progress", state="detached"
    )  # the page shows itself again then
    visitor.wait()
    agrees(visitor, cases.points, None)
    roc, painted = visitor.trace("roc_chart", "curve"), visitor.page.evaluate(PAINTED, "roc_chart")
    box = visitor.page.locator(".st-key-roc_chart .js-plotly-plot").bounding_box()
    assert visitor.polygon_area("roc_chart") == pytest.approx(roc_auc_score(cases.positive, cases.score), abs=1e-12)
    move(visitor, "prevalence", "ArrowLeft")
    assert visitor.parameters()["prevalence"] == "0.6"
    agrees(visitor, cases.points, 0.6)
    type_balance(visitor, "0.0123")
    assert visitor.parameters()["prevalence"] == "0.0123"
    agrees(visitor, cases.points, 0.0123)
    assert visitor.trace("roc_chart", "curve") == roc
    assert visitor.page.evaluate(PAINTED, "roc_chart") == painted
    assert visitor.page.locator(".st-key-roc_chart .js-plotly-plot").bounding_box() == box
    type_balance(visitor, repr(cases.points.prevalence))
    assert "prevalence" not in visitor.parameters()
    agrees(visitor, cases.points, None)
    chooses_the_nearest(visitor, cases.points)


def chooses_the_nearest(visitor, points):
    """Where hundreds of points are within reach of a click."""
    x, y, _ = visitor.page.evaluate(PLACE, ["roc_chart", points.threshold.size // 2])
    visitor.page.mouse.click(x, y)
    visitor.wait()
    chosen = points.threshold.tolist().index(float(visitor.parameters()["threshold"]))
    there = visitor.page.evaluate(PLACE, ["roc_chart", chosen])
    assert np.hypot(there[0] - x, there[1] - y) < 2


def test_a_choice_is_the_same_in_both_pictures_lasts_and_goes_along_with_a_link(visitor):
    points = example_cases("sixteen_rows").points
    visitor.open("balance?example=sixteen_rows&prevalence=0.2")
    chooses_in_either_picture(visitor, points)
    outlives(visitor, points)
    sets_everything(visitor, points)
    link, shown = visitor.page.url, seen(visitor)
    visitor.open(link.split("/", 3)[3])  # another visitor to the server, who has this link alone
    assert seen(visitor) == shown
    assert visitor.page.locator(".st-key-prevalence_typed input").input_value() == "0.07"


def seen(visitor):
    charts = ("pr_chart", "roc_chart", "gain_chart")
    traces = [visitor.trace(chart, name) for chart in charts for name in ("curve", "points", "chosen")]
    return visitor.headline(), traces


def chooses_in_either_picture(visitor, points):
    """Also the same point again, at once, and after one was chosen in the other picture."""
    moved = at_prevalence(points, 0.2)
    for key, index in (("pr_chart", 7), ("pr_chart", 2), ("roc_chart", 5), ("roc_chart", 5), ("pr_chart", 2)):
        assert click(visitor, key, index, beside=4) == points.threshold[index]
        at = points.recall[index], points.false_positive_rate[index]
        assert chosen(visitor) == (([at[0]], [moved.precision[index]]), ([at[1]], [at[0]]))
        said = f"recall {at[0]:.3f} and false positive rate {at[1]:.3f} at both balances"
        assert said in visitor.text()
        assert visitor.page.evaluate(OPACITY, key) == 1
        label = f"≥ {points.threshold[index]:g}"
        assert label in visitor.chart_text("pr_chart")
        assert label in visitor.chart_text("roc_chart")


def click(visitor, key, index, *, beside=0):
    """Click on a point, or so many pixels beside it; gives its threshold, which is now the chosen one."""
    x, y, threshold = visitor.page.evaluate(PLACE, [key, index])
    visitor.page.mouse.click(x + beside, y + beside)
    visitor.wait()
    assert float(visitor.parameters()["threshold"]) == threshold
    return threshold


def outlives(visitor, points):
    """The choice stays with another balance and a click beside everything, and moves with the slider and back."""
    visitor.page.set_viewport_size({"width": 1280, "height": 1500})  # so that no control is far from the charts
    visitor.wait()
    type_balance(visitor, "0.07")
    assert chosen(visitor)[0] == ([points.recall[2]], [at_prevalence(points, 0.07).precision[2]])
    move(visitor, "threshold", "ArrowRight")
    assert chosen(visitor)[1] == ([points.false_positive_rate[3]], [points.recall[3]])
    threshold = click(visitor, "pr_chart", 2)
    empty = visitor.page.locator(".st-key-roc_chart .js-plotly-plot").bounding_box()
    visitor.page.mouse.click(empty["x"] + empty["width"] / 2 + 60, empty["y"] + empty["height"] / 2 + 60)
    visitor.wait()
    assert float(visitor.parameters()["threshold"]) == threshold  # nothing measured is near


def sets_everything(visitor, points):
    visitor.choose("left", "Continuous")
    visitor.page.locator(".st-key-gain").get_by_text("Show the gain curve").click()
    visitor.wait()
    assert visitor.polygon_area("pr_chart") == pytest.approx(
        SCHEMES["continuous"].area(at_prevalence(points, 0.07)), abs=1e-6
    )
    area = area_under_gain(at_prevalence(points, 0.07))
    assert visitor.polygon_area("gain_chart") == pytest.approx(area, abs=1e-12)
    assert f"{area:.3f}" in visitor.chart_text("gain_chart")
    assert visitor.parameters() == {
        "example": "sixteen_rows",
        "lang": "en",
        "left": "continuous",
        "threshold": repr(float(points.threshold[2])),
        "prevalence": "0.07",
        "gain": "1",
    }


@pytest.fixture(scope="module")
def many_rows(tmp_path_factory):
    rng = np.random.default_rng(0)
    label = rng.random(100_000) < 0.1
    score = rng.normal(size=label.size) + label
    file = tmp_path_factory.mktemp("many") / "many.csv"
    np.savetxt(file, np.column_stack((label, score)), delimiter=",", header="label,score", comments="", fmt="%.17g")
    return file, operating_points(label, score)


def test_long_work_can_be_left_stopped_and_begun_anew(visitor, many_rows):
    file, points = many_rows
    visitor.open("data?lang=en")
    visitor.upload(file)
    visitor.page.wait_for_function("() => document.querySelector('h1').innerText.startsWith('100,000 rows')")
    visitor.page.locator(".st-key-menu a").filter(has_text="Balance").click()
    visitor.page.locator(".st-key-permutations_stop button").dispatch_event("click")  # at once: some machines are quick
    visitor.page.wait_for_selector(".st-key-permutations_again")
    visitor.wait()
    assert f"{SCHEMES['step'].area(points):.3f}" in visitor.headline()
    assert "Shuffling the labels 1,000 times: stopped." in visitor.text()
    visitor.page.locator(".st-key-permutations_again button").click()
    visitor.page.wait_for_selector(".st-key-permutations_stop")
    visitor.visit("Curve")
    visitor.visit("Balance")
    visitor.page.wait_for_selector(".st-key-permutations_progress", state="detached")
    visitor.wait()
    row = visitor.page.locator(".st-key-limits_table tr").filter(has_text="Shuffled labels")
    low, high = (float(text) for text in row.locator("td").nth(1).inner_text().split(" – "))
    assert 0.099 < low < points.prevalence < high < 0.105
    assert "95 % of shuffled labels" in visitor.chart_text("limits_chart")
