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

from pr_curve_lab.server.background import BackgroundWork, run_in_process
from pr_curve_lab.server.cache import SHARED, CallKey
from pr_curve_lab.server.visitor_state import visitor


def current_session() -> str:
    """Name of the tab that this run is for."""
    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context else ""


def is_active(session: str) -> bool:
    """Whether a tab is connected; without a server all are."""
    return not runtime.exists() or runtime.get_instance().is_active_session(session)


Result = TypeVar("Result")

MAX_JOBS = 8  # of a visitor, going on or over
MAX_SHARED_JOBS = 32  # likewise; each waits until somebody asks for its result

_shared_jobs: dict[CallKey, BackgroundWork[Any]] = {}
_lock = threading.Lock()


def start_job(function: Callable[..., Result], *args: Any) -> BackgroundWork[Result]:
    """The work of a function on what it is given, begun once; last of all the function is given whom to tell how far.

    What is given can be pickled. It is stopped when the data change, or when too much other work was asked for since.
    """
    tab = current_session()
    work = partial(
        BackgroundWork, partial(run_in_process, function, args), visitor=tab, is_needed=partial(is_active, tab)
    )
    return _get_or_start(visitor().jobs, MAX_JOBS, CallKey(function, args, {}), work)


def start_shared_job(function: Callable[..., Result], *args: Any) -> BackgroundWork[Result]:
    """The same for what is about an example: it goes on whoever leaves."""
    with _lock:
        work = partial(BackgroundWork, partial(run_in_process, function, args))
        return _get_or_start(_shared_jobs, MAX_SHARED_JOBS, CallKey(function, args, {}), work)


def get_shared_result(function: Callable[..., Result], *args: Any) -> Result | None:
    """The result of work about an example, if it is there."""
    key = CallKey(function, args, {})
    with _lock:
        work = _shared_jobs.get(key)
        if work is not None and work.result is not None:
            SHARED.get_or_compute(key, partial(getattr, work, "result"))
            del _shared_jobs[key]
    return SHARED.get_or_compute(key, partial(function, *args, lambda _: None)) if key in SHARED else None


def remove_job(function: Callable[..., Any], *args: Any) -> None:
    """Let go of a piece of work, so that it is begun anew when it is next asked for."""
    key = CallKey(function, args, {})
    for works in (visitor().jobs, _shared_jobs):
        if (work := works.pop(key, None)) is not None:
            work.stop()


def stop_jobs() -> None:
    """End all work of the visitor: the data have changed."""
    works = visitor().jobs
    for work in works.values():
        work.stop()
    works.clear()


def _get_or_start(
    jobs: dict[CallKey, BackgroundWork[Any]], max_jobs: int, key: CallKey, start: Callable[[], BackgroundWork[Any]]
) -> BackgroundWork[Any]:
    """The work that goes on already, else new work; beyond so many the oldest is stopped."""
    if key in jobs:
        jobs[key] = jobs.pop(key)
    else:
        if len(jobs) >= max_jobs:
            jobs.pop(next(iter(jobs))).stop()
        jobs[key] = start()
    return jobs[key]
