"""Checks of arguments: labels, scores, weights and counts become plain float64 and bool arrays, or a `ValueError`.

Every rule has its own message: the argument, the rule, what came, and at which position (from 0).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import fields
from decimal import Decimal
from difflib import get_close_matches
from numbers import Real
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pr_metrics.blocks import each_block
from pr_metrics.tolerances import RANGE_ROUNDING


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


FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

NUMBER_OR_TEXT = (str, bytes, bool, int, float, np.bool_, np.integer, np.floating)
LARGEST_EXACT_INTEGER = 2**53  # above it float64 skips integers (IEEE 754, 53-bit significand)
LISTED_VALUES = 5  # how many distinct labels an error message spells out
ONE_OF_TWO = "; of two classes pass the positive one's column: [:, 1]"


def positive_mask(y_true: ArrayLike, pos_label: object = None) -> BoolArray:
    """Say for each row whether it is positive, shape (n_rows,).

    Without `pos_label` the labels must be 0 and 1, -1 and 1, or bool, and 1 (or True) is positive.

    Raises
    ------
    ValueError: not one-dimensional or empty; a missing label; three or more values; a soft label;
        text without `pos_label`; `pos_label` not among the labels.

    >>> positive_mask(["spam", "ham"], pos_label="spam").tolist()
    [True, False]
    >>> positive_mask([-1, 1]).tolist()
    [False, True]
    """
    labels = known_labels("y_true", y_true)
    if np.ndim(pos_label) != 0 or type(pos_label).__name__ == "NAType":  # type: ignore[arg-type]
        raise ValueError(f"pos_label must be one known value, got {pos_label!r}")
    if pos_label is None:
        return _standard_positives(labels)
    mask = rows_labelled(labels, pos_label)
    if not mask.any() and not _is_standard(labels, pos_label):
        raise ValueError(f"pos_label must be a value of y_true, got {pos_label!r}; y_true has {_listed(labels)}")
    others = labels[~mask]
    if others.size and not bool((others == others[0]).all()):
        third = int(np.flatnonzero(~mask & (labels != others[0]))[0])
        raise ValueError(
            f"y_true must have at most two values, got a third one, {plain(labels[third])!r}, at position {third}"
        )
    return mask


def known_labels(name: str, values: ArrayLike) -> NDArray[Any]:
    """Return labels of any kind, shape (n,), none of them missing; objects become numbers or bools where they can.

    Raises
    ------
    ValueError: not one-dimensional or empty; a missing label.

    >>> known_labels("y_true", ["spam", "ham"]).tolist()
    ['spam', 'ham']
    """
    labels = _one_dimensional(name, values)
    if labels.dtype.kind == "O":
        several = np.array([not isinstance(value, Hashable) for value in labels])
        _refuse(name, "one label in each row", labels, several)
        # `label != label` holds for nan only; pandas.NA has no truth value and is caught by its name.
        missing = [value is None or type(value).__name__ == "NAType" or bool(value != value) for value in labels]
        _refuse(name, "known in every row", labels, np.array(missing))
        kinds = {type(value) for value in labels}
        if kinds <= {bool, np.bool_}:
            return labels.astype(bool)
        if all(issubclass(kind, (bool, np.bool_, int, float, np.number)) for kind in kinds):
            # Integers beyond 2**53 stay what they are, since float64 would make some of them equal.
            exact = all(isinstance(value, float) or abs(value) <= LARGEST_EXACT_INTEGER for value in labels)
            return labels.astype(np.float64) if exact else labels
    elif labels.dtype.kind == "f":
        _refuse(name, "known in every row", labels, np.isnan(labels))
    elif labels.dtype.kind in "mM":
        _refuse(name, "known in every row", labels, np.isnat(labels))
    return labels


def rows_labelled(labels: NDArray[Any], label: object) -> BoolArray:
    """Say for each row whether it has the label, shape (n_rows,).

    >>> rows_labelled(np.array([1, 2]), "a").tolist()
    [False, False]
    """
    mask = np.asarray(labels == label, dtype=bool)
    # numpy compares unlike types to one False
    return mask if mask.shape == labels.shape else np.zeros(labels.shape, dtype=bool)


def finite_numbers(name: str, values: ArrayLike) -> FloatArray:
    """Return the values as float64 in the order they came, shape (n,); an array that is float64 already, as it is.

    Raises
    ------
    ValueError: not one-dimensional or empty; text; nan or infinity; integers that float64 cannot tell apart.

    >>> finite_numbers("y_score", [1, 0.5]).tolist()
    [1.0, 0.5]
    """
    return finite_numbers_and_range(name, values)[0]


def finite_numbers_and_range(name: str, values: ArrayLike) -> tuple[FloatArray, float, float]:
    """Finite numbers with the lowest and the highest of them, which the check has to find anyway.

    >>> finite_numbers_and_range("y_score", [1, 0.5])[1:]
    (0.5, 1.0)
    """
    array = _one_dimensional(name, values)
    if array.dtype.kind == "O":
        array = _numbers_from_objects(name, array)
    if array.dtype.kind not in "biuf":
        raise ValueError(f"{name} must be numbers, got {plain(array[0])!r} at position 0{_as_float_hint(array[0])}")
    if array.dtype.kind in "iu" and array.dtype.itemsize == 8:
        _refuse(name, "at most 2**53 in size to be exact", array, _beyond_exact(array))
    with np.errstate(over="ignore"):
        numbers = array.astype(np.float64, copy=False)
    if array.dtype.kind == "f" and array.dtype.itemsize > numbers.dtype.itemsize:
        _refuse(name, "exact in float64", array, (numbers != array) & np.isfinite(array))
    extremes = np.array(each_block(numbers.size, lambda block: (numbers[block].min(), numbers[block].max())))
    if not np.isfinite(extremes).all():  # nan comes through both
        _refuse(name, "finite", numbers, ~np.isfinite(numbers))
    return numbers, float(extremes[:, 0].min()), float(extremes[:, 1].max())


def weights_or_none(sample_weight: ArrayLike | None) -> FloatArray | None:
    """Return the weights as float64, shape (n_rows,), or None when every row counts once.

    Raises
    ------
    ValueError: what `finite_numbers` refuses; a negative weight; weights that sum to zero or overflow.

    >>> weights_or_none(None) is None
    True
    """
    if sample_weight is None:
        return None
    weights = finite_numbers("sample_weight", sample_weight)
    _refuse("sample_weight", "at least 0", weights, weights < 0)
    with np.errstate(over="ignore"):
        total = float(weights.sum())
    if total == 0.0:
        raise ValueError(f"sample_weight must have a weight above 0, got {weights.size} zeros")
    if not np.isfinite(total):
        raise ValueError(f"sample_weight must have a finite sum, got {total}")
    return weights


def frequencies(frequency_weight: ArrayLike) -> FloatArray:
    """Return how many rows each row stands for, shape (n_rows,).

    Raises
    ------
    ValueError: what `finite_numbers` refuses; a number that is negative or not whole; all zeros.

    >>> frequencies([2, 0]).tolist()
    [2.0, 0.0]
    """
    counts = finite_numbers("frequency_weight", frequency_weight)
    rule = "whole numbers of rows (weights that are not counts go to sample_weight)"
    _refuse("frequency_weight", rule, counts, (counts < 0) | (counts % 1 != 0) | (counts > LARGEST_EXACT_INTEGER))
    if not counts.any():
        raise ValueError(f"frequency_weight must count at least one row, got {counts.size} zeros")
    return counts


def same_length(**lengths: int) -> None:
    """Refuse arguments of different length, naming them.

    Raises
    ------
    ValueError: the lengths differ.

    >>> same_length(y_true=2, y_score=2)
    """
    if len(set(lengths.values())) > 1:
        names, sizes = " and ".join(lengths), " and ".join(str(size) for size in lengths.values())
        raise ValueError(f"{names} must have the same length, got {sizes}")


def whole_number(name: str, value: object, *, least: int = 0) -> int:
    """Return a count of rows.

    Raises
    ------
    ValueError: not a number; not whole; below 0; below `least`.

    >>> whole_number("positives", 3.0)
    3
    """
    number = real_or_nan(value)
    if not least <= number < np.inf or number != int(number):
        raise ValueError(f"{name} must be a whole number of at least {least}, got {plain(value)!r}")
    return int(number)


def inner_fraction(name: str, value: object) -> float:
    """Return a share that leaves something on both sides.

    Raises
    ------
    ValueError: not a number strictly between 0 and 1.

    >>> inner_fraction("prevalence", 0.1)
    0.1
    """
    number = real_or_nan(value)
    if not 0 < number < 1:
        raise ValueError(f"{name} must be between 0 and 1, both excluded, got {plain(value)!r}")
    return number


def area_or_nan(value: object, name: str = "area") -> float:
    """Return an area within [0, 1], or nan where it is undefined; what rounding carried outside is brought back.

    Raises
    ------
    ValueError: not a number; outside [0, 1] by more than rounding.

    >>> area_or_nan(1 + 2e-16), area_or_nan(float("nan"))
    (1.0, nan)
    """
    number = real_or_nan(value)
    if not isinstance(value, Real) or number < -RANGE_ROUNDING or number > 1 + RANGE_ROUNDING:
        raise ValueError(f"{name} must be between 0 and 1, got {plain(value)!r}")
    return float(np.clip(number, 0.0, 1.0))


def real_or_nan(value: object) -> float:
    """Return a number as a float, and for text, arrays and all else nan, which is within no bounds.

    >>> real_or_nan(1), real_or_nan("1")
    (1.0, nan)
    """
    try:
        return float(value) if isinstance(value, Real) else np.nan
    except OverflowError:  # of an integer
        return np.inf


def plain(value: Any) -> Any:
    """Return a value as Python prints it, without the name of its numpy type.

    >>> plain(np.float64(0.5))
    0.5
    """
    # As Python prints it, a time in nanoseconds is a bare number.
    return value.item() if isinstance(value, np.generic) and value.dtype.kind not in "mM" else value


def _one_dimensional(name: str, values: ArrayLike) -> NDArray[Any]:
    """The values as a vector; a single column of a matrix is one."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.getmaskarray(values).any():
        position = int(np.flatnonzero(np.ma.getmaskarray(values))[0])
        raise ValueError(f"{name} must be known in every row, got a masked value at position {position}")
    array = given_array(name, values)
    _refuse_null(name, values)
    if array.ndim == 2 and array.shape[1] == 1:
        return _one_dimensional(name, _first_of_each(values) if isinstance(values, (list, tuple)) else array[:, 0])
    if array.ndim != 1:
        remedy = ONE_OF_TWO if array.shape[1:] == (2,) and name.startswith("y_") else ""
        if array.ndim == 2 and array.shape[0] == 1 and array.shape[1] > 2:
            remedy = ", a row vector: pass its only row, [0]"
        raise ValueError(f"{name} must be one-dimensional, got shape {array.shape}{remedy}")
    if array.size == 0:
        raise ValueError(f"{name} must have at least one row, got none")
    return _as_given(values, array) if isinstance(values, (list, tuple)) else array


