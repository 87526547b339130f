"""Lessons as data: which example, and what each step changes in the picture; a question first, where one helps.

What a step says stands in the catalogues, in a file for each lesson: `title` and `says` of `step1`, `step2` ..., and of
a step that asks, `asks` and an option for each answer. Adding a lesson needs nothing but an entry here and its words.
"""

from __future__ import annotations

from typing import Any

from pr_app.teaching.answers import (
    MOVES,
    NEARER,
    SIDES,
    SIZES,
    always,
    compared,
    moves,
    nearer,
    nearest,
    threshold_moves,
    whether,
)
from pr_app.teaching.step import Facts, Formula, Lesson, Step

BOTH: tuple[Formula, ...] = ("precision", "recall")
WITH_ROWS = ("rows", "curve")
WITH_ROC = ("curve", "roc")
TENFOLD, HUNDREDFOLD = 1 / 11, 1 / 101  # class balances: of one positive to so many negatives
ALL_IN_STEPS: dict[str, Any] = {"points": "all", "scheme": "step"}
OF_TIED = {scheme: f"tied_{scheme}_area" for scheme in ("step", "linear", "continuous")}


def dips(facts: Facts) -> bool:
    """Whether the curve goes below the class balance."""
    return bool(facts["least_precision"] < facts["prevalence"])


def has_area(facts: Facts) -> bool:
    """Whether there is anything under the curve."""
    return bool(facts["area"] > 0)


def has_hits(facts: Facts) -> bool:
    """Whether any row that is called is positive."""
    return bool(facts["hits"])


