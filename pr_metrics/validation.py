"""Checks of arguments: labels, scores, weights and counts become plain float64 and bool arrays, or a `ValueError`.

Every rule has its own message, which gives the argument, the rule, the invalid value and its position (from 0).
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

from pr_metrics.blocks import map_blocks
from pr_metrics.tolerances import RANGE_ROUNDING


def check_array(name: str, values: ArrayLike) -> NDArray[Any]:
    """Return the values as an array with at least one dimension; an array is not copied.

    Raises
    ------
    ValueError: rows of different length; a single value, a generator, a set, a sparse matrix or anything else that
        NumPy reads as one object; an object that NumPy cannot read.

    >>> check_array("y_score", [[0.1, 0.9]]).shape
    (1, 2)
    >>> check_array("y_score", {0.1, 0.9})
    Traceback (most recent call last):
        ...
    ValueError: y_score must be a list or an array, got a set
    """
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name} must have one or two dimensions, got rows of different length") from None
    except (TypeError, RuntimeError) as refusal:  # e.g. a tensor on a GPU, or one that requires its gradient
        hint = "; pass .float()" if "bfloat16" in str(refusal).lower() else ""
        raise ValueError(f"{name} must be a list or an array, got {type_name(values)}: {refusal}{hint}") from refusal
    if array.ndim == 0:
        came = "shape ()" if isinstance(values, np.ndarray) else type_name(values)
        raise ValueError(f"{name} must be a list or an array, got {came}")
    return array


def type_name(value: object) -> str:
    """Return the name of a value's type with its article: a generator, an Index.

    >>> type_name({1, 2}), type_name(iter([])), type_name(1)
    ('a set', 'a list_iterator', 'an int')
    """
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

NUMBER_OR_TEXT = (str, bytes, bool, int, float, np.bool_, np.integer, np.floating)
LARGEST_EXACT_INTEGER = 2**53  # above it float64 skips integers (IEEE 754, 53-bit significand)
MAX_LABELS = 5  # how many distinct labels an error message spells out
ONE_OF_TWO = "; of two classes pass the positive one's column: [:, 1]"


def positive_mask(y_true: ArrayLike, pos_label: object = None) -> BoolArray:
    """Return for each row whether it is positive, shape (n_rows,).

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
    labels = check_labels("y_true", y_true)
    if np.ndim(pos_label) != 0 or type(pos_label).__name__ == "NAType":  # type: ignore[arg-type]
        raise ValueError(f"pos_label must be one known value, got {pos_label!r}")
    if pos_label is None:
        return _binary_positives(labels)
    mask = label_mask(labels, pos_label)
    if not mask.any() and not _is_binary_label(labels, pos_label):
        raise ValueError(f"pos_label must be a value of y_true, got {pos_label!r}; y_true has {_format_labels(labels)}")
    others = labels[~mask]
    if others.size and not bool((others == others[0]).all()):
        third = int(np.flatnonzero(~mask & (labels != others[0]))[0])
        raise ValueError(
            f"y_true must have at most two values, got a third one, {python_value(labels[third])!r}, "
            f"at position {third}"
        )
    return mask


def check_labels(name: str, values: ArrayLike) -> NDArray[Any]:
    """Return labels of any type without missing ones, shape (n,); objects become numbers or bools if they can.

    Raises
    ------
    ValueError: not one-dimensional or empty; a missing label.

    >>> check_labels("y_true", ["spam", "ham"]).tolist()
    ['spam', 'ham']
    """
    labels = _column_or_1d(name, values)
    if labels.dtype.kind == "O":
        several = np.array([not isinstance(value, Hashable) for value in labels])
        _raise_if_any(name, "one label in each row", labels, several)
        # `label != label` holds for nan only; pandas.NA has no truth value and is caught by its name.
        missing = [value is None or type(value).__name__ == "NAType" or bool(value != value) for value in labels]
        _raise_if_any(name, "known in every row", labels, np.array(missing))
        kinds = {type(value) for value in labels}
        if kinds <= {bool, np.bool_}:
            return labels.astype(bool)
        if all(issubclass(kind, (bool, np.bool_, int, float, np.number)) for kind in kinds):
            # Integers beyond 2**53 remain objects, since float64 would make some of them equal.
            exact = all(isinstance(value, float) or abs(value) <= LARGEST_EXACT_INTEGER for value in labels)
            return labels.astype(np.float64) if exact else labels
    elif labels.dtype.kind == "f":
        _raise_if_any(name, "known in every row", labels, np.isnan(labels))
    elif labels.dtype.kind in "mM":
        _raise_if_any(name, "known in every row", labels, np.isnat(labels))
    return labels


