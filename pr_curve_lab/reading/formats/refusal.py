"""The end of reading a file, from whatever depth, with the problem that people are told."""

from __future__ import annotations

from pr_curve_lab.reading.limits import LIMITS, MEGABYTE
from pr_curve_lab.reading.problem import Problem


class RefusedError(Exception):
    """Ends the reading of a file; carries why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


def check_shape(name: str, rows: int, columns: int) -> None:
    """Refuse a table with too many columns or cells, before it is read.

    Raises
    ------
    RefusedError: there are more columns or cells than `LIMITS` allows.

    >>> check_shape("a.csv", rows=10, columns=2)
    """
    if columns > LIMITS.columns:
        raise RefusedError(Problem("too_many_columns", name=name, most=LIMITS.columns))
    if rows * columns > LIMITS.cells:
        raise RefusedError(Problem("too_many_cells", name=name, millions=LIMITS.cells // 10**6))


def check_inflation(name: str, given: int, inflated: int) -> None:
    """Refuse what becomes too large or grows too fast, given the bytes that went in and came out so far.

    Raises
    ------
    RefusedError: more bytes came out, or more for each byte that went in, than `LIMITS` allows.
    """
    if inflated > LIMITS.inflated_bytes:
        raise too_large(name)
    if inflated > LIMITS.unquestioned_bytes and inflated > LIMITS.inflation_ratio * given:
        raise RefusedError(Problem("inflates_too_much", name=name, ratio=LIMITS.inflation_ratio))


def too_large(name: str) -> RefusedError:
    """The refusal of a file with too many bytes."""
    return RefusedError(Problem("too_large", name=name, megabytes=LIMITS.inflated_bytes // MEGABYTE))
