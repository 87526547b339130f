import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pr_metrics import sort
from pr_metrics.sort import bin_sort

ROWS = 200_000  # several buckets


def arrangements(rng):
    """Return values that fill the cells in different ways: evenly, at both ends, in clusters, all in one."""
    return {
        "even": rng.integers(0, 2**40, ROWS),
        "whole range": rng.integers(-(2**63), 2**63 - 1, ROWS),
        "both ends": rng.choice([-(2**63), 2**63 - 1], ROWS),
        "heaps": np.rint(np.exp(rng.normal(size=ROWS) * 8)).astype(np.int64),
        "ties": rng.integers(0, 50, ROWS),
        "constant": np.full(ROWS, -7),
        "one far off": np.append(rng.integers(0, 100, ROWS), 2**62),
        "falling": np.arange(ROWS, 0, -1),
        "few": rng.integers(0, 9, 30),
        "single": np.array([5]),
    }


@pytest.mark.parametrize("kind", arrangements(np.random.default_rng(0)))
def test_it_sorts_as_numpy_does(kind):
    values = arrangements(np.random.default_rng(1))[kind]
    before = values.copy()
    assert np.array_equal(bin_sort(values), np.sort(values))
    assert np.array_equal(values, before)


@settings(max_examples=200)
@given(st.integers(0, 2**32 - 1), st.integers(1, 400), st.sampled_from([3, 60, 2**20, 2**62]))
def test_small_windows_are_sorted(seed, size, span):
    small = {"MAX_BINS": 4, "KEYS_PER_BIN": 30, "N_STEPS": 64, "SAMPLE_SIZE": 50, "KEYS_PER_CELL": 3, "WINDOW_SIZE": 8}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in small.items():
            patch.setattr(sort, name, value)
        values = np.random.default_rng(seed).integers(-span, span, size)
        assert np.array_equal(bin_sort(values), np.sort(values))


@pytest.mark.parametrize("length", [63, 64, 65, 100, 128, 129])
def test_a_cell_of_about_half_a_window_is_sorted(length):
    rng = np.random.default_rng(2)
    heap = 2**39 + rng.integers(0, 1000, length)
    values = rng.permutation(np.append(rng.integers(0, 2**40, ROWS), heap))
    assert np.array_equal(bin_sort(values), np.sort(values))


def test_it_is_used_if_long_sorts_are_slower_than_short_ones(monkeypatch):
    for long_sort, expected in ((1.0, False), (20.0, True)):
        sort.use_bin_sort.cache_clear()
        monkeypatch.setattr(sort, "_min_sort_time", lambda values, slow=long_sort: slow if values.ndim == 1 else 1.0)
        assert sort.use_bin_sort() is expected
    sort.use_bin_sort.cache_clear()
