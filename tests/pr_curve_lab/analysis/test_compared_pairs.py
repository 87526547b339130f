"""The pairs that are printed, and what is said of them."""

import math
from itertools import combinations

import pytest

from pr_curve_lab.analysis.model_resampling import BootstrapPair, BootstrapResult
from pr_curve_lab.analysis.models import ModelPair, pair_results
from pr_metrics import Interval, PairedDifference

TWO = {"a": 0.6, "b": 0.5}


def drawn(low, high, first="a", second="b", ahead=0.75):
    pair = BootstrapPair(first, second, Interval(low, high, 0.95), ahead)
    return BootstrapResult({}, second, pair.difference, (pair,))


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
    found = pair_results(TWO, (), drawn(low, high), min_class_rows=rows)
    (pair,) = found.pairs
    assert (pair.status, pair.lower, pair.upper, pair.win_rate) == (finding, low, high, 0.75)
    assert pair.difference == pytest.approx(0.1)
    assert math.isnan(pair.p)
    assert found.is_ambiguous == doubtful


def test_among_several_models_samples_settle_nothing():
    found = pair_results(TWO | {"c": 0.1}, (), drawn(0.1, 0.2), min_class_rows=20)
    assert ([pair.status for pair in found.pairs], found.is_ambiguous, found.is_matrix) == (["alone"], False, False)


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
    found = pair_results(TWO, by_test(low, 0.3, p), drawn(-1, 1), min_class_rows=20)
    (pair,) = found.pairs
    assert (pair.status, pair.lower, pair.upper, pair.win_rate, found.is_ambiguous) == (
        finding,
        low,
        0.3,
        0.75,
        doubtful,
    )
    without = pair_results(TWO, by_test(low, 0.3, p), None, min_class_rows=20)
    assert math.isnan(without.pairs[0].win_rate)
    assert without.is_ambiguous == doubtful


@pytest.mark.parametrize("count", [2, 4, 5, 9])
def test_few_models_make_a_matrix_of_many_the_best_is_compared(count):
    names = [f"m{index}" for index in range(count)]
    areas = {name: 0.9 - index / 20 for index, name in enumerate(names)}
    interval = Interval(-1, 1, 0.95)
    pairs = tuple(BootstrapPair(*pair, interval, 0.5) for pair in combinations(names, 2))
    found = pair_results(areas, (), BootstrapResult({}, names[1], interval, pairs), min_class_rows=20)
    expected = list(combinations(names, 2)) if count <= 4 else [(names[0], rival) for rival in names[1:7]]
    assert [(pair.first, pair.second) for pair in found.pairs] == expected
    assert (found.n_pairs, found.is_matrix) == (math.comb(count, 2), count <= 4)
