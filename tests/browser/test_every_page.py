"""Every page, in both languages and at both sizes, as a class and a student see it."""

import pytest

from pr_app.serving.pages import PAGES
from pr_app.wording.catalogue import words_in
from tests.browser.visitor import PHONE, PROJECTOR

WITH_DATA = [page for page in PAGES.values() if page.names_data]  # lessons have tests of their own
SEEN = {"en": "digits", "zh": "constant"}  # classes in folds with ties: the most there is to show; one point: the least
HEADLINES = {
    "digits": "1,797 rows in 10 classes; in view is 0, 178 positive: a class balance of 0.10",
    "constant": "100 行，10 个正例：正例占比 0.10",
}
SEVERAL = {"averages": "digits", "models": "four_models"}  # where one score alone has nothing to show
LACKING = {"digits": (), "constant": ("threshold",)}  # one score has nothing to choose
FOLDED = ("rounding_chart",)
SMALLEST_TYPE = 15  # px
TABS_TO_SPARE = 30  # presses; tables and the menu take some
TYPE_SIZES = """() => [...document.querySelectorAll('.js-plotly-plot text')].filter(text => text.textContent.trim())
  .map(text => parseFloat(getComputedStyle(text).fontSize))"""
CHOICES = "() => [...document.querySelectorAll('input[role=\"combobox\"]')].map(one => one.value)"
# From now on: the keys of everything round each element that gets the focus.
REMEMBER_FOCUS = """() => {
  window.reached = new Set();
  document.addEventListener('focusin', event => {
    for (let one = event.target; one; one = one.parentElement)
      for (const name of one.classList) if (name.startsWith('st-key-')) window.reached.add(name.slice(7));
  });
}"""
LEFT = "keys => keys.filter(key => !window.reached.has(key))"
# The keys of all that can be set or pressed now; a table is no such thing.
CONTROLS = """() => {
  const found = document.querySelectorAll('[data-testid="stMain"] :is(a, input, textarea, button, [role="slider"])');
  const keys = [...found].filter(one => one.checkVisibility() && !one.disabled && !one.closest('[inert]')
    && !one.closest('[data-testid="stElementToolbar"]')).map(one => one.closest('[class*="st-key-"]'));
  return keys.filter(one => one).map(one => [...one.classList].find(name => name.startsWith('st-key-')).slice(7));
}"""


@pytest.mark.parametrize("language", SEEN)
def test_every_page_is_whole_at_both_sizes_and_reached_by_keyboard(visitor, language):
    example = SEEN[language]
    visitor.open(f"data?example={example}&lang={language}")
    assert visitor.headline() == HEADLINES[example]  # what the link named is shown, on a page that is the first
    for page in WITH_DATA:
        if SEVERAL.get(page.key, example) == example:
            visitor.visit(words_in(language).say(f"{page.key}.title"))
        else:
            visitor.open(f"{page.key}?example={SEVERAL[page.key]}&lang={language}")
        check_page(visitor, page, language)
        if language == "zh":
            check_other_language(visitor, page)


def check_other_language(visitor, page):
    """What was chosen stays chosen in the words of another language, also when the next control is moved."""
    before = visitor.parameters(), visitor.headline(), visitor.page.evaluate(CHOICES)
    for language in ("English", "中文"):
        visitor.page.locator(".st-key-lang").get_by_text(language).click()
        visitor.wait()
        assert not visitor.has_traceback(), page
    assert (visitor.parameters(), visitor.headline(), visitor.page.evaluate(CHOICES)) == before, page


def check_page(visitor, page, language):
    assert not visitor.has_traceback(), page
    assert visitor.headline(), page
    assert visitor.parameters()["lang"] == language, page
    assert visitor.page.title() == f"{words_in(language).say(f'{page.key}.title')} – PR Curve Lab"
    assert visitor.page.evaluate("document.documentElement.lang") == language, page
    check_charts(visitor, page, language)
    check_what_a_class_sees(visitor, page, language)
    if language == "en":
        check_keyboard(visitor)
    assert visitor.overflow() <= 1, page
    visitor.page.set_viewport_size(PHONE)
    visitor.wait()
    assert visitor.overflow() <= 1, page
    visitor.page.set_viewport_size(PROJECTOR)


def check_keyboard(visitor):
    """The Tab key comes by every control."""
    controls = visitor.page.evaluate(CONTROLS)
    assert "lang" in controls
    visitor.page.evaluate(REMEMBER_FOCUS)
    for presses in range(len(controls) + TABS_TO_SPARE):
        visitor.page.keyboard.press("Tab")
        if presses % 10 == 9 and visitor.page.evaluate(LEFT, controls) == []:
            break
    assert visitor.page.evaluate(LEFT, controls) == []
    visitor.page.evaluate("() => { document.activeElement.blur(); window.scrollTo(0, 0); }")


def check_charts(visitor, page, language):
    """Each has a sentence for who cannot see it."""
    keys = [key for key in page.charts if key not in (*LACKING[SEEN[language]], *FOLDED)]
    charts = visitor.page.locator('[data-testid="stPlotlyChart"]')
    charts.nth(len(keys) - 1).wait_for(state="attached")
    visitor.page.wait_for_selector(".js-plotly-plot .scatterlayer")  # before that a chart has another height
    assert charts.count() == len(keys)
    for key in keys:
        chart = visitor.page.locator(f'.st-key-{key} [data-testid="stPlotlyChart"]')
        assert len(chart.get_attribute("aria-label")) > 20, key


def check_what_a_class_sees(visitor, page, language):
    """Picture and control without scrolling, and type that the last row can read."""
    if page.control not in LACKING[SEEN[language]]:
        box = visitor.page.locator(f".st-key-{page.control}").bounding_box()
        assert box["y"] + box["height"] <= PROJECTOR["height"]
    sizes = visitor.page.evaluate(TYPE_SIZES)
    assert sizes
    assert min(sizes) >= SMALLEST_TYPE
