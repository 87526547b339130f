import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import xlogy
from scipy.stats import chi2

from pr_metrics import OperatingPoints, point_region, point_region_of_rows

COUNTS = st.integers(0, 1000)


def points_of_counts(hits, alarms, missed):
    return OperatingPoints.from_counts([1, 0], [hits, missed], [alarms, 5])


def likelihood_ratio(counts, recall, precision):
    """Return twice the log of the likelihood ratio, from recall and precision alone."""
    with np.errstate(divide="ignore", invalid="ignore"):
        odds = np.array([np.ones_like(recall), (1 - precision) / precision, (1 - recall) / recall])
    chances, shares = odds / odds.sum(axis=0), np.array(counts) / sum(counts)
    with np.errstate(divide="ignore"):
        return 2 * sum(
            count * np.log(one) - xlogy(count, q)
            for count, one, q in zip(counts, shares, chances, strict=True)
            if count
        )


@given(st.integers(1, 1000), st.integers(1, 1000), st.integers(1, 1000), st.sampled_from([0.5, 0.95, 0.999]))
def test_on_the_border_the_likelihood_ratio_is_the_quantile(hits, alarms, missed, level):
    region = point_region(points_of_counts(hits, alarms, missed), 0, confidence_level=level)
    ratio = likelihood_ratio((hits, alarms, missed), region.recall, region.precision)
    assert ratio == pytest.approx(np.full(ratio.size, chi2.ppf(level, 2)), rel=1e-6)
    assert (region.recall[0], region.precision[0]) == pytest.approx((region.recall[-1], region.precision[-1]))


@given(COUNTS, COUNTS, COUNTS)
def test_the_border_lies_within_the_unit_square(hits, alarms, missed):
    if hits + alarms and hits + missed:
        region = point_region(points_of_counts(hits, alarms, missed), 0)
        for side, count in ((region.precision, alarms), (region.recall, missed)):
            assert side.min() >= 0
            assert side.max() <= 1
            assert bool(side.max() == 1) is (count == 0) or hits == 0


def test_grouped_copies_of_rows_add_no_information():
    rng = np.random.default_rng(0)
    label, score, rows = rng.random(60) < 0.4, rng.random(60), np.arange(60)
    alone = point_region_of_rows(label, score, 0.5)
    tripled = point_region_of_rows(np.tile(label, 3), np.tile(score, 3), 0.5, groups=np.tile(rows, 3))
    assert tripled.recall == pytest.approx(alone.recall, abs=1e-12)
    assert tripled.precision == pytest.approx(alone.precision, abs=1e-12)


def test_without_a_false_alarm_precision_may_be_1():
    region = point_region(points_of_counts(10, 0, 0), 0)
    # Recall and precision are 1, so the region ends at 1. Its lowest values solve x^10 = 0.05.
    assert (region.recall.min(), region.recall.max()) == pytest.approx((0.05**0.1, 1), abs=1e-3)
    assert (region.precision.min(), region.precision.max()) == pytest.approx((0.05**0.1, 1), abs=1e-3)


def test_an_index_out_of_range_is_refused():
    with pytest.raises(ValueError, match="index must be below the 2 points, got 2"):
        point_region(points_of_counts(8, 2, 2), 2)
    with pytest.raises(ValueError, match="index must be a whole number of at least 0"):
        point_region(points_of_counts(8, 2, 2), -1)
