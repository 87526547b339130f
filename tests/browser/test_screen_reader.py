"""What a screen reader reads on a page: its language, its title, and the name and the value of every slider."""

import numpy as np
import pytest

from pr_curve_lab.analysis.formatting import format_threshold
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_curve_lab.views.balance import PREVALENCE_OPTIONS

TOLD = "([language, title]) => document.documentElement.lang === language && document.title === title"
SLIDER = '.st-key-{} input[type="range"]'
SINGLE = 1e-6  # relative, as the browser passes numbers on as 32-bit floats


def slider_accessibility(visitor, key):
    """Return name, value, minimum and maximum of a slider, as the browser passes them to a screen reader."""
    visitor.page.locator(SLIDER.format(key)).wait_for()
    told = visitor.page.context.new_cdp_session(visitor.page)
    root = told.send("DOM.getDocument")["root"]["nodeId"]
    place = told.send("DOM.querySelector", {"nodeId": root, "selector": SLIDER.format(key)})
    (node,) = told.send("Accessibility.getPartialAXTree", {**place, "fetchRelatives": False})["nodes"]
    told.detach()
    ends = {one["name"]: one["value"].get("value") for one in node["properties"]}
    return node["name"]["value"], node["value"]["value"], ends["valuemin"], ends["valuemax"]


def wait_for_title(visitor, language, page):
    """Wait until the document has this language and the title of this page, and fail if it never has."""
    title = f"{messages_in(language).format(f'{page}.title')} – PR Curve Lab"
    visitor.page.wait_for_function(TOLD, arg=[language, title])


def test_a_screen_reader_gets_language_title_and_sliders(visitor):
    visitor.open("areas?example=sixteen_rows&digits=1&lang=zh")
    wait_for_title(visitor, "zh", "areas")
    speak_their_numbers_although_they_show_words(visitor, "zh")
    visitor.go_back_to("curve?example=breast_cancer&lang=zh")
    wait_for_title(visitor, "zh", "curve")
    speaks_the_threshold(visitor, "zh", "ArrowLeft", "ArrowRight", "ArrowRight")
    speaks_what_it_shows(visitor, "zh", "：")
    take_language(visitor, "English", "en")
    speaks_what_it_shows(visitor, "en", ":")
    speaks_the_threshold(visitor, "en", "ArrowLeft")


def take_language(visitor, name, language):
    visitor.page.locator(".st-key-lang").get_by_text(name).click()
    wait_for_title(visitor, language, "curve")
    visitor.wait()


def speaks_the_threshold(visitor, language, *keys):
    """Check that there is one slider with this name, and that its value follows the keys."""
    name, threshold = (
        messages_in(language).format("curve.threshold"),
        example_labeled_scores("breast_cancer").points.threshold,
    )
    for key in keys:
        before = visitor.page.url
        visitor.page.locator(SLIDER.format("threshold")).press(key)
        visitor.page.wait_for_url(lambda url, before=before: url != before)
        visitor.wait()
        chosen = float(visitor.parameters()["threshold"])
        assert slider_accessibility(visitor, "threshold") == (
            name,
            *approximately(chosen, threshold.min(), threshold.max()),
        )


def speaks_what_it_shows(visitor, language, colon):
    threshold = example_labeled_scores("breast_cancer").points.threshold
    name, number, *_ = slider_accessibility(visitor, "threshold")
    assert name == messages_in(language).format("curve.threshold")
    text = format_threshold(threshold, int(np.abs(threshold - number).argmin()))
    assert f"≥ {text}{colon}" in visitor.page.locator(".st-key-threshold output").inner_text()


def speak_their_numbers_although_they_show_words(visitor, language):
    words, own = messages_in(language), example_labeled_scores("sixteen_rows").points.prevalence
    assert slider_accessibility(visitor, "digits")[:2] == (words.format("areas.rounding"), 1)
    visitor.visit("balance")
    assert slider_accessibility(visitor, "prevalence") == (
        words.format("balance.control"),
        *approximately(own, min(PREVALENCE_OPTIONS), max(PREVALENCE_OPTIONS)),
    )


def approximately(*numbers):
    return [pytest.approx(number, rel=SINGLE) for number in numbers]
