"""The one point that is chosen, marked and labelled in each of the pictures that show it."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.markup import plotly_text
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.labels.beside_points import places_round
from pr_curve_lab.plotting.labels.room import Room, standing
from pr_curve_lab.plotting.live import Change


def add_mark(figure: go.Figure) -> None:
    """Make room for the mark, which the browser moves: a circle with a thick dark rim."""
    figure.add_scatter(
        name="chosen",
        x=[],
        y=[],
        mode="markers",
        marker={"size": 16, "color": palette.PAPER, "line": {"color": palette.INK, "width": 4}},
        cliponaxis=False,
        hoverinfo="skip",
    )


def chosen_mark(still: go.Figure, x: float, y: float, threshold: str, words: Words) -> Change:
    """The mark with its label, and all other labels of the picture `still`; none where the point is not in it."""
    notes = [note.to_plotly_json() for note in still.layout.annotations]
    if not (np.isfinite(x) and np.isfinite(y) and x >= 0):
        return Change(traces={"chosen": {"x": [], "y": []}}, annotations=notes)
    text = f"<b>{words.say('chart.threshold', threshold=plotly_text(threshold))}</b>"
    room = Room(taken=standing(notes))
    for trace in still.data:
        if trace.name in ("curve", "own", "random"):
            room.add_line(np.asarray(trace.x), np.asarray(trace.y))
    place = room.first_free(places_round(x, y), text)
    return Change(
        traces={"chosen": {"x": [x], "y": [y]}},
        annotations=[*notes, place.note(text, colour=palette.INK)],
    )