def label_mask(labels: NDArray[Any], label: object) -> BoolArray:
    """Return for each row whether it has the label, shape (n_rows,).

    >>> label_mask(np.array([1, 2]), "a").tolist()
    [False, False]
    """
    mask = np.asarray(labels == label, dtype=bool)
    # NumPy returns a single False for types that it cannot compare.
    return mask if mask.shape == labels.shape else np.zeros(labels.shape, dtype=bool)


def finite_numbers(name: str, values: ArrayLike) -> FloatArray:
    """Return the values as float64 in their order, shape (n,); a float64 array is not copied.

    Raises
    ------
    ValueError: not one-dimensional or empty; text; nan or infinity; integers that float64 cannot tell apart.

    >>> finite_numbers("y_score", [1, 0.5]).tolist()
    [1.0, 0.5]
    """
    return finite_numbers_and_range(name, values)[0]


def finite_numbers_and_range(name: str, values: ArrayLike) -> tuple[FloatArray, float, float]:
    """Return finite numbers with their minimum and maximum, which the check computes anyway.

    >>> finite_numbers_and_range("y_score", [1, 0.5])[1:]
    (0.5, 1.0)
    """
    array = _column_or_1d(name, values)
    if array.dtype.kind == "O":
        array = _numbers_from_objects(name, array)
    if array.dtype.kind not in "biuf":
        raise ValueError(
            f"{name} must be numbers, got {python_value(array[0])!r} at position 0{_float_message(array[0])}"
        )
    if array.dtype.kind in "iu" and array.dtype.itemsize == 8:
        beyond = (array > LARGEST_EXACT_INTEGER) | (array < -LARGEST_EXACT_INTEGER)
        _raise_if_any(name, "at most 2**53 in size to be exact", array, beyond)
    with np.errstate(over="ignore"):
        numbers = array.astype(np.float64, copy=False)
    if array.dtype.kind == "f" and array.dtype.itemsize > numbers.dtype.itemsize:
        _raise_if_any(name, "exact in float64", array, (numbers != array) & np.isfinite(array))
    extremes = np.array(map_blocks(numbers.size, lambda block: (numbers[block].min(), numbers[block].max())))
    if not np.isfinite(extremes).all():  # nan makes both extremes nan
        _raise_if_any(name, "finite", numbers, ~np.isfinite(numbers))
    return numbers, float(extremes[:, 0].min()), float(extremes[:, 1].max())


def weights_or_none(sample_weight: ArrayLike | None) -> FloatArray | None:
    """Return the weights as float64, shape (n_rows,), or None when every row counts once.

    Raises
    ------
    ValueError: whatever `finite_numbers` rejects; a negative weight; weights whose sum is 0 or overflows.

    >>> weights_or_none(None) is None
    True
    """
    if sample_weight is None:
        return None
    weights = finite_numbers("sample_weight", sample_weight)
    _raise_if_any("sample_weight", "at least 0", weights, weights < 0)
    with np.errstate(over="ignore"):
        total = float(weights.sum())
    if total == 0.0:
        raise ValueError(f"sample_weight must have a weight above 0, got {weights.size} zeros")
    if not np.isfinite(total):
        raise ValueError(f"sample_weight must have a finite sum, got {total}")
    return weights


