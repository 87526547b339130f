"""Run long work in another process, so that pages stay responsive: the code for both ends.

    python -m pr_curve_lab.server.worker

The process reads pickled tasks from standard input and writes pickled progress and results to standard output. Python's
process pools run the main script again in each worker, and with Streamlit the main script is the app.
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

NICENESS = 10  # pages take priority over long work
REPORT_SECONDS = 0.1  # seconds between two progress reports

_thread = threading.local()


class WorkerEndedError(RuntimeError):
    """The process ended before its task was done, for instance because memory ran out."""


def run_in_process(function: Callable[..., Result], args: tuple[Any, ...], progress: Progress) -> Result:
    """Run a function in this thread's worker process and return its result; if `progress` raises, the process ends.

    The function takes `progress` as one more argument at the end. The function, its arguments and its result must be
    picklable.

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
    except BaseException:  # the pipe may hold half a message
        end_process()
        raise
    kind, outcome = message
    if kind == "failed":
        raise outcome
    result: Result = outcome
    return result


def end_process() -> None:
    """End this thread's worker process and close its pipes."""
    process: subprocess.Popen[bytes] | None = _thread.__dict__.pop("process", None)
    if process is not None:
        process.kill()
        process.communicate()


def _start_process() -> subprocess.Popen[bytes]:
    path = os.pathsep.join(filter(None, sys.path))  # the child finds the same packages
    return subprocess.Popen(
        [sys.executable, "-m", "pr_curve_lab.server.worker"],
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


def main() -> None:
    """Do one task after another until the app ends."""
    results = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # libraries may print, and that must not mix with results
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    start_no_threads()
    try:
        while True:
            function, args = pickle.load(sys.stdin.buffer)
            _run_task(function, args, results)
    except (EOFError, BrokenPipeError):
        os._exit(0)  # skip flushing buffers that nobody reads


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
    except Exception:  # the result or the exception cannot be pickled
        data = _dump(("failed", RuntimeError(repr(message[1]))))
    _write(results, data)


def _dump(message: Any) -> bytes:
    return pickle.dumps(message, pickle.HIGHEST_PROTOCOL)


def _write(stream: IO[bytes], data: bytes) -> None:
    stream.write(data)
    stream.flush()


if __name__ == "__main__":
    main()
