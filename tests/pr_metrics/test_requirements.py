import pytest

from pr_app.examples import example_cases
from pr_metrics import OperatingPoints, choose_threshold, f_score, operating_points

THREE = OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 1])  # precision 1, 2/3, 1/2; recall 1/2, 1, 1


def test_best_f1_of_the_sixteen_rows():
    points = example_cases("sixteen_rows").points
    best = choose_threshold(points)
    assert points.threshold[best] == 0.5
    assert f_score(points)[best] == pytest.approx(14 / 17)


def test_a_requirement_is_met_by_the_best_achievable_point():
    assert choose_threshold(THREE, min_precision=0.6) == 1  # most recall
    assert choose_threshold(THREE, min_recall=0.9) == 1  # most precision
    assert choose_threshold(THREE, min_recall=0.9, min_precision=0.5) == 1  # largest F1


def test_a_beta_decides_between_points_that_meet_a_requirement():
    points = OperatingPoints.from_counts([3, 2, 1], [4, 1, 5], [1, 0, 6])  # precision 4/5, 5/6, 10/17; recall .4, .5, 1
    assert choose_threshold(points, min_precision=0.5) == 2
    assert choose_threshold(points, min_precision=0.5, beta=0.1) == 1


def test_only_the_joined_line_passes_there():
    # A straight line from (.5, 1) to (1, 2/3) passes (.7, .87); no threshold does.
    assert choose_threshold(THREE, min_precision=0.8, min_recall=0.7) is None


@pytest.mark.parametrize("requirement", [{"min_precision": 1.1}, {"min_recall": -0.1}])
def test_impossible_requirements_are_refused(requirement):
    with pytest.raises(ValueError, match="must be between 0 and 1, got"):
        choose_threshold(THREE, **requirement)


def test_a_beta_must_be_one_of_f_score():
    with pytest.raises(ValueError, match=r"beta must be between 1e-50 and 1e\+50, got"):
        choose_threshold(THREE, min_precision=0.1, beta=0)


def test_without_positives_there_is_nothing_to_find():
    with pytest.warns(UserWarning, match="no positives"):
        points = operating_points([0, 0], [0.2, 0.1])
    assert choose_threshold(points, min_recall=0.5) is None
