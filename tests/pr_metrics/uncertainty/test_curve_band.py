from itertools import pairwise
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import xlogy

from pr_metrics import OperatingPoints, curve_band, operating_points, roc_area
from pr_metrics.uncertainty.curve_band import _odds_ratio

COUNTS = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=1, max_size=30)


def points_from_counts(counts, **more):
    positives, negatives = zip(*counts, strict=True)
    return OperatingPoints.from_counts(range(len(counts), 0, -1), positives, negatives, **more)


def band_limits(band, recall):
    return np.interp(recall, band.recall, band.lower), np.interp(recall, band.recall, band.upper)


def random_rows(rng, positives=30, negatives=120, above=1.5):
    label = np.arange(positives + negatives) < positives
    return label, rng.normal(size=label.size) + above * label


@settings(max_examples=10, deadline=None)
@given(COUNTS.filter(lambda counts: any(positive for positive, _ in counts)), st.integers(0, 3))
def test_a_band_contains_its_points(counts, missed):
    points = points_from_counts(counts, total_positives=sum(positive for positive, _ in counts) + missed)
    band = curve_band(points)
    assert band.recall.shape == band.lower.shape == band.upper.shape
    assert (np.diff(band.recall) > 0).all()
    assert (band.recall[0], band.upper[0]) == (0, 1)
    assert band.recall[-1] <= 1
    assert (band.lower >= 0).all()
    assert (band.lower <= band.upper + 1e-12).all()
    assert (band.upper <= 1).all()
    lowest, highest = band_limits(band, points.recall)
    found = points.recall > 0
    assert (lowest - 1e-9 <= points.precision)[found].all()
    assert (points.precision <= highest + 1e-9)[found].all()


def test_a_higher_level_has_a_wider_band():
    points = operating_points(*random_rows(np.random.default_rng(0)))
    bands = [curve_band(points, confidence_level=level) for level in (0.5, 0.9, 0.95, 0.99)]
    recall = np.linspace(0.01, 1, 200)
    for narrow, wide in pairwise(bands):
        (low, high), (lower, higher) = band_limits(narrow, recall), band_limits(wide, recall)
        assert (lower <= low + 1e-9).all()
        assert (high <= higher + 1e-9).all()
        assert (higher - lower).mean() > (high - low).mean()


@pytest.mark.parametrize("above", [-1.5, 0.0, 1.5, 3.0])
def test_the_simulated_curve_has_the_roc_area_of_the_points(above):
    points = operating_points(*random_rows(np.random.default_rng(0), above=above))
    rate = np.linspace(0, 1, 200_001)
    ratio = _odds_ratio(points)
    recall = ratio * rate / (1 + (ratio - 1) * rate)
    assert np.trapezoid(recall, rate) == pytest.approx(
        roc_area(points), abs=2e-4
    )  # the odds ratio adds half a pair on either side


def smallest_ratio(points, recall, rate):
    """Return the smallest likelihood ratio at any threshold, with counts interpolated in 400 steps between two."""
    thresholds = np.arange(points.threshold.size + 1)
    fine = np.linspace(0, thresholds[-1], 400 * thresholds[-1] + 1)
    hits, alarms = (np.interp(fine, thresholds, np.append(0, one)) for one in points.counts)
    found = 0
    for count, total, true in ((hits, points.positives, recall), (alarms, points.negatives, rate)):
        rest = total - count
        found += xlogy(count, count / total / true) + xlogy(rest, rest / total / (1 - true))
    return 2 * found.min()


def test_the_likelihood_ratio_is_equal_along_the_band():
    points = points_from_counts([(12, 3), (10, 15), (9, 40), (9, 42)])
    band = curve_band(points)
    places = [(recall, side) for recall in (0.2, 0.4, 0.6, 0.8) for side in band_limits(band, recall)]
    found = [smallest_ratio(points, recall, 40 * recall * (1 - side) / side / 100) for recall, side in places]
    assert found == pytest.approx([found[0]] * len(found), rel=0.02)
    assert 3.84 < found[0] < 7.8  # the 95% quantiles of chi-square with 1 and 3 degrees of freedom


@pytest.mark.slow
@pytest.mark.parametrize(("positives", "negatives", "levels"), [(20, 180, 0), (50, 450, 5)])
def test_the_band_covers_the_true_curve_but_half_the_band_does_not(positives, negatives, levels):
    rng, samples, held, held_by_half = np.random.default_rng(5), 50, 0, 0
    edges = np.linspace(5.5, -4, (levels or 400) + 1)
    hits, alarms = (np.array([1 - NormalDist(mean).cdf(edge) for edge in edges]) for mean in (1.5, 0))
    hits[-1] = alarms[-1] = 1
    places, vertices = np.linspace(0, edges.size - 1, 400)[1:], np.arange(edges.size)
    hits, alarms = np.interp(places, vertices, hits), np.interp(places, vertices, alarms)
    true = positives * hits / (positives * hits + negatives * alarms)
    for _ in range(samples):
        label, score = random_rows(rng, positives, negatives)
        if levels:
            score = -np.searchsorted(-edges[:-1], -score, side="left")
        low, high = band_limits(curve_band(operating_points(label, score)), hits)
        middle, half = (low + high) / 2, (high - low) / 4
        held += ((low <= true) & (true <= high)).all()
        held_by_half += (abs(true - middle) <= half).all()
    assert held >= 0.88 * samples
    assert held_by_half < 0.7 * samples


def test_without_negatives_precision_is_1():
    band = curve_band(points_from_counts([(3, 0), (2, 0)]))
    assert (band.lower == 1).all()
    assert (band.upper == 1).all()


def test_missed_positives_end_the_band_below_recall_1():
    band = curve_band(points_from_counts([(6, 1), (2, 40)], total_positives=16))
    assert 0.55 < band.recall[-1] < 0.95
    assert curve_band(points_from_counts([(6, 1), (2, 40)])).recall[-1] == 1


def test_a_band_of_many_points_contains_them():
    rng = np.random.default_rng(6)
    points = operating_points(*random_rows(rng, 10_000, 90_000))
    lowest, highest = band_limits(curve_band(points), points.recall)
    found = points.recall > 0
    assert (lowest - 1e-3 <= points.precision)[found].all()
    assert (points.precision <= highest + 1e-3)[found].all()
    half = np.searchsorted(points.recall, 0.5)
    assert 0.005 < highest[half] - lowest[half] < 0.05


def test_without_a_scored_positive_the_band_is_nan():
    assert np.isnan(curve_band(points_from_counts([(0, 3), (0, 4)], total_positives=5)).lower).all()
