"""Every page, in both languages and at both sizes, as a class and a student see it."""

import pytest

from pr_app.examples import EXAMPLES
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
LOOKED_AT = {
    "en": ("breast_cancer", "constant", "digits", "four_models"),
    "zh": ("apples_oranges", "digits", "four_models"),
}
FITTED = {"averages": "digits", "models": "four_models"}  # where not apples_oranges has most to show
FULL = {"averages": "digits", "models": "four_models"}  # where not sixteen_rows has most to show


@pytest.mark.parametrize("screen", [PROJECTOR, PHONE], ids=["projector", "phone"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_whole(app, new_visitor, page, language, screen):
    visitor = new_visitor(app, screen)
    for example in LOOKED_AT[language]:
        visitor.open(f"{page}?example={example}&lang={language}")
        assert not visitor.has_traceback()
        assert visitor.overflow() <= 1
        assert visitor.headline()
        assert visitor.parameters()["lang"] == language


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["curve", "areas", "schemes", "balance", "averages", "models"])
def test_picture_and_control_fit_a_projector(visitor, page, language):
    visitor.open(f"{page}?example={FITTED.get(page, 'apples_oranges')}&lang={language}")
    visitor.page.wait_for_selector(".js-plotly-plot .scatterlayer")  # before that a chart has another height
    visitor.wait()
    box = visitor.page.locator(CONTROL[page]).bounding_box()
    assert box["y"] + box["height"] <= PROJECTOR["height"]


@pytest.mark.parametrize("example", EXAMPLES)
def test_type_in_charts_can_be_read(visitor, example):
    visitor.open(f"areas?example={example}")
    sizes = visitor.page.evaluate(
        "() => [...document.querySelectorAll('.js-plotly-plot text')].filter(t => t.textContent.trim())"
        ".map(t => parseFloat(getComputedStyle(t).fontSize))"
    )
    assert sizes
    assert min(sizes) >= SMALLEST_TYPE


CHARTS = {"data": 1, "curve": 2, "areas": 4, "schemes": 2, "balance": 3, "averages": 2, "models": 2}


@pytest.mark.parametrize("page", PAGES)
def test_every_chart_has_a_sentence_for_who_cannot_see_it(visitor, page):
    visitor.open(f"{page}?example={FULL.get(page, 'sixteen_rows')}")
    charts = visitor.page.locator('[data-testid="stPlotlyChart"]')
    charts.nth(CHARTS[page] - 1).wait_for(state="attached")
    assert charts.count() == CHARTS[page]
    for index in range(charts.count()):
        assert len(charts.nth(index).get_attribute("aria-label")) > 20


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
