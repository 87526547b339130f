"""The page Schemes: every way of joining, and every tool."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from pr_curve_lab.analysis.areas import JoinedArea, joined_areas
from pr_curve_lab.analysis.formatting import NumberText, decimals_within, printed_alike, rounded_text
from pr_curve_lab.analysis.number_answer import Answer, Source, sources_of
from pr_curve_lab.analysis.tools import ToolNumber, ToolNumbers, blocks, tool_numbers
from pr_curve_lab.i18n.citations import area_sentence
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.names import term
from pr_curve_lab.i18n.number_source_sentences import parts_in_print
from pr_curve_lab.i18n.numbers import count_text, ratio_text, signed_text, size_text
from pr_curve_lab.plotting import strip_plot
from pr_curve_lab.plotting.schemes import RESOLUTION, layouts, schemes_figure
from pr_curve_lab.schema.dataset import Cases
from pr_curve_lab.server.settings import TOOL
from pr_curve_lab.server.visitor_state import kept, put, same_data, value_of
from pr_curve_lab.views import charts, exports
from pr_curve_lab.views.number_sources import asked_in_picture
from pr_metrics import TOOLS, OperatingPoints, Tool
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.tools import Refusal


def areas(points: OperatingPoints, words: Words) -> dict[str, float]:
    """The area of every scheme that applies to the points, by its key."""
    return {key: one.area for key, one in joined(points, words).items()}


def joined(points: OperatingPoints, words: Words) -> dict[str, JoinedArea]:
    """The area with the curve that has it, as it is drawn small."""
    with st.spinner(words.say("schemes.computing")):
        return kept(joined_areas, points, RESOLUTION)


def of_tools(cases: Cases, words: Words) -> ToolNumbers:
    """The number that every tool has for the rows, or why it refuses them."""
    with st.spinner(words.say("schemes.computing")):
        return kept(tool_numbers, cases)


def sources(cases: Cases, words: Words) -> tuple[Source, ...]:
    """All that a number for these rows may come from."""
    return kept(_sources, cases.points, of_tools(cases, words))


def _sources(points: OperatingPoints, numbers: ToolNumbers) -> tuple[Source, ...]:
    return sources_of(numbers, {key: one.area for key, one in kept(joined_areas, points, RESOLUTION).items()}, points)


def show_finding(areas: Mapping[str, float], words: Words) -> None:
    """Say from where to where the areas of the same points go."""
    least, most = min(areas.values()), max(areas.values())
    finding = "alike" if printed_alike(least, most) else "range"  # no data make all of them equal
    st.subheader(words.say(f"schemes.headline_{finding}", schemes=len(areas), least=least, most=most), anchor=False)


def show_scheme_panels(points: OperatingPoints, joined: Mapping[str, JoinedArea], scheme: str, words: Words) -> None:
    """Draw all schemes in one chart, and offer under it the one to compare with."""
    panels, areas = list(joined.values()), {key: one.area for key, one in joined.items()}
    figure = kept(_figure, points, words, same_data=same_data())
    alt = words.say("schemes.alt", panels=len(panels), least=min(areas.values()), most=max(areas.values()))
    charts.show_fitted_chart(figure, layouts(points, panels, words, compared=scheme), key="schemes_chart", alt=alt)
    _show_picker(areas, scheme, words)
    charts.show_thinned(figure, points.threshold.size, words)


def _figure(points: OperatingPoints, words: Words, *, same_data: str) -> Any:
    return schemes_figure(points, list(joined(points, words).values()), words, same_data=same_data)


def _show_picker(areas: Mapping[str, float], scheme: str, words: Words) -> None:
    by_area = sorted(areas, key=lambda key: areas[key])
    lowest, highest = ((key, areas[key] - areas[scheme]) for key in (by_area[0], by_area[-1]))
    with st.container(horizontal=True, vertical_alignment="center", key="compare"):
        st.markdown(words.say("schemes.compare"), width="content")
        st.selectbox(
            words.say("schemes.compare"),
            list(areas),
            format_func=lambda key: words.say(f"schemes.{key}.name"),
            key="left",
            label_visibility="collapsed",
            persist_state="session",
            width=280,
        )
        ends = [_extreme(end, *found, words) for end, found in (("lowest", lowest), ("highest", highest))]
        st.caption(words.say("schemes.separator").join(ends), width="content")


def _extreme(end: str, scheme: str, difference: float, words: Words) -> str:
    """The scheme with the lowest or the highest area; none where the compared one is not surpassed."""
    if abs(difference) < AREA_ROUNDING:
        return words.say(f"schemes.no_{end}")
    return words.say(f"schemes.{end}", name=words.say(f"schemes.{scheme}.name"), difference=signed_text(difference))


TOOL_WIDTH = 320  # px


def show_every_tool(numbers: ToolNumbers, answer: Answer, words: Words) -> None:
    """Draw all tools in blocks by cause, with the numbers asked about as lines; a click opens a tool."""
    grouped, asked, opened = kept(blocks, numbers), asked_in_picture(answer, words), str(value_of(TOOL.key))
    figure = strip_plot.tool_strip(grouped, asked, opened, words, same_data=same_data())
    areas = [one.area for one in numbers.numbers]
    alt = words.say("answer.alt", tools=len(areas), least=min(areas), most=max(areas))
    charts.show_chart(figure, key="tools_chart", alt=alt)
    layouts = strip_plot.layouts(grouped, asked, words)
    charts.lay("tools_chart", "widths", "clicks", data={"layouts": layouts}, on_click=_open)


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


def show_what_to_report(cases: Cases, area: float, words: Words) -> None:
    """Recommend the step area, with the sentence that says how it came about; a button copies it."""
    st.subheader(words.say("answer.report_title", area=area), anchor=False)
    st.caption(words.say("answer.report_reason"))
    sentence = area_sentence("step", area, exports.counted_rows(cases), words)
    with st.container(key="report_sentence"):
        st.code(sentence, language=None, wrap_lines=True)
