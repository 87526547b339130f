"""Jobs run in the background, take turns between visitors, and end when their visitor has left."""

import logging
import subprocess
import sys
import threading
import time
from functools import partial

import numpy as np
import pytest

from pr_curve_lab.server import jobs
from pr_curve_lab.server.jobs import MAX_THREADS, Job
from pr_curve_lab.server.worker import run_in_process
from pr_metrics import blocks, operating_points, permutation_test
from tests.pr_curve_lab.server.test_worker import is_running, process_number

LONG = 60  # s, timeout for waits that are short unless the machine is busy


class Steps:
    """Work in steps, each of which waits until the test allows it."""

    def __init__(self, steps=4):
        self.steps = steps
        self.allowed = threading.Semaphore(0)
        self.begun, self.error = threading.Event(), threading.Event()

    def __call__(self, progress):
        self.begun.set()
        try:
            for step in range(self.steps):
                assert self.allowed.acquire(timeout=LONG)
                progress((step + 1) / self.steps)
        finally:
            self.error.set()
        return "done"

    def allow(self, steps):
        self.allowed.release(steps)


@pytest.fixture
def busy():
    """Keep every thread busy until the returned function is called."""
    works = [Steps(1) for _ in range(MAX_THREADS)]
    going = [Job(work) for work in works]
    assert all(work.begun.wait(LONG) for work in works)

    def let_go():
        for work in works:
            work.allow(1)
        assert all(one.wait(LONG) for one in going)

    yield let_go
    let_go()


def until(condition):
    end = time.monotonic() + LONG
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.001)


def test_a_job_runs_in_the_background_and_reports_progress():
    steps = Steps(4)
    work = Job(steps)
    assert (work.fraction, work.is_over, work.result) == (0.0, False, None)
    steps.allow(3)
    until(lambda: work.fraction == 0.75)
    assert (work.is_over, work.result) == (False, None)
    steps.allow(1)
    assert work.wait(LONG)
    assert (work.fraction, work.is_over, work.result, work.error) == (1.0, True, "done", None)


def test_a_stopped_job_ends_at_its_next_progress_report():
    steps = Steps(4)
    work = Job(steps)
    steps.allow(1)
    until(lambda: work.fraction == 0.25)
    work.stop()
    assert work.is_over
    steps.allow(3)
    assert steps.error.wait(LONG)
    assert (work.fraction, work.result, work.error) == (0.25, None, None)
    assert steps.allowed.acquire(timeout=1)  # the job did not begin a third step


def test_a_job_stopped_before_its_turn_never_begins(busy):
    steps = Steps(1)
    work = Job(steps)
    work.stop()
    busy()
    last = Job(lambda _: 1)
    assert last.wait(LONG)
    assert not steps.begun.is_set()
    assert (work.is_over, work.result) == (True, None)


def test_visitors_take_turns(busy):
    begun = []
    works = [
        Job(lambda _, name=name: begun.append(name) or name, session=name[0])
        for name in ("a1", "a2", "a3", "a4", "b1", "c1", "c2")
    ]
    busy()
    assert all(work.wait(LONG) for work in works)
    assert sorted(begun[:3]) == ["a1", "b1", "c1"]
    assert set(begun[-2:]) <= {"a3", "a4"}


def test_a_job_ends_after_its_visitor_has_left(monkeypatch):
    monkeypatch.setattr(jobs, "MAX_AWAY_SECONDS", 0.05)
    steps, is_there = Steps(100), threading.Event()
    is_there.set()
    work = Job(steps, is_needed=is_there.is_set)
    steps.allow(2)
    until(lambda: work.fraction == 0.02)
    time.sleep(0.1)
    steps.allow(1)
    until(lambda: work.fraction == 0.03)  # the visitor is still there
    is_there.clear()
    time.sleep(0.1)
    steps.allow(1)
    assert work.wait(LONG)
    assert (work.fraction, work.result, work.error) == (0.03, None, None)


def test_a_waiting_job_of_a_visitor_who_left_never_begins(busy, monkeypatch):
    monkeypatch.setattr(jobs, "MAX_AWAY_SECONDS", 0)
    steps = Steps(1)
    work = Job(steps, is_needed=lambda: False)
    busy()
    assert work.wait(LONG)
    assert not steps.begun.is_set()


def test_no_more_jobs_run_than_there_are_threads(busy):
    waiting = [Steps(1) for _ in range(3)]
    works = [Job(steps) for steps in waiting]
    assert not waiting[0].begun.wait(0.1)
    assert not any(steps.begun.is_set() for steps in waiting)
    busy()
    for steps in waiting:
        steps.allow(1)
    assert all(work.wait(LONG) for work in works)


def test_an_error_is_kept_and_the_thread_continues(caplog):
    def fail(progress):
        progress(0.5)
        raise MemoryError("too large")

    with caplog.at_level(logging.ERROR):
        work = Job(fail)
        assert work.wait(LONG)
        until(lambda: caplog.records)
    assert isinstance(work.error, MemoryError)
    assert (work.fraction, work.result) == (0.5, None)
    for _ in range(MAX_THREADS):
        assert Job(lambda _: 1).wait(LONG)


def test_stopping_a_finished_job_keeps_its_result():
    work = Job(lambda _: 7)
    assert work.wait(LONG)
    work.stop()
    assert work.result == 7


def test_a_finished_job_releases_its_data():
    work = Job(lambda _: 1)
    assert work.wait(LONG)
    assert work._work is None


def test_job_threads_start_no_further_threads(monkeypatch):
    monkeypatch.setattr(blocks, "MIN_PARALLEL_ROWS", 1)
    monkeypatch.setattr(blocks, "_cpu_count", lambda: 2)
    work = Job(lambda _: len(blocks.split_for_threads(1000)))
    assert work.wait(LONG)
    assert work.result == 1
    assert len(blocks.split_for_threads(1000)) == 2


def test_a_permutation_test_in_the_background_has_the_same_result():
    rng = np.random.default_rng(0)
    label = rng.random(500) < 0.3
    points = operating_points(label, rng.normal(size=500) + label)
    work = Job(lambda progress: permutation_test(points, n_permutations=100, progress=progress))
    assert work.wait(LONG)
    assert work.result.permuted_areas.tolist() == permutation_test(points, n_permutations=100).permuted_areas.tolist()
    endless = Job(lambda progress: permutation_test(points, n_permutations=1_000_000, progress=progress))
    until(lambda: endless.fraction > 0)
    endless.stop()
    afterwards = [Job(lambda _: 1) for _ in range(MAX_THREADS + 1)]
    assert all(one.wait(LONG) for one in afterwards)


def test_an_idle_thread_ends_its_process(monkeypatch):
    monkeypatch.setattr(jobs, "IDLE_SECONDS", 0.05)
    monkeypatch.setattr(jobs, "_queue", jobs._Queue())
    work = Job(partial(run_in_process, process_number, ()))
    assert work.wait(LONG)
    until(lambda: not is_running(work.result))


def test_a_server_exits_without_waiting_for_jobs():
    program = (
        "import time; from pr_curve_lab.server.jobs import Job\n"
        "def sleep(progress):\n    for _ in range(1000): time.sleep(0.05)\n"
        "work = Job(sleep); time.sleep(0.2); print(work.is_over)"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=LONG, check=True)
    assert ended.stdout == "False\n"
