"""What every tool reports for the same rows: checked once, and ranked once for each way of ranking."""

from __future__ import annotations

from numpy.typing import ArrayLike

from pr_metrics.rows import checked_rows
from pr_metrics.tools.rankings import Rankings
from pr_metrics.tools.refusal import Refusal
from pr_metrics.tools.registry import TOOLS
from pr_metrics.tools.tool import Tool


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
