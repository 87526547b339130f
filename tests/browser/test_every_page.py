"""Every page in both languages and at both sizes, as a class and a student see it."""

from itertools import cycle, pairwise

from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.schema.examples import example_dataset
from pr_curve_lab.server.settings import PAGES, SUMMARY_PAGE
from tests.browser.visitor import PHONE, PROJECTOR
from tests.pages.app import CHARTS

WITH_DATA = sorted(  # lessons are tested elsewhere; Models is last, as it opens another example
    (page for page in PAGES.values() if page.uses_data_in_use), key=lambda page: page.key == "models"
)
MOST, LEAST = "digits", "constant"  # ten classes, folds and ties; a single point
OTHER = {"en": "zh", "zh": "en"}
OF_SEVERAL = ("averages", "models")  # pages that need several models or classes
LACKING = {MOST: (), LEAST: ("threshold",)}  # with one threshold there is nothing to choose
# The keys of the widgets that must be visible without scrolling:
MAIN_WIDGETS = {
    "data": "scores", "curve": "threshold", "areas": "right", "schemes": "published", "balance": "prevalence",
    "averages": "left", "models": "right", "summary": "report_sentence",
}  # fmt: skip
FOLDED = ("close_schemes_chart", "releases_chart", "rounding_chart", "net_benefit_chart", "calibration_chart")
SMALLEST_TYPE = 15  # px
TABS_TO_SPARE = 30  # presses for tables and the menu
TYPE_SIZES = """() => [...document.querySelectorAll('.js-plotly-plot text')].filter(text => text.textContent.trim())
  .map(text => parseFloat(getComputedStyle(text).fontSize))"""
CHOICES = "() => [...document.querySelectorAll('input[role=\"combobox\"]')].map(one => one.value)"
# Record the keys of all containers of each element that gets the focus.
REMEMBER_FOCUS = """() => {
  window.reached = new Set();
  document.addEventListener('focusin', event => {
    for (let one = event.target; one; one = one.parentElement)
      for (const name of one.classList) if (name.startsWith('st-key-')) window.reached.add(name.slice(7));
  });
}"""
MODELS = example_dataset("four_models").names
# The bounding boxes of all texts in a chart, in px.
WRITTEN = """key => [...document.querySelectorAll(`.st-key-${key} .js-plotly-plot .annotation`)]
  .map(one => [one.textContent, one.getBoundingClientRect()])
  .map(([text, {left, top, right, bottom}]) => [text, [left, top, right, bottom]])"""
LEFT = "keys => keys.filter(key => !window.reached.has(key))"
# The keys of all enabled, visible controls without tables.
CONTROLS = """() => {
  const found = document.querySelectorAll('[data-testid="stMain"] :is(a, input, textarea, button, [role="slider"])');
  const keys = [...found].filter(one => one.checkVisibility() && !one.disabled && !one.closest('[inert]')
    && !one.closest('[data-testid="stElementToolbar"]')).map(one => one.closest('[class*="st-key-"]'));
  return keys.filter(one => one).map(one => [...one.classList].find(name => name.startsWith('st-key-')).slice(7));
}"""


def test_every_page_works_in_both_languages_at_both_sizes(visitor):
    """Use the example with the most content; every second page opens on a phone, in Chinese.

    test_frame.py opens the pages with the least content.
    """
    visitor.open(f"data?example={MOST}&lang=en")
    assert visitor.headline() == "1,797 rows in 10 classes; shown is 8: 174 positive, a class balance of 0.10"
    for page, language in zip(WITH_DATA, cycle(("en", "zh")), strict=False):
        go_to(visitor, page, language)
        if language == "en":
            check_projected(visitor, page)
            visitor.resize(PHONE)
        check_page(visitor, page, MOST, language)
        check_other_language(visitor, language, OTHER[language])
        check_page(visitor, page, MOST, OTHER[language])
        if language == "zh":
            visitor.resize(PROJECTOR)
            check_projected(visitor, page)


def check_projected(visitor, page):
    check_page(visitor, page, MOST, "en")
    check_what_a_class_sees(visitor, page, MOST)
    check_keyboard(visitor)


def go_to(visitor, page, language):
    """Go to a page by the menu; on Models open its example.

    Summary, which is not in the menu of an example, is opened by its address.
    """
    if page.key == SUMMARY_PAGE:
        visitor.go_back_to(f"summary?example={MOST}&lang={language}")
        return
    visitor.visit(page.key)
    if page.key == "models":
        visitor.page.locator(".st-key-take_four_models button").click()
        visitor.wait()


def check_other_language(visitor, language, other):
    """Switch the language, and check that every selected option stays selected, in the other language."""
    before, chosen = visitor.parameters(), visitor.page.evaluate(CHOICES)
    visitor.page.locator(".st-key-lang").get_by_text(LANGUAGES[other]).click()
    visitor.wait()
    assert visitor.parameters() == before | {"lang": other}
    visitor.page.wait_for_function(f"number => ({CHOICES})().length === number", arg=len(chosen))  # some appear later
    for text, now in zip(chosen, visitor.page.evaluate(CHOICES), strict=True):
        assert now in in_other_words(text, language, other)


