"""A visitor's work in the background: begun once, whatever page is shown, and stopped when the data change.

It is done in another process, which slows no page, and ended when the visitor has closed the tab.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from pr_app.serving.background import BackgroundWork
from pr_app.serving.call_key import CallKey
from pr_app.serving.open_tabs import is_open, this_tab
from pr_app.serving.processes import made_elsewhere
from pr_app.serving.visitor_state import visitor

Made = TypeVar("Made")

MOST_WORKS = 8  # going on or over


def work_on(make: Callable[..., Made], *given: Any) -> BackgroundWork[Made]:
    """The work of a function on what it is given, begun once; last of all the function is given whom to tell how far.

    What is given can be pickled. It is stopped when the data change, or when too much other work was asked for since.
    """
    works, key = visitor().works, CallKey(make, given, {})
    if key in works:
        works[key] = works.pop(key)
    else:
        if len(works) >= MOST_WORKS:
            works.pop(next(iter(works))).stop()
        tab = this_tab()
        works[key] = BackgroundWork(partial(made_elsewhere, make, given), of=tab, wanted=partial(is_open, tab))
    going: BackgroundWork[Made] = works[key]
    return going


def let_go(make: Callable[..., Any], *given: Any) -> None:
    """Let go of a piece of work, so that it is begun anew when it is next asked for."""
    work = visitor().works.pop(CallKey(make, given, {}), None)
    if work is not None:
        work.stop()


def stop_all() -> None:
    """End all work: the data have changed."""
    works = visitor().works
    for work in works.values():
        work.stop()
    works.clear()
