"""From page to page and back, to pages that do not exist, and after a restart of the server."""

from pr_curve_lab.lessons.lesson_json import lesson_json
from tests.browser import test_curve
from tests.browser.lesson_board import Board
from tests.browser.server import running_app

ROWS = "label,score,other\n1,0.9,2\n0,0.5,1\n1,0.3,3\n"
GONE = "This link belongs to an uploaded file"


def warnings(visitor):
    return [alert.inner_text() for alert in visitor.page.get_by_test_id("stAlert").all()]


def paste(visitor, rows):
    visitor.page.locator(".st-key-paste textarea").fill(rows)
    visitor.page.locator(".st-key-paste_read button").click()
    visitor.leave_summary()


def step_back(visitor):
    visitor.page.go_back()
    visitor.wait()


def test_the_back_button_undoes_pages_and_settings(visitor):
    visitor.open("nosuchpage?example=sixteen_rows&lang=zh&left=envelope&right=upper")
    check_unknown_page(visitor)
    a_page_change_is_one_step_back_and_one_forward(visitor)
    threshold = visitor.parameters()["threshold"]
    visitor.visit("balance")
    assert visitor.parameters()["threshold"] == threshold
    assert f"Score ≥ {float(threshold):.3g}" in visitor.text()
    a_step_back_restores_a_setting_that_had_its_default(visitor)
    check_setting_after_page_change(visitor)


def a_page_change_is_one_step_back_and_one_forward(visitor):
    shown, areas = visitor.headline(), visitor.page.url
    visitor.visit("curve")
    assert warnings(visitor) == []
    curve = visitor.page.url
    step_back(visitor)
    assert visitor.headline() == shown
    assert visitor.page.url == areas
    visitor.page.go_forward()
    visitor.wait()
    assert "flagged" in visitor.headline()
    assert visitor.page.url == curve


def a_step_back_restores_a_setting_that_had_its_default(visitor):
    visitor.page.locator(".st-key-gain").get_by_text("Show the gain curve").click()
    visitor.wait()
    assert visitor.parameters()["gain"] == "1"
    step_back(visitor)
    assert "gain" not in visitor.parameters()
    assert visitor.page.locator(".st-key-gain_chart").count() == 0


def check_unknown_page(visitor):
    assert ["这里没有 nosuchpage 这一页" in warning for warning in warnings(visitor)] == [True]
    assert visitor.page.locator('[role="dialog"]').count() == 0
    assert visitor.page.url.split("?")[0].endswith("/areas")
    assert visitor.parameters()["example"] == "sixteen_rows"
    visitor.page.locator(".st-key-lang").get_by_text("English").click()
    visitor.wait()
    assert warnings(visitor) == []  # the warning appears once


def check_setting_after_page_change(visitor):
    before = visitor.page.url
    visitor.visit("areas")
    assert visitor.parameters()["left"] == "envelope"
    assert visitor.parameters()["right"] == "upper"
    visitor.choose("left", "Upper step")
    step_back(visitor)
    assert visitor.parameters()["left"] == "envelope"
    step_back(visitor)
    assert visitor.page.url == before


def test_a_restarted_server_reports_that_uploaded_rows_are_gone(visitor, port, new_visitor):
    with running_app(port) as address:
        by_page, by_control = new_visitor(address), new_visitor(address)
        a_link_brings_every_control(visitor, by_page)
        plays_a_lesson_without_a_class(by_page)
        by_page.go_back_to("data?lang=en")
        by_control.open("data?lang=en")
        for visitor in (by_page, by_control):
            paste(visitor, ROWS)
            visitor.visit("areas")
            assert visitor.parameters()["own"] == "1"
    with running_app(port):
        wait_until_back(by_page)
        by_page.visit("curve")
        is_told_that_rows_are_gone(by_page)
        by_page.visit("data")
        assert GONE not in by_page.text()
        wait_until_back(by_control)
        by_control.choose("right", "Envelope")
        is_told_that_rows_are_gone(by_control)


def a_link_brings_every_control(visitor, friend):
    """Open the link on a server that nobody has visited yet."""
    test_curve.set_all_controls(visitor)
    link = visitor.page.url.split("/", 3)[3]
    friend.open(link)
    assert friend.page.url == f"{friend.address}/{link}"
    assert friend.headline() == visitor.headline()
    assert test_curve.labels_of(friend) == test_curve.labels_of(visitor)
    for mark in ("selected", "curve", "points", "required_recall", "required_alerts"):
        assert friend.trace("curve_chart", mark) == visitor.trace("curve_chart", mark)


def plays_a_lesson_without_a_class(visitor):
    """Play a lesson on a server started with `streamlit run`, which has no routes for votes."""
    with visitor.page.expect_response("**/classroom") as asked:
        visitor.go_back_to("lessons?lesson=curve&step=7&lang=en")
    assert asked.value.headers["content-type"].startswith("text/html")  # as at any unknown address
    steps, board = lesson_json("curve", "en")["steps"], Board(visitor)
    board.says(steps[6]["asks"])
    assert visitor.page.locator("[data-act=class]").count() == 0
    visitor.page.keyboard.press("Space")
    visitor.page.keyboard.press("Space")
    board.says(steps[7]["asks"])


def wait_until_back(visitor):
    visitor.page.bring_to_front()
    visitor.page.wait_for_function(
        "() => document.querySelector('[data-testid=\"stApp\"]').dataset.testConnectionState === 'CONNECTED'"
    )
    visitor.wait()
    assert warnings(visitor) == []


def is_told_that_rows_are_gone(visitor):
    visitor.page.wait_for_selector('[data-testid="stAlert"]')
    visitor.wait()
    assert [GONE in warning for warning in warnings(visitor)] == [True]
    assert "Apples and oranges" in visitor.text()
