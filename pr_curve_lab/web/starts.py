"""Beginnings of play: ten rows, or a target to reach by moving rows, with what it asks of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from pr_curve_lab.web.rows_text import PlayedRow, points_of_rows, rows_of_text
from pr_metrics import SCHEMES, OperatingPoints, roc_area

ROUNDING = 1e-9  # of areas: what differs by less is the same

Measure = Literal["step", "linear", "lead", "roc", "positives", "negatives", "order"]
Relation = Literal["near", "above", "below", "is", "differs"]


@dataclass(frozen=True)
class Condition:
    """A demand of a target on a measure; goal None: the value that the rows begin with."""

    measure: Measure
    relation: Relation
    goal: float | str | None = None
    within: float = ROUNDING  # how near is near; how far above or below it must be


@dataclass(frozen=True)
class Start:
    """Rows to begin with, and conditions to reach; without conditions there is nothing to reach."""

    key: str
    text: str  # of the rows
    threshold: float | None = None  # at first; None: the middle
    conditions: tuple[Condition, ...] = ()

    @property
    def rows(self) -> list[PlayedRow]:
        """The rows."""
        return rows_of_text(self.text) or []


def order_of_labels(points: OperatingPoints) -> str:
    """Counts from the highest score down: two rankings with the same ones have the same curve.

    >>> order_of_labels(points_of_rows(rows_of_text("0.9p_0.5n_0.5p")))
    '1/0 2/1'
    """
    return " ".join(
        f"{true:g}/{false:g}" for true, false in zip(points.true_positives, points.false_positives, strict=True)
    )


MEASURES: dict[Measure, Callable[[OperatingPoints], float | str]] = {
    "step": SCHEMES["step"].area,
    "linear": SCHEMES["linear"].area,
    "lead": lambda points: SCHEMES["linear"].area(points) - SCHEMES["step"].area(points),
    "roc": roc_area,
    "positives": lambda points: points.positives,
    "negatives": lambda points: points.negatives,
    "order": order_of_labels,
}


def goal_of(start: Start, condition: Condition) -> float | str:
    """The goal of a condition, that of the first rows where it has none of its own.

    >>> goal_of(STARTS["better"], STARTS["better"].conditions[0])
    0.5
    """
    return MEASURES[condition.measure](points_of_rows(start.rows)) if condition.goal is None else condition.goal


_TEN = "0.94p_0.84n_0.74p_0.66n_0.58n_0.5p_0.41p_0.29n_0.19p_0.09n"
_TIED = "_".join(["0.5p"] * 5 + ["0.5n"] * 5)
_PAIRED = "0.95p_0.85n_0.75p_0.65n_0.55p_0.45n_0.35n_0.25p_0.15n_0.05p"  # one other ranking has the same step area
_FIVE_AND_FIVE = (Condition("positives", "is", 5), Condition("negatives", "is", 5))

STARTS = {
    start.key: start
    for start in (
        Start("half", _TEN, 0.35, (Condition("step", "near", 0.5, 0.005), *_FIVE_AND_FIVE)),
        Start(
            "better",
            _TIED,
            0.35,
            (Condition("roc", "above"), Condition("step", "above"), Condition("linear", "below"), *_FIVE_AND_FIVE),
        ),
        Start(
            "same",
            _PAIRED,
            0.4,
            (Condition("step", "near"), Condition("order", "differs"), *_FIVE_AND_FIVE),
        ),
        Start("lead", _TEN, 0.35, (Condition("lead", "above", 0.2, -ROUNDING), *_FIVE_AND_FIVE)),
        Start("roc", _TEN, 0.35, (Condition("roc", "above", 0.85), Condition("step", "below", 0.505))),
        Start("ten", _TEN, 0.35),
    )
}
FIRST = "half"
