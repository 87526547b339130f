"""The registry of schemes: each way of joining points, with its key, formula, start, tools and source.

The app prints these attributes beside each area. A test compares them with the translated sentences.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from pr_metrics import interpolation
from pr_metrics.interpolation import JoinedCurve, Points, Segments, curve_from_segments
from pr_metrics.points import OperatingPoints, check_points
from pr_metrics.validation import Registry, close_match_text, short_repr

Start = Literal["not needed", "one", "first precision", "dropped"]


@dataclass(frozen=True, slots=True)
class Scheme:
    """One way of joining operating points, with its formula, tools and source.

    A scheme decides what the curve does between two measured points and before the first one, and therefore the area.

    Attributes
    ----------
    key : str
        Name of the scheme in `SCHEMES`.
    formula : str
        Formula of the area in LaTeX. P_i and R_i are precision and recall at the i-th threshold, strictest first.
    start : {"not needed", "one", "first precision", "dropped"}
        What the scheme puts at recall 0, where precision is 0/0: nothing, because its formula does not use a precision
        there; precision 1; the precision of the first point; or nothing, because the part before the first point is
        left out.
    tools : tuple of str
        Software that reports this area.
    source : str
        Publication or program that defines the scheme.
    join : callable
        Function that takes `OperatingPoints` and returns `Segments`.
    draw : callable or None, default None
        Function that takes `OperatingPoints` and returns the `JoinedCurve` to draw, for a scheme whose segments do not
        have straight tops.
    total : callable or None, default None
        Function that takes `OperatingPoints` and returns the sum of the segments' areas in less memory.
    levels : int or None, default None
        Number of recall levels, for a scheme whose segments are levels of recall instead of points.
    check : callable or None, default None
        Function that raises `ValueError` for points to which the scheme does not apply.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([1], [1], [9])
    >>> SCHEMES["step"].area(points), round(SCHEMES["linear"].area(points), 2)
    (0.1, 0.55)
    """

    key: str
    formula: str
    start: Start
    tools: tuple[str, ...]
    source: str
    join: Callable[[OperatingPoints], Segments]
    draw: Callable[[OperatingPoints], JoinedCurve] | None = None
    total: Callable[[OperatingPoints], float] | None = None
    levels: int | None = None
    check: Callable[[OperatingPoints], None] | None = None

    def __repr__(self) -> str:
        return short_repr(self)

    @property
    def join_exactly(self) -> Callable[[Points], Segments] | None:
        """Function that joins points given as fractions; None where the area contains a logarithm."""
        return self.join if self.draw is None else None  # type: ignore[return-value]

    def can_join(self, points: OperatingPoints) -> bool:
        """Check whether the scheme applies to these points.

        Only `davis_goadrich` has a requirement: the true positives must be whole numbers, and at most 20 million of
        them.

        Parameters
        ----------
        points : OperatingPoints
            Counts at each threshold, strictest first.

        Returns
        -------
        bool
            Whether `segments`, `area` and `curve` accept the points.

        Raises
        ------
        ValueError
            `points` is not an `OperatingPoints`.
        """
        check_points(points)
        try:
            if self.check is not None:
                self.check(points)
        except ValueError:
            return False
        return True

    def segments(self, points: OperatingPoints) -> Segments:
        """Join the points and return the pieces of the curve.

        Parameters
        ----------
        points : OperatingPoints
            Counts at each threshold, strictest first.

        Returns
        -------
        Segments
            Pieces of the joined curve from recall 0 on, in arrays of shape (n_segments,).

        Raises
        ------
        ValueError
            The scheme does not apply to these points, or `points` is not an `OperatingPoints`.
        """
        return self.join(check_points(points))

    def area(self, points: OperatingPoints) -> float:
        """Compute the area under the joined curve.

        A perfect ranking has an area of exactly 1, except under a scheme that drops the part before the first point.

        Parameters
        ----------
        points : OperatingPoints
            Counts at each threshold, strictest first.

        Returns
        -------
        float
            Area in [0, 1], without unit; larger is better. ``nan`` without positives.

        Raises
        ------
        ValueError
            The scheme does not apply to these points, or `points` is not an `OperatingPoints`.
        """
        area = float(self.segments(points).area.sum()) if self.total is None else self.total(check_points(points))
        if self.start != "dropped" and _all_positives_first(points):
            return 1.0  # the sum may round to either side
        return min(area, 1.0)

    def curve(self, points: OperatingPoints) -> JoinedCurve:
        """Compute the vertices of the joined curve.

        The polygon between the vertices and precision 0 has the area that `area` returns, to within 1e-12. For
        `continuous`, whose segments do not have straight tops, the two agree to within 1e-6.

        Parameters
        ----------
        points : OperatingPoints
            Counts at each threshold, strictest first.

        Returns
        -------
        JoinedCurve
            Recall and precision of the vertices, in arrays of shape (n_vertices,), and the number of vertices at the
            start whose precision is a convention.

        Raises
        ------
        ValueError
            The scheme does not apply to these points, or `points` is not an `OperatingPoints`.
        """
        drawn = curve_from_segments(self.segments(points)) if self.draw is None else self.draw(check_points(points))
        return replace(drawn, n_extrapolated=self._n_extrapolated(points))

    def _n_extrapolated(self, points: OperatingPoints) -> int:
        """Return the number of vertices at the start of the curve whose precision is a convention and not a point's."""
        if self.start == "one":
            return 1
        if points.recall[0] == 0:
            return 0
        return {"not needed": 0, "first precision": 1, "dropped": 2}[self.start]


