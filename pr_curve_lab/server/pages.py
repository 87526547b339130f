"""Every page: one record each, read by the menu, the address, the data page, lessons and tests.

A page consists of a script in pages/, its views, its words in the catalogs, and its record here.
"""

from __future__ import annotations

from dataclasses import dataclass

from pr_curve_lab.server.settings import (
    AVERAGE,
    BAND,
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
    PLAYED_ROWS,
    PREVALENCE,
    PROJECTED,
    PUBLISHED,
    PUBLISHED_FROM,
    REQUIREMENT_SETTINGS,
    RIGHT,
    ROOM_CODE,
    START,
    STEP,
    SUBGROUP,
    THEIRS,
    THEIRS_FROM,
    THRESHOLD,
    TOOL,
    Setting,
)

DEFAULT_PAGE = "areas"  # what somebody sees who names no page
FIRST_SETTINGS, LAST_SETTINGS = (LANG,), (PICTURE,)  # settings of every page: where they stand in its address
TOP_SETTINGS = (LANG, MODEL, SUBGROUP)  # whose widgets stand above the page and stay there when another is opened


@dataclass(frozen=True)
class Page:
    """A page; its key names its script, its place in the address, and its file of words.

    page_settings: the settings that not every page has, in the order of the address. main_widget: the key of the
    widget that must be visible without scrolling. charts: the keys of the charts that it shows when the data have all
    that it needs. has_data_name: whether the line above it names the data in use; a page with its own data does not.
    """

    key: str
    page_settings: tuple[Setting, ...]
    main_widget: str
    charts: tuple[str, ...]
    has_data_name: bool = True

    @property
    def script(self) -> str:
        """Where its script lies, for Streamlit."""
        return f"pages/{self.key}.py"

    @property
    def settings(self) -> tuple[Setting, ...]:
        """All that its address names, in this order."""
        return (*FIRST_SETTINGS, *self.page_settings, *LAST_SETTINGS)


PAGES = {
    page.key: page
    for page in (
        Page("data", (MODEL,), main_widget="upload", charts=("data_chart",)),
        Page(
            "curve",
            (MODEL, SUBGROUP, THRESHOLD, CONTOURS, BAND, *REQUIREMENT_SETTINGS, GRID),
            main_widget="threshold",
            charts=("curve_chart", "scores_chart", "net_benefit_chart"),
        ),
        Page(
            "areas",
            (MODEL, SUBGROUP, LEFT, RIGHT, DIGITS),
            main_widget="right",
            charts=("left_chart", "right_chart", "both_chart", "strip_chart", "difference_chart", "rounding_chart"),
        ),
        Page(
            "schemes",
            (MODEL, LEFT, PUBLISHED, PUBLISHED_FROM, THEIRS, THEIRS_FROM, TOOL, ORDERS, COPIES, DRAW),
            main_widget="published",
            charts=("tools_chart", "schemes_chart", "ties_chart"),
        ),
        Page(
            "balance",
            (MODEL, LEFT, THRESHOLD, PREVALENCE, GAIN),
            main_widget="prevalence",
            charts=("pr_chart", "roc_chart", "limits_chart"),
        ),
        Page("averages", (MODEL, LEFT, AVERAGE), main_widget="left", charts=("averages_chart", "folds_chart")),
        Page(
            "models",
            (MODEL, LEFT, RIGHT),
            main_widget="right",
            charts=("models_chart", "models_right_chart", "forest_chart"),
        ),
        Page("lessons", (LESSON, STEP, PROJECTED, ROOM_CODE), main_widget="open_curve", charts=(), has_data_name=False),
        Page(
            "play",
            (START, GOAL, PLAYED_ROWS, THRESHOLD, LEFT, RIGHT),
            main_widget="play",
            charts=(),
            has_data_name=False,
        ),
    )
}


def has_data_name(page: str) -> bool:
    """Whether the line above the page with this name in the address names the data in use.

    >>> has_data_name("areas"), has_data_name(""), has_data_name("lessons")
    (True, True, False)
    """
    return page not in PAGES or PAGES[page].has_data_name
