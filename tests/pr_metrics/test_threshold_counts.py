"""Every counting method gives the counts of a plain argsort, whatever the rows are."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import precision_recall_curve

import pr_metrics.blocks
import pr_metrics.threshold_counts
from pr_metrics import operating_points, sort
from pr_metrics.threshold_counts import (
    count_at_thresholds,
    count_by_argsort,
    count_by_decimals,
    count_by_key_sort,
    count_by_prefix_sort,
)

SMALL = {"MAX_BINS": 4, "KEYS_PER_BIN": 30, "N_STEPS": 64, "SAMPLE_SIZE": 50, "KEYS_PER_CELL": 3, "WINDOW_SIZE": 8}
NEXT_TO_HALF = np.nextafter(0.5, 1)


@pytest.fixture(autouse=True, params=["one thread", "two threads", "one thread, spreading", "two threads, spreading"])
def _small_blocks(request, monkeypatch):
    """Cut a few hundred rows into many blocks, as ten million would be, for one thread or for two."""
    monkeypatch.setattr(sort, "MIN_BIN_SORT_KEYS", 0)
    monkeypatch.setattr(sort, "use_bin_sort", lambda: "spreading" in request.param)
    for name, small in SMALL.items():
        monkeypatch.setattr(sort, name, small)
    monkeypatch.setattr(pr_metrics.blocks, "MIN_BLOCK_SIZE", 16)
    monkeypatch.setattr(pr_metrics.blocks, "MAX_BLOCK_SIZE", 16)
    monkeypatch.setattr(pr_metrics.blocks, "MIN_PARALLEL_ROWS", 40)
    monkeypatch.setattr(pr_metrics.blocks, "_cpu_count", lambda: 1 if "one thread" in request.param else 2)
    monkeypatch.setattr(pr_metrics.threshold_counts, "MAX_ARGSORT_ROWS", 0)
    monkeypatch.setattr(pr_metrics.blocks, "ThreadPoolExecutor", lambda *_, **__: nullcontext(two_threads()))


@cache
def two_threads():
    """Return a pool for all tests, because starting threads takes longer than counting a few hundred rows."""
    return ThreadPoolExecutor(2, initializer=pr_metrics.blocks.start_no_threads)


def kinds_of_scores(rng, rows):
    """Return kinds of scores for which a faster way of sorting was once wrong."""
    return {
        "uniform": lambda: rng.random(rows),
        "both signs": lambda: rng.normal(size=rows),
        "two zeros": lambda: rng.choice([0.0, -0.0, 1e-9, -1e-9], rows),
        "zeros of one sign": lambda: np.where(rng.random(rows) < 0.5, -0.0, 0.25),
        "constant": lambda: np.full(rows, 0.25),
        "subnormal": lambda: rng.integers(-3, 4, rows) * 5e-324,
        "neighbours": lambda: rng.choice([0.5, NEXT_TO_HALF, np.nextafter(NEXT_TO_HALF, 1), -0.5, -NEXT_TO_HALF], rows),
        "print alike": lambda: rng.choice([0.3, 0.1 + 0.2, 0.1, 0.2], rows),
        "same prefix": lambda: 0.5 + rng.integers(0, 40, rows) * 2.0**-53,
        "at the border": lambda: rng.choice([2.0, np.nextafter(2.0, 0), -2.0, np.nextafter(-2.0, 0), 1.0], rows),
        "logits": lambda: rng.normal(size=rows) * 20,
        "huge": lambda: rng.choice([1.7e308, -1.7e308, 1.6e308, 2e300], rows),
        "huge and tiny": lambda: rng.choice([1.7e308, 5e-324, -5e-324, 0.0, 1.0], rows),
        "three decimals": lambda: rng.integers(0, 200, rows) / 1000,
        "negative decimals": lambda: (rng.integers(0, 200, rows) - 100) / 100,
        "whole": lambda: rng.integers(-9, 9, rows).astype(float),
        "whole and large": lambda: rng.integers(2**52, 2**53, rows).astype(float),
        "single precision": lambda: rng.random(rows).astype(np.float32).astype(np.float64),
        "falling": lambda: np.linspace(1, 0, rows),
        "rising": lambda: np.linspace(0, 1, rows),
    }


KINDS = list(kinds_of_scores(np.random.default_rng(0), 1))


@st.composite
def rows_to_count(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    rows = draw(st.integers(1, 300))
    score = kinds_of_scores(rng, rows)[draw(st.sampled_from(KINDS))]()
    return rng.random(rows) < draw(st.sampled_from((0.0, 0.02, 0.5, 1.0))), score, rng


def as_lists(counts):
    assert not any(np.signbit(array[array == 0]).any() for array in counts)  # 0.0 == -0.0, but prints otherwise
    return [array.tolist() for array in counts]


@settings(settings.get_profile("many"))
@given(rows_to_count())
def test_unweighted_methods_agree_exactly(rows):
    positive, score, _ = rows
    expected, within = as_lists(count_by_argsort(positive, score, None)), (score.min(), score.max())
    for way in (count_by_decimals, count_by_key_sort):
        counts = way(positive, score.copy(), score_range=within)
        assert counts is None or as_lists(counts) == expected
    assert as_lists(count_at_thresholds(positive, score, None, score_range=within)) == expected


@settings(settings.get_profile("many"))
@given(rows_to_count(), st.sampled_from(["whole", "real", "unequal"]))
def test_weighted_methods_agree(rows, kind):
    positive, score, rng = rows
    exponents = {"whole": 0, "real": 0.5, "unequal": 9}
    weight = 10.0 ** rng.uniform(-exponents[kind], exponents[kind], score.size)
    weight = np.ceil(weight * rng.integers(1, 4, score.size)) if kind == "whole" else weight
    expected = count_by_argsort(positive, score, weight)
    counts = count_by_prefix_sort(positive, score, weight, score_range=(score.min(), score.max()))
    if counts is None:
        return
    assert as_lists(counts)[0] == as_lists(expected)[0]
    total = expected.true_positives[-1] + expected.false_positives[-1]
    for ours, plain in zip(counts[1:], expected[1:], strict=True):
        np.testing.assert_allclose(ours, plain, rtol=0, atol=0 if kind == "whole" else 1e-12 * total)
        assert (np.diff(ours) >= 0).all()


@pytest.mark.parametrize("kind", KINDS)
def test_the_key_sort_refuses_only_scores_that_lose_bits(kind):
    score = kinds_of_scores(np.random.default_rng(1), 300)[kind]()
    turned_away = count_by_key_sort(np.ones(300, dtype=bool), score, score_range=(score.min(), score.max())) is None
    assert turned_away == (kind == "huge and tiny")


@pytest.mark.parametrize("kind", KINDS)
def test_only_decimals_are_counted_by_decimals(kind):
    score = kinds_of_scores(np.random.default_rng(1), 300)[kind]()
    counted = count_by_decimals(np.ones(300, dtype=bool), score, score_range=(score.min(), score.max())) is not None
    assert counted == (kind in {"zeros of one sign", "constant", "three decimals", "negative decimals", "whole"})


@pytest.mark.parametrize("odd_one", [1, 2_501, 4_998])  # none of them in the sample of every fifth row
def test_one_score_with_more_decimals_is_detected(odd_one):
    score = np.full(5_000, 0.5)
    assert count_by_decimals(np.ones(5_000, dtype=bool), score, score_range=(0, 1)) is not None
    score[odd_one] = 0.1 + 0.2
    assert count_by_decimals(np.ones(5_000, dtype=bool), score, score_range=(0, 1)) is None


@pytest.mark.parametrize(
    "score",
    [
        np.arange(40_000) / 1e4 * 8,  # more steps than the table has room for
        np.array([0.0, 9.0]),  # more steps than rows
        np.full(100, 1e12),  # too large for ten-thousandths
    ],
)
def test_no_table_is_made_if_it_would_be_too_large(score):
    positive = np.ones(score.size, dtype=bool)
    assert count_by_decimals(positive, score, score_range=(score.min(), score.max())) is None


def test_operating_points_agree_with_a_plain_argsort(monkeypatch):
    monkeypatch.undo()  # use the real block sizes
    rng = np.random.default_rng(11)
    rows = 450_000
    label, weight = rng.random(rows) < 0.3, rng.random(rows)
    for score in (rng.random(rows), rng.integers(0, 900, rows) / 1000, rng.normal(size=rows) * 20):
        points, plain = operating_points(label, score), count_by_argsort(label, score, None)
        assert np.array_equal(points.threshold, plain.threshold)
        assert np.array_equal(points.true_positives, plain.true_positives)
        assert np.array_equal(points.false_positives, plain.false_positives)
        weighted = operating_points(label, score, sample_weight=weight)
        np.testing.assert_allclose(
            weighted.true_positives, count_by_argsort(label, score, weight).true_positives, rtol=1e-10
        )


def test_the_callers_arrays_are_not_changed():
    rng = np.random.default_rng(2)
    arrays = {"y_true": rng.integers(0, 2, 300), "y_score": rng.normal(size=300), "sample_weight": rng.random(300)}
    before = {name: array.copy() for name, array in arrays.items()}
    for array in arrays.values():
        array.flags.writeable = False
    operating_points(arrays["y_true"], arrays["y_score"])
    operating_points(**arrays)
    assert all(np.array_equal(arrays[name], before[name]) for name in arrays)


TOO_LARGE = {("float32", "huge"), ("float16", "huge"), ("int64", "huge"), ("float16", "whole and large")}


@pytest.mark.parametrize("dtype", ["float64", ">f8", "float32", "float16", "int64", "int8", "uint16", "object"])
def test_points_equal_scikit_learn_exactly(dtype):
    for kind in KINDS:
        if (dtype, kind) not in TOO_LARGE:
            assert_points_equal_scikit_learn(kind, dtype)


def assert_points_equal_scikit_learn(kind, dtype):
    rng = np.random.default_rng(3)
    with np.errstate(over="ignore", invalid="ignore"):
        score = kinds_of_scores(rng, 300)[kind]().astype(dtype)
        score = score[np.abs(score.astype(np.float64)) < (np.inf if score.dtype.kind in "fO" else 2.0**53)]
        label = rng.integers(0, 2, score.size)
        precision, recall, threshold = precision_recall_curve(label, score.astype(np.float64))
    points = operating_points(label, score)
    assert points.threshold.tolist() == threshold[::-1].tolist(), kind
    assert points.precision.tolist() == precision[-2::-1].tolist(), kind
    assert points.recall.tolist() == recall[-2::-1].tolist(), kind


def test_strided_and_reversed_arrays_are_accepted():
    table = np.random.default_rng(4).normal(size=(300, 3))
    label = table[:, 0] > 0
    plain = operating_points(label.copy(), table[:, 1].copy())
    for points in (operating_points(label, table[:, 1]), operating_points(label[::-1], table[::-1, 1])):
        assert points.threshold.tolist() == plain.threshold.tolist()
        assert points.true_positives.tolist() == plain.true_positives.tolist()
