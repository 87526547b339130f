"""Every page, in both languages and at both sizes, as a class and a student see it."""

import pytest

from pr_app.wording.catalogue import LANGUAGES, words_in
from tests.browser.visitor import PHONE, PROJECTOR

PAGES = ("data", "curve", "areas", "schemes", "balance", "averages", "models")
CONTROL = {
    "data": ".st-key-upload",
    "curve": ".st-key-threshold",
    "areas": ".st-key-right",
    "schemes": ".st-key-left",
    "balance": ".st-key-prevalence",
    "averages": ".st-key-left",
    "models": ".st-key-right",
}
SMALLEST_TYPE = 15  # px
CHARTS = {"data": 1, "curve": 2, "areas": 4, "schemes": 2, "balance": 3, "averages": 2, "models": 2}
TABS = 45  # presses that reach every control of a page
TYPE_SIZES = """() => [...document.querySelectorAll('.js-plotly-plot text')].filter(text => text.textContent.trim())
  .map(text => parseFloat(getComputedStyle(text).fontSize))"""
# The keys of everything round the element that has the focus.
KEYS = """() => {
  const keys = [];
  for (let one = document.activeElement; one; one = one.parentElement)
    keys.push(...[...one.classList].filter(name => name.startsWith('st-key-')).map(name => name.slice(7)));
  return keys;
}"""
REACHED = {
    "data": {"lang", "upload", "paste", "paste_read", "onwards", "label", "positive", "scores", "weight", "group"},
    "curve": {"lang", "threshold", "looser", "require", "precision", "go_there", "contours"},
    "areas": {"lang", "left", "right", "right_start", "digits"},
    "schemes": {"lang", "left", "published", "orders", "copies", "draw_again"},
    "balance": {"lang", "prevalence", "prevalence_typed", "threshold", "looser", "left", "gain"},
    "averages": {"lang", "model", "average", "left"},
    "models": {"lang", "model", "left", "right"},
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_whole_at_both_sizes_and_reached_by_keyboard(visitor, language):
    visitor.open(f"data?example=digits&lang={language}")
    for page in PAGES[:-1]:
        visitor.visit(words_in(language).say(f"{page}.title"))
        check_page(visitor, page, language)
    visitor.open(f"models?example=four_models&lang={language}")
    check_page(visitor, "models", language)


def test_every_page_of_one_score_for_all_is_whole(visitor):
    visitor.open("data?example=constant")
    for page in PAGES:
        visitor.visit(words_in("en").say(f"{page}.title"))
        assert not visitor.has_traceback(), page
        assert visitor.headline(), page
        assert visitor.overflow() <= 1, page


def check_page(visitor, page, language):
    assert not visitor.has_traceback(), page
    assert visitor.headline(), page
    assert visitor.parameters()["lang"] == language, page
    check_charts(visitor, page)
    check_what_a_class_sees(visitor, page)
    if language == "en":
        check_keyboard(visitor, page)
    assert visitor.overflow() <= 1, page
    visitor.page.set_viewport_size(PHONE)
    visitor.wait()
    assert visitor.overflow() <= 1, page
    visitor.page.set_viewport_size(PROJECTOR)
    visitor.wait()


def check_keyboard(visitor, page):
    """The Tab key comes by every control."""
    reached = set()
    for _ in range(TABS):
        visitor.page.keyboard.press("Tab")
        reached |= set(visitor.page.evaluate(KEYS))
    assert REACHED[page] <= reached, page
    visitor.page.evaluate("() => { document.activeElement.blur(); window.scrollTo(0, 0); }")


def check_charts(visitor, page):
    """Each has a sentence for who cannot see it."""
    charts = visitor.page.locator('[data-testid="stPlotlyChart"]')
    charts.nth(CHARTS[page] - 1).wait_for(state="attached")
    visitor.page.wait_for_selector(".js-plotly-plot .scatterlayer")  # before that a chart has another height
    visitor.wait()
    assert charts.count() == CHARTS[page]
    for index in range(charts.count()):
        assert len(charts.nth(index).get_attribute("aria-label")) > 20


def check_what_a_class_sees(visitor, page):
    """Picture and control without scrolling, and type that the last row can read."""
    box = visitor.page.locator(CONTROL[page]).bounding_box()
    assert box["y"] + box["height"] <= PROJECTOR["height"]
    sizes = visitor.page.evaluate(TYPE_SIZES)
    assert sizes
    assert min(sizes) >= SMALLEST_TYPE
