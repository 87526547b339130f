import math
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_metrics import (
    SCHEMES,
    average_precision,
    chance_corrected_area,
    minimum_area,
    minimum_average_precision,
    minimum_precision,
    normalized_area,
    operating_points,
    random_average_precision,
)
from pr_metrics.baselines import harmonic_sum, ratio_sum
from tests.exact_sums import exact_reciprocal_sum, exact_share_sum
from tests.rankings import rankings


@pytest.mark.parametrize(
    ("positives", "negatives", "expected"),
    [(5, 5, 0.6071649030), (10, 90, 0.1380670683), (100, 900, 0.1058427665), (1, 9, 0.2928968254), (1, 0, 1.0)],
)
def test_random_average_precision_equals_the_published_values(positives, negatives, expected):
    assert random_average_precision(positives, negatives) == pytest.approx(expected, abs=1e-10)


def areas_of_all_rankings(positives, negatives):
    """Yield the average precision of every distinct order of the labels."""
    rows = positives + negatives
    for ranks in combinations(range(rows), positives):
        yield average_precision(np.isin(np.arange(rows), ranks), -np.arange(rows))


@pytest.mark.parametrize(("positives", "rows"), [(p, n) for n in range(1, 9) for p in range(1, n + 1)])
def test_random_and_worst_average_precision_are_those_of_all_rankings(positives, rows):
    values = list(areas_of_all_rankings(positives, rows - positives))
    assert random_average_precision(positives, rows - positives) == pytest.approx(np.mean(values), abs=1e-14)
    assert minimum_average_precision(positives, rows - positives) == pytest.approx(min(values), abs=1e-14)


def test_minimum_area_is_smooth_where_its_terms_cancel():
    from_log = 1 + (1 - 1e-4) / 1e-4 * math.log1p(-1e-4)
    assert minimum_area(0.9999999e-4) == pytest.approx(from_log, rel=1e-6, abs=0)
    assert minimum_area(1e-12) == pytest.approx(5e-13, rel=1e-9, abs=0)


@given(rankings())
def test_no_point_lies_in_the_unachievable_region(ranking):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    if 1e-6 < points.prevalence < 1 - 1e-6:  # nearer to 1 the prevalence has too few digits for 1 - p
        least = minimum_precision(points.recall, points.prevalence)
        assert (points.precision >= least * (1 - 1e-9)).all()
        assert SCHEMES["continuous"].area(points) >= minimum_area(points.prevalence) - 1e-12


def test_normalized_area_by_hand():
    assert normalized_area(0.5, 0.5) == pytest.approx((0.5 - 0.3068528194) / (1 - 0.3068528194), abs=1e-9)
    assert normalized_area(minimum_area(0.1), 0.1) == 0.0
    assert normalized_area(1, 0.1) == 1.0


def test_chance_corrected_area_by_hand():
    assert chance_corrected_area(0.55, 0.1) == pytest.approx(0.5, abs=1e-15)
    assert chance_corrected_area(0.1, 0.1) == 0.0
    assert chance_corrected_area(1, 0.1) == 1.0


@pytest.mark.parametrize("corrected", [normalized_area, chance_corrected_area])
def test_a_corrected_area_needs_an_area_between_0_and_1(corrected):
    assert np.isnan(corrected(np.nan, 0.5))
    assert corrected(1 + 2e-16, 0.5) == 1.0  # the sum of many segments may exceed 1 by rounding
    for area in (1.01, -0.01, "0.5", None):
        with pytest.raises(ValueError, match="area must be between 0 and 1, got"):
            corrected(area, 0.5)


@pytest.mark.parametrize("prevalence", [0.0, 1.0, -0.1, float("nan"), "0.5"])
@pytest.mark.parametrize("baseline", [
    minimum_area,
    lambda prevalence: minimum_precision([0.5], prevalence),
    lambda prevalence: normalized_area(0.5, prevalence),
    lambda prevalence: chance_corrected_area(0.5, prevalence),
], ids=["minimum_area", "minimum_precision", "normalized_area", "chance_corrected_area"])  # fmt: skip
def test_baselines_need_two_classes(baseline, prevalence):
    with pytest.raises(ValueError, match="prevalence must be between 0 and 1, both excluded, got"):
        baseline(prevalence)


