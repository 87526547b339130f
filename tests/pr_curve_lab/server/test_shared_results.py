"""What all visitors share is made once, is about examples alone, and does not pile up."""

import gc
from dataclasses import dataclass, replace
from functools import partial
from threading import Barrier, Thread
from time import sleep

import numpy as np
import pytest

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.schema.dataset import build_dataset
from pr_curve_lab.schema.examples import EXAMPLES, example_table
from pr_curve_lab.schema.infer_roles import infer_roles
from pr_curve_lab.server.cache import ENTRY_BYTES, SHARED, CallKey, ResultStore, SharedResults, shared_dataset

ASKING_AT_ONCE = 8


@dataclass(frozen=True, eq=False)
class Result:
    number: int
    parts: tuple = ()
    array: np.ndarray | None = None


def make(*_):
    """Of no interest here."""


def key_of(*given):
    return CallKey(make, given, {})


def own_tasks():
    """Rows of a visitor's own that are those of an example, under the same name."""
    table = replace(example_table("ten_rows"))
    return build_dataset(table, infer_roles(table))


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_shared_with_words_and_settings_and_what_is_made_of_it(example):
    dataset = shared_dataset(example)
    assert dataset is shared_dataset(example)
    assert SHARED.can_store(key_of(dataset, messages_in("zh"), "step", 5))
    assert SHARED.can_store(CallKey(dataset.cases, (dataset.names[0],), {}))
    part = Result(2)
    made = SHARED.get_or_compute(key_of(dataset, "made of it"), lambda: {"a": [Result(1, (part,))]})
    assert SHARED.can_store(key_of(made["a"][0], dataset))
    assert SHARED.can_store(key_of(part))


def test_whatever_was_given_something_else_is_its_visitors():
    shared, own = shared_dataset("ten_rows"), own_tasks()
    words = messages_in("en")  # with numbers of one's own: they may be all that is left of one's rows
    for given in [
        (words, 0.5),
        (own,),
        (shared, own),
        (own, words),
        (own, "step"),
        (shared, ((own, 1), 2)),
        (shared, 0.123),
        (shared, ("step", 0.123)),
        ("step", 1),
        (),
    ]:
        assert not SHARED.can_store(key_of(*given)), given
    assert not SHARED.can_store(CallKey(own.cases, ("score",), {}))
    assert not SHARED.can_store(CallKey(make, (shared,), {"and": own}))


def test_those_who_ask_at_the_same_moment_get_what_one_of_them_makes():
    results, asked, made, got = SharedResults(), Barrier(ASKING_AT_ONCE), [], []
    dataset = shared_dataset("ten_rows")

    def slowly():
        made.append(1)
        sleep(0.05)
        return Result(3)

    def ask():
        asked.wait()
        got.append(results.get_or_compute(key_of(dataset), slowly))

    threads = [Thread(target=ask) for _ in range(ASKING_AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1
    assert len(got) == ASKING_AT_ONCE
    assert len({id(result) for result in got}) == 1


def test_after_an_error_the_next_one_tries_again():
    results, key = SharedResults(), key_of(shared_dataset("ten_rows"))
    with pytest.raises(ZeroDivisionError):
        results.get_or_compute(key, lambda: 1 / 0)
    assert results.get_or_compute(key, lambda: 4) == 4


def test_what_is_asked_for_again_outlasts_the_others():
    results, made, dataset = ResultStore(3 * (8000 + ENTRY_BYTES)), [], shared_dataset("ten_rows")

    def count(number):
        made.append(number)
        return np.zeros(1000)

    for number in range(6):
        for again in ("again", number):
            results.get_or_compute(key_of(dataset, again), partial(count, again))
            assert results.bytes <= results.max_bytes
    assert made.count("again") == 1
    results.get_or_compute(key_of(dataset, 0), partial(count, 0))
    assert made.count(0) == 2


def test_results_without_arrays_are_bounded_too():
    results, dataset = ResultStore(10 * ENTRY_BYTES), shared_dataset("ten_rows")
    for number in range(100):
        results.get_or_compute(key_of(dataset, number), lambda: None)
    assert len(results) == 10


def test_what_nobody_can_ask_for_any_more_is_let_go_with_all_that_was_made_of_it():
    results, dataset, first = SharedResults(), shared_dataset("ten_rows"), Result(1)
    record = results.get_or_compute(key_of(first), lambda: Result(2))
    results.get_or_compute(key_of(record), lambda: Result(3))
    assert len(results) == 2
    del first, record
    gc.collect()
    results.get_or_compute(key_of(dataset, "last"), lambda: None)
    assert len(results) == 1
    assert results.bytes == ENTRY_BYTES
    assert len(results._shared) == 0


@dataclass(frozen=True, slots=True)
class WithoutWeakReferences:
    number: int


def test_no_record_is_kept_for_ever():
    results, dataset = SharedResults(), shared_dataset("ten_rows")
    for number in range(50):
        results.get_or_compute(key_of(dataset, number), partial(WithoutWeakReferences, number))
    results.clear()
    assert count_of(WithoutWeakReferences) == 0


def count_of(kind):
    gc.collect()
    return sum(isinstance(one, kind) for one in gc.get_objects())
