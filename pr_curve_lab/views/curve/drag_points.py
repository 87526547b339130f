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
from pr_curve_lab.analysis.thinning import marker_indices
from pr_curve_lab.analysis.thresholds import Requirements
from pr_curve_lab.i18n.area_sentences import format_points
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.schema.labeled_scores import LabeledScores
from pr_curve_lab.server.visitor_state import cached
from pr_curve_lab.views.charts import DragData
from pr_curve_lab.views.curve import chart, threshold_control
from pr_curve_lab.views.curve.threshold_control import point_selectors

_FORMULA = re.compile(r"\$(.*?)\$")
_IN_TABLE = re.compile(r"[|\n]")
_BOLD_MARK = re.compile(r"\*\*")

JsonDict = dict[str, Any]


def build_drag_data(
    cases: LabeledScores, deployment: Deployment, active_index: int, requirements: Requirements, messages: Messages
) -> DragData | None:
    """The points that a hand can reach, and the chosen one; None where there is but one point."""
    if deployment.source_points.threshold.size == 1:
        return None
    here = {
        **_point_data(cases, deployment, [active_index], requirements, messages),
        "only": point_selectors(active_index),
    }
    return DragData(cached(_fixed_data, cases, deployment, messages, *astuple(requirements)), here)


def _fixed_data(cases: LabeledScores, deployment: Deployment, messages: Messages, *requirements: Any) -> JsonDict:
    stops = threshold_control.slider_indices(deployment.source_points)
    reached = np.union1d(marker_indices(deployment.points.recall), stops)
    data = {
        **_point_data(cases, deployment, reached.tolist(), Requirements(*requirements), messages),
        "stops": np.searchsorted(reached, stops).tolist(),
        "places": _text_positions(deployment, messages),
        "label": messages.format("chart.threshold", threshold="{threshold}"),
        "stop": messages.format("curve.stop", threshold="{threshold}", called="{called}"),
    }
    return {**data, "id": blake2b(json.dumps(data).encode(), digest_size=8).hexdigest()}


def _point_data(
    cases: LabeledScores, deployment: Deployment, indices: Sequence[int], requirements: Requirements, messages: Messages
) -> JsonDict:
    """Points by index: where they are drawn, their thresholds, and their texts, joined to one for each name."""
    drawn, written = points_at(deployment.points, indices), format_points(deployment, indices, requirements)
    names, forms = _title_templates(cases, deployment, chart.title_counts(deployment, indices, written), messages)
    texts: dict[str, list[Any]] = {**written, "form": names}
    return {
        "forms": forms,
        "indices": list(indices),
        "x": drawn.recall.tolist(),
        "y": drawn.precision.tolist(),
        "thresholds": drawn.threshold.tolist(),
        "texts": {name: "|".join(map(messages.number, column)) for name, column in texts.items()},
    }


def _title_templates(
    cases: LabeledScores, deployment: Deployment, counts: Sequence[float], messages: Messages
) -> tuple[list[str], dict[str, str]]:
    """Name the form of the headline at each of so many rows, and give the forms: a plural has words of its own."""
    names = ["1" if count == 1 else messages.number_format.plural(count) for count in counts]
    gaps = _number_fields(deployment)
    return names, {
        name: chart.title_text(cases, deployment, gaps, count, messages)
        for name, count in dict(zip(names, counts, strict=True)).items()
    }


def _text_positions(deployment: Deployment, messages: Messages) -> list[JsonDict]:
    """Where the texts stand, by the key of the place: each text in order, or the formulas."""
    gaps = _number_fields(deployment)
    places: list[JsonDict] = [
        {"at": '[data-testid="stMain"] h1', "texts": None},  # the form of the headline
        {
            "at": ".st-key-confusion",
            "texts": _cell_values(threshold_control.confusion_table(deployment, gaps, messages)),
        },
        {
            "at": ".st-key-fractions",
            "formulas": _FORMULA.findall(threshold_control.fractions_text(deployment, gaps, messages)),
        },
        {
            "at": ".st-key-distribution_says",
            "texts": [threshold_control.distribution_text(gaps, messages)],
            "folds": True,
        },
    ]
    if deployment.has_target_prevalence:
        parts = _BOLD_MARK.split(threshold_control.target_fractions_text(deployment, gaps, messages))
        places.append({"at": ".st-key-fractions_moved", "texts": parts})
    return places


def _number_fields(deployment: Deployment) -> dict[str, str]:
    """A gap in place of each number, for the browser to fill in."""
    return {name: f"{{{name}}}" for name in format_points(deployment, [0])}


def _cell_values(table: str) -> list[str]:
    """The cells of a table in Markdown that have a text, in order.

    >>> _cell_values("| | a |\\n|---|---:|\\n| **b** | {one} |")
    ['a', 'b', '{one}']
    """
    cells = (cell.strip().strip("*") for cell in _IN_TABLE.split(table))
    return [cell for cell in cells if cell.strip("-:")]
