"""Scenes as JSON, for the modules that paint them in the browser."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np

from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.scene import Scene, SceneCurve, SceneLabel
from pr_curve_lab.plotting.svg import COARSE_DECIMALS, EXACT_DECIMALS
from pr_curve_lab.web.payload import STYLES, Payload

FAMILIES = {style: STYLES[family] for family, style in palette.STYLES.items()}


def scene_payload(scene: Scene) -> Payload:
    """Curves, measured points, class balance and labels; `pictures.js` paints them.

    >>> scene_payload(Scene(None, baseline=0.5))
    {'curves': [], 'points': [[], []], 'baseline': 0.5, 'top': 1.0, 'labels': []}
    """
    x, y = (np.concatenate([[], *(getattr(one, axis) for one in scene.points)]) for axis in "xy")
    return {
        "curves": [curve_payload(curve) for curve in scene.curves],
        "points": [np.round(values, COARSE_DECIMALS).tolist() for values in (x, y)],
        "baseline": scene.baseline,
        "top": 1.0 if scene.axes is None else scene.axes.top,
        "labels": [label_payload(label) for label in scene.labels],
    }


def curve_payload(curve: SceneCurve) -> Payload:
    """A curve to the bit, or far below a pixel where it is thinned; closed to 0 it has its area."""
    drawn = curve.rendered.curve
    decimals = EXACT_DECIMALS if drawn.n_kept is None else COARSE_DECIMALS
    return {
        "scheme": curve.name,
        "family": FAMILIES.get(curve.style, "other"),
        "area": curve.rendered.area,
        "recall": np.round(drawn.recall, decimals).tolist(),
        "precision": np.round(drawn.precision, decimals).tolist(),
        "invented": drawn.n_extrapolated,
    }


def label_payload(label: SceneLabel) -> Payload:
    """Words beside a place in recall and precision."""
    return {**asdict(label.position), "said": f"{label.strong} {label.text}".strip(), "size": label.size}
