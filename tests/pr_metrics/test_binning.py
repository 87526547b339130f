import pickle

import numpy as np
import pytest

from pr_metrics import BinnedCounts, OperatingPoints, bin_counts, merge_counts

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


def test_a_score_on_an_edge_begins_its_bin():
    assert bin_counts([2, 1], [1, 0], [0, 1], edges=[2]).positives.tolist() == [1, 0]


def test_few_scores_keep_a_bin_each():
    binned = bin_counts([3, 1, 2, 1], [1, 0, 1, 1], [0, 1, 0, 0], max_points=3)
    assert binned.min_score.tolist() == [3, 2, 1]
    assert binned.positives.tolist() == [1, 1, 1]
    assert not binned.has_score_range.any()


def test_zeros_of_either_sign_are_one_score():
    assert bin_counts([0.0, -0.0], [1, 0], [0, 1]).min_score.tolist() == [0.0]


def test_scores_without_rows_are_left_out():
    assert bin_counts([3, 2, 1], [0, 1, 0], [0, 0, 1], edges=[2.5]).min_score.tolist() == [1]


@pytest.mark.parametrize("max_points", [1, 2, 7, 100, 4000])
def test_kept_points_are_points_of_the_true_curve(max_points):
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


def test_bins_are_single_scores_at_the_top_and_grow_with_rank():
    sizes = bin_counts(np.arange(100_000), np.ones(100_000), np.zeros(100_000), max_points=1000).positives
    assert sizes[:15].tolist() == [1] * 15
    share = sizes[300:] / np.cumsum(sizes)[299:-1]
    assert share.max() < 2 * share[-1]
    assert share[500:].max() < 1.1 * share[-1]


def test_small_weights_are_binned_as_their_multiples():
    score, positives, negatives = random_counts(1)
    small, large = (bin_counts(score, positives * by, negatives * by, max_points=50) for by in (2.0**-40, 1))
    assert small.min_score.tolist() == large.min_score.tolist()
    assert (small.is_integer, large.is_integer) == (False, True)


def test_weights_that_are_whole_in_their_bin_only_are_weights():
    assert not bin_counts([2, 1], [0.5, 0.5], [0, 0], edges=[0]).is_integer


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
    with pytest.raises(ValueError, match=r"^second must have the bins of first, got others from -inf on$"):
        merge_counts(first, second)
    with pytest.raises(ValueError, match="counts_b must be BinnedCounts, as bin_counts makes them, got list"):
        merge_counts(first, [])


@pytest.mark.parametrize("order", [1, -1])
def test_open_bins_that_overlap_are_not_merged_although_their_scores_do_not(order):
    halves = [bin_counts([score], [1], [0], edges=[edge]) for score, edge in ((0.55, 0.5), (0.7, 0.6))]
    with pytest.raises(ValueError, match=r"^second must have the bins of first, got others from 0\.5 on$"):
        merge_counts(*halves[::order])


def test_bins_that_share_a_score_on_their_edge_are_not_merged():
    """0.25 is rounded up by one engine and down by another."""
    up = BinnedCounts(*np.array([[0.25], [0.35], [0.25], [0.3], [1], [0]]), True)
    down = BinnedCounts(*np.array([[0.15], [0.25], [0.2], [0.25], [1], [0]]), True)
    with pytest.raises(ValueError, match=r"^second must have the bins of first, got others from 0\.15 on$"):
        merge_counts(up, down)


def test_a_weighted_half_makes_the_merged_counts_weights():
    whole, weighted = (bin_counts([0.9, 0.8], [count, count], [0, 0], edges=[0.5]) for count in (1, 0.5))
    for merged in (merge_counts(whole, weighted), merge_counts(weighted, whole)):
        assert merged.positives.tolist() == [3]
        assert not merged.is_integer


@pytest.mark.parametrize(
    ("score", "positives", "options", "sentence"),
    [
        ([1, 2], [1], {}, "score and positives and negatives must have the same length, got 2 and 1 and 2"),
        ([1, np.nan], [1, 1], {}, "score must be finite, got nan at position 1"),
        ([1, 2], [1, -1], {}, "positives must be at least 0, got -1.0 at position 1"),
        ([1, 2], [1e308, 1e308], {}, "positives and negatives must have a finite sum, got inf"),
        ([1, 2], [0, 0], {}, "positives and negatives must count at least one row, got zeros only"),
        ([1, 2], [1, 1], {"edges": [2, 2]}, "edges must rise, got 2.0 at position 1"),
        ([1, 2], [1, 1], {"max_points": 0}, "max_points must be a whole number of at least 1, got 0"),
    ],
)
def test_what_is_refused(score, positives, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        bin_counts(score, positives, [0, 0], **options)


def test_binned_counts_are_shown_in_a_line_and_pickled():
    binned = bin_counts([2, 1], [1, 0], [0, 1])
    assert len(repr(binned)) <= 120
    assert isinstance(pickle.loads(pickle.dumps(binned)), BinnedCounts)
