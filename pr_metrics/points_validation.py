"""Checks of what is given as points, before anything is computed of them: their type, and counts that must be rows."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

import numpy as np

from pr_metrics.points import OperatingPoints
from pr_metrics.validation import LARGEST_EXACT_INTEGER, FloatArray

Function = TypeVar("Function", bound=Callable[..., Any])


def check_points(points: object, name: str = "points") -> OperatingPoints:
    """Return points as they are.

    Raises
    ------
    ValueError: anything else.

    >>> check_points([0.9, 0.5])
    Traceback (most recent call last):
        ...
    ValueError: points must be OperatingPoints, as operating_points makes them, got list
    """
    if not isinstance(points, OperatingPoints):
        raise ValueError(f"{name} must be OperatingPoints, as operating_points makes them, got {type(points).__name__}")
    return points


def validate_points(function: Function) -> Function:
    """Check the first argument of a function, its points; how it is called and documented stays."""

    @wraps(function)
    def wrapper(points: OperatingPoints, *args: Any, **kwargs: Any) -> Any:
        return function(check_points(points), *args, **kwargs)

    return cast(Function, wrapper)


# What takes rows with weights, or in groups, in place of a function of points that counts rows.
WEIGHTED_FUNCTIONS = {
    "area_interval": "area_interval_of_rows",
    "interval_method": "area_interval_of_rows",
    "area_standard_error": "area_interval_of_rows",
    "point_region": "point_region_of_rows",
    "curve_band": "curve_band_of_rows",
    "bootstrap_interval": "bootstrap_weighted_interval",
    "permutation_test": "permutation_weighted_test",
}


def check_integer_counts(func_name: str, name: str, counts: FloatArray) -> None:
    """Refuse counts that are not whole numbers of rows.

    Raises
    ------
    ValueError: a count that is not a whole number, or that float64 cannot count up to.

    >>> check_integer_counts("tie_bounds", "true_positives", np.array([1.0, 2.0]))
    """
    wrong = (counts % 1 != 0) | (counts > LARGEST_EXACT_INTEGER)
    if wrong.any():
        position = int(np.flatnonzero(wrong)[0])
        came = f"{name} {float(counts[position])} at position {position}"
        raise ValueError(f"{func_name} needs points that count rows of weight 1, got {came}")


def check_row_counts(func_name: str, points: OperatingPoints) -> None:
    """Reject points whose counts are not those of measured rows; the message names the function `func_name`.

    Raises
    ------
    ValueError: points made with `sample_weight`; a count that is not a whole number; negatives that `at_prevalence` has
        multiplied.

    >>> check_row_counts("tie_bounds", OperatingPoints.from_counts([1], [2], [8]))
    """
    if not points.as_measured:
        raise ValueError(f"{func_name} needs points as measured, got points moved to prevalence {points.prevalence}")
    if points.weighted:
        other = WEIGHTED_FUNCTIONS.get(func_name)
        for_weights = f"{other} takes rows with weights" if other else "weights are not rows"
        raise ValueError(
            f"{func_name} needs points that count rows of weight 1, got points made with sample_weight: {for_weights}; "
            "where a weight is a number of rows, pass frequency_weight in its place"
        )
    check_integer_counts(func_name, "true_positives", points.true_positives)
    check_integer_counts(func_name, "false_positives", points.false_positives)
    check_integer_counts(func_name, "positives and negatives", np.array([points.positives, points.negatives]))
