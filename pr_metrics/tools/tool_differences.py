"""Reports of all tools on the same rows, and the difference of each from average precision, in parts that add up."""

from __future__ import annotations

import math
from dataclasses import dataclass

from numpy.typing import ArrayLike

from pr_metrics.interpolation import step_sum
from pr_metrics.points import OperatingPoints, points_of_rows
from pr_metrics.rows import validate_rows
from pr_metrics.schemes import SCHEMES, Scheme
from pr_metrics.tools.registry import TOOLS
from pr_metrics.tools.tool import Rankings, RejectedInput, Tool, points_with_rows
from pr_metrics.validation import close_match_text


@dataclass(frozen=True, slots=True)
class ToolDifference:
    """Difference between a tool's number and average precision, in three parts that add up.

    Average precision is the step area of the rows with tied rows together.

    Attributes
    ----------
    counting : float
        Part due to the points that the tool counts, as an area: it may put tied rows in an order, put scores into bins,
        or round them to single precision.
    start : float
        Part due to what the tool puts before the first of its points, as an area.
    joining : float
        Part due to how the tool joins its points, or to fixed levels of recall, as an area.

    Examples
    --------
    >>> ToolDifference(counting=0.25, start=0.0, joining=-0.125).total
    0.125
    """

    counting: float
    start: float
    joining: float

    @property
    def total(self) -> float:
        """Sum of the parts; the tool's number is average precision plus this."""
        return self.counting + self.start + self.joining


def explain_tool_difference(
    key: str,
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    total_positives: float | None = None,
) -> ToolDifference:
    """Split the difference between a tool's number and average precision into counting, start and joining.

    `counting` is the step area of the tool's own points minus that of the rows as they are. `start` is the area that
    the tool has up to its first point minus the step area there, R_1 * P_1, including everything that the tool's own
    start changes. `joining` is the rest. The parts are computed one after the other, so they add up; in another order
    they would differ where ties and start interact.

    Parameters
    ----------
    key : str
        Key of a tool in `TOOLS`, perhaps with "@" and a version.
    y_true : array-like of shape (n_rows,)
        Labels of two values; 1 or True is positive, or the value that `pos_label` names.
    y_score : array-like of shape (n_rows,)
        Scores in any unit; higher means more positive.
    sample_weight : array-like of shape (n_rows,), optional
        How much each row counts, at least 0; rows of weight 0 are dropped.
    pos_label : object, optional
        Label of the positive class. Without it the labels must be 0 and 1, -1 and 1, or bool.
    total_positives : float, optional
        Positives with and without a score. Default: those among the rows.

    Returns
    -------
    ToolDifference
        The three parts, as areas; all ``nan`` if the tool's number is.

    Raises
    ------
    ValueError
        There is no tool of that key, or no release of that version. The rows are invalid: lengths differ; an argument
        is empty or not one-dimensional; tables name their rows in different orders; `y_true` has a missing label, more
        than two values, or values other than 0 and 1 (or -1 and 1) without `pos_label`; `pos_label` is not in `y_true`;
        a score or weight is not a finite number that float64 holds exactly; or a weight is negative or none is above 0.
    RejectedInput
        The tool does not accept the rows, for one of the reasons that `Tool.report` lists.

    References
    ----------
    .. [1] The attributes of `Tool`; `Tool.source` names the publication or program.

    Examples
    --------
    >>> parts = explain_tool_difference("sklearn.auc", [1, 0, 1, 0], [4, 3, 2, 1])
    >>> parts.counting, parts.start, round(parts.joining, 3)
    (0.0, 0.0, -0.042)
    >>> round(explain_tool_difference("keras.AUC.minoring", [1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1]).start, 3)
    -0.5
    """
    if key.partition("@")[0] not in TOOLS:
        raise ValueError(f"key must be one of {', '.join(TOOLS)}, got {key!r}{close_match_text(key, TOOLS)}")
    try:
        tool = TOOLS[key]
    except KeyError as error:
        raise ValueError(str(error.args[0])) from None
    rows = validate_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    return tool_difference(tool, Rankings(rows, total_positives))


def explain_scheme_difference(key: str, points: OperatingPoints) -> ToolDifference:
    """Split the difference between the area of a scheme and average precision into start and joining.

    The scheme's points are those of the rows, so `counting` is 0.

    Parameters
    ----------
    key : str
        Key of a scheme in `SCHEMES`.
    points : OperatingPoints
        Counts at each threshold, strictest first.

    Returns
    -------
    ToolDifference
        The parts as `explain_tool_difference` defines them, as areas.

    Raises
    ------
    ValueError
        The scheme does not apply to these points.

    References
    ----------
    .. [1] `Scheme.source` names the publication or program.

    Examples
    --------
    >>> parts = explain_scheme_difference("linear", OperatingPoints.from_counts([1], [1], [9]))
    >>> round(parts.start, 12), round(parts.joining, 12)
    (0.45, 0.0)
    """
    scheme = SCHEMES[key]
    start = _start_of_scheme(scheme, points)
    return ToolDifference(0.0, start, scheme.area(points) - step_sum(points) - start)


