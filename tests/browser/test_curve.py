"""A user moves the threshold."""

import numpy as np
import pandas as pd
import pytest

from pr_app.reading.examples import example_cases
from pr_metrics import SCHEMES, choose_threshold, operating_points
from tests.browser.visitor import PHONE, PROJECTOR

RANGE = "() => document.querySelector('.st-key-curve_chart .js-plotly-plot')._fullLayout.xaxis.range"
MARK = "() => { document.querySelector('.st-key-curve_chart .js-plotly-plot').dataset.mark = 'mine'; }"
MARKED = "() => document.querySelector('.st-key-curve_chart .js-plotly-plot').dataset.mark"
LONG_QUIET_MS = 800  # as long as late answers to quick moves take


def slider(visitor):
    return visitor.page.locator('.st-key-threshold input[type="range"]')


def chosen_index(visitor, points):
    """Which operating point the chart marks as chosen."""
    (recall,), (precision,) = visitor.trace("curve_chart", "chosen")
    (index,) = np.flatnonzero((points.recall == recall) & (points.precision == precision))
    return int(index)


def test_a_user_reads_the_numbers_moves_the_threshold_and_keeps_the_zoom(visitor):
    cases = example_cases("breast_cancer")
    points = cases.points
    visitor.open("curve?example=breast_cancer")
    reads_numbers(visitor, cases.positive, cases.score)
    visitor.page.locator(".st-key-curve_chart .js-plotly-plot").hover()
    visitor.page.locator('.st-key-curve_chart [data-title="Zoom in"]').click()
    visitor.wait()
    zoomed = visitor.page.evaluate(RANGE)
    assert zoomed[1] - zoomed[0] < 0.9
    visitor.page.evaluate(MARK)
    box = visitor.page.locator(".st-key-curve_chart .js-plotly-plot").bounding_box()
    before = chosen_index(visitor, points)
    slider(visitor).focus()
    for _ in range(3):
        slider(visitor).press("ArrowLeft")
    visitor.wait()
    after = chosen_index(visitor, points)
    assert after == before - 3
    called = points.true_positives[after] + points.false_positives[after]
    assert f"{called:.0f} are called positive" in visitor.headline()
    assert visitor.page.evaluate(RANGE) == zoomed
    assert visitor.page.evaluate(MARKED) == "mine"  # the same chart, not a new one
    assert visitor.page.locator(".st-key-curve_chart .js-plotly-plot").bounding_box() == box
    visitor.page.locator(".st-key-looser button").press("Enter")
    visitor.wait()
    assert chosen_index(visitor, points) == before - 2


def test_the_table_can_be_downloaded(visitor, tmp_path):
    visitor.open("curve?example=ten_rows")
    visitor.page.get_by_text("All operating points as a table").click()
    visitor.stands(".st-key-download_points button")  # the table unfolds
    with visitor.page.expect_download() as download:
        visitor.page.locator(".st-key-download_points button").click()
    download.value.save_as(tmp_path / "points.csv")
    lines = (tmp_path / "points.csv").read_text(encoding="utf-8").splitlines()
    assert (
        lines[0]
        == "threshold,true_positives,false_positives,false_negatives,true_negatives,precision,recall,f1,share_called"
    )
    assert len(lines) == 1 + example_cases("ten_rows").points.threshold.size


def test_quick_moves_all_count_and_slider_headline_and_address_agree(visitor):
    points = example_cases("breast_cancer").points
    visitor.open("curve?example=breast_cancer")
    slider(visitor).focus()
    for pause_ms in (0, 90):
        before = chosen_index(visitor, points)
        for _ in range(10):
            slider(visitor).press("ArrowLeft")
            visitor.page.wait_for_timeout(pause_ms)
        visitor.wait(quiet=LONG_QUIET_MS)
        after = chosen_index(visitor, points)
        assert after == before - 10
        assert int(slider(visitor).input_value()) == after
        assert float(visitor.parameters()["threshold"]) == points.threshold[after]
        called = points.true_positives[after] + points.false_positives[after]
        assert f"{called:.0f} are called positive" in visitor.headline()


LABELS = """() => {
  const chart = document.querySelector('.st-key-curve_chart .js-plotly-plot').getBoundingClientRect();
  return [...document.querySelectorAll('.st-key-curve_chart .annotation')].map(one => {
    const {left, top, right, bottom} = one.querySelector('.bg').getBoundingClientRect();
    return {text: one.textContent, box: [left - chart.left, top - chart.top, right - chart.left, bottom - chart.top]};
  });
}"""


def labels_of(visitor):
    """Every label in the chart with its box, once the chosen threshold has its own."""
    visitor.page.wait_for_selector(".st-key-curve_chart .annotation", state="attached")
    visitor.page.wait_for_function(f"() => ({LABELS})().some(label => label.text.startsWith('≥'))")
    return visitor.page.evaluate(LABELS)


