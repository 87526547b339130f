"""What holds for every page: its charts, its settings, and that nothing is computed twice."""

import pytest

from pr_app.serving.pages import PAGES
from tests.pages.app import open_page, said, seen_page

EXAMPLE = {"models": "four_models"}  # others show all they can of digits, which are classes in folds with ties


def shown(page, **parameters):
    return seen_page(page.key, example=EXAMPLE.get(page.key, "digits"), lang="en", **parameters)


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.key)
def test_a_page_shows_the_charts_of_its_record(page):
    charts = [chart.proto.id.split("-")[-1] for chart in shown(page).get("plotly_chart")]
    assert sorted(charts) == sorted(page.charts)


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.key)
def test_a_page_that_is_shown_again_computes_nothing_anew(page):
    app = open_page(page.key, example=EXAMPLE.get(page.key, "digits"), lesson="curve", step="2")
    app.run()
    before = {key: one.result for key, one in app.session_state["visitor"].kept.items()}
    app.run()
    after = {key: one.result for key, one in app.session_state["visitor"].kept.items()}
    assert len(before) > 1
    assert [key for key, result in after.items() if before.get(key) is not result] == []


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.key)
def test_a_page_says_what_its_address_names_and_nobody_knows(page):
    assert "`spline`" in said(open_page(page.key, left="spline"))
