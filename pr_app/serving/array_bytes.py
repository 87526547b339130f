"""How much memory a result takes: that of the arrays in it, which is nearly all of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np


def array_bytes(result: Any, *, without: Iterable[Any] = ()) -> int:
    """Bytes of the arrays in a result, of records, tuples, lists and mappings in it; those of `without` do not count.

    >>> array_bytes({"a": (np.zeros(4), np.zeros(2))})
    48
    >>> whole = np.zeros(4)
    >>> array_bytes([whole[:2], np.zeros(2)], without=(whole,))
    16
    """
    known = {number for one in without for number in _memory(one)}
    return sum(size for number, size in _memory(result).items() if number not in known)


def _memory(value: Any) -> dict[int, int]:
    """Bytes by the array that they belong to: a view has none of its own."""
    if isinstance(value, np.ndarray):
        while isinstance(value.base, np.ndarray):
            value = value.base
        return {id(value): value.nbytes}
    if is_dataclass(value) and not isinstance(value, type):
        parts: Iterable[Any] = [getattr(value, field.name) for field in fields(value)]
    elif isinstance(value, Mapping):
        parts = value.values()
    elif isinstance(value, tuple | list):
        parts = value
    else:
        return {}
    return {number: size for part in parts for number, size in _memory(part).items()}
