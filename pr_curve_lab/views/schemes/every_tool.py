"""All tools as dots on one axis, and the one that is looked into."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.analysis.number_answer import Answer
from pr_curve_lab.analysis.number_texts import NumberText, decimals_within
from pr_curve_lab.analysis.rounding import rounded_text
from pr_curve_lab.analysis.tool_groups import blocks
from pr_curve_lab.analysis.tool_numbers import ToolNumber, ToolNumbers
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.number_verdicts import parts_in_print
from pr_curve_lab.i18n.tool_terms import term
from pr_curve_lab.plotting import tool_strip
from pr_curve_lab.server.results import kept
from pr_curve_lab.server.settings import TOOL
from pr_curve_lab.server.visitor_state import put, same_data, value_of
from pr_curve_lab.views.charts import bridge, chart
from pr_curve_lab.views.schemes.two_numbers import asked_in_picture
from pr_metrics import TOOLS
from pr_metrics.tolerances import AREA_ROUNDING

TOOL_WIDTH = 320  # px


def show(numbers: ToolNumbers, answer: Answer, words: Words) -> None:
    """Draw all tools in blocks by cause, with the numbers asked about as lines; a click opens a tool."""
    grouped, asked, opened = kept(blocks, numbers), asked_in_picture(answer, words), str(value_of(TOOL.key))
    figure = tool_strip.tool_strip(grouped, asked, opened, words, same_data=same_data())
    areas = [one.area for one in numbers.numbers]
    alt = words.say("answer.alt", tools=len(areas), least=min(areas), most=max(areas))
    chart.show(figure, key="tools_chart", alt=alt)
    layouts = tool_strip.layouts(grouped, asked, words)
    bridge.lay("tools_chart", "widths", "clicks", data={"layouts": layouts}, on_click=_open)


def _open(place: float) -> None:
    put(tool=list(TOOLS)[int(place)])


def show_opened(numbers: ToolNumbers, words: Words) -> None:
    """Ask which tool to look into, and say what it does."""
    st.selectbox(
        words.say("answer.open"),
        TOOL.options,
        format_func=lambda key: TOOLS[key].name if key else words.say("answer.open_none"),
        key=TOOL.key,
        persist_state="session",
        label_visibility="collapsed",
        width=TOOL_WIDTH,
    )
    key = str(value_of(TOOL.key))
    if not key:
        return
    found = next((one for one in numbers.numbers if one.tool.key == key), None)
    if found is not None:
        _show(found, words)
    elif key in numbers.refusals:
        reason = words.say(term("refused", numbers.refusals[key].reason))
        st.markdown(words.say("tools.tool", name=TOOLS[key].name, version=words.say("tools.refused", reason=reason)))


def _show(one: ToolNumber, words: Words) -> None:
    """A tool's number, its formula, and what makes it what it is."""
    tool, total = one.tool, one.departure.total
    area = NumberText(rounded_text(one.area, f".{decimals_within(tool.tolerance)}f"))
    st.markdown(f"**{words.say('answer.opened.title', name=tool.name, version=tool.version, area=area)}**")
    if abs(total) < AREA_ROUNDING:
        apart = words.say("answer.opened.alike")
    else:
        gap, parts = parts_in_print(one.departure, total, words)
        apart = words.say("answer.opened.apart", gap=gap, parts=parts)
    how = words.say(
        "answer.opened.how", start=words.say(term("start", tool.start)), ties=words.say(term("ties", tool.ties))
    )
    bins = words.say(f"tools.bins.{tool.key}") if tool.bins else ""
    st.markdown(" ".join(part for part in (apart, how, bins) if part))
    st.latex(words.formula(tool.formula))
    st.caption(words.say("answer.opened.source", source=tool.source))
