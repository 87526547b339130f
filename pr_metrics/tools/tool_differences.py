"""Reports of all tools on the same rows, and what sets each apart from average precision, in parts that add up."""

from __future__ import annotations

import math
from dataclasses import dataclass

from numpy.typing import ArrayLike

from pr_metrics.interpolation import step_sum
from pr_metrics.points import OperatingPoints, points_of
from pr_metrics.rows import validate_rows
from pr_metrics.schemes import SCHEMES, Scheme
from pr_metrics.tools.registry import TOOLS
from pr_metrics.tools.tool import Rankings, RejectedInput, Tool
from pr_metrics.validation import close_match_text


@dataclass(frozen=True, slots=True)
class ToolDifference:
    """A tool's number less the step area of the rows with tied ones together, taken apart; areas."""

    counting: float  # its points: tied rows in an order, scores in bins, or in single precision
    start: float  # what it puts before the first of its points
    joining: float  # between them, or at levels of recall

    @property
    def total(self) -> float:
        """All of it: the tool's number is average precision and this."""
        return self.counting + self.start + self.joining


def explain_tool_difference(
    key: str, y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None, pos_label: object = None
) -> ToolDifference:
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

    >>> parts = explain_tool_difference("sklearn.auc", [1, 0, 1, 0], [4, 3, 2, 1])
    >>> parts.counting, parts.start, round(parts.joining, 3)
    (0.0, 0.0, -0.042)
    >>> round(explain_tool_difference("keras.AUC.minoring", [1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1]).start, 3)
    -0.5
    """
    if key not in TOOLS:
        raise ValueError(f"key must be one of {', '.join(TOOLS)}, got {key!r}{close_match_text(key, TOOLS)}")
    rankings = Rankings(validate_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label))
    return tool_difference(TOOLS[key], rankings)


def explain_scheme_difference(key: str, points: OperatingPoints) -> ToolDifference:
    """Take the area of a scheme apart as a tool's number; its points are those of the rows, so counting is 0.

    key: of `SCHEMES`. Source: as `explain_tool_difference`.

    Raises
    ------
    ValueError: the scheme does not apply to these points.

    >>> parts = explain_scheme_difference("linear", OperatingPoints.from_counts([1], [1], [9]))
    >>> round(parts.start, 12), round(parts.joining, 12)
    (0.45, 0.0)
    """
    scheme = SCHEMES[key]
    start = _start_of_scheme(scheme, points)
    return ToolDifference(0.0, start, scheme.area(points) - step_sum(points) - start)


def tool_difference(tool: Tool, rankings: Rankings) -> ToolDifference:
    """The parts for rows that were checked, and that other tools may have ranked already.

    Raises
    ------
    Refusal: what the tool refuses.

    >>> rows = Rankings(validate_rows([1, 0], [0.5, 0.5]))
    >>> tool_difference(TOOLS["COCO"], rows)
    ToolDifference(counting=0.5, start=0.0, joining=0.0)
    """
    reported = tool.report_rankings(rankings)
    points = rankings.points(tool.rank)
    if math.isnan(reported):
        return ToolDifference(math.nan, math.nan, math.nan)
    stepped = step_sum(points)
    start = _start(tool, points, reported)
    return ToolDifference(stepped - step_sum(rankings.points(points_of)), start, reported - stepped - start)


def _start(tool: Tool, points: OperatingPoints, area: float) -> float:
    """The area before the first point beyond its step, and what a start that is not the scheme's changes."""
    if tool.scheme is None:
        return 0.0 if tool.start_area is None else tool.start_area(points)
    scheme = SCHEMES[tool.scheme]
    of_scheme = _start_of_scheme(scheme, points)
    changed = scheme.levels is None and tool.start != scheme.start
    return of_scheme + area - scheme.area(points) if changed else of_scheme


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
) -> dict[str, float | RejectedInput]:
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
    rankings = Rankings(validate_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label))
    return {key: _tool_report(tool, rankings) for key, tool in TOOLS.items()}


def _tool_report(tool: Tool, rankings: Rankings) -> float | RejectedInput:
    try:
        return tool.report_rankings(rankings)
    except RejectedInput as refusal:
        return RejectedInput(str(refusal), refusal.reason)  # without the traceback, which would keep all rows in memory
