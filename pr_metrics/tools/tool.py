"""A tool: the area it reports for given rows, the input it rejects, and the attributes that explain its number.

The tools rank rows in only a few ways, and ranking is most of the work. A way of ranking is a function from rows to
points, and tools that name the same function share its points.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.interpolation import step_sum
from pr_metrics.points import OperatingPoints, check_total_positives, points_of_rows
from pr_metrics.rows import Rows, validate_rows
from pr_metrics.schemes import SCHEMES, Start
from pr_metrics.tolerances import DOUBLE_PRECISION
from pr_metrics.validation import BoolArray, short_repr

NAN = float("nan")

Reason = Literal[
    "weights", "weight range", "no positives", "no negatives", "score range", "too many distinct scores",
    "equal scores split by place", "unknown order of equal scores", "same scores in both classes", "too many positives",
    "unscored positives", "equal scores in any order",
]  # fmt: skip


class RejectedInput(ValueError):  # noqa: N818 - reports keep it as a value
    """Error for rows that one tool, or its reproduction here, does not accept although other tools do.

    Input that no tool could accept, such as labels of three values, raises a plain `ValueError` instead.

    Parameters
    ----------
    message : str
        Description of the argument, the rule and the value that broke it.
    reason : str
        Why the rows are rejected, one of the terms that are listed in the Notes.

    Attributes
    ----------
    reason : str
        Why the rows are rejected, one of the terms that are listed in the Notes.

    Notes
    -----
    The reasons are:

    * "weights": the tool takes no weights.
    * "weight range": a weight, or the sum of the weights, becomes 0 or infinite in float32, in which the tool counts.
    * "no positives": the tool needs a positive, and there is none.
    * "no negatives": the tool needs a negative, and there is none.
    * "score range": a score is outside [0, 1], or scores beyond the range of float32 are tied.
    * "too many distinct scores": there are more distinct scores than the tool keeps apart.
    * "equal scores split by place": rounding of a sigmoid splits equal scores by their place in the array, which
      differs between processors.
    * "unknown order of equal scores": the tool depends on the order of equal scores, and counts do not contain that
      order.
    * "same scores in both classes": PRROC takes the scores of the two classes for one list of weighted rows.
    * "too many positives": the area takes one step for each positive, and there are more positives than allowed.
    * "unscored positives": there are positives without a score, of which the tool knows nothing.
    * "equal scores in any order": the tool sorts equal scores in an order that depends on the processor, and the area
      depends on that order.

    Examples
    --------
    >>> from pr_metrics.tools import TOOLS
    >>> try:
    ...     TOOLS["COCO"].report([1, 0], [0.9, 0.1], sample_weight=[1, 2])
    ... except RejectedInput as refusal:
    ...     print(refusal.reason)
    weights
    """

    def __init__(self, message: str, reason: Reason) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(
        self,
    ) -> tuple[type[RejectedInput], tuple[str, Reason]]:  # pickling would otherwise keep the message only
        return type(self), (str(self), self.reason)


Rank = Callable[[Rows], OperatingPoints]


@dataclass(frozen=True, slots=True, eq=False)
class Rankings:
    """Validated rows, with a cache of the points that were made of them.

    Several tools can share one instance, so that each way of ranking is computed once.

    Attributes
    ----------
    rows : Rows
        Labels, scores and weights that have been validated.
    total_positives : float or None
        Positives with and without a score, if some have none.
    """

    rows: Rows
    total_positives: float | None = None
    _cache: dict[Rank, OperatingPoints] = field(default_factory=dict)
    _step_areas: dict[Rank, float] = field(default_factory=dict)

    def points(self, rank: Rank) -> OperatingPoints:
        """Return the operating points that a ranking function makes of the rows.

        The points are computed on the first call and cached for later ones.

        Parameters
        ----------
        rank : callable
            Function that takes `Rows` and returns `OperatingPoints`.

        Returns
        -------
        OperatingPoints
            Counts at each threshold, strictest first, as the function ranks the rows.

        Examples
        --------
        >>> from pr_metrics.points import points_of_rows
        >>> from pr_metrics.rows import validate_rows
        >>> rankings = Rankings(validate_rows([1, 0], [0.5, 0.5]))
        >>> rankings.points(points_of_rows) is rankings.points(points_of_rows)
        True
        """
        if rank not in self._cache:
            points = rank(self.rows)
            if self.total_positives is not None:
                total = check_total_positives(float(points.true_positives[-1]), self.total_positives)
                points = OperatingPoints.from_arrays(
                    points.threshold, *points.counts, total, points.negatives, weighted=points.weighted
                )
            self._cache[rank] = points
        return self._cache[rank]

    def step_area(self, rank: Rank) -> float:
        """Return the step area of the points that a ranking function makes of the rows.

        Thresholds above every score, whose precision is 0/0, are left out.

        Parameters
        ----------
        rank : callable
            Function that takes `Rows` and returns `OperatingPoints`.

        Returns
        -------
        float
            Step area in [0, 1]; computed on the first call and cached for later ones.

        Examples
        --------
        >>> from pr_metrics.points import points_of_rows
        >>> from pr_metrics.rows import validate_rows
        >>> Rankings(validate_rows([1, 0], [0.5, 0.5])).step_area(points_of_rows)
        0.5
        """
        if rank not in self._step_areas:
            self._step_areas[rank] = step_sum(points_with_rows(self.points(rank)))
        return self._step_areas[rank]

    @property
    def has_unscored_positives(self) -> bool:
        """Whether there are positives without a score."""
        scored = self.rows.positive.sum() if self.rows.weight is None else self.rows.weight[self.rows.positive].sum()
        return self.total_positives is not None and self.total_positives > scored


def points_with_rows(points: OperatingPoints) -> OperatingPoints:
    """Leave out thresholds above every score, which some tools count and whose precision is 0/0.

    >>> points = OperatingPoints(np.array([2.0, 1.0]), np.array([0.0, 1.0]), np.array([0.0, 1.0]), 1, 1)
    >>> points_with_rows(points).precision.tolist()
    [0.5]
    """
    n_empty = int(np.searchsorted(points.true_positives + points.false_positives, 0.0, side="right"))
    return points.take(np.arange(n_empty, points.threshold.size)) if 0 < n_empty < points.threshold.size else points


Area = Callable[[OperatingPoints], float]
ToolStart = Start | Literal["first positive's precision", "zero"]
Ties = Literal["together", "input order", "by document name", "spread evenly", "no fixed order"]
Resolution = Literal["double", "single", "bins", "thresholds"]
OneClass = Literal["as usual", "nan", "refused"]
Obtained = Literal["run", "reading"]
Domain = Literal["general", "display", "detection", "retrieval"]


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool that reports an area, in releases that compute it alike, with attributes that explain its number.

    The number was compared with the tool's own on stored cases. It differs from the area of the tool's scheme if
    `start` is not that of the scheme, if `ties` is not "together", if `bins` is given, or if `tolerance` is that of
    single precision.

    Attributes
    ----------
    key : str
        Name of the tool in `TOOLS`; for releases before the newest behavior, that name, "@" and `since`.
    name : str
        Name as the users of the tool write it.
    short : str
        Short name for narrow places.
    version : str
        Last version that was run, or read, and behaves so.
    scheme : str or None
        Key of the scheme by which the tool joins points; None if it joins them by none of the schemes.
    start : str
        What the tool puts at recall 0: one of the values of `Scheme.start`, "first positive's precision" or "zero".
    formula : str
        Formula of the area in LaTeX. P_i and R_i are precision and recall at the tool's i-th threshold, strictest
        first.
    source : str
        Publication or program that defines the area.
    area : callable
        Function from the points, as the tool ranks the rows, to the area. The points have at least one positive.
    without_positives : float or None
        What the tool returns without positives, often with a warning; None if it rejects such rows.
    without_negatives : {"as usual", "nan", "refused"}, default "as usual"
        What the tool does without negatives: computes the area as usual, returns ``nan``, or rejects the rows.
    ties : {"together", "input order", "by document name", "spread evenly", "no fixed order"}, default "together"
        How the tool treats rows with equal scores. Without a fixed order the processor decides, and rows whose area
        depends on it are rejected.
    resolution : {"double", "single", "bins", "thresholds"}, default "double"
        Resolution at which the tool distinguishes scores: float64, float32, bins, or fixed thresholds.
    bins : str or None, default None
        Description of how the tool rounds scores, or of the fixed levels of score or recall that it uses; None if it
        does neither.
    takes_weights : bool, default False
        Whether the tool takes sample weights.
    takes_total_positives : bool, default False
        Whether the tool is told how many positives there are, with and without a score, as tools for detection are.
    rank : callable, default `points_of_rows`
        Function from rows to the points that the tool sees.
    start_area : callable or None, default None
        Function from points to the area that the tool's start adds, where it cannot be told from that of the scheme.
    tolerance : float, default 1e-9
        Largest difference from the tool's own number that is allowed, as an area.
    since : str, default ""
        First version that is known to behave so; "" if only `version` was run.
    released : str, default ""
        Day on which `since` was released, or `version` if there is none, as YYYY-MM-DD; "" if it is not known.
    address : str, default ""
        Address of the changelog entry, the source or the thread about the change; "" if none is known.
    obtained : {"run", "reading"}, default "run"
        Whether the numbers of released versions were compared, or only their source was read.
    domain : {"general", "display", "detection", "retrieval"}, default "general"
        What the number is for: any scores, a curve that is displayed and whose area is taken here, objects in images,
        or ranked documents.

    Examples
    --------
    >>> from pr_metrics.tools import TOOLS
    >>> round(TOOLS["keras.AUC.minoring"].report([1, 0, 1], [0.9, 0.8, 0.7]), 4)
    0.25
    """

    key: str
    name: str
    short: str
    version: str
    scheme: str | None
    start: ToolStart
    formula: str
    source: str
    area: Area
    without_positives: float | None
    without_negatives: OneClass = "as usual"
    ties: Ties = "together"
    resolution: Resolution = "double"
    bins: str | None = None
    takes_weights: bool = False
    takes_total_positives: bool = False
    rank: Rank = points_of_rows
    start_area: Area | None = None
    tolerance: float = DOUBLE_PRECISION
    since: str = ""
    released: str = ""
    address: str = ""
    obtained: Obtained = "run"
    domain: Domain = "general"

    @property
    def base_key(self) -> str:
        """Name of the tool in `TOOLS`, whatever the release."""
        return self.key.partition("@")[0]

    def __repr__(self) -> str:
        return short_repr(self)

    def report(
        self,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        pos_label: object = None,
        total_positives: float | None = None,
    ) -> float:
        """Compute the area that the tool returns for these rows, to within `tolerance`.

        Parameters
        ----------
        y_true : array-like of shape (n_rows,)
            Labels of two values; 1 or True is positive, or the value that `pos_label` names.
        y_score : array-like of shape (n_rows,)
            Scores in any unit; higher means more positive.
        sample_weight : array-like of shape (n_rows,), optional
            How much each row counts, at least 0; rows of weight 0 are dropped.
        pos_label : object, optional
            Label of the positive class. Without it the labels must be 0 and 1, -1 and 1, or bool.
        total_positives : float, optional
            Positives with and without a score: the objects of a detector, found or not. Default: those among the rows.

        Returns
        -------
        float
            Area that the tool reports; ``nan`` if the tool finds it undefined.

        Raises
        ------
        ValueError
            The rows are invalid: lengths differ; an argument is empty or not one-dimensional; tables name their rows in
            different orders; `y_true` has a missing label, more than two values, or values other than 0 and 1 (or -1
            and 1) without `pos_label`; `pos_label` is not in `y_true`; a score or weight is not a finite number that
            float64 holds exactly; or a weight is negative or none is above 0. `total_positives` is not a finite number,
            or below the number of positives among the rows.
        RejectedInput
            There are positives without a score, and the tool knows of none. There are weights and the tool takes none,
            or weights outside the range that it can hold; the rows are of one class and the tool needs both; a score is
            outside the range that the tool accepts; there are more distinct scores than H2O keeps apart; both classes
            have the same scores (PRROC); there are more positives than `davis_goadrich` can take steps; equal logits
            are tied by torchmetrics on one processor and split on another; or infinities are tied (torcheval).

        Examples
        --------
        >>> from pr_metrics.tools import TOOLS
        >>> TOOLS["sklearn.average_precision_score"].report([1, 0], [0.5, 0.5])
        0.5
        >>> TOOLS["xgboost.aucpr"].report([1, 1], [0.9, 0.5])
        nan
        """
        rows = validate_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
        return self.report_rankings(Rankings(rows, total_positives))

    def report_rankings(self, rankings: Rankings) -> float:
        """Compute the area that the tool returns for validated rows.

        Other tools may already have ranked the rows; their points are reused.

        Parameters
        ----------
        rankings : Rankings
            Validated rows, with the points that were made of them so far.

        Returns
        -------
        float
            Area that the tool reports; ``nan`` if the tool finds it undefined.

        Raises
        ------
        RejectedInput
            The tool does not accept the rows, for one of the reasons that `report` lists.

        Examples
        --------
        >>> from pr_metrics.tools import TOOLS
        >>> TOOLS["COCO"].report_rankings(Rankings(validate_rows([1, 0], [0.5, 0.5])))
        1.0
        """
        rows = rankings.rows
        if rows.weight is not None and not self.takes_weights:
            raise RejectedInput(
                f"sample_weight must be None for {self.key}, which takes none, got {rows.weight.size} weights",
                "weights",
            )
        if rankings.has_unscored_positives and not self.takes_total_positives:
            raise RejectedInput(
                f"total_positives must not exceed the positives among the rows for {self.key}, which knows only those, "
                f"got {rankings.total_positives}",
                "unscored positives",
            )
        if not rows.positive.any() and not rankings.has_unscored_positives:
            return self._single_class_report("positive", self.without_positives)
        if rows.positive.all() and self.without_negatives != "as usual":
            return self._single_class_report("negative", float("nan") if self.without_negatives == "nan" else None)
        return self.area(rankings.points(self.rank))

    def _single_class_report(self, missing: Literal["positive", "negative"], value: float | None) -> float:
        if value is None:
            reason: Reason = "no positives" if missing == "positive" else "no negatives"
            raise RejectedInput(f"y_true must have a {missing} for {self.key}, got none", reason)
        return value