def cover(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize(
    ("example", "screen"), [("breast_cancer", PROJECTOR), ("sixteen_rows", PHONE)], ids=["projector", "phone"]
)
def test_no_label_covers_another_on_the_screen(app, new_visitor, example, screen):
    visitor = new_visitor(app, screen)
    visitor.open(f"curve?example={example}&threshold=0.5&contours=1&require=min_recall")
    apart(visitor)
    for key in ("Home", "End", "PageDown"):
        slider(visitor).press(key)
        visitor.wait()
        apart(visitor)


def apart(visitor):
    labels = [label for label in labels_of(visitor) if "≥" in label["text"] or "F1" in label["text"]]
    assert 2 <= len([label for label in labels if "≥" in label["text"]]) <= 6
    for index, label in enumerate(labels):
        for other in labels[index + 1 :]:
            assert not cover(label["box"], other["box"]), (label, other)


@pytest.mark.parametrize("data", ["constant", "own"])
def test_a_user_reads_the_numbers_of_pr_metrics(visitor, tmp_path, data):
    if data == "own":
        rng = np.random.default_rng(4)
        positive = rng.random(300) < 0.4
        score = np.round(rng.normal(size=300) + positive, 1)
        pd.DataFrame({"truth": positive.astype(int), "logit": score}).to_csv(tmp_path / "own.csv", index=False)
        visitor.open("data")
        visitor.upload(tmp_path / "own.csv")
        visitor.visit("Curve")
    else:
        cases = example_cases(data)
        positive, score = cases.positive, cases.score
        visitor.open(f"curve?example={data}")
    reads_numbers(visitor, positive, score)


def reads_numbers(visitor, positive, score):
    """From the data to the numbers of one threshold: the polygon, the counts, the fractions and the requirement."""
    points = operating_points(positive, score)
    area = SCHEMES["step"].area(points)
    assert visitor.polygon_area("curve_chart") == pytest.approx(area, abs=1e-12)
    assert f"the area (average precision) is {area:.3f}" in visitor.text()
    best = choose_threshold(points)
    assert chosen_index(visitor, points) == best
    called = score >= points.threshold[best]
    true_positives, false_positives = int((called & positive).sum()), int((called & ~positive).sum())
    assert (
        f"{true_positives + false_positives} are called positive; found: {true_positives} of {int(positive.sum())}"
        in visitor.headline()
    )
    cells = visitor.page.locator('[data-testid="stMarkdown"] td').all_inner_texts()
    assert [cell for cell in cells if cell.isdecimal()] == [
        str(int(count))
        for count in (
            true_positives,
            positive.sum() - true_positives,
            false_positives,
            (~positive).sum() - false_positives,
        )
    ]
    met = choose_threshold(points, min_precision=0.9)
    if met is None:
        assert "No threshold gives this" in visitor.text()
        assert visitor.trace("curve_chart", "required") == ([], [])
    else:
        assert visitor.trace("curve_chart", "required") == ([points.recall[met]], [points.precision[met]])
        assert f"precision {points.precision[met]:.3f}, recall {points.recall[met]:.3f}" in visitor.text()
    (line, _), _ = visitor.trace("scores_chart", "threshold")
    assert line == points.threshold[best]


def test_the_address_restores_every_control_on_another_server(visitor, elsewhere, new_visitor):
    visitor.open("curve?example=sixteen_rows")
    visitor.page.locator(".st-key-go_there button").click()
    visitor.wait()
    assert visitor.headline() == "At score ≥ 0.55, 6 are called positive; found: 6 of 9 positives"
    assert visitor.parameters()["threshold"] == "0.55"
    visitor.page.locator(".st-key-contours").get_by_text("F2").click()
    visitor.wait()
    visitor.choose("require", "Precision and recall at least")
    visitor.page.locator(".st-key-recall input").fill("0.7")
    visitor.page.locator(".st-key-recall input").press("Enter")
    visitor.page.get_by_text("Thresholds of your own").click()
    visitor.page.locator(".st-key-grid input").fill("0.2 0.5 0.8")
    visitor.page.locator(".st-key-grid input").press("Enter")
    visitor.wait()
    visitor.page.locator(".st-key-stricter button").click()
    visitor.wait()
    assert visitor.parameters() == {
        "example": "sixteen_rows",
        "lang": "en",
        "threshold": "0.6",
        "contours": "2",
        "require": "both",
        "recall": "0.7",
        "grid": "0.2 0.5 0.8",
    }
    friend = new_visitor(elsewhere)
    friend.open(visitor.page.url.split("/", 3)[3])
    assert friend.headline() == visitor.headline()
    assert labels_of(friend) == labels_of(visitor)
    for mark in ("chosen", "required", "grid", "contour", "curve", "points"):
        assert friend.trace("curve_chart", mark) == visitor.trace("curve_chart", mark)
    assert friend.page.locator(".st-key-grid input").input_value() == "0.2 0.5 0.8"


# Where a measured point is on the screen.
PLACE = """index => {
  const chart = document.querySelector('.st-key-curve_chart .js-plotly-plot');
  const points = chart._fullData.find(one => one.name === 'points');
  const {left, top} = chart.getBoundingClientRect(), {xaxis, yaxis} = chart._fullLayout;
  return [left + xaxis._offset + xaxis.d2p(points.x[index]), top + yaxis._offset + yaxis.d2p(points.y[index])];
}"""


def test_a_click_on_a_point_chooses_its_threshold(visitor):
    points = example_cases("sixteen_rows").points
    visitor.open("curve?example=sixteen_rows")
    for index in (2, 9):
        x, y = visitor.page.evaluate(PLACE, index)
        visitor.page.mouse.click(x + 4, y - 4)
        visitor.wait()
        assert chosen_index(visitor, points) == index
        assert float(visitor.parameters()["threshold"]) == points.threshold[index]
        called = points.true_positives[index] + points.false_positives[index]
        assert f"{called:.0f} are called positive" in visitor.headline()
        assert int(slider(visitor).input_value()) == index


def test_a_thumb_chooses_a_point_of_the_curve(app, new_visitor):
    points = example_cases("sixteen_rows").points
    visitor = new_visitor(app, PHONE, has_touch=True)
    visitor.open("curve?example=sixteen_rows")
    x, y = visitor.page.evaluate(PLACE, 1)
    visitor.page.touchscreen.tap(x - 8, y + 6)
    visitor.wait()
    assert chosen_index(visitor, points) == 1