def tool_difference(tool: Tool, rankings: Rankings, reported: float | None = None) -> ToolDifference:
    """Split the difference of `explain_tool_difference` for validated rows.

    Other tools may already have ranked the rows; their points are reused.

    Parameters
    ----------
    tool : Tool
        Tool whose number is explained.
    rankings : Rankings
        Validated rows, with the points that were made of them so far.
    reported : float, optional
        Area that the tool reports, if it is known already.

    Returns
    -------
    ToolDifference
        The three parts, as areas; all ``nan`` if the tool's number is.

    Raises
    ------
    RejectedInput
        The tool does not accept the rows.

    Examples
    --------
    >>> rows = Rankings(validate_rows([1, 0], [0.5, 0.5]))
    >>> tool_difference(TOOLS["COCO"], rows)
    ToolDifference(counting=0.5, start=0.0, joining=0.0)
    """
    area = tool.report_rankings(rankings) if reported is None else reported
    if math.isnan(area):
        return ToolDifference(math.nan, math.nan, math.nan)
    points, own = points_with_rows(rankings.points(tool.rank)), rankings.step_area(points_of_rows)
    if not points.positives or not points.true_positives[-1] + points.false_positives[-1]:  # the tool left out the rows
        return ToolDifference(area - own, 0.0, 0.0)
    stepped = rankings.step_area(tool.rank)
    start = _start(tool, points, area)
    return ToolDifference(stepped - own, start, area - stepped - start)


def _start(tool: Tool, points: OperatingPoints, area: float) -> float:
    """Return the area before the first point minus its step, plus the effect of a start other than the scheme's."""
    if tool.start_area is not None:
        return tool.start_area(points)
    if tool.scheme is None:
        return 0.0
    scheme = SCHEMES[tool.scheme]
    of_scheme = _start_of_scheme(scheme, points)
    changed = scheme.levels is None and tool.start != scheme.start
    return of_scheme + area - scheme.area(points) if changed else of_scheme


def _start_of_scheme(scheme: Scheme, points: OperatingPoints) -> float:
    """Return the area before the first point minus its step; 0 for schemes that join levels of recall."""
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
    total_positives: float | None = None,
) -> dict[str, float | RejectedInput]:
    """Compute what the newest release of each tool in `TOOLS` reports for the same rows, or why it rejects them.

    Each number equals that of `TOOLS[key].report` to the last bit, and each rejection is the one that it raises.
    ``nan`` is what a tool returns where it finds its area undefined.

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
        Positives with and without a score. Default: those among the rows. Tools that are not told of more reject them.

    Returns
    -------
    dict of str to float or RejectedInput
        Area, or the error as a value, by the key of each tool, in the order of `TOOLS`.

    Raises
    ------
    ValueError
        The rows are invalid: lengths differ; an argument is empty or not one-dimensional; tables name their rows in
        different orders; `y_true` has a missing label, more than two values, or values other than 0 and 1 (or -1 and 1)
        without `pos_label`; `pos_label` is not in `y_true`; a score or weight is not a finite number that float64 holds
        exactly; or a weight is negative or none is above 0.

    References
    ----------
    .. [1] `Tool.source` of each tool in `TOOLS`.

    Examples
    --------
    >>> reports = tool_reports([1, 0, 1], [0.9, 0.9, 0.4], sample_weight=[1, 2, 1])
    >>> round(reports["sklearn.auc"], 4), reports["COCO"].reason
    (0.5417, 'weights')
    """
    rows = validate_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    rankings = Rankings(rows, total_positives)
    return {key: _tool_report(tool, rankings) for key, tool in TOOLS.items()}


def release_reports(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    pos_label: object = None,
    total_positives: float | None = None,
) -> dict[str, float | RejectedInput]:
    """Compute what every known behavior of each tool reports for the same rows, or why it rejects them.

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
        Positives with and without a score. Default: those among the rows. Tools that are not told of more reject them.

    Returns
    -------
    dict of str to float or RejectedInput
        Area, or the error as a value, by `Tool.key`, tool by tool in the order of `TOOLS`, oldest release first.

    Raises
    ------
    ValueError
        The rows are invalid, as for `tool_reports`.

    References
    ----------
    .. [1] `Tool.address` and `Tool.source` of each behavior in `TOOLS.releases`.

    Examples
    --------
    >>> reports = release_reports([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1])
    >>> round(reports["sklearn.average_precision_score@0.18"], 3), round(reports["sklearn.average_precision_score"], 3)
    (0.792, 0.833)
    """
    rows = validate_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    rankings = Rankings(rows, total_positives)
    return {tool.key: _tool_report(tool, rankings) for key in TOOLS for tool in TOOLS.releases(key)}


def _tool_report(tool: Tool, rankings: Rankings) -> float | RejectedInput:
    try:
        return tool.report_rankings(rankings)
    except RejectedInput as refusal:
        return RejectedInput(str(refusal), refusal.reason)  # without the traceback, which would keep all rows in memory
