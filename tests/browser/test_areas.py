"""A visitor examines two areas: the start, the rounding, and the rows behind their difference."""

from itertools import combinations

import numpy as np
import pytest

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_metrics import SCHEMES, operating_points
from tests.browser.visitor import PHONE, PROJECTOR

# Bounding boxes in px of the chart and of the visible labels of the strip.
LABELS = """() => {
  const chart = document.querySelector('.st-key-difference_chart .js-plotly-plot');
  const box = one => (({left, top, right, bottom}) => [left, top, right, bottom])(one.getBoundingClientRect());
  const seen = [...chart.querySelectorAll('.annotation')].filter(one => one.getBoundingClientRect().width > 0);
  const {left, top} = chart.getBoundingClientRect(), {xaxis, yaxis} = chart._fullLayout;
  const bars = top + yaxis._offset + yaxis.d2p(Math.max(0, ...chart._fullData[0].y));
  return {chart: box(chart), bars, labels: seen.map(one => ({text: one.textContent, box: box(one)}))};
}"""


def check_printed_areas(visitor, points, schemes):
    """Check in both charts that the polygon and the part added by the start have the printed areas."""
    for chart, scheme in zip(("left_chart", "right_chart"), schemes, strict=True):
        area, added = SCHEMES[scheme].area(points), SCHEMES[scheme].curve(points).extrapolated_area
        assert visitor.polygon_area(chart) == pytest.approx(area, abs=1e-9)
        assert f"{area:.3f}" in visitor.chart_text(chart)
        assert visitor.polygon_area(chart, "start_area") == pytest.approx(added, abs=1e-9)
        if f"{added:.3f}" != "0.000":
            assert f"The start adds {added:.3f}" in visitor.text()


def round_by_keyboard(visitor, *keys):
    slider = visitor.page.locator('.st-key-digits input[type="range"]')
    slider.focus()
    for key in keys:
        slider.press(key)
    visitor.wait()


def switch(visitor, side, start):
    visitor.page.locator(f".st-key-{side}_start").get_by_text(start, exact=True).click()
    visitor.wait()


def test_start_and_rounding_are_drawn_as_printed(visitor):
    labeled_scores = example_labeled_scores("breast_cancer")
    visitor.open("areas?example=breast_cancer")
    check_printed_areas(visitor, labeled_scores.points, ("step", "linear"))
    box = visitor.page.locator(".st-key-right_start").bounding_box()
    assert box["y"] + box["height"] <= PROJECTOR["height"]
    round_by_keyboard(visitor, "End", "ArrowLeft", "ArrowLeft")
    assert visitor.parameters()["digits"] == "2"
    labels_stand_inside_and_apart(visitor, PROJECTOR, PHONE)
    visitor.resize(PROJECTOR)
    round_by_keyboard(visitor, "ArrowRight")
    rounded = operating_points(labeled_scores.positive, np.round(labeled_scores.score, 1))
    check_printed_areas(visitor, rounded, ("step", "linear"))
    assert "Rounded to 1 decimal, 469 thresholds become 11: in steps the area falls by 0.009" in visitor.text()
    switch(visitor, "right", "(0, p₁)")
    check_printed_areas(visitor, rounded, ("step", "linear_flat"))
    a_friend_sees_the_same(visitor, rounded)
    schemes_are_filled_with_their_areas_on_a_phone(visitor)


def a_friend_sees_the_same(visitor, rounded):
    """Check that somebody who opens the link sees the same page."""
    said = visitor.headline()
    assert visitor.parameters() == {
        "example": "breast_cancer",
        "lang": "en",
        "left": "step",
        "right": "linear_flat",
        "digits": "1",
    }
    visitor.open(visitor.page.url.split("/", 3)[3])
    assert visitor.headline() == said
    check_printed_areas(visitor, rounded, ("step", "linear_flat"))
    visitor.choose("right", "Straight line, start cut off")
    assert visitor.page.locator('.st-key-right_start [aria-checked="true"]').inner_text() == "none"
    check_printed_areas(visitor, rounded, ("step", "linear_truncated"))


def labels_stand_inside_and_apart(visitor, *screens):
    """Check that labels of the strip lie inside the chart and do not overlap."""
    visitor.page.wait_for_selector(".st-key-difference_chart .js-plotly-plot .annotation", state="attached")
    for screen in screens:
        visitor.resize(screen)
        visitor.page.locator(".st-key-difference_chart").scroll_into_view_if_needed()
        seen = visitor.page.evaluate(LABELS)
        left, top, right, _ = seen["chart"]
        assert right <= screen["width"]
        assert 1 <= len(seen["labels"]) <= 3
        for label in seen["labels"]:
            assert left <= label["box"][0] <= label["box"][2] <= right, label
            assert top <= label["box"][1] <= label["box"][3] <= seen["bars"] + 1, label
        for one, other in combinations([label["box"] for label in seen["labels"]], 2):
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] + 1 or other[3] <= one[1] + 1
        assert visitor.overflow() <= 1


def schemes_are_filled_with_their_areas_on_a_phone(visitor):
    labeled_scores = example_labeled_scores("sixteen_rows")
    visitor.resize(PHONE)
    visitor.go_back_to("areas?example=sixteen_rows&lang=zh")
    labels_stand_inside_and_apart(visitor, PHONE, PROJECTOR)
    visitor.page.locator(".st-key-rounding summary").click()
    drawn = visitor.trace("rounding_chart", "right")[1]
    areas = [
        SCHEMES["linear"].area(operating_points(labeled_scores.positive, np.round(labeled_scores.score, digits)))
        for digits in (9, 1, 0)
    ]
    assert drawn == pytest.approx(areas, abs=1e-12)
    for chart in visitor.page.locator('[data-testid="stPlotlyChart"]').all():
        assert len(chart.get_attribute("aria-label")) > 20
    for scheme in ("linear_flat", "envelope", "continuous"):
        visitor.choose("left", messages_in("zh").format(f"schemes.{scheme}.name"))
        area = SCHEMES[scheme].area(labeled_scores.points)
        assert f"{area:.3f}" in visitor.chart_text("left_chart")
        assert visitor.polygon_area("left_chart") == pytest.approx(area, abs=1e-6)
        assert visitor.filled_area("left_chart") == pytest.approx(area, abs=2e-3)
