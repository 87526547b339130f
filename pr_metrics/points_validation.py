"""The one check of what is given as points or curves, before anything is computed of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, TypeVar, cast

from pr_metrics.interpolation import JoinedCurve
from pr_metrics.points import OperatingPoints

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


def check_models(points: object) -> Mapping[str, OperatingPoints]:
    """Return the points of models by their names, as they are.

    Raises
    ------
    ValueError: no mapping; anything but points in it.

    >>> check_models([1])
    Traceback (most recent call last):
        ...
    ValueError: points must be a mapping of names to OperatingPoints, got list
    """
    if not isinstance(points, Mapping):
        raise ValueError(f"points must be a mapping of names to OperatingPoints, got {type(points).__name__}")
    for name, one in points.items():
        check_points(one, f"points[{name!r}]")
    return points


def check_curves(curves: object) -> Sequence[JoinedCurve]:
    """Return curves as they are.

    Raises
    ------
    ValueError: no list or tuple; anything but curves in it.

    >>> check_curves([1])
    Traceback (most recent call last):
        ...
    ValueError: curves[0] must be a JoinedCurve, as Scheme.curve makes it, got int
    """
    if not isinstance(curves, (list, tuple)):
        raise ValueError(f"curves must be a list of JoinedCurve, got {type(curves).__name__}")
    for place, one in enumerate(curves):
        if not isinstance(one, JoinedCurve):
            raise ValueError(
                f"curves[{place}] must be a JoinedCurve, as Scheme.curve makes it, got {type(one).__name__}"
            )
    return curves
