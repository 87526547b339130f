"""A tool: what it reports for given rows, when it refuses, and the facts that explain its number.

Seventeen tools rank rows in a few ways, and ranking is most of the work. A way of ranking is a function from rows to
points; who names the same function gets the same points.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from numpy.typing import ArrayLike

from pr_metrics.points import OperatingPoints, points_of
from pr_metrics.rows import Rows, validate_rows
from pr_metrics.schemes import Start
from pr_metrics.tolerances import DOUBLE_PRECISION
from pr_metrics.validation import short_repr

Reason = Literal[
    "weights",  # the tool takes none
    "weight range",  # a weight, or their sum, that float32, in which the tool counts, turns into 0 or infinity
    "no positives",
    "no negatives",
    "score range",  # a score outside [0, 1], or scores that tie beyond float32
    "too many distinct scores",  # more than the tool keeps apart
    "equal scores split by place",  # in the array, by how a processor rounds a sigmoid
    "unknown order of equal scores",  # that the tool goes by, and counts do not tell
    "same scores in both classes",  # PRROC takes them for one list of weighted rows
    "too many positives",  # more than steps can be taken, one a positive
]


class RejectedInput(ValueError):  # noqa: N818 - a tool's answer, kept as data, before it is an error
    """A tool, or what reproduces it, refuses rows that others take; `reason` says why in one of a few fixed terms.

    What no tool could take, such as labels of three values, is a plain ValueError.

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
    ) -> tuple[type[RejectedInput], tuple[str, Reason]]:  # else a copy would be made from the message only
        return type(self), (str(self), self.reason)


Rank = Callable[[Rows], OperatingPoints]


@dataclass(frozen=True, slots=True, eq=False)
class Rankings:
    """Rows, and the points that were made of them so far."""

    rows: Rows
    _cache: dict[Rank, OperatingPoints] = field(default_factory=dict)

    def points(self, rank: Rank) -> OperatingPoints:
        """Points of the rows as this function ranks them.

        >>> from pr_metrics.points import points_of
        >>> from pr_metrics.rows import validate_rows
        >>> rankings = Rankings(validate_rows([1, 0], [0.5, 0.5]))
        >>> rankings.points(points_of) is rankings.points(points_of)
        True
        """
        if rank not in self._cache:
            self._cache[rank] = rank(self.rows)
        return self._cache[rank]


Area = Callable[[OperatingPoints], float]
ToolStart = Start | Literal["first positive's precision", "zero"]
Ties = Literal["together", "input order", "by document name", "spread evenly"]
Resolution = Literal["double", "single", "bins", "thresholds"]
OneClass = Literal["as usual", "nan", "refused"]


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool that reports an area, with its facts; its number was compared with the tool's own on stored cases.

    It departs from the plain area of its scheme where `start` is not the scheme's, `ties` is not "together", `bins` is
    given, or the tolerance tells of single precision.

    >>> from pr_metrics.tools import TOOLS
    >>> round(TOOLS["keras.AUC.minoring"].report([1, 0, 1], [0.9, 0.8, 0.7]), 4)
    0.25
    """

    key: str
    name: str  # as its users write it
    short: str  # where there is little room
    version: str  # of the tool that was run
    scheme: str | None  # key of the scheme by which it joins points; None: by none of them
    start: ToolStart  # what it puts at recall 0
    formula: str  # LaTeX; P_i and R_i are precision and recall at the tool's i-th threshold, strictest first
    source: str
    area: Area  # of points of both classes, as the tool ranks the rows
    without_positives: float | None  # what it returns, often with a warning; None: it refuses
    without_negatives: OneClass = "as usual"
    ties: Ties = "together"  # what it makes of rows with equal scores
    resolution: Resolution = "double"  # in which scores are told apart: float64, float32, or places fixed beforehand
    bins: str | None = None  # where it rounds scores, or looks at fixed levels of score or recall
    takes_weights: bool = False
    rank: Rank = points_of  # rows into the points that the tool sees
    start_area: Area | None = None  # what its start adds, where it joins by no scheme
    tolerance: float = DOUBLE_PRECISION  # area; largest difference that is allowed to the tool's own number

    def __repr__(self) -> str:
        return short_repr(self)

    def report(
        self,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        pos_label: object = None,
    ) -> float:
        """Return what the tool returns for these rows, to `tolerance`; arguments as for `operating_points`.

        Raises
        ------
        ValueError: what `operating_points` refuses.
        Refusal: weights for a tool that takes none, or outside the range that it can hold; rows of one class for a tool
            that needs both; scores outside the range that the tool accepts; more distinct scores than H2O keeps; the
            same scores in both classes for PRROC; more positives than `davis_goadrich` takes steps; equal logits whose
            tie torchmetrics takes apart on one processor and not on another; infinities tied for torcheval.

        >>> from pr_metrics.tools import TOOLS
        >>> TOOLS["sklearn.average_precision_score"].report([1, 0], [0.5, 0.5])
        0.5
        >>> TOOLS["xgboost.aucpr"].report([1, 1], [0.9, 0.5])
        nan
        """
        return self.report_rankings(
            Rankings(validate_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label))
        )

    def report_rankings(self, rankings: Rankings) -> float:
        """The report on rows that were checked, and that other tools may have ranked already.

        Raises
        ------
        Refusal: as `report`.

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
        if not rows.positive.any():
            return self._single_class_report("positive", self.without_positives)
        if rows.positive.all() and self.without_negatives != "as usual":
            return self._single_class_report("negative", float("nan") if self.without_negatives == "nan" else None)
        return self.area(rankings.points(self.rank))

    def _single_class_report(self, missing: Literal["positive", "negative"], value: float | None) -> float:
        if value is None:
            reason: Reason = "no positives" if missing == "positive" else "no negatives"
            raise RejectedInput(f"y_true must have a {missing} for {self.key}, got none", reason)
        return value
