"""The threshold walks down all scores by itself: played in the browser, without a word to the server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from pr_app.analysis.number_texts import threshold_text
from pr_app.figures import palette
from pr_app.figures.chosen_point import add_mark
from pr_app.figures.joined import TICKS
from pr_app.figures.pr_axes import add_baseline, add_circles, pr_axes
from pr_app.wording.catalogue import Words
from pr_metrics import OperatingPoints

HEIGHT = 484  # px, with the slider and the two buttons
HEADROOM = 40  # px, for the sentence
BELOW = 162  # px, for axis title, slider and buttons
PACE_MS = 900  # to a threshold
MOST_POINTS = 50  # more would take a minute to play


def walk_figure(points: OperatingPoints, words: Words, *, same_data: str) -> go.Figure:
    """Draw a frame for each threshold: traces `points` so far and the `chosen` one, and a sentence with the counts.

    Raises
    ------
    ValueError: more than 50 points.
    """
    if points.threshold.size > MOST_POINTS:
        raise ValueError(f"points must be at most {MOST_POINTS} to be walked through, got {points.threshold.size}")
    figure = pr_axes(words, height=HEIGHT, headroom=HEADROOM, ticks=TICKS, same_data=same_data)
    figure.update_layout(margin={"b": BELOW})
    add_baseline(figure, points.prevalence, words)
    still = [note.to_plotly_json() for note in figure.layout.annotations]
    recall, precision = points.recall, points.precision
    facts = points.threshold[:, None]
    add_circles(figure, recall[:1], precision[:1], palette.BLUE, facts[:1], words.raw("lessons.walk_hover"))
    add_mark(figure)
    names = [threshold_text(points.threshold, index) for index in range(points.threshold.size)]
    figure.frames = [_frame(points, index, name, still, words) for index, name in enumerate(names)]
    first = figure.frames[0]
    for trace, moved in zip(first.traces, first.data, strict=True):
        figure.data[trace].update(x=moved.x, y=moved.y)
    figure.layout.annotations = first.layout.annotations
    figure.update_layout(sliders=[_slider(names, words)], updatemenus=[_buttons(words)])
    return figure


def _frame(points: OperatingPoints, index: int, name: str, still: list[dict[str, Any]], words: Words) -> go.Frame:
    recall, precision = points.recall[: index + 1], points.precision[: index + 1]
    true_positives, false_positives = int(points.true_positives[index]), int(points.false_positives[index])
    said = words.say(
        "lessons.walk_says", threshold=name, true_positives=true_positives, called=true_positives + false_positives
    )
    note = {"xref": "paper", "yref": "paper", "x": 0, "y": 1, "xanchor": "left", "yanchor": "bottom", "yshift": 8}
    label = {"text": said, "showarrow": False, "font": {"size": palette.LABEL_SIZE, "color": palette.INK}}
    return go.Frame(
        name=name,
        data=[
            go.Scatter(x=recall, y=precision, marker={"size": palette.POINT_SIZE}),
            go.Scatter(x=recall[-1:], y=precision[-1:]),
        ],
        traces=[1, 2],
        layout={"annotations": [*still, {**note, **label}]},
    )


def _slider(names: Sequence[str], words: Words) -> dict[str, Any]:
    at_once = {"mode": "immediate", "frame": {"duration": 0, "redraw": True}, "transition": {"duration": 0}}
    steps = [{"method": "animate", "label": words.number(name), "args": [[name], at_once]} for name in names]
    value = {"prefix": words.say("lessons.walk_threshold"), "font": {"size": palette.SMALL_SIZE}}
    return {
        "steps": steps,
        "currentvalue": value,
        "font": {"size": palette.TICK_SIZE},
        "pad": {"t": 46, "b": 0},
        "y": 0,
        "yanchor": "top",
    }


def _buttons(words: Words) -> dict[str, Any]:
    play = {"frame": {"duration": PACE_MS, "redraw": True}, "transition": {"duration": 0}, "mode": "immediate"}
    stop = {"frame": {"duration": 0, "redraw": False}, "mode": "immediate"}
    return {
        "type": "buttons",
        "direction": "left",
        "showactive": False,
        "x": 0,
        "xanchor": "left",
        "y": 0,
        "yanchor": "top",
        "pad": {"t": 140, "l": 0},
        "font": {"size": palette.SMALL_SIZE},
        "buttons": [
            {"label": words.say("lessons.walk_play"), "method": "animate", "args": [None, play]},
            {"label": words.say("lessons.walk_stop"), "method": "animate", "args": [[None], stop]},
        ],
    }
