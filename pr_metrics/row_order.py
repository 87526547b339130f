"""The order of rows where a table names them: pandas carries an index beside the values.

Rows are matched by place, as everywhere in NumPy. Where the same names stand in another order, it cannot be told
whether place or name was meant; a wrong guess would be a number like any other, so neither is guessed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pr_metrics.inputs import plain


def same_order(**columns: object) -> None:
    """Refuse columns whose rows have the same names, but not at the same places.

    Other names are no contradiction: scores of a test set are often numbered anew. What has no index has no names.

    Raises
    ------
    ValueError: the same names in another order.

    >>> same_order(y_true=[1, 0], y_score=[0.5, 0.4])
    """
    named = [
        (name, index)
        for name, index in ((name, _index(values)) for name, values in columns.items())
        if index is not None
    ]
    for name, index in named[1:]:
        first, rows = named[0]
        if index is rows:
            continue
        one, other = np.asarray(rows), np.asarray(index)
        if _are_reordered(one, other):
            at = int(np.flatnonzero(one != other)[0])
            raise ValueError(
                f"{first} and {name} must have their rows in the same order, got index {plain(one[at])!r} and "
                f"{plain(other[at])!r} at position {at}: order both alike, or pass .to_numpy() where places are right"
            )


def _index(values: object) -> Any:
    """The names of rows; a list has a method of that name."""
    index = getattr(values, "index", None)
    return None if callable(index) or not hasattr(index, "__array__") else index


def _are_reordered(one: NDArray[Any], other: NDArray[Any]) -> bool:
    if one.shape != other.shape or np.array_equal(one, other):
        return False
    try:
        return np.array_equal(np.sort(one), np.sort(other))
    except TypeError:  # names without an order
        return False
