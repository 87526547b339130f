import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pr_metrics import SCHEMES, AreaBounds, BinnedCounts, OperatingPoints, area_bounds, bin_counts, merge_counts
from tests.hidden_points import outside
from tests.rankings import rankings

ROUNDING = 3e-12  # the bounds are widened by 1e-12, and the sums round
RANDOM_SETS = 500  # `make fuzz` has 10,000


def ways_through(positives, negatives):
    """All chains of points from one corner of a bin to the other, as the counts gained at each point."""
    gains = [(p, n) for p in range(positives + 1) for n in range(negatives + 1) if p + n]
    if not positives + negatives:
        yield ()
    for p, n in gains:
        for rest in ways_through(positives - p, negatives - n):
            yield ((p, n), *rest)


def bins_that_hide(*counts):
    """Bins of so many positives and negatives, the order in each unknown."""
    place = np.arange(len(counts), 0.0, -1)
    positives, negatives = np.array(counts, dtype=float).T
    return BinnedCounts(place, place + 1, place + 0.1, place + 0.9, positives, negatives, True)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    "counts",
    [
        [(1, 1)], [(1, 2)], [(2, 1)], [(2, 2)], [(3, 2)], [(2, 0), (1, 2)], [(0, 2), (2, 1)], [(1, 1), (2, 2)],
        [(2, 1), (0, 2), (2, 1)], [(1, 2), (2, 0), (0, 2), (1, 1)], [(4, 3)], [(0, 3), (3, 0)],
    ],
)  # fmt: skip
def test_both_bounds_are_met_by_some_order_and_ties(scheme, counts):
    ways = (itertools.chain(*way) for way in itertools.product(*(list(ways_through(*one)) for one in counts)))
    areas = []
    for way in ways:
        positives, negatives = np.array(list(way)).T
        points = OperatingPoints.from_counts(-np.arange(positives.size), positives, negatives)
        areas.append(SCHEMES[scheme].area(points))
    bounds = area_bounds(bins_that_hide(*counts), scheme=scheme)
    assert bounds.lower == pytest.approx(min(areas), abs=ROUNDING)
    assert bounds.upper == pytest.approx(max(areas), abs=ROUNDING)
    assert bounds.lower <= min(areas)
    assert max(areas) <= bounds.upper


def test_bounds_counted_by_hand():
    binned = bin_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1], edges=[2])
    assert area_bounds(binned, scheme="step").lower == pytest.approx((1 / 2 + 2 / 3) / 2)
    assert area_bounds(binned, scheme="upper").upper == 1
    assert area_bounds(binned, scheme="linear").lower == pytest.approx((0 + 2 / 3) / 2)
    assert area_bounds(binned, scheme="linear_truncated").upper == pytest.approx(1 / 2)
    assert area_bounds(binned, scheme="envelope").lower == pytest.approx(2 / 3)
    assert area_bounds(binned, scheme="continuous").lower == pytest.approx((2 - np.log(3)) / 2)


def test_the_true_area_is_always_within():
    assert [(seed, found) for seed in range(RANDOM_SETS) if (found := outside(seed))] == []


@pytest.mark.parametrize("small", [1e-5, 2e-5, 3e-5, 5e-5])
def test_small_weights_above_a_large_one_keep_their_digits(small):
    counts = [3, 2, 1], [0, small, 0], [small, 0, 1e6]
    bounds = area_bounds(bin_counts(*counts, edges=[2.5]))
    assert SCHEMES["step"].area(OperatingPoints.from_counts(*counts)) <= bounds.upper


@settings(max_examples=100)
@given(rankings(), st.integers(1, 40))
def test_rows_of_any_weight_and_ties_are_within(ranking, max_points):
    weight = np.ones(ranking.y_true.size) if ranking.sample_weight is None else ranking.sample_weight
    counts = ranking.y_score, ranking.y_true * weight, (1 - ranking.y_true) * weight
    binned, points = bin_counts(*counts, max_points=max_points), OperatingPoints.from_counts(*counts)
    for key, scheme in SCHEMES.items():
        if scheme.can_join(points) and (binned.is_integer or key != "davis_goadrich"):
            bounds = area_bounds(binned, scheme=key)
            assert bounds.lower <= scheme.area(points) <= bounds.upper, key


@pytest.mark.parametrize("scheme", SCHEMES)
def test_nothing_hidden_leaves_nothing_open(scheme):
    counts = [3, 2, 1], [1, 4, 1], [1, 0, 7]
    area = SCHEMES[scheme].area(OperatingPoints.from_counts(*counts))
    assert area_bounds(bin_counts(*counts), scheme=scheme) == AreaBounds(area, area)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_more_bins_leave_less_open(scheme):
    rng = np.random.default_rng(0)
    label = rng.random(20_000) < 0.2
    counts = rng.normal(size=label.size) + label, label, ~label
    widths = [area_bounds(bin_counts(*counts, max_points=bins), scheme=scheme).width for bins in (30, 300, 3000)]
    assert widths[0] > 4 * widths[1] > 16 * widths[2] > 0


@pytest.mark.parametrize("scheme", SCHEMES)
def test_two_halves_have_the_bounds_of_the_whole(scheme):
    rng = np.random.default_rng(1)
    score, label, half = rng.normal(size=2000), rng.random(2000) < 0.3, rng.random(2000) < 0.5
    edges = np.linspace(-2, 2, 50)
    first, second = (bin_counts(score[one], label[one], ~label[one], edges=edges) for one in (half, ~half))
    whole = bin_counts(score, label, ~label, edges=edges)
    assert area_bounds(merge_counts(first, second), scheme=scheme) == area_bounds(whole, scheme=scheme)


def test_without_positives_there_is_no_area():
    with pytest.warns(UserWarning, match="no positives"):
        bounds = area_bounds(bin_counts([2, 1], [0, 0], [1, 1], edges=[0]))
    assert np.isnan([bounds.lower, bounds.upper, bounds.width]).all()


def test_what_is_refused():
    with pytest.raises(ValueError, match="binned must be BinnedCounts, as bin_counts makes them, got list"):
        area_bounds([])
    with pytest.raises(ValueError, match="scheme must be one of step"):
        area_bounds(bin_counts([1], [1], [1]), scheme="stpe")
    with pytest.raises(ValueError, match="davis_goadrich needs rows of weight 1, got bins of weights"):
        area_bounds(bin_counts([2, 1], [0.5, 0.5], [1, 1], edges=[0]), scheme="davis_goadrich")
