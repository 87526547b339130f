"""Long arrays piece by piece: a block at a time stays in the processor's cache, on two threads where that pays.

An operation on a whole array of millions writes its result to main memory and the next one fetches it again; a block's
result is still at hand. NumPy lets go of Python's lock while it computes, so that threads do run side by side.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

MIN_BLOCK_SIZE, MAX_BLOCK_SIZE = 16_384, 65_536  # rows of a block; half a second-level cache of 1 MiB as float64
N_BLOCKS = 16  # as many as there are rows for, so that what a block needs is little beside the arrays
MIN_PARALLEL_ROWS = 400_000  # rows; below, starting threads costs more than they save
MAX_THREADS = 2  # more were not measured


class _ThreadState(threading.local):
    """Whether this is one of the threads started here, which start no others."""

    is_worker = False

    def enter(self) -> None:
        self.is_worker = True


_thread_state = _ThreadState()


def start_no_threads() -> None:
    """Let the calling thread do all its work by itself from now on: it is one of several already.

    >>> threading.Thread(target=start_no_threads).start()
    """
    _thread_state.enter()


def blocks(start: int, stop: int) -> Iterator[slice]:
    """Cut the rows from start to stop into slices of one block each, the last one shorter.

    >>> list(blocks(0, 20_000))
    [slice(0, 16384, None), slice(16384, 20000, None)]
    """
    length = min(max((stop - start) // N_BLOCKS, MIN_BLOCK_SIZE), MAX_BLOCK_SIZE)
    return (slice(at, min(at + length, stop)) for at in range(start, stop, length))


def split_for_threads(n_rows: int, *, n_items: int | None = None) -> list[slice]:
    """Cut the rows, or as many other things, into one contiguous share a thread: a single one where more would not pay.

    >>> split_for_threads(1000)
    [slice(0, 1000, None)]
    """
    many = n_rows if n_items is None else n_items
    threads = min(_cpu_count(), MAX_THREADS) if n_rows >= MIN_PARALLEL_ROWS and not _thread_state.is_worker else 1
    return [slice(many * k // threads, many * (k + 1) // threads) for k in range(threads)]


def run_parallel(func: Callable[[Item], Result], items: list[Item]) -> list[Result]:
    """Do the work on each part, a thread for each, and return the results in their order.

    >>> run_parallel(len, ["ab", "c"])
    [2, 1]
    """
    if len(items) == 1:
        return [func(items[0])]
    with ThreadPoolExecutor(len(items), initializer=_thread_state.enter) as threads:
        return list(threads.map(func, items))


def map_blocks(n_rows: int, func: Callable[[slice], Result]) -> list[Result]:
    """Do the work on each block of the rows and return the results in their order.

    The blocks are the same whatever the number of threads, so sums over them are the same to the bit on any machine.

    >>> map_blocks(3, lambda block: block.stop)
    [3]
    """
    return map_items(list(blocks(0, n_rows)), n_rows, func)


def map_items(items: list[Item], n_rows: int, func: Callable[[Item], Result]) -> list[Result]:
    """The results of pieces of the caller's own, which make up so many rows; else as `map_blocks`.

    >>> map_items([slice(0, 2), slice(2, 3)], 3, lambda piece: piece.stop)
    [2, 3]
    """
    spans = [items[share] for share in split_for_threads(n_rows, n_items=len(items))]
    results = run_parallel(lambda span: [func(piece) for piece in span], spans)
    return [result for span in results for result in span]


def _cpu_count() -> int:
    if hasattr(os, "sched_getaffinity"):  # those that this process may use; not on every system
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
