"""However a reader fails in its process, its caller gets one of two problems."""

import pytest

from pr_curve_lab.io import reader_process
from pr_curve_lab.io.notices import InvalidFileError, Notice
from pr_curve_lab.io.reader_process import read_in_process

PROBLEMS = {
    "error": "invalid", "crash": "invalid", "grow": "over_limits", "abort": "over_limits", "loop": "over_limits",
    "sleep": "over_limits",
}  # fmt: skip


def read_in_test_process(content):
    answers = {key: Notice(key) for key in ("invalid", "over_limits")}
    reader = "tests.pr_curve_lab.io.reader_of_trouble"
    return read_in_process(reader, "a", content, memory=2**28, seconds=1, **answers)


@pytest.mark.parametrize("failure", PROBLEMS)
def test_a_failing_reader_raises_a_problem_of_the_file(failure, monkeypatch):
    monkeypatch.setattr(reader_process, "TIMEOUT_FACTOR", 2 if failure == "sleep" else 60)
    with pytest.raises(InvalidFileError) as raised:
        read_in_test_process(failure.encode())
    assert raised.value.problem.key == PROBLEMS[failure]


def test_the_output_of_a_reader_is_returned():
    assert read_in_test_process(b"0,1\n" * 10**6) == b"0,1\n" * 10**6
