"""Every setting that an address can name: one record each, read by the address, by widgets and by tests.

A setting's name is the parameter in the address and the key of its widget; which pages have it, the pages say.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from pr_curve_lab.analysis.averages import KINDS
from pr_curve_lab.i18n.messages import LANGUAGES
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.web.play_payload import DATA, FIRST, RIDDLE, STARTS, rows_of_text
from pr_metrics import SCHEMES, TOOLS

Value = str | float | int

OWN_BALANCE = "own"  # the prevalence of the data themselves
LONGEST_CODE = 8  # characters of a class's room; more than any has, so that a slip is told where the room is looked for
LONGEST_TEXT = 400  # characters typed into a field that the address carries
MOST_ALERTS = 10**9
MOST_STEPS = 99  # of a lesson; it may have fewer
MOST_DRAWS = 10**6
LARGEST_BETA = 100.0
LARGEST_COST = 1e9
OLDER_KINDS: dict[str, dict[str, Value]] = {  # of requirements, each one wish or two; and what they wished by default
    "min_precision": {"precision": 0.9},
    "min_recall": {"recall": 0.9},
    "both": {"precision": 0.9, "recall": 0.9},
    "max_alerts": {"alerts": 10},
}
LEAST_PREVALENCE, MOST_PREVALENCE = 1e-9, 1 - 1e-9  # beyond, precision is 0 or 1 whatever the ranking


@dataclass(frozen=True)
class Setting:
    """A setting: a visitor can set it, an address can name it.

    read: the value that a text of the address means, None where it means none. default: None where the data say it.
    options: all values, in the order of the widget. least and most: the ends of a number, both allowed.
    widget: the key of the widget that changes it.
    """

    name: str
    read: Callable[[str], Value | None]
    default: Value | None
    options: tuple[Value, ...] = ()
    least: float = -math.inf
    most: float = math.inf
    named_always: bool = False  # others stay out of the address while they have their default
    widget: str = ""

    @property
    def key(self) -> str:
        """The key of the widget, which is the name unless a button counts or steps through the values."""
        return self.widget or self.name


def _choice(name: str, options: tuple[Value, ...], default: Value, *, named_always: bool = False) -> Setting:
    """One of a few values, written as they are."""
    return Setting(name, {str(one): one for one in options}.get, default, options, named_always=named_always)


def _number(name: str, least: float, most: float, default: Value | None) -> Setting:
    def read(text: str) -> Value | None:
        number = _finite(text)
        return number if number is not None and least <= number <= most else None

    return Setting(name, read, default, least=least, most=most)


def _whole(name: str, least: int, most: int, default: int | None, *, widget: str = "") -> Setting:
    def read(text: str) -> Value | None:
        return int(text) if text.isdecimal() and len(text) <= len(str(most)) and least <= int(text) <= most else None

    return Setting(name, read, default, least=least, most=most, widget=widget)


def _kind(name: str, options: tuple[Value, ...], default: Value) -> Setting:
    """One of a few values, of which older links know others."""
    known = {str(one): one for one in (*options, *OLDER_KINDS)}
    return Setting(name, known.get, default, options)


def _text(name: str) -> Setting:
    return Setting(name, lambda text: text if len(text) <= LONGEST_TEXT else None, "")


def _rows(name: str) -> Setting:
    return Setting(name, lambda text: text if rows_of_text(text) else None, "")


def _code(text: str) -> str | None:
    return text.upper() if text.isascii() and text.isalnum() and len(text) <= LONGEST_CODE else None


def _switch(name: str) -> Setting:
    return Setting(name, {"0": False, "1": True}.get, default=False)


def _finite(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _language(text: str) -> str | None:
    return text.lower() if text.lower() in LANGUAGES else None


LANG = Setting("lang", _language, "en", tuple(LANGUAGES), named_always=True)
MODEL = _text("model")  # the one of several scores that is in view
SUBGROUP = _text("subgroup")  # the group of rows that is in view by itself; "" are all rows
AVERAGE = _choice("average", KINDS, "macro")
LEFT = _choice("left", tuple(SCHEMES), "step", named_always=True)
RIGHT = _choice("right", tuple(SCHEMES), "linear", named_always=True)
DIGITS = _choice("digits", ("all", *(str(decimals) for decimals in range(9, -5, -1))), "all")  # kept of the scores
THRESHOLD = Setting("threshold", _finite, default=None)
CONTOURS = _choice("contours", ("none", "0.5", "1", "2", "worth"), "none")  # of F, by the weight of recall; of worth
BAND = _switch("band")  # whether it is drawn where the whole curve may lie
REQUIRE = _kind("require", ("wishes", "cost", "f_beta"), "wishes")
PRECISION = _number("precision", 0.0, 1.0, None)  # None requires nothing
RECALL = _number("recall", 0.0, 1.0, None)
ALERTS = _whole("alerts", 0, MOST_ALERTS, None)
LIMIT = _choice("limit", ("every_day", "average"), "every_day")  # what alerts are limited on, where the data have days
PER_DAY = _whole("per_day", 1, MOST_ALERTS, None)  # rows; None: by the days of the data, else nothing is a day
DAY = replace(_text("day"), default=None)  # the column that says on which day a row came; None: that of dates
AMOUNT = _text("amount")  # the column of what is at stake in each row
BETA = _number("beta", 1 / LARGEST_BETA, LARGEST_BETA, 1.0)
COST_FP = _number("cost_fp", 0.0, LARGEST_COST, 1.0)
COST_FN = _number("cost_fn", 0.0, LARGEST_COST, 5.0)
BENEFIT = _number("benefit", 0.0, LARGEST_COST, 0.0)  # what a true positive brings, in the unit of the costs
GRID = _text("grid")  # the reader's own thresholds
PUBLISHED = _text("published")  # a number to be explained
PUBLISHED_FROM = _choice("published_from", ("", *TOOLS), "")  # the tool that it comes from
THEIRS = _text("theirs")  # another number for the same rows
THEIRS_FROM = _choice("theirs_from", ("", *TOOLS), "")
TOOL = _choice("tool", ("", *TOOLS), "")  # that is looked into
ORDERS = _choice("orders", (1, 3, 10, 30, 100, 300, 1000), 100)  # random orders of tied rows
COPIES = _choice("copies", (1, 10, 100, 1000), 1)  # of each row
DRAW = _whole("draw", 0, MOST_DRAWS, 0, widget="draw_again")
PICTURE = _choice("picture", ("png", "svg"), "png")  # as which a chart's own button saves it
PREVALENCE = _number("prevalence", LEAST_PREVALENCE, MOST_PREVALENCE, OWN_BALANCE)
GAIN = _switch("gain")  # whether the gain curve is drawn
LESSON = _choice("lesson", tuple(LESSONS), "")
STEP = _whole("step", 1, MOST_STEPS, 1, widget="forward")
ROOM = _switch("room")  # whether a lesson is projected
CLASS = Setting("class", _code, "")  # the room to which a phone sends its answers
START = _choice("start", (*STARTS, DATA, RIDDLE), FIRST)  # of playing with rows
ROWS = _rows("played")  # as they were moved; "" are those of the start
GOAL = _number("goal", 0.0, 1.0, None)  # of a riddle, an area

# What is wished of a threshold, and where it is used.
WISHES = (REQUIRE, PRECISION, RECALL, ALERTS, LIMIT, PER_DAY, DAY, PREVALENCE, BETA, COST_FP, COST_FN, BENEFIT, AMOUNT)
SETTINGS = {
    one.name: one
    for one in (
        LANG, LEFT, RIGHT, DIGITS, MODEL, SUBGROUP, AVERAGE, THRESHOLD, CONTOURS, BAND, REQUIRE, PRECISION, RECALL,
        ALERTS, LIMIT, PER_DAY, DAY, BETA, COST_FP, COST_FN, BENEFIT, AMOUNT, GRID, PUBLISHED, PUBLISHED_FROM, THEIRS,
        THEIRS_FROM, TOOL, ORDERS, COPIES, DRAW, PICTURE, PREVALENCE, GAIN, LESSON, STEP, ROOM, CLASS, START, ROWS,
        GOAL,
    )
}  # fmt: skip
