"""Every setting that an address can name: one record each, read by the address, by widgets and by tests.

A setting's name is its parameter in the address, and the key of its widget unless `widget` names another.
`pr_curve_lab.server.pages` says which pages have which settings.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from pr_curve_lab.analysis.averages import AVERAGE_KINDS
from pr_curve_lab.i18n.messages import LANGUAGES
from pr_curve_lab.i18n.names import RENAMED_SCHEMES
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.web.play_payload import DATA, DEFAULT_START, RIDDLE, STARTS, parse_rows
from pr_metrics import SCHEMES, TOOLS

Value = str | float | int

DATA_PREVALENCE = "own"  # the prevalence of the data themselves
MAX_CODE_LENGTH = (
    8  # characters of a class's room; more than any has, so that a slip is told where the room is looked for
)
MAX_TEXT_LENGTH = 400  # characters typed into a field that the address carries
MAX_ALERTS = 10**9
MAX_LESSON_STEPS = 99  # of a lesson; it may have fewer
MAX_DRAWS = 10**6
MAX_BETA = 100.0
MAX_COST = 1e9
# The requirements that each value of `require` in an older link stood for, and their defaults:
OLD_REQUIREMENT_KINDS: dict[str, dict[str, Value]] = {
    "min_precision": {"precision": 0.9},
    "min_recall": {"recall": 0.9},
    "both": {"precision": 0.9, "recall": 0.9},
    "max_alerts": {"alerts": 10},
}
MIN_PREVALENCE, MAX_PREVALENCE = 1e-9, 1 - 1e-9  # beyond, precision is 0 or 1 whatever the ranking


@dataclass(frozen=True)
class Setting:
    """A setting: a visitor can set it, an address can name it.

    read: parses a text of the address; None if it is not valid. default: None if it depends on the data.
    options: all values, in the order of the widget. min_value and max_value: the ends of a number, both allowed.
    widget: the key of the widget that changes it, if it is not the name.
    """

    name: str
    read: Callable[[str], Value | None]
    default: Value | None
    options: tuple[Value, ...] = ()
    min_value: float = -math.inf
    max_value: float = math.inf
    is_always_named: bool = False  # others stay out of the address while they have their default
    widget: str = ""

    @property
    def key(self) -> str:
        """The key of the widget, which is the name unless a button counts or steps through the values."""
        return self.widget or self.name


def _select_param(name: str, options: tuple[Value, ...], default: Value) -> Setting:
    """One of a few values, written as they are."""
    return Setting(name, {str(one): one for one in options}.get, default, options)


def _scheme_param(name: str, default: str) -> Setting:
    """A scheme, in every address; links with an earlier key still open."""
    by_text = {**{key: key for key in SCHEMES}, **RENAMED_SCHEMES}
    return Setting(name, by_text.get, default, tuple(SCHEMES), is_always_named=True)


def _float_param(name: str, min_value: float, max_value: float, default: Value | None) -> Setting:
    def read(text: str) -> Value | None:
        number = _parse_float(text)
        return number if number is not None and min_value <= number <= max_value else None

    return Setting(name, read, default, min_value=min_value, max_value=max_value)


def _int_param(name: str, min_value: int, max_value: int, default: int | None, *, widget: str = "") -> Setting:
    def read(text: str) -> Value | None:
        return (
            int(text)
            if text.isdecimal() and len(text) <= len(str(max_value)) and min_value <= int(text) <= max_value
            else None
        )

    return Setting(name, read, default, min_value=min_value, max_value=max_value, widget=widget)


def _kind_param(name: str, options: tuple[Value, ...], default: Value) -> Setting:
    """One of a few values, of which older links know others."""
    known = {str(one): one for one in (*options, *OLD_REQUIREMENT_KINDS)}
    return Setting(name, known.get, default, options)


def _text_param(name: str) -> Setting:
    return Setting(name, lambda text: text if len(text) <= MAX_TEXT_LENGTH else None, "")


def _rows_param(name: str) -> Setting:
    return Setting(name, lambda text: text if parse_rows(text) else None, "")


def _parse_code(text: str) -> str | None:
    return text.upper() if text.isascii() and text.isalnum() and len(text) <= MAX_CODE_LENGTH else None


def _bool_param(name: str) -> Setting:
    return Setting(name, {"0": False, "1": True}.get, default=False)


def _parse_float(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _parse_language(text: str) -> str | None:
    return text.lower() if text.lower() in LANGUAGES else None


LANG = Setting("lang", _parse_language, "en", tuple(LANGUAGES), is_always_named=True)
MODEL = _text_param("model")  # the selected one of several scores
SUBGROUP = _text_param("subgroup")  # the selected group of rows; "" means all rows
AVERAGE = _select_param("average", AVERAGE_KINDS, "macro")
LEFT = _scheme_param("left", "step")
RIGHT = _scheme_param("right", "linear")
# Decimals to which scores are rounded; negative ones round to tens and hundreds:
DIGITS = _select_param("digits", ("all", *(str(decimals) for decimals in range(9, -5, -1))), "all")
THRESHOLD = Setting("threshold", _parse_float, default=None)
# Contour lines of F, by the weight of recall, or of net benefit ("worth"):
CONTOURS = _select_param("contours", ("none", "0.5", "1", "2", "worth"), "none")
BAND = _bool_param("band")  # whether the confidence band of the curve is drawn
REQUIRE = _kind_param("require", ("wishes", "cost", "f_beta"), "wishes")
PRECISION = _float_param("precision", 0.0, 1.0, None)  # None requires nothing
RECALL = _float_param("recall", 0.0, 1.0, None)
ALERTS = _int_param("alerts", 0, MAX_ALERTS, None)
# Whether the limit of alerts holds on every day or on the average, if the data have days:
LIMIT = _select_param("limit", ("every_day", "average"), "every_day")
PER_DAY = _int_param("per_day", 1, MAX_ALERTS, None)  # rows a day; None: as the column of days says, if there is one
DAY = replace(_text_param("day"), default=None)  # the column with the day of each row; None: the column of dates
AMOUNT = _text_param("amount")  # the column with the amount at stake in each row
BETA = _float_param("beta", 1 / MAX_BETA, MAX_BETA, 1.0)
COST_FP = _float_param("cost_fp", 0.0, MAX_COST, 1.0)
COST_FN = _float_param("cost_fn", 0.0, MAX_COST, 5.0)
BENEFIT = _float_param("benefit", 0.0, MAX_COST, 0.0)  # what a true positive brings, in the unit of the costs
GRID = _text_param("grid")  # the reader's own thresholds
PUBLISHED = _text_param("published")  # a number to be explained
PUBLISHED_FROM = _select_param("published_from", ("", *TOOLS), "")  # the tool that it comes from
THEIRS = _text_param("theirs")  # a second number for the same rows
THEIRS_FROM = _select_param("theirs_from", ("", *TOOLS), "")
TOOL = _select_param("tool", ("", *TOOLS), "")  # the tool whose details are open
ORDERS = _select_param("orders", (1, 3, 10, 30, 100, 300, 1000), 100)  # random orders of tied rows
COPIES = _select_param("copies", (1, 10, 100, 1000), 1)  # how often each row is repeated
DRAW = _int_param("draw", 0, MAX_DRAWS, 0, widget="draw_again")
PICTURE = _select_param("picture", ("png", "svg"), "png")  # the format in which a chart's button saves it
PREVALENCE = _float_param("prevalence", MIN_PREVALENCE, MAX_PREVALENCE, DATA_PREVALENCE)
GAIN = _bool_param("gain")  # whether the gain curve is drawn
LESSON = _select_param("lesson", tuple(LESSONS), "")
STEP = _int_param("step", 1, MAX_LESSON_STEPS, 1, widget="forward")
PROJECTED = _bool_param("room")  # whether a lesson is shown by a projector
ROOM_CODE = Setting("class", _parse_code, "")  # the code of the room to which a phone sends its answers
START = _select_param("start", (*STARTS, DATA, RIDDLE), DEFAULT_START)  # the rows with which Play begins
PLAYED_ROWS = _rows_param("played")  # the rows as they were dragged; "" means those of the start
GOAL = _float_param("goal", 0.0, 1.0, None)  # the target area of a puzzle

# The requirements of a threshold, and where it will be used.
REQUIREMENT_SETTINGS = (
    REQUIRE,
    PRECISION,
    RECALL,
    ALERTS,
    LIMIT,
    PER_DAY,
    DAY,
    PREVALENCE,
    BETA,
    COST_FP,
    COST_FN,
    BENEFIT,
    AMOUNT,
)
SETTINGS = {
    one.name: one
    for one in (
        LANG, LEFT, RIGHT, DIGITS, MODEL, SUBGROUP, AVERAGE, THRESHOLD, CONTOURS, BAND, REQUIRE, PRECISION, RECALL,
        ALERTS, LIMIT, PER_DAY, DAY, BETA, COST_FP, COST_FN, BENEFIT, AMOUNT, GRID, PUBLISHED, PUBLISHED_FROM, THEIRS,
        THEIRS_FROM, TOOL, ORDERS, COPIES, DRAW, PICTURE, PREVALENCE, GAIN, LESSON, STEP, PROJECTED, ROOM_CODE, START,
        PLAYED_ROWS, GOAL,
    )
}  # fmt: skip