def _refuse_null(name: str, values: Any) -> None:
    """Name the first null of a column of polars or pyarrow, which NumPy sees as nan."""
    if not hasattr(values, "null_count") or not hasattr(values, "is_null"):
        return
    count = values.null_count() if callable(values.null_count) else values.null_count
    if not count:
        return
    position = int(np.flatnonzero(np.asarray(values.is_null()))[0])
    raise ValueError(f"{name} must be known in every row, got null at position {position}")


def _first_of_each(rows: list[Any] | tuple[Any, ...]) -> list[Any]:
    return [next(iter(row)) for row in rows]


def _as_given(values: list[Any] | tuple[Any, ...], array: NDArray[Any]) -> NDArray[Any]:
    """Keep values of a list that NumPy turned into others: nan into text, large integers into floats."""
    is_text = array.dtype.kind in "US" and not all(isinstance(value, (str, bytes)) for value in values)
    is_rounded = array.dtype.kind == "f" and bool((np.abs(array) >= LARGEST_EXACT_INTEGER).any())
    if not (is_text or is_rounded):
        return array
    given = np.empty(len(values), dtype=object)
    given[:] = values
    return given


def _standard_positives(labels: NDArray[Any]) -> BoolArray:
    if labels.dtype.kind == "b":
        return np.asarray(labels.view(np.uint8) != 0)  # a byte seen as a bool may hold more than 1
    if labels.dtype.kind not in "iuf":
        _refuse_unlike_text(labels)
        raise ValueError(f"pos_label must name the positive class when y_true is text; y_true has {_listed(labels)}")
    positive = np.empty(labels.size, dtype=bool)

    def look(block: slice) -> bool:
        """Write which rows are positive; return whether all are plainly 0 or 1, as the bits of whole numbers tell."""
        np.equal(labels[block], 1, out=positive[block])
        return labels.dtype.kind in "iu" and int(np.bitwise_or.reduce(labels[block])) in (0, 1)

    if all(each_block(labels.size, look)):
        return positive
    negative = labels == 0
    if bool((labels == -1).any()) and not negative.any():
        negative = labels == -1
    _refuse("y_true", "0 or 1 (or -1 and 1, bool, or with a pos_label)", labels, ~(positive | negative))
    return positive


