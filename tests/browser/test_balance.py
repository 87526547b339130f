"""A user moves the class balance: one picture moves, the other stands still, and every number follows."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from pr_app.reading.examples import example_cases
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


def move(visitor, key, *presses):
    slider = visitor.page.locator(f'.st-key-{key} input[type="range"]')
    slider.focus()
    for press in presses:
        slider.press(press)
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


def test_a_move_of_the_balance_moves_one_picture_and_not_the_other(visitor, tmp_path):
    moves_one_picture(visitor)
    has_the_catalogues_precisions(visitor, tmp_path)


def moves_one_picture(visitor):
    cases = example_cases("breast_cancer")
    visitor.open("balance?example=breast_cancer")
    agrees(visitor, cases.points, None)
    roc, painted = visitor.trace("roc_chart", "curve"), visitor.page.evaluate(PAINTED, "roc_chart")
    box = visitor.page.locator(".st-key-roc_chart .js-plotly-plot").bounding_box()
    assert visitor.polygon_area("roc_chart") == pytest.approx(roc_auc_score(cases.positive, cases.score), abs=1e-12)
    move(visitor, "prevalence", "ArrowLeft", "ArrowLeft")
    assert visitor.parameters()["prevalence"] == "0.5"
    agrees(visitor, cases.points, 0.5)
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


def has_the_catalogues_precisions(visitor, folder):
    """A file of one's own, with its choice and another balance."""
    file = folder / "a_thousand_each.csv"
    file.write_text("label,score\n" + "1,2\n" * 500 + "0,2\n" * 160 + "1,1\n" * 500 + "0,1\n" * 840, encoding="utf-8")
    visitor.visit("Data")
    visitor.upload(file)
    visitor.visit("Balance")
    x, y, _ = visitor.page.evaluate(PLACE, ["roc_chart", 0])
    visitor.page.mouse.click(x, y)
    visitor.wait()
    (recall,), (precision,) = visitor.trace("pr_chart", "chosen")
    assert (recall, round(precision, 4)) == (0.5, 0.7576)
    type_balance(visitor, "0.0909090909090909")
    (recall,), (precision,) = visitor.trace("pr_chart", "chosen")
    assert (recall, round(precision, 4)) == (0.5, 0.2381)
    assert "precision 0.758 at the data's 0.50, 0.238 at 0.09" in visitor.text()


def test_a_choice_is_the_same_in_both_pictures_lasts_and_goes_along_with_a_link(app, visitor, new_visitor):
    points = example_cases("sixteen_rows").points
    visitor.open("balance?example=sixteen_rows&prevalence=0.2")
    chooses_in_either_picture(visitor, points)
    outlives(visitor, points)
    sets_everything(visitor, points)
    friend = new_visitor(app)
    friend.open(visitor.page.url.split("/", 3)[3])
    assert friend.headline() == visitor.headline()
    for chart in ("pr_chart", "roc_chart", "gain_chart"):
        for name in ("curve", "points", "chosen"):
            assert friend.trace(chart, name) == visitor.trace(chart, name)
    assert friend.page.locator(".st-key-prevalence_typed input").input_value() == "0.07"


def chooses_in_either_picture(visitor, points):
    moved = at_prevalence(points, 0.2)
    for key, index in (("pr_chart", 2), ("roc_chart", 5), ("pr_chart", 2), ("pr_chart", 7)):
        x, y, threshold = visitor.page.evaluate(PLACE, [key, index])
        assert threshold == points.threshold[index]
        visitor.page.mouse.click(x + 4, y + 4)
        visitor.wait()
        assert float(visitor.parameters()["threshold"]) == threshold
        at = points.recall[index], points.false_positive_rate[index]
        assert chosen(visitor) == (([at[0]], [moved.precision[index]]), ([at[1]], [at[0]]))
        said = f"recall {at[0]:.3f} and false positive rate {at[1]:.3f} at both balances"
        assert said in visitor.text()
        assert visitor.page.evaluate(OPACITY, key) == 1
    label = f"≥ {points.threshold[7]:g}"
    assert label in visitor.chart_text("pr_chart")
    assert label in visitor.chart_text("roc_chart")


def outlives(visitor, points):
    """The choice stays with the slider, another balance, a second click, and a click beside everything."""
    visitor.page.set_viewport_size({"width": 1280, "height": 1500})
    visitor.wait()
    for _ in range(2):
        x, y, threshold = visitor.page.evaluate(PLACE, ["roc_chart", 3])
        visitor.page.mouse.click(x, y)
        visitor.wait()
        assert float(visitor.parameters()["threshold"]) == threshold
    move(visitor, "prevalence", "ArrowLeft")
    assert chosen(visitor)[0] == ([points.recall[3]], [at_prevalence(points, 0.1).precision[3]])
    move(visitor, "threshold", "ArrowRight")
    assert chosen(visitor)[1] == ([points.false_positive_rate[4]], [points.recall[4]])
    x, y, threshold = visitor.page.evaluate(PLACE, ["roc_chart", 3])
    visitor.page.mouse.click(x, y)
    visitor.wait()
    assert float(visitor.parameters()["threshold"]) == threshold
    empty = visitor.page.locator(".st-key-roc_chart .js-plotly-plot").bounding_box()
    visitor.page.mouse.click(empty["x"] + empty["width"] / 2 + 60, empty["y"] + empty["height"] / 2 + 60)
    visitor.wait()
    assert float(visitor.parameters()["threshold"]) == threshold  # nothing measured is near


def sets_everything(visitor, points):
    type_balance(visitor, "0.07")
    visitor.choose("left", "Continuous")
    visitor.page.locator(".st-key-gain").get_by_text("Show the gain curve").click()
    visitor.wait()
    move(visitor, "threshold", "ArrowRight")
    assert visitor.polygon_area("pr_chart") == pytest.approx(
        SCHEMES["continuous"].area(at_prevalence(points, 0.07)), abs=1e-6
    )
    area = area_under_gain(at_prevalence(points, 0.07))
    assert visitor.polygon_area("gain_chart") == pytest.approx(area, abs=1e-12)
    assert f"{area:.3f}" in visitor.chart_text("gain_chart")
    asked = visitor.parameters()
    assert asked == {
        "example": "sixteen_rows",
        "lang": "en",
        "left": "continuous",
        "threshold": asked["threshold"],
        "prevalence": "0.07",
        "gain": "1",
    }


@pytest.fixture(scope="module")
def many_rows(tmp_path_factory):
    rng = np.random.default_rng(0)
    label = rng.random(600_000) < 0.1
    score = rng.normal(size=label.size) + label
    file = tmp_path_factory.mktemp("many") / "many.csv"
    np.savetxt(file, np.column_stack((label, score)), delimiter=",", header="label,score", comments="", fmt="%.17g")
    return file, operating_points(label, score)


def test_long_work_can_be_left_stopped_and_begun_anew(visitor, many_rows):
    file, points = many_rows
    visitor.open("data?lang=en")
    visitor.upload(file)
    visitor.page.wait_for_function("() => document.querySelector('h1').innerText.startsWith('600,000 rows')")
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
    visitor.page.wait_for_selector(".st-key-permutations_progress", state="detached", timeout=120_000)
    visitor.wait()
    row = visitor.page.locator(".st-key-limits_table tr").filter(has_text="Shuffled labels")
    low, high = (float(text) for text in row.locator("td").nth(1).inner_text().split(" – "))
    assert 0.098 < low < points.prevalence < high < 0.104
    assert "95 % of shuffled labels" in visitor.chart_text("limits_chart")
