"""Long work in threads that visitors share, and in processes that keep the pages free.

The threads are few, for all visitors together, who take turns. They are daemons, so that a server which is told to end
does not wait for them. The work itself says how far it is, and is ended where it does.

Python's own pools of processes run the main script once more in each, and Streamlit's main script is the app.
"""

from __future__ import annotations

import logging
import os
import pickle
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from pr_curve_lab.analysis.model_resampling import Progress
from pr_curve_lab.server.worker import IDLE, STOP
from pr_metrics.blocks import start_no_threads

Result = TypeVar("Result")

MAX_THREADS = 2  # of all visitors; the others wait for their turn
MAX_AWAY_SECONDS = 5  # s after a visitor has gone: whoever only lost the network is back by then


def _always_true() -> bool:
    return True


class BackgroundWork(Generic[Result]):
    """A piece of work that goes on in the background: how far it is, its result or why there is none.

    It waits for its turn, goes on, and is over: with a result, failed, or stopped. Whoever lets go of it stops it.

    >>> work = BackgroundWork(lambda progress: 6 * 7)
    >>> work.wait(10)
    True
    >>> work.result, work.fraction, work.error
    (42, 1.0, None)
    """

    def __init__(
        self, work: Callable[[Progress], Result], *, visitor: str = "", is_needed: Callable[[], bool] = _always_true
    ) -> None:
        """Order the work; `visitor` names the visitor, and it goes on as long as `is_needed` says so."""
        self._job: _Job[Result] = _Job(work, is_needed)
        weakref.finalize(self, self._job.stop)  # of a session that has ended
        _queue.put(self._job, visitor)

    @property
    def fraction(self) -> float:
        """Share done, 0 to 1; 0 while it waits for its turn."""
        return self._job.fraction

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self._job.over.is_set()

    @property
    def result(self) -> Result | None:
        """The result; None before it is over, and when it failed or was stopped."""
        return self._job.result

    @property
    def error(self) -> Exception | None:
        """The error that the work raised."""
        return self._job.error

    def stop(self) -> None:
        """End it before its turn, or where it next says how far it is; what is over stays as it is."""
        self._job.stop()

    def wait(self, seconds: float) -> bool:
        """Wait until it is over, for so long at most; whether it is."""
        return self._job.over.wait(seconds)


class _StoppedError(Exception):
    """Nobody wants the result any more."""


class _Job(Generic[Result]):
    """A job for a thread; apart from `BackgroundWork`, so that a thread at work does not keep that alive."""

    def __init__(self, work: Callable[[Progress], Result], is_needed: Callable[[], bool]) -> None:
        self.is_needed, self.last_needed = is_needed, time.monotonic()
        self.work: Callable[[Progress], Result] | None = work  # None when it is over: it may hold a million rows
        self.fraction = 0.0
        self.result: Result | None = None
        self.error: Exception | None = None
        self.over = threading.Event()
        self.lock = threading.Lock()  # over the end, which comes once

    def stop(self) -> None:
        self._end()

    def run(self) -> None:
        work = self.work
        if work is None or self.over.is_set():
            return
        try:
            self._report(0.0)
            self._end(result=work(self._report))
        except _StoppedError:
            self._end()
        except Exception as failed:
            logging.getLogger(__name__).exception("work in the background failed")
            self._end(error=failed)

    def _report(self, fraction: float) -> None:
        now = time.monotonic()
        if self.is_needed():
            self.last_needed = now
        if self.over.is_set() or now - self.last_needed > MAX_AWAY_SECONDS:
            raise _StoppedError
        self.fraction = fraction

    def _end(self, *, result: Result | None = None, error: Exception | None = None) -> None:
        with self.lock:
            if self.over.is_set():
                return
            self.result, self.error, self.work = result, error, None
            self.fraction = 1.0 if result is not None else self.fraction
            self.over.set()


