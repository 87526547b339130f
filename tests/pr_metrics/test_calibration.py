from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import calibration
from sklearn.metrics import brier_score_loss

from pr_metrics import (
    BrierScore,
    OperatingPoints,
    brier_score,
    brier_score_of_points,
    calibration_curve,
    calibration_curve_of_points,
    operating_points,
)
from tests.rankings import Ranking, rankings

STRATEGIES = ("uniform", "quantile")


@st.composite
def probabilities(draw, **options):
    """Random rows whose scores are spread over 0 ... 1, or all equal; options: those of `rankings`."""
    ranking = draw(rankings(**options))
    low, high = ranking.y_score.min(), ranking.y_score.max()
    score = (ranking.y_score - low) / (high - low) if high > low else np.full(ranking.y_score.size, 0.25)
    return Ranking(ranking.y_true, score, ranking.sample_weight)


def sum_of_parts(found: BrierScore) -> float:
    within = found.within_bin_variance - found.within_bin_covariance
    return found.reliability - found.resolution + found.uncertainty + within


def test_the_bins_of_eight_rows_by_hand():
    # (0, .5] holds .1, .2, .5 with one positive; (.5, 1] holds .6, .9, .9, 1, 1 with four.
    label, score = [0, 1, 0, 1, 0, 1, 1, 1], [0.1, 0.2, 0.5, 0.6, 0.9, 0.9, 1.0, 1.0]
    curve = calibration_curve(label, score, n_bins=2)
    assert curve.mean_probability.tolist() == pytest.approx([0.8 / 3, 4.4 / 5], abs=1e-15)
    assert curve.fraction_positive.tolist() == pytest.approx([1 / 3, 4 / 5], abs=1e-15)
    assert (curve.rows.tolist(), curve.weight.tolist()) == ([3, 5], [3.0, 5.0])
    assert (curve.lower_edge.tolist(), curve.upper_edge.tolist()) == ([0.0, 0.5], [0.5, 1.0])


def test_the_interval_of_no_positive_in_ten_rows_by_hand():
    curve = calibration_curve([1] + [0] * 10, [0.9] + [0.1] * 10, n_bins=2)
    assert curve.lower[0] == 0
    assert curve.upper[0] == pytest.approx(1.959964**2 / (10 + 1.959964**2), abs=1e-6)  # z^2 / (n + z^2)


def test_the_parts_of_four_rows_by_hand():
    # Values .2 (no positive in two) and .6 (one in two); base rate 1/4.
    found = brier_score([0, 0, 1, 0], [0.2, 0.2, 0.6, 0.6], n_bins=None)
    assert found.score == pytest.approx((2 * 0.04 + 0.16 + 0.36) / 4, abs=1e-15)
    assert found.reliability == pytest.approx((0.04 + 0.01) / 2, abs=1e-15)
    assert found.resolution == pytest.approx(1 / 16, abs=1e-15)
    assert (found.uncertainty, found.within_bin_variance) == (3 / 16, 0)
    assert found.skill == pytest.approx(1 - 0.15 / (3 / 16), abs=1e-15)


def test_the_terms_within_one_bin_by_hand():
    # Mean .4 and base rate 1/2; deviations -.2 and +.2 from the mean, -1/2 and +1/2 from the base rate.
    found = brier_score([0, 1], [0.2, 0.6], n_bins=1)
    assert found.within_bin_variance == pytest.approx(0.04, abs=1e-15)
    assert found.within_bin_covariance == pytest.approx(0.2, abs=1e-15)
    assert (found.reliability, found.resolution) == (pytest.approx(0.01, abs=1e-15), 0)
    assert found.score == pytest.approx(0.1, abs=1e-15)


@given(probabilities(), st.integers(1, 30), st.sampled_from(STRATEGIES))
def test_the_bins_equal_scikit_learn(rows, n_bins, strategy):
    options = {"n_bins": n_bins, "strategy": strategy}
    fraction, mean = calibration.calibration_curve(rows.y_true, rows.y_score, pos_label=1, **options)
    points = operating_points(rows.y_true, rows.y_score)
    of_points = calibration_curve_of_points(points, **options)
    for curve in (calibration_curve(rows.y_true, rows.y_score, **options), of_points):
        np.testing.assert_allclose(curve.fraction_positive, fraction, rtol=0, atol=1e-12)
        np.testing.assert_allclose(curve.mean_probability, mean, rtol=0, atol=1e-12)


def test_a_score_on_an_edge_of_equal_rows_is_in_the_bin_of_scikit_learn():
    label, score = [0, 1, 0, 1], [0.1, 0.2, 0.3, 0.9]  # two of the edges are scores but for rounding
    expected, _ = calibration.calibration_curve(label, score, n_bins=3, strategy="quantile")
    found = calibration_curve(label, score, n_bins=3, strategy="quantile")
    assert found.fraction_positive.tolist() == expected.tolist()


@given(probabilities(), st.one_of(st.none(), st.integers(1, 30)), st.sampled_from(STRATEGIES))
def test_the_score_equals_scikit_learn_and_its_parts_add_up(rows, n_bins, strategy):
    options = {"n_bins": n_bins, "strategy": strategy}
    found = brier_score(rows.y_true, rows.y_score, sample_weight=rows.sample_weight, **options)
    expected = brier_score_loss(rows.y_true, rows.y_score, sample_weight=rows.sample_weight, pos_label=1)
    assert found.score == pytest.approx(expected, abs=1e-12)
    assert sum_of_parts(found) == pytest.approx(found.score, abs=1e-12)
    three = found.reliability - found.generalized_resolution + found.uncertainty
    assert three == pytest.approx(found.score, abs=1e-12)
    of_points = brier_score_of_points(operating_points(rows.y_true, rows.y_score), **options)
    assert of_points.score == pytest.approx(brier_score(rows.y_true, rows.y_score).score, abs=1e-12)
    assert sum_of_parts(of_points) == pytest.approx(of_points.score, abs=1e-12)


