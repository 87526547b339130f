"""Every page, in both languages and at both sizes, as a class and a student see it."""

import pytest

from pr_app.words import LANGUAGES
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
FULL = {"averages": "digits", "models": "four_models"}  # where not sixteen_rows has most to show
CHARTS = {"data": 1, "curve": 2, "areas": 4, "schemes": 2, "balance": 3, "averages": 2, "models": 2}
TYPE_SIZES = """() => [...document.querySelectorAll('.js-plotly-plot text')].filter(text => text.textContent.trim())
  .map(text => parseFloat(getComputedStyle(text).fontSize))"""


@pytest.mark.parametrize("screen", [PROJECTOR, PHONE], ids=["projector", "phone"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_whole(app, new_visitor, page, language, screen):
    visitor = new_visitor(app, screen)
    visitor.open(f"{page}?example={FULL.get(page, 'sixteen_rows')}&lang={language}")
    assert not visitor.has_traceback()
    assert visitor.headline()
    assert visitor.parameters()["lang"] == language
    check_charts(visitor, page)
    assert visitor.overflow() <= 1
    if screen is PROJECTOR:
        check_what_a_class_sees(visitor, page)


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


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_other_data_is_whole(visitor, page):
    for example in ("constant", "four_models" if page == "averages" else "digits"):
        visitor.open(f"{page}?example={example}")
        assert not visitor.has_traceback()
        assert visitor.headline()
        assert visitor.overflow() <= 1


# The keys of everything round the element that has the focus.
KEYS = """() => {
  const keys = [];
  for (let one = document.activeElement; one; one = one.parentElement)
    keys.push(...[...one.classList].filter(name => name.startsWith('st-key-')).map(name => name.slice(7)));
  return keys;
}"""
REACHED = {
    "data": {"lang", "upload", "paste", "paste_read", "onwards", "label", "positive", "scores", "weight", "group"},
    "curve": {"lang", "threshold", "stricter", "looser", "require", "precision", "go_there", "contours"},
    "areas": {"lang", "left", "right", "right_start", "digits"},
    "schemes": {"lang", "left", "published", "orders", "copies", "draw_again"},
    "balance": {"lang", "prevalence", "prevalence_typed", "threshold", "stricter", "looser", "left", "gain"},
    "averages": {"lang", "model", "average", "left"},
    "models": {"lang", "model", "left", "right"},
}


@pytest.mark.parametrize("page", PAGES)
def test_the_keyboard_reaches_every_control(visitor, page):
    visitor.open(f"{page}?example={FULL.get(page, 'sixteen_rows')}")
    reached = set()
    for _ in range(40):
        visitor.page.keyboard.press("Tab")
        reached |= set(visitor.page.evaluate(KEYS))
    assert REACHED[page] <= reached
