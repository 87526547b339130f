"""Processes for long work, so that pages keep theirs: started when there is work, and used again.

Python's own pools of processes run the main script once more in each, and Streamlit's main script is the app.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from pr_curve_lab.analysis.progress import Progress
from pr_curve_lab.server.worker import IDLE, STOP

Made = TypeVar("Made")


class ProcessEndedError(RuntimeError):
    """The process ended before its work, for instance because memory ran out."""


def made_elsewhere(make: Callable[..., Made], given: tuple[Any, ...], progress: Progress) -> Made:
    """The result of a function, made in another process; last of all the function is given whom to tell how far it is.

    The function, what it is given and what it makes can be pickled. Where `progress` raises, the work is ended.

    >>> made_elsewhere(dict.get, ({"a": 1}, "a"), lambda share: None)
    1
    """
    process = _take() or _Process()
    try:
        kind, outcome = process.make((make, given), progress)
    except BaseException:  # half a message may be under way
        process.end()
        raise
    _give_back(process)
    if kind == "made":
        result: Made = outcome
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

    def make(self, task: tuple[Callable[..., Any], tuple[Any, ...]], progress: Progress) -> tuple[str, Any]:
        """Have it made: `made` and the result, or `failed` and the error, which may be the one of `progress`."""
        refused: BaseException | None = None
        self._say(task)
        while (heard := self._hear())[0] == "share":
            try:
                if refused is None:
                    progress(heard[1])
            except BaseException as error:
                refused = error
                self._say(STOP)
        return ("failed", refused) if refused is not None else heard

    def rest(self) -> None:
        """Wait for the next task."""
        self._free_since = time.monotonic()

    def is_ready(self) -> bool:
        """Whether it waits for a task, and will go on doing so for a while."""
        return self._process.poll() is None and time.monotonic() - self._free_since < IDLE / 2

    def end(self) -> None:
        """End it, and leave nothing of it behind."""
        self._process.kill()
        self._process.communicate()

    def _say(self, what: Any) -> None:
        assert self._process.stdin is not None
        try:
            pickle.dump(what, self._process.stdin, pickle.HIGHEST_PROTOCOL)
            self._process.stdin.flush()
        except BrokenPipeError as broken:
            raise ProcessEndedError("the process for long work has ended") from broken

    def _hear(self) -> tuple[str, Any]:
        assert self._process.stdout is not None
        try:
            heard: tuple[str, Any] = pickle.load(self._process.stdout)
        except (EOFError, pickle.UnpicklingError) as broken:
            raise ProcessEndedError("the process for long work has ended") from broken
        return heard


_resting: list[_Process] = []
_lock = threading.Lock()


def _take() -> _Process | None:
    """A process that waits for work, the last that did some; those that have waited for long are let go of."""
    with _lock:
        while _resting:
            process = _resting.pop()
            if process.is_ready():
                return process
            process.end()
    return None


def _give_back(process: _Process) -> None:
    process.rest()
    with _lock:
        _resting.append(process)
