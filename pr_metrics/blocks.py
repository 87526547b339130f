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

Part = TypeVar("Part")
Result = TypeVar("Result")

SHORTEST, LONGEST = 16_384, 65_536  # rows of a block; half a second-level cache of 1 MiB as float64
BLOCKS = 16  # as many as there are rows for, so that what a block needs is little beside the arrays
PAYS_FROM = 400_000  # rows; below, starting threads costs more than they save
MOST_THREADS = 2  # more were not measured


class _Within(threading.local):
    """Whether this is one of the threads started here, which start no others."""

    a_thread = False

    def enter(self) -> None:
        self.a_thread = True


_within = _Within()


def start_no_threads() -> None:
    """Let the calling thread do all its work by itself from now on: it is one of several already.

    >>> threading.Thread(target=start_no_threads).start()
    """
    _within.enter()


def blocks(start: int, stop: int) -> Iterator[slice]:
    """Cut the rows from start to stop into slices of one block each, the last one shorter.

    >>> list(blocks(0, 20_000))
    [slice(0, 16384, None), slice(16384, 20000, None)]
    """
    length = min(max((stop - start) // BLOCKS, SHORTEST), LONGEST)
    return (slice(at, min(at + length, stop)) for at in range(start, stop, length))


def shares(n_rows: int, *, of: int | None = None) -> list[slice]:
    """Cut the rows, or as many other things, into one contiguous share a thread: a single one where more would not pay.

    >>> shares(1000)
    [slice(0, 1000, None)]
    """
    many = n_rows if of is None else of
    threads = min(_processors(), MOST_THREADS) if n_rows >= PAYS_FROM and not _within.a_thread else 1
    return [slice(many * k // threads, many * (k + 1) // threads) for k in range(threads)]


def side_by_side(work: Callable[[Part], Result], parts: list[Part]) -> list[Result]:
    """Do the work on each part, a thread for each, and return the results in their order.

    >>> side_by_side(len, ["ab", "c"])
    [2, 1]
    """
    if len(parts) == 1:
        return [work(parts[0])]
    with ThreadPoolExecutor(len(parts), initializer=_within.enter) as threads:
        return list(threads.map(work, parts))


def each_block(n_rows: int, work: Callable[[slice], Result]) -> list[Result]:
    """Do the work on each block of the rows and return the results in their order.

    The blocks are the same whatever the number of threads, so sums over them are the same to the bit on any machine.

    >>> each_block(3, lambda block: block.stop)
    [3]
    """
    return each_of(list(blocks(0, n_rows)), n_rows, work)


def each_of(pieces: list[Part], n_rows: int, work: Callable[[Part], Result]) -> list[Result]:
    """The results of pieces of the caller's own, which make up so many rows; else as `each_block`.

    >>> each_of([slice(0, 2), slice(2, 3)], 3, lambda piece: piece.stop)
    [2, 3]
    """
    spans = [pieces[share] for share in shares(n_rows, of=len(pieces))]
    results = side_by_side(lambda span: [work(piece) for piece in span], spans)
    return [result for span in results for result in span]


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):  # those that this process may use; not on every system
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
