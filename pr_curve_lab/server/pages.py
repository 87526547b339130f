"""Every page: one record each, read by the menu, the address, the data page, lessons and tests.

A page is a script in pages/, its panels, its words and its record here.
"""

from __future__ import annotations

from dataclasses import dataclass

from pr_curve_lab.server.settings import (
    AVERAGE,
    BAND,
    CLASS,
    CONTOURS,
    COPIES,
    DIGITS,
    DRAW,
    GAIN,
    GOAL,
    GRID,
    LANG,
    LEFT,
    LESSON,
    MODEL,
    ORDERS,
    PICTURE,
    PREVALENCE,
    PUBLISHED,
    PUBLISHED_FROM,
    RIGHT,
    ROOM,
    ROWS,
    START,
    STEP,
    SUBGROUP,
    THEIRS,
    THEIRS_FROM,
    THRESHOLD,
    TOOL,
    WISHES,
    Setting,
)

FIRST = "areas"  # what somebody sees who names no page
BEFORE, AFTER = (LANG,), (PICTURE,)  # settings of every page: where they stand in its address
ABOVE = (LANG, MODEL, SUBGROUP)  # whose widgets stand above the page and stay there when another is opened


@dataclass(frozen=True)
class Page:
    """A page; its key names its script, its place in the address, and its file of words.

    own_settings: those that not every page has, in the order of the address. control: the key of the widget that must
    be in sight without scrolling. charts: the keys of those that it shows of data that have all it asks for.
    names_data: whether the line above it names the data in use; a page with data of its own has no use for it.
    """

    key: str
    own_settings: tuple[Setting, ...]
    control: str
    charts: tuple[str, ...]
    names_data: bool = True

    @property
    def script(self) -> str:
        """Where its script lies, for Streamlit."""
        return f"pages/{self.key}.py"

    @property
    def settings(self) -> tuple[Setting, ...]:
        """All that its address names, in this order."""
        return (*BEFORE, *self.own_settings, *AFTER)


PAGES = {
    page.key: page
    for page in (
        Page("data", (MODEL,), control="upload", charts=("data_chart",)),
        Page(
            "curve",
            (MODEL, SUBGROUP, THRESHOLD, CONTOURS, BAND, *WISHES, GRID),
            control="threshold",
            charts=("curve_chart", "scores_chart", "net_benefit_chart"),
        ),
        Page(
            "areas",
            (MODEL, SUBGROUP, LEFT, RIGHT, DIGITS),
            control="right",
            charts=("left_chart", "right_chart", "both_chart", "strip_chart", "difference_chart", "rounding_chart"),
        ),
        Page(
            "schemes",
            (MODEL, LEFT, PUBLISHED, PUBLISHED_FROM, THEIRS, THEIRS_FROM, TOOL, ORDERS, COPIES, DRAW),
            control="published",
            charts=("tools_chart", "schemes_chart", "ties_chart"),
        ),
        Page(
            "balance",
            (MODEL, LEFT, THRESHOLD, PREVALENCE, GAIN),
            control="prevalence",
            charts=("pr_chart", "roc_chart", "limits_chart"),
        ),
        Page("averages", (MODEL, LEFT, AVERAGE), control="left", charts=("averages_chart", "folds_chart")),
        Page(
            "models",
            (MODEL, LEFT, RIGHT),
            control="right",
            charts=("models_chart", "models_right_chart", "forest_chart"),
        ),
        Page("lessons", (LESSON, STEP, ROOM, CLASS), control="open_curve", charts=(), names_data=False),
        Page("play", (START, GOAL, ROWS, THRESHOLD, LEFT, RIGHT), control="play", charts=(), names_data=False),
    )
}


def names_data(address: str) -> bool:
    """Whether the line above the page with this name in the address names the data in use.

    >>> names_data("areas"), names_data(""), names_data("lessons")
    (True, True, False)
    """
    return address not in PAGES or PAGES[address].names_data
