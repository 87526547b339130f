"""Draw a lesson as a small SVG for the list of lessons: a picture of one of its steps, without text."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from pr_curve_lab.analysis.thinning import ALL_POINTS_LIMIT
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.lessons.lesson import Lesson
from pr_curve_lab.lessons.lesson_json import RESOLUTION, pictures_json
from pr_curve_lab.lessons.step_data import curve_plot
from pr_curve_lab.plotting.palette import BLUE, DARK_COLORS, INK, RULE, VERMILLION
from pr_curve_lab.plotting.plot import Plot, PlotLine, PlotPoints
from pr_curve_lab.plotting.svg import PlotArea, svg
from pr_curve_lab.web.modules import Json

SIZE, PLOT_AREA = (277, 142), PlotArea(8, 8, 261, 126)  # px
MARK_SIZE, MARK_SPACING, MARK_WIDTH = 7, 24, 2.4  # px, of the mark of a row
LINE_WIDTH = 2.4  # px
MAX_ROWS = 10


@cache
def thumbnail(lesson: Lesson) -> str:
    """Return the picture of the step that the lesson has as `preview_step`.

    >>> from pr_curve_lab.lessons.registry import LESSONS
    >>> thumbnail(LESSONS["curve"])[:4]
    '<svg'
    """
    messages, shown = messages_in("en"), lesson.settings(lesson.preview_step)
    kind = next((name for name in shown.pictures if name != "rows"), "rows")
    if kind == "curve":
        plot = curve_plot(shown, RESOLUTION, messages)
        few = [points for points in plot.points if points.x.size <= ALL_POINTS_LIMIT]
        plot = replace(plot, axes=None, points=few)
    else:
        picture = pictures_json(shown, messages)[shown.pictures.index(kind)]
        plot = {"rows": _rows, "average": _average, "intervals": _intervals}[kind](picture)
    drawn = str(svg(plot, PLOT_AREA, messages, size=SIZE, top=shown.top, color=_css_color))
    drawn = drawn.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)  # it is shown as a separate file
    return drawn.replace(">", "><style>:root { color-scheme: light dark }</style>", 1)


def _css_color(color: str) -> str:
    """Return a color for light and dark mode, so that the picture has the mode of the page."""
    return f"light-dark({color}, {DARK_COLORS[color]})"


def _rows(picture: Json) -> Plot:
    """Draw rows: discs for positives, crosses for negatives."""
    rows = picture["rows"][:MAX_ROWS]
    x = MARK_SPACING * (np.arange(len(rows)) + 0.75) / PLOT_AREA.width
    positive = np.array([row["positive"] for row in rows])
    width, height = 0.8 * MARK_SIZE / PLOT_AREA.width, 0.8 * MARK_SIZE / PLOT_AREA.height
    crosses = [
        PlotLine("negative", np.array([at - width, at + width]), np.array([0.5 - up, 0.5 + up]), INK, MARK_WIDTH)
        for at in x[~positive]
        for up in (height, -height)
    ]
    half = np.full(positive.sum(), 0.5)  # a border as wide as the disc fills it
    discs = PlotPoints(x[positive], half, BLUE, half > 0, size=MARK_SIZE, border=MARK_SIZE)
    return Plot(None, lines=crosses, points=[discs])


def _average(picture: Json) -> Plot:
    """Draw an average over its parts."""
    drawn = [*((one, RULE, 1.5) for one in picture["curves"]), (picture["average"], BLUE.line, LINE_WIDTH)]
    lines = [
        PlotLine("part", np.array(one["recall"]), np.array(one["precision"]), color, width)
        for one, color, width in drawn
    ]
    return Plot(None, lines=lines)


def _intervals(picture: Json) -> Plot:
    """Draw two areas, each in its interval."""
    lines, points = [], []
    for up, style, one in zip((0.7, 0.3), (BLUE, VERMILLION), picture["values"], strict=True):
        height = np.full(2, up)
        lines.append(PlotLine("interval", np.array([one["low"], one["high"]]), height, style.line, LINE_WIDTH))
        points.append(PlotPoints(np.array([one["area"]]), height[:1], style, height[:1] > 0))
    return Plot(None, lines=lines, points=points)