def _refuse_unlike_text(labels: NDArray[Any]) -> None:
    """Name the first label that is neither a number nor text, to which no pos_label was said."""
    for position, label in enumerate(labels if labels.dtype.kind == "O" else labels[:1]):
        if not isinstance(label, NUMBER_OR_TEXT):
            rule, came = "bool, int, float or text (or with a pos_label)", f"{plain(label)!r}, {named_type(label)}"
            raise ValueError(f"y_true must be {rule}, got {came}, at position {position}")


def _is_standard(labels: NDArray[Any], pos_label: object) -> bool:
    """A column of zeros is a legal 0/1 column without positives; the same cannot be said of text."""
    return labels.dtype.kind in "biuf" and pos_label == 1 and bool(np.isin(labels, (-1, 0)).all())


def _numbers_from_objects(name: str, array: NDArray[Any]) -> NDArray[Any]:
    """Convert one by one where numpy found no common type, so that the odd one out can be named."""
    for position, value in enumerate(array):
        if isinstance(value, (str, bytes)):
            raise ValueError(f"{name} must be numbers, got {value!r} at position {position}{_as_float_hint(value)}")
        if isinstance(value, Decimal):
            raise ValueError(f"{name} must be float or int, got {value!r} at position {position}")
        if isinstance(value, (int, np.integer)) and abs(int(value)) > LARGEST_EXACT_INTEGER:
            raise ValueError(f"{name} must be at most 2**53 in size to be exact, got {value} at position {position}")
        try:
            float(value)
        except OverflowError:
            raise ValueError(f"{name} must be finite in float64, got a larger number at position {position}") from None
        except (TypeError, ValueError):
            raise ValueError(f"{name} must be numbers, got {value!r} at position {position}") from None
    return array.astype(np.float64)


