"""Long work of a page: started once, run in another process, and stopped when nobody waits for it.

A visitor's job is stopped when the data change or the tab is closed. A job about an example is done for all visitors,
and its result moves to the shared cache. Two threads run the jobs of all visitors, who take turns. They are daemon
threads, so that a server which is shutting down does not wait for them.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError
from functools import partial
from typing import Any, Generic, TypeVar, cast

from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pr_curve_lab.server.cache import SHARED, Key, call_key
from pr_curve_lab.server.visitor_state import visitor
from pr_curve_lab.server.worker import end_process, run_in_process
from pr_metrics.blocks import start_no_threads
from pr_metrics.uncertainty.resampling import Progress

Result = TypeVar("Result")

MAX_THREADS = 2  # for all visitors; further jobs wait for their turn
MAX_AWAY_SECONDS = 5  # seconds after a tab disconnects; a lost network is usually back by then
IDLE_SECONDS = 30  # seconds without work after which a thread ends its process
MAX_JOBS = 8  # per visitor, running or finished
MAX_SHARED_JOBS = 32  # likewise; a result is held until somebody asks for it


class Job(Generic[Result]):
    """A job in the background: its progress, and its result or the error.

    It waits for its turn, runs, and is over once it has a result, has failed, or was stopped.

    >>> job = Job(lambda progress: 6 * 7)
    >>> job.wait(10)
    True
    >>> job.result, job.fraction, job.error
    (42, 1.0, None)
    """

    def __init__(
        self, work: Callable[[Progress], Result], *, session: str = "", is_needed: Callable[[], bool] = lambda: True
    ) -> None:
        """Queue the work for a session; it runs as long as `is_needed` returns True."""
        self.fraction = 0.0  # fraction done; 0 while it waits for its turn
        self.result: Result | None = None  # None until it is over, and if it failed or was stopped
        self.error: Exception | None = None
        self._work: Callable[[Progress], Result] | None = work  # None when it is over, as it may hold a million rows
        self._is_needed, self._last_needed = is_needed, time.monotonic()
        self._over, self._lock = threading.Event(), threading.Lock()
        _queue.put(self, session)

    @property
    def is_over(self) -> bool:
        """Whether the job has a result, has failed, or was stopped."""
        return self._over.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait at most this many seconds for the job to be over. Returns whether it is."""
        return self._over.wait(seconds)

    def stop(self) -> None:
        """Stop the job before its turn, or at its next progress report. A job that is over stays as it is."""
        self._end()

    def run(self) -> None:
        """Do the work; called in a thread of the queue."""
        work = self._work
        if work is None:
            return
        try:
            self._report(0.0)
            self._end(result=work(self._report))
        except CancelledError:
            self._end()
        except Exception as failed:
            logging.getLogger(__name__).exception("work in the background failed")
            self._end(error=failed)

    def _report(self, fraction: float) -> None:
        now = time.monotonic()
        if self._is_needed():
            self._last_needed = now
        if self.is_over or now - self._last_needed > MAX_AWAY_SECONDS:
            raise CancelledError
        self.fraction = fraction

    def _end(self, *, result: Result | None = None, error: Exception | None = None) -> None:
        with self._lock:
            if not self.is_over:
                self.result, self.error, self._work = result, error, None
                self.fraction = 1.0 if result is not None else self.fraction
                self._over.set()


class _Queue:
    """Jobs of all visitors, who take turns. The first job starts the threads."""

    def __init__(self) -> None:
        self.waiting: dict[str, deque[Job[Any]]] = {}  # by session; the next one in turn comes first
        self.changed = threading.Condition()
        self.threads: list[threading.Thread] = []

    def put(self, job: Job[Any], session: str) -> None:
        with self.changed:
            self.waiting.setdefault(session, deque()).append(job)
            self.changed.notify()
            while len(self.threads) < MAX_THREADS:
                self.threads.append(threading.Thread(target=self._run_jobs, name="long work", daemon=True))
                self.threads[-1].start()

    def take(self) -> Job[Any] | None:
        """Return a job of the session whose turn it is, which then goes to the end.

        None after `IDLE_SECONDS` without a job.
        """
        with self.changed:
            if not self.changed.wait_for(lambda: self.waiting, IDLE_SECONDS):
                return None
            session = next(iter(self.waiting))
            jobs = self.waiting.pop(session)
            job = jobs.popleft()
            if jobs:
                self.waiting[session] = jobs
            return job

    def _run_jobs(self) -> None:
        start_no_threads()
        while True:
            if (job := self.take()) is not None:
                job.run()
            else:
                end_process()


_queue = _Queue()
_shared_jobs: dict[Key, Job[Any]] = {}
_lock = threading.Lock()


def start_job(function: Callable[..., Result], *args: Any) -> Job[Result]:
    """Start a job that calls a function with these arguments and `progress`, or return it if it was started before.

    The function and the arguments must be picklable. The job is stopped when the data change, or after `MAX_JOBS` newer
    ones.
    """
    context = get_script_run_ctx(suppress_warning=True)
    session = context.session_id if context else ""
    return _get_or_start(visitor().jobs, MAX_JOBS, function, args, session)


def start_shared_job(function: Callable[..., Result], *args: Any) -> Job[Result]:
    """The same for work about an example, which goes on even if the visitor leaves."""
    with _lock:
        return _get_or_start(_shared_jobs, MAX_SHARED_JOBS, function, args)


def get_shared_result(function: Callable[..., Result], *args: Any) -> Result | None:
    """Return the result of work about an example, or None if it is not available."""
    key = call_key(function, args)
    with _lock:
        job = _shared_jobs.get(key)
        if job is None or job.result is None:
            return cast("Result | None", SHARED.get(key))
        del _shared_jobs[key]
        return cast("Result", SHARED.get_or_compute(key, partial(getattr, job, "result")))


def remove_job(function: Callable[..., Any], *args: Any) -> None:
    """Stop a job and forget it, so that it starts again when it is next asked for."""
    with _lock:
        for jobs in (visitor().jobs, _shared_jobs):
            if (job := jobs.pop(call_key(function, args), None)) is not None:
                job.stop()


def stop_jobs() -> None:
    """Stop all jobs of this visitor, because the data have changed."""
    jobs = visitor().jobs
    for job in jobs.values():
        job.stop()
    jobs.clear()


def _get_or_start(
    jobs: dict[Key, Job[Any]], max_jobs: int, function: Callable[..., Any], args: tuple[Any, ...], session: str = ""
) -> Job[Any]:
    """Return the existing job, or start a new one; beyond `max_jobs`, the oldest is stopped."""
    key = call_key(function, args)
    if key in jobs:
        jobs[key] = jobs.pop(key)
    else:
        if len(jobs) >= max_jobs:
            jobs.pop(next(iter(jobs))).stop()
        work = partial(run_in_process, function, args)
        jobs[key] = Job(work, session=session, is_needed=partial(_is_active, session))
    return jobs[key]


def _is_active(session: str) -> bool:
    """Whether the tab of a session is connected. True for shared work, and without a server."""
    return not session or not runtime.exists() or runtime.get_instance().is_active_session(session)
