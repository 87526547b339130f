"""Links that somebody was sent."""

import pytest

from pr_app.reading.examples import example_cases
from pr_app.wording.catalogue import words_in
from pr_metrics import SCHEMES


def test_the_first_visitor_of_a_fresh_server_follows_a_link(fresh_app, new_visitor):
    visitor = new_visitor(fresh_app)
    visitor.open("areas?example=constant&left=step&right=linear&lang=zh")
    assert visitor.headline() == "用直线法相连，面积比用阶梯法大 0.450"
    assert "全部同分 · 100 行，10 个正例" in visitor.text()
    assert "0.100" in visitor.chart_text("left_chart")
    assert "0.550" in visitor.chart_text("right_chart")
    for chart, area in (("left_chart", 0.1), ("right_chart", 0.55)):
        assert visitor.polygon_area(chart) == pytest.approx(area, abs=1e-12)
        assert visitor.filled_area(chart) == pytest.approx(area, abs=5e-4)
    assert visitor.parameters() == {"example": "constant", "lang": "zh", "left": "step", "right": "linear"}
    assert visitor.page.url.startswith(f"{fresh_app}/areas?")


@pytest.mark.parametrize(
    ("link", "headline"),
    [
        (
            "curve?example=sixteen_rows&threshold=0.7",
            "At score ≥ 0.7, 4 are called positive; found: 4 of 9 positives",
        ),
        ("data?example=breast_cancer&lang=zh", "469 行，322 个正例：正例占比 0.69"),
    ],
)
def test_every_page_can_be_the_first(fresh_app, new_visitor, link, headline):
    visitor = new_visitor(fresh_app)
    visitor.open(link)
    assert visitor.headline() == headline


def test_without_a_page_the_main_picture_is_shown(visitor):
    visitor.open("")
    assert visitor.headline() == "Joined by straight lines, the area is 0.020 smaller than joined in steps"
    assert "Apples and oranges · 10 rows, 5 positive" in visitor.text()


def test_a_chinese_browser_is_greeted_in_chinese(app, new_visitor):
    visitor = new_visitor(app, locale="zh-CN")
    visitor.open("areas")
    assert "面积" in visitor.headline()


def test_a_chosen_scheme_is_filled_with_the_area_it_prints(visitor):
    points = example_cases("sixteen_rows").points
    visitor.open("areas?example=sixteen_rows&left=upper")
    for scheme in ("linear_flat", "envelope", "continuous"):
        visitor.choose("left", words_in("en").say(f"schemes.{scheme}.name"))
        area = SCHEMES[scheme].area(points)
        assert f"{area:.3f}" in visitor.chart_text("left_chart")
        assert visitor.polygon_area("left_chart") == pytest.approx(area, abs=1e-6)
        assert visitor.filled_area("left_chart") == pytest.approx(area, abs=2e-3)


def test_unknown_values_are_passed_over_with_a_sentence(visitor):
    visitor.open("areas?example=pears&left=spline&lang=xx&threshold=high")
    for value in ("pears", "spline", "xx", "high"):
        assert value in visitor.text()
    assert visitor.parameters() == {"example": "apples_oranges", "lang": "en", "left": "step", "right": "linear"}
    assert not visitor.has_traceback()


def test_settings_are_in_the_address_and_back_restores_them(visitor):
    visitor.open("areas?example=ten_rows")
    visitor.choose("right", "Envelope")
    visitor.page.wait_for_url("**right=envelope**")
    visitor.choose("left", "Continuous")
    visitor.page.wait_for_url("**left=continuous**")
    visitor.page.go_back()
    visitor.wait()
    assert visitor.parameters() == {"example": "ten_rows", "lang": "en", "left": "step", "right": "envelope"}
    assert "Joined by the envelope" in visitor.headline()
