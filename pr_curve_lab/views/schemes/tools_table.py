"""Which tool would report which area for the rows in use, and what it does differently."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from pr_curve_lab.analysis.number_texts import decimals_within
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.numerals import count_text, ratio_text, signed_text, size_text
from pr_curve_lab.i18n.tool_terms import term
from pr_metrics import TOOLS, OperatingPoints, Tool
from pr_metrics.tools import Refusal

COLUMNS = ("value", "tool", "difference", "scheme", "start", "ties", "formula")
OPTIMISTIC = "ROCR.aucpr"  # by the slip of an index; said only where it is larger


def show_besides(reports: Mapping[str, float | Refusal], points: OperatingPoints, area: float, words: Words) -> None:
    """Say what the tools are not given, and where ROCR's slip makes its number larger than average precision."""
    if points.unreached_positives:
        share = ratio_text(float(points.recall[-1]))
        st.info(words.say("tools.missed", missed=count_text(points.unreached_positives), share=share))
    asked = reports.get(OPTIMISTIC, area)
    optimism = asked - area if isinstance(asked, float) else 0.0
    if not points.unreached_positives and optimism > TOOLS[OPTIMISTIC].tolerance:
        st.caption(words.say("tools.rocr", difference=size_text(optimism)))


def show_all(reports: Mapping[str, float | Refusal], area: float, words: Words) -> None:
    """List every tool with its area, or why it has none, and with what it does."""
    lines = [_line(TOOLS[key], report, area, words) for key, report in reports.items()]
    titles = {column: words.say(f"tools.column_{column}") for column in COLUMNS}
    with st.expander(words.say("tools.all"), key="all_tools"), st.container(key="tools_table"):
        st.table(pd.DataFrame(lines, columns=COLUMNS).rename(columns=titles), hide_index=True, border="horizontal")


def _line(tool: Tool, report: float | Refusal, area: float, words: Words) -> dict[str, str]:
    """One row of the table, as Markdown: nothing in it was typed by a visitor."""
    if isinstance(report, Refusal):
        value, difference = words.say("tools.refused", reason=words.say(term("refused", report.reason))), ""
    else:
        decimals = decimals_within(tool.tolerance)
        value, difference = words.number(report, f".{decimals}f"), words.number(signed_text(report - area, decimals))
        if abs(report - area) < tool.tolerance:
            difference = "0"
    return {
        "tool": words.say("tools.tool", name=f"**{tool.name}**", version=tool.version) + _besides(tool, words),
        "value": value,
        "difference": difference,
        "scheme": words.say(f"schemes.{tool.scheme}.name" if tool.scheme else "tools.no_scheme"),
        "start": words.say(term("start", tool.start)),
        "ties": words.say(term("ties", tool.ties)),
        "formula": f"${words.formula(tool.formula)}$",
    }


def _besides(tool: Tool, words: Words) -> str:
    """The note on what else the tool does to scores or recalls, in small type behind its name."""
    return f" :small[:gray[{words.say(f'tools.bins.{tool.key}')}]]" if tool.bins else ""