def _all_positives_first(points: OperatingPoints) -> bool:
    true, false = points.counts
    without_false = int(np.searchsorted(false, false.dtype.type(0), side="right"))  # points, since counts never fall
    return without_false > 0 and bool(true[without_false - 1] == points.positives > 0)


def get_scheme(key: str, name: str = "scheme") -> Scheme:
    """Look up a scheme by its key.

    Parameters
    ----------
    key : str
        Key of a scheme in `SCHEMES`.
    name : str, default "scheme"
        Name of the argument that the error message mentions.

    Returns
    -------
    Scheme
        The scheme of that key.

    Raises
    ------
    ValueError
        There is no scheme of that key.

    Examples
    --------
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
            "MLflow (1.29 and later)",
        ),
        source="Manning, Raghavan & Schuetze (2008), Introduction to Information Retrieval, section 8.4",
        join=interpolation.step,
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
        source="trapezoidal rule; criticized by Davis & Goadrich (2006), doi 10.1145/1143844.1143874",
        join=interpolation.linear,
    ),
    Scheme(
        key="linear_flat",
        formula=r"\sum_i (R_i - R_{i-1})\,\frac{P_{i-1} + P_i}{2},\quad P_0 = P_1",
        start="first precision",
        tools=("Spark MLlib areaUnderPR (2.3 and later)", "diagnosticSummary (R)"),
        source="diagnosticSummary for R",
        join=interpolation.linear_flat,
    ),
    Scheme(
        key="linear_truncated",
        formula=r"\sum_{i \ge 2} (R_i - R_{i-1})\,\frac{P_{i-1} + P_i}{2}",
        start="dropped",
        tools=("MLmetrics PRAUC", "MLeval"),
        source="MLmetrics for R",
        join=interpolation.linear_truncated,
    ),
    Scheme(
        key="lower",
        formula=r"\sum_i (R_i - R_{i-1})\,\min(P_{i-1}, P_i),\quad P_0 = P_1",
        start="first precision",
        tools=("Keras AUC(summation_method='minoring') (in bins, with P_0 = 0)",),
        source="lower Riemann sum",
        join=interpolation.lower,
    ),
    Scheme(
        key="upper",
        formula=r"\sum_i (R_i - R_{i-1})\,\max(P_{i-1}, P_i),\quad P_0 = P_1",
        start="first precision",
        tools=("Keras AUC(summation_method='majoring') (in bins, with P_0 = 0)",),
        source="upper Riemann sum",
        join=interpolation.upper,
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
        check=interpolation.check_steps,
    ),
    Scheme(
        key="envelope",
        formula=r"\sum_i (R_i - R_{i-1})\,\max_{j \ge i} P_j",
        start="not needed",
        tools=("PASCAL VOC 2010 and later", "interpolated precision of information retrieval"),
        source="Everingham et al. (2010), doi 10.1007/s11263-009-0275-4",
        join=interpolation.envelope,
    ),
    Scheme(
        key="eleven_point",
        formula=r"\frac{1}{11} \sum_{\tau \in \{0, 0.1, \ldots, 1\}}\ \max_{i:\,R_i \ge \tau} P_i",
        start="not needed",
        tools=("PASCAL VOC 2007",),
        source="Everingham et al. (2010), doi 10.1007/s11263-009-0275-4",
        join=interpolation.eleven_point,
        levels=11,
    ),
    Scheme(
        key="hundred_one_point",
        formula=r"\frac{1}{101} \sum_{\tau \in \{0, 0.01, \ldots, 1\}}\ \max_{i:\,R_i \ge \tau} P_i",
        start="not needed",
        tools=("COCO (which breaks ties by input order)",),
        source="Lin et al. (2014), doi 10.1007/978-3-319-10602-1_48, and its evaluation code",
        join=interpolation.hundred_one_point,
        levels=101,
    ),
)

# Other names of schemes, for which error messages suggest the key.
ALIASES = {
    "ap": "step", "average_precision": "step", "average precision": "step", "steps": "step", "right": "step",
    "trapezoid": "linear", "trapezoidal": "linear", "trapz": "linear", "auc": "linear", "straight": "linear",
    "interpolated": "envelope", "interpolation": "continuous", "integral": "continuous", "voc": "eleven_point",
    "11": "eleven_point", "11pt": "eleven_point", "coco": "hundred_one_point", "101": "hundred_one_point",
}  # fmt: skip
SCHEMES: dict[str, Scheme] = Registry("scheme", {scheme.key: scheme for scheme in _REGISTERED}, ALIASES)
