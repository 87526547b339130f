"""From page to page and back, to pages that are not there, and over a restart of the server."""

import pytest

from pr_app.wording.catalogue import words_in
from tests.browser.server import running_app

ROWS = "label,score,other\n1,0.9,2\n0,0.5,1\n1,0.3,3\n"
GONE = "This address was made with somebody's own data"


def warnings(visitor):
    return [alert.inner_text() for alert in visitor.page.get_by_test_id("stAlert").all()]


def paste(visitor, rows):
    visitor.open("data?lang=en")
    visitor.page.locator(".st-key-paste textarea").fill(rows)
    visitor.page.locator(".st-key-paste_read button").click()
    visitor.wait()


def test_a_page_change_is_one_step_back_and_one_forward(visitor):
    visitor.open("areas?example=ten_rows&lang=en&left=envelope")
    shown, areas = visitor.headline(), visitor.page.url
    visitor.visit("Curve")
    curve = visitor.page.url
    visitor.page.go_back()
    visitor.wait()
    assert visitor.headline() == shown
    assert visitor.page.url == areas
    visitor.page.go_forward()
    visitor.wait()
    assert "called positive" in visitor.headline()
    assert visitor.page.url == curve


def test_a_setting_is_a_step_of_its_own_also_on_a_page_just_opened(visitor):
    visitor.open("areas?example=ten_rows&lang=en")
    visitor.visit("Schemes")
    visitor.choose("left", "Envelope")
    visitor.page.go_back()
    visitor.wait()
    assert visitor.parameters()["left"] == "step"
    visitor.page.go_back()
    visitor.wait()
    assert visitor.page.url.split("?")[0].endswith("/areas")


def test_a_step_back_restores_a_setting_that_had_its_default(visitor):
    visitor.open("balance?example=ten_rows&lang=en")
    visitor.page.locator(".st-key-gain").get_by_text("Show the gain curve").click()
    visitor.wait()
    assert visitor.parameters()["gain"] == "1"
    visitor.page.go_back()
    visitor.wait()
    assert "gain" not in visitor.parameters()
    assert visitor.page.locator(".st-key-gain_chart").count() == 0


def test_settings_by_link_and_the_threshold_go_from_page_to_page(visitor):
    visitor.open("areas?example=breast_cancer&lang=en&left=envelope&right=upper")
    visitor.visit("Schemes")
    assert visitor.parameters()["left"] == "envelope"
    visitor.visit("Curve")
    threshold = visitor.parameters()["threshold"]
    visitor.visit("Balance")
    assert visitor.parameters()["threshold"] == threshold
    assert f"Score ≥ {float(threshold):.3g}" in visitor.text()
    visitor.visit("Areas")
    assert visitor.parameters()["right"] == "upper"


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "There is no page nosuchpage here"), ("zh", "这里没有 nosuchpage 这一页")]
)
def test_an_unknown_page_is_said_to_be_unknown_and_areas_shown(visitor, language, sentence):
    visitor.open(f"areas?lang={language}")
    visitor.open(f"nosuchpage?example=ten_rows&lang={language}")
    assert [sentence in warning for warning in warnings(visitor)] == [True]
    assert visitor.page.locator('[role="dialog"]').count() == 0
    assert visitor.page.url.split("?")[0].endswith("/areas")
    assert visitor.parameters()["example"] == "ten_rows"
    visitor.visit(words_in(language).say("curve.title"))
    assert warnings(visitor) == []


@pytest.mark.parametrize("way", ["a page", "a control"])
def test_after_a_restart_the_next_click_says_that_the_rows_are_gone(new_visitor, way):
    with running_app() as address:
        visitor = new_visitor(address)
        paste(visitor, ROWS)
        visitor.visit("Areas")
        assert visitor.parameters()["own"] == "1"
    with running_app(int(address.rpartition(":")[2])):
        visitor.page.wait_for_function(
            "() => document.querySelector('[data-testid=\"stApp\"]').dataset.testConnectionState === 'CONNECTED'"
        )
        visitor.wait()
        assert warnings(visitor) == []
        if way == "a page":
            visitor.visit("Curve")
        else:
            visitor.choose("right", "Envelope")
        visitor.page.wait_for_selector('[data-testid="stAlert"]')
        visitor.wait()
        assert [GONE in warning for warning in warnings(visitor)] == [True]
        assert "Apples and oranges" in visitor.text()
        visitor.visit("Data")
        assert GONE not in visitor.text()


def test_who_changes_from_rows_of_their_own_to_an_example_is_told_nothing(visitor):
    paste(visitor, ROWS)
    visitor.page.locator(".st-key-example").get_by_text("Ten rows", exact=True).click()
    visitor.wait()
    visitor.visit("Curve")
    assert warnings(visitor) == []
