"""Every setting that an address can name, and every page with its settings: one record each.

A setting's name is its query parameter and its key in the session state; most have a widget with this key. A page
consists of a script in pages/, its views, its messages in the catalogs, and its record here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from pr_curve_lab.analysis.averages import AVERAGE_KINDS
from pr_curve_lab.i18n.messages import LANGUAGES
from pr_curve_lab.i18n.names import RENAMED_SCHEMES
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.web.play import DATA, DEFAULT_START, RIDDLE, STARTS, parse_rows
from pr_metrics import SCHEMES, TOOLS

Value = str | float | int

MEASURED_PREVALENCE = "own"  # the prevalence of the data
# Maximum characters of the code of a class in an address. No code is that long, so that a mistyped one is reported
# where the class is looked up.
MAX_CODE_LENGTH = 8
MAX_TEXT_LENGTH = 400  # characters typed into a field that the address carries
MAX_ALERTS = 10**9
MAX_LESSON_STEPS = 99  # upper bound; lessons have fewer steps
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
MIN_PREVALENCE, MAX_PREVALENCE = 1e-9, 1 - 1e-9  # beyond these, precision is 0 or 1 whatever the ranking


@dataclass(frozen=True)
class Setting:
    """A setting: a visitor can set it, an address can name it.

    read: parses the text of a parameter; None if it is not valid. default: the value if the address names none;
    None means that a requirement is not set, and elsewhere that the value depends on the data. options: all values, in
    the order of the widget. min_value and max_value: limits of a number, inclusive.
    """

    name: str
    read: Callable[[str], Value | None]
    default: Value | None
    options: tuple[Value, ...] = ()
    min_value: float = -math.inf
    max_value: float = math.inf
    is_always_named: bool = False  # others are left out of the address if they have their default


def _select_setting(name: str, options: tuple[Value, ...], default: Value) -> Setting:
    """One of a few values, written with `str`."""
    return Setting(name, {str(one): one for one in options}.get, default, options)


def _scheme_setting(name: str, default: str) -> Setting:
    """A scheme, named in every address; links with an earlier name of a scheme still work."""
    by_text = {**{key: key for key in SCHEMES}, **RENAMED_SCHEMES}
    return Setting(name, by_text.get, default, tuple(SCHEMES), is_always_named=True)


def _float_setting(name: str, min_value: float, max_value: float, default: Value | None) -> Setting:
    def read(text: str) -> Value | None:
        number = _parse_float(text)
        return number if number is not None and min_value <= number <= max_value else None

    return Setting(name, read, default, min_value=min_value, max_value=max_value)


def _int_setting(name: str, min_value: int, max_value: int, default: int | None) -> Setting:
    def read(text: str) -> Value | None:
        is_short = text.isdecimal() and len(text) <= len(str(max_value))
        return int(text) if is_short and min_value <= int(text) <= max_value else None

    return Setting(name, read, default, min_value=min_value, max_value=max_value)


def _text_setting(name: str) -> Setting:
    return Setting(name, lambda text: text if len(text) <= MAX_TEXT_LENGTH else None, "")


def _parse_code(text: str) -> str | None:
    return text.upper() if text.isascii() and text.isalnum() and len(text) <= MAX_CODE_LENGTH else None


def _bool_setting(name: str) -> Setting:
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
TASK = _text_setting("model")  # the selected model, class or label; "" if there is only one
GROUP = _text_setting("subgroup")  # the selected group of rows; "" means all rows
AVERAGE = _select_setting("average", AVERAGE_KINDS, "macro")
LEFT = _scheme_setting("left", "step")
RIGHT = _scheme_setting("right", "linear")
# Decimals to which scores are rounded; negative ones round to tens, hundreds and so on:
DECIMALS = _select_setting("digits", ("all", *(str(decimals) for decimals in range(9, -5, -1))), "all")
THRESHOLD = Setting("threshold", _parse_float, default=None)
NET_BENEFIT = "worth"
CONTOURS = _select_setting("contours", ("none", "0.5", "1", "2", NET_BENEFIT), "none")  # numbers: F-beta, by beta
BAND = _bool_setting("band")  # whether the confidence band of the curve is drawn
BY_REQUIREMENTS, BY_COST, BY_F_BETA = "wishes", "cost", "f_beta"  # how the best threshold is found
CRITERIA = (BY_REQUIREMENTS, BY_COST, BY_F_BETA)
# Older links know other values:
REQUIRE = replace(_select_setting("require", (*CRITERIA, *OLD_REQUIREMENT_KINDS), BY_REQUIREMENTS), options=CRITERIA)
PRECISION = _float_setting("precision", 0.0, 1.0, None)  # None: no requirement
RECALL = _float_setting("recall", 0.0, 1.0, None)
ALERTS = _int_setting("alerts", 0, MAX_ALERTS, None)
# Whether the limit of alerts holds on every day or on average, if the data have days:
LIMIT = _select_setting("limit", ("every_day", "average"), "every_day")
# None: from the column of days, if there is one
ROWS_PER_DAY = _int_setting("per_day", 1, MAX_ALERTS, None)
# The column of days; "": none is used; None: the first column of dates
DAY = replace(_text_setting("day"), default=None)
AMOUNT = _text_setting("amount")  # the column with the amount at stake in each row
BETA = _float_setting("beta", 1 / MAX_BETA, MAX_BETA, 1.0)
COST_FP = _float_setting("cost_fp", 0.0, MAX_COST, 1.0)
COST_FN = _float_setting("cost_fn", 0.0, MAX_COST, 5.0)
BENEFIT = _float_setting("benefit", 0.0, MAX_COST, 0.0)  # gain of a true positive, in the unit of the costs
GRID = _text_setting("grid")  # the visitor's own thresholds
REPORTED_NUMBER = _text_setting("published")  # a reported area that the page All tools explains
REPORTED_NUMBER_TOOL = _select_setting("published_from", ("", *TOOLS), "")  # the tool that computed it
OTHER_NUMBER = _text_setting("theirs")  # a second reported number for the same rows
OTHER_NUMBER_TOOL = _select_setting("theirs_from", ("", *TOOLS), "")
SIGNATURE = _text_setting("signature")  # a signature that was pasted in place of a number
# The tool, or an earlier release of it, whose details are open:
TOOL = _select_setting("tool", ("", *(one.key for key in TOOLS for one in reversed(TOOLS.releases(key)))), "")
DOMAIN = _select_setting("tools_for", ("general", "display", "detection", "retrieval", "all"), "general")
ORDERS = _select_setting("orders", (1, 3, 10, 30, 100, 300, 1000), 100)  # random orders of tied rows
COPIES = _select_setting("copies", (1, 10, 100, 1000), 1)  # how often each row is repeated
DRAW = _int_setting("draw", 0, MAX_DRAWS, 0)  # changed by the button "draw_again"
PICTURE = _select_setting("picture", ("png", "svg"), "png")  # the format in which a chart's button saves it
PREVALENCE = _float_setting("prevalence", MIN_PREVALENCE, MAX_PREVALENCE, MEASURED_PREVALENCE)
GAIN = _bool_setting("gain")  # whether the gain curve is drawn
LESSON = _select_setting("lesson", tuple(LESSONS), "")
STEP = _int_setting("step", 1, MAX_LESSON_STEPS, 1)
PROJECTOR_VIEW = _bool_setting("room")  # whether a lesson fills the screen, for a projector
CLASSROOM_CODE = Setting("class", _parse_code, "")  # the code of the class to which a phone sends its answers
START = _select_setting("start", (*STARTS, DATA, RIDDLE), DEFAULT_START)  # the initial rows of Play
# The rows as dragged; "" means the initial ones:
PLAYED_ROWS = Setting("played", lambda text: text if parse_rows(text) else None, "")
RIDDLE_TARGET = _float_setting("goal", 0.0, 1.0, None)  # the area to reach in a riddle

DEFAULT_PAGE = "areas"  # the page of an address without a page name
SUMMARY_PAGE = "summary"  # shown after the first upload
PLAY_PAGE = "play"
FIRST_SETTINGS, LAST_SETTINGS = (LANG,), (PICTURE,)  # settings of every page, first and last in its address
TOP_SETTINGS = (LANG, TASK, GROUP)  # their widgets are above the page and remain when another page is opened


@dataclass(frozen=True)
class Page:
    """A page; its key names its script, its path in the address, and its catalog of messages.

    The key stays when the page gets another title, because links have it: `curve` is the page Threshold.

    page_settings: the settings that not every page has, in the order of the address. uses_data_in_use: whether the line
    above it names the data in use; a page with its own data has no such line.
    """

    key: str
    page_settings: tuple[Setting, ...]
    uses_data_in_use: bool = True

    @property
    def script(self) -> str:
        """The path of its script, for Streamlit."""
        return f"pages/{self.key}.py"

    @property
    def settings(self) -> tuple[Setting, ...]:
        """All settings in its address, in this order."""
        return (*FIRST_SETTINGS, *self.page_settings, *LAST_SETTINGS)


# The requirements of a threshold, and the data on which it will be used.
REQUIREMENT_SETTINGS = (
    REQUIRE, PRECISION, RECALL, ALERTS, LIMIT, ROWS_PER_DAY, DAY, PREVALENCE, BETA, COST_FP, COST_FN, BENEFIT, AMOUNT,
)  # fmt: skip
NUMBER_SETTINGS = (REPORTED_NUMBER, REPORTED_NUMBER_TOOL, OTHER_NUMBER, OTHER_NUMBER_TOOL, SIGNATURE)
# They belong to the data, and get their defaults when other data are used:
DATA_SETTINGS = (*REQUIREMENT_SETTINGS, GRID, *NUMBER_SETTINGS)
PAGES = {
    page.key: page
    for page in (
        Page("areas", (TASK, GROUP, LEFT, RIGHT, DECIMALS)),
        Page("schemes", (TASK, GROUP, LEFT, *NUMBER_SETTINGS, DOMAIN, TOOL, ORDERS, COPIES, DRAW)),
        Page("balance", (TASK, GROUP, LEFT, THRESHOLD, PREVALENCE, GAIN)),
        Page("curve", (TASK, GROUP, THRESHOLD, CONTOURS, BAND, *REQUIREMENT_SETTINGS, GRID)),
        Page("models", (TASK, GROUP, LEFT, RIGHT, *REQUIREMENT_SETTINGS)),
        Page("averages", (TASK, LEFT, AVERAGE, THRESHOLD)),
        Page("lessons", (LESSON, STEP, PROJECTOR_VIEW, CLASSROOM_CODE), uses_data_in_use=False),
        Page(PLAY_PAGE, (START, RIDDLE_TARGET, PLAYED_ROWS, THRESHOLD, LEFT, RIGHT), uses_data_in_use=False),
        Page("data", (TASK,)),
        Page(SUMMARY_PAGE, (TASK, GROUP, THRESHOLD)),
    )
}
SETTINGS = {setting.name: setting for page in PAGES.values() for setting in page.settings}


def uses_data_in_use(page: str) -> bool:
    """Whether the line above a page names the data in use; page: its name in the address.

    >>> uses_data_in_use("areas"), uses_data_in_use(""), uses_data_in_use("lessons")
    (True, True, False)
    """
    return page not in PAGES or PAGES[page].uses_data_in_use