def _as_float_hint(value: object) -> str:
    """What to do about text that is a number."""
    if not isinstance(value, (str, bytes)):
        return ""
    try:
        float(value)
    except ValueError:
        return ""
    return ": pass .astype(float) where text holds numbers"


def _beyond_exact(integers: NDArray[Any]) -> BoolArray:
    beyond = (integers > LARGEST_EXACT_INTEGER) | (integers < -LARGEST_EXACT_INTEGER)
    return np.asarray(beyond, dtype=bool)


def _refuse(name: str, rule: str, values: NDArray[Any], wrong: BoolArray) -> None:
    if wrong.any():
        position = int(np.flatnonzero(wrong)[0])
        raise ValueError(f"{name} must be {rule}, got {plain(values[position])!r} at position {position}")


def _listed(labels: NDArray[Any]) -> str:
    distinct = list(dict.fromkeys(plain(label) for label in labels))
    shown = ", ".join(repr(label) for label in distinct[:LISTED_VALUES])
    return shown + (", ..." if len(distinct) > LISTED_VALUES else "")


MOST_NAMED = 3

Value = TypeVar("Value")


class Named(dict[str, Value]):
    """A dict whose KeyError names the keys that may have been meant.

    >>> Named("scheme", {"linear": 1}, {"trapezoid": "linear"})["trapezoid"]
    Traceback (most recent call last):
        ...
    KeyError: "there is no scheme 'trapezoid'; did you mean 'linear'?"
    """

    def __init__(self, kind: str, values: Mapping[str, Value], meant: Mapping[str, str] | None = None) -> None:
        """Take what there is; meant: other names of it, in lower case, by which it is not found but suggested."""
        super().__init__(values)
        self.kind = kind
        self.meant = dict(meant or {})

    def __missing__(self, key: object) -> Value:
        raise KeyError(f"there is no {self.kind} {key!r}{did_you_mean(key, self, self.meant)}")


def did_you_mean(key: object, keys: Iterable[str], meant: Mapping[str, str] | None = None) -> str:
    """The end of a sentence that names the nearest keys; nothing where none is near, or the key is no text.

    >>> did_you_mean("stpe", ["step", "linear"]), did_you_mean("auc", ["sklearn.auc", "precrec"])
    ("; did you mean 'step'?", "; did you mean 'sklearn.auc'?")
    """
    if not isinstance(key, str):
        return ""
    wanted, by_lower = key.strip().lower(), {one.lower(): one for one in keys}
    exact = {name: meant[name] for name in [wanted] if meant and name in meant}
    holding = [one for lower, one in by_lower.items() if wanted and wanted in lower]
    close = [by_lower[lower] for lower in get_close_matches(wanted, by_lower)]
    found = list(dict.fromkeys([*exact.values(), *holding, *close]))[:MOST_NAMED]
    return f"; did you mean {' or '.join(repr(one) for one in found)}?" if found else ""


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
