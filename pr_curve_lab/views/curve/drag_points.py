"""The points to which the selected point can be dragged, sent to the browser in advance so that it shows them at once.

They are sent once for the same data and deployment, with every number as text. The selected point is sent with every
run.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import numpy as np

from pr_curve_lab.analysis.alerts import Deployment, points_at
from pr_curve_lab.analysis.thinning import marker_indices
from pr_curve_lab.analysis.thresholds import Requirements
from pr_curve_lab.i18n.area_sentences import format_points
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.server.visitor_state import cached, get_messages
from pr_curve_lab.views.charts import DragData
from pr_curve_lab.views.curve import chart, threshold_control
from pr_curve_lab.views.curve.threshold_control import point_selectors

JsonDict = dict[str, Any]


def build_drag_data(deployment: Deployment, selected_index: int, requirements: Requirements) -> DragData | None:
    """Return the points that can be dragged to, and the selected one; None if there is only one point."""
    messages = get_messages()
    if deployment.source_points.threshold.size == 1:
        return None
    selected_point = {
        **_point_data(deployment, [selected_index], requirements, messages),
        "selectors": point_selectors(selected_index),
    }
    return DragData(cached(_fixed_data, deployment, requirements, messages), selected_point)


def _fixed_data(deployment: Deployment, requirements: Requirements, messages: Messages) -> JsonDict:
    stops = threshold_control.slider_indices(deployment.source_points)
    reached = np.union1d(marker_indices(deployment.points.recall), stops)
    data = {
        **_point_data(deployment, reached.tolist(), requirements, messages),
        "label": messages.format("chart.threshold", threshold="{threshold}"),
    }
    return {**data, "id": blake2b(json.dumps(data).encode(), digest_size=8).hexdigest()}


def _point_data(
    deployment: Deployment, indices: Sequence[int], requirements: Requirements, messages: Messages
) -> JsonDict:
    """Return points by index: coordinates, thresholds, and their texts, joined into one string per name."""
    drawn, written = points_at(deployment.points, indices), format_points(deployment, indices, requirements)
    kinds = chart.title_kinds(deployment, indices, written, requirements, messages)
    texts: dict[str, list[Any]] = {**written, "plural": kinds}
    return {
        "indices": list(indices),
        "x": drawn.recall.tolist(),
        "y": drawn.precision.tolist(),
        "thresholds": drawn.threshold.tolist(),
        "texts": {name: "|".join(map(messages.format_number, column)) for name, column in texts.items()},
    }
