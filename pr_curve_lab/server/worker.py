"""The program of a process that does long work for the app: told what to make, it says how far it is, and what came.

    python -m pr_curve_lab.server.worker

It reads from standard input and writes to standard output, in pickles. It ends when it has had nothing to do for a
while, and at once when the app does.
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
import time
from queue import Empty, SimpleQueue
from typing import Any, BinaryIO

from pr_metrics.blocks import start_no_threads

IDLE = 30  # s without work, then it ends and its memory is free
NICENESS = 10  # whoever wants to see a page goes first
REPORT_SECONDS = 0.1  # s between two reports
STOP = "stop"  # what the app says instead of the next task


class StoppedError(Exception):
    """Nobody wants the result any more."""


def main() -> None:
    """Do what is asked for, one thing after the other."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints is no answer
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    start_no_threads()
    tasks, stopped = SimpleQueue[Any](), threading.Event()
    threading.Thread(target=_read_tasks, args=(sys.stdin.buffer, tasks, stopped), daemon=True).start()
    while True:
        try:
            task = tasks.get(timeout=IDLE)
        except Empty:
            return
        stopped.clear()
        _write_result(answers, *_run_task(task, answers, stopped))


def _read_tasks(stream: BinaryIO, tasks: SimpleQueue[Any], stop_event: threading.Event) -> None:
    """Take in what the app says, also while something is being made; without the app there is nothing more to do."""
    try:
        while True:
            said = pickle.load(stream)
            if said == STOP:
                stop_event.set()
            else:
                tasks.put(said)
    except BaseException:
        os._exit(0)


def _run_task(task: Any, output: BinaryIO, stop_event: threading.Event) -> tuple[str, Any]:
    """Outcome of a task: `made` and the result, `failed` and the error, or `stop_event`."""
    make, given = task
    last = time.monotonic()

    def report(share: float) -> None:
        nonlocal last
        if stop_event.is_set():
            raise StoppedError
        if time.monotonic() - last >= REPORT_SECONDS:
            last = time.monotonic()
            _write_result(output, "share", share)

    try:
        return "made", make(*given, report)
    except StoppedError:
        return "stopped", None
    except Exception as failed:
        return "failed", failed


def _write_result(output: BinaryIO, kind: str, value: Any) -> None:
    try:
        pickled = pickle.dumps((kind, value), pickle.HIGHEST_PROTOCOL)
    except Exception:  # an error that holds what cannot be sent
        pickled = pickle.dumps(("failed", RuntimeError(repr(value))))
    output.write(pickled)
    output.flush()


if __name__ == "__main__":
    main()
