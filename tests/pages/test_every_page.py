"""Tests of every page: its charts, its settings, and that nothing is computed twice."""

import pytest

from pr_curve_lab.schema.examples import FOLDER
from pr_curve_lab.server.cache import SHARED, SharedResults
from pr_curve_lab.server.settings import PAGES
from tests.pages.app import CHARTS, figure_of, open_page, page_with, said, seen_page, shown_fully
from tests.pages.app import PAGES as ABOUT_DATA


def shown(page, **parameters):
    return seen_page(page.key, example=shown_fully(page.key), lang="en", **parameters)


@pytest.mark.each_case
@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.key)
def test_a_page_shows_its_charts(page):
    charts = [chart.proto.id.split("-")[-1] for chart in shown(page).get("plotly_chart")]
    assert sorted(charts) == sorted(CHARTS.get(page.key, ()))


@pytest.fixture
def made(monkeypatch):
    """The keys of shared results that are computed; the shared cache is empty at first."""
    calls, made_once = [], SharedResults.get_or_compute

    def noting(self, key, make):
        return made_once(self, key, lambda: (calls.append(key), make())[1])

    monkeypatch.setattr(SharedResults, "get_or_compute", noting)
    SHARED.clear()
    return calls


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.key)
def test_a_page_shown_again_computes_no_shared_result(page, made):
    asked = {"example": shown_fully(page.key), "lesson": "curve", "step": "2"}
    app = open_page(page.key, **asked)
    app.run()
    assert made
    made.clear()
    app.run()
    another = open_page(page.key, **asked)
    another.run()
    assert made == []
    assert [len(one.session_state["visitor"].results) for one in (app, another)] == [0, 0]


@pytest.mark.parametrize("page", ABOUT_DATA)
def test_a_page_of_uploaded_rows_shown_again_computes_nothing(page, made):
    app = page_with((FOLDER / f"{shown_fully(page)}.csv").read_bytes(), "data")
    made.clear()
    app.switch_page(f"pages/{page}.py").run()
    app.run()
    before = {key: one.result for key, one in app.session_state["visitor"].results._entries.items()}
    app.run()
    after = {key: one.result for key, one in app.session_state["visitor"].results._entries.items()}
    assert made == []  # no shared results
    assert len(before) > 1
    assert [key for key, result in after.items() if before.get(key) is not result] == []


@pytest.mark.parametrize("page", ["data", "lessons"])
def test_an_unknown_value_in_the_address_is_named(page):
    assert "`spline`" in said(open_page(page, left="spline"))


def zooms(app, charts):
    """Return the `uirevision` of charts; Plotly keeps the zoom while it stays the same."""
    return [figure_of(app, chart)["layout"]["uirevision"] for chart in charts]


@pytest.mark.parametrize("page", ["areas", "averages"])
def test_a_setting_keeps_the_zoom_and_other_data_reset_it(page):
    app, charts = open_page(page, example=shown_fully(page)), CHARTS[page]
    before = zooms(app, charts)
    assert len(set(before)) == 1
    for setting, value in (("left", "linear_truncated"), ("lang", "zh")):
        app.session_state[setting] = value
        app.run()
    assert zooms(app, charts) == before
    task = app.session_state["model"]
    app.session_state["model"] = app.session_state["visitor"].dataset.valid_names[-1]
    assert app.session_state["model"] != task
    assert zooms(app.run(), charts) != before
    app.session_state["model"] = task
    assert zooms(app.run(), charts) == before
