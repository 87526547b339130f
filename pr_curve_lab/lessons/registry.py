"""The lessons, and which answers to their questions are right.

The texts of a step are in the catalogs, in the table `[<key>.step<n>]` of `lesson_steps.toml`: `title` and
`says`, and for a question `asks`, a text for each option, and `tempts`, which explains a tempting wrong answer. A
question asks to place a number on the chart if learners should know its size, and offers options if they should know
only its direction. A new lesson needs an entry here and its texts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from pr_curve_lab.lessons.lesson import Formula, Lesson, LessonStep, NumberQuestion, StepValues
from pr_metrics.tolerances import AREA_ROUNDING

Rule = Callable[[StepValues], str]

DIRECTIONS = ("rises", "falls", "stays")
MODELS = ("first", "second")
SIZES = ("more", "less", "as_much")


def change_direction(name: str, prefix: str = "before") -> Rule:
    """Return the rule that says if a number rises, falls or stays since the previous step, or since a recalled one.

    >>> change_direction("recall")({"recall": 0.5, "before_recall": 0.2})
    'rises'
    """
    return lambda facts: _select_by_sign(facts[name] - facts[f"{prefix}_{name}"], DIRECTIONS)


def compare_values(name: str, other: str) -> Rule:
    """Return the rule that says if one number is more than another, less, or the same.

    >>> compare_values("area", "linear_area")({"area": 0.5, "linear_area": 0.5})
    'as_much'
    """
    return lambda facts: _select_by_sign(facts[name] - facts[other], SIZES)


def match_value(name: str, options: Mapping[str, str]) -> Rule:
    """Return the rule that selects the option whose number is nearest to the number `name`.

    >>> nearest = match_value("area", {"step": "step_area", "linear": "linear_area"})
    >>> nearest({"area": 3, "step_area": 2, "linear_area": 9})
    'step'
    """
    return lambda facts: min(options, key=lambda option: abs(facts[options[option]] - facts[name]))


def select_option(condition: Callable[[StepValues], bool], option: str, other: str) -> Rule:
    """Return the rule that selects `option` if a condition holds, and `other` if not.

    >>> select_option(lambda facts: facts["area"] > 0, "something", "nothing")({"area": 0})
    'nothing'
    """
    return lambda facts: option if condition(facts) else other


def compare_schemes(*schemes: str) -> dict[str, dict[str, Any]]:
    """Return the compared curves of a picture: the same points under several schemes.

    >>> compare_schemes("step")
    {'schemes.step.short': {'scheme': 'step'}}
    """
    return {f"schemes.{scheme}.short": {"scheme": scheme} for scheme in schemes}


def _select_by_sign(difference: float, options: tuple[str, str, str]) -> str:
    """Return the first option for a positive difference, the second for a negative one, the third for rounding."""
    if abs(difference) < AREA_ROUNDING:
        return options[2]
    return options[0] if difference > 0 else options[1]


PRECISION_AND_RECALL: tuple[Formula, ...] = ("precision", "recall")
WITH_ROWS = ("rows", "curve")
WITH_ROC = ("curve", "roc")
TENFOLD, HUNDREDFOLD = 1 / 11, 1 / 101  # class balances with ten or a hundred negatives for each positive
COSTS = (*(1 / more for more in (10, 7, 5, 3, 2)), 1.0, 2.0, 3.0, 5.0, 7.0, 10.0)  # of a miss, in false alarms
NO_CURVE: dict[str, Any] = {"points": "none", "scheme": None}  # the square without a curve
ALL_IN_STEPS: dict[str, Any] = {"points": "all", "scheme": "step"}
UNSEEN = {"lessons.without_missed": {"missed": 0}, "lessons.with_missed": {}}
JOINED = compare_schemes("step", "linear", "continuous")
STEP_AND_LINE = compare_schemes("step", "linear")
# The models of a lesson, by the keys of their names.
SWAPPED = {"lessons.first_model": {"task": "early"}, "lessons.second_model": {"task": "steady"}}
SECOND_AT_HALF = {"task": "steady", "threshold": 0.835}  # where it has found half of the positives
THREE = {
    f"lessons.{place}_model": {"task": task}
    for place, task in (("first", "early"), ("second", "even"), ("third", "late"))
}
FIRST_TWO = dict(list(THREE.items())[:2])
TWO_LABELS = {"examples.rare_label.y_a": {"task": ""}, "examples.rare_label.y_b": {"task": "y_b"}}
FIRST_BALANCE = {"lessons.at_first_balance": {"prevalence": None, "threshold": 0.65}}
TWO_BALANCES = {**FIRST_BALANCE, "lessons.at_second_balance": {"prevalence": TENFOLD}}
DIFFERENCE_OPTIONS = ("lead", "chance")
TWO_MODELS: dict[str, Any] = {
    "example": "four_models",
    "times": 1,
    "task": "forest",
    "rival": "logistic",
    "interval": False,
    "sample": False,
}
THREE_MODELS = {f"examples.four_models.{task}": {"task": task} for task in ("forest", "logistic", "neighbours")}
MIN_FALL = 5  # how many times higher a curve that falls is at its start, above the class balance
MAX_RATIO = 6  # of the widths of two intervals: between three, about the root of ten, and ten
TIED_AREA_NAMES = {scheme: f"tied_{scheme}_area" for scheme in ("step", "linear", "continuous")}


def has_clear_difference(values: StepValues) -> bool:
    """Whether the interval of the lead over the rival is above 0."""
    return bool(values["lead_low"] > 0)


def chance_shape(values: StepValues) -> str:
    """Return where the mean precision of random orders is above the class balance."""
    first, last = (values[f"{name}_chance"] - values["prevalence"] for name in ("first", "last"))
    if first < AREA_ROUNDING:
        return "along"
    return "left" if first > MIN_FALL * last else "evenly"


def is_step_area_kept(values: StepValues) -> bool:
    """Whether rounding changed the step area less than the linear area."""
    changes = {name: abs(values[f"{name}_area"] - values[f"exact_{name}_area"]) for name in ("step", "linear")}
    return bool(changes["step"] < changes["linear"])


_LESSONS = (
    Lesson(
        "decisions",
        (
            LessonStep({"example": "ten_rows", "pictures": ("rows",)}),
            LessonStep(
                {"threshold": 0.5},
                number_question=NumberQuestion("called", "count", ("positives", "true_positives")),
                widget="threshold",
            ),
            LessonStep(widget="threshold"),
            LessonStep(formulas=("precision",)),
            LessonStep(
                number_question=NumberQuestion(
                    "true_positives", "count", ("called", "false_negatives"), max_value_name="positives"
                ),
                formulas=PRECISION_AND_RECALL,
            ),
            LessonStep(
                {"threshold": 0.3},
                number_question=NumberQuestion("false_positives", "count", ("before_false_positives", "called")),
                formulas=PRECISION_AND_RECALL,
                widget="threshold",
            ),
            LessonStep(
                {"threshold": 0.9},
                DIRECTIONS,
                change_direction("precision"),
                distractors=("falls",),
                formulas=PRECISION_AND_RECALL,
                widget="threshold",
            ),
        ),
        "curve",
        minutes=10,
        preview_step=2,
    ),
    Lesson(
        "curve",
        (
            LessonStep({"example": "apples_oranges", "pictures": WITH_ROWS, "has_balance": False}),
            LessonStep({"threshold": 10.0, "points": "so_far"}, formulas=PRECISION_AND_RECALL),
            LessonStep(
                {"threshold": 9.0},
                number_question=NumberQuestion("recall", "recall", ("before_recall", "precision")),
                formulas=PRECISION_AND_RECALL,
            ),
            LessonStep(
                {"threshold": 8.0},
                number_question=NumberQuestion("precision", "precision", ("before_precision", "recall")),
                formulas=PRECISION_AND_RECALL,
            ),
            LessonStep(
                {"threshold": 7.0},
                number_question=NumberQuestion("precision", "precision", ("before_precision", "recall")),
                formulas=PRECISION_AND_RECALL,
            ),
            LessonStep({"threshold": 4.0}, formulas=PRECISION_AND_RECALL),
            LessonStep(
                {"threshold": 1.0, "has_balance": True},
                DIRECTIONS,
                change_direction("precision"),
                distractors=("stays",),
                formulas=PRECISION_AND_RECALL,
            ),
            LessonStep(
                ALL_IN_STEPS,
                number_question=NumberQuestion("area", "area", ("precision", "recall")),
                question_changes={"bars": True, "scheme": None},
            ),
            LessonStep({"threshold": None}, widget="threshold"),
        ),
        "areas",
        minutes=12,
        preview_step=8,
    ),
    Lesson(
        "sum",
        (
            LessonStep({"example": "four_rows", "pictures": WITH_ROWS, "has_balance": False}),
            LessonStep({"threshold": 0.9, "points": "so_far", "bars": True}, formulas=PRECISION_AND_RECALL),
            LessonStep(
                {"threshold": 0.8},
                DIRECTIONS,
                change_direction("recall"),
                distractors=("rises",),
                formulas=PRECISION_AND_RECALL,
            ),
            LessonStep(
                {"threshold": 0.7},
                number_question=NumberQuestion("precision", "precision", ("before_precision", "recall")),
                formulas=PRECISION_AND_RECALL,
            ),
            LessonStep(
                {"threshold": None, "bars": False, **ALL_IN_STEPS},
                number_question=NumberQuestion("area", "area", ("mean_precision", "prevalence")),
                formulas=("area",),
            ),
            LessonStep(widget="threshold"),
            LessonStep(
                {"grid": (0.9, 0.7), "compared": {"lessons.all_thresholds": {"grid": None}}},
                DIRECTIONS,
                change_direction("area"),
                distractors=("falls",),
                formulas=("area",),
            ),
            LessonStep(
                {"grid": (0.8, 0.1)},
                number_question=NumberQuestion("area", "area", ("before_area",)),
                formulas=("area",),
                question_changes=NO_CURVE,
            ),
        ),
        "areas",
        minutes=10,
        preview_step=5,
    ),
    Lesson(
        "ends",
        (
            LessonStep(
                {"example": "top_is_negative", "pictures": WITH_ROWS, "threshold": 0.1, "has_balance": False},
                formulas=("recall",),
            ),
            LessonStep(
                {"points": "found", "has_balance": True},
                number_question=NumberQuestion("precision", "precision", ("recall", "zero")),
                formulas=("precision",),
            ),
            LessonStep(
                {"threshold": 1.0},
                ("at_zero", "at_one", "no_value"),
                select_option(lambda facts: math.isnan(facts["precision"]), "no_value", "at_zero"),
                distractors=("at_one",),
                question_changes={"threshold": 1.0},
            ),
            LessonStep(
                {"points": "all", "threshold": 0.9},
                number_question=NumberQuestion("precision", "precision", ("one", "prevalence")),
                formulas=PRECISION_AND_RECALL,
            ),
            LessonStep(
                {"scheme": "linear", "threshold": None, "decimals": 0, "compared": STEP_AND_LINE},
                SIZES[:2],
                compare_values("area", "step_area"),
                distractors=("less",),
                question_changes={"scheme": None, "compared": {}},
            ),
            LessonStep({"scheme": "step", "decimals": None, "compared": {}}, widget="rows"),
        ),
        "curve",
        minutes=8,
        preview_step=6,
    ),
    Lesson(
        "floor",
        (
            LessonStep(
                {"example": "constant", "points": "all"},
                number_question=NumberQuestion("prevalence", "precision", ("half",)),
                question_changes={"points": "none", "has_balance": False},
            ),
            # The curves are gray, because these two questions are not about their areas.
            LessonStep(
                {"example": "ten_rows", **NO_CURVE, "compared": {"lessons.a_model": {"scheme": "step"}}},
                number_question=NumberQuestion("prevalence", "area", ("half", "before_prevalence")),
            ),
            LessonStep(
                {"example": "constant", "order": 6, "compared": {}},
                number_question=NumberQuestion("random_area", "area", ("prevalence", "half")),
            ),
            LessonStep(
                {"top": 0.5, "chance": True, **ALL_IN_STEPS},
                ("along", "evenly", "left"),
                chance_shape,
                distractors=("along",),
                question_changes={"chance": False},
            ),
            LessonStep({"order": 3, "sample": True}, widget="resample"),
            LessonStep(
                {"times": 100, "sample": False}, DIRECTIONS, change_direction("random_area"), distractors=("stays",)
            ),
            LessonStep(
                {"times": 1, "order": "worst", "top": 1.0, "chance": False},
                number_question=NumberQuestion("area", "area", ("zero", "prevalence")),
                recalled_steps={"large": 6},
            ),
            LessonStep(
                {"example": "apples_oranges", "order": None},
                number_question=NumberQuestion("corrected", "share", ("area", "above_chance")),
                formulas=("corrected",),
                question_changes={"scheme": "step"},
            ),
        ),
        "balance",
        minutes=15,
        preview_step=4,
    ),
    Lesson(
        "rare",
        (
            LessonStep({"example": "thousand_each", "threshold": 0.65, **ALL_IN_STEPS}, formulas=PRECISION_AND_RECALL),
            LessonStep(
                {"prevalence": TENFOLD, "compared": FIRST_BALANCE, "is_blank": True},
                DIRECTIONS,
                change_direction("recall"),
                distractors=("falls",),
                formulas=("recall",),
            ),
            LessonStep(
                {"is_blank": False},
                number_question=NumberQuestion("precision", "precision", ("first_precision",)),
                formulas=("precision",),
                question_changes={"is_blank": True},
                recalled_steps={"first": 1},
            ),
            LessonStep({"prevalence": None, "pictures": WITH_ROC, "compared": {}}, formulas=("false_positive_rate",)),
            LessonStep(
                {"prevalence": TENFOLD, "compared": FIRST_BALANCE},
                DIRECTIONS,
                change_direction("roc_area"),
                distractors=("falls",),
                formulas=("false_positive_rate",),
            ),
            LessonStep(
                {"prevalence": HUNDREDFOLD, "compared": TWO_BALANCES},
                number_question=NumberQuestion("area", "area", ("before_area", "roc_area")),
                question_changes={**NO_CURVE, "threshold": None},
            ),
            LessonStep({"prevalence": None, "pictures": ("curve",), "compared": {}}, widget="rare"),
        ),
        "balance",
        minutes=12,
        preview_step=3,
    ),
    Lesson(
        "wishes",
        (
            LessonStep(
                {"example": "twenty_rows", "pictures": WITH_ROWS, "threshold": 0.5, "points": "all"},
                formulas=PRECISION_AND_RECALL,
            ),
            LessonStep({"requirement": {"beta": 1.0}}, formulas=("precision", "recall", "f1")),
            LessonStep(
                {"requirement": {"min_recall": 0.9}},
                number_question=NumberQuestion("precision", "precision", ("before_precision", "recall")),
                formulas=PRECISION_AND_RECALL,
            ),
            LessonStep(
                {"requirement": {"min_precision": 1.0}},
                number_question=NumberQuestion("recall", "recall", ("before_recall", "precision")),
                formulas=PRECISION_AND_RECALL,
            ),
            LessonStep(
                {"requirement": {"max_alerts": 7}},
                number_question=NumberQuestion("called", "count", ("required_max_alerts",)),
                formulas=PRECISION_AND_RECALL,
            ),
            LessonStep(
                {"requirement": {"cost_fp": 1.0, "cost_fn": 5.0}},
                formulas=PRECISION_AND_RECALL,
                widget="costs",
                opinions=COSTS,
            ),
        ),
        "curve",
        minutes=10,
        preview_step=2,
    ),
    Lesson(
        "between",
        (
            LessonStep({"example": "constant", "points": "all"}),
            LessonStep({"scheme": "step"}, number_question=NumberQuestion("area", "area", ("one", "half"))),
            LessonStep(
                {"scheme": "linear", "compared": STEP_AND_LINE},
                number_question=NumberQuestion("area", "area", ("before_area", "one")),
            ),
            LessonStep(
                {"scheme": "continuous", "compared": JOINED},
                number_question=NumberQuestion("area", "area", ("before_area",)),
            ),
            LessonStep(
                {
                    "example": "improved",
                    "scheme": "step",
                    "compared": {"lessons.better_model": {}, "lessons.tied_model": {"example": "constant"}},
                },
                DIRECTIONS,
                change_direction("area", "constant"),
                distractors=("stays",),
                question_changes={"scheme": None},
                recalled_steps={"constant": 2},
            ),
            LessonStep(
                {
                    "scheme": "linear",
                    "compared": {
                        "lessons.better_model": {"scheme": "linear"},
                        "lessons.better_in_steps": {"scheme": "step"},
                        "lessons.tied_model": {"example": "constant"},
                    },
                },
                number_question=NumberQuestion("area", "area", ("constant_area", "before_area")),
                recalled_steps={"constant": 3},
            ),
            LessonStep(
                {
                    "scheme": "step",
                    "order": 2,
                    "compared": {"lessons.random_order": {}, "lessons.with_ties": {"order": None}},
                },
                DIRECTIONS,
                change_direction("area", "tied"),
                distractors=("stays",),
                recalled_steps={"tied": 5},
            ),
            LessonStep(
                {
                    "times": 1000,
                    "compared": {
                        "lessons.random_order": {},
                        **{name: {**changes, "order": None, "times": 1} for name, changes in JOINED.items()},
                    },
                },
                tuple(TIED_AREA_NAMES),
                match_value("area", TIED_AREA_NAMES),
                distractors=("step",),
                recalled_steps={"tied": 5},
            ),
            LessonStep(
                {
                    "example": "apples_oranges",
                    "order": None,
                    "times": 1,
                    "scheme": "linear",
                    "pictures": WITH_ROWS,
                    "compared": JOINED,
                },
                SIZES[:2],
                compare_values("linear_area", "step_area"),
                distractors=("more",),
                question_changes={"scheme": "step", "compared": {}},
            ),
            LessonStep({"example": "ten_tied", "scheme": "step", "compared": {}}, widget="rows"),
        ),
        "areas",
        minutes=18,
        preview_step=6,
    ),
    Lesson(
        "numbers",
        (
            LessonStep({"example": "two_ties", "pictures": WITH_ROWS, **ALL_IN_STEPS}, formulas=("area",)),
            LessonStep(
                {"scheme": "linear_flat", "compared": compare_schemes("step", "linear_flat")},
                SIZES,
                compare_values("area", "step_area"),
                distractors=("less", "as_much"),
            ),
            LessonStep(
                {"scheme": "continuous", "compared": compare_schemes("step", "linear_flat", "continuous")},
                SIZES,
                compare_values("area", "before_area"),
                distractors=("more", "as_much"),
            ),
            LessonStep(
                {"scheme": "linear", "compared": compare_schemes("linear_flat", "linear")},
                SIZES,
                compare_values("area", "flat_area"),
                distractors=("as_much",),
                question_changes={"scheme": "linear_flat"},
                recalled_steps={"flat": 2, "all": 8},
            ),
            LessonStep(
                {"scheme": "eleven_point", "has_balance": False, "compared": compare_schemes("step", "eleven_point")},
                SIZES,
                compare_values("area", "step_area"),
                distractors=("less", "as_much"),
                question_changes={"scheme": "step"},
            ),
            LessonStep(
                {
                    "scheme": "step",
                    "has_balance": True,
                    "grid": (0.0, 0.25, 0.5, 0.75, 1.0),
                    "compared": {"lessons.all_thresholds": {"grid": None}},
                },
                SIZES,
                compare_values("area", "step_area"),
                distractors=("more", "as_much"),
                question_changes={"grid": None},
                recalled_steps={"all": 8},
            ),
            LessonStep(
                {"grid": None, "order": "last", "compared": {"lessons.with_ties": {"order": None}}},
                SIZES,
                compare_values("area", "tied_area"),
                distractors=("more", "as_much"),
                recalled_steps={"tied": 1, "levels": 5, "all": 8},
            ),
            LessonStep(
                {"order": None, "pictures": ("tools",), "compared": {}},
                number_question=NumberQuestion("values", "count", ("one", "tools"), max_value_name="tools"),
                question_changes={"pictures": WITH_ROWS},
            ),
            LessonStep(
                {"pictures": WITH_ROWS, "compared": compare_schemes("step", "continuous")},
                ("first", "second", "unknown"),
                lambda _: "unknown",
                distractors=("second",),
                question_changes={"compared": {}},
                recalled_steps={"all": 8},
            ),
            LessonStep({"compared": {}}, recalled_steps={"all": 8}),
        ),
        "schemes",
        minutes=18,
        preview_step=2,
    ),
    Lesson(
        "rounding",
        (
            LessonStep({"example": "close_scores", "pictures": WITH_ROWS, **ALL_IN_STEPS}, formulas=("area",)),
            LessonStep(
                {"decimals": 1, "compared": {"lessons.not_rounded": {"decimals": None}}},
                number_question=NumberQuestion("area", "area", ("before_area",)),
                formulas=("area",),
            ),
            LessonStep(
                {"scheme": "linear"},
                DIRECTIONS,
                change_direction("linear_area", "exact"),
                distractors=("falls",),
                question_changes={
                    "scheme": None,
                    "compared": {"lessons.not_rounded": {"decimals": None, "scheme": "linear"}},
                },
                recalled_steps={"exact": 1},
            ),
            LessonStep(
                {"example": "weak_model", "decimals": None, "top": 0.4, "pictures": ("rounded",), "compared": {}},
                SIZES[:2],
                compare_values("linear_area", "step_area"),
                distractors=("more",),
                question_changes={"scheme": "step"},
            ),
            LessonStep(
                {"decimals": 2},
                number_question=NumberQuestion(
                    "turn", "count", ("first_rounding", "zero"), max_value_name="file_decimals"
                ),
                question_changes={"decimals": None},
            ),
            LessonStep(
                {"decimals": 1},
                ("in_steps", "by_lines"),
                select_option(is_step_area_kept, "in_steps", "by_lines"),
                distractors=("by_lines",),
                question_changes={"decimals": None},
                recalled_steps={"exact": 4, "turned": 5},
            ),
            LessonStep({"decimals": None, "pictures": ("decimals",)}, widget="decimals"),
        ),
        "areas",
        minutes=12,
        preview_step=3,
    ),
    Lesson(
        "many",
        (
            LessonStep(
                {
                    "example": "rare_label",
                    "pictures": WITH_ROWS,
                    "compared": {"examples.rare_label.y_a": {}},
                    **ALL_IN_STEPS,
                }
            ),
            LessonStep(
                {"task": "y_b", "compared": TWO_LABELS},
                number_question=NumberQuestion("area", "area", ("before_area", "prevalence")),
                formulas=("area",),
                question_changes=NO_CURVE,
            ),
            LessonStep(
                {"task": "", "pictures": ("average",), "average": "macro", "compared": {}},
                number_question=NumberQuestion("macro", "area", ("weighted", "area_of_first")),
                formulas=("average",),
            ),
            LessonStep(
                {"average": "weighted"},
                number_question=NumberQuestion("weighted", "area", ("macro",)),
                formulas=("average",),
            ),
            LessonStep(
                {"average": "micro", "task": "all", "pictures": WITH_ROWS},
                SIZES,
                compare_values("area", "macro"),
                distractors=("as_much",),
            ),
            LessonStep(
                {"average": "samples", "task": "", "pictures": ("rows", "average")},
                number_question=NumberQuestion("samples", "area", ("micro", "macro")),
                formulas=("average",),
            ),
            LessonStep(
                {
                    "example": "rare_found",
                    "task": "all",
                    "average": "micro",
                    "pictures": WITH_ROWS,
                    "compared": {"lessons.second_model": {}, "lessons.first_model": {"example": "rare_label"}},
                },
                MODELS,
                select_option(lambda facts: facts["micro"] < facts["before_micro"], *MODELS),
                distractors=("second",),
                question_changes={"pictures": ("average",), "average": "macro", "compared": {}},
            ),
            LessonStep(
                {
                    "task": "y_b",
                    "compared": {"lessons.second_model": {}, "lessons.first_model": {"example": "rare_label"}},
                },
                ("label", "macro", "micro"),
                lambda _: "label",
                distractors=("micro", "macro"),
                question_changes={"pictures": ("rows", "average"), "average": "macro", "compared": {}},
                recalled_steps={"first": 3},
            ),
            LessonStep(
                {"example": "digits", "task": "", "average": "macro", "pictures": ("folds",), "compared": {}},
                SIZES,
                compare_values("mean", "macro"),
                distractors=("as_much",),
                question_changes={"pictures": ("average",)},
            ),
        ),
        "averages",
        minutes=20,
        preview_step=3,
    ),
    Lesson(
        "sure",
        (
            LessonStep(
                {"example": "twenty_rows", "pictures": WITH_ROWS, "sample": True, **ALL_IN_STEPS}, widget="resample"
            ),
            LessonStep(
                {"interval": True}, number_question=NumberQuestion("drawn_low", "limit", ("area",)), widget="resample"
            ),
            LessonStep(
                {"times": 10, "pictures": ("curve",)},
                number_question=NumberQuestion("low", "limit", ("before_low", "area")),
                widget="resample",
            ),
            LessonStep(
                {"times": 100},
                ("third", "tenth"),
                # With ten times as many rows, the interval is about three times narrower.
                select_option(lambda facts: facts["before_width"] < MAX_RATIO * facts["width"], "third", "tenth"),
                distractors=("tenth",),
                widget="resample",
            ),
            LessonStep({**TWO_MODELS, "pictures": ("intervals",)}, widget="resample"),
            LessonStep(
                {"pictures": ("difference",)},
                DIFFERENCE_OPTIONS,
                select_option(has_clear_difference, *DIFFERENCE_OPTIONS),
                distractors=("chance",),
                widget="resample",
            ),
            LessonStep(
                {"rival": "neighbours"},
                DIFFERENCE_OPTIONS,
                select_option(has_clear_difference, *DIFFERENCE_OPTIONS),
                distractors=("lead",),
                question_changes={"pictures": ("intervals",)},
                widget="resample",
            ),
            LessonStep({"pictures": ("curve",), "points": "none", "compared": THREE_MODELS}),
        ),
        "models",
        minutes=15,
        preview_step=5,
    ),
    Lesson(
        "roc",
        (
            LessonStep(
                {
                    "example": "swapped_models",
                    "task": "early",
                    "pictures": WITH_ROC,
                    "compared": {"lessons.first_model": {}},
                    **ALL_IN_STEPS,
                }
            ),
            LessonStep(
                {"task": "steady", "compared": SWAPPED},
                number_question=NumberQuestion("area", "area", ("before_area", "roc_area")),
                question_changes=NO_CURVE,
            ),
            LessonStep(
                {"threshold": SECOND_AT_HALF["threshold"]},
                number_question=NumberQuestion(
                    "false_positives", "count", ("true_positives", "zero"), max_value_name="negatives"
                ),
                formulas=("false_positive_rate",),
            ),
            LessonStep(
                {"task": "early", "threshold": 0.955, "compared": {**SWAPPED, "lessons.second_model": SECOND_AT_HALF}},
                number_question=NumberQuestion(
                    "false_positives", "count", ("before_false_positives", "true_positives"), max_value_name="negatives"
                ),
                formulas=("precision",),
                question_changes={"is_blank": True, "compared": {"lessons.second_model": SECOND_AT_HALF}},
            ),
            LessonStep(
                {
                    "task": "steady",
                    "threshold": None,
                    "prevalence": 0.01,
                    "compared": {**SWAPPED, "lessons.second_before": {"task": "steady", "prevalence": None}},
                },
                number_question=NumberQuestion("area", "area", ("first_area", "roc_area")),
                recalled_steps={"first": 2},
                question_changes=NO_CURVE,
            ),
            LessonStep(
                {"prevalence": None, "threshold": 0.755, "compared": {"lessons.second_model": {}}},
                number_question=NumberQuestion(
                    "called", "count", ("true_positives", "positives"), max_value_name="rows"
                ),
                formulas=("precision",),
                question_changes={"threshold": None},
            ),
            LessonStep(
                {"task": "early", "threshold": 0.305, "compared": SWAPPED},
                number_question=NumberQuestion("precision", "precision", ("before_precision", "recall")),
                formulas=("precision",),
                question_changes={**NO_CURVE, "threshold": None},
            ),
        ),
        "models",
        minutes=15,
        preview_step=2,
    ),
    Lesson(
        "meaning",
        (
            LessonStep(
                {
                    "example": "three_curves",
                    "task": "early",
                    "threshold": 0.9705,
                    "compared": {"lessons.first_model": {}},
                    **ALL_IN_STEPS,
                },
                formulas=("hits",),
            ),
            LessonStep(
                {"task": "even", "compared": FIRST_TWO},
                number_question=NumberQuestion(
                    "true_positives", "count", ("before_true_positives",), max_value_name="positives"
                ),
            ),
            LessonStep(
                {"task": "late", "threshold": 0.9905, "compared": THREE},
                number_question=NumberQuestion(
                    "true_positives", "count", ("promised_hits",), max_value_name="positives"
                ),
            ),
            LessonStep(
                {"example": "constant", "task": "", "threshold": None, "positives": 30, "compared": {}},
                number_question=NumberQuestion("area", "area", ("zero", "half")),
                question_changes=NO_CURVE,
                recalled_steps={"rare": 3},
            ),
            LessonStep(
                {"example": "ten_rows", "positives": None, "threshold": 0.5, "pictures": WITH_ROWS, "compared": {}}
            ),
            LessonStep(
                {"power": 2},
                number_question=NumberQuestion("called", "count", ("before_called",)),
                question_changes={"power": 1, "threshold": None},
            ),
        ),
        "balance",
        minutes=12,
        preview_step=2,
    ),
    Lesson(
        "missed",
        (
            LessonStep({"example": "apples_oranges", "pictures": WITH_ROWS, **ALL_IN_STEPS}),
            LessonStep(
                {"missed": 15, "threshold": 1.0, "scheme": None, "has_balance": False, "compared": UNSEEN},
                number_question=NumberQuestion("recall", "recall", ("one", "precision")),
                formulas=("recall",),
            ),
            # Rounded to hundreds, all scores are equal.
            LessonStep(
                {"has_balance": True, "compared": {"lessons.tied_model": {"decimals": -2}}}, formulas=("precision",)
            ),
            LessonStep(
                {"scheme": "step", "threshold": None, "compared": UNSEEN},
                number_question=NumberQuestion("area", "area", ("scored_area", "prevalence")),
                question_changes={"scheme": None},
                recalled_steps={"scored": 1},
            ),
            LessonStep(
                {"order": "best", "compared": {"lessons.perfect": {}, "lessons.as_ranked": {"order": None}}},
                number_question=NumberQuestion("area", "area", ("one", "before_area")),
            ),
            LessonStep(
                {
                    "scheme": "eleven_point",
                    "order": None,
                    "compared": {"lessons.without_missed": {"missed": 0, "scheme": "step"}, **compare_schemes("step")},
                },
                number_question=NumberQuestion(
                    "levels_beyond", "count", ("scored_positives", "zero"), max_value_name="levels"
                ),
                question_changes={"scheme": "step"},
            ),
        ),
        "areas",
        minutes=10,
        preview_step=4,
    ),
)
LESSONS = {lesson.key: lesson for lesson in _LESSONS}
