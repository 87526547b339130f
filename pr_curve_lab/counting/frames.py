"""Count positives and negatives at each score of a data frame, with narwhals expressions that run on every engine.

The engine groups the rows. The groups, which are few, are cleaned here, because engines differ in how they treat NaN,
null and -0.0. Scores are rounded by an addition, because engines also differ in how they round halves.
"""

from __future__ import annotations

from importlib import import_module
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pr_curve_lab.counting.score_counts import LeftOut, ScoreCounts, aggregate_counts
from pr_metrics.rounding import check_decimals
from pr_metrics.validation import LARGEST_EXACT_INTEGER, BoolArray, FloatArray, close_match_text

LISTED_VALUES = 5  # how many distinct labels an error message spells out
NEGATIVES = (0, -1)  # the only labels of a column without positives, if 1 is the positive label


class PositiveError(ValueError):
    """Error for a positive value that the label column does not have."""


def cast_positive(frame: Any, label: str, positive: Any) -> Any:
    """Return `positive` in the type of the label column: 1 as True for bools, True as 1 for numbers.

    Raises
    ------
    PositiveError: text for a column of numbers or bools, or a number for a column of text.

    >>> import narwhals as nw, polars
    >>> cast_positive(nw.from_native(polars.LazyFrame({"label": [True, False]})), "label", 1)
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
    raise missing_positive_error(frame, label, positive)


def missing_positive_error(frame: Any, label: str, positive: Any) -> PositiveError:
    """Return an error that lists the values of the label column.

    >>> import narwhals as nw, polars
    >>> missing_positive_error(nw.from_native(polars.LazyFrame({"label": ["yes", "no"]})), "label", 1)
    PositiveError("positive must be a value of 'label', got 1; there are 'no', 'yes'")
    """
    values = sorted(unique_values(frame, label), key=repr)
    more = ", ..." if len(values) > LISTED_VALUES else ""
    listed = ", ".join(map(repr, values[:LISTED_VALUES])) or "none"
    return PositiveError(f"positive must be a value of {label!r}, got {positive!r}; there are {listed}{more}")


def has_only_negatives(frame: Any, label: str, positive: Any) -> bool:
    """Return whether all labels are 0 or -1 and 1 would be positive, as on a day without alerts.

    >>> import narwhals as nw, polars
    >>> has_only_negatives(nw.from_native(polars.LazyFrame({"label": [0, 0]})), "label", 1)
    True
    """
    return bool(positive == 1 and all(value in NEGATIVES for value in unique_values(frame, label)))


def unique_values(frame: Any, column: str) -> list[Any]:
    """Return distinct values of a column without null and NaN, at most one more than an error message lists."""
    known = frame.select(value=column).drop_nulls().unique()
    found = known.head(LISTED_VALUES + 1).collect().get_column("value").to_list()
    return [value for value in found if value == value]


INSTALL_COMMAND = "pip install 'pr-curve-lab[engines]'"


def import_optional_dependency(name: str, feature: str) -> Any:
    """Import a package that `feature` needs.

    Raises
    ------
    ModuleNotFoundError: it is not installed.

    >>> import_optional_dependency("narwhals", "count_scores").__name__
    'narwhals'
    """
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        raise ModuleNotFoundError(f"{feature} needs {name}: {INSTALL_COMMAND}", name=name) from None


ROUNDS_TO_EVEN = 1.5 * 2.0**52  # added to a float64 below 2**51, it rounds to an integer, halves to even (IEEE 754)
MAX_STEPS = 2.0**51
RANGE_COLUMNS = ("lowest", "highest")


def count_scores(
    frame: Any,
    score: str,
    label: str,
    *,
    positive: Any,
    weight: str | None = None,
    group: str | None = None,
    decimals: int | None = None,
) -> ScoreCounts:
    """Count positives and negatives at each score of a pandas, polars, pyarrow, DuckDB, Dask or PySpark frame.

    The frame's own engine groups the named columns by score in one pass. Every label other than `positive` is negative.
    Rows whose score, group, label or weight is null or NaN are left out, and `left_out` counts them in this order; -0.0
    is 0.0. Counts are whole numbers and the same for every engine; sums of weights differ by about 1e-12 (relative),
    because engines add in different orders.

    `decimals` rounds scores in the engine, so that there are fewer: rint(score * 10**decimals) / 10**decimals, halves
    to even, as `pr_metrics.round_scores` and numpy.round do. The counts are then those of rounded scores, which tie;
    `binned` also gives the range of the original scores.

    Raises
    ------
    ValueError: not a data frame; a missing column, or in Spark one with a dot or a backtick in its name; scores or
        weights that are not finite numbers, or a negative weight; a `positive` that no row has, unless it is 1 and
        all labels are 0 or -1; no row that can be counted; `decimals` that leave 2**51 steps or more.
    ModuleNotFoundError: narwhals is not installed.

    >>> import polars
    >>> frame = polars.DataFrame({"p": [0.9, 0.2, 0.9, None], "y": ["spam", "ham", "ham", "ham"]})
    >>> counts = count_scores(frame, "p", "y", positive="spam")
    >>> counts.score.tolist(), counts.positives.tolist(), counts.negatives.tolist()
    ([0.9, 0.2], [1.0, 0.0], [1.0, 1.0])
    >>> counts.left_out
    LeftOut(score=1, group=0, label=0, weight=0)
    >>> counts.points()
    OperatingPoints(2 points, 1 positives, 2 negatives)
    """
    whole = _lazy(frame)
    columns = {"score": score, "label": label, "weight": weight, "group": group}
    _check_columns(whole, {role: name for role, name in columns.items() if name is not None})
    decimals = None if decimals is None else check_decimals(decimals)
    sought = cast_positive(whole, label, positive)
    found = _group_counts(whole, columns, sought, decimals).collect()
    counts = _clean_counts(found, decimals, weighted=weight is not None)
    _check_scores(counts, is_integer=whole.collect_schema()[score].is_integer())
    if not counts.positives.any() and not has_only_negatives(whole, label, sought):
        raise missing_positive_error(whole, label, positive)
    return counts


def _narwhals() -> Any:
    return import_optional_dependency("narwhals", "count_scores")


def _lazy(frame: Any) -> Any:
    nw = _narwhals()
    try:
        return nw.from_native(frame).lazy()
    except (TypeError, AttributeError):
        kinds = "pandas, polars, pyarrow, DuckDB, Dask or PySpark"
        raise ValueError(f"frame must be a data frame of {kinds}, got {type(frame).__name__}") from None


def _check_columns(frame: Any, columns: dict[str, str]) -> None:
    schema = frame.collect_schema()
    for role, name in columns.items():
        if name not in schema:
            there = ", ".join(map(repr, schema))
            raise ValueError(
                f"{role} must be a column, got {name!r}{close_match_text(name, schema)}; there are {there}"
            )
        if {".", "`"} & set(name) and frame.implementation.is_pyspark():
            raise ValueError(f"{role} must be a name without dots and backticks in Spark, got {name!r}")
        kind = schema[name]
        if role in ("score", "weight") and not (kind.is_numeric() or type(kind).__name__ == "Boolean"):
            raise ValueError(f"{role} must be numbers, got a column of {type(kind).__name__}, {name!r}")


def _group_counts(frame: Any, columns: dict[str, str | None], positive: Any, decimals: int | None) -> Any:
    """Select the named columns, compute what each row adds, and sum by score and group."""
    nw = _narwhals()
    number = nw.col(columns["score"]).cast(nw.Float64())
    label = _null_for_nan(frame, columns["label"])
    rows = {"score": number if decimals is None else _steps(number, decimals), "label": label}
    sums = {"labeled": nw.col("label").count(), "rows": nw.len()}
    is_positive = label == positive
    if columns["weight"] is None:
        rows["positive"] = is_positive.cast(nw.Float64())
    else:
        weight = _null_for_nan(frame, columns["weight"]).cast(nw.Float64())
        known = ~label.is_null() & ~weight.is_null()
        rows["positive"] = nw.when(known & is_positive).then(weight).otherwise(nw.lit(0.0))
        rows["negative"] = nw.when(known & ~is_positive).then(weight).otherwise(nw.lit(0.0))
        rows["weighed"] = nw.when(known).then(nw.lit(1.0)).otherwise(nw.lit(0.0))
        rows["lightest"] = nw.when(known).then(weight)
        sums |= {"negative": nw.col("negative").sum(), "weighed": nw.col("weighed").sum()}
        sums |= {"lightest": nw.col("lightest").min()}
    sums["positive"] = nw.col("positive").sum()
    if decimals is not None:
        rows |= {"lowest": number, "highest": number}
        sums |= {"lowest": nw.col("lowest").min(), "highest": nw.col("highest").max()}
    if columns["group"] is not None:
        rows["group"] = nw.col(columns["group"])
    by = ["score"] if columns["group"] is None else ["score", "group"]
    return frame.select(**rows).group_by(*by).agg(**sums)


def _null_for_nan(frame: Any, column: Any) -> Any:
    nw = _narwhals()
    values = nw.col(column)
    return nw.when(~values.is_nan()).then(values) if frame.collect_schema()[column].is_float() else values


def _steps(number: Any, decimals: int) -> Any:
    """Convert scores to whole steps of 10**-decimals, halves to even, by an addition, since engines' ROUND differs."""
    scaled = number * 10.0**decimals if decimals >= 0 else number / 10.0**-decimals
    return (scaled + ROUNDS_TO_EVEN) - ROUNDS_TO_EVEN


