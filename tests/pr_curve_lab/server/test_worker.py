"""Work in a worker process: same result, can be stopped at a progress report, and leaves nothing behind."""

import os
import pickle
import subprocess
import sys
import time

import numpy as np
import pytest

from pr_curve_lab.server import worker
from pr_curve_lab.server.worker import WorkerEndedError, end_process, run_in_process
from pr_metrics import blocks, operating_points

LONG = 60  # s, timeout


class EnoughError(Exception):
    """Raised by the progress callback."""


def process_number(_):
    return os.getpid()


MAX_NICENESS = 19  # of Linux


def niceness_and_threads(_):
    blocks.MIN_PARALLEL_ROWS = 1
    return os.nice(0), len(blocks.split_for_threads(1000))


def count_for_ever(report):
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        report(0.5)
        time.sleep(0.001)


def print_and_fail(_):
    print("this is no answer")
    raise ValueError("too few rows")


def raise_what_cannot_be_sent(_):
    raise ValueError(lambda: None)


def end_the_process(_):
    os._exit(3)


def nobody_listens(_):
    pass


@pytest.fixture(autouse=True, scope="module")
def _ends_what_it_starts():
    yield
    end_process()


def test_the_result_equals_that_of_this_process():
    # Imported here, as every worker process imports this module.
    from pr_curve_lab.analysis.prevalence import permutation_bands

    rng = np.random.default_rng(0)
    label = rng.random(500) < 0.3
    points = operating_points(label, rng.normal(size=500) + label)
    assert run_in_process(permutation_bands, (points, ("step",), 50), nobody_listens) == permutation_bands(
        points, ("step",), 50
    )


def test_the_worker_process_is_reused():
    number = run_in_process(process_number, (), nobody_listens)
    assert number != os.getpid()
    assert run_in_process(process_number, (), nobody_listens) == number


def test_the_worker_has_lower_priority_and_one_thread():
    niceness = min(os.nice(0) + worker.NICENESS, MAX_NICENESS)
    assert run_in_process(niceness_and_threads, (), nobody_listens) == (niceness, 1)


def test_an_error_in_the_callback_stops_the_worker():
    number, heard = run_in_process(process_number, (), nobody_listens), []

    def listen(share):
        heard.append(share)
        raise EnoughError

    with pytest.raises(EnoughError):
        run_in_process(count_for_ever, (), listen)
    assert heard == [0.5]
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


@pytest.mark.parametrize(("fail", "said"), [(print_and_fail, "too few rows"), (raise_what_cannot_be_sent, "lambda")])
def test_an_error_is_raised_here_and_the_worker_continues(fail, said):
    number = run_in_process(process_number, (), nobody_listens)
    with pytest.raises((ValueError, RuntimeError), match=said):
        run_in_process(fail, (), nobody_listens)
    assert run_in_process(process_number, (), nobody_listens) == number


def test_a_dead_worker_is_an_error_and_is_replaced():
    number = run_in_process(process_number, (), nobody_listens)
    with pytest.raises(WorkerEndedError, match="has ended"):
        run_in_process(end_the_process, (), nobody_listens)
    assert run_in_process(process_number, (), nobody_listens) not in (number, os.getpid())


def test_arguments_that_cannot_be_pickled_do_not_break_the_next_call():
    number = run_in_process(process_number, (), nobody_listens)
    with pytest.raises((AttributeError, TypeError, pickle.PicklingError), match="lambda"):
        run_in_process(dict.get, (np.zeros(100_000), lambda: None), nobody_listens)  # the array is partly sent by then
    assert run_in_process(process_number, (), nobody_listens) not in (number, os.getpid())


def test_the_worker_ends_with_the_app():
    program = (
        "from tests.pr_curve_lab.server.test_worker import worker, count_for_ever, run_in_process\n"
        "def listen(share): print(processes_number(), flush=True); import os; os._exit(0)\n"
        "started = []\n"
        "class Seen(worker.subprocess.Popen):\n"
        "    def __init__(self, *given, **named): super().__init__(*given, **named); started.append(self.pid)\n"
        "worker.subprocess.Popen = Seen\n"
        "processes_number = lambda: started[0]\n"
        "run_in_process(count_for_ever, (), listen)\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=LONG, check=True)
    end = time.monotonic() + LONG
    while is_running(int(ended.stdout)):
        assert time.monotonic() < end
        time.sleep(0.01)


def is_running(number):
    try:
        with open(f"/proc/{number}/stat", encoding="ascii") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):  # the process may end between opening and reading
        return False
