"""A user moves the threshold."""

import numpy as np
import pytest

from pr_app.examples import example_cases

RANGE = "() => document.querySelector('.st-key-curve_chart .js-plotly-plot')._fullLayout.xaxis.range"
MARK = "() => { document.querySelector('.st-key-curve_chart .js-plotly-plot').dataset.mark = 'mine'; }"
MARKED = "() => document.querySelector('.st-key-curve_chart .js-plotly-plot').dataset.mark"


def slider(visitor):
    return visitor.page.locator('.st-key-threshold input[type="range"]')


def chosen_index(visitor, points):
    """Which operating point the chart marks as chosen."""
    (recall,), (precision,) = visitor.trace("curve_chart", "chosen")
    (index,) = np.flatnonzero((points.recall == recall) & (points.precision == precision))
    return int(index)


def test_a_move_of_the_threshold_counts_again_and_keeps_the_zoom(visitor):
    points = example_cases("breast_cancer").points
    visitor.open("curve?example=breast_cancer")
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


def test_the_threshold_is_in_the_address_to_the_bit(visitor, app, new_visitor):
    visitor.open("curve?example=breast_cancer")
    slider(visitor).focus()
    slider(visitor).press("ArrowRight")
    visitor.wait()
    threshold = float(visitor.parameters()["threshold"])
    assert threshold in example_cases("breast_cancer").points.threshold
    friend = new_visitor(app)
    friend.open(visitor.page.url.removeprefix(f"{app}/"))
    assert friend.headline() == visitor.headline()


def test_a_requirement_moves_the_threshold(visitor):
    visitor.open("curve?example=sixteen_rows")
    visitor.page.locator(".st-key-go_there button").click()
    visitor.wait()
    assert visitor.headline() == "At score ≥ 0.55, 6 are called positive; found: 6 of 9 positives"
    assert visitor.parameters()["threshold"] == "0.55"


def test_the_table_can_be_downloaded(visitor, tmp_path):
    visitor.open("curve?example=ten_rows")
    visitor.page.get_by_text("All operating points as a table").click()
    button = visitor.page.locator(".st-key-download_points button")
    button.scroll_into_view_if_needed()
    visitor.page.wait_for_timeout(1000)  # the table unfolds; a click on its way would miss the button
    with visitor.page.expect_download() as download:
        button.click()
    download.value.save_as(tmp_path / "points.csv")
    lines = (tmp_path / "points.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "threshold,true_positives,false_positives,false_negatives,true_negatives,precision,recall,f1"
    assert len(lines) == 1 + example_cases("ten_rows").points.threshold.size


@pytest.mark.parametrize("pause_ms", [0, 60, 120])
def test_quick_moves_all_count_and_slider_headline_and_address_agree(visitor, pause_ms):
    points = example_cases("breast_cancer").points
    visitor.open("curve?example=breast_cancer")
    before = chosen_index(visitor, points)
    slider(visitor).focus()
    for _ in range(10):
        slider(visitor).press("ArrowLeft")
        visitor.page.wait_for_timeout(pause_ms)
    visitor.page.wait_for_timeout(1000)
    visitor.wait()
    after = chosen_index(visitor, points)
    assert after == before - 10
    assert int(slider(visitor).input_value()) == after
    assert float(visitor.parameters()["threshold"]) == points.threshold[after]
    called = points.true_positives[after] + points.false_positives[after]
    assert f"{called:.0f} are called positive" in visitor.headline()
