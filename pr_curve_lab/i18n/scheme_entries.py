"""What the app knows of a scheme besides its numbers and its sentences: one entry each, and a default for the rest.

A scheme that `pr_metrics` has and this file has not is grey, goes by its key, and is left to `pr_metrics` where code
is offered. Whoever adds a scheme adds an entry here; its sentences stand in the catalogues.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Family = Literal["steps", "straight lines", "counts", "best precision", "unknown"]
Need = Literal["curve", "forward", "before", "best", "levels", "counts"]  # what `python_code` can make of the rows
FORWARD: tuple[Need, ...] = ("curve", "forward")


@dataclass(frozen=True, slots=True)
class Recipe:
    """How scikit-learn's curve gives the area of a scheme, in Python."""

    area: str  # an expression
    needs: tuple[Need, ...] = ()
    takes: tuple[str, ...] = ()  # functions of sklearn.metrics besides those of the needs


@dataclass(frozen=True, slots=True)
class SchemeEntry:
    """One scheme as the app shows it."""

    family: Family = "unknown"  # shares a colour; those of straight lines differ in their start, which a switch offers
    dash: str = "longdash"  # of the level line of its area, where several stand in one picture
    recipe: Recipe | None = None  # None: scikit-learn has nothing that joins points so
    averaged: bool = False  # whether scikit-learn averages such areas over classes


DEFAULT = SchemeEntry()
ENTRIES = {
    "step": SchemeEntry(
        "steps",
        dash="dash",
        recipe=Recipe("average_precision_score(label, score{weights}){times}", takes=("average_precision_score",)),
        averaged=True,
    ),
    "linear": SchemeEntry("straight lines", recipe=Recipe("auc(recall, precision)", ("curve",), ("auc",))),
    "linear_flat": SchemeEntry(
        "straight lines", recipe=Recipe("(gain * (before + p) / 2).sum()", (*FORWARD, "before"))
    ),
    "linear_cut": SchemeEntry("straight lines", recipe=Recipe("(gain[1:] * (p[:-1] + p[1:]) / 2).sum()", FORWARD)),
    "lower": SchemeEntry("steps", recipe=Recipe("(gain * np.minimum(before, p)).sum()", (*FORWARD, "before"))),
    "upper": SchemeEntry("steps", recipe=Recipe("(gain * np.maximum(before, p)).sum()", (*FORWARD, "before"))),
    "continuous": SchemeEntry(
        "counts",
        dash="dot",
        recipe=Recipe("(tp[0] ** 2 / (tp[0] + fp[0]) + pieces.sum()) / positives{times}", ("counts",)),
    ),
    "davis_goadrich": SchemeEntry("counts"),
    "envelope": SchemeEntry("best precision", recipe=Recipe("(gain * best).sum()", (*FORWARD, "best"))),
    "eleven_point": SchemeEntry("best precision", recipe=Recipe("mean_of_levels(11)", (*FORWARD, "levels"))),
    "hundred_one_point": SchemeEntry("best precision", recipe=Recipe("mean_of_levels(101)", (*FORWARD, "levels"))),
}


def entry_of(scheme: str) -> SchemeEntry:
    """The entry of a scheme, by its key.

    >>> entry_of("step").family, entry_of("spline").family
    ('steps', 'unknown')
    """
    return ENTRIES.get(scheme, DEFAULT)


def of_family(family: Family) -> tuple[str, ...]:
    """The schemes of a family.

    >>> of_family("straight lines")
    ('linear', 'linear_flat', 'linear_cut')
    """
    return tuple(scheme for scheme, entry in ENTRIES.items() if entry.family == family)
