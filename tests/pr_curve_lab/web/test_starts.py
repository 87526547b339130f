"""Targets of Play: the initial rows do not reach them, and known solutions do."""

import pytest

from pr_curve_lab.web.play import DEFAULT_START, MEASURES, STARTS, points_of_rows
from tests.solutions import SOLUTIONS, is_reached, ranked

TARGETS = [start for start in STARTS.values() if start.conditions]
IDS = [start.key for start in TARGETS]


def test_every_target_has_a_known_solution():
    assert SOLUTIONS.keys() == set(IDS)
    assert IDS[0] == DEFAULT_START
    assert all(start.rows for start in STARTS.values())


@pytest.mark.parametrize("start", TARGETS, ids=IDS)
def test_a_target_is_reached_by_its_solution_not_by_its_initial_rows(start):
    assert not is_reached(start, start.rows)
    assert is_reached(start, SOLUTIONS[start.key])


@pytest.mark.parametrize("start", TARGETS, ids=IDS)
def test_conditions_on_counts_hold_initially(start):
    """The other conditions remain for the visitor."""
    points = points_of_rows(start.rows)
    counted = [one for one in start.conditions if one.measure in ("positives", "negatives")]
    assert len(counted) < len(start.conditions)
    assert [MEASURES[one.measure](points) for one in counted] == [one.target for one in counted]


def test_the_target_about_roc_needs_other_labels():
    """With five positives among ten rows, an ROC area above 0.85 implies a step area of at least 0.505."""
    roc, ties = STARTS["roc"], SOLUTIONS["lead"]
    assert not is_reached(roc, ties)
    assert not any(is_reached(roc, ranked(labels)) for labels in ("npppppnnnn", "nppppnpnnn", "pppppnnnnn"))


def test_solutions_have_the_numbers_of_their_targets():
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
