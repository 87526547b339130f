"""The two pictures of an average: its curve among those of the tasks, and the mean among those of the folds."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.analysis.averages import Averaged, Folds
from pr_curve_lab.analysis.joined_areas import JoinedArea
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.group_name import group_name
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.average_curve import Part, average_figure


def tasks_figure(
    averaged: Averaged,
    tasks: Mapping[str, JoinedArea],
    scheme: str,
    words: Words,
    *,
    same_data: str,
    in_view: str | None = None,
) -> go.Figure:
    """Draw an average among its tasks, by their names; the one in view stands out.

    The rows of "samples" have areas of their own, so that no task is drawn.
    """
    kind = averaged.parts.average
    names = {"average": words.say(f"averages.{kind}.name"), "scheme": words.say(f"schemes.{scheme}.name")}
    title = words.say("averages.picture_title", **names)
    drawn = parts_drawn(kind, tasks, in_view)
    return average_figure(averaged, drawn, title, palette.look_of(scheme), words, same_data=same_data)


def folds_figure(
    folds: Folds, scheme: str, words: Words, *, same_data: str, outstanding: int | None = None
) -> go.Figure:
    """Draw the folds that have an area, and their mean at every recall; one of them stands out."""
    title = words.say(f"averages.{folds.called}.mean")
    look = palette.look_of(scheme)
    return average_figure(
        folds.of_mean, folds_drawn(folds, words, outstanding), title, look, words, same_data=same_data
    )


def parts_drawn(kind: str, tasks: Mapping[str, JoinedArea], in_view: str | None) -> list[Part]:
    """The tasks whose curves make an average."""
    return [
        Part(name, joined, name == in_view)
        for name, joined in tasks.items()
        if kind != "samples" and not np.isnan(joined.area)
    ]


def folds_drawn(folds: Folds, words: Words, outstanding: int | None = None) -> list[Part]:
    """The folds that have an area; outstanding: the index of one."""
    return [
        Part(group_name(name, folds, words), one.drawn, index == outstanding)
        for index, (name, one) in enumerate(zip(folds.names, folds.averages, strict=True))
        if one.drawn.curve.recall.size
    ]
