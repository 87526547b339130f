"""Results are computed once, are shared if they depend on examples only, and use bounded memory."""

import gc
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from threading import Barrier
from time import sleep

import numpy as np
import pytest

from pr_curve_lab.analysis.prevalence import compare_balances, roc_curve_area
from pr_curve_lab.analysis.thinning import ThinnedCurve
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting.prevalence import RESOLUTION
from pr_curve_lab.schema import examples
from pr_curve_lab.schema.dataset import build_dataset
from pr_curve_lab.schema.examples import EXAMPLES, example_roles, example_table
from pr_curve_lab.schema.roles import infer_roles
from pr_curve_lab.server import data_in_use, visitor_state
from pr_curve_lab.server.cache import ENTRY_BYTES, SHARED, ResultStore, SharedResults, call_key, shared_dataset
from pr_curve_lab.server.settings import PRECISION
from pr_curve_lab.server.visitor_state import cached, cached_for_visitor, visitor
from pr_metrics import SCHEMES

MADE = []
THREADS = 8


@dataclass(frozen=True, eq=False)
class Record:
    number: int
    parts: tuple = ()


@dataclass(frozen=True, slots=True)
class WithoutWeakReferences:
    number: int


@dataclass
class Changeable:
    value: int


@pytest.fixture
def visitor_store(monkeypatch):
    """The store of a new visitor, with its own session and without a server."""
    monkeypatch.setattr("streamlit.session_state", {"model": ""})
    MADE.clear()
    return visitor().results


def make(*args, size=0, **_):
    MADE.append(args)
    return np.zeros(size // 8)


def key_of(*args, **kwargs):
    return call_key(make, args, kwargs)


def count_of(kind):
    gc.collect()
    return sum(isinstance(one, kind) for one in gc.get_objects())


def in_threads(function):
    """Call a function with each thread's number in threads that start at the same moment; return the results."""
    start = Barrier(THREADS)
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(lambda number: (start.wait(), function(number))[1], range(THREADS)))


def user_dataset():
    """Return a visitor's dataset with the rows and the name of an example."""
    table = replace(example_table("ten_rows"))
    return build_dataset(table, infer_roles(table))


def test_the_same_call_has_the_same_key():
    record = Record(1)
    keys = [key_of(record, "step", (1, 2.5), messages_in("en"), make, beta=None) for _ in range(2)]
    assert keys[0] == keys[1]
    assert hash(keys[0]) == hash(keys[1])
    assert call_key(SCHEMES["step"].area, (record,)) == call_key(SCHEMES["step"].area, (record,))


@pytest.mark.parametrize(
    "other",
    [
        key_of("linear", 2, beta=1),
        key_of("step", 3, beta=1),
        key_of("step", 2, beta=2),
        key_of("step", 2, gamma=1),
        key_of("step", 2),
        key_of("step", (2,), beta=1),
        call_key(count_of, ("step", 2), {"beta": 1}),
    ],
)
def test_another_call_has_another_key(other):
    assert other != key_of("step", 2, beta=1)


def test_another_record_language_or_scheme_has_another_key():
    assert key_of(Record(1)) != key_of(Record(1))
    assert key_of(messages_in("en")) != key_of(messages_in("zh"))
    assert call_key(SCHEMES["step"].area, (1,)) != call_key(SCHEMES["linear"].area, (1,))


def test_a_new_record_never_has_the_key_of_a_deleted_one():
    keys = [key_of((Record(1), 1)) for _ in range(100)]
    assert len(set(keys)) == 100


@pytest.mark.parametrize("value", [[1, 2], {"a": 1}, np.zeros(3), Changeable(1), {1}])
def test_a_mutable_value_cannot_be_part_of_a_key(value):
    with pytest.raises(TypeError, match="must be plain, frozen, or a tuple of such, got"):
        key_of(value)


def test_a_lambda_has_no_key():
    with pytest.raises(TypeError, match="must be that of a module"):
        call_key(lambda: None, ())


@pytest.mark.parametrize("example", EXAMPLES)
def test_results_of_an_example_are_shared(example):
    dataset = shared_dataset(example)
    assert dataset is shared_dataset(example)
    assert SHARED.can_store(key_of(dataset, messages_in("zh"), "step", 5, None, PRECISION.default))
    assert SHARED.can_store(key_of(example_table(example), example_roles(example)))
    assert SHARED.can_store(call_key(dataset.labeled_scores, (dataset.names[0],)))
    part = Record(2)
    result = SHARED.get_or_compute(key_of(dataset, "made of it"), lambda: {"a": [Record(1, (part,))]})
    assert SHARED.can_store(key_of(result["a"][0], dataset))
    assert SHARED.can_store(key_of(part))


def test_a_call_with_anything_else_is_not_shared():
    shared, own = shared_dataset("ten_rows"), user_dataset()
    words = messages_in("en")  # a catalog with a number, which may come from a visitor's rows
    for args in [
        (words, 0.5),
        (own,),
        (shared, own),
        (own, words),
        (own, "step"),
        (shared, ((own, 1), 2)),
        (shared, 0.123),  # neither an integer nor a default, so it may have been typed
        (shared, ("step", 0.123)),
        ("step", 1),
        (),
    ]:
        assert not SHARED.can_store(key_of(*args)), args
    assert not SHARED.can_store(call_key(own.labeled_scores, ("score",)))
    assert not SHARED.can_store(key_of(shared, named=own))


