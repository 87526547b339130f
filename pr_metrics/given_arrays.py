"""What is given as a vector or a matrix, as NumPy sees it; what NumPy sees none in is called by its type."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


def given_array(name: str, values: ArrayLike) -> NDArray[Any]:
    """Return an array of one dimension or more, not copied where it is one already.

    Raises
    ------
    ValueError: rows of different length; a single value, a generator, a set, a sparse matrix and whatever else NumPy
        takes for one thing; what does not let NumPy read it.

    >>> given_array("y_score", [[0.1, 0.9]]).shape
    (1, 2)
    >>> given_array("y_score", {0.1, 0.9})
    Traceback (most recent call last):
        ...
    ValueError: y_score must be a list or an array, got a set
    """
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} must have one or two dimensions, got rows of different length") from None
    except (TypeError, RuntimeError) as refusal:  # of a tensor on a graphics card, or one that keeps its gradient
        hint = "; pass .float()" if "bfloat16" in str(refusal).lower() else ""
        raise ValueError(f"{name} must be a list or an array, got {named_type(values)}: {refusal}{hint}") from refusal
    if array.ndim == 0:
        came = "shape ()" if isinstance(values, np.ndarray) else named_type(values)
        raise ValueError(f"{name} must be a list or an array, got {came}")
    return array


def named_type(value: object) -> str:
    """The name of a type with its article: a generator, an Index.

    >>> named_type({1, 2}), named_type(iter([])), named_type(1)
    ('a set', 'a list_iterator', 'an int')
    """
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"
