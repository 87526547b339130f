"""Two curves of the same points in one picture with the gap between them filled, enlarged where they are close."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.gap_window import CurvesApart, Vertices, Window
from pr_curve_lab.analysis.measured_points import MeasuredPoints
from pr_curve_lab.analysis.rounding import rounded_text
from pr_curve_lab.analysis.thinning import roomy
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.joined import HEADROOM, HEIGHT, TICKS, add_title
from pr_curve_lab.plotting.pr_axes import add_baseline_line, add_circles, pr_axes

GAP_SHARE = 0.45  # opacity; in a lens half of that
EDGE = 0.01  # of the side, beyond the window


def both_figure(
    apart: CurvesApart, schemes: tuple[str, str], points: MeasuredPoints, words: Words, *, same_data: str
) -> go.Figure:
    """Draw the left and the right curve; the trace `gap` is the shape between them, the traces `line` their joins."""
    figure = pr_axes(words, height=HEIGHT, headroom=HEADROOM, ticks=TICKS, same_data=same_data)
    window, left, right = apart.window, apart.left, apart.right
    looks = [palette.look_of(scheme) for scheme in schemes]
    between = _between(left, right)
    figure.add_scatter(
        name="gap",
        x=between[0],
        y=between[1],
        mode="lines",
        line={"width": 0, "shape": "linear"},
        fill="toself",
        fillcolor=_faint(looks[1].line, GAP_SHARE if window.is_whole else GAP_SHARE / 2),
        hoverinfo="skip",
    )
    add_baseline_line(figure, points.prevalence)
    for curve, look in zip((left, right), looks, strict=True):
        figure.add_scatter(**_line(curve, look, slice(curve.invented, None), "solid"))
        figure.add_scatter(**_line(curve, look, slice(0, curve.invented + 1 if curve.invented else 0), "dash"))
    ink = palette.Look(palette.INK, palette.INK)
    circled, hover = _circled(points, window), words.raw("chart.hover")
    x, y, facts = points.recall[circled], points.precision[circled], points.facts[circled]
    add_circles(figure, x, y, ink, facts, hover, circled=np.ones(x.size, dtype=bool))
    add_title(figure, words.say("areas.both" if window.is_whole else "areas.enlarged", times=window.times), ink)
    if not window.is_whole:
        figure.update_layout(_frame(window, words))
    return figure


def _between(left: Vertices, right: Vertices) -> tuple[np.ndarray, np.ndarray]:
    """The corners of the shape between the curves; none where nobody would see it."""
    if left.is_thinned or right.is_thinned:
        return np.zeros(0), np.zeros(0)
    across = np.concatenate((left.recall, right.recall[::-1]))
    return across, np.concatenate((left.precision, right.precision[::-1]))


def _line(curve: Vertices, look: palette.Look, vertices: slice, dash: str) -> dict[str, Any]:
    return {
        "name": "line" if dash == "solid" else "start",
        "x": curve.recall[vertices],
        "y": curve.precision[vertices],
        "mode": "lines",
        "line": {
            "color": look.line,
            "width": palette.CURVE_WIDTH,
            "dash": dash if dash == "solid" else palette.INVENTED_DASH,
            "shape": "linear",
        },
        "hoverinfo": "skip",
    }


def _circled(points: MeasuredPoints, window: Window) -> np.ndarray:
    """A mask of the points with room for a circle in the window."""
    x, y = (points.recall - window.recall) / window.side, (points.precision - window.precision) / window.side
    circled = (x >= 0) & (x <= 1) & (y >= 0) & (y <= 1)
    circled[circled] = roomy(x[circled], y[circled])
    return np.asarray(circled)


def _frame(window: Window, words: Words) -> dict[str, Any]:
    """Axes that show the window alone, with its ends as ticks, in a frame."""
    ends = {"x": window.recall, "y": window.precision}
    return {f"{axis}axis": _axis(low, window.side, words) for axis, low in ends.items()}


def _axis(low: float, side: float, words: Words) -> dict[str, Any]:
    values = [low, low + side / 2, low + side]
    frame = {"showline": True, "mirror": True, "linecolor": palette.INK, "linewidth": 2}
    texts = [words.number(rounded_text(value, ".2f" if side > 0.1 else ".3f")) for value in values]
    more = EDGE * side
    return {**frame, "range": [low - more, low + side + more], "tickvals": values, "ticktext": texts}


def _faint(colour: str, opacity: float) -> str:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, {opacity})"