class _Queue:
    """Jobs of all visitors, who take turns; the threads that carry them out are started with the first."""

    def __init__(self) -> None:
        self.waiting: dict[str, deque[_Job[Any]]] = {}  # by visitor; whoever is next comes first
        self.changed = threading.Condition()
        self.threads: list[threading.Thread] = []

    def put(self, job: _Job[Any], visitor: str) -> None:
        with self.changed:
            self.waiting.setdefault(visitor, deque()).append(job)
            self.changed.notify()
            while len(self.threads) < MAX_THREADS:
                self.threads.append(threading.Thread(target=self._run_jobs, name="long work", daemon=True))
                self.threads[-1].start()

    def take(self) -> _Job[Any]:
        """The first job of the visitor whose turn it is; then all others come first."""
        with self.changed:
            while not self.waiting:
                self.changed.wait()
            visitor = next(iter(self.waiting))
            jobs = self.waiting.pop(visitor)
            job = jobs.popleft()
            if jobs:
                self.waiting[visitor] = jobs
            return job

    def _run_jobs(self) -> None:
        start_no_threads()
        while True:
            self.take().run()


_queue = _Queue()


class ProcessEndedError(RuntimeError):
    """The process ended before its work, for instance because memory ran out."""


def run_in_process(function: Callable[..., Result], args: tuple[Any, ...], progress: Progress) -> Result:
    """The result of a function, made in another process; last of all the function is given whom to tell how far it is.

    The function, what it is given and what it makes can be pickled. Where `progress` raises, the work is ended.

    >>> run_in_process(dict.get, ({"a": 1}, "a"), lambda share: None)
    1
    """
    process = _get_process() or _Process()
    try:
        kind, outcome = process.run((function, args), progress)
    except BaseException:  # half a message may be under way
        process.end()
        raise
    _add_process(process)
    if kind == "made":
        result: Result = outcome
        return result
    raise outcome


class _Process:
    """One such process; it ends by itself when it has waited for long."""

    def __init__(self) -> None:
        path = os.pathsep.join(filter(None, sys.path))  # wherever the app was found
        self._process = subprocess.Popen(
            [sys.executable, "-m", "pr_curve_lab.server.worker"],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._free_since = 0.0

    def run(self, task: tuple[Callable[..., Any], tuple[Any, ...]], progress: Progress) -> tuple[str, Any]:
        """Have it made: `made` and the result, or `failed` and the error, which may be the one of `progress`."""
        refused: BaseException | None = None
        self._write(task)
        while (heard := self._read())[0] == "share":
            try:
                if refused is None:
                    progress(heard[1])
            except BaseException as error:
                refused = error
                self._write(STOP)
        return ("failed", refused) if refused is not None else heard

    def release(self) -> None:
        """Wait for the next task."""
        self._free_since = time.monotonic()

    def is_ready(self) -> bool:
        """Whether it waits for a task, and will go on doing so for a while."""
        return self._process.poll() is None and time.monotonic() - self._free_since < IDLE / 2

    def end(self) -> None:
        """End it, and leave nothing of it behind."""
        self._process.kill()
        self._process.communicate()

    def _write(self, message: Any) -> None:
        assert self._process.stdin is not None
        try:
            pickle.dump(message, self._process.stdin, pickle.HIGHEST_PROTOCOL)
            self._process.stdin.flush()
        except BrokenPipeError as broken:
            raise ProcessEndedError("the process for long work has ended") from broken

    def _read(self) -> tuple[str, Any]:
        assert self._process.stdout is not None
        try:
            heard: tuple[str, Any] = pickle.load(self._process.stdout)
        except (EOFError, pickle.UnpicklingError) as broken:
            raise ProcessEndedError("the process for long work has ended") from broken
        return heard


_idle_processes: list[_Process] = []
_lock = threading.Lock()


def _get_process() -> _Process | None:
    """A process that waits for work, the last that did some; those that have waited for long are let go of."""
    with _lock:
        while _idle_processes:
            process = _idle_processes.pop()
            if process.is_ready():
                return process
            process.end()
    return None


def _add_process(process: _Process) -> None:
    process.release()
    with _lock:
        _idle_processes.append(process)
