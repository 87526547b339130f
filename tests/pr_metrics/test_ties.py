from collections import Counter
from decimal import Decimal, localcontext
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given

from pr_metrics import SCHEMES, OperatingPoints, TieBounds, average_precision, break_ties, operating_points, tie_bounds
from pr_metrics.ties import MAX_ROWS
from tests.exact_sums import DIGITS, exact_reciprocal_sum, exact_share_sum
from tests.rankings import rankings
from tests.reference import TOY_VALUES


def test_the_bounds_are_those_of_all_orders_of_tied_rows():
    top, middle, last = (1, 0), (1, 1, 0, 0, 0), (0, 1)
    values = [
        average_precision([*top, *order, *last], [9, 8, *range(7, 2, -1), 2, 1]) for order in permutations(middle)
    ]
    tied = tie_bounds(operating_points([*top, *middle, *last], [9, 8, *[5] * 5, 2, 1]))
    assert (tied.lower, tied.upper) == pytest.approx((min(values), max(values)), abs=1e-14)
    assert tied.expected == pytest.approx(sum(values) / len(values), abs=1e-14)


@given(rankings(weights=("none",)))
def test_the_bounds_are_step_areas_with_one_class_first(ranking):
    points = operating_points(ranking.y_true, ranking.y_score)
    tied = tie_bounds(points)
    for first, value in ((0, tied.lower), (1, tied.upper)):
        order = np.lexsort((ranking.y_true == first, ranking.y_score))
        expected = average_precision(ranking.y_true[order], np.arange(order.size))
        assert value == pytest.approx(expected, abs=1e-13)


@given(rankings(weights=("none",)))
def test_without_ties_all_orders_have_the_step_area(ranking):
    points = operating_points(ranking.y_true, np.arange(ranking.y_true.size))
    tied = tie_bounds(points)
    assert tied.lower == tied.expected == tied.upper == pytest.approx(SCHEMES["step"].area(points), abs=1e-13)
    np.testing.assert_allclose(break_ties(points, n_repeats=3), SCHEMES["step"].area(points), atol=1e-12, rtol=0)


@pytest.mark.parametrize("groups", [[1] * 1000, [963, 917], [10**9, 3, 99]])
def test_a_perfect_ranking_has_exactly_1_in_any_order(groups):
    points = OperatingPoints.from_counts(range(len(groups), -1, -1), [*groups, 0], [0] * len(groups) + [99])
    assert tie_bounds(points) == TieBounds(1.0, 1.0, 1.0)
    assert break_ties(points, n_repeats=2).tolist() == [1.0, 1.0]


def points_of_counts(hits, misses, positives=None):
    threshold, hits, misses = (np.array(counts, dtype=float) for counts in (range(len(hits), 0, -1), hits, misses))
    return OperatingPoints(threshold, hits, misses, positives or hits[-1], misses[-1])


@pytest.mark.parametrize("hits", [0, 1, 10**6, 10**9])
@pytest.mark.parametrize("misses", [0, 1, 10**9])
@pytest.mark.parametrize(("gained", "lost"), [(1, 1), (10**9, 1), (1, 10**9), (10**5, 10**6)])
def test_long_ties_keep_their_digits(hits, misses, gained, lost):
    points, first = (
        points_of_counts([hits, hits + gained], [misses, misses + lost]),
        points_of_counts([hits], [misses], hits + gained),
    )
    tied = tie_bounds(points)
    with localcontext(prec=DIGITS):
        before, rows, all_hits = hits + misses, gained + lost, Decimal(hits + gained)
        others = Decimal(gained - 1) / (rows - 1)
        shuffled = (hits + 1 - others) * exact_reciprocal_sum(before, rows) + others * exact_share_sum(before, rows)
        added = {
            "lower": hits * exact_reciprocal_sum(before + lost, gained) + exact_share_sum(before + lost, gained),
            "expected": Decimal(gained) / rows * shuffled,
            "upper": hits * exact_reciprocal_sum(before, gained) + exact_share_sum(before, gained),
        }
        for name, value in added.items():
            expected = float(Decimal(getattr(tie_bounds(first), name)) + value / all_hits)
            assert getattr(tied, name) == pytest.approx(expected, rel=1e-12, abs=0)


def test_unscored_positives_have_no_rank():
    tied = tie_bounds(OperatingPoints.from_counts([0.5], [1], [1], total_positives=4))
    assert (tied.lower, tied.expected, tied.upper) == pytest.approx((1 / 8, 3 / 16, 1 / 4), abs=1e-15)


@pytest.mark.parametrize(("positives", "negatives", "message"), [
    ([1, 1], [0.25, 1], r"tie_bounds needs .* rows of weight 1, got false_positives 0\.25 at position 0"),
    ([1, 1], [0, 1e16], r"tie_bounds needs .* rows of weight 1, got false_positives 1e\+16 at position 1"),
])  # fmt: skip
def test_weighted_rows_are_refused(positives, negatives, message):
    points = OperatingPoints.from_counts([2, 1], positives, negatives)
    with pytest.raises(ValueError, match=message):
        tie_bounds(points)