def _clean_counts(found: Any, decimals: int | None, *, weighted: bool) -> ScoreCounts:
    """Leave out groups with missing values, convert steps back to scores, and add up scores that are equal now."""
    columns = {name: _numbers(found, name) for name in found.columns if name != "group"}
    rows, labeled = columns["rows"], columns["labeled"]
    group = found.get_column("group") if "group" in found.columns else None
    scored = ~np.isnan(columns["score"])
    known = scored if group is None else scored & _has_name(group)
    counted = columns["weighed"] if weighted else labeled
    left_out = LeftOut(
        score=int(rows[~scored].sum()),
        group=int(rows[scored & ~known].sum()),
        label=int((rows - labeled)[known].sum()),
        weight=int((labeled - counted)[known].sum()),
    )
    kept = known & (counted > 0)
    if not kept.any():
        raise ValueError(f"frame must have a row with a score and a label, got {int(rows.sum())} rows without")
    if weighted:
        _check_weights(columns, kept)
    negative = columns["negative"] if weighted else labeled - columns["positive"]
    given = _of_steps(columns["score"], decimals)
    names = None if group is None else _name_array(group.filter(kept.tolist()).to_list())
    arrays = [given, columns["positive"], negative, counted, *(columns.get(name, given) for name in RANGE_COLUMNS)]
    return aggregate_counts(
        ScoreCounts.from_arrays([array[kept] for array in arrays], names, left_out, decimals, weighted)
    )


