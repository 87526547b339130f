"""Lessons as data: which example, and what each step changes in the picture; a question first, where one helps.

What a step says stands in the catalogues, in a file for each lesson: `title` and `says` of `step1`, `step2` ..., and of
a step that asks, `asks` and an option for each answer. Adding a lesson needs nothing but an entry here and its words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

Formula = Literal["precision", "recall", "f1", "area"]
Facts = Mapping[str, Any]


@dataclass(frozen=True)
class Scene:
    """What the pictures show."""

    example: str
    threshold: float | None = None  # rows with this score or more are called positive; None: no row is
    wish: Mapping[str, float] | None = None  # that a threshold must meet, as `choose_threshold` takes it
    points: Literal["none", "so_far", "all"] = "none"
    scheme: str | None = None  # that joins all points
    grid: tuple[float, ...] | None = None  # of thresholds, where no others are used
    walk: bool = False  # whether the threshold walks by itself, in the browser


@dataclass(frozen=True)
class Step:
    """What changes, what is asked before it is shown, and which fractions are drawn."""

    changes: Mapping[str, Any] = field(default_factory=dict)
    options: tuple[str, ...] = ()  # of the question; none where nothing is asked
    right: Callable[[Facts], str] | None = None  # the option that is right, by the numbers of the step
    formulas: tuple[Formula, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """Steps on sample data, and the page on which to go on with one's own."""

    key: str
    steps: tuple[Step, ...]
    page: str

    def scene(self, number: int) -> Scene:
        """What the pictures show at a step, the first being 1.

        >>> LESSONS["decisions"].scene(2).threshold
        0.5
        """
        scene = Scene(**self.steps[0].changes)
        for step in self.steps[1:number]:
            scene = replace(scene, **step.changes)
        return scene


def _moves(name: str) -> Callable[[Facts], str]:
    """Whether a ratio rises, falls or stays from the step before."""

    def moved(facts: Facts) -> str:
        before, after = facts[f"{name}_before"], facts[name]
        return "rises" if after > before else "falls" if after < before else "stays"

    return moved


def _threshold_moves(facts: Facts) -> str:
    """Whether the threshold is above that of the step before."""
    return "stricter" if facts["level"] > facts["level_before"] else "looser"


def _compared(name: str, other: str) -> Callable[[Facts], str]:
    """Whether one number is more than another."""
    return lambda facts: "more" if facts[name] > facts[other] else "less"


def _always(option: str) -> Callable[[Facts], str]:
    return lambda _: option


MOVES = ("rises", "falls", "stays")
SIDES = ("stricter", "looser")
BOTH: tuple[Formula, ...] = ("precision", "recall")

_LESSONS = (
    Lesson(
        "decisions",
        (
            Step({"example": "ten_rows"}),
            Step({"threshold": 0.5}, ("called", "positives", "hits"), _always("called")),
            Step({}),
            Step({}, formulas=("precision",)),
            Step({}, ("hits", "missed", "called"), _always("hits"), formulas=BOTH),
            Step({"threshold": 0.3}, MOVES, _moves("recall"), formulas=BOTH),
            Step({"threshold": 0.9}, MOVES, _moves("precision"), formulas=BOTH),
        ),
        "curve",
    ),
    Lesson(
        "curve",
        (
            Step({"example": "apples_oranges"}),
            Step({"threshold": 10.0, "points": "so_far"}, formulas=BOTH),
            Step({"threshold": 9.0}, MOVES, _moves("recall"), formulas=BOTH),
            Step({"threshold": 8.0}, MOVES, _moves("precision"), formulas=BOTH),
            Step({"threshold": 7.0}, MOVES, _moves("precision"), formulas=BOTH),
            Step({"threshold": 4.0}, formulas=BOTH),
            Step({"threshold": 1.0}, MOVES, _moves("recall"), formulas=BOTH),
            Step({"points": "all", "scheme": "step"}),
            Step({"walk": True}),
        ),
        "areas",
    ),
    Lesson(
        "ends",
        (
            Step({"example": "top_is_negative", "threshold": 0.1, "points": "all"}, formulas=("recall",)),
            Step({}, ("class_balance", "zero", "one"), _always("class_balance"), formulas=("precision",)),
            Step({"threshold": None}),
            Step({"scheme": "linear"}),
            Step({"scheme": None, "threshold": 0.9}, ("one", "zero"), _always("zero"), formulas=BOTH),
            Step({"scheme": "step"}),
        ),
        "curve",
    ),
    Lesson(
        "between",
        (
            Step({"example": "constant", "points": "all"}),
            Step({"scheme": "step"}),
            Step({"scheme": "linear"}, MOVES, _moves("area")),
            Step({"scheme": "continuous"}, MOVES, _moves("area")),
            Step({"example": "improved", "scheme": "step"}, MOVES, _moves("area")),
            Step({"scheme": "linear"}, ("more", "less"), _compared("linear_area", "constant_linear_area")),
            Step({"example": "apples_oranges", "scheme": "step"}, ("more", "less"), _compared("linear_area", "area")),
        ),
        "areas",
    ),
    Lesson(
        "sum",
        (
            Step({"example": "four_rows"}),
            Step({"threshold": 0.9, "points": "so_far"}, formulas=BOTH),
            Step({"threshold": 0.8}, MOVES, _moves("recall"), formulas=BOTH),
            Step({"threshold": 0.7}, MOVES, _moves("precision"), formulas=BOTH),
            Step({"threshold": None, "points": "all", "scheme": "step"}, formulas=("area",)),
            Step({"grid": (0.9, 0.7)}, MOVES, _moves("area"), formulas=("area",)),
            Step({"grid": (0.8, 0.1)}, MOVES, _moves("area"), formulas=("area",)),
        ),
        "areas",
    ),
    Lesson(
        "wishes",
        (
            Step({"example": "sixteen_rows", "threshold": 0.2, "points": "all"}, formulas=BOTH),
            Step({"wish": {"beta": 1.0}}, formulas=("precision", "recall", "f1")),
            Step({"wish": {"min_recall": 0.9}}, SIDES, _threshold_moves, formulas=BOTH),
            Step({"wish": {"min_precision": 1.0}}, SIDES, _threshold_moves, formulas=BOTH),
            Step({"wish": {"max_alerts": 5.0}}, formulas=BOTH),
            Step({"wish": {"cost_fp": 1.0, "cost_fn": 5.0}}, formulas=BOTH),
        ),
        "curve",
    ),
)  # fmt: skip
LESSONS = {lesson.key: lesson for lesson in _LESSONS}