def check_frequency_weight(frequency_weight: ArrayLike) -> FloatArray:
    """Return the number of rows that each row stands for, shape (n_rows,).

    Raises
    ------
    ValueError: whatever `finite_numbers` rejects; a number that is negative or not whole; all zeros.

    >>> check_frequency_weight([2, 0]).tolist()
    [2.0, 0.0]
    """
    counts = finite_numbers("frequency_weight", frequency_weight)
    rule = "whole numbers of rows (weights that are not counts go to sample_weight)"
    _raise_if_any("frequency_weight", rule, counts, (counts < 0) | (counts % 1 != 0) | (counts > LARGEST_EXACT_INTEGER))
    if not counts.any():
        raise ValueError(f"frequency_weight must count at least one row, got {counts.size} zeros")
    return counts


def check_same_length(**lengths: int) -> None:
    """Raise an error that names the arguments if their lengths differ.

    Raises
    ------
    ValueError: the lengths differ.

    >>> check_same_length(y_true=2, y_score=2)
    """
    if len(set(lengths.values())) > 1:
        names, sizes = " and ".join(lengths), " and ".join(str(size) for size in lengths.values())
        raise ValueError(f"{names} must have the same length, got {sizes}")


def check_integer(name: str, value: object, *, min_value: int = 0) -> int:
    """Return a whole number of at least `min_value` as an int.

    Raises
    ------
    ValueError: not a number; not whole; below `min_value`.

    >>> check_integer("positives", 3.0)
    3
    """
    number = real_or_nan(value)
    if not min_value <= number < np.inf or number != int(number):
        raise ValueError(f"{name} must be a whole number of at least {min_value}, got {python_value(value)!r}")
    return int(number)


def inner_fraction(name: str, value: object) -> float:
    """Return a number strictly between 0 and 1 as a float.

    Raises
    ------
    ValueError: not a number strictly between 0 and 1.

    >>> inner_fraction("prevalence", 0.1)
    0.1
    """
    number = real_or_nan(value)
    if not 0 < number < 1:
        raise ValueError(f"{name} must be between 0 and 1, both excluded, got {python_value(value)!r}")
    return number


def area_or_nan(value: object, name: str = "area") -> float:
    """Return an area in [0, 1], or nan if it is undefined; an area that rounding moved outside is clipped.

    Raises
    ------
    ValueError: not a number; outside [0, 1] by more than rounding.

    >>> area_or_nan(1 + 2e-16), area_or_nan(float("nan"))
    (1.0, nan)
    """
    number = real_or_nan(value)
    if not isinstance(value, Real) or number < -RANGE_ROUNDING or number > 1 + RANGE_ROUNDING:
        raise ValueError(f"{name} must be between 0 and 1, got {python_value(value)!r}")
    return float(np.clip(number, 0.0, 1.0))


def real_or_nan(value: object) -> float:
    """Return a number as a float, and nan for text, arrays and anything else, so that checks of bounds reject it.

    >>> real_or_nan(1), real_or_nan("1")
    (1.0, nan)
    """
    try:
        return float(value) if isinstance(value, Real) else np.nan
    except OverflowError:  # an integer beyond float64
        return np.inf


def python_value(value: Any) -> Any:
    """Return a value as Python prints it, without the name of its numpy type.

    >>> python_value(np.float64(0.5))
    0.5
    """
    # `item` would turn a time in nanoseconds into an integer.
    return value.item() if isinstance(value, np.generic) and value.dtype.kind not in "mM" else value


