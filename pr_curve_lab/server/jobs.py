"""Long work of a page: begun once, in another process, stopped when nobody waits for it.

A visitor's own is stopped when the data change, and ended when the tab is closed. That about an example is done for all
visitors, and its result then goes to what they share.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pr_curve_lab.server.background import BackgroundWork, made_elsewhere
from pr_curve_lab.server.cache import SHARED, CallKey
from pr_curve_lab.server.visitor_state import visitor


def this_tab() -> str:
    """Name of the tab that this run is for."""
    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context else ""


def is_open(tab: str) -> bool:
    """Whether a tab is connected; without a server all are."""
    return not runtime.exists() or runtime.get_instance().is_active_session(tab)


Made = TypeVar("Made")

MOST_WORKS = 8  # of a visitor, going on or over
MOST_FOR_ALL = 32  # likewise; each waits until somebody asks for its result

_for_all: dict[CallKey, BackgroundWork[Any]] = {}
_lock = threading.Lock()


def work_on(make: Callable[..., Made], *given: Any) -> BackgroundWork[Made]:
    """The work of a function on what it is given, begun once; last of all the function is given whom to tell how far.

    What is given can be pickled. It is stopped when the data change, or when too much other work was asked for since.
    """
    tab = this_tab()
    work = partial(BackgroundWork, partial(made_elsewhere, make, given), of=tab, wanted=partial(is_open, tab))
    return _going(visitor().works, MOST_WORKS, CallKey(make, given, {}), work)


def work_for_all(make: Callable[..., Made], *given: Any) -> BackgroundWork[Made]:
    """The same for what is about an example: it goes on whoever leaves."""
    with _lock:
        work = partial(BackgroundWork, partial(made_elsewhere, make, given))
        return _going(_for_all, MOST_FOR_ALL, CallKey(make, given, {}), work)


def made_for_all(make: Callable[..., Made], *given: Any) -> Made | None:
    """The result of work about an example, if it is there."""
    key = CallKey(make, given, {})
    with _lock:
        work = _for_all.get(key)
        if work is not None and work.result is not None:
            SHARED.made_once(key, partial(getattr, work, "result"))
            del _for_all[key]
    return SHARED.made_once(key, partial(make, *given, lambda _: None)) if key in SHARED else None


def let_go(make: Callable[..., Any], *given: Any) -> None:
    """Let go of a piece of work, so that it is begun anew when it is next asked for."""
    key = CallKey(make, given, {})
    for works in (visitor().works, _for_all):
        if (work := works.pop(key, None)) is not None:
            work.stop()


def stop_all() -> None:
    """End all work of the visitor: the data have changed."""
    works = visitor().works
    for work in works.values():
        work.stop()
    works.clear()


def _going(
    works: dict[CallKey, BackgroundWork[Any]], most: int, key: CallKey, begin: Callable[[], BackgroundWork[Any]]
) -> BackgroundWork[Any]:
    """The work that goes on already, else new work; beyond so many the oldest is stopped."""
    if key in works:
        works[key] = works.pop(key)
    else:
        if len(works) >= most:
            works.pop(next(iter(works))).stop()
        works[key] = begin()
    return works[key]
