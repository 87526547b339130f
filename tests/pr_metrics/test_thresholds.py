import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import fbeta_score

from pr_app.examples import example_cases
from pr_metrics import OperatingPoints, choose_threshold, f_contour, f_score, operating_points, point_in_force
from tests.rankings import rankings

THREE = OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 1])  # precision 1, 2/3, 1/2; recall 1/2, 1, 1


def test_best_f1_of_the_sixteen_rows():
    points = example_cases("sixteen_rows").points
    best = choose_threshold(points)
    assert points.threshold[best] == 0.5
    assert f_score(points)[best] == pytest.approx(14 / 17)


@given(rankings(weights=("none",)), st.sampled_from([0.5, 1.0, 2.0]))
def test_f_score_equals_scikit_learn(ranking, beta):
    points = operating_points(ranking.y_true, ranking.y_score)
    middle = points.threshold.size // 2
    called = ranking.y_score >= points.threshold[middle]
    expected = fbeta_score(ranking.y_true, called, beta=beta, zero_division=0)
    assert f_score(points, beta)[middle] == pytest.approx(expected, abs=1e-12)


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


@pytest.mark.parametrize("beta", [0, -1, np.inf, np.nan, 1e200])
def test_beta_must_be_positive(beta):
    with pytest.raises(ValueError, match=r"beta must be between 1e-50 and 1e\+50, got"):
        f_score(THREE, beta)
    with pytest.raises(ValueError, match=r"beta must be between 1e-50 and 1e\+50, got"):
        f_contour(0.5, beta)
    with pytest.raises(ValueError, match=r"beta must be between 1e-50 and 1e\+50, got"):
        choose_threshold(THREE, min_precision=0.1, beta=beta)


def test_without_positives_no_f_score_is_defined():
    with pytest.warns(UserWarning, match="no positives"):
        points = operating_points([0, 0], [0.2, 0.1])
    assert np.isnan(f_score(points)).all()
    assert choose_threshold(points, min_recall=0.5) is None


@given(st.floats(0.05, 0.95), st.floats(0.2, 5))
def test_every_point_of_a_contour_has_its_score(score, beta):
    contour = f_contour(score, beta)
    p, r = contour.precision, contour.recall
    np.testing.assert_allclose((1 + beta**2) * p * r / (beta**2 * p + r), score, rtol=1e-9)
    assert (p[0], r[-1]) == pytest.approx((1.0, 1.0))


@pytest.mark.parametrize("score", [0, 1, 2])
def test_a_contour_needs_a_score_inside(score):
    with pytest.raises(ValueError, match="score must be between 0 and 1, both excluded"):
        f_contour(score)


@given(rankings(), st.floats(-10, 10))
def test_a_threshold_amounts_to_the_rows_at_or_above_it(ranking, threshold):
    points = operating_points(ranking.y_true, ranking.y_score)
    called = ranking.y_score >= threshold
    index = point_in_force(points, threshold)
    if index is None:
        assert not called.any()
    else:
        assert points.true_positives[index] == ranking.y_true[called].sum()
        assert points.threshold[index] == ranking.y_score[called].min()