def _column_or_1d(name: str, values: ArrayLike) -> NDArray[Any]:
    """Return the values as a vector; a matrix with a single column is allowed."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.getmaskarray(values).any():
        position = int(np.flatnonzero(np.ma.getmaskarray(values))[0])
        raise ValueError(f"{name} must be known in every row, got a masked value at position {position}")
    array = check_array(name, values)
    _check_null(name, values)
    if array.ndim == 2 and array.shape[1] == 1:
        rows: Any = values
        is_list = isinstance(values, (list, tuple))
        return _column_or_1d(name, [next(iter(row)) for row in rows] if is_list else array[:, 0])
    if array.ndim != 1:
        remedy = ONE_OF_TWO if array.shape[1:] == (2,) and name.startswith("y_") else ""
        if array.ndim == 2 and array.shape[0] == 1 and array.shape[1] > 2:
            remedy = ", a row vector: pass its only row, [0]"
        raise ValueError(f"{name} must be one-dimensional, got shape {array.shape}{remedy}")
    if array.size == 0:
        raise ValueError(f"{name} must have at least one row, got none")
    return _keep_object_values(values, array) if isinstance(values, (list, tuple)) else array


def _check_null(name: str, values: Any) -> None:
    """Raise an error for the first null in a polars or pyarrow column, which NumPy would read as nan."""
    if not hasattr(values, "null_count") or not hasattr(values, "is_null"):
        return
    count = values.null_count() if callable(values.null_count) else values.null_count
    if not count:
        return
    position = int(np.flatnonzero(np.asarray(values.is_null()))[0])
    raise ValueError(f"{name} must be known in every row, got null at position {position}")


def _keep_object_values(values: list[Any] | tuple[Any, ...], array: NDArray[Any]) -> NDArray[Any]:
    """Return the values of a list as objects if NumPy changed them: nan to text, or large integers to floats."""
    is_text = array.dtype.kind in "US" and not all(isinstance(value, (str, bytes)) for value in values)
    is_rounded = array.dtype.kind == "f" and bool((np.abs(array) >= LARGEST_EXACT_INTEGER).any())
    if not (is_text or is_rounded):
        return array
    given = np.empty(len(values), dtype=object)
    given[:] = values
    return given


def _binary_positives(labels: NDArray[Any]) -> BoolArray:
    if labels.dtype.kind == "b":
        return np.asarray(labels.view(np.uint8) != 0)  # bytes that are viewed as bool may be above 1
    if labels.dtype.kind not in "iuf":
        _check_label_types(labels)
        raise ValueError(
            f"pos_label must name the positive class when y_true is text; y_true has {_format_labels(labels)}"
        )
    positive = np.empty(labels.size, dtype=bool)

    def compare_block(block: slice) -> bool:
        """Write which rows are positive; return whether all labels are integers 0 or 1, by the OR of their bits."""
        np.equal(labels[block], 1, out=positive[block])
        return labels.dtype.kind in "iu" and int(np.bitwise_or.reduce(labels[block])) in (0, 1)

    if all(map_blocks(labels.size, compare_block)):
        return positive
    negative = labels == 0
    if bool((labels == -1).any()) and not negative.any():
        negative = labels == -1
    _raise_if_any("y_true", "0 or 1 (or -1 and 1, bool, or with a pos_label)", labels, ~(positive | negative))
    return positive


def _check_label_types(labels: NDArray[Any]) -> None:
    """Raise an error for the first label that is neither a number nor text, which requires a `pos_label`."""
    for position, label in enumerate(labels if labels.dtype.kind == "O" else labels[:1]):
        if not isinstance(label, NUMBER_OR_TEXT):
            came = f"{python_value(label)!r}, {type_name(label)}, at position {position}"
            raise ValueError(f"y_true must be bool, int, float or text (or with a pos_label), got {came}")


def _is_binary_label(labels: NDArray[Any], pos_label: object) -> bool:
    """Return whether `pos_label` is 1 and all labels are 0 or -1, which is valid; text without positives is not."""
    return labels.dtype.kind in "biuf" and pos_label == 1 and bool(np.isin(labels, (-1, 0)).all())


def _numbers_from_objects(name: str, array: NDArray[Any]) -> NDArray[Any]:
    """Convert objects, for which NumPy found no common type, one by one, so that an error can name the invalid one."""
    for position, value in enumerate(array):
        if isinstance(value, (str, bytes)):
            raise ValueError(f"{name} must be numbers, got {value!r} at position {position}{_float_message(value)}")
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


def _float_message(value: object) -> str:
    """Return advice for text that holds a number, else an empty string."""
    if not isinstance(value, (str, bytes)):
        return ""
    try:
        float(value)
    except ValueError:
        return ""
    return ": pass .astype(float) where text holds numbers"


def _raise_if_any(name: str, rule: str, values: NDArray[Any], invalid: BoolArray) -> None:
    if invalid.any():
        position = int(np.flatnonzero(invalid)[0])
        raise ValueError(f"{name} must be {rule}, got {python_value(values[position])!r} at position {position}")


def _format_labels(labels: NDArray[Any]) -> str:
    distinct = list(dict.fromkeys(python_value(label) for label in labels))
    shown = ", ".join(repr(label) for label in distinct[:MAX_LABELS])
    return shown + (", ..." if len(distinct) > MAX_LABELS else "")


MAX_MATCHES = 3

Value = TypeVar("Value")


class Registry(dict[str, Value]):
    """A dict whose KeyError suggests keys that may have been meant.

    >>> Registry("scheme", {"linear": 1}, {"trapezoid": "linear"})["trapezoid"]
    Traceback (most recent call last):
        ...
    KeyError: "there is no scheme 'trapezoid'; did you mean 'linear'?"
    """

    def __init__(self, kind: str, values: Mapping[str, Value], aliases: Mapping[str, str] | None = None) -> None:
        """Store the values; aliases: other names in lower case, for which an error suggests the key."""
        super().__init__(values)
        self.kind = kind
        self.aliases = dict(aliases or {})

    def __missing__(self, key: object) -> Value:
        raise KeyError(f"there is no {self.kind} {key!r}{close_match_text(key, self, self.aliases)}")


def close_match_text(key: object, keys: Iterable[str], aliases: Mapping[str, str] | None = None) -> str:
    """Return the end of a sentence that suggests similar keys; empty if there are none or the key is not text.

    >>> close_match_text("stpe", ["step", "linear"]), close_match_text("auc", ["sklearn.auc", "precrec"])
    ("; did you mean 'step'?", "; did you mean 'sklearn.auc'?")
    """
    if not isinstance(key, str):
        return ""
    wanted, by_lower = key.strip().lower(), {one.lower(): one for one in keys}
    exact = {name: aliases[name] for name in [wanted] if aliases and name in aliases}
    holding = [one for lower, one in by_lower.items() if wanted and wanted in lower]
    close = [by_lower[lower] for lower in get_close_matches(wanted, by_lower)]
    found = list(dict.fromkeys([*exact.values(), *holding, *close]))[:MAX_MATCHES]
    return f"; did you mean {' or '.join(repr(one) for one in found)}?" if found else ""


MAX_LENGTH = 120  # characters
MAX_TEXT_LENGTH = 40
MAX_INTEGER = 2.0**53  # float64 holds every whole number up to this
EXACT_FIELDS = ("threshold",)  # printed in full, so that a copied threshold selects the same rows


def short_repr(result: Any) -> str:
    """Format a dataclass in one line; fields that do not fit are replaced by three dots.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Found:
    ...     area: float
    ...     part: np.ndarray
    >>> short_repr(Found(1 / 3, np.zeros(7)))
    'Found(area=0.33333, part: 7 values)'
    >>> short_repr(Found(123456.0, np.zeros(2)))
    'Found(area=123456, part: 2 values)'
    """
    name = type(result).__name__
    parts = [_format_field(field.name, getattr(result, field.name)) for field in fields(result)]
    cut = (f"{name}({', '.join(parts[:kept])}, ...)" for kept in range(len(parts) - 1, 0, -1))
    shown = (f"{name}({', '.join(parts)})", *cut)
    return next((line for line in shown if len(line) <= MAX_LENGTH), f"{name}(...)")


def _format_field(name: str, value: Any) -> str:
    if isinstance(value, np.ndarray):
        size = " by ".join(str(length) for length in value.shape)
        return f"{name}: {size} values"
    if isinstance(value, float) and name not in EXACT_FIELDS:
        whole = value.is_integer() and abs(value) <= MAX_INTEGER  # counts keep all their digits
        return f"{name}={value:.0f}" if whole else f"{name}={value:.5g}"
    text = repr(value.item() if isinstance(value, np.generic) else value)
    if len(text) <= MAX_TEXT_LENGTH and "\n" not in text and not callable(value):
        return f"{name}={text}"
    return f"{name}: {len(value)} entries" if isinstance(value, (tuple, list, dict)) else f"{name}: ..."
