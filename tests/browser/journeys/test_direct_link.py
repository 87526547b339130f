"""Links that somebody was sent; what is set on a page and comes with its link stands in the tests of that page."""

import pytest
from sklearn.metrics import average_precision_score

from pr_curve_lab.schema.examples import example_cases


def test_without_a_page_the_main_picture_is_shown_and_a_chinese_browser_greeted_in_chinese(app, new_visitor):
    visitor = new_visitor(app, locale="zh-CN")
    visitor.open("")
    assert "面积" in visitor.headline()
    visitor.page.locator(".st-key-lang").get_by_text("English").click()
    visitor.wait()
    assert visitor.headline() == "Same points, two areas: 0.826 in steps, 0.806 by straight lines"
    assert "Apples and oranges · 10 rows, 5 positive" in visitor.text()


def test_unknown_values_are_passed_over_back_restores_settings_and_links_show_what_was_put_right(visitor):
    unknown_values_are_passed_over_with_a_sentence(visitor)
    back_restores_settings(visitor)
    a_wrong_positive_value_is_put_right_with_one_click_and_links_show_either(visitor)


def unknown_values_are_passed_over_with_a_sentence(visitor):
    visitor.open("areas?example=pears&left=spline&lang=xx&threshold=high")
    for value in ("pears", "spline", "xx", "high"):
        assert value in visitor.text()
    assert visitor.parameters() == {"example": "apples_oranges", "lang": "en", "left": "step", "right": "linear"}
    assert visitor.traceback() == ""


def back_restores_settings(visitor):
    visitor.choose("right", "Envelope")
    visitor.page.wait_for_url("**right=envelope**")
    visitor.choose("left", "Continuous")
    visitor.page.wait_for_url("**left=continuous**")
    visitor.page.go_back()
    visitor.wait()
    assert visitor.parameters() == {"example": "apples_oranges", "lang": "en", "left": "step", "right": "envelope"}
    assert "by the envelope" in visitor.headline()


def a_wrong_positive_value_is_put_right_with_one_click_and_links_show_either(visitor):
    """Whoever opens a link is another visitor to the server, also in the same window."""
    cases = example_cases("apples_oranges")
    right = average_precision_score(cases.positive, cases.score)
    wrong = average_precision_score(~cases.positive, cases.score)
    visitor.visit("Data")
    visitor.choose("positive", "0")
    visitor.visit("Areas")
    follow(visitor, visitor.page.url)
    assert visitor.polygon_area("left_chart") == pytest.approx(wrong, abs=1e-12)
    assert "10 rows, 5 positive · label label = 0, score score" in visitor.text()
    visitor.visit("Data")
    assert "Positive is 0, as chosen." in visitor.text()
    visitor.page.locator(".st-key-offer_chose_positive_yours_0 button").click()
    visitor.wait()
    assert visitor.polygon_area("data_chart") == pytest.approx(right, abs=1e-12)
    visitor.visit("Areas")
    follow(visitor, visitor.page.url)
    assert visitor.polygon_area("left_chart") == pytest.approx(right, abs=1e-12)


def follow(visitor, link):
    visitor.page.goto(link)
    visitor.wait()