@given(probabilities(), st.integers(1, 30))
def test_every_bin_has_rows_and_an_interval_that_contains_its_fraction(rows, n_bins):
    curve = calibration_curve(rows.y_true, rows.y_score, n_bins=n_bins, sample_weight=rows.sample_weight)
    counted = np.ones(rows.y_true.size) if rows.sample_weight is None else rows.sample_weight
    assert (curve.rows > 0).all()
    assert curve.rows.sum() == (counted > 0).sum()
    assert curve.weight.sum() == pytest.approx(counted.sum(), rel=1e-12)
    assert ((curve.lower <= curve.fraction_positive) & (curve.fraction_positive <= curve.upper)).all()
    assert ((curve.lower >= 0) & (curve.upper <= 1)).all()
    rounding = 1e-12
    assert (curve.lower_edge - rounding <= curve.mean_probability).all()
    assert (curve.mean_probability <= curve.upper_edge + rounding).all()


@given(probabilities(weights=("whole",)), st.integers(1, 30))
def test_whole_weights_count_as_repeated_rows(rows, n_bins):
    label, score = (np.repeat(one, rows.sample_weight.astype(int)) for one in (rows.y_true, rows.y_score))
    weighted, repeated = (
        calibration_curve(rows.y_true, rows.y_score, n_bins=n_bins, sample_weight=rows.sample_weight),
        calibration_curve(label, score, n_bins=n_bins),
    )
    for name in ("mean_probability", "fraction_positive", "weight"):
        np.testing.assert_allclose(getattr(weighted, name), getattr(repeated, name), rtol=1e-12)
    parts = brier_score(rows.y_true, rows.y_score, n_bins=n_bins, sample_weight=rows.sample_weight)
    assert asdict(parts) == pytest.approx(asdict(brier_score(label, score, n_bins=n_bins)), abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("factor", [1.0, 1e-200, 1e200])
def test_equal_weights_change_nothing_but_the_weight(factor):
    label, score = [0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.9]
    plain, weighed = (calibration_curve(label, score, sample_weight=one) for one in (None, [factor] * 5))
    for name in ("mean_probability", "fraction_positive", "lower", "upper", "rows"):
        np.testing.assert_allclose(getattr(weighed, name), getattr(plain, name), rtol=1e-12)
    assert brier_score(label, score, sample_weight=[factor] * 5).score == pytest.approx(brier_score(label, score).score)


def test_a_bin_of_tiny_weights_has_the_interval_of_its_rows():
    label, score = [0, 1, 0, 1, 1], [0.1, 0.2, 0.9, 0.9, 0.9]
    curve = calibration_curve(label, score, sample_weight=[1, 1, 1e-200, 1e-200, 1e-200])
    plain = calibration_curve(label, score)
    np.testing.assert_allclose((curve.lower, curve.upper), (plain.lower, plain.upper), rtol=1e-12)


def test_one_heavy_row_widens_the_interval():
    label, score = [0, 1, 0, 1], [0.4] * 4
    plain, uneven = (calibration_curve(label, score, sample_weight=one) for one in (None, [9, 9, 1, 1]))
    assert uneven.fraction_positive == plain.fraction_positive
    assert uneven.upper - uneven.lower > plain.upper - plain.lower


def test_one_class_alone_has_no_skill():
    assert np.isnan(brier_score([1, 1], [0.5, 0.9]).skill)
    assert np.isnan(brier_score([1] * 6, [0.25] * 6).skill)  # six times 1/6 is less than 1 in float64


def test_positives_without_a_score_are_left_out():
    counts = [0.8, 0.3], [3, 1], [1, 3]
    points, all_points = OperatingPoints.from_counts(*counts), OperatingPoints.from_counts(*counts, total_positives=9)
    assert brier_score_of_points(all_points) == brier_score_of_points(points)
    assert calibration_curve_of_points(all_points).rows.tolist() == [4, 4]


@pytest.mark.parametrize("function", [calibration_curve, brier_score])
def test_invalid_arguments_are_named(function):
    with pytest.raises(ValueError, match=r"^y_prob must be in \[0, 1\], got 1.5 at position 1$"):
        function([0, 1], [0.5, 1.5])
    with pytest.raises(ValueError, match=r"^y_prob must be finite, got nan at position 0$"):
        function([0, 1], [np.nan, 0.5])
    with pytest.raises(ValueError, match=r"^y_true and y_prob must have the same length, got 2 and 1$"):
        function([0, 1], [0.5])
    with pytest.raises(ValueError, match=r"^strategy must be 'uniform' or 'quantile', got 'kmeans'$"):
        function([0, 1], [0.5, 0.6], strategy="kmeans")
    with pytest.raises(ValueError, match=r"^n_bins must be a whole number of at least 1, got 0$"):
        function([0, 1], [0.5, 0.6], n_bins=0)


@pytest.mark.parametrize("function", [calibration_curve_of_points, brier_score_of_points])
def test_points_of_weights_or_of_other_scores_are_refused(function):
    with pytest.raises(ValueError, match=r"^points.threshold must be in \[0, 1\], got 2.0 at position 0$"):
        function(operating_points([0, 1], [0.5, 2]))
    with pytest.raises(ValueError, match=f"{function.__name__.removesuffix('_of_points')} takes rows with weights"):
        function(operating_points([0, 1], [0.5, 0.6], sample_weight=[1, 2]))
