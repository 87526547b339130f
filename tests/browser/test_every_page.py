"""Every page, in both languages and at both sizes, as a class and a student see it."""

import pytest

from pr_app.serving.pages import PAGES
from pr_app.wording.catalogue import LANGUAGES, words_in
from tests.browser.visitor import PHONE, PROJECTOR

WITH_DATA = [page for page in PAGES.values() if page.names_data]  # lessons have tests of their own
EXAMPLE = {"models": "four_models"}  # others show all they can of digits, which are classes in folds with ties
SMALLEST_TYPE = 15  # px
TABS_TO_SPARE = 30  # presses; tables and the menu take some
TYPE_SIZES = """() => [...document.querySelectorAll('.js-plotly-plot text')].filter(text => text.textContent.trim())
  .map(text => parseFloat(getComputedStyle(text).fontSize))"""
# The keys of everything round the element that has the focus.
KEYS = """() => {
  const keys = [];
  for (let one = document.activeElement; one; one = one.parentElement)
    keys.push(...[...one.classList].filter(name => name.startsWith('st-key-')).map(name => name.slice(7)));
  return keys;
}"""
# The keys of all that can be set or pressed now; a table is no such thing.
CONTROLS = """() => {
  const found = document.querySelectorAll('[data-testid="stMain"] :is(a, input, textarea, button, [role="slider"])');
  const keys = [...found].filter(one => one.checkVisibility() && !one.disabled && !one.closest('[inert]')
    && !one.closest('[data-testid="stElementToolbar"]')).map(one => one.closest('[class*="st-key-"]'));
  return keys.filter(one => one).map(one => [...one.classList].find(name => name.startsWith('st-key-')).slice(7));
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_whole_at_both_sizes_and_reached_by_keyboard(visitor, language):
    visitor.open(f"data?example=digits&lang={language}")
    for page in WITH_DATA:
        if page.key in EXAMPLE:
            visitor.open(f"{page.key}?example={EXAMPLE[page.key]}&lang={language}")
        else:
            visitor.visit(words_in(language).say(f"{page.key}.title"))
        check_page(visitor, page, language)


def test_every_page_of_one_score_for_all_is_whole(visitor):
    visitor.open("data?example=constant")
    for page in WITH_DATA:
        visitor.visit(words_in("en").say(f"{page.key}.title"))
        assert not visitor.has_traceback(), page
        assert visitor.headline(), page
        assert visitor.overflow() <= 1, page


def check_page(visitor, page, language):
    assert not visitor.has_traceback(), page
    assert visitor.headline(), page
    assert visitor.parameters()["lang"] == language, page
    assert visitor.page.title() == f"{words_in(language).say(f'{page.key}.title')} – PR Curve Lab"
    assert visitor.page.evaluate("document.documentElement.lang") == language, page
    check_charts(visitor, page)
    check_what_a_class_sees(visitor, page)
    if language == "en":
        check_keyboard(visitor)
    assert visitor.overflow() <= 1, page
    visitor.page.set_viewport_size(PHONE)
    visitor.wait()
    assert visitor.overflow() <= 1, page
    visitor.page.set_viewport_size(PROJECTOR)
    visitor.wait()


def check_keyboard(visitor):
    """The Tab key comes by every control."""
    controls = visitor.page.evaluate(CONTROLS)
    assert "lang" in controls
    reached = set()
    for _ in range(len(controls) + TABS_TO_SPARE):
        visitor.page.keyboard.press("Tab")
        reached |= set(visitor.page.evaluate(KEYS))
    assert set(controls) <= reached
    visitor.page.evaluate("() => { document.activeElement.blur(); window.scrollTo(0, 0); }")


def check_charts(visitor, page):
    """Each has a sentence for who cannot see it."""
    charts = visitor.page.locator('[data-testid="stPlotlyChart"]')
    charts.nth(len(page.charts) - 1).wait_for(state="attached")
    visitor.page.wait_for_selector(".js-plotly-plot .scatterlayer")  # before that a chart has another height
    visitor.wait()
    assert charts.count() == len(page.charts)
    for key in page.charts:
        chart = visitor.page.locator(f'.st-key-{key} [data-testid="stPlotlyChart"]')
        assert len(chart.get_attribute("aria-label")) > 20, key


def check_what_a_class_sees(visitor, page):
    """Picture and control without scrolling, and type that the last row can read."""
    box = visitor.page.locator(f".st-key-{page.control}").bounding_box()
    assert box["y"] + box["height"] <= PROJECTOR["height"]
    sizes = visitor.page.evaluate(TYPE_SIZES)
    assert sizes
    assert min(sizes) >= SMALLEST_TYPE
