"""Lessons as data: which example, and what each step changes in the picture; a question first, where one helps.

What a step says stands in the catalogues, in a file for each lesson: `title` and `says` of `step1`, `step2` ..., and of
a step that asks, `asks`, an option for each answer, and `tempts`: why a wrong one is chosen. Adding a lesson needs
nothing but an entry here and its words.
"""

from __future__ import annotations

from typing import Any

from pr_app.lessons.lesson import Facts, Formula, Guess, Lesson, LessonStep
from pr_app.lessons.right_answers import (
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
    return bool(facts["true_positives"])


_LESSONS = (
    Lesson(
        "decisions",
        (
            LessonStep({"example": "ten_rows", "pictures": ("rows",)}),
            LessonStep({"threshold": 0.5}, guess=Guess("called", "count", ("positives", "true_positives"))),
            LessonStep(),
            LessonStep(formulas=("precision",)),
            LessonStep({}, ("called", "true_positives", "false_negatives"), always("true_positives"), formulas=BOTH),
            LessonStep({"threshold": 0.3}, MOVES, moves("recall"), formulas=BOTH),
            LessonStep({"threshold": 0.9}, MOVES, moves("precision"), formulas=BOTH, toy="threshold"),
        ),
        "curve",
    ),
    Lesson(
        "curve",
        (
            LessonStep({"example": "apples_oranges", "pictures": WITH_ROWS}),
            LessonStep({"threshold": 10.0, "points": "so_far"}, formulas=BOTH),
            LessonStep({"threshold": 9.0}, MOVES, moves("recall"), formulas=BOTH),
            LessonStep({"threshold": 8.0}, MOVES, moves("precision"), formulas=BOTH),
            LessonStep({"threshold": 7.0}, guess=Guess("precision", "precision", ("recall",)), formulas=BOTH),
            LessonStep({"threshold": 4.0}, formulas=BOTH),
            LessonStep({"threshold": 1.0}, MOVES, moves("recall"), formulas=BOTH),
            LessonStep(ALL_IN_STEPS),
            LessonStep(toy="threshold"),
        ),
        "areas",
    ),
    Lesson(
        "sum",
        (
            LessonStep({"example": "four_rows", "pictures": WITH_ROWS}),
            LessonStep({"threshold": 0.9, "points": "so_far"}, formulas=BOTH),
            LessonStep({"threshold": 0.8}, MOVES, moves("recall"), formulas=BOTH),
            LessonStep({"threshold": 0.7}, MOVES, moves("precision"), formulas=BOTH),
            LessonStep({"threshold": None, **ALL_IN_STEPS}, formulas=("area",)),
            LessonStep({"grid": (0.9, 0.7)}, MOVES, moves("area"), formulas=("area",)),
            LessonStep({"grid": (0.8, 0.1)}, MOVES, moves("area"), formulas=("area",)),
        ),
        "areas",
    ),
    Lesson(
        "ends",
        (
            LessonStep(
                {"example": "top_is_negative", "pictures": WITH_ROWS, "threshold": 0.1, "points": "all"},
                formulas=("recall",),
            ),
            LessonStep({}, ("one", "class_balance", "zero"), always("class_balance"), formulas=("precision",)),
            LessonStep({"threshold": None}),
            LessonStep({"scheme": "linear"}),
            LessonStep(
                {"scheme": None, "threshold": 0.9}, ("one", "zero"), whether(has_hits, "one", "zero"), formulas=BOTH
            ),
            LessonStep({"scheme": "step"}, toy="rows"),
        ),
        "curve",
    ),
    Lesson(
        "floor",
        (
            LessonStep({"example": "constant", "points": "all"}),
            LessonStep({"example": "ten_rows", **ALL_IN_STEPS}, MOVES, moves("prevalence")),
            LessonStep(
                {"example": "constant", "order": 6, "top": 0.4},
                SIZES,
                compared("random_area", "prevalence"),
                asked={"order": None, "scheme": None},
            ),
            LessonStep({}, ("never", "below"), whether(dips, "below", "never")),
            LessonStep({"order": 3}),
            LessonStep({"times": 100}, MOVES, moves("random_area"), toy="shuffle"),
            LessonStep(
                {"times": 1, "order": "worst"},
                ("nothing", "something"),
                whether(has_area, "something", "nothing"),
                recalls={"large": 6},
            ),
            LessonStep(
                {"example": "apples_oranges", "order": None, "top": 1.0}, formulas=("corrected",), recalls={"few": 5}
            ),
        ),
        "balance",
    ),
    Lesson(
        "rare",
        (
            LessonStep({"example": "thousand_each", "threshold": 0.65, **ALL_IN_STEPS}, formulas=BOTH),
            LessonStep({"prevalence": TENFOLD}, MOVES, moves("precision"), formulas=("precision",)),
            LessonStep({}, MOVES, moves("recall", "first"), formulas=("recall",), recalls={"first": 1}),
            LessonStep({"prevalence": None, "pictures": WITH_ROC}, formulas=("false_positive_rate",)),
            LessonStep({"prevalence": TENFOLD}, MOVES, moves("roc_area"), formulas=("false_positive_rate",)),
            LessonStep({"prevalence": HUNDREDFOLD}, MOVES, moves("area"), formulas=("precision",)),
            LessonStep({"prevalence": None, "pictures": ("curve",)}, toy="rare"),
        ),
        "balance",
    ),
    Lesson(
        "wishes",
        (
            LessonStep(
                {"example": "twenty_rows", "pictures": WITH_ROWS, "threshold": 0.5, "points": "all"}, formulas=BOTH
            ),
            LessonStep({"wish": {"beta": 1.0}}, formulas=("precision", "recall", "f1")),
            LessonStep({"wish": {"min_recall": 0.9}}, SIDES, threshold_moves, formulas=BOTH),
            LessonStep({"wish": {"min_precision": 1.0}}, SIDES, threshold_moves, formulas=BOTH),
            LessonStep({"wish": {"max_alerts": 7.0}}, formulas=BOTH),
            LessonStep({"wish": {"cost_fp": 1.0, "cost_fn": 5.0}}, formulas=BOTH, toy="costs"),
        ),
        "curve",
    ),
    Lesson(
        "between",
        (
            LessonStep({"example": "constant", "points": "all"}),
            LessonStep({"scheme": "step"}),
            LessonStep({"scheme": "linear"}, MOVES, moves("area")),
            LessonStep({"scheme": "continuous"}, MOVES, moves("area")),
            LessonStep(
                {"example": "improved", "scheme": "step"},
                MOVES,
                moves("area", "constant"),
                asked={"scheme": None},
                recalls={"constant": 2},
            ),
            LessonStep(
                {"scheme": "linear"}, SIZES[:2], compared("linear_area", "constant_area"), recalls={"constant": 3}
            ),
            LessonStep({"scheme": "step", "order": 2}, MOVES, moves("area", "tied"), recalls={"tied": 5}),
            LessonStep({"times": 1000}, tuple(OF_TIED), nearest("area", OF_TIED), recalls={"tied": 5}),
            LessonStep(
                {"example": "apples_oranges", "order": None, "times": 1, "scheme": "linear", "pictures": WITH_ROWS},
                SIZES[:2],
                compared("linear_area", "step_area"),
                asked={"scheme": "step"},
            ),
        ),
        "areas",
    ),
    Lesson(
        "numbers",
        (
            LessonStep({"example": "sixteen_rows", **ALL_IN_STEPS}),
            LessonStep({"scheme": "linear"}, SIZES, compared("area", "before_area")),
            LessonStep({"scheme": "continuous"}, SIZES, compared("area", "before_area")),
            LessonStep({"scheme": "eleven_point"}, SIZES, compared("area", "before_area")),
            LessonStep({"scheme": "step", "pictures": ("tools",)}, ("same", "values", "tools"), always("values")),
            LessonStep({}, ("first", "second", "unknown"), always("unknown")),
            LessonStep(),
        ),
        "schemes",
    ),
    Lesson(
        "rounding",
        (
            LessonStep({"example": "weak_model", "top": 0.25, **ALL_IN_STEPS}),
            LessonStep({"scheme": "linear"}, SIZES[:2], compared("linear_area", "step_area")),
            LessonStep({"scheme": "step", "decimals": 2}, MOVES, moves("area", "exact"), recalls={"exact": 1}),
            LessonStep({"scheme": "linear"}, MOVES, moves("area", "exact"), recalls={"exact": 2}),
            LessonStep({}, SIZES[:2], compared("linear_area", "step_area")),
            LessonStep({"decimals": 1, "top": 0.4}, MOVES, moves("area")),
            LessonStep(
                {"decimals": None, "scheme": "step", "top": 0.25, "pictures": ("curve", "decimals")}, toy="decimals"
            ),
        ),
        "areas",
    ),
    Lesson(
        "many",
        (
            LessonStep({"example": "rare_label", "pictures": WITH_ROWS, **ALL_IN_STEPS}),
            LessonStep({"task": "y_b"}, SIZES[:2], compared("area", "before_area"), formulas=("area",)),
            LessonStep(
                {"task": "", "pictures": ("average",), "average": "macro"},
                NEARER,
                nearer("macro", "area_of_first", "area_of_second"),
                formulas=("average",),
            ),
            LessonStep(
                {"average": "weighted"},
                NEARER,
                nearer("weighted", "area_of_first", "area_of_second"),
                formulas=("average",),
            ),
            LessonStep({"average": "micro", "task": "all", "pictures": WITH_ROWS}, SIZES, compared("area", "macro")),
            LessonStep(
                {"average": "samples", "task": "", "pictures": ("average",)},
                SIZES[:2],
                compared("samples", "micro"),
                formulas=("average",),
            ),
            LessonStep(
                {"example": "digits", "average": "macro", "pictures": ("folds",)},
                SIZES,
                compared("mean", "macro"),
                asked={"pictures": ("average",)},
            ),
        ),
        "averages",
    ),
)
LESSONS = {lesson.key: lesson for lesson in _LESSONS}
