"""Results about the data in use, each made once: a control that moves must not sort a million rows again.

Those about a built-in example are made once for all visitors, those about a visitor's own rows are the visitor's.

A result is known by the function that makes it and by what that is given. Streamlit's own caches are not used: one
copies each result whenever it is asked for, both tell large arrays apart by a sample of them only.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ParamSpec, TypeVar

from pr_app.serving.array_bytes import array_bytes
from pr_app.serving.call_key import CallKey
from pr_app.serving.shared_results import SHARED
from pr_app.serving.visitor_state import Kept, Reading, visitor
from pr_metrics import OperatingPoints

Given = ParamSpec("Given")
Made = TypeVar("Made")

MOST_KEPT = 120  # results; most of them are charts
MOST_BYTES = 200_000_000  # of their arrays
TIMES_THE_DATA = 6  # or so many times what the data in use take, if that is more


def kept(make: Callable[Given, Made], *given: Given.args, **named: Given.kwargs) -> Made:
    """The result of a function for what it is given, made once for these data.

    What is given is plain or frozen, and says all that the result depends on.
    """
    key = CallKey(make, given, named)
    if SHARED.covers(key):
        shared: Made = SHARED.made_once(key, partial(make, *given, **named))
        return shared
    results = visitor().kept
    if key in results:  # what is asked for again and again outlasts what a moving control leaves behind
        results[key] = results.pop(key)
    else:
        made = make(*given, **named)
        size = array_bytes(made, without=(*given, *named.values()))
        _make_room(results, size)
        results[key] = Kept(made, size)
    result: Made = results[key].result
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
    """Let go of all results: the data have changed."""
    visitor().kept.clear()


def _make_room(results: dict[CallKey, Kept], size: int) -> None:
    """Let go of what nobody can ask for any more, and of the oldest until there is room."""
    for key in [key for key in results if key.gone]:
        del results[key]
    most = max(MOST_BYTES, TIMES_THE_DATA * array_bytes(visitor().tasks))
    while results and (len(results) >= MOST_KEPT or size + sum(one.size for one in results.values()) > most):
        del results[next(iter(results))]
