"""Work that takes longer than a page may take: done in the background, a piece at a time, until nobody wants it.

The threads are few, for all visitors together, who take turns. They are daemons, so that a server which is told to end
does not wait for them. The work itself says how far it is, and is ended where it does.
"""

from __future__ import annotations

import logging
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from pr_curve_lab.analysis.progress import Progress
from pr_metrics.blocks import start_no_threads

Made = TypeVar("Made")

MOST_AT_ONCE = 2  # of all visitors; the others wait for their turn
PATIENCE = 5  # s after a visitor has gone: whoever only lost the network is back by then


def _always() -> bool:
    return True


class BackgroundWork(Generic[Made]):
    """A piece of work that goes on in the background: how far it is, its result or why there is none.

    It waits for its turn, goes on, and is over: with a result, failed, or stopped. Whoever lets go of it stops it.

    >>> work = BackgroundWork(lambda progress: 6 * 7)
    >>> work.wait(10)
    True
    >>> work.result, work.share, work.failed
    (42, 1.0, None)
    """

    def __init__(self, work: Callable[[Progress], Made], *, of: str = "", wanted: Callable[[], bool] = _always) -> None:
        """Order the work; `of` names the visitor, and it goes on as long as `wanted` says so."""
        self._order: _Job[Made] = _Job(work, wanted)
        weakref.finalize(self, self._order.stop)  # of a session that has ended
        _queue.put(self._order, of)

    @property
    def share(self) -> float:
        """Share done, 0 to 1; 0 while it waits for its turn."""
        return self._order.share

    @property
    def over(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self._order.over.is_set()

    @property
    def result(self) -> Made | None:
        """The result; None before it is over, and when it failed or was stopped."""
        return self._order.result

    @property
    def failed(self) -> Exception | None:
        """The error that the work raised."""
        return self._order.failed

    def stop(self) -> None:
        """End it before its turn, or where it next says how far it is; what is over stays as it is."""
        self._order.stop()

    def wait(self, seconds: float) -> bool:
        """Wait until it is over, for so long at most; whether it is."""
        return self._order.over.wait(seconds)


class _StoppedError(Exception):
    """Nobody wants the result any more."""


class _Job(Generic[Made]):
    """A job for a thread; apart from `BackgroundWork`, so that a thread at work does not keep that alive."""

    def __init__(self, work: Callable[[Progress], Made], wanted: Callable[[], bool]) -> None:
        self.wanted, self.last_wanted = wanted, time.monotonic()
        self.work: Callable[[Progress], Made] | None = work  # None when it is over: it may hold a million rows
        self.share = 0.0
        self.result: Made | None = None
        self.failed: Exception | None = None
        self.over = threading.Event()
        self.lock = threading.Lock()  # over the end, which comes once

    def stop(self) -> None:
        self._end()

    def carry_out(self) -> None:
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
            self._end(failed=failed)

    def _report(self, share: float) -> None:
        now = time.monotonic()
        if self.wanted():
            self.last_wanted = now
        if self.over.is_set() or now - self.last_wanted > PATIENCE:
            raise _StoppedError
        self.share = share

    def _end(self, *, result: Made | None = None, failed: Exception | None = None) -> None:
        with self.lock:
            if self.over.is_set():
                return
            self.result, self.failed, self.work = result, failed, None
            self.share = 1.0 if result is not None else self.share
            self.over.set()


class _Queue:
    """Jobs of all visitors, who take turns; the threads that carry them out are started with the first."""

    def __init__(self) -> None:
        self.waiting: dict[str, deque[_Job[Any]]] = {}  # by visitor; whoever is next comes first
        self.changed = threading.Condition()
        self.threads: list[threading.Thread] = []

    def put(self, order: _Job[Any], visitor: str) -> None:
        with self.changed:
            self.waiting.setdefault(visitor, deque()).append(order)
            self.changed.notify()
            while len(self.threads) < MOST_AT_ONCE:
                self.threads.append(threading.Thread(target=self._serve, name="long work", daemon=True))
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

    def _serve(self) -> None:
        start_no_threads()
        while True:
            self.take().carry_out()


_queue = _Queue()
