"""What other tools report for the same rows: `TOOLS`, and the arithmetic in which they differ from the schemes.

A tool is included only if its number was reproduced on every stored case; `tests/reference` describes how each was run.
"""

from pr_metrics.tools.registry import TOOLS
from pr_metrics.tools.tool import RejectedInput, Tool
from pr_metrics.tools.tool_differences import (
    ToolDifference,
    explain_scheme_difference,
    explain_tool_difference,
    release_reports,
    tool_reports,
)

__all__ = [
    "TOOLS",
    "RejectedInput",
    "Tool",
    "ToolDifference",
    "explain_scheme_difference",
    "explain_tool_difference",
    "release_reports",
    "tool_reports",
]  # fmt: skip
