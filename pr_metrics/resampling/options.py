"""What a bootstrap is told besides its rows: how sure, how often, from which seed, and whom to tell how far it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, TypedDict, TypeVar

from pr_metrics.inputs import inner_fraction
from pr_metrics.near_names import did_you_mean
from pr_metrics.resampling.samples import Progress, checked_times


class DrawingOptions(TypedDict, total=False):
    """The keywords that whatever draws samples takes, as `bootstrap_interval` explains them."""

    resamples: int
    seed: int
    progress: Progress | None


class ResamplingOptions(DrawingOptions, total=False):
    """The keywords that every bootstrap interval takes, as `bootstrap_interval` explains them."""

    level: float


class PermutingOptions(TypedDict, total=False):
    """The keywords that a permutation test of rows takes, as `permutation_test` explains them."""

    permutations: int
    seed: int
    progress: Progress | None


@dataclass(frozen=True, slots=True)
class Permuting:
    """The options of a permutation test with their defaults, checked.

    >>> Permuting(permutations=0)
    Traceback (most recent call last):
    ValueError: permutations must be a whole number of at least 1, got 0
    """

    permutations: int = 1000
    seed: int = 0
    progress: Progress | None = None

    def __post_init__(self) -> None:
        checked_times("permutations", self.permutations)


@dataclass(frozen=True, slots=True)
class Drawing:
    """The options of whatever draws samples with their defaults, checked.

    >>> Drawing(resamples=0)
    Traceback (most recent call last):
    ValueError: resamples must be a whole number of at least 1, got 0
    """

    resamples: int = 1000
    seed: int = 0
    progress: Progress | None = None

    def __post_init__(self) -> None:
        checked_times("resamples", self.resamples)

    @property
    def options(self) -> DrawingOptions:
        """The options as keywords."""
        return {"resamples": self.resamples, "seed": self.seed, "progress": self.progress}


@dataclass(frozen=True, slots=True)
class Resampling(Drawing):
    """The options of a bootstrap interval with their defaults, checked.

    >>> Resampling(level=1)
    Traceback (most recent call last):
    ValueError: level must be between 0 and 1, both excluded, got 1
    """

    level: float = 0.95

    def __post_init__(self) -> None:
        Drawing.__post_init__(self)
        inner_fraction("level", self.level)


Options = TypeVar("Options", Drawing, Permuting, Resampling)


def checked_options(function: str, kind: type[Options], options: Mapping[str, Any]) -> Options:
    """The options of a function, checked; one that it does not take is named, with those it may mean.

    >>> checked_options("bootstrap_difference", Resampling, {"resample": 100})
    Traceback (most recent call last):
    TypeError: bootstrap_difference() got an unexpected keyword argument 'resample'; did you mean 'resamples'?
    """
    names = [field.name for field in fields(kind)]
    for name in options:
        if name not in names:
            hint = did_you_mean(name, names)
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}{hint}")
    return kind(**options)
