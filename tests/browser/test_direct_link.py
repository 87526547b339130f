"""Links that somebody was sent; what is set on a page and comes with its link stands in the tests of that page."""


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
