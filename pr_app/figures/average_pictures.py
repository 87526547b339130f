"""The two pictures of an average: its curve among those of the tasks, and the mean among those of the folds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from pr_app.analysis.averages import Averaged, Folds
from pr_app.analysis.thinning import DrawnCurve
from pr_app.figures import palette
from pr_app.figures.average_curve import Part, average_figure
from pr_app.wording.catalogue import Words
from pr_metrics import AverageParts


def tasks_figure(
    averaged: Averaged,
    tasks: Sequence[tuple[str, DrawnCurve, float]],
    scheme: str,
    words: Words,
    *,
    same_data: str,
    in_view: str | None = None,
) -> go.Figure:
    """Draw an average among its tasks, each a name, a curve and an area; the one in view stands out.

    The rows of "samples" have areas of their own, so that no task is drawn.
    """
    kind = averaged.parts.average
    names = {"average": words.say(f"averages.{kind}.name"), "scheme": words.say(f"schemes.{scheme}.name")}
    title = words.say("averages.picture_title", **names)
    drawn = [
        Part(name, curve, area, name == in_view)
        for name, curve, area in tasks
        if kind != "samples" and not np.isnan(area)
    ]
    return average_figure(averaged, drawn, title, palette.look_of(scheme), words, same_data=same_data)


def folds_figure(folds: Folds, scheme: str, words: Words, *, same_data: str) -> go.Figure:
    """Draw the folds that have an area, and their mean at every recall."""
    kind = folds.averages[0].parts.average
    drawn = [
        Part(words.say("averages.fold", name=name), one.curve, one.parts.area)
        for name, one in zip(folds.names, folds.averages, strict=True)
        if one.curve.recall.size
    ]
    prevalence = np.nan if kind == "samples" else float(np.nanmean([one.prevalence for one in folds.averages]))
    mean = AverageParts(kind, folds.mean, np.array([folds.mean]), np.ones(1))
    averaged = Averaged(mean, folds.mean_curve, prevalence)
    title = words.say("averages.mean_of_folds")
    return average_figure(averaged, drawn, title, palette.look_of(scheme), words, same_data=same_data)
