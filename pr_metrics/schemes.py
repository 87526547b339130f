"""The registry of schemes: for each way of joining, its key, formula, start, users and source.

Documentation and screen both read these facts, so that they cannot disagree with what is computed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from pr_metrics import interpolation
from pr_metrics.interpolation import JoinedCurve, Points, Segments, curve_from_segments
from pr_metrics.points import OperatingPoints
from pr_metrics.points_validation import check_points
from pr_metrics.validation import Registry, close_match_text, short_repr

Start = Literal["not needed", "one", "first precision", "dropped"]


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
    draw: Callable[[OperatingPoints], JoinedCurve] | None = None  # where the tops are not straight
    join_exactly: Callable[[Points], Segments] | None = None  # where the area is a fraction: no logarithm in it
    total: Callable[[OperatingPoints], float] | None = None  # the same sum, in less memory
    levels: int | None = None  # of recall, where the pieces are those and not the points
    check: Callable[[OperatingPoints], None] | None = None  # refuses points that cannot be joined so

    def __repr__(self) -> str:
        return short_repr(self)

    def can_join(self, points: OperatingPoints) -> bool:
        """Whether these points can be joined so: `davis_goadrich` needs rows of weight 1, and not too many."""
        check_points(points)
        try:
            if self.check is not None:
                self.check(points)
        except ValueError:
            return False
        return True

    def segments(self, points: OperatingPoints) -> Segments:
        """Cut the joined curve into its pieces; arrays of shape (n_segments,).

        Raises
        ------
        ValueError: the scheme does not apply to these points; they are no OperatingPoints.
        """
        return self.join(check_points(points))

    def area(self, points: OperatingPoints) -> float:
        """Area under the joined curve: no unit, in [0, 1], larger is better; nan without positives.

        A perfect ranking has exactly 1, but where the part before the first point is dropped.

        Raises
        ------
        ValueError: as `segments`.
        """
        area = float(self.segments(points).area.sum()) if self.total is None else self.total(check_points(points))
        if self.start != "dropped" and _all_positives_first(points):
            return 1.0  # the sum may round to either side
        return min(area, 1.0)

    def curve(self, points: OperatingPoints) -> JoinedCurve:
        """Vertices of the joined curve; closed to precision 0 they have the area that `area` gives.

        To 1e-12; to 1e-6 for `continuous`, whose tops are not straight.

        Raises
        ------
        ValueError: as `segments`.
        """
        drawn = curve_from_segments(self.segments(points)) if self.draw is None else self.draw(check_points(points))
        return replace(drawn, n_extrapolated=self._n_extrapolated(points))

    def _n_extrapolated(self, points: OperatingPoints) -> int:
        """How many of the first vertices stand where no threshold leads: none if the first threshold has recall 0."""
        if self.start == "one":
            return 1
        if points.recall[0] == 0:
            return 0
        return {"not needed": 0, "first precision": 1, "dropped": 2}[self.start]


def _all_positives_first(points: OperatingPoints) -> bool:
    true, false = points.counts
    without_false = int(np.searchsorted(false, false.dtype.type(0), side="right"))  # points: counts never fall
    return without_false > 0 and bool(true[without_false - 1] == points.positives > 0)


def get_scheme(key: str, name: str = "scheme") -> Scheme:
    """Look a scheme up.

    Raises
    ------
    ValueError: there is no scheme of that key.

    >>> get_scheme("step").key
    'step'
    """
    if not isinstance(key, str) or key not in SCHEMES:
        raise ValueError(
            f"{name} must be one of {', '.join(SCHEMES)}, got {key!r}{close_match_text(key, SCHEMES, ALIASES)}"
        )
    return SCHEMES[key]


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
        join=interpolation.step,
        join_exactly=interpolation.step,
        total=interpolation.step_sum,
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
        join=interpolation.linear,
        join_exactly=interpolation.linear,
    ),
    Scheme(
        key="linear_flat",
        formula=r"\sum_i (R_i - R_{i-1})\,\frac{P_{i-1} + P_i}{2},\quad P_0 = P_1",
        start="first precision",
        tools=("diagnosticSummary (R)",),
        source="diagnosticSummary for R",
        join=interpolation.linear_flat,
        join_exactly=interpolation.linear_flat,
    ),
    Scheme(
        key="linear_cut",
        formula=r"\sum_{i \ge 2} (R_i - R_{i-1})\,\frac{P_{i-1} + P_i}{2}",
        start="dropped",
        tools=("MLmetrics PRAUC", "MLeval"),
        source="MLmetrics for R",
        join=interpolation.linear_cut,
        join_exactly=interpolation.linear_cut,
    ),
    Scheme(
        key="lower",
        formula=r"\sum_i (R_i - R_{i-1})\,\min(P_{i-1}, P_i),\quad P_0 = P_1",
        start="first precision",
        tools=("Keras AUC(summation_method='minoring') (in bins, with P_0 = 0)",),
        source="lower Riemann sum",
        join=interpolation.lower,
        join_exactly=interpolation.lower,
    ),
    Scheme(
        key="upper",
        formula=r"\sum_i (R_i - R_{i-1})\,\max(P_{i-1}, P_i),\quad P_0 = P_1",
        start="first precision",
        tools=("Keras AUC(summation_method='majoring') (in bins, with P_0 = 0)",),
        source="upper Riemann sum",
        join=interpolation.upper,
        join_exactly=interpolation.upper,
    ),
    Scheme(
        key="continuous",
        formula=r"\sum_i \int_{R_{i-1}}^{R_i} \frac{r}{a_i r + b_i}\,dr",
        start="first precision",
        tools=("PRROC auc.integral", "XGBoost aucpr", "H2O", "precrec (on a grid)", "Keras AUC(curve='PR') (in bins)"),
        source="Keilwagen, Grosse & Grau (2014), doi 10.1371/journal.pone.0092209",
        join=interpolation.continuous,
        draw=interpolation.continuous_vertices,
    ),
    Scheme(
        key="davis_goadrich",
        formula=r"\sum_{x=1}^{P} \frac{1}{P} \cdot \frac{p_{x-1} + p_x}{2},\quad p_x = \frac{x}{x + \mathrm{FP}(x)}",
        start="first precision",
        tools=("PRROC auc.davis.goadrich", "AUCCalculator (from the first positive on)"),
        source="Davis & Goadrich (2006), doi 10.1145/1143844.1143874, section 4",
        join=interpolation.davis_goadrich,
        join_exactly=interpolation.davis_goadrich,
        check=interpolation.check_steps,
    ),
    Scheme(
        key="envelope",
        formula=r"\sum_i (R_i - R_{i-1})\,\max_{j \ge i} P_j",
        start="not needed",
        tools=("PASCAL VOC 2010 and later", "interpolated precision of information retrieval"),
        source="Everingham et al. (2010), doi 10.1007/s11263-009-0275-4",
        join=interpolation.envelope,
        join_exactly=interpolation.envelope,
    ),
    Scheme(
        key="eleven_point",
        formula=r"\frac{1}{11} \sum_{\tau \in \{0, 0.1, \ldots, 1\}}\ \max_{i:\,R_i \ge \tau} P_i",
        start="not needed",
        tools=("PASCAL VOC 2007",),
        source="Everingham et al. (2010), doi 10.1007/s11263-009-0275-4",
        join=interpolation.eleven_point,
        join_exactly=interpolation.eleven_point,
        levels=11,
    ),
    Scheme(
        key="hundred_one_point",
        formula=r"\frac{1}{101} \sum_{\tau \in \{0, 0.01, \ldots, 1\}}\ \max_{i:\,R_i \ge \tau} P_i",
        start="not needed",
        tools=("COCO (which breaks ties by input order)",),
        source="Lin et al. (2014), doi 10.1007/978-3-319-10602-1_48, and its evaluation code",
        join=interpolation.hundred_one_point,
        join_exactly=interpolation.hundred_one_point,
        levels=101,
    ),
)

# What schemes are called elsewhere.
ALIASES = {
    "ap": "step", "average_precision": "step", "average precision": "step", "steps": "step", "right": "step",
    "trapezoid": "linear", "trapezoidal": "linear", "trapz": "linear", "auc": "linear", "straight": "linear",
    "interpolated": "envelope", "interpolation": "continuous", "integral": "continuous", "voc": "eleven_point",
    "11": "eleven_point", "11pt": "eleven_point", "coco": "hundred_one_point", "101": "hundred_one_point",
}  # fmt: skip
SCHEMES: dict[str, Scheme] = Registry("scheme", {scheme.key: scheme for scheme in _REGISTERED}, ALIASES)
