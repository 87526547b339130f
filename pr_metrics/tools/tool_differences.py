"""Reports of all tools on the same rows, and what sets each apart from average precision, in parts that add up."""

from __future__ import annotations

import math
from dataclasses import dataclass

from numpy.typing import ArrayLike

from pr_metrics.interpolation import step_sum
from pr_metrics.points import OperatingPoints, points_of
from pr_metrics.rows import checked_rows
from pr_metrics.schemes import SCHEMES, Scheme
from pr_metrics.tools.registry import TOOLS
from pr_metrics.tools.tool import Rankings, Refusal, Tool
from pr_metrics.validation import did_you_mean


@dataclass(frozen=True, slots=True)
class Departure:
    """A tool's number less the step area of the rows with tied ones together, taken apart; areas."""

    counting: float  # its points: tied rows in an order, scores in bins, or in single precision
    start: float  # what it puts before the first of its points
    joining: float  # between them, or at levels of recall

    @property
    def total(self) -> float:
        """All of it: the tool's number is average precision and this."""
        return self.counting + self.start + self.joining


def tool_departure(
    key: str, y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, pos_label: object = None
) -> Departure:
    """Take a tool's number apart: what it counts, where it starts, how it joins.

    counting: the step area of the tool's own points less that of the rows as they are. start: what the tool adds up to
    its first point less the step area there, R_1 * P_1, with all that its own start changes. joining: the rest. One
    after the other, so that the three add up; in another order they would be others where ties and start meet. All are
    nan where the number is.
    key: of `TOOLS`. Other arguments as for `operating_points`. Source: the facts of `Tool`.

    Raises
    ------
    ValueError: no tool of that key; what `operating_points` refuses.
    Refusal: what the tool refuses.

    >>> parts = tool_departure("sklearn.auc", [1, 0, 1, 0], [4, 3, 2, 1])
    >>> parts.counting, parts.start, round(parts.joining, 3)
    (0.0, 0.0, -0.042)
    >>> round(tool_departure("keras.AUC.minoring", [1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1]).start, 3)
    -0.5
    """
    if key not in TOOLS:
        raise ValueError(f"key must be one of {', '.join(TOOLS)}, got {key!r}{did_you_mean(key, TOOLS)}")
    rankings = Rankings(checked_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label))
    return departure_of(TOOLS[key], rankings)


def scheme_departure(key: str, points: OperatingPoints) -> Departure:
    """Take the area of a scheme apart as a tool's number; its points are those of the rows, so counting is 0.

    key: of `SCHEMES`. Source: as `tool_departure`.

    Raises
    ------
    ValueError: the scheme does not apply to these points.

    >>> parts = scheme_departure("linear", OperatingPoints.from_counts([1], [1], [9]))
    >>> round(parts.start, 12), round(parts.joining, 12)
    (0.45, 0.0)
    """
    scheme = SCHEMES[key]
    start = _start_of_scheme(scheme, points)
    return Departure(0.0, start, scheme.area(points) - step_sum(points) - start)


def departure_of(tool: Tool, rankings: Rankings) -> Departure:
    """The parts for rows that were checked, and that other tools may have ranked already.

    Raises
    ------
    Refusal: what the tool refuses.

    >>> rows = Rankings(checked_rows([1, 0], [0.5, 0.5]))
    >>> departure_of(TOOLS["COCO"], rows)
    Departure(counting=0.5, start=0.0, joining=0.0)
    """
    reported = tool.of(rankings)
    points = rankings.points(tool.rank)
    if math.isnan(reported):
        return Departure(math.nan, math.nan, math.nan)
    stepped = step_sum(points)
    start = _start(tool, points, reported)
    return Departure(stepped - step_sum(rankings.points(points_of)), start, reported - stepped - start)


def _start(tool: Tool, points: OperatingPoints, reported: float) -> float:
    """The area before the first point beyond its step, and what a start that is not the scheme's changes."""
    if tool.scheme is None:
        return 0.0 if tool.start_area is None else tool.start_area(points)
    scheme = SCHEMES[tool.scheme]
    of_scheme = _start_of_scheme(scheme, points)
    changed = scheme.levels is None and tool.start != scheme.start
    return of_scheme + reported - scheme.area(points) if changed else of_scheme


def _start_of_scheme(scheme: Scheme, points: OperatingPoints) -> float:
    """The area before the first point beyond its step; none where levels of recall are joined, and not points."""
    if scheme.levels is not None:
        return 0.0
    segments = scheme.segments(points)
    before = segments.area[segments.recall_after <= points.recall[0]].sum()
    return float(before - points.recall[0] * points.precision[0])


def tool_reports(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
) -> dict[str, float | Refusal]:
    """Return for each key of `TOOLS` what that tool reports, or why it refuses; in the order of `TOOLS`.

    Each number is to the bit that of `TOOLS[key].report`, and each refusal the one that it raises; nan is what a tool
    returns where it finds its area undefined. Arguments as for `operating_points`. Source: each tool's own `source`.

    Raises
    ------
    ValueError: what `operating_points` refuses.

    >>> reports = tool_reports([1, 0, 1], [0.9, 0.9, 0.4], sample_weight=[1, 2, 1])
    >>> round(reports["sklearn.auc"], 4), reports["COCO"].reason
    (0.5417, 'weights')
    """
    rankings = Rankings(checked_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label))
    return {key: _answer(tool, rankings) for key, tool in TOOLS.items()}


def _answer(tool: Tool, rankings: Rankings) -> float | Refusal:
    try:
        return tool.of(rankings)
    except Refusal as refusal:
        return Refusal(str(refusal), refusal.reason)  # without the traceback, which would keep all rows in memory
