import itertools
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pr_metrics import SCHEMES, BinnedCounts, OperatingPoints, area_bounds, bin_counts, merge_counts
from tests.hidden_points import outside
from tests.rankings import rankings

ROUNDING = 3e-12  # the bounds are widened by 1e-12, and the sums round
RANDOM_SETS = 500  # `make fuzz` has 10,000


def orders_within_bin(positives, negatives):
    """Yield every way to order and tie the rows of a bin, as the counts gained at each point."""
    gains = [(p, n) for p in range(positives + 1) for n in range(negatives + 1) if p + n]
    if not positives + negatives:
        yield ()
    for p, n in gains:
        for rest in orders_within_bin(positives - p, negatives - n):
            yield ((p, n), *rest)


@cache  # by every scheme
def points_of_every_order(counts):
    """Return the points of every way to order and tie the rows within bins."""
    found = []
    for way in itertools.product(*(list(orders_within_bin(*one)) for one in counts)):
        positives, negatives = np.array(list(itertools.chain(*way))).T
        found.append(OperatingPoints.from_counts(-np.arange(positives.size), positives, negatives))
    return found


def bins_of_unknown_order(*counts):
    """Return bins with these numbers of positives and negatives, whose order is unknown."""
    place = np.arange(len(counts), 0.0, -1)
    positives, negatives = np.array(counts, dtype=float).T
    return BinnedCounts(place, place + 1, place + 0.1, place + 0.9, positives, negatives, True)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    "counts",
    [
        ((1, 1),), ((1, 2),), ((2, 1),), ((2, 2),), ((3, 2),), ((2, 0), (1, 2)), ((0, 2), (2, 1)), ((1, 1), (2, 2)),
        ((2, 1), (0, 2), (2, 1)), ((1, 2), (2, 0), (0, 2), (1, 1)), ((4, 3),), ((0, 3), (3, 0)),
    ],
)  # fmt: skip
def test_both_bounds_are_reached_by_some_order(scheme, counts):
    areas = [SCHEMES[scheme].area(points) for points in points_of_every_order(counts)]
    bounds = area_bounds(bins_of_unknown_order(*counts), scheme=scheme)
    assert bounds.lower == pytest.approx(min(areas), abs=ROUNDING)
    assert bounds.upper == pytest.approx(max(areas), abs=ROUNDING)
    assert bounds.lower <= min(areas)
    assert max(areas) <= bounds.upper


@pytest.mark.slow
def test_the_bounds_contain_the_true_area():
    assert [(seed, found) for seed in range(RANDOM_SETS) if (found := outside(seed))] == []


@pytest.mark.parametrize("small", [1e-5, 2e-5, 3e-5, 5e-5])
def test_small_weights_above_a_large_one_keep_their_digits(small):
    counts = [3, 2, 1], [0, small, 0], [small, 0, 1e6]
    bounds = area_bounds(bin_counts(*counts, edges=[2.5]))
    assert SCHEMES["step"].area(OperatingPoints.from_counts(*counts)) <= bounds.upper


@settings(max_examples=100)
@given(rankings(), st.integers(1, 40))
def test_the_bounds_contain_the_area_of_weighted_rows(ranking, max_points):
    weight = np.ones(ranking.y_true.size) if ranking.sample_weight is None else ranking.sample_weight
    counts = ranking.y_score, ranking.y_true * weight, (1 - ranking.y_true) * weight
    binned, points = bin_counts(*counts, max_points=max_points), OperatingPoints.from_counts(*counts)
    for key, scheme in SCHEMES.items():
        if scheme.can_join(points) and (binned.is_integer or key != "davis_goadrich"):
            bounds = area_bounds(binned, scheme=key)
            assert bounds.lower <= scheme.area(points) <= bounds.upper, key


@pytest.mark.parametrize("scheme", SCHEMES)
def test_more_bins_narrow_the_bounds(scheme):
    rng = np.random.default_rng(0)
    label = rng.random(20_000) < 0.2
    counts = rng.normal(size=label.size) + label, label, ~label
    widths = [area_bounds(bin_counts(*counts, max_points=bins), scheme=scheme).width for bins in (30, 300, 3000)]
    assert widths[0] > 4 * widths[1] > 16 * widths[2] > 0


def test_without_positives_the_bounds_are_nan():
    with pytest.warns(UserWarning, match="no positives"):
        bounds = area_bounds(bin_counts([2, 1], [0, 0], [1, 1], edges=[0]))
    assert np.isnan([bounds.lower, bounds.upper, bounds.width]).all()


def test_invalid_bins_and_schemes_are_refused():
    with pytest.raises(ValueError, match="binned must be BinnedCounts, as bin_counts makes them, got list"):
        area_bounds([])
    with pytest.raises(ValueError, match="scheme must be one of step"):
        area_bounds(bin_counts([1], [1], [1]), scheme="stpe")
    with pytest.raises(ValueError, match="davis_goadrich needs rows of weight 1, got bins of weights"):
        area_bounds(bin_counts([2, 1], [0.5, 0.5], [1, 1], edges=[0]), scheme="davis_goadrich")


NAMES = ("lower_edge", "upper_edge", "min_score", "max_score", "positives", "negatives")


def random_counts(seed, scores=5000):
    rng = np.random.default_rng(seed)
    return rng.normal(size=scores), rng.integers(0, 3, scores), rng.integers(0, 5, scores)


