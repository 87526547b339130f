"""Reports opened from a file: charts have their printed areas, the threshold can be dragged, paper and phone fit."""

from functools import partial

import pytest

from pr_curve_lab.analysis.prevalence import compare_balances
from pr_curve_lab.exports.page_exports import balance_exports
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting.prevalence import RESOLUTION
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_metrics import threshold_index
from tests.browser.hand import drag, middle, touch
from tests.browser.opened import SIDEWAYS, Opened
from tests.browser.visitor import PHONE, PROJECTOR
from tests.pr_curve_lab.exports.builders import results_of, weighted_results
from tests.pr_curve_lab.exports.report.test_pictures import areas_of_many
from tests.pr_curve_lab.exports.report.test_report import report_of
from tests.pr_curve_lab.exports.test_averages_exports import averages, exports_of
from tests.pr_curve_lab.exports.test_averages_exports import data as classes
from tests.pr_curve_lab.exports.test_models_exports import data as several
from tests.pr_curve_lab.exports.test_models_exports import model_exports_of

SMALL_PHONE = {"width": 320, "height": 640}
A4 = {"width": 680, "height": 960}  # px at 96 dpi, without margins
HANDLE = "[data-lab=threshold]"
COUNTS = """() => Object.fromEntries([...document.querySelectorAll('[data-lab-count]')]
  .map(one => [one.dataset.labCount, +one.dataset.value]))"""
BOLD = "() => [...document.querySelectorAll('#curve_chart .lab-bold')].map(one => one.textContent)"
# Charts and texts in charts that are cut off by the window.
OUTSIDE = """() => [...document.querySelectorAll('.chart svg, .chart svg text')].filter(one => {
  const {left, right, width} = one.getBoundingClientRect();
  return width > 0 && (left < 0 || right > window.innerWidth);
}).map(one => one.textContent)"""


def report_in(exported):
    return exported.report().decode()


def areas(language):
    return report_of(results_of("apples_oranges"), language).page


def weighted(language):
    return report_of(weighted_results(left="linear", right="continuous"), language).page


def balance(language):
    results = results_of("breast_cancer")
    both = compare_balances(results.points, 0.02, "linear", RESOLUTION)
    return report_in(balance_exports(results, both, None, messages_in(language)))


def models(language):
    return report_in(model_exports_of(*several("four_models"), ("step", "linear"), language, example="four_models")[0])


def averaged(language):
    dataset, table = classes("digits")
    return report_in(exports_of(averages(dataset, table, "macro", "step"), language))


REPORTS = {"areas": areas, "weighted": weighted, "balance": balance, "models": models, "averages": averaged,
           "many": areas_of_many}  # fmt: skip


@pytest.fixture
def saved(tmp_path):
    def save(page):
        path = tmp_path / "report.html"
        path.write_text(page, encoding="utf-8")
        return path

    return save


@pytest.mark.parametrize(("language", "screen"), [("zh", PHONE), ("en", PROJECTOR)], ids=["phone", "projector"])
@pytest.mark.parametrize("report", REPORTS)
def test_every_chart_has_its_area_and_fits_the_screen(offline, saved, report, language, screen):
    with Opened(offline, saved(REPORTS[report](language)), screen) as opened:
        places = opened.page.locator(".chart").evaluate_all("all => all.map(one => one.id)")
        assert places
        for key in places:
            for scheme, polygon, said in opened.shapes(key):
                assert polygon == pytest.approx(said, abs=1e-6 if scheme in ("continuous", "difference") else 1e-11), (
                    key
                )
        assert sum(len(opened.shapes(key)) for key in places) >= len(places)
        assert opened.page.locator(".chart .lab-inside").count() == 0  # no shape is clipped, not even below 0
        assert opened.page.locator(".chart").evaluate_all("all => all.every(one => one.ariaLabel.length > 20)")
        strips = opened.page.locator("[id^=difference_chart]")
        for shown in (screen, SMALL_PHONE, A4):
            opened.page.set_viewport_size(shown)
            opened.page.emulate_media(media="print" if shown == A4 else "screen")
            assert opened.page.evaluate(SIDEWAYS) <= 0
            assert opened.page.evaluate(OUTSIDE) == []
            assert sum(strip.is_visible() for strip in strips.all()) == min(strips.count(), 1)


def counts_at(points, threshold):
    at = threshold_index(points, threshold)
    found, alarms = points.true_positives[at], points.false_positives[at]
    return {"tp": found, "fp": alarms, "fn": points.positives - found, "tn": points.negatives - alarms}


def shown(page):
    """Return the threshold of the handle and the displayed counts."""
    return float(page.locator(HANDLE).get_attribute("aria-valuenow")), page.evaluate(COUNTS)


def test_keys_move_the_threshold_over_every_measured_point_and_back(offline, saved):
    points = example_labeled_scores("apples_oranges").points
    with Opened(offline, saved(areas("en"))) as opened:
        page = opened.page
        own, _ = shown(page)
        assert own == 4
        page.locator(HANDLE).focus()
        page.keyboard.press("End")
        for threshold in points.threshold.tolist():
            assert shown(page) == (threshold, counts_at(points, threshold))
            assert (
                page.locator(HANDLE).get_attribute("aria-valuetext")
                == f"score {threshold:g} or more is predicted positive"
            )
            page.keyboard.press("ArrowDown")
        assert shown(page)[0] == points.threshold[-1]
        assert {"5/10", "5/5"} <= set(page.evaluate(BOLD))
        page.keyboard.press("ArrowUp")
        assert shown(page)[0] == points.threshold[-2]
        page.keyboard.press("Home")
        assert shown(page)[0] == points.threshold[-1]
        assert page.locator("#threshold h2").inner_text().startswith("Threshold 4: 7 flagged")
        page.get_by_role("button", name="Back to score ≥ 4").click()
        assert shown(page) == (own, counts_at(points, own))
        page.locator(HANDLE).press("ArrowLeft")
        page.locator(HANDLE).press("Escape")
        assert shown(page)[0] == own


def goal(page, points, index):
    """Return the position of a point in the window, in px."""
    left, top = (page.locator("#curve_chart svg").first.bounding_box()[side] for side in "xy")
    square = page.evaluate(
        "() => JSON.parse(document.querySelector('#pictures').textContent).pictures.curve_chart.square"
    )
    across, up = (
        square["x"] + points.recall[index] * square["size"],
        square["y"] + (1 - points.precision[index]) * square["size"],
    )
    return left + across, top + up


@pytest.mark.parametrize(("move", "screen"), [(drag, PROJECTOR), (touch, PHONE)], ids=["mouse", "thumb"])
def test_counts_follow_a_dragged_threshold(offline, saved, move, screen):
    points = example_labeled_scores("sixteen_rows").points
    page_of = partial(report_of, results_of("sixteen_rows"), "zh")
    with Opened(offline, saved(page_of().page), screen) as opened:
        page = opened.page
        page.locator("#curve_chart").scroll_into_view_if_needed()
        before = page.evaluate("scrollY")
        for index in (0, points.threshold.size - 1, 4):
            move(page, middle(page.locator(HANDLE)), goal(page, points, index), steps=4)
            assert shown(page) == (points.threshold[index], counts_at(points, points.threshold[index]))
        assert page.evaluate("scrollY") == before
