"""Every page, in both languages and at both sizes, as a class and a student see it."""

import pytest

from pr_app.examples import EXAMPLES
from pr_app.words import LANGUAGES
from tests.browser.visitor import PHONE, PROJECTOR

PAGES = ("data", "curve", "areas", "schemes")
CONTROL = {"data": ".st-key-upload", "curve": ".st-key-threshold", "areas": ".st-key-right", "schemes": ".st-key-left"}
SMALLEST_TYPE = 15  # px
LOOKED_AT = {"en": ("breast_cancer", "constant"), "zh": ("apples_oranges", "breast_cancer")}


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
@pytest.mark.parametrize("page", ["curve", "areas", "schemes"])
def test_picture_and_control_fit_a_projector(visitor, page, language):
    visitor.open(f"{page}?example=apples_oranges&lang={language}")
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


@pytest.mark.parametrize("page", ["curve", "areas", "schemes"])
def test_every_chart_has_a_sentence_for_who_cannot_see_it(visitor, page):
    visitor.open(page)
    charts = visitor.page.locator('[data-testid="stPlotlyChart"]')
    assert charts.count() > 0
    for index in range(charts.count()):
        assert len(charts.nth(index).get_attribute("aria-label")) > 20


def test_the_keyboard_reaches_every_control(visitor):
    visitor.open("areas?example=ten_rows")
    reached = set()
    for _ in range(40):
        visitor.page.keyboard.press("Tab")
        reached.add(
            visitor.page.evaluate("() => (document.activeElement.closest('[class*=st-key-]') || {}).className || ''")
        )
    keys = {name for classes in reached for name in classes.split() if name.startswith("st-key-")}
    assert {"st-key-lang", "st-key-left", "st-key-right"} <= keys
