"""The page Schemes: every way of joining, and every tool."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from pr_curve_lab.analysis.areas import JoinedArea, joined_areas
from pr_curve_lab.analysis.formatting import (
    NumberText,
    decimals_for_tolerance,
    format_count,
    format_difference,
    format_number,
    format_ratio,
    has_same_text,
)
from pr_curve_lab.analysis.number_answer import NumberReport, Source, sources_of
from pr_curve_lab.analysis.tools import ToolNumber, ToolNumbers, blocks, tool_numbers
from pr_curve_lab.i18n.citations import area_sentence
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.i18n.names import tool_message_key
from pr_curve_lab.i18n.number_source_sentences import format_gap_components
from pr_curve_lab.plotting import strip_plot
from pr_curve_lab.plotting.schemes import RESOLUTION, layouts, schemes_figure
from pr_curve_lab.schema.labeled_scores import LabeledScores
from pr_curve_lab.server.settings import TOOL
from pr_curve_lab.server.visitor_state import cached, same_data, set_widget, value_of
from pr_curve_lab.views import charts, exports
from pr_curve_lab.views.number_sources import number_lines
from pr_metrics import TOOLS, OperatingPoints, Tool
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.tools import RejectedInput


def get_areas(points: OperatingPoints, messages: Messages) -> dict[str, float]:
    """The area of every scheme that can join the points, by its key."""
    return {key: one.area for key, one in get_joined_areas(points, messages).items()}


def get_joined_areas(points: OperatingPoints, messages: Messages) -> dict[str, JoinedArea]:
    """The area and the curve of every scheme, at the resolution of small charts."""
    with st.spinner(messages.format("schemes.computing")):
        return cached(joined_areas, points, RESOLUTION)


def get_tool_numbers(cases: LabeledScores, messages: Messages) -> ToolNumbers:
    """The number that every tool reports for the rows, or why it rejects them."""
    with st.spinner(messages.format("schemes.computing")):
        return cached(tool_numbers, cases)


def get_sources(cases: LabeledScores, messages: Messages) -> tuple[Source, ...]:
    """All sources that a number for these rows may come from."""
    return cached(_find_sources, cases.points, get_tool_numbers(cases, messages))


def _find_sources(points: OperatingPoints, numbers: ToolNumbers) -> tuple[Source, ...]:
    return sources_of(numbers, {key: one.area for key, one in cached(joined_areas, points, RESOLUTION).items()}, points)


def show_area_range(areas: Mapping[str, float], messages: Messages) -> None:
    """Show the range of the areas of the same points."""
    least, most = min(areas.values()), max(areas.values())
    finding = "alike" if has_same_text(least, most) else "range"  # no data make all of them equal
    st.subheader(
        messages.format(f"schemes.headline_{finding}", schemes=len(areas), least=least, most=most), anchor=False
    )


def show_scheme_charts(
    points: OperatingPoints, joined: Mapping[str, JoinedArea], scheme: str, messages: Messages
) -> None:
    """Draw all schemes in one chart, and offer under it the one to compare with."""
    panels, areas = list(joined.values()), {key: one.area for key, one in joined.items()}
    figure = cached(_schemes_figure, points, messages, same_data=same_data())
    alt = messages.format("schemes.alt", panels=len(panels), least=min(areas.values()), most=max(areas.values()))
    charts.show_fitted_chart(figure, layouts(points, panels, messages, reference=scheme), key="schemes_chart", alt=alt)
    _show_scheme_select(areas, scheme, messages)
    charts.show_point_count(figure, points.threshold.size, messages)


def _schemes_figure(points: OperatingPoints, messages: Messages, *, same_data: str) -> Any:
    return schemes_figure(points, list(get_joined_areas(points, messages).values()), messages, same_data=same_data)


def _show_scheme_select(areas: Mapping[str, float], scheme: str, messages: Messages) -> None:
    by_area = sorted(areas, key=lambda key: areas[key])
    lowest, highest = ((key, areas[key] - areas[scheme]) for key in (by_area[0], by_area[-1]))
    with st.container(horizontal=True, vertical_alignment="center", key="compare"):
        st.markdown(messages.format("schemes.compare"), width="content")
        st.selectbox(
            messages.format("schemes.compare"),
            list(areas),
            format_func=lambda key: messages.format(f"schemes.{key}.name"),
            key="left",
            label_visibility="collapsed",
            persist_state="session",
            width=280,
        )
        ends = [_difference_text(end, *found, messages) for end, found in (("lowest", lowest), ("highest", highest))]
        st.caption(messages.format("schemes.separator").join(ends), width="content")


def _difference_text(end: str, scheme: str, difference: float, messages: Messages) -> str:
    """How far the lowest or the highest area is from the selected one."""
    if abs(difference) < AREA_ROUNDING:
        return messages.format(f"schemes.no_{end}")
    return messages.format(
        f"schemes.{end}", name=messages.format(f"schemes.{scheme}.name"), difference=format_difference(difference)
    )


TOOL_WIDTH = 320  # px


def show_every_tool(numbers: ToolNumbers, answer: NumberReport, messages: Messages) -> None:
    """Draw the numbers of all tools by cause, with the typed numbers as lines; a click selects a tool."""
    grouped, targets, opened = cached(blocks, numbers), number_lines(answer, messages), str(value_of(TOOL.key))
    figure = strip_plot.tool_strip(grouped, targets, opened, messages, same_data=same_data())
    areas = [one.area for one in numbers.numbers]
    alt = messages.format("answer.alt", tools=len(areas), least=min(areas), most=max(areas))
    charts.show_chart(figure, key="tools_chart", alt=alt)
    layouts = strip_plot.layouts(grouped, targets, messages)
    charts.attach_script("tools_chart", "widths", "clicks", data={"layouts": layouts}, on_click=_open_tool)


def _open_tool(position: float) -> None:
    set_widget(tool=list(TOOLS)[int(position)])


def show_tool_info(numbers: ToolNumbers, messages: Messages) -> None:
    """Offer a selection of tools, and describe the selected one."""
    st.selectbox(
        messages.format("answer.open"),
        TOOL.options,
        format_func=lambda key: TOOLS[key].name if key else messages.format("answer.open_none"),
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
        _show_tool(found, messages)
    elif key in numbers.rejected:
        reason = messages.format(tool_message_key("refused", numbers.rejected[key].reason))
        st.markdown(
            messages.format("tools.tool", name=TOOLS[key].name, version=messages.format("tools.refused", reason=reason))
        )


def _show_tool(one: ToolNumber, messages: Messages) -> None:
    """A tool's number, its formula, and why it differs."""
    tool, total = one.tool, one.difference.total
    area = NumberText(format_number(one.area, f".{decimals_for_tolerance(tool.tolerance)}f"))
    st.markdown(f"**{messages.format('answer.opened.title', name=tool.name, version=tool.version, area=area)}**")
    if abs(total) < AREA_ROUNDING:
        apart = messages.format("answer.opened.alike")
    else:
        gap, parts = format_gap_components(one.difference, total, messages)
        apart = messages.format("answer.opened.apart", gap=gap, parts=parts)
    how = messages.format(
        "answer.opened.how",
        start=messages.format(tool_message_key("start", tool.start)),
        ties=messages.format(tool_message_key("ties", tool.ties)),
    )
    bins = messages.format(f"tools.bins.{tool.key}") if tool.bins else ""
    st.markdown(" ".join(part for part in (apart, how, bins) if part))
    st.latex(messages.formula(tool.formula))
    st.caption(messages.format("answer.opened.source", source=tool.source))


