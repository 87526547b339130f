import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import fbeta_score

from pr_metrics import OperatingPoints, f_contour, f_score, operating_points
from tests.rankings import rankings

THREE = OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 1])  # precision 1, 2/3, 1/2; recall 1/2, 1, 1


@given(rankings(weights=("none",)), st.sampled_from([0.5, 1.0, 2.0]))
def test_f_score_equals_scikit_learn(ranking, beta):
    points = operating_points(ranking.y_true, ranking.y_score)
    middle = points.threshold.size // 2
    called = ranking.y_score >= points.threshold[middle]
    expected = fbeta_score(ranking.y_true, called, beta=beta, zero_division=0)
    assert f_score(points, beta)[middle] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("beta", [0, -1, np.inf, np.nan, 1e200, "1"])
def test_beta_must_be_positive(beta):
    with pytest.raises(ValueError, match=r"beta must be between 1e-50 and 1e\+50, got"):
        f_score(THREE, beta)
    with pytest.raises(ValueError, match=r"beta must be between 1e-50 and 1e\+50, got"):
        f_contour(0.5, beta)


def test_without_positives_no_f_score_is_defined():
    with pytest.warns(UserWarning, match="no positives"):
        points = operating_points([0, 0], [0.2, 0.1])
    assert np.isnan(f_score(points)).all()


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
