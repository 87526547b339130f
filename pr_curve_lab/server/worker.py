"""Long work in another process, so that the pages stay free: both ends of it.

    python -m pr_curve_lab.server.worker

The process reads tasks from standard input and writes shares done and results to standard output, in pickles. Python's
own pools of processes run the main script once more in each, and Streamlit's main script is the app.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import IO, Any, TypeVar

from pr_metrics.blocks import start_no_threads
from pr_metrics.uncertainty.resampling import Progress

Result = TypeVar("Result")

NICENESS = 10  # whoever wants to see a page goes first
REPORT_SECONDS = 0.1  # s between two reports

_thread = threading.local()


class WorkerEndedError(RuntimeError):
    """The process ended before its work, for instance because memory ran out."""


def run_in_process(function: Callable[..., Result], args: tuple[Any, ...], progress: Progress) -> Result:
    """The result of a function, made in the process of this thread; where `progress` raises, the process ends.

    The function takes one more argument: whom to tell how far it is. It, its arguments and its result can be pickled.

    >>> run_in_process(dict.get, ({"a": 1}, "a"), lambda share: None)
    1
    >>> end_process()
    """
    process: subprocess.Popen[bytes] | None = getattr(_thread, "process", None)
    if process is None or process.poll() is not None:
        process = _thread.process = _start_process()
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        _write(process.stdin, _dump((function, args)))
        while (message := pickle.load(process.stdout))[0] == "share":
            progress(message[1])
    except (BrokenPipeError, EOFError, pickle.UnpicklingError) as broken:
        end_process()
        raise WorkerEndedError("the process for long work has ended") from broken
    except BaseException:  # half a message may be under way
        end_process()
        raise
    kind, outcome = message
    if kind == "failed":
        raise outcome
    result: Result = outcome
    return result


def end_process() -> None:
    """End the process of this thread, and leave nothing of it behind."""
    process: subprocess.Popen[bytes] | None = _thread.__dict__.pop("process", None)
    if process is not None:
        process.kill()
        process.communicate()


def _start_process() -> subprocess.Popen[bytes]:
    path = os.pathsep.join(filter(None, sys.path))  # wherever the app was found
    return subprocess.Popen(
        [sys.executable, "-m", "pr_curve_lab.server.worker"],
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


def main() -> None:
    """Do one task after the other, until the app ends."""
    results = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints is no result
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    start_no_threads()
    try:
        while True:
            function, args = pickle.load(sys.stdin.buffer)
            _run_task(function, args, results)
    except (EOFError, BrokenPipeError):
        os._exit(0)  # what is left in a buffer has no reader


def _run_task(function: Callable[..., Any], args: tuple[Any, ...], results: IO[bytes]) -> None:
    last = time.monotonic()

    def report(share: float) -> None:
        nonlocal last
        if time.monotonic() - last >= REPORT_SECONDS:
            last = time.monotonic()
            _write(results, _dump(("share", share)))

    message: tuple[str, Any]
    try:
        message = "made", function(*args, report)
    except Exception as failed:
        message = "failed", failed
    try:
        data = _dump(message)
    except Exception:  # a result or an error that cannot be sent
        data = _dump(("failed", RuntimeError(repr(message[1]))))
    _write(results, data)


def _dump(message: Any) -> bytes:
    return pickle.dumps(message, pickle.HIGHEST_PROTOCOL)


def _write(stream: IO[bytes], data: bytes) -> None:
    stream.write(data)
    stream.flush()


if __name__ == "__main__":
    main()