def test_bins_counted_by_hand():
    binned = bin_counts([0.9, 0.8, 0.5, 0.3], [1, 1, 0, 1], [0, 2, 3, 1], edges=[0.4, 0.6])
    assert binned.lower_edge.tolist() == [0.6, 0.4, -np.inf]
    assert binned.upper_edge.tolist() == [np.inf, 0.6, 0.4]
    assert binned.min_score.tolist() == [0.8, 0.5, 0.3]
    assert binned.max_score.tolist() == [0.9, 0.5, 0.3]
    assert binned.positives.tolist() == [2, 0, 1]
    assert binned.negatives.tolist() == [2, 3, 1]
    assert binned.has_score_range.tolist() == [True, False, False]
    assert bin_counts([2, 1], [1, 0], [0, 1], edges=[2]).positives.tolist() == [1, 0]  # a score on an edge begins a bin
    assert str(bin_counts([-0.0, -0.0], [1, 0], [0, 1]).min_score) == "[0.]"  # not [-0.]
    assert bin_counts([3, 2, 1], [0, 1, 0], [0, 0, 1], edges=[2.5]).min_score.tolist() == [1]  # 3 has no rows


def test_few_scores_keep_a_bin_each():
    binned = bin_counts([3, 1, 2, 1], [1, 0, 1, 1], [0, 1, 0, 0], max_points=3)
    assert binned.min_score.tolist() == [3, 2, 1]
    assert binned.positives.tolist() == [1, 1, 1]
    assert not binned.has_score_range.any()


@pytest.mark.parametrize("max_points", [1, 2, 7, 100, 4000])
def test_points_of_bins_are_points_of_the_true_curve(max_points):
    score, positives, negatives = random_counts(max_points)
    binned = bin_counts(score, positives, negatives, max_points=max_points)
    assert binned.min_score.size <= max_points
    assert binned.min_score.size > 0.8 * min(max_points, 4000)
    true, kept = OperatingPoints.from_counts(score, positives, negatives), binned.points
    place = np.searchsorted(-true.threshold, -kept.threshold)
    assert true.threshold[place].tolist() == kept.threshold.tolist()
    assert true.true_positives[place].tolist() == kept.true_positives.tolist()
    assert true.false_positives[place].tolist() == kept.false_positives.tolist()
    assert (kept.positives, kept.negatives) == (true.positives, true.negatives)


def test_the_unit_of_the_weights_changes_no_bin():
    score, positives, negatives = random_counts(1)
    small, large = (bin_counts(score, positives * by, negatives * by, max_points=50) for by in (2.0**-40, 1))
    assert small.min_score.tolist() == large.min_score.tolist()
    assert (small.is_integer, large.is_integer) == (False, True)


@pytest.mark.parametrize("seed", range(20))
def test_merged_halves_are_the_counts_of_all(seed):
    score, positives, negatives = random_counts(seed, 300)
    edges = np.sort(np.random.default_rng(seed).normal(size=40))
    half = np.random.default_rng(seed).random(300) < 0.5
    first, second = (bin_counts(score[one], positives[one], negatives[one], edges=edges) for one in (half, ~half))
    whole = bin_counts(score, positives, negatives, edges=edges)
    for merged in (merge_counts(first, second), merge_counts(second, first)):
        assert {name: getattr(merged, name).tolist() for name in NAMES} == {
            name: getattr(whole, name).tolist() for name in NAMES
        }
        assert merged.is_integer


def test_merging_needs_the_same_bins():
    first, second = (bin_counts([0.9, 0.1], [1, 0], [0, 1], edges=[edge]) for edge in (0.5, 0.6))
    with pytest.raises(ValueError, match=r"^counts_b must have the bins of counts_a, got others from -inf on$"):
        merge_counts(first, second)
    with pytest.raises(ValueError, match="counts_b must be BinnedCounts, as bin_counts makes them, got list"):
        merge_counts(first, [])


@pytest.mark.parametrize(("halves", "start"), [
    ([bin_counts([score], [1], [0], edges=[edge]) for score, edge in ((0.55, 0.5), (0.7, 0.6))], 0.5),
    # 0.25 is rounded up by one engine and down by another.
    ([BinnedCounts(*np.array(ends)[:, None], True) for ends in ([0.25, 0.35, 0.25, 0.3, 1, 0],
                                                                [0.15, 0.25, 0.2, 0.25, 1, 0])], 0.15),
])  # fmt: skip
def test_bins_that_overlap_are_not_merged(halves, start):
    for order in (1, -1):
        with pytest.raises(ValueError, match=f"^counts_b must have the bins of counts_a, got others from {start} on$"):
            merge_counts(*halves[::order])


def test_counts_merged_with_weights_are_weights():
    whole, weighted = (bin_counts([0.9, 0.8], [count, count], [0, 0], edges=[0.5]) for count in (1, 0.5))
    for merged in (merge_counts(whole, weighted), merge_counts(weighted, whole)):
        assert merged.positives.tolist() == [3]
        assert not merged.is_integer


@pytest.mark.parametrize(("score", "options", "sentence"), [
    ([1, np.nan], {}, "score must be finite, got nan at position 1"),
    ([1, 2], {"edges": [2, 2]}, "edges must rise, got 2.0 at position 1"),
    ([1, 2], {"max_points": 0}, "max_points must be a whole number of at least 1, got 0"),
])  # fmt: skip
def test_invalid_scores_and_edges_are_refused(score, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        bin_counts(score, [1, 1], [0, 0], **options)
