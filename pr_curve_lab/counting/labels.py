"""Whether the positive value can be a value of the label's column: 1 is not "1", and none must not become nothing."""

from __future__ import annotations

from numbers import Real
from typing import Any

LISTED_VALUES = 5  # how many distinct labels an error message spells out
NEGATIVES = (0, -1)  # labels of a column that plainly holds no positive, where 1 is the positive one


class PositiveError(ValueError):
    """A positive value that the label's column cannot have."""


def of_their_kind(frame: Any, label: str, positive: Any) -> Any:
    """Return `positive` as the label's column has it: 1 as True among bools, True as 1 among numbers.

    Raises
    ------
    PositiveError: text for a column of numbers or bools, a number for one of text.

    >>> import narwhals as nw, polars
    >>> of_their_kind(nw.from_native(polars.LazyFrame({"label": [True, False]})), "label", 1)
    True
    """
    kind = frame.collect_schema()[label]
    name = type(kind).__name__
    if kind.is_numeric():
        if isinstance(positive, Real) and positive == positive:
            return int(positive) if isinstance(positive, bool) else positive
    elif name == "Boolean":
        if isinstance(positive, Real) and positive in (0, 1):
            return bool(positive)
    elif name not in ("String", "Categorical", "Enum") or isinstance(positive, str):
        return positive
    raise none_of(frame, label, positive)


def none_of(frame: Any, label: str, positive: Any) -> PositiveError:
    """The error that names what values there are.

    >>> import narwhals as nw, polars
    >>> none_of(nw.from_native(polars.LazyFrame({"label": ["yes", "no"]})), "label", 1)
    PositiveError("positive must be a value of 'label', got 1; there are 'no', 'yes'")
    """
    values = sorted(distinct(frame, label), key=repr)
    more = ", ..." if len(values) > LISTED_VALUES else ""
    listed = ", ".join(map(repr, values[:LISTED_VALUES])) or "none"
    return PositiveError(f"positive must be a value of {label!r}, got {positive!r}; there are {listed}{more}")


def may_have_none(frame: Any, label: str, positive: Any) -> bool:
    """Whether a column without the positive value is a plain one of zeros, as a day without alerts has.

    >>> import narwhals as nw, polars
    >>> may_have_none(nw.from_native(polars.LazyFrame({"label": [0, 0]})), "label", 1)
    True
    """
    return bool(positive == 1 and all(value in NEGATIVES for value in distinct(frame, label)))


def distinct(frame: Any, column: str) -> list[Any]:
    """Some of the values a column has, none of them missing: one more than are spelled out."""
    known = frame.select(value=column).drop_nulls().unique()
    found = known.head(LISTED_VALUES + 1).collect().get_column("value").to_list()
    return [value for value in found if value == value]
