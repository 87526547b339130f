import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_metrics import OperatingPoints, at_prevalence, operating_points, round_scores
from tests.rankings import rankings

FOUR = OperatingPoints.from_counts([0.92, 0.88, 0.4, -0.04], [1, 0, 1, 1], [0, 1, 0, 2])
DECIMALS = range(-3, 18)


def assert_exactly_equal(one, other):
    assert one.threshold.tobytes() == other.threshold.tobytes()
    assert one.true_positives.tolist() == other.true_positives.tolist()
    assert one.false_positives.tolist() == other.false_positives.tolist()
    assert (one.positives, one.negatives) == (other.positives, other.negatives)


def test_scores_that_round_alike_make_one_point():
    rounded = round_scores(FOUR, 1)
    assert rounded.threshold.tolist() == [0.9, 0.4, 0.0]
    assert rounded.true_positives.tolist() == [1, 2, 3]
    assert rounded.false_positives.tolist() == [1, 1, 3]
    assert not np.signbit(rounded.threshold[-1])


def test_halves_round_to_even():
    halves = OperatingPoints.from_counts([2.5, 1.5, 0.5, -0.5], [1, 1, 1, 1], [0, 0, 0, 0])
    assert round_scores(halves, 0).threshold.tolist() == [2, 0]
    assert round_scores(halves, 0).true_positives.tolist() == [2, 4]


@pytest.mark.parametrize("decimals", DECIMALS)
@pytest.mark.parametrize("scale", [1e-300, 1e-9, 1.0, 7e3, 1e15])
@pytest.mark.parametrize("rows", [40, 5000])  # 5000 are sorted by another method
def test_rounded_points_are_the_points_of_rounded_rows(rows, scale, decimals):
    rng = np.random.default_rng(decimals + 3)
    score = np.concatenate((rng.normal(size=rows), rng.integers(-9, 9, rows) / 4)) * scale
    label = np.arange(2 * rows) % 3 == 0
    expected = operating_points(label, np.round(score, decimals))
    assert_exactly_equal(round_scores(operating_points(label, score), decimals), expected)


@given(rankings(), st.sampled_from(DECIMALS))
def test_weighted_points_round_like_their_rows(ranking, decimals):
    weight = ranking.sample_weight
    rounded = round_scores(operating_points(ranking.y_true, ranking.y_score, sample_weight=weight), decimals)
    expected = operating_points(ranking.y_true, np.round(ranking.y_score, decimals), sample_weight=weight)
    assert rounded.threshold.tobytes() == expected.threshold.tobytes()
    rounding = {"rtol": 0} if weight is None or (weight % 1 == 0).all() else {"rtol": 1e-12, "atol": 1e-300}
    np.testing.assert_allclose(rounded.true_positives, expected.true_positives, **rounding)
    np.testing.assert_allclose(rounded.false_positives, expected.false_positives, **rounding)


def test_positives_without_a_score_stay_counted():
    points = OperatingPoints.from_counts([0.52, 0.48], [1, 1], [0, 1], total_positives=4)
    assert round_scores(points, 1).recall.tolist() == [0.5]


@pytest.mark.parametrize("decimals", [np.nan, 1.0, True, np.True_, "1", None, [1], 309, -309, 10**30])
def test_decimals_are_an_integer_within_float64(decimals):
    with pytest.raises(ValueError, match="decimals must be an integer from -308 to 308, got"):
        round_scores(FOUR, decimals)


def test_scores_too_large_for_so_many_decimals_are_refused():
    large = OperatingPoints.from_counts([1e300, 1], [1, 1], [0, 0])
    assert round_scores(large, -3).threshold.tolist() == [1e300, 0]
    with pytest.raises(ValueError, match=r"decimals must leave every score finite, got 17 for the score 1e\+300"):
        round_scores(large, 17)


def test_points_at_another_prevalence_cannot_be_rounded():
    with pytest.raises(ValueError, match=r"round_scores needs points as measured, got .* prevalence 0\.1"):
        round_scores(at_prevalence(FOUR, 0.1), 1)
    assert at_prevalence(round_scores(FOUR, 1), 0.1).threshold.size == 3
