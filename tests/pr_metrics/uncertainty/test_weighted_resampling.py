import numpy as np
import pytest

from pr_metrics import (
    SCHEMES,
    bootstrap_difference,
    bootstrap_interval,
    bootstrap_weighted_interval,
    operating_points,
    permutation_test,
    permutation_weighted_test,
)
from tests.pr_metrics.uncertainty.naive_bootstrap import NEAR, naive_areas


def weighted_rows(seed=5, rows=200):
    rng = np.random.default_rng(seed)
    label = rng.random(rows) < 0.3
    return label, np.round(rng.normal(size=rows) + label, 1), rng.integers(1, 5, rows).astype(float)


@pytest.mark.slow
def test_limits_agree_with_the_naive_weighted_bootstrap():
    label, score, weight = weighted_rows()
    other = score + np.round(np.random.default_rng(2).normal(size=label.size), 1)
    first, second = naive_areas(label, score, other, weight=weight)
    interval = bootstrap_weighted_interval(label, score, weight, n_resamples=2000)
    pair = bootstrap_difference(label, score, other, sample_weight=weight, n_resamples=2000)
    for found, naive in ((interval, first), (pair, first - second)):
        limits = np.quantile(naive, (0.025, 0.975))
        assert (found.lower, found.upper) == pytest.approx(limits, abs=NEAR * naive.std())


@pytest.mark.parametrize("unit", [2.0**-9, 1.0, 256.0])
def test_the_unit_of_the_weights_changes_nothing(unit):
    label, score, weight = weighted_rows()
    once = bootstrap_weighted_interval(label, score, weight)
    assert bootstrap_weighted_interval(label, score, weight * unit) == once
    pair = bootstrap_difference(label, score, -score, sample_weight=weight)
    assert bootstrap_difference(label, score, -score, sample_weight=weight * unit) == pair


def test_weights_of_1_give_the_interval_of_counts():
    label, score, _ = weighted_rows()
    ones = np.ones(label.size)
    by_rows = bootstrap_weighted_interval(label, score, ones, n_resamples=4000)
    by_counts = bootstrap_interval(operating_points(label, score), n_resamples=4000)
    assert (by_rows.lower, by_rows.upper) == pytest.approx((by_counts.lower, by_counts.upper), abs=0.01)
    assert bootstrap_difference(label, score, -score, sample_weight=ones) == bootstrap_difference(label, score, -score)


def test_a_row_of_weight_zero_changes_nothing():
    label, score, weight = weighted_rows()
    more = np.append(label, True), np.append(score, 9.0), np.append(weight, 0.0)
    assert bootstrap_weighted_interval(*more) == bootstrap_weighted_interval(label, score, weight)


def test_permutations_agree_with_naively_permuted_rows():
    label, score, weight = weighted_rows()
    weight **= 3
    rng, naive = np.random.default_rng(1), []
    for _ in range(1000):
        dealt = rng.permutation(label.size)
        naive.append(SCHEMES["linear"].area(operating_points(label[dealt], score, sample_weight=weight[dealt])))
    test = permutation_weighted_test(label, score, weight, scheme="linear")
    assert test.area == SCHEMES["linear"].area(operating_points(label, score, sample_weight=weight))
    quantiles = [np.quantile(areas, (0.05, 0.5, 0.95)) for areas in (test.permuted_areas, naive)]
    # Without the weights, the upper quantile would differ by three quarters of a standard deviation.
    assert quantiles[0] == pytest.approx(quantiles[1], abs=0.25 * np.std(naive))
    assert test.p_value == 1 / 1001


def test_the_unit_of_permuted_weights_does_not_matter():
    label, _, weight = weighted_rows()
    weak = np.random.default_rng(7).normal(size=label.size)
    one, other = (permutation_weighted_test(label, weak, unit * weight) for unit in (1, 2.0**-9))
    assert one.p_value == other.p_value
    assert 0.01 < one.p_value < 1


def test_permuted_weights_of_1_agree_with_counts():
    label, score, _ = weighted_rows()
    by_rows = permutation_weighted_test(label, score, np.ones(label.size)).permuted_areas
    by_counts = permutation_test(operating_points(label, score)).permuted_areas
    assert (by_rows.mean(), by_rows.std()) == pytest.approx((by_counts.mean(), by_counts.std()), abs=0.004)


def test_weights_do_not_count_as_repeated_rows():
    """Six rows of weight 100 are six rows, not six hundred."""
    label, score, weight = [1, 0, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1], [100] * 6
    assert permutation_weighted_test(label, score, weight).p_value > 0.1
    assert permutation_test(operating_points(label, score, frequency_weight=weight)).p_value < 0.01


def test_missed_positives_of_weighted_rows_keep_their_label():
    label, score, _ = weighted_rows()
    total = label.sum() + 30
    by_rows = permutation_weighted_test(label, score, np.ones(label.size), total_positives=total)
    by_counts = permutation_test(operating_points(label, score, total_positives=total))
    assert by_rows.area == by_counts.area
    areas = by_rows.permuted_areas, by_counts.permuted_areas
    assert (areas[0].mean(), areas[0].std()) == pytest.approx((areas[1].mean(), areas[1].std()), abs=0.004)


def test_without_positives_the_p_value_is_nan():
    test = permutation_weighted_test([0, 0], [2, 1], [1, 1], n_permutations=9)
    assert np.isnan(test.p_value)
    assert test.permuted_areas.shape == (9,)
    with pytest.raises(ValueError, match="n_permutations must be a whole number of at least 1"):
        permutation_weighted_test([1, 0], [2, 1], [1, 1], n_permutations=0)