STANDARD_ERRORS = 4  # one random test in 16 000 would miss by more; the seeds here are fixed
ORDERS = 20_000
TOP, MIDDLE, LAST = (1, 0), (1, 1, 0, 0, 0), (0, 1, 1)  # untied rows, then two ties
TWO_TIES = operating_points([*TOP, *MIDDLE, *LAST], [9, 8, *[5] * 5, *[1] * 3])


def areas_of_all_orders():
    """Return how often each average precision occurs among all orders of both ties."""
    return Counter(
        round(average_precision([*TOP, *middle, *last], range(10, 0, -1)), 12)
        for middle in permutations(MIDDLE)
        for last in permutations(LAST)
    )


def test_all_orders_are_equally_likely():
    drawn, possible = Counter(break_ties(TWO_TIES, n_repeats=ORDERS).round(12).tolist()), areas_of_all_orders()
    assert drawn.keys() == possible.keys()
    for value, times in possible.items():
        share = times / possible.total()
        standard_error = np.sqrt(share * (1 - share) / ORDERS)
        assert drawn[value] / ORDERS == pytest.approx(share, abs=STANDARD_ERRORS * standard_error)


def tied_case(rows, levels, seed):
    rng = np.random.default_rng(seed)
    score = rng.integers(0, levels, rows)
    return operating_points(rng.random(rows) < 0.1 + score / (2 * levels), score)


@pytest.mark.parametrize("points", [
    operating_points(TOY_VALUES["tied_eight"]["y_true"], TOY_VALUES["tied_eight"]["y_score"]),
    tied_case(60, 6, seed=8),
    tied_case(100, 100, seed=9),
    OperatingPoints.from_counts([1], [10], [90]),
    OperatingPoints.from_counts([2, 1], [3, 4], [1, 2], total_positives=9),
    OperatingPoints.from_counts([3, 2, 1], [2000, 5, 3], [10_000, 3, 0]),
], ids=["tied_eight", "six levels", "many levels", "constant", "positives without a score", "long tie"])  # fmt: skip
def test_the_mean_of_random_orders_is_the_expected_value(points):
    values = break_ties(points, n_repeats=2000, random_state=2)
    standard_error = values.std(ddof=1) / np.sqrt(values.size)
    assert 0 < standard_error < 0.01
    assert values.mean() == pytest.approx(tie_bounds(points).expected, abs=STANDARD_ERRORS * standard_error)


@given(rankings(weights=("none", "whole")))
def test_no_random_order_is_outside_the_bounds(ranking):
    points = operating_points(ranking.y_true, ranking.y_score, frequency_weight=ranking.sample_weight)
    values, tied = break_ties(points, n_repeats=7), tie_bounds(points)
    assert values.shape == (7,)
    assert tied.lower - 1e-12 <= values.min() <= values.max() <= tied.upper + 1e-12
    assert values.max() <= 1


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("levels", [1, 4])
def test_a_tie_of_two_rows_is_broken_either_way(levels, seed):
    pairs = OperatingPoints.from_counts(range(levels), [1] * levels, [1] * levels)
    values = break_ties(pairs, n_repeats=400, random_state=seed)
    assert np.unique(values.round(12)).size == 2**levels


@pytest.mark.parametrize("points", [TWO_TIES, tied_case(50_000, 5, seed=1)], ids=["few rows", "many rows"])
def test_the_seed_determines_the_orders(points):
    values = break_ties(points, n_repeats=12, random_state=3)
    assert break_ties(points, n_repeats=12, random_state=3).tolist() == values.tolist()
    assert break_ties(points, n_repeats=12, random_state=4).tolist() != values.tolist()
    assert break_ties(points, n_repeats=5, random_state=3).tolist() == values[:5].tolist()


def test_the_number_of_threads_changes_nothing(monkeypatch):
    points = tied_case(50_000, 5, seed=1)
    values = break_ties(points, n_repeats=20)
    monkeypatch.setattr("pr_metrics.blocks._cpu_count", lambda: 1)
    assert break_ties(points, n_repeats=20).tolist() == values.tolist()


@pytest.mark.parametrize(("options", "message"), [
    ({"n_repeats": 0}, "n_repeats must be a whole number of at least 1, got 0"),
    ({"n_repeats": 2.5}, r"n_repeats must be a whole number of at least 1, got 2\.5"),
    ({"n_repeats": np.nan}, "n_repeats must be a whole number of at least 1, got nan"),
    ({"n_repeats": 10**7}, "n_repeats must be at most 1000000, got 10000000"),
    ({"n_repeats": 1, "random_state": -1}, "random_state must be a whole number of at least 0, got -1"),
])  # fmt: skip
def test_bad_options_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        break_ties(TWO_TIES, **options)


def test_ties_of_too_many_rows_are_refused():
    only_positives = OperatingPoints.from_counts([1], [MAX_ROWS + 1], [0])
    assert break_ties(only_positives, n_repeats=1).tolist() == [1.0]
    with pytest.raises(ValueError, match=r"break_ties takes at most 20000000 rows in ties of .*, got 20000001"):
        break_ties(OperatingPoints.from_counts([1], [MAX_ROWS], [1]), n_repeats=1)
