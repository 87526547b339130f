"""Results about the data in use, each made once: a control that moves must not sort a million rows again.

Those about a built-in example are made once for all visitors, those about a visitor's own rows are the visitor's.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ParamSpec, TypeVar

from pr_curve_lab.server.cache import MOST_OF_A_VISITOR, SHARED, CallKey, ResultStore, result_bytes
from pr_curve_lab.server.visitor_state import Reading, visitor
from pr_metrics import OperatingPoints

Given = ParamSpec("Given")
Made = TypeVar("Made")

TIMES_THE_DATA = 6  # what a visitor's results may take, if that is more than otherwise


def kept(make: Callable[Given, Made], *given: Given.args, **named: Given.kwargs) -> Made:
    """The result of a function for what it is given, made once for these data.

    What is given is plain or frozen, and says all that the result depends on. Whole numbers and texts are choices among
    a few; for others there is `cached_for_visitor`.
    """
    key = CallKey(make, given, named)
    result: Made = _store_of(key).made_once(key, partial(make, *given, **named))
    return result


def cached_for_visitor(make: Callable[Given, Made], *given: Given.args, **named: Given.kwargs) -> Made:
    """The same for what a visitor typed: nobody else will ask for it, and it takes no room from what others use."""
    result: Made = visitor().kept.made_once(CallKey(make, given, named), partial(make, *given, **named))
    return result


def kept_about(reading: Reading, make: Callable[Given, Made], *given: Given.args, **named: Given.kwargs) -> Made:
    """The result about what is being read; an example is small, and nothing about one is kept for one visitor."""
    return make(*given, **named) if reading.example else kept(make, *given, **named)


def is_shared(make: Callable[..., object], *given: object) -> bool:
    """Whether the result of a function for what it is given is made for all visitors at once."""
    return SHARED.covers(CallKey(make, given, {}))


def points_of(name: str) -> OperatingPoints:
    """The points of one of the tasks of the data in use."""
    return kept(visitor().tasks.points, name)


def forget() -> None:
    """Let go of all results: the data have changed, and the new ones may be larger."""
    state = visitor()
    state.kept.clear()
    state.kept.most_bytes = max(MOST_OF_A_VISITOR, TIMES_THE_DATA * result_bytes(state.tasks))


def _store_of(key: CallKey) -> ResultStore:
    return SHARED if SHARED.covers(key) else visitor().kept