@pytest.mark.parametrize(("recall", "message"), [
    ([0.5, 1.5], r"recall must be between 0 and 1, got 1\.5 at position 1"),
    ([-0.5], r"recall must be between 0 and 1, got -0\.5 at position 0"),
    ([0.5, np.nan], "recall must be finite, got nan at position 1"),
    (0.5, r"recall must be a list or an array, got a float"),
])  # fmt: skip
def test_recall_must_be_between_0_and_1(recall, message):
    with pytest.raises(ValueError, match=message):
        minimum_precision(recall, 0.5)


@given(st.integers(1, 10**9), st.integers(0, 10**9))
def test_baselines_are_ordered(positives, negatives):
    least, random = minimum_average_precision(positives, negatives), random_average_precision(positives, negatives)
    assert 0 < least <= random * (1 + 1e-12)
    assert positives / (positives + negatives) <= random * (1 + 1e-12)
    assert random <= 1 + 1e-12


@pytest.mark.parametrize("baseline", [random_average_precision, minimum_average_precision])
@pytest.mark.parametrize(("counts", "message"), [
    ((0, 5), "positives must be a whole number of at least 1, got 0"),
    ((1.5, 5), r"positives must be a whole number of at least 1, got 1\.5"),
    ((1, -5), "negatives must be a whole number of at least 0, got -5"),
    ((np.nan, 5), "positives must be a whole number of at least 1, got nan"),
    ((1, np.inf), "negatives must be a whole number of at least 0, got inf"),
    (("1", 5), "positives must be a whole number of at least 1, got '1'"),
])  # fmt: skip
def test_impossible_counts_are_refused(baseline, counts, message):
    with pytest.raises(ValueError, match=message):
        baseline(*counts)


@pytest.mark.parametrize("prevalence", [0.5, 0.03, 1e-4, 5e-5, 0.97])
@pytest.mark.parametrize("reach", [0.0, 0.2, 0.75, 1.0])
def test_minimum_area_is_the_integral_of_minimum_precision(prevalence, reach):
    recall = np.linspace(0, reach, 20_001)
    precision = minimum_precision(recall, prevalence)
    integral = float((np.diff(recall) * (precision[1:] + precision[:-1]) / 2).sum())
    assert minimum_area(prevalence, max_recall=reach) == pytest.approx(integral, rel=1e-6, abs=1e-15)


def test_a_maximum_recall_above_1_is_refused():
    with pytest.raises(ValueError, match=r"max_recall must be between 0 and 1, got 1\.5"):
        minimum_area(0.5, max_recall=1.5)


BEFORE = (0, 1, 15, 16, 17, 100, 999, 10**4, 10**6, 10**9, 10**12)
ROWS = (1, 2, 16, 17, 100, 2 * 10**4, 10**6, 10**9, 10**12)


@pytest.mark.parametrize("before", range(40))
def test_short_sums_equal_exact_fractions(before):
    terms = [Fraction(1, before + j) for j in range(1, 41)]
    for rows in range(41):
        reciprocals = sum(terms[:rows])
        assert float(harmonic_sum(before, rows)) == pytest.approx(float(reciprocals), rel=1e-14, abs=0)
        assert float(ratio_sum(before, rows)) == pytest.approx(float(rows - before * reciprocals), rel=1e-13, abs=0)


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("rows", ROWS)
def test_long_sums_keep_their_digits(before, rows):
    assert float(harmonic_sum(before, rows)) == pytest.approx(
        float(exact_reciprocal_sum(before, rows)), rel=1e-14, abs=0
    )
    assert float(ratio_sum(before, rows)) == pytest.approx(float(exact_share_sum(before, rows)), rel=1e-13, abs=0)
