"""Buttons of charts can be reached and cover no text. On a touch screen, which has no hover, points can be tapped."""

from pr_curve_lab.schema.examples import example_labeled_scores
from tests.browser import test_curve
from tests.browser.hand import touch
from tests.browser.visitor import PHONE

TABLET = {"width": 768, "height": 1024}
# For each chart, by its key: the titles, labels and points that its buttons cover, and whether a button is unreachable.
COVERED = """() => {
  const cuts = (one, other) => one.width && one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom;
  const covered = {};
  for (const chart of document.querySelectorAll('.js-plotly-plot')) {
    if (!chart.checkVisibility()) continue; // in an expander that is closed
    const key = [...chart.closest('[class*=st-key-]').classList].find(name => name.startsWith('st-key-')).slice(7);
    const [button] = chart.querySelectorAll('.modebar-btn');
    button.scrollIntoView({block: 'center'});
    const bar = chart.querySelector('.modebar').getBoundingClientRect();
    const {left, right, top, bottom} = button.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    covered[key] = hit && button.contains(hit) ? [] : ['out of reach'];
    for (const one of chart.querySelectorAll('text, .points path'))
      if (cuts(one.getBoundingClientRect(), bar)) covered[key].push(one.textContent || 'a point');
  }
  return covered;
}"""
RANGE = "() => document.querySelector('.st-key-left_chart .js-plotly-plot')._fullLayout.xaxis.range"

SCROLLED = "() => document.querySelector('[data-testid=stMain]').scrollTop"


def check_buttons(visitor, situation):
    """Check that the buttons can be reached and cover nothing."""
    visitor.page.wait_for_selector(".js-plotly-plot .modebar-btn", state="attached")
    covered = visitor.page.evaluate(COVERED)
    assert len(covered) >= 2
    assert {key: things for key, things in covered.items() if things} == {}, situation
    assert visitor.overflow() <= 1


HIDDEN_WITH_A_SKELETON = """() => {
  const field = document.querySelector('.st-key-theirs_number');
  field.insertAdjacentHTML('beforeend', '<div data-testid="stSkeleton"></div>');
  const hidden = getComputedStyle(document.querySelector('.st-key-mine_number')).visibility === 'hidden';
  field.lastChild.remove();
  return hidden;
}"""


def test_buttons_cover_nothing_in_a_wide_window(visitor):
    visitor.open("schemes?example=sixteen_rows&published=0.8899&theirs=0.9009")
    check_buttons(visitor, "schemes")
    assert visitor.page.evaluate(HIDDEN_WITH_A_SKELETON)  # a number typed into one field would be lost in the other
    theirs = visitor.page.locator(".st-key-theirs_number input").first
    for number in ("0.88", "0.89"):
        theirs.click()
        visitor.page.keyboard.type(number)
        assert theirs.input_value() == number  # not added to the number before
        theirs.press("Enter")
        visitor.wait()
    visitor.go_back_to("areas?example=four_models&lang=zh")  # with an enlarged picture
    check_buttons(visitor, "areas")
    visitor.go_back_to("models?example=four_models&precision=0.6")
    check_buttons(visitor, "models")
    required = visitor.page.locator(".st-key-question input").first
    required.click()
    visitor.page.keyboard.type("0.75")
    assert required.input_value() == "0.75"
    visitor.go_back_to("averages?example=digits&lang=en")
    check_buttons(visitor, "averages")


def test_charts_work_on_a_touch_screen(app, new_visitor):
    visitor = new_visitor(app, TABLET, has_touch=True, is_mobile=True)
    buttons_stand_clear_of_what_is_drawn_and_a_thumb_zooms(visitor)
    a_thumb_taps_a_point_and_scrolls_the_page(visitor)
    a_thumb_chooses_a_point_among_labels_that_stay_apart(visitor)


def buttons_stand_clear_of_what_is_drawn_and_a_thumb_zooms(visitor):
    visitor.open("areas?example=breast_cancer")
    check_buttons(visitor, "areas on a tablet")
    visitor.resize(PHONE)
    check_buttons(visitor, "areas")
    visitor.page.locator('.st-key-left_chart [data-title="Zoom in"]').tap()
    visitor.wait()
    low, high = visitor.page.evaluate(RANGE)
    assert high - low < 0.9


def a_thumb_taps_a_point_and_scrolls_the_page(visitor):
    visitor.go_back_to("balance?example=sixteen_rows&lang=zh&prevalence=0.2")
    check_buttons(visitor, "balance")
    visitor.page.evaluate("() => document.querySelector('[data-testid=stMain]').scrollTo(0, 0)")
    x, y, threshold = visitor.point("pr_chart", 1)
    visitor.page.touchscreen.tap(x + 8, y + 6)
    visitor.wait()
    assert float(visitor.parameters()["threshold"]) == threshold
    x, y, other = visitor.point("pr_chart", 6)
    assert other != threshold
    touch(visitor.page, (x, y), (x, y - 150), steps=15, each=lambda: visitor.page.wait_for_timeout(16))
    visitor.wait()
    assert visitor.page.evaluate(SCROLLED) > 50
    assert float(visitor.parameters()["threshold"]) == threshold


def a_thumb_chooses_a_point_among_labels_that_stay_apart(visitor):
    visitor.go_back_to("curve?example=sixteen_rows&lang=en&threshold=0.5&contours=1&require=min_recall")
    test_curve.labels_stay_apart(visitor)
    visitor.page.evaluate("() => document.querySelector('.st-key-curve_chart').scrollIntoView()")
    x, y, _ = visitor.point("curve_chart", 1)
    visitor.page.touchscreen.tap(x - 8, y + 6)
    visitor.wait()
    assert test_curve.chosen_index(visitor, example_labeled_scores("sixteen_rows").points) == 1
    visitor.visit("schemes")
    check_buttons(visitor, "schemes")