def in_other_words(text, language, other):
    """Return the translations that an option may have; names of data are the same in both languages."""
    if not text:  # a field for several options shows none
        return [text]
    one, two = messages_in(language), messages_in(other)
    if text == one.format("data.task_classes", name="8"):
        return [two.format("data.task_classes", name="8")]
    if text == one.format("data.subgroup_all", column="fold"):
        return [two.format("data.subgroup_all", column="fold")]
    keys = [key for key, sentence in one.catalog.items() if sentence == text]
    return [two.catalog[key] for key in keys] or [text]


def check_page(visitor, page, example, language):
    assert visitor.traceback() == "", page
    assert visitor.headline(), page
    assert visitor.parameters()["lang"] == language, page
    assert visitor.page.title() == f"{messages_in(language).format(f'{page.key}.title')} – PR Curve Lab"
    assert visitor.page.evaluate("document.documentElement.lang") == language, page
    check_charts(visitor, page, example)
    assert visitor.overflow() <= 1, page
    assert visitor.cut_texts() == [], page
    if page.key == "models":
        check_texts_about_models(visitor)


def check_keyboard(visitor):
    """Check that the Tab key reaches every control."""
    controls = visitor.page.evaluate(CONTROLS)
    assert "lang" in controls
    visitor.page.evaluate(REMEMBER_FOCUS)
    for presses in range(len(controls) + TABS_TO_SPARE):
        visitor.page.keyboard.press("Tab")
        if presses % 10 == 9 and visitor.page.evaluate(LEFT, controls) == []:
            break
    assert visitor.page.evaluate(LEFT, controls) == []
    visitor.page.evaluate("() => { document.activeElement.blur(); window.scrollTo(0, 0); }")


def check_charts(visitor, page, example):
    """Check that all charts are there, each with a description for screen readers."""
    keys = [key for key in CHARTS[page.key] if key not in (*LACKING[example], *FOLDED)]
    charts = visitor.page.locator('[data-testid="stPlotlyChart"]')
    charts.nth(len(keys) - 1).wait_for(state="attached")
    visitor.page.wait_for_selector(".js-plotly-plot .scatterlayer")  # until then the height of a chart is not final
    assert charts.count() == len(keys)
    for key in keys:
        chart = visitor.page.locator(f'.st-key-{key} [data-testid="stPlotlyChart"]')
        assert len(chart.get_attribute("aria-label")) > 20, key


def check_what_a_class_sees(visitor, page, example):
    """Check that the main widget is visible without scrolling, and that text in charts can be read from far away."""
    if MAIN_WIDGETS[page.key] not in LACKING[example]:
        box = visitor.page.locator(f".st-key-{MAIN_WIDGETS[page.key]}").bounding_box()
        assert box["y"] + box["height"] <= PROJECTOR["height"]
    sizes = visitor.page.evaluate(TYPE_SIZES)
    assert sizes
    assert min(sizes) >= SMALLEST_TYPE


def check_texts_about_models(visitor):
    """Check that texts in the charts of several models do not overlap, and that on a phone they are stacked."""
    visitor.page.wait_for_selector(".st-key-pairs_table td.pair", state="attached")
    visitor.page.wait_for_selector(".st-key-models_intervals_progress", state="detached")  # after the bootstrap
    visitor.wait()
    for chart in ("models_chart", "models_right_chart"):
        visitor.page.wait_for_selector(f".st-key-{chart} .js-plotly-plot .annotation", state="attached")
        written = visitor.page.evaluate(WRITTEN, chart)
        assert len(written) == 12  # axis, title, class balance, four names and areas, and the deciding segment
        for index, (text, one) in enumerate(written):
            for other_text, other in written[:index]:
                across = min(one[2], other[2]) - max(one[0], other[0])
                up = min(one[3], other[3]) - max(one[1], other[1])
                assert across <= 1 or up <= 2, (text, other_text)
    if visitor.page.viewport_size == PHONE:
        check_stacked_pairs(visitor)


def check_stacked_pairs(visitor):
    """Check that each pair stands below its names, and that names in the forest plot stand above their lines."""
    boxes = [box.bounding_box() for box in visitor.page.locator(".st-key-pairs_table td.pair").all()]
    assert len(boxes) == 6
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"] for box in boxes)
    assert all(above["y"] + above["height"] <= below["y"] for above, below in pairwise(boxes))
    assert "forest − neighbours" in visitor.page.locator(".st-key-pairs_table td.pair").first.inner_text()
    words = [box for text, box in visitor.page.evaluate(WRITTEN, "forest_chart") if text in MODELS]
    assert len(words) == 4
    assert max(left for left, *_ in words) < 40
