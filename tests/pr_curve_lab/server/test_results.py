"""Results are made once for the data in use, and do not pile up."""

import gc
from dataclasses import replace

import numpy as np
import pytest

from pr_curve_lab.analysis.prevalence import balances, roc_curve_area
from pr_curve_lab.analysis.thinning import RenderedCurve
from pr_curve_lab.plotting.prevalence import RESOLUTION
from pr_curve_lab.server import data_in_use, visitor_state
from pr_curve_lab.server.cache import SHARED, shared_dataset
from pr_curve_lab.server.visitor_state import cached, cached_for_visitor, visitor
from pr_metrics import operating_points

MADE = []


@pytest.fixture(autouse=True)
def _a_visitor(monkeypatch):
    """Somebody who has just come: a session of their own, without a server."""
    monkeypatch.setattr("streamlit.session_state", {"model": ""})
    MADE.clear()


def make(*given, size=0):
    MADE.append(given)
    return np.zeros(size // 8)


def test_a_result_is_made_once():
    first, again = cached(make, visitor().cases, 3), cached(make, visitor().cases, 3)
    assert first is again
    cached(make, visitor().cases, 4)
    assert [number for _, number in MADE] == [3, 4]


def test_other_data_let_go_of_all_results():
    cached(make, 1)
    data_in_use.use_example("constant")
    cached(make, 1)
    assert MADE == [(1,), (1,)]


def test_what_is_typed_takes_no_room_from_what_all_use():
    points = shared_dataset("ten_rows").points
    assert cached(points, "score") is cached(points, "score")
    before = len(SHARED)
    cached_for_visitor(make, 7)
    cached(make, shared_dataset("ten_rows"), 0.123)  # not a whole number: somebody may have typed it
    assert len(SHARED) == before
    assert len(visitor().kept) == 2


def test_large_results_go_before_there_are_many():
    visitor().kept.max_bytes = 15_000
    for number in range(9):
        cached(make, number, size=4000)
        assert visitor().kept.bytes <= 15_000
    assert len(visitor().kept) == 2


def test_results_about_large_data_may_take_more():
    visitor_state.clear_cache()
    before = visitor().kept.max_bytes
    visitor().dataset = replace(visitor().dataset, score=np.zeros((10**6, 3)))
    visitor_state.clear_cache()
    assert visitor().kept.max_bytes > 5 * 24_000_000 > before


def test_what_nobody_can_ask_for_any_more_is_gone_with_the_next_result():
    points = operating_points([1, 0], [0.9, 0.1])
    cached(make, points, 1)
    del points
    MADE.clear()
    cached(make, 2)
    assert len(visitor().kept) == 1


def test_500_prevalences_of_one_visitor_leave_what_a_class_made_and_nothing_behind():
    data_in_use.use_example("breast_cancer")
    points = cached(shared_dataset("breast_cancer").points, "score")
    of_the_class = cached(balances, points, None, "step", RESOLUTION)
    before = count_of(RenderedCurve)
    for prevalence in np.linspace(0.01, 0.9, 500).tolist():
        both = cached(balances, points, prevalence, "step", RESOLUTION)
        cached(roc_curve_area, both.measured.points, RESOLUTION)
    del both
    assert cached(balances, points, None, "step", RESOLUTION) is of_the_class
    visitor_state.clear_cache()
    assert count_of(RenderedCurve) <= before + 5


def count_of(kind):
    gc.collect()
    return sum(isinstance(one, kind) for one in gc.get_objects())
