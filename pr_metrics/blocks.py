"""Process long arrays in blocks that fit into the processor's cache, on two threads if that is faster.

An operation on an array of millions writes its result to main memory, and the next one reads it again; the result for
a block is still in the cache. NumPy releases the GIL while it computes, so that threads run in parallel.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

MIN_BLOCK_SIZE, MAX_BLOCK_SIZE = 16_384, 65_536  # rows; the larger as float64 takes half a second-level cache of 1 MiB
N_BLOCKS = 16  # blocks of an array within these sizes, so that temporary arrays are small beside it
MIN_PARALLEL_ROWS = 400_000  # rows; below, starting threads costs more than they save
MAX_THREADS = 2  # more were not measured


class _ThreadState(threading.local):
    """Whether the thread is a worker of this module; workers start no threads themselves."""

    is_worker = False

    def enter(self) -> None:
        self.is_worker = True


_thread_state = _ThreadState()


def start_no_threads() -> None:
    """Make the calling thread do all its work itself from now on, because it is already one of several.

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
    """Divide the rows, or `n_items` items, into one slice per thread; a single slice if threads do not pay off.

    >>> split_for_threads(1000)
    [slice(0, 1000, None)]
    """
    many = n_rows if n_items is None else n_items
    threads = min(_cpu_count(), MAX_THREADS) if n_rows >= MIN_PARALLEL_ROWS and not _thread_state.is_worker else 1
    return [slice(many * k // threads, many * (k + 1) // threads) for k in range(threads)]


def run_parallel(func: Callable[[Item], Result], items: list[Item]) -> list[Result]:
    """Call the function on each item in a thread of its own, and return the results in order.

    >>> run_parallel(len, ["ab", "c"])
    [2, 1]
    """
    if len(items) == 1:
        return [func(items[0])]
    with ThreadPoolExecutor(len(items), initializer=_thread_state.enter) as threads:
        return list(threads.map(func, items))


def map_blocks(n_rows: int, func: Callable[[slice], Result]) -> list[Result]:
    """Call the function on each block of the rows, and return the results in order.

    The blocks do not depend on the number of threads, so sums over them are the same to the bit on any machine.

    >>> map_blocks(3, lambda block: block.stop)
    [3]
    """
    return map_items(list(blocks(0, n_rows)), n_rows, func)


def map_items(items: list[Item], n_rows: int, func: Callable[[Item], Result]) -> list[Result]:
    """Call the function on each item, as `map_blocks` does on blocks; all items together have `n_rows` rows.

    >>> map_items([slice(0, 2), slice(2, 3)], 3, lambda piece: piece.stop)
    [2, 3]
    """
    spans = [items[share] for share in split_for_threads(n_rows, n_items=len(items))]
    results = run_parallel(lambda span: [func(piece) for piece in span], spans)
    return [result for span in results for result in span]


def _cpu_count() -> int:
    if hasattr(os, "sched_getaffinity"):  # the CPUs that this process may use; not available on every system
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
