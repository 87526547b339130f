"""What a screen reader is told of a page: its language, its title, and the name and the value of every slider."""

import pytest

from pr_app.panels.balance.prevalence import STOPS
from pr_app.reading.examples import example_cases
from pr_app.wording.catalogue import LANGUAGES, words_in

TOLD = "([language, title]) => document.documentElement.lang === language && document.title === title"
SLIDER = '.st-key-{} input[type="range"]'
SINGLE = 1e-6  # relative; the browser hands the numbers on as 32-bit floats


def heard(visitor, key):
    """Name and value, least and largest value of a slider, as the browser hands them to a screen reader."""
    told = visitor.page.context.new_cdp_session(visitor.page)
    root = told.send("DOM.getDocument")["root"]["nodeId"]
    place = told.send("DOM.querySelector", {"nodeId": root, "selector": SLIDER.format(key)})
    (node,) = told.send("Accessibility.getPartialAXTree", {**place, "fetchRelatives": False})["nodes"]
    told.detach()
    ends = {one["name"]: one["value"].get("value") for one in node["properties"]}
    return node["name"]["value"], node["value"]["value"], ends["valuemin"], ends["valuemax"]


def wait_until_told(visitor, language, page):
    """Fail where the document never says so."""
    title = f"{words_in(language).say(f'{page}.title')} – PR Curve Lab"
    visitor.page.wait_for_function(TOLD, arg=[language, title])


def test_language_and_title_follow_the_visitor(visitor):
    visitor.open("areas?lang=zh")
    wait_until_told(visitor, "zh", "areas")
    visitor.visit(words_in("zh").say("curve.title"))
    wait_until_told(visitor, "zh", "curve")
    visitor.page.locator(".st-key-lang").get_by_text("English").click()
    wait_until_told(visitor, "en", "curve")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_threshold_is_spoken_with_its_name_once(visitor, language):
    name, threshold = words_in(language).say("curve.threshold"), example_cases("breast_cancer").points.threshold
    visitor.open(f"curve?example=breast_cancer&lang={language}")
    for key in ("ArrowLeft", "ArrowRight", "ArrowRight"):
        before = visitor.page.url
        visitor.page.locator(SLIDER.format("threshold")).press(key)
        visitor.page.wait_for_url(lambda url, before=before: url != before)
        visitor.wait()
        chosen = float(visitor.parameters()["threshold"])
        assert heard(visitor, "threshold") == (name, *approximately(chosen, threshold.min(), threshold.max()))


def test_sliders_that_show_words_speak_their_numbers(visitor):
    words, own = words_in("en"), example_cases("sixteen_rows").points.prevalence
    visitor.open("balance?example=sixteen_rows")
    assert heard(visitor, "prevalence") == (words.say("balance.control"), *approximately(own, min(STOPS), max(STOPS)))
    visitor.open("schemes?example=sixteen_rows&copies=10")
    assert heard(visitor, "copies") == (words.say("ties.copies"), 10, 1, 1000)
    visitor.open("areas?example=sixteen_rows&digits=1")
    assert heard(visitor, "digits")[:2] == (words.say("areas.rounding"), 1)


def test_a_slider_speaks_what_it_shows_in_another_language_too(visitor):
    visitor.open("curve?example=sixteen_rows&threshold=0.5")
    visitor.page.locator(".st-key-lang").get_by_text("中文").click()
    wait_until_told(visitor, "zh", "curve")
    visitor.wait()
    name, number, *_ = heard(visitor, "threshold")
    assert name == words_in("zh").say("curve.threshold")
    assert (
        f"≥ {number:.3g}："
        in visitor.page.locator(".st-key-threshold").get_by_test_id("stSliderThumbValue").inner_text()
    )


def approximately(*numbers):
    return [pytest.approx(number, rel=SINGLE) for number in numbers]
