"""What other tools report for the same rows: `TOOLS`, and the arithmetic in which they depart from the schemes.

A tool is here only because its number was reproduced on every stored case; `tests/reference` says how each was run.
"""

from pr_metrics.tools.registry import TOOLS
from pr_metrics.tools.tool import Refusal, Tool
from pr_metrics.tools.tool_differences import Departure, scheme_departure, tool_departure, tool_reports

__all__ = ["TOOLS", "Departure", "Refusal", "Tool", "scheme_departure", "tool_departure", "tool_reports"]
