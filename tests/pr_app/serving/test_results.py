"""Results are made once for the data in use, and do not pile up."""

import numpy as np
import pytest

from pr_app.serving import data_in_use, results
from pr_app.serving.results import kept
from pr_app.serving.visitor_state import visitor

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
    first, again = kept(make, visitor().cases, 3), kept(make, visitor().cases, 3)
    assert first is again
    kept(make, visitor().cases, 4)
    assert [number for _, number in MADE] == [3, 4]


def test_other_data_let_go_of_all_results():
    kept(make, 1)
    data_in_use.use_example("constant")
    kept(make, 1)
    assert MADE == [(1,), (1,)]


def test_what_is_asked_for_again_outlasts_the_others(monkeypatch):
    monkeypatch.setattr(results, "MOST_KEPT", 3)
    for number in range(6):
        kept(make, "again")
        kept(make, number)
    assert MADE.count(("again",)) == 1
    assert len(visitor().kept) == 3
    kept(make, 0)
    assert MADE.count((0,)) == 2


def test_large_results_go_before_there_are_many(monkeypatch):
    monkeypatch.setattr(results, "MOST_BYTES", 10_000)
    for number in range(9):
        kept(make, number, size=4000)
        assert sum(one.size for one in visitor().kept.values()) <= 10_000
    assert len(visitor().kept) == 2


def test_what_nobody_can_ask_for_any_more_is_gone_with_the_next_result():
    data_in_use.settle_view("areas")
    points = visitor().tasks.points("score")
    kept(make, points, 1)
    del points
    MADE.clear()
    kept(make, 2)
    assert [one.result.size for one in visitor().kept.values()].count(0) == 1
