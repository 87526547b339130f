"""Links that somebody was sent; what is set on a page and comes with its link stands in the tests of that page."""

import pytest
from sklearn.metrics import average_precision_score

from pr_app.reading.examples import example_cases


def test_without_a_page_the_main_picture_is_shown(visitor):
    visitor.open("")
    assert visitor.headline() == "Joined by straight lines, the area is 0.020 smaller than joined in steps"
    assert "Apples and oranges · 10 rows, 5 positive" in visitor.text()


def test_a_chinese_browser_is_greeted_in_chinese(app, new_visitor):
    visitor = new_visitor(app, locale="zh-CN")
    visitor.open("areas")
    assert "面积" in visitor.headline()


def test_unknown_values_are_passed_over_with_a_sentence_and_back_restores_settings(visitor):
    visitor.open("areas?example=pears&left=spline&lang=xx&threshold=high")
    for value in ("pears", "spline", "xx", "high"):
        assert value in visitor.text()
    assert visitor.parameters() == {"example": "apples_oranges", "lang": "en", "left": "step", "right": "linear"}
    assert not visitor.has_traceback()
    visitor.choose("right", "Envelope")
    visitor.page.wait_for_url("**right=envelope**")
    visitor.choose("left", "Continuous")
    visitor.page.wait_for_url("**left=continuous**")
    visitor.page.go_back()
    visitor.wait()
    assert visitor.parameters() == {"example": "apples_oranges", "lang": "en", "left": "step", "right": "envelope"}
    assert "Joined by the envelope" in visitor.headline()


def test_a_wrong_positive_value_is_put_right_with_one_click_and_links_show_either(app, new_visitor):
    cases = example_cases("ten_rows")
    right = average_precision_score(cases.positive, cases.score)
    wrong = average_precision_score(~cases.positive, cases.score)
    one, other = new_visitor(app), new_visitor(app)
    one.open("data?example=ten_rows&lang=en")
    one.choose("positive", "0")
    one.visit("Areas")
    other.page.goto(one.page.url)
    other.wait()
    assert other.polygon_area("left_chart") == pytest.approx(wrong, abs=1e-12)
    assert "10 rows, 4 positive: 0" in other.text()
    other.visit("Data")
    assert "Positive is 0, as chosen." in other.text()
    other.page.locator(".st-key-offer_chose_positive_yours_0 button").click()
    other.wait()
    assert other.polygon_area("data_chart") == pytest.approx(right, abs=1e-12)
    other.visit("Areas")
    one.page.goto(other.page.url)
    one.wait()
    assert one.polygon_area("left_chart") == pytest.approx(right, abs=1e-12)