def _numbers(found: Any, name: str) -> FloatArray:
    """A column of sums as float64, null as nan."""
    float64 = _narwhals().Float64()
    return np.asarray(found.get_column(name).cast(float64).to_numpy(), np.float64)


def _has_name(group: Any) -> BoolArray:
    """Whether a group has a name: neither null nor NaN."""
    missing = group.is_null().to_list()
    return np.array([not lacks and name == name for lacks, name in zip(missing, group.to_list(), strict=True)], bool)


def _name_array(names: list[Any]) -> NDArray[Any]:
    """Return group names as an array of one type; integers that an engine turned into floats become integers again."""
    array = np.array(names)
    return array if array.dtype.kind != "f" or (array % 1 != 0).any() else array.astype(np.int64)


def _of_steps(steps: FloatArray, decimals: int | None) -> FloatArray:
    if decimals is None:
        return steps
    if (np.abs(steps[np.isfinite(steps)]) >= MAX_STEPS).any():
        raise ValueError(f"decimals must leave fewer than 2**51 steps of 10**-decimals, got {decimals}")
    return steps / 10.0**decimals if decimals >= 0 else steps * 10.0**-decimals


def _check_weights(columns: dict[str, FloatArray], mask: BoolArray) -> None:
    lightest = columns["lightest"][mask].min()
    if lightest < 0:
        raise ValueError(f"weight must be at least 0, got {float(lightest)}")
    if not np.isfinite([columns["positive"][mask], columns["negative"][mask]]).all():
        raise ValueError("weight must be finite and have a finite sum")


def _check_scores(counts: ScoreCounts, *, is_integer: bool) -> None:
    endless = ~np.isfinite(counts.score)
    if endless.any():
        value, rows = float(counts.score[endless][0]), int(counts.rows[endless].sum())
        raise ValueError(f"score must be finite, got {value} in {rows} rows")
    large = np.abs(counts.score) > LARGEST_EXACT_INTEGER
    if is_integer and large.any():
        raise ValueError(f"score must be at most 2**53 in size to be exact, got {int(counts.score[large][0])}")
