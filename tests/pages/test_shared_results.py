"""Shared results about examples do not depend on a visitor's session, and no visitor changes them."""

import threading

import pytest
import streamlit as st

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting.curve import plotly_figure
from pr_curve_lab.plotting.plot import Plot
from pr_curve_lab.server.cache import SHARED, SharedResults
from tests.pages.app import CHARTS, open_page, shown_fully


@pytest.fixture
def pictures(monkeypatch):
    """The shared pictures with their JSON when they were made; reading the session state while making one fails."""
    session, read, made_once = type(st.session_state), type(st.session_state).__getitem__, SharedResults.get_or_compute
    making, pictures = threading.local(), []

    def alone(self, key, make):
        def made():
            making.depth = getattr(making, "depth", 0) + 1
            try:
                result = make()
            finally:
                making.depth -= 1
            pictures.extend((one, picture_json(one)) for one in pictures_in(result))
            return result

        return made_once(self, key, made)

    def nobodys(self, key):
        assert not getattr(making, "depth", 0), "a result for all visitors must not depend on one"
        return read(self, key)

    monkeypatch.setattr(SharedResults, "get_or_compute", alone)
    monkeypatch.setattr(session, "__getitem__", nobodys)
    SHARED.clear()
    return pictures


def pictures_in(result):
    if isinstance(result, list | tuple):
        return [picture for one in result for picture in pictures_in(one)]
    is_figure = hasattr(result, "to_json") and hasattr(result, "layout")
    return [result] if is_figure or isinstance(result, Plot) else []


def picture_json(picture):
    return (plotly_figure(picture, messages_in("en")) if isinstance(picture, Plot) else picture).to_json()


@pytest.mark.parametrize("page", CHARTS)
def test_shared_results_are_independent_of_the_visitor(page, pictures):
    asked = {"example": shown_fully(page), "lesson": "numbers", "step": "3", "gain": "1"}
    for more in ({}, {"threshold": "0.4", "prevalence": "0.3", "room": "1", "contours": "1"}, {"lang": "zh"}):
        open_page(page, **asked, **more).run()
    assert pictures
    assert all(picture_json(one) == before for one, before in pictures)


@pytest.mark.parametrize(("page", "setting", "values", "more"), [
    ("balance", "prevalence", ("0.21", "0.22"), {"gain": "1"}),
    ("curve", "alerts", ("7", "8"), {}),
    ("curve", "precision", ("0.71", "0.72"), {}),
    ("curve", "per_day", ("700", "800"), {}),
    ("curve", "cost_fp", ("7", "8"), {"require": "cost", "contours": "worth"}),
    ("curve", "grid", ("0.7", "0.6"), {}),
    ("schemes", "draw", ("7", "8"), {}),
    ("schemes", "published", ("0.7", "0.8"), {}),
])  # fmt: skip
def test_results_for_typed_values_are_not_shared(page, setting, values, more):
    counts = []
    for value in values:
        open_page(page, example="sixteen_rows", **more, **{setting: value})
        counts.append(len(SHARED))
    assert counts[0] == counts[1]