_LESSONS = (
    Lesson(
        "decisions",
        (
            Step({"example": "ten_rows", "pictures": ("rows",)}),
            Step({"threshold": 0.5}, ("positives", "called", "hits"), always("called")),
            Step(),
            Step(formulas=("precision",)),
            Step({}, ("called", "hits", "missed"), always("hits"), formulas=BOTH),
            Step({"threshold": 0.3}, MOVES, moves("recall"), formulas=BOTH),
            Step({"threshold": 0.9}, MOVES, moves("precision"), formulas=BOTH),
        ),
        "curve",
    ),
    Lesson(
        "curve",
        (
            Step({"example": "apples_oranges", "pictures": WITH_ROWS}),
            Step({"threshold": 10.0, "points": "so_far"}, formulas=BOTH),
            Step({"threshold": 9.0}, MOVES, moves("recall"), formulas=BOTH),
            Step({"threshold": 8.0}, MOVES, moves("precision"), formulas=BOTH),
            Step({"threshold": 7.0}, MOVES, moves("precision"), formulas=BOTH),
            Step({"threshold": 4.0}, formulas=BOTH),
            Step({"threshold": 1.0}, MOVES, moves("recall"), formulas=BOTH),
            Step(ALL_IN_STEPS),
            Step({"pictures": ("walk",)}),
        ),
        "areas",
    ),
    Lesson(
        "ends",
        (
            Step(
                {"example": "top_is_negative", "pictures": WITH_ROWS, "threshold": 0.1, "points": "all"},
                formulas=("recall",),
            ),
            Step({}, ("one", "class_balance", "zero"), always("class_balance"), formulas=("precision",)),
            Step({"threshold": None}),
            Step({"scheme": "linear"}),
            Step({"scheme": None, "threshold": 0.9}, ("one", "zero"), whether(has_hits, "one", "zero"), formulas=BOTH),
            Step({"scheme": "step"}),
        ),
        "curve",
    ),
    Lesson(
        "floor",
        (
            Step({"example": "constant", "points": "all"}),
            Step({"example": "ten_rows", **ALL_IN_STEPS}, MOVES, moves("prevalence")),
            Step({"example": "constant", "order": 6, "top": 0.4}, SIZES, compared("random_area", "prevalence")),
            Step({}, ("never", "below"), whether(dips, "below", "never")),
            Step({"order": 3}),
            Step({"times": 100}, MOVES, moves("random_area")),
            Step({"times": 1, "order": "worst"}, ("nothing", "something"), whether(has_area, "something", "nothing")),
            Step({"example": "apples_oranges", "order": None, "top": 1.0}, formulas=("corrected",)),
        ),
        "balance",
    ),
    Lesson(
        "rare",
        (
            Step({"example": "thousand_each", "threshold": 0.65, **ALL_IN_STEPS}, formulas=BOTH),
            Step({"prevalence": TENFOLD}, MOVES, moves("precision"), formulas=("precision",)),
            Step({}, MOVES, moves("recall", "first"), formulas=("recall",), recalls={"first": 1}),
            Step({"prevalence": None, "pictures": WITH_ROC}, formulas=("false_positive_rate",)),
            Step({"prevalence": TENFOLD}, MOVES, moves("roc_area"), formulas=("false_positive_rate",)),
            Step({"prevalence": HUNDREDFOLD}, MOVES, moves("area"), formulas=("precision",)),
            Step({"prevalence": None, "pictures": ("curve",)}),
        ),
        "balance",
    ),
    Lesson(
        "between",
        (
            Step({"example": "constant", "points": "all"}),
            Step({"scheme": "step"}),
            Step({"scheme": "linear"}, MOVES, moves("area")),
            Step({"scheme": "continuous"}, MOVES, moves("area")),
            Step({"example": "improved", "scheme": "step"}, MOVES, moves("area")),
            Step({"scheme": "linear"}, SIZES[:2], compared("linear_area", "constant_area"), recalls={"constant": 3}),
            Step({"scheme": "step", "order": 2}, MOVES, moves("area", "tied"), recalls={"tied": 5}),
            Step({"times": 1000}, tuple(OF_TIED), nearest("area", OF_TIED), recalls={"tied": 5}),
            Step(
                {"example": "apples_oranges", "order": None, "times": 1, "scheme": "linear", "pictures": WITH_ROWS},
                SIZES[:2],
                compared("linear_area", "step_area"),
            ),
        ),
        "areas",
    ),
    Lesson(
        "rounding",
        (
            Step({"example": "weak_model", "top": 0.25, **ALL_IN_STEPS}),
            Step({"scheme": "linear"}, SIZES[:2], compared("linear_area", "step_area")),
            Step({"scheme": "step", "decimals": 2}, MOVES, moves("area", "exact"), recalls={"exact": 1}),
            Step({"scheme": "linear"}, MOVES, moves("area", "exact"), recalls={"exact": 2}),
            Step({}, SIZES[:2], compared("linear_area", "step_area")),
            Step({"decimals": 1, "top": 0.4}, MOVES, moves("area")),
            Step({"decimals": None, "scheme": "step", "top": 0.25, "pictures": ("curve", "decimals")}),
        ),
        "areas",
    ),
    Lesson(
        "sum",
        (
            Step({"example": "four_rows", "pictures": WITH_ROWS}),
            Step({"threshold": 0.9, "points": "so_far"}, formulas=BOTH),
            Step({"threshold": 0.8}, MOVES, moves("recall"), formulas=BOTH),
            Step({"threshold": 0.7}, MOVES, moves("precision"), formulas=BOTH),
            Step({"threshold": None, **ALL_IN_STEPS}, formulas=("area",)),
            Step({"grid": (0.9, 0.7)}, MOVES, moves("area"), formulas=("area",)),
            Step({"grid": (0.8, 0.1)}, MOVES, moves("area"), formulas=("area",)),
        ),
        "areas",
    ),
    Lesson(
        "wishes",
        (
            Step({"example": "sixteen_rows", "pictures": WITH_ROWS, "threshold": 0.2, "points": "all"}, formulas=BOTH),
            Step({"wish": {"beta": 1.0}}, formulas=("precision", "recall", "f1")),
            Step({"wish": {"min_recall": 0.9}}, SIDES, threshold_moves, formulas=BOTH),
            Step({"wish": {"min_precision": 1.0}}, SIDES, threshold_moves, formulas=BOTH),
            Step({"wish": {"max_alerts": 5.0}}, formulas=BOTH),
            Step({"wish": {"cost_fp": 1.0, "cost_fn": 5.0}}, formulas=BOTH),
        ),
        "curve",
    ),
    Lesson(
        "many",
        (
            Step({"example": "five_rows", "pictures": WITH_ROWS, **ALL_IN_STEPS}, formulas=("area",)),
            Step({"question": "y_b"}, SIZES[:2], compared("area", "before_area"), formulas=("area",)),
            Step(
                {"question": "", "pictures": ("average",), "average": "macro"},
                NEARER,
                nearer("macro", "area_of_first", "area_of_second"),
                formulas=("average",),
            ),
            Step(
                {"average": "weighted"},
                NEARER,
                nearer("weighted", "area_of_first", "area_of_second"),
                formulas=("average",),
            ),
            Step({"average": "micro", "question": "all", "pictures": WITH_ROWS}, SIZES, compared("area", "macro")),
            Step(
                {"average": "samples", "question": "", "pictures": ("average",)},
                SIZES[:2],
                compared("samples", "micro"),
                formulas=("average",),
            ),
            Step({"example": "digits", "average": "macro", "pictures": ("folds",)}, SIZES, compared("mean", "macro")),
        ),
        "averages",
    ),
    Lesson(
        "numbers",
        (
            Step({"example": "sixteen_rows", **ALL_IN_STEPS}),
            Step({"scheme": "linear"}, SIZES, compared("area", "before_area")),
            Step({"scheme": "continuous"}, SIZES, compared("area", "before_area")),
            Step({"scheme": "eleven_point"}, SIZES, compared("area", "before_area")),
            Step({"scheme": "step", "pictures": ("tools",)}, ("same", "values", "tools"), always("values")),
            Step({}, ("first", "second", "unknown"), always("unknown")),
            Step(),
        ),
        "schemes",
    ),
)  # fmt: skip
LESSONS = {lesson.key: lesson for lesson in _LESSONS}
