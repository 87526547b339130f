from decimal import Decimal, localcontext
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given

from pr_metrics import SCHEMES, OperatingPoints, average_precision, operating_points, tie_bounds
from tests.exact_sums import DIGITS, exact_reciprocal_sum, exact_share_sum
from tests.rankings import rankings
from tests.reference import TOY_VALUES

SHUFFLES = 20_000
STANDARD_ERRORS = 4  # one random test in 16 000 would miss by more; the seeds here are fixed


def test_constant_scores_hide_everything():
    tied = tie_bounds(operating_points([1] * 10 + [0] * 90, [0.5] * 100))
    assert (tied.lower, tied.expected) == pytest.approx((0.0567377669, 0.1380670683), abs=1e-10)
    assert tied.upper == 1.0


@pytest.mark.parametrize("case", TOY_VALUES)
def test_ties_equal_the_reference(case):
    facts = TOY_VALUES[case]["facts"]
    tied = tie_bounds(operating_points(TOY_VALUES[case]["y_true"], TOY_VALUES[case]["y_score"]))
    assert tied.expected == pytest.approx(facts["expected_ap_random_ties"], abs=1e-9)
    assert tied.lower == pytest.approx(facts["worst_ap_tie_order"], abs=1e-9)
    assert tied.upper == pytest.approx(facts["best_ap_tie_order"], abs=1e-9)


def test_the_range_is_that_of_all_orders_of_the_tied_rows():
    top, middle, last = (1, 0), (1, 1, 0, 0, 0), (0, 1)
    values = [
        average_precision([*top, *order, *last], [9, 8, *range(7, 2, -1), 2, 1]) for order in permutations(middle)
    ]
    tied = tie_bounds(operating_points([*top, *middle, *last], [9, 8, *[5] * 5, 2, 1]))
    assert (tied.lower, tied.upper) == pytest.approx((min(values), max(values)), abs=1e-14)
    assert tied.expected == pytest.approx(sum(values) / len(values), abs=1e-14)


def in_random_order(labels, scores, seed):
    """Average precision of each of many random orders of the tied rows, by arithmetic of its own."""
    rng = np.random.default_rng(seed)
    _, level = np.unique(scores, return_inverse=True)
    order = np.argsort(-(level + rng.random((SHUFFLES, level.size))), axis=1)  # levels are 1 apart
    hit = np.asarray(labels)[order]
    precision = np.cumsum(hit, axis=1) / np.arange(1, level.size + 1)
    return (precision * hit).sum(axis=1) / hit.sum(axis=1)


def random_tied_case():
    rng = np.random.default_rng(8)
    score = rng.integers(0, 6, 60)
    return (rng.random(60) < 0.1 + score / 12).astype(int), score


@pytest.mark.parametrize(
    ("labels", "scores"),
    [(TOY_VALUES["tied_eight"]["y_true"], TOY_VALUES["tied_eight"]["y_score"]), random_tied_case()],
    ids=["tied_eight", "random"],
)
def test_the_expected_value_is_the_mean_of_random_orders(labels, scores):
    values = in_random_order(labels, scores, seed=1)
    standard_error = values.std(ddof=1) / np.sqrt(SHUFFLES)
    tied = tie_bounds(operating_points(labels, scores))
    assert standard_error < 0.001
    assert tied.expected == pytest.approx(values.mean(), abs=STANDARD_ERRORS * standard_error)
    assert tied.lower <= values.min() + 1e-12
    assert tied.upper >= values.max() - 1e-12


@given(rankings(weights=("none", "whole")))
def test_the_worst_is_at_most_the_expected_and_that_at_most_the_best(ranking):
    tied = tie_bounds(operating_points(ranking.y_true, ranking.y_score, frequency_weight=ranking.sample_weight))
    assert 0 <= tied.lower <= tied.expected <= tied.upper <= 1 + 1e-14


@given(rankings(weights=("none",)))
def test_worst_and_best_are_steps_with_one_class_first(ranking):
    points = operating_points(ranking.y_true, ranking.y_score)
    tied = tie_bounds(points)
    for first, value in ((0, tied.lower), (1, tied.upper)):
        order = np.lexsort((ranking.y_true == first, ranking.y_score))
        expected = average_precision(ranking.y_true[order], np.arange(order.size))
        assert value == pytest.approx(expected, abs=1e-13)


@given(rankings(weights=("none",)))
def test_without_ties_all_three_are_the_step(ranking):
    points = operating_points(ranking.y_true, np.arange(ranking.y_true.size))
    tied = tie_bounds(points)
    assert tied.lower == tied.expected == tied.upper == pytest.approx(SCHEMES["step"].area(points), abs=1e-13)


@given(rankings(weights=("whole",)))
def test_frequencies_count_as_that_many_rows(ranking):
    times = ranking.sample_weight.astype(int)
    repeated = operating_points(np.repeat(ranking.y_true, times), np.repeat(ranking.y_score, times))
    counted = operating_points(ranking.y_true, ranking.y_score, frequency_weight=ranking.sample_weight)
    assert tie_bounds(counted) == tie_bounds(repeated)


@pytest.mark.parametrize("groups", [[1] * 1000, [963, 917], [10**9, 3, 99]])
def test_a_perfect_ranking_has_exactly_1_in_any_order(groups):
    tied = tie_bounds(OperatingPoints.from_counts(range(len(groups), -1, -1), [*groups, 0], [0] * len(groups) + [99]))
    assert (tied.lower, tied.expected, tied.upper) == (1.0, 1.0, 1.0)


def of_counts(hits, misses, positives=None):
    threshold, hits, misses = (np.array(counts, dtype=float) for counts in (range(len(hits), 0, -1), hits, misses))
    return OperatingPoints(threshold, hits, misses, positives or hits[-1], misses[-1])


@pytest.mark.parametrize("hits", [0, 1, 10**6, 10**9])
@pytest.mark.parametrize("misses", [0, 1, 10**9])
@pytest.mark.parametrize(("gained", "lost"), [(1, 1), (10**9, 1), (1, 10**9), (10**5, 10**6)])
def test_long_ties_keep_their_digits(hits, misses, gained, lost):
    points, first = (
        of_counts([hits, hits + gained], [misses, misses + lost]),
        of_counts([hits], [misses], hits + gained),
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


def test_positives_without_a_score_count_but_take_no_rank():
    tied = tie_bounds(OperatingPoints.from_counts([0.5], [1], [1], total_positives=4))
    assert (tied.lower, tied.expected, tied.upper) == pytest.approx((1 / 8, 3 / 16, 1 / 4), abs=1e-15)


def test_without_positives_nothing_is_defined():
    with pytest.warns(UserWarning, match="no positives"):
        points = operating_points([0, 0], [0.2, 0.2])
    tied = tie_bounds(points)
    assert np.isnan([tied.lower, tied.expected, tied.upper]).all()


@pytest.mark.parametrize(
    ("positives", "negatives", "message"),
    [
        (
            [1, 0.5],
            [0, 1],
            r"tie_bounds needs .* rows of weight 1, got true_positives 1\.5 at position 1",
        ),
        (
            [1, 1],
            [0.25, 1],
            r"tie_bounds needs .* rows of weight 1, got false_positives 0\.25 at position 0",
        ),
        (
            [1, 1],
            [0, 1e16],
            r"tie_bounds needs .* rows of weight 1, got false_positives 1e\+16 at position 1",
        ),
    ],
)
def test_rows_of_unequal_weight_have_no_ranks(positives, negatives, message):
    points = OperatingPoints.from_counts([2, 1], positives, negatives)
    with pytest.raises(ValueError, match=message):
        tie_bounds(points)