def test_simultaneous_requests_share_one_computation():
    results, made = SharedResults(), []
    key = key_of(shared_dataset("ten_rows"))

    def compute():
        made.append(1)
        sleep(0.05)
        return Record(3)

    got = in_threads(lambda _: results.get_or_compute(key, compute))
    assert len(made) == 1
    assert len({id(result) for result in got}) == 1


def test_an_example_opened_simultaneously_is_built_once(monkeypatch):
    made, build = [], examples.build_dataset

    def build_slowly(*args):
        made.append(1)
        sleep(0.05)
        return build(*args)

    monkeypatch.setattr(examples, "build_dataset", build_slowly)
    open_example = examples.cache_by_name(examples.example_dataset.__wrapped__)
    assert len({id(dataset) for dataset in in_threads(lambda _: open_example("ten_rows"))}) == 1
    assert len(made) == 1


def test_the_size_is_right_after_concurrent_changes():
    results = ResultStore(20 * ENTRY_BYTES)

    def ask(thread):
        for number in range(300):
            key = key_of((number * (thread + 1)) % 40)
            assert results.get_or_compute(key, lambda: b"made") == b"made"
            assert results.get(key) in (b"made", None)

    in_threads(ask)
    assert results.bytes == sum(entry.size for entry in results._entries.values()) <= results.max_bytes


def test_a_failed_computation_is_repeated():
    results = ResultStore()
    with pytest.raises(ZeroDivisionError):
        results.get_or_compute(key_of(1), lambda: 1 / 0)
    assert results.get(key_of(1)) is None
    assert results.get_or_compute(key_of(1), lambda: 4) == results.get(key_of(1)) == 4


def test_a_running_computation_survives_evictions():
    results, made = ResultStore(2 * ENTRY_BYTES), []

    def compute():
        made.append(1)
        for number in range(3):  # more results than fit into the store
            results.get_or_compute(key_of(number), lambda: None)
        return "made"

    assert results.get_or_compute(key_of("slow"), compute) == results.get_or_compute(key_of("slow"), compute) == "made"
    assert made == [1]


def test_a_failed_computation_uses_no_space():
    results = ResultStore()
    for number in range(10):
        with pytest.raises(ZeroDivisionError):
            results.get_or_compute(key_of(number), lambda: 1 / 0)
    assert (len(results), results.bytes) == (0, 0)


def test_the_least_recently_used_results_are_evicted():
    results, made = ResultStore(3 * (8000 + ENTRY_BYTES)), []

    def compute(number):
        made.append(number)
        return np.zeros(1000)

    for number in range(6):
        for again in ("again", number):
            results.get_or_compute(key_of(again), partial(compute, again))
            assert results.bytes <= results.max_bytes
    assert len(results) == 3
    assert made.count("again") == 1
    results.get_or_compute(key_of(0), partial(compute, 0))
    assert made.count(0) == 2


def test_results_without_arrays_are_bounded_too():
    results = ResultStore(10 * ENTRY_BYTES)
    for number in range(100):
        results.get_or_compute(key_of(number), lambda: None)
    assert len(results) == 10


@pytest.mark.parametrize("kind", [Record, WithoutWeakReferences])
def test_a_store_that_is_cleared_keeps_no_record(kind):
    results, dataset, before = SharedResults(), shared_dataset("ten_rows"), count_of(kind)
    for number in range(50):
        record = results.get_or_compute(key_of(dataset, number), partial(kind, number))
        results.get_or_compute(key_of(record), lambda: None)
    del record
    results.clear()
    assert results.bytes == len(results._shared) == 0
    assert count_of(kind) == before


def test_a_result_of_a_visitor_is_computed_once(visitor_store):
    assert cached(make, visitor().dataset, 0.25) is cached(make, visitor().dataset, 0.25)
    cached(make, visitor().dataset, 0.75)
    assert [number for _, number in MADE] == [0.25, 0.75]
    assert len(visitor_store) == 2


def test_a_result_about_an_example_is_shared(visitor_store):
    points = shared_dataset("ten_rows").points
    assert cached(points, "score") is cached(points, "score")
    assert SHARED.get(call_key(points, ("score",))) is cached(points, "score")
    assert len(visitor_store) == 0


def test_results_for_typed_values_are_not_shared(visitor_store):
    before = len(SHARED)
    cached(make, shared_dataset("ten_rows"), 0.123)
    cached_for_visitor(make, shared_dataset("ten_rows"), "typed")
    assert len(SHARED) == before
    assert len(visitor_store) == 2


def test_other_data_clear_the_results_of_a_visitor(visitor_store):
    cached(make, 1)
    data_in_use.use_example("constant")
    assert len(visitor_store) == 0


def test_large_data_allow_more_bytes(visitor_store):
    visitor_state.clear_cache()
    before = visitor_store.max_bytes
    visitor().dataset = replace(visitor().dataset, score=np.zeros((10**6, 3)))
    visitor_state.clear_cache()
    assert visitor_store.max_bytes > 5 * 24_000_000 > before


@pytest.mark.usefixtures("visitor_store")
def test_100_prevalences_of_one_visitor_evict_no_shared_result():
    data_in_use.use_example("breast_cancer")
    points = cached(shared_dataset("breast_cancer").points, "score")
    of_the_class = cached(compare_balances, points, None, "step", RESOLUTION)
    before = count_of(ThinnedCurve)
    for prevalence in np.linspace(0.01, 0.9, 100).tolist():
        both = cached(compare_balances, points, prevalence, "step", RESOLUTION)
        cached(roc_curve_area, both.measured.points, RESOLUTION)
    del both
    assert cached(compare_balances, points, None, "step", RESOLUTION) is of_the_class
    visitor_state.clear_cache()
    assert count_of(ThinnedCurve) <= before + 5
