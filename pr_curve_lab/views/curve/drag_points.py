"""All that follows the chosen point, told to the browser beforehand: it shows at once what the server would write.

The points that a hand can reach go there once for the same data and the same deployment, with every number as text and
with the sentences of the catalogue, whose gaps the browser fills in. What is told of the chosen point comes with every
run. The texts must stand on the page as they were told, else no point is dragged.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import astuple
from hashlib import blake2b
from typing import Any

import numpy as np

from pr_curve_lab.analysis.alerts import Deployment, points_at
from pr_curve_lab.analysis.thinning import marked_points
from pr_curve_lab.analysis.thresholds import Wishes
from pr_curve_lab.i18n.area_sentences import point_texts
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.schema.dataset import Cases
from pr_curve_lab.server.visitor_state import kept
from pr_curve_lab.views.charts import Reach
from pr_curve_lab.views.curve import chart, threshold_control
from pr_curve_lab.views.curve.threshold_control import places_at

_FORMULA = re.compile(r"\$(.*?)\$")
_IN_TABLE = re.compile(r"[|\n]")
_BETWEEN_WORDS = re.compile(r"\*\*")

Told = dict[str, Any]


def reach(cases: Cases, used: Deployment, chosen: int, wishes: Wishes, words: Words) -> Reach | None:
    """The points that a hand can reach, and the chosen one; None where there is but one point."""
    if used.own.threshold.size == 1:
        return None
    here = {**_points(cases, used, [chosen], wishes, words), "only": places_at(chosen)}
    return Reach(kept(_told, cases, used, words, *astuple(wishes)), here)


def _told(cases: Cases, used: Deployment, words: Words, *wishes: Any) -> Told:
    stops = threshold_control.stops_of(used.own)
    reached = np.union1d(marked_points(used.points.recall), stops)
    data = {
        **_points(cases, used, reached.tolist(), Wishes(*wishes), words),
        "stops": np.searchsorted(reached, stops).tolist(),
        "places": _places(used, words),
        "label": words.say("chart.threshold", threshold="{threshold}"),
        "stop": words.say("curve.stop", threshold="{threshold}", called="{called}"),
    }
    return {**data, "id": blake2b(json.dumps(data).encode(), digest_size=8).hexdigest()}


def _points(cases: Cases, used: Deployment, indices: Sequence[int], wishes: Wishes, words: Words) -> Told:
    """Points by index: where they are drawn, their thresholds, and their texts, joined to one for each name."""
    drawn, written = points_at(used.points, indices), point_texts(used, indices, wishes)
    names, forms = _forms(cases, used, chart.headline_counts(used, indices, written), words)
    texts: dict[str, list[Any]] = {**written, "form": names}
    return {
        "forms": forms,
        "indices": list(indices),
        "x": drawn.recall.tolist(),
        "y": drawn.precision.tolist(),
        "thresholds": drawn.threshold.tolist(),
        "texts": {name: "|".join(map(words.number, column)) for name, column in texts.items()},
    }


def _forms(cases: Cases, used: Deployment, counts: Sequence[float], words: Words) -> tuple[list[str], dict[str, str]]:
    """Name the form of the headline at each of so many rows, and give the forms: a plural has words of its own."""
    names = ["1" if count == 1 else words.conventions.plural(count) for count in counts]
    gaps = _gaps(used)
    return names, {
        name: chart.headline(cases, used, gaps, count, words)
        for name, count in dict(zip(names, counts, strict=True)).items()
    }


def _places(used: Deployment, words: Words) -> list[Told]:
    """Where the texts stand, by the key of the place: each text in order, or the formulas."""
    gaps = _gaps(used)
    places: list[Told] = [
        {"at": '[data-testid="stMain"] h1', "texts": None},  # the form of the headline
        {"at": ".st-key-confusion", "texts": _cells(threshold_control.matrix(used, gaps, words))},
        {"at": ".st-key-fractions", "formulas": _FORMULA.findall(threshold_control.fractions(used, gaps, words))},
        {"at": ".st-key-distribution_says", "texts": [threshold_control.sentence(gaps, words)], "folds": True},
    ]
    if used.moved:
        parts = _BETWEEN_WORDS.split(threshold_control.moved(used, gaps, words))
        places.append({"at": ".st-key-fractions_moved", "texts": parts})
    return places


def _gaps(used: Deployment) -> dict[str, str]:
    """A gap in place of each number, for the browser to fill in."""
    return {name: f"{{{name}}}" for name in point_texts(used, [0])}


def _cells(table: str) -> list[str]:
    """The cells of a table in Markdown that have a text, in order.

    >>> _cells("| | a |\\n|---|---:|\\n| **b** | {one} |")
    ['a', 'b', '{one}']
    """
    cells = (cell.strip().strip("*") for cell in _IN_TABLE.split(table))
    return [cell for cell in cells if cell.strip("-:")]
