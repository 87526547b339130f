"""The pairs that are printed, and what is said of them."""

import math
from itertools import combinations

import pytest

from pr_curve_lab.analysis.model_resampling import Sampled, SampledPair
from pr_curve_lab.analysis.models import ModelPair, compared_pairs
from pr_metrics import Interval, PairedDifference

TWO = {"a": 0.6, "b": 0.5}


def drawn(low, high, first="a", second="b", ahead=0.75):
    pair = SampledPair(first, second, Interval(low, high, 0.95), ahead)
    return Sampled({}, second, pair.lead, (pair,))


def by_test(low, high, p):
    return (ModelPair("a", "b", PairedDifference(0.1, 0.05, low, high, p, 0.95), p),)


@pytest.mark.parametrize(
    ("low", "high", "rows", "finding", "doubtful"),
    [
        (-0.1, 0.2, 20, "open", True),
        (0.0, 0.2, 20, "open", True),
        (0.1, 0.2, 20, "settled", False),
        (0.1, 0.2, 9, "few", True),
        (0.0, 0.0, 9, "none", True),
    ],
)
def test_samples_alone_say_what_their_interval_says(low, high, rows, finding, doubtful):
    found = compared_pairs(TWO, (), drawn(low, high), fewer_rows=rows)
    (pair,) = found.pairs
    assert (pair.finding, pair.low, pair.high, pair.ahead) == (finding, low, high, 0.75)
    assert pair.difference == pytest.approx(0.1)
    assert math.isnan(pair.p)
    assert found.is_doubtful == doubtful


def test_among_several_models_samples_settle_nothing():
    found = compared_pairs(TWO | {"c": 0.1}, (), drawn(0.1, 0.2), fewer_rows=20)
    assert ([pair.finding for pair in found.pairs], found.is_doubtful, found.is_matrix) == (["alone"], False, False)


@pytest.mark.parametrize(
    ("low", "p", "finding", "doubtful"),
    [
        (0.1, 0.01, "settled", False),
        (0.1, 0.2, "alone", True),
        (-0.1, 0.2, "open", True),
        (0.1, math.nan, "unknown", False),
    ],
)
def test_where_there_is_a_test_it_speaks_and_samples_add_how_often(low, p, finding, doubtful):
    found = compared_pairs(TWO, by_test(low, 0.3, p), drawn(-1, 1), fewer_rows=20)
    (pair,) = found.pairs
    assert (pair.finding, pair.low, pair.high, pair.ahead, found.is_doubtful) == (finding, low, 0.3, 0.75, doubtful)
    without = compared_pairs(TWO, by_test(low, 0.3, p), None, fewer_rows=20)
    assert math.isnan(without.pairs[0].ahead)
    assert without.is_doubtful == doubtful


@pytest.mark.parametrize("count", [2, 4, 5, 9])
def test_few_models_make_a_matrix_of_many_the_best_is_compared(count):
    names = [f"m{index}" for index in range(count)]
    areas = {name: 0.9 - index / 20 for index, name in enumerate(names)}
    interval = Interval(-1, 1, 0.95)
    pairs = tuple(SampledPair(*pair, interval, 0.5) for pair in combinations(names, 2))
    found = compared_pairs(areas, (), Sampled({}, names[1], interval, pairs), fewer_rows=20)
    expected = list(combinations(names, 2)) if count <= 4 else [(names[0], rival) for rival in names[1:7]]
    assert [(pair.first, pair.second) for pair in found.pairs] == expected
    assert (found.of, found.is_matrix) == (math.comb(count, 2), count <= 4)
