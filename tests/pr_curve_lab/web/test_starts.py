"""Targets: none is reached by the rows it begins with, each by rows that are known."""

import pytest

from pr_curve_lab.web.play import DEFAULT_START, MEASURES, STARTS, points_of_rows
from tests.solutions import SOLUTIONS, is_reached, ranked

TARGETS = [start for start in STARTS.values() if start.conditions]
IDS = [start.key for start in TARGETS]


def test_every_target_has_a_solution_here_and_the_first_start_is_one():
    assert SOLUTIONS.keys() == set(IDS)
    assert IDS[0] == DEFAULT_START
    assert all(start.rows for start in STARTS.values())


@pytest.mark.parametrize("start", TARGETS, ids=IDS)
def test_a_target_is_reached_by_its_solution_and_not_at_first(start):
    assert not is_reached(start, start.rows)
    assert is_reached(start, SOLUTIONS[start.key])


@pytest.mark.parametrize("start", TARGETS, ids=IDS)
def test_what_a_target_counts_is_so_at_first(start):
    """The rest is what is left to do."""
    points = points_of_rows(start.rows)
    counted = [one for one in start.conditions if one.measure in ("positives", "negatives")]
    assert len(counted) < len(start.conditions)
    assert [MEASURES[one.measure](points) for one in counted] == [one.target for one in counted]


def test_only_other_labels_reach_the_target_about_roc():
    """With five of ten positive, an ROC area above 0.85 leaves no step area below 0.505."""
    roc, ties = STARTS["roc"], SOLUTIONS["lead"]
    assert not is_reached(roc, ties)
    assert not any(is_reached(roc, ranked(labels)) for labels in ("npppppnnnn", "nppppnpnnn", "pppppnnnnn"))


def test_solutions_do_what_their_targets_say():
    half, better = (points_of_rows(SOLUTIONS[key]) for key in ("half", "better"))
    assert MEASURES["step"](half) == pytest.approx(0.5, abs=1e-15)
    assert MEASURES["step"](better) > 0.5
    assert MEASURES["linear"](better) < 0.75
    same = STARTS["same"]
    assert MEASURES["step"](points_of_rows(SOLUTIONS["same"])) == pytest.approx(
        MEASURES["step"](points_of_rows(same.rows)), abs=1e-15
    )
    assert MEASURES["difference"](points_of_rows(SOLUTIONS["lead"])) == pytest.approx(0.25, abs=1e-15)
    assert MEASURES["roc"](points_of_rows(SOLUTIONS["roc"])) == pytest.approx(8 / 9, abs=1e-15)