def scheme_tool(scheme: str, **facts: Any) -> Tool:
    """Build a tool that joins points by a scheme, with its start, formula and area unless others are given.

    >>> scheme_tool("step", key="x", name="X", short="X", version="1", source="", without_positives=NAN).start
    'not needed'
    """
    return Tool(scheme=scheme, **(_of_scheme(scheme) | facts))


def with_scheme(tool: Tool, scheme: str, **changed: Any) -> Tool:
    """Return a tool that joins points by another scheme, with its start, formula and area unless others are given.

    >>> from pr_metrics.tools import TOOLS
    >>> with_scheme(TOOLS["sklearn.auc"], "step").start
    'not needed'
    """
    return replace(tool, scheme=scheme, **(_of_scheme(scheme) | changed))


def _of_scheme(scheme: str) -> dict[str, Any]:
    return {name: getattr(SCHEMES[scheme], name) for name in ("start", "formula", "area")}


def release(tool: Tool, versions: tuple[str, str], day: str, address: str = "", **changed: Any) -> Tool:
    """Return a tool as it behaves from the first of two versions, released on a day, to the second, which was run.

    >>> from pr_metrics.tools import TOOLS
    >>> release(TOOLS["COCO"], ("2.0.0", "2.0.5"), "2018-03-11").source
    'Lin et al. (2014), doi 10.1007/978-3-319-10602-1_48; pycocotools 2.0.5, COCOeval.accumulate'
    """
    since, last = versions
    told = {"source": tool.source.replace(tool.version, last), "version": last, "since": since, "released": day}
    return replace(tool, address=address, **(told | changed))


def check_scores(rows: Rows, allowed: BoolArray, rule: str) -> None:
    """Raise an error that names the first score that a tool does not take."""
    if not allowed.all():
        position = int(np.argmin(allowed))
        raise RejectedInput(f"y_score must {rule}, got {rows.score[position]} at position {position}", "score range")
