import pickle

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pr_metrics import SCHEMES, OperatingPoints, at_prevalence, operating_points, roc_area
from tests.rankings import rankings

SHARES = st.floats(1e-6, 1 - 1e-6)
A_THOUSAND_EACH = OperatingPoints.from_counts([2, 1], [500, 500], [160, 840])


def two_classes(ranking):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(points.negatives > 0)
    return points


def test_ten_times_the_negatives_by_hand():
    moved = at_prevalence(A_THOUSAND_EACH, 1 / 11)
    assert moved.negatives == pytest.approx(10_000, rel=1e-15, abs=0)
    assert moved.false_positives[0] == pytest.approx(1_600, rel=1e-15, abs=0)
    assert A_THOUSAND_EACH.precision[0] == pytest.approx(0.7576, abs=5e-5)
    assert moved.precision[0] == pytest.approx(0.2381, abs=5e-5)
    assert moved.recall[0] == 0.5


@given(rankings(), SHARES)
def test_the_prevalence_of_the_data_changes_nothing(ranking, elsewhere):
    points = two_classes(ranking)
    moved = at_prevalence(points, elsewhere)
    for again in (at_prevalence(points, points.prevalence), at_prevalence(moved, points.prevalence)):
        assert again.false_positives.tolist() == points.false_positives.tolist()
        assert again.true_positives.tolist() == points.true_positives.tolist()
        assert (again.positives, again.negatives) == (points.positives, points.negatives)


@given(rankings(), SHARES)
def test_ratios_within_a_class_stay_exactly_equal(ranking, prevalence):
    points = two_classes(ranking)
    moved = at_prevalence(points, prevalence)
    assert moved.recall.tolist() == points.recall.tolist()
    assert moved.false_positive_rate.tolist() == points.false_positive_rate.tolist()
    assert roc_area(moved) == roc_area(points)


@given(rankings(), SHARES)
def test_the_counts_have_the_requested_prevalence(ranking, prevalence):
    points = two_classes(ranking)
    moved = at_prevalence(points, prevalence)
    own = points.positives / points.negatives  # the odds; p / (1 - p) would lose digits where p is nearly 1
    factor = own * (1 - prevalence) / prevalence
    assert moved.prevalence == pytest.approx(prevalence, rel=1e-12, abs=0)
    np.testing.assert_allclose(moved.false_positives, factor * points.false_positives, rtol=1e-13)
    np.testing.assert_allclose(moved.false_positives / moved.negatives, points.false_positive_rate, rtol=4e-16)
    assert moved.threshold.tolist() == points.threshold.tolist()


@given(rankings(), SHARES, SHARES)
def test_rarer_positives_have_a_smaller_step_area(ranking, one, other):
    points = two_classes(ranking)
    rare, common = (SCHEMES["step"].area(at_prevalence(points, share)) for share in sorted((one, other)))
    assert rare <= common + 1e-12


def test_moved_points_can_be_pickled():
    moved = at_prevalence(A_THOUSAND_EACH, 0.1)
    kept = pickle.loads(pickle.dumps(moved))
    assert kept.false_positives.tolist() == moved.false_positives.tolist()
    assert kept.false_positive_rate.tolist() == moved.false_positive_rate.tolist()


@pytest.mark.parametrize("prevalence", [0, 1, -0.1, 1.5, np.nan, np.inf, "0.5", None, [0.5]])
def test_a_prevalence_lies_between_0_and_1(prevalence):
    with pytest.raises(ValueError, match="prevalence must be between 0 and 1, both excluded, got"):
        at_prevalence(A_THOUSAND_EACH, prevalence)


def test_more_negatives_than_float64_can_hold_are_refused():
    points = OperatingPoints.from_counts([2, 1], [1e300, 0], [0, 1e300])
    with pytest.raises(ValueError, match="prevalence must leave a finite number of negatives, got 1e-10"):
        at_prevalence(points, 1e-10)


def test_points_of_one_class_are_refused():
    with pytest.raises(ValueError, match=r"points must have positives and negatives .* got no negatives"):
        at_prevalence(OperatingPoints.from_counts([1], [1], [0]), 0.5)
    with pytest.warns(UserWarning, match="no positives"):
        points = OperatingPoints.from_counts([1], [0], [1])
    with pytest.raises(ValueError, match=r"points must have positives and negatives .* got no positives"):
        at_prevalence(points, 0.5)
