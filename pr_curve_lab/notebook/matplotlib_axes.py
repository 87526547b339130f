"""Curves on a given matplotlib axis: the line is the polygon whose area is printed, what is invented of it dashed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pr_curve_lab.analysis.joined_areas import JoinedArea
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.pr_axes import RANGE

OF_SEVERAL = {"linewidth": 1.2, "alpha": 0.6}
INVENTED = (0, (7, 4))  # points of line and of gap


def draw_curve(ax: Any, joined: JoinedArea, label: str | None, options: Mapping[str, Any], *, of_several: bool) -> Any:
    """Draw a curve, and of a single one shade its area; options are those of `Axes.plot`.

    The line has all vertices: closed to precision 0 it has the area. A dashed start lies over it in the paper's colour.
    """
    curve, first = joined.curve, {"color": palette.look_of(joined.scheme).line, "label": label, "clip_on": False}
    own = {**first, **(OF_SEVERAL if of_several else {}), **_in_full(options)}
    (line,) = ax.plot(curve.recall, curve.precision, **own)
    if curve.invented:
        start = slice(0, curve.invented + 1)
        over = {"color": ax.get_facecolor(), "linestyle": INVENTED, "linewidth": line.get_linewidth() + 1}
        ax.plot(curve.recall[start], curve.precision[start], clip_on=False, **over)
    if not of_several:
        ax.fill_between(curve.recall, curve.precision, color=line.get_color(), alpha=palette.FILL_SHARE, linewidth=0)
    return line


def draw_chance(ax: Any, prevalences: Sequence[float], options: Mapping[str, Any]) -> list[Any]:
    """Draw the precision of a random ranking; options are those of `Axes.plot`."""
    drawn = []
    for at, prevalence in enumerate(prevalences):
        first = {"label": "Chance level"} if at == 0 else {}
        own = {"color": palette.QUIET, "linestyle": "--", **first, **_in_full(options)}
        drawn += ax.plot(np.array([0.0, 1.0]), np.full(2, prevalence), **own)
    return drawn


def _in_full(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options of a line by their full names, so that `c` takes the place of a first `color`."""
    from matplotlib.cbook import normalize_kwargs  # only who draws on an axis needs matplotlib
    from matplotlib.lines import Line2D

    return normalize_kwargs(dict(options), Line2D)


def finish(ax: Any, words: Words, *, despine: bool) -> None:
    """Name the axes, make them equal, and write the legend."""
    ax.set(
        xlim=RANGE, ylim=RANGE, aspect="equal", xlabel=words.say("chart.recall"), ylabel=words.say("chart.precision")
    )
    if despine:
        for side in ("top", "right"):
            ax.spines[side].set_visible(False)
    ax.legend(loc="lower left")
