"""What holds for every page: its charts, its settings, and that nothing is computed twice."""

import pytest

from pr_app.serving.pages import PAGES
from pr_app.serving.shared_results import SHARED, SharedResults
from tests.pages.app import open_page, said, seen_page

EXAMPLE = {"models": "four_models"}  # others show all they can of digits, which are classes in folds with ties


def shown(page, **parameters):
    return seen_page(page.key, example=EXAMPLE.get(page.key, "digits"), lang="en", **parameters)


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.key)
def test_a_page_shows_the_charts_of_its_record(page):
    charts = [chart.proto.id.split("-")[-1] for chart in shown(page).get("plotly_chart")]
    assert sorted(charts) == sorted(page.charts)


@pytest.fixture
def made(monkeypatch):
    """The results that were made for all visitors, of which there are none before."""
    calls, made_once = [], SharedResults.made_once

    def noting(self, key, make):
        return made_once(self, key, lambda: (calls.append(key), make())[1])

    monkeypatch.setattr(SharedResults, "made_once", noting)
    SHARED.forget()
    return calls


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.key)
def test_a_page_that_is_shown_again_to_whomever_computes_nothing_anew(page, made):
    asked = {"example": EXAMPLE.get(page.key, "digits"), "lesson": "curve", "step": "2"}
    app = open_page(page.key, **asked)
    app.run()
    assert made
    made.clear()
    app.run()
    another = open_page(page.key, **asked)
    another.run()
    assert made == []
    assert [app.session_state["visitor"].kept, another.session_state["visitor"].kept] == [{}, {}]


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.key)
def test_a_page_says_what_its_address_names_and_nobody_knows(page):
    assert "`spline`" in said(open_page(page.key, left="spline"))
