"""Write plots as JSON, for the JavaScript modules that draw them."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np

from pr_curve_lab.analysis.areas import ThinnedArea
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.plot import Plot, PlotCurve, PlotLabel
from pr_curve_lab.plotting.svg import round_vertices
from pr_curve_lab.web.modules import FAMILY_KEYS, Json
from pr_metrics import OperatingPoints

POINT_DECIMALS = 12
FAMILIES = {style: FAMILY_KEYS[family] for family, style in palette.STYLES.items()}


def plot_json(plot: Plot) -> Json:
    """Return curves, measured points, class balance and labels; `pictures.js` draws them.

    >>> plot_json(Plot(None, baseline=0.5))
    {'curves': [], 'points': [[], []], 'baseline': 0.5, 'top': 1.0, 'labels': []}
    """
    x, y = (np.concatenate([[], *(getattr(one, axis) for one in plot.points)]) for axis in "xy")
    return {
        "curves": [curve_json(curve) for curve in plot.curves],
        "points": [np.round(values, POINT_DECIMALS).tolist() for values in (x, y)],
        "baseline": plot.baseline,
        "top": 1.0 if plot.axes is None else plot.axes.top,
        "labels": [label_json(label) for label in plot.labels],
    }


def curve_json(curve: PlotCurve) -> Json:
    """Return a curve with its area and its scheme."""
    return {
        "scheme": curve.name,
        "family": FAMILIES.get(curve.style, "other"),
        "area": curve.thinned.area,
        **vertices_json(curve.thinned),
        "n_extrapolated": curve.thinned.curve.n_extrapolated,
    }


def vertices_json(area: ThinnedArea) -> Json:
    """Return the rounded vertices of a curve; the polygon from them down to the recall axis has its area."""
    recall, precision = round_vertices(area)
    return {"recall": recall.tolist(), "precision": precision.tolist()}


def points_json(points: OperatingPoints, indices: np.ndarray) -> Json:
    """Return the counts at the given thresholds; counts without a fraction are integers.

    >>> points_json(OperatingPoints.from_counts([0.9, 0.5], [1, 0], [0, 1]), np.array([1]))["truePositives"]
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


def label_json(label: PlotLabel) -> Json:
    """Return the position of a label in recall and precision, with its text and font size."""
    return {**asdict(label.position), "text": f"{label.strong} {label.text}".strip(), "size": label.size}
