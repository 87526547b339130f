"""The registry of schemes: for each way of joining, its key, formula, start, users and source.

Documentation and screen both read these facts, so that they cannot disagree with what is computed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from pr_metrics import interpolate
from pr_metrics.interpolate import JoinedCurve, Segments
from pr_metrics.points import OperatingPoints

Start = Literal["not needed", "one", "first precision"]


@dataclass(frozen=True, slots=True)
class Scheme:
    """One way of joining operating points, with its facts.

    >>> points = OperatingPoints.from_counts([1], [1], [9])
    >>> SCHEMES["step"].area(points), round(SCHEMES["linear"].area(points), 2)
    (0.1, 0.55)
    """

    key: str
    formula: str  # LaTeX; P_i and R_i are precision and recall at the i-th threshold, strictest first
    start: Start  # what the scheme puts at recall 0, where precision is 0/0
    tools: tuple[str, ...]  # who reports this area
    source: str
    join: Callable[[OperatingPoints], Segments]
    draw: Callable[[OperatingPoints], JoinedCurve]

    def segments(self, points: OperatingPoints) -> Segments:
        """Cut the joined curve at its operating points; arrays of shape (n_points,)."""
        return self.join(points)

    def area(self, points: OperatingPoints) -> float:
        """Area under the joined curve: no unit, in [0, 1], larger is better; nan without positives."""
        return float(self.join(points).area.sum())

    def curve(self, points: OperatingPoints) -> JoinedCurve:
        """Vertices of the joined curve; closed to precision 0 they have the area that `area` gives.

        To 1e-12; to 1e-6 for `continuous`, whose tops are not straight.
        """
        return self.draw(points)


def scheme_named(key: str) -> Scheme:
    """Look a scheme up.

    Raises
    ------
    ValueError: there is no scheme of that key.

    >>> scheme_named("step").key
    'step'
    """
    if key not in SCHEMES:
        raise ValueError(f"scheme must be one of {', '.join(SCHEMES)}, got {key!r}")
    return SCHEMES[key]


def _straight_tops(join: Callable[[OperatingPoints], Segments]) -> Callable[[OperatingPoints], JoinedCurve]:
    return lambda points: interpolate.polyline(join(points))


_REGISTERED = (
    Scheme(
        key="step",
        formula=r"\sum_i (R_i - R_{i-1})\,P_i",
        start="not needed",
        tools=(
            "scikit-learn average_precision_score (0.19 and later)",
            "yardstick average_precision",
            "torchmetrics",
            "torcheval",
            "Weka",
            "MLflow",
        ),
        source="Manning, Raghavan & Schuetze (2008), Introduction to Information Retrieval, section 8.4",
        join=interpolate.step,
        draw=_straight_tops(interpolate.step),
    ),
    Scheme(
        key="linear",
        formula=r"\sum_i (R_i - R_{i-1})\,\frac{P_{i-1} + P_i}{2},\quad P_0 = 1",
        start="one",
        tools=(
            "scikit-learn auc(recall, precision)",
            "yardstick pr_auc",
            "scikit-learn average_precision_score before 0.19",
        ),
        source="trapezoidal rule; criticised by Davis & Goadrich (2006), doi 10.1145/1143844.1143874",
        join=interpolate.linear,
        draw=_straight_tops(interpolate.linear),
    ),
    Scheme(
        key="linear_flat",
        formula=r"\sum_i (R_i - R_{i-1})\,\frac{P_{i-1} + P_i}{2},\quad P_0 = P_1",
        start="first precision",
        tools=("diagnosticSummary (R)",),
        source="diagnosticSummary for R",
        join=interpolate.linear_flat,
        draw=_straight_tops(interpolate.linear_flat),
    ),
    Scheme(
        key="continuous",
        formula=r"\sum_i \int_{R_{i-1}}^{R_i} \frac{r}{a_i r + b_i}\,dr",
        start="first precision",
        tools=("PRROC auc.integral", "XGBoost aucpr", "H2O", "precrec (on a grid)", "Keras AUC(curve='PR') (in bins)"),
        source="Keilwagen, Grosse & Grau (2014), doi 10.1371/journal.pone.0092209",
        join=interpolate.continuous,
        draw=interpolate.continuous_vertices,
    ),
    Scheme(
        key="envelope",
        formula=r"\sum_i (R_i - R_{i-1})\,\max_{j \ge i} P_j",
        start="not needed",
        tools=("PASCAL VOC 2010 and later", "interpolated precision of information retrieval"),
        source="Everingham et al. (2010), doi 10.1007/s11263-009-0275-4",
        join=interpolate.envelope,
        draw=_straight_tops(interpolate.envelope),
    ),
)

SCHEMES: dict[str, Scheme] = {scheme.key: scheme for scheme in _REGISTERED}
