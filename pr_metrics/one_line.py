"""A result as one line, for a notebook: its numbers, and of arrays how many values they hold."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np

LONGEST = 120  # characters
LONGEST_TEXT = 40
LARGEST_WHOLE = 2.0**53  # to here float64 has every whole number
EXACT = ("threshold",)  # whoever copies it shall call the same rows positive


def one_line(result: Any) -> str:
    """Write a dataclass in one line; what does not fit is left out, with three dots in its place.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Found:
    ...     area: float
    ...     part: np.ndarray
    >>> one_line(Found(1 / 3, np.zeros(7)))
    'Found(area=0.33333, part: 7 values)'
    >>> one_line(Found(123456.0, np.zeros(2)))
    'Found(area=123456, part: 2 values)'
    """
    name, parts = type(result).__name__, [_part(field.name, getattr(result, field.name)) for field in fields(result)]
    cut = (f"{name}({', '.join(parts[:kept])}, ...)" for kept in range(len(parts) - 1, 0, -1))
    shown = (f"{name}({', '.join(parts)})", *cut)
    return next((line for line in shown if len(line) <= LONGEST), f"{name}(...)")


def _part(name: str, value: Any) -> str:
    if isinstance(value, np.ndarray):
        size = " by ".join(str(length) for length in value.shape)
        return f"{name}: {size} values"
    if isinstance(value, float) and name not in EXACT:
        whole = value.is_integer() and abs(value) <= LARGEST_WHOLE  # counts keep all their digits
        return f"{name}={value:.0f}" if whole else f"{name}={value:.5g}"
    text = repr(value.item() if isinstance(value, np.generic) else value)
    if len(text) <= LONGEST_TEXT and "\n" not in text and not callable(value):
        return f"{name}={text}"
    return f"{name}: {len(value)} entries" if isinstance(value, (tuple, list, dict)) else f"{name}: ..."