COLUMNS = ("value", "tool", "difference", "scheme", "start", "ties", "formula")
ROCR_TOOL = "ROCR.aucpr"  # an index is off by one; mentioned only if its number is larger


def show_tool_warnings(
    results: Mapping[str, float | RejectedInput], points: OperatingPoints, area: float, messages: Messages
) -> None:
    """Say that tools do not count unscored positives, and that an error in ROCR makes its number too large."""
    if points.unscored_positives:
        share = format_ratio(float(points.recall[-1]))
        st.info(messages.format("tools.missed", missed=format_count(points.unscored_positives), share=share))
    rocr = results.get(ROCR_TOOL, area)
    optimism = rocr - area if isinstance(rocr, float) else 0.0
    if not points.unscored_positives and optimism > TOOLS[ROCR_TOOL].tolerance:
        st.caption(messages.format("tools.rocr", difference=format_difference(optimism, signed=False)))


def show_tool_table(results: Mapping[str, float | RejectedInput], area: float, messages: Messages) -> None:
    """List every tool with its area, or why it has none, and how it computes it."""
    lines = [_tool_row(TOOLS[key], report, area, messages) for key, report in results.items()]
    titles = {column: messages.format(f"tools.column_{column}") for column in COLUMNS}
    with st.expander(messages.format("tools.all"), key="all_tools"), st.container(key="tools_table"):
        st.table(pd.DataFrame(lines, columns=COLUMNS).rename(columns=titles), hide_index=True, border="horizontal")


def _tool_row(tool: Tool, result: float | RejectedInput, area: float, messages: Messages) -> dict[str, str]:
    """One row of the table, as Markdown: nothing in it was typed by a visitor."""
    if isinstance(result, RejectedInput):
        value, difference = (
            messages.format("tools.refused", reason=messages.format(tool_message_key("refused", result.reason))),
            "",
        )
    else:
        decimals = decimals_for_tolerance(tool.tolerance)
        value, difference = (
            messages.number(result, f".{decimals}f"),
            messages.number(format_difference(result - area, decimals)),
        )
        if abs(result - area) < tool.tolerance:
            difference = "0"
    return {
        "tool": messages.format("tools.tool", name=f"**{tool.name}**", version=tool.version)
        + _bins_text(tool, messages),
        "value": value,
        "difference": difference,
        "scheme": messages.format(f"schemes.{tool.scheme}.name" if tool.scheme else "tools.no_scheme"),
        "start": messages.format(tool_message_key("start", tool.start)),
        "ties": messages.format(tool_message_key("ties", tool.ties)),
        "formula": f"${messages.formula(tool.formula)}$",
    }


def _bins_text(tool: Tool, messages: Messages) -> str:
    """A note in small type on how the tool bins scores or recall."""
    return f" :small[:gray[{messages.format(f'tools.bins.{tool.key}')}]]" if tool.bins else ""


def show_report_text(cases: LabeledScores, area: float, messages: Messages) -> None:
    """Recommend the step area, with a sentence to copy that says how it is computed."""
    st.subheader(messages.format("answer.report_title", area=area), anchor=False)
    st.caption(messages.format("answer.report_reason"))
    sentence = area_sentence("step", area, exports.rows_summary(cases), messages)
    with st.container(key="report_sentence"):
        st.code(sentence, language=None, wrap_lines=True)
