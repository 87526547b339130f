"""The lessons, and which answers of their questions are right.

What a step says stands in the catalogues, in a file for each lesson: `title` and `says` of `step1`, `step2` ..., and of
a step that asks, `asks`, an option for each answer, and `tempts`: why a wrong one is chosen. A number is better placed
than chosen wherever its size is what one learns; a choice is left where the direction is. Adding a lesson needs nothing
but an entry here and its words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pr_curve_lab.lessons.lesson import Facts, Formula, Guess, Lesson, LessonStep
from pr_metrics.tolerances import AREA_ROUNDING

Rule = Callable[[Facts], str]

MOVES = ("rises", "falls", "stays")
SIZES = ("more", "less", "as_much")


def moves(name: str, before: str = "before") -> Rule:
    """Whether a number rises, falls or stays from the step before, or from another that the step recalls.

    >>> moves("recall")({"recall": 0.5, "before_recall": 0.2})
    'rises'
    """
    return lambda facts: _which(facts[name] - facts[f"{before}_{name}"], MOVES)


def compared(name: str, other: str) -> Rule:
    """Whether one number is more than another, less, or the same.

    >>> compared("area", "linear_area")({"area": 0.5, "linear_area": 0.5})
    'as_much'
    """
    return lambda facts: _which(facts[name] - facts[other], SIZES)


def nearest(name: str, candidates: Mapping[str, str]) -> Rule:
    """To which of several numbers another one is nearest: an option for each.

    >>> nearest("area", {"step": "step_area", "linear": "linear_area"})({"area": 3, "step_area": 2, "linear_area": 9})
    'step'
    """
    return lambda facts: min(candidates, key=lambda option: abs(facts[candidates[option]] - facts[name]))


def whether(holds: Callable[[Facts], bool], yes: str, no: str) -> Rule:
    """One option where something holds, the other where it does not.

    >>> whether(lambda facts: facts["area"] > 0, "something", "nothing")({"area": 0})
    'nothing'
    """
    return lambda facts: yes if holds(facts) else no


def always(option: str) -> Rule:
    """An answer that its own words compute: "{hits} of {positives}"."""
    return lambda _: option


def _which(difference: float, options: tuple[str, str, str]) -> str:
    """The option, of three, for more, less, and none but for rounding."""
    if abs(difference) < AREA_ROUNDING:
        return options[2]
    return options[0] if difference > 0 else options[1]


BOTH: tuple[Formula, ...] = ("precision", "recall")
WITH_ROWS = ("rows", "curve")
WITH_ROC = ("curve", "roc")
TENFOLD, HUNDREDFOLD = 1 / 11, 1 / 101  # class balances: of one positive to so many negatives
BARE: dict[str, Any] = {"points": "none", "scheme": None}  # the square without a curve
ALL_IN_STEPS: dict[str, Any] = {"points": "all", "scheme": "step"}
LEAD = ("lead", "chance")
WELL_ABOVE_TEN = 20  # times narrower: what the root of a hundred is not
OF_TIED = {scheme: f"tied_{scheme}_area" for scheme in ("step", "linear", "continuous")}


def dips(facts: Facts) -> bool:
    """Whether the curve goes below the class balance."""
    return bool(facts["least_precision"] < facts["prevalence"])


def leads(facts: Facts) -> bool:
    """Whether the lead over the rival is more than chance makes of it."""
    return bool(facts["lead_low"] > 0)


def by_the_root(facts: Facts) -> bool:
    """Whether the interval has become narrower by the root of what the rows have become more."""
    return bool(facts["first_width"] / facts["width"] < WELL_ABOVE_TEN)


_LESSONS = (
    Lesson(
        "decisions",
        (
            LessonStep({"example": "ten_rows", "pictures": ("rows",)}),
            LessonStep({"threshold": 0.5}, guess=Guess("called", "count", ("positives", "true_positives"))),
            LessonStep(),
            LessonStep(formulas=("precision",)),
            LessonStep(
                guess=Guess("true_positives", "count", ("called", "false_negatives"), most="positives"), formulas=BOTH
            ),
            LessonStep(
                {"threshold": 0.3},
                guess=Guess("false_positives", "count", ("before_false_positives", "called")),
                formulas=BOTH,
            ),
            LessonStep(
                {"threshold": 0.9}, MOVES, moves("precision"), tempting=("falls",), formulas=BOTH, toy="threshold"
            ),
        ),
        "curve",
        minutes=10,
        pictured=2,
    ),
    Lesson(
        "curve",
        (
            LessonStep({"example": "apples_oranges", "pictures": WITH_ROWS}),
            LessonStep({"threshold": 10.0, "points": "so_far"}, formulas=BOTH),
            LessonStep(
                {"threshold": 9.0}, guess=Guess("recall", "recall", ("before_recall", "precision")), formulas=BOTH
            ),
            LessonStep(
                {"threshold": 8.0}, guess=Guess("precision", "precision", ("before_precision", "recall")), formulas=BOTH
            ),
            LessonStep(
                {"threshold": 7.0}, guess=Guess("precision", "precision", ("before_precision", "recall")), formulas=BOTH
            ),
            LessonStep({"threshold": 4.0}, formulas=BOTH),
            LessonStep({"threshold": 1.0}, MOVES, moves("recall"), tempting=("rises",), formulas=BOTH),
            LessonStep(ALL_IN_STEPS, guess=Guess("area", "area", ("precision", "recall"))),
            LessonStep({"threshold": None}, toy="threshold"),
        ),
        "areas",
        minutes=12,
        pictured=8,
    ),
    Lesson(
        "sum",
        (
            LessonStep({"example": "four_rows", "pictures": WITH_ROWS}),
            LessonStep({"threshold": 0.9, "points": "so_far"}, formulas=BOTH),
            LessonStep({"threshold": 0.8}, MOVES, moves("recall"), tempting=("rises",), formulas=BOTH),
            LessonStep(
                {"threshold": 0.7}, guess=Guess("precision", "precision", ("before_precision", "recall")), formulas=BOTH
            ),
            LessonStep(
                {"threshold": None, **ALL_IN_STEPS},
                guess=Guess("area", "area", ("mean_precision", "prevalence")),
                formulas=("area",),
            ),
            LessonStep(toy="threshold"),
            LessonStep({"grid": (0.9, 0.7)}, MOVES, moves("area"), tempting=("falls",), formulas=("area",)),
            LessonStep({"grid": (0.8, 0.1)}, guess=Guess("area", "area", ("before_area",)), formulas=("area",)),
        ),
        "areas",
        minutes=10,
        pictured=5,
    ),
    Lesson(
        "ends",
        (
            LessonStep({"example": "top_is_negative", "pictures": WITH_ROWS, "threshold": 0.1}, formulas=("recall",)),
            LessonStep(
                {"points": "found"}, guess=Guess("precision", "precision", ("recall", "zero")), formulas=("precision",)
            ),
            LessonStep({"threshold": None}),
            LessonStep(
                {"points": "all", "threshold": 0.9},
                guess=Guess("precision", "precision", ("one", "prevalence")),
                formulas=BOTH,
            ),
            LessonStep({"scheme": "linear", "threshold": None}),
            LessonStep({"scheme": "step"}, toy="rows"),
        ),
        "curve",
        minutes=8,
        pictured=6,
    ),
    Lesson(
        "floor",
        (
            LessonStep({"example": "constant", "points": "all"}),
            LessonStep(
                {"example": "ten_rows", **ALL_IN_STEPS},
                guess=Guess("prevalence", "area", ("half", "before_prevalence")),
            ),
            LessonStep(
                {"example": "constant", "order": 6},
                guess=Guess("random_area", "area", ("prevalence", "half")),
                asked={"order": None, "scheme": None},
            ),
            LessonStep(
                {"top": 0.4},
                ("never", "below"),
                whether(dips, "below", "never"),
                tempting=("never",),
                asked={"scheme": "step"},
            ),
            LessonStep({"order": 3}, toy="shuffle"),
            LessonStep({"times": 100}, MOVES, moves("random_area"), tempting=("stays",)),
            LessonStep(
                {"times": 1, "order": "worst", "top": 1.0},
                guess=Guess("area", "area", ("zero", "prevalence")),
                asked={"order": None, "scheme": None},
                recalls={"large": 6},
            ),
            LessonStep(
                {"example": "apples_oranges", "order": None},
                guess=Guess("corrected", "share", ("area", "above_chance")),
                formulas=("corrected",),
                asked={"scheme": "step"},
                recalls={"few": 5},
            ),
        ),
        "balance",
        minutes=15,
        pictured=4,
    ),
    Lesson(
        "rare",
        (
            LessonStep({"example": "thousand_each", "threshold": 0.65, **ALL_IN_STEPS}, formulas=BOTH),
            LessonStep(
                {"prevalence": TENFOLD},
                guess=Guess("precision", "precision", ("before_precision",)),
                formulas=("precision",),
            ),
            LessonStep(
                {}, MOVES, moves("recall", "first"), tempting=("falls",), formulas=("recall",), recalls={"first": 1}
            ),
            LessonStep({"prevalence": None, "pictures": WITH_ROC}, formulas=("false_positive_rate",)),
            LessonStep(
                {"prevalence": TENFOLD},
                MOVES,
                moves("roc_area"),
                tempting=("falls",),
                formulas=("false_positive_rate",),
            ),
            LessonStep({"prevalence": HUNDREDFOLD}, guess=Guess("area", "area", ("before_area", "roc_area"))),
            LessonStep({"prevalence": None, "pictures": ("curve",)}, toy="rare"),
        ),
        "balance",
        minutes=12,
        pictured=2,
    ),
    Lesson(
        "wishes",
        (
            LessonStep(
                {"example": "twenty_rows", "pictures": WITH_ROWS, "threshold": 0.5, "points": "all"}, formulas=BOTH
            ),
            LessonStep({"wish": {"beta": 1.0}}, formulas=("precision", "recall", "f1")),
            LessonStep(
                {"wish": {"min_recall": 0.9}},
                guess=Guess("precision", "precision", ("before_precision", "recall")),
                formulas=BOTH,
            ),
            LessonStep(
                {"wish": {"min_precision": 1.0}},
                guess=Guess("recall", "recall", ("before_recall", "precision")),
                formulas=BOTH,
            ),
            LessonStep(
                {"wish": {"max_alerts": 7.0}}, guess=Guess("called", "count", ("wish_max_alerts",)), formulas=BOTH
            ),
            LessonStep({"wish": {"cost_fp": 1.0, "cost_fn": 5.0}}, formulas=BOTH, toy="costs"),
        ),
        "curve",
        minutes=10,
        pictured=2,
    ),
    Lesson(
        "between",
        (
            LessonStep({"example": "constant", "points": "all"}),
            LessonStep({"scheme": "step"}),
            LessonStep({"scheme": "linear"}, guess=Guess("area", "area", ("before_area", "one"))),
            LessonStep({"scheme": "continuous"}, guess=Guess("area", "area", ("before_area",))),
            LessonStep(
                {"example": "improved", "scheme": "step"},
                MOVES,
                moves("area", "constant"),
                tempting=("stays",),
                asked={"scheme": None},
                recalls={"constant": 2},
            ),
            LessonStep(
                {"scheme": "linear"},
                guess=Guess("area", "area", ("constant_area", "before_area")),
                recalls={"constant": 3},
            ),
            LessonStep(
                {"scheme": "step", "order": 2}, MOVES, moves("area", "tied"), tempting=("stays",), recalls={"tied": 5}
            ),
            LessonStep(
                {"times": 1000}, tuple(OF_TIED), nearest("area", OF_TIED), tempting=("step",), recalls={"tied": 5}
            ),
            LessonStep(
                {"example": "apples_oranges", "order": None, "times": 1, "scheme": "linear", "pictures": WITH_ROWS},
                SIZES[:2],
                compared("linear_area", "step_area"),
                tempting=("more",),
                asked={"scheme": "step"},
            ),
            LessonStep({"example": "ten_tied", "scheme": "step"}, toy="rows"),
        ),
        "areas",
        minutes=18,
        pictured=6,
    ),
    Lesson(
        "numbers",
        (
            LessonStep({"example": "sixteen_rows", **ALL_IN_STEPS}),
            LessonStep({"scheme": "linear"}, SIZES, compared("area", "before_area"), tempting=("less", "as_much")),
            LessonStep({"scheme": "continuous"}, SIZES, compared("area", "before_area"), tempting=("as_much",)),
            LessonStep({"scheme": "eleven_point"}, SIZES, compared("area", "before_area"), tempting=("more",)),
            LessonStep(
                {"scheme": "step", "pictures": ("tools",)},
                guess=Guess("values", "count", ("one", "tools"), most="tools"),
            ),
            LessonStep({}, ("first", "second", "unknown"), always("unknown"), tempting=("second",)),
            LessonStep(),
        ),
        "schemes",
        minutes=12,
        pictured=3,
    ),
    Lesson(
        "rounding",
        (
            LessonStep({"example": "weak_model", "top": 0.25, **ALL_IN_STEPS}),
            LessonStep({"scheme": "linear"}, SIZES[:2], compared("linear_area", "step_area"), tempting=("more",)),
            LessonStep(
                {"scheme": "step", "decimals": 2},
                MOVES,
                moves("area", "exact"),
                tempting=("stays",),
                recalls={"exact": 1},
            ),
            LessonStep({"scheme": "linear"}, MOVES, moves("area", "exact"), tempting=("falls",), recalls={"exact": 2}),
            LessonStep({}, SIZES[:2], compared("linear_area", "step_area"), tempting=("less",)),
            LessonStep({"decimals": 1, "top": 0.4}, MOVES, moves("area"), tempting=("falls",)),
            LessonStep(
                {"decimals": None, "scheme": "step", "top": 0.25, "pictures": ("curve", "decimals")}, toy="decimals"
            ),
        ),
        "areas",
        minutes=12,
        pictured=6,
    ),
    Lesson(
        "many",
        (
            LessonStep({"example": "rare_label", "pictures": WITH_ROWS, **ALL_IN_STEPS}),
            LessonStep(
                {"task": "y_b"},
                guess=Guess("area", "area", ("before_area", "prevalence")),
                formulas=("area",),
                asked=BARE,
            ),
            LessonStep(
                {"task": "", "pictures": ("average",), "average": "macro"},
                guess=Guess("macro", "area", ("weighted", "area_of_first")),
                formulas=("average",),
            ),
            LessonStep({"average": "weighted"}, guess=Guess("weighted", "area", ("macro",)), formulas=("average",)),
            LessonStep(
                {"average": "micro", "task": "all", "pictures": WITH_ROWS},
                SIZES,
                compared("area", "macro"),
                tempting=("as_much",),
            ),
            LessonStep(
                {"average": "samples", "task": "", "pictures": ("average",)},
                guess=Guess("samples", "area", ("micro", "macro")),
                formulas=("average",),
            ),
            LessonStep(
                {"example": "digits", "average": "macro", "pictures": ("folds",)},
                SIZES,
                compared("mean", "macro"),
                tempting=("as_much",),
                asked={"pictures": ("average",)},
            ),
        ),
        "averages",
        minutes=15,
        pictured=3,
    ),
    Lesson(
        "sure",
        (
            LessonStep({"example": "twenty_rows", "pictures": WITH_ROWS, **ALL_IN_STEPS}),
            LessonStep({"doubt": True}, guess=Guess("low", "area", ("level_of_area", "area"))),
            LessonStep({"times": 10, "pictures": ("curve",)}, guess=Guess("low", "area", ("before_low", "area"))),
            LessonStep(
                {"times": 100},
                ("tenth", "hundredth"),
                whether(by_the_root, "tenth", "hundredth"),
                tempting=("hundredth",),
                recalls={"first": 2},
            ),
            LessonStep(
                {
                    "example": "four_models",
                    "times": 1,
                    "task": "forest",
                    "rival": "logistic",
                    "pictures": ("intervals",),
                }
            ),
            LessonStep({"pictures": ("lead",)}, LEAD, whether(leads, *LEAD), tempting=("chance",)),
            LessonStep(
                {"rival": "neighbours"},
                LEAD,
                whether(leads, *LEAD),
                tempting=("lead",),
                asked={"pictures": ("intervals",)},
            ),
        ),
        "models",
        minutes=12,
        pictured=5,
    ),
    Lesson(
        "roc",
        (
            LessonStep({"example": "swapped_models", "task": "early", "pictures": WITH_ROC, **ALL_IN_STEPS}),
            LessonStep({"task": "steady"}, guess=Guess("area", "area", ("before_area", "roc_area"))),
            LessonStep(
                {"threshold": 0.835},
                guess=Guess("false_positives", "count", ("true_positives", "zero")),
                formulas=("false_positive_rate",),
            ),
            LessonStep(
                {"task": "early", "threshold": 0.955},
                guess=Guess("precision", "precision", ("before_precision", "recall")),
                formulas=("precision",),
                asked={**BARE, "threshold": None},
            ),
            LessonStep(
                {"task": "steady", "threshold": None, "prevalence": 0.01},
                guess=Guess("area", "area", ("first_area", "roc_area")),
                recalls={"first": 2},
                asked={"prevalence": None},
            ),
            LessonStep({"prevalence": None, "threshold": 0.755}, formulas=("precision",)),
            LessonStep(
                {"task": "early", "threshold": 0.305},
                guess=Guess("precision", "precision", ("before_precision", "recall")),
                formulas=("precision",),
                asked={**BARE, "threshold": None},
            ),
        ),
        "models",
        minutes=15,
        pictured=2,
    ),
    Lesson(
        "meaning",
        (
            LessonStep(
                {"example": "three_curves", "task": "early", "threshold": 0.9705, **ALL_IN_STEPS}, formulas=("hits",)
            ),
            LessonStep(
                {"task": "even"}, guess=Guess("true_positives", "count", ("before_true_positives",), most="positives")
            ),
            LessonStep(
                {"task": "late", "threshold": 0.9905},
                guess=Guess("true_positives", "count", ("promised_hits",), most="positives"),
            ),
            LessonStep(
                {"example": "constant", "task": "", "threshold": None, "prevalence": 0.3},
                guess=Guess("area", "area", ("zero", "half")),
                asked=BARE,
                recalls={"rare": 3},
            ),
            LessonStep({"example": "ten_rows", "prevalence": None, "threshold": 0.5, "pictures": WITH_ROWS}),
            LessonStep({"power": 2}, guess=Guess("called", "count", ("before_called",))),
        ),
        "balance",
        minutes=12,
        pictured=2,
    ),
    Lesson(
        "missed",
        (
            LessonStep({"example": "apples_oranges", "pictures": WITH_ROWS, **ALL_IN_STEPS}),
            LessonStep(
                {"missed": 3, "threshold": 1.0, "scheme": None},
                guess=Guess("recall", "recall", ("one", "precision")),
                formulas=("recall",),
            ),
            LessonStep(formulas=("precision",)),
            LessonStep(
                {"scheme": "step", "threshold": None},
                guess=Guess("area", "area", ("scored_area", "prevalence")),
                recalls={"scored": 1},
            ),
            LessonStep(guess=Guess("reached", "area", ("one", "area"))),
            LessonStep(
                {"scheme": "eleven_point"}, guess=Guess("levels_beyond", "count", ("missed", "zero"), most="levels")
            ),
        ),
        "areas",
        minutes=10,
        pictured=4,
    ),
)
LESSONS = {lesson.key: lesson for lesson in _LESSONS}
