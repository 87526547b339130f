"""Scenes as JSON, for the modules that paint them in the browser."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np

from pr_curve_lab.analysis.areas import RenderedArea
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.scene import Scene, SceneCurve, SceneLabel
from pr_curve_lab.plotting.svg import written_vertices
from pr_curve_lab.web.payload import FAMILY_KEYS, Payload
from pr_metrics import OperatingPoints

POINT_DECIMALS = 12
FAMILIES = {style: FAMILY_KEYS[family] for family, style in palette.STYLES.items()}


def scene_payload(scene: Scene) -> Payload:
    """Curves, measured points, class balance and labels; `pictures.js` paints them.

    >>> scene_payload(Scene(None, baseline=0.5))
    {'curves': [], 'points': [[], []], 'baseline': 0.5, 'top': 1.0, 'labels': []}
    """
    x, y = (np.concatenate([[], *(getattr(one, axis) for one in scene.points)]) for axis in "xy")
    return {
        "curves": [curve_payload(curve) for curve in scene.curves],
        "points": [np.round(values, POINT_DECIMALS).tolist() for values in (x, y)],
        "baseline": scene.baseline,
        "top": 1.0 if scene.axes is None else scene.axes.top,
        "labels": [label_payload(label) for label in scene.labels],
    }


def curve_payload(curve: SceneCurve) -> Payload:
    """A curve with its area and its scheme."""
    return {
        "scheme": curve.name,
        "family": FAMILIES.get(curve.style, "other"),
        "area": curve.rendered.area,
        **vertices_payload(curve.rendered),
        "n_extrapolated": curve.rendered.curve.n_extrapolated,
    }


def vertices_payload(rendered: RenderedArea) -> Payload:
    """The vertices of a curve; closed to 0 they have its area."""
    recall, precision = written_vertices(rendered)
    return {"recall": recall.tolist(), "precision": precision.tolist()}


def points_payload(points: OperatingPoints, indices: np.ndarray) -> Payload:
    """Counts at some thresholds, those of whole rows as integers.

    >>> points_payload(OperatingPoints.from_counts([0.9, 0.5], [1, 0], [0, 1]), np.array([1]))["truePositives"]
    [1]
    """
    return {
        "threshold": points.threshold[indices].tolist(),
        **{
            name: [int(count) if count == int(count) else count for count in counts[indices].tolist()]
            for name, counts in zip(("truePositives", "falsePositives"), points.counts, strict=True)
        },
        "positives": points.positives,
        "negatives": points.negatives,
    }


def label_payload(label: SceneLabel) -> Payload:
    """Words beside a place in recall and precision."""
    return {**asdict(label.position), "said": f"{label.strong} {label.text}".strip(), "size": label.size}
