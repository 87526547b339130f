import math
from itertools import permutations

import pytest

from pr_metrics import average_precision, minimum_area, random_average_precision
from tests.reference import TOY_VALUES


@pytest.mark.parametrize(
    ("positives", "negatives", "expected"),
    [(5, 5, 0.6071649030), (10, 90, 0.1380670683), (100, 900, 0.1058427665), (1, 9, 0.2928968254), (1, 0, 1.0)],
)
def test_random_average_precision_equals_the_published_values(positives, negatives, expected):
    assert random_average_precision(positives, negatives) == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("positives", [1, 2, 5, 6])
def test_random_average_precision_is_the_mean_over_all_rankings(positives):
    rows = 6
    labels = [1] * positives + [0] * (rows - positives)
    values = [average_precision(order, range(rows)) for order in permutations(labels)]
    assert random_average_precision(positives, rows - positives) == pytest.approx(sum(values) / len(values), abs=1e-12)


def test_the_series_joins_the_direct_sum():
    harmonic = sum(1 / k for k in range(1, 20_001))
    expected = 99 / 19_999 + harmonic / 20_000 * 19_900 / 19_999
    assert random_average_precision(100, 19_900) == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize("case", TOY_VALUES)
def test_baselines_equal_the_reference(case):
    labels, facts = TOY_VALUES[case]["y_true"], TOY_VALUES[case]["facts"]
    positives = sum(labels)
    assert random_average_precision(positives, len(labels) - positives) == pytest.approx(
        facts["expected_ap_random_ranking"], abs=1e-9
    )
    assert minimum_area(positives / len(labels)) == pytest.approx(facts["minimum_area_continuous"], abs=1e-9)


def test_minimum_area_is_smooth_where_its_terms_cancel():
    from_log = 1 + (1 - 1e-4) / 1e-4 * math.log1p(-1e-4)
    assert minimum_area(0.9999999e-4) == pytest.approx(from_log, rel=1e-6)
    assert minimum_area(1e-12) == pytest.approx(5e-13, rel=1e-9)


@pytest.mark.parametrize("prevalence", [0.0, 1.0, -0.1, float("nan")])
def test_minimum_area_needs_two_classes(prevalence):
    with pytest.raises(ValueError, match="prevalence must be between 0 and 1, both excluded, got"):
        minimum_area(prevalence)


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ((0, 5), "positives must be at least 1, got 0"),
        ((1.5, 5), "positives must be a whole number of at least 0, got 1.5"),
        ((1, -5), "negatives must be a whole number of at least 0, got -5"),
    ],
)
def test_impossible_counts_are_refused(counts, message):
    with pytest.raises(ValueError, match=message):
        random_average_precision(*counts)
