"""The page Schemes: the areas of every scheme and tool, where typed numbers come from, and the effect of ties."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from pr_curve_lab.analysis.alternative_values import AlternativeValue, common_values, partial_values
from pr_curve_lab.analysis.areas import JoinedArea, joined_areas
from pr_curve_lab.analysis.formatting import (
    NumberText,
    change_key,
    decimals_for_tolerance,
    format_count,
    format_difference,
    format_number,
    format_ratio,
    has_same_text,
)
from pr_curve_lab.analysis.number_sources import (
    NumberContext,
    NumberQuery,
    NumberReport,
    Source,
    number_report,
    sources_of,
)
from pr_curve_lab.analysis.reported_number import parse_number
from pr_curve_lab.analysis.thresholds import count_class_ties
from pr_curve_lab.analysis.tools import ToolNumber, ToolNumbers, blocks, tool_numbers
from pr_curve_lab.i18n.area_sentences import format_tie_bounds
from pr_curve_lab.i18n.citations import area_sentence
from pr_curve_lab.i18n.markup import strip_markdown_sentence
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.i18n.names import tool_message_key
from pr_curve_lab.i18n.number_source_sentences import NumberSourceText, format_gap_components
from pr_curve_lab.io.limits import Notice
from pr_curve_lab.plotting import strip_plot
from pr_curve_lab.plotting.schemes import RESOLUTION, Level, layouts, random_order_figure, schemes_figure
from pr_curve_lab.schema.dataset import LabeledScores
from pr_curve_lab.server.settings import (
    COPIES,
    DRAW,
    MAX_DRAWS,
    MAX_TEXT_LENGTH,
    ORDERS,
    PUBLISHED,
    PUBLISHED_FROM,
    THEIRS,
    THEIRS_FROM,
    TOOL,
)
from pr_curve_lab.server.visitor_state import cached, cached_for_visitor, set_widget, value_of, visitor
from pr_curve_lab.views import charts, controls, exports
from pr_metrics import TOOLS, OperatingPoints, Tool, break_ties, tie_bounds
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.tools import RejectedInput

FIELDS = {"mine": (PUBLISHED, PUBLISHED_FROM), "theirs": (THEIRS, THEIRS_FROM)}
NUMBER_WIDTH, SOURCE_WIDTH = 110, 210  # px


def number_lines(answer: NumberReport, messages: Messages) -> list[strip_plot.TargetNumber]:
    """The typed numbers for the chart of the tools, at their most likely sources."""
    numbers = []
    for side, one in (("mine", answer.mine), ("theirs", answer.theirs)):
        if one is not None:
            match = answer.best_match(one)
            area = float(one.query.number.value) if match is None else match.value
            label = messages.format(f"answer.{side}_said", number=one.query.number.text)
            tool = match.tool.key if isinstance(match, Source) and match.tool else ""
            numbers.append(strip_plot.TargetNumber(area, label, tool, side == "mine"))
    return numbers


def show_number_form(sources: tuple[Source, ...], numbers: ToolNumbers, messages: Messages) -> NumberReport:
    """Show both fields in a row, and find the sources of the numbers in them."""
    with st.container(horizontal=True, vertical_alignment="center", key="two_numbers"):
        texts = {side: _number_field(side, messages) for side in FIELDS}
    read = {side: _parse_number(side, text, messages) for side, text in texts.items()}
    rows = NumberContext(
        visitor().cases.points,
        common_values=lambda: _other_values(common_values, messages, visitor().in_use.table),
        partial_values=lambda: _other_values(partial_values, messages),
        has_ties=numbers.has_ties,
    )
    return number_report(read["mine"], read["theirs"], sources, rows)


def _other_values(
    function: Callable[..., tuple[AlternativeValue, ...]], messages: Messages, *args: Any
) -> tuple[AlternativeValue, ...]:
    """Other metrics of the selected rows."""
    dataset, cases = visitor().dataset, visitor().cases
    name = dataset.names[dataset.roles.scores.index(cases.roles.scores[0])]
    return controls.compute(messages, function, dataset, name, *args)


def _number_field(side: str, messages: Messages) -> str:
    """Show the field for a number and the selection of its tool; return the text of the field."""
    number, tool = FIELDS[side]
    with st.container(horizontal=True, vertical_alignment="center", key=f"{side}_number", width="content"):
        st.markdown(messages.format(f"answer.{side}"), width="content")
        text = st.text_input(
            messages.format(f"answer.{side}"),
            key=number.key,
            max_chars=MAX_TEXT_LENGTH,
            placeholder=messages.format(f"answer.{side}_example"),
            persist_state="session",
            label_visibility="collapsed",
            width=NUMBER_WIDTH,
        )
        st.markdown(messages.format("answer.from"), width="content")
        controls.inline_select(
            messages.format(f"answer.{side}_from"),
            tool.options,
            format_func=lambda key: TOOLS[key].short if key else messages.format("answer.any_tool"),
            key=tool.key,
            width=SOURCE_WIDTH,
        )
    return str(text or "").strip()


def _parse_number(side: str, text: str, messages: Messages) -> NumberQuery | None:
    """The number in a field; a text that is no number shows an error."""
    if not text:
        return None
    number = parse_number(text)
    if isinstance(number, Notice):
        st.error(messages.format("answer.in_field", problem=messages.format_notice(number)))
        return None
    if number.as_percent:
        st.caption(messages.format("published.as_percent", number=number.text))
    return NumberQuery(number, str(value_of(FIELDS[side][1].key)))


def show_title(answer: NumberReport, numbers: ToolNumbers, messages: Messages) -> tuple[str, list[str]] | None:
    """Show why the numbers differ, the size of each component, and all sources that fit.

    Returns the question and its answers without their full stops, or None if no number was typed.
    """
    text = NumberSourceText(answer, numbers, visitor().cases.points.prevalence, messages)
    title, lines, balance = text.title(), text.lines(), text.balance()
    st.title(title, anchor=False)
    with st.container(key="answer_lead"):
        if lines:
            st.caption(messages.format("schemes.separator").join(lines))
        if balance is not None:
            st.caption(f"- {balance}")
        if answer.result.match is not None and not answer.result.match.candidates:
            st.caption(messages.format("published.check"))
    return (
        None
        if answer.result.match is None
        else (text.question(), [strip_markdown_sentence(one) for one in (title, *lines[:1])])
    )


MAX_TOTAL_ROWS = 3_000_000  # in all orders together; a second on two processors


def show_tied_rows(cases: LabeledScores, areas: Mapping[str, float], messages: Messages) -> None:
    """Show the effect of the order of tied rows, with random orders."""
    if cases.is_weighted:
        st.subheader(messages.format("ties.none_title"), anchor=False)
        st.markdown(messages.format("ties.weighted"))
        return
    tied = cached(count_class_ties, cases.points)
    if tied == 0:
        st.subheader(messages.format("ties.none_title"), anchor=False)
        st.markdown(messages.format("ties.none", area=cached(tie_bounds, cases.points).expected))
        return
    copies = int(value_of(COPIES.key))
    copied = cached(_repeat_rows, cases.points, copies)
    ends = cached(tie_bounds, copied)
    times = messages.format("ties.times", count=copies)
    values = {**format_tie_bounds(ends), "times": times}
    st.subheader(messages.format("ties.finding" if copies == 1 else "ties.finding_copied", **values), anchor=False)
    _show_tie_orders(copied, ends.expected, areas, tied, messages)


def _show_tie_orders(
    points: OperatingPoints, expected: float, areas: Mapping[str, float], n_tied: int, messages: Messages
) -> None:
    seen = st.container()  # the chart stands above its controls, which say what it shows
    selected, copies, random_state = _tie_options(messages)
    _show_limit(expected, areas["continuous"], copies, messages)
    orders = min(selected, MAX_TOTAL_ROWS // (n_tied * copies))
    if orders < selected:
        values = {"asked": selected, "drawn": orders, "rows": n_tied * copies, "most": MAX_TOTAL_ROWS}
        st.markdown(messages.format("ties.fewer" if orders else "ties.too_many", **values))
    if orders == 0:
        return
    with st.spinner(messages.format("schemes.computing")):
        compute = cached if random_state == DRAW.default else cached_for_visitor
        drawn = compute(break_ties, points, n_repeats=orders, random_state=random_state)
    with seen:
        _show_ties_chart(drawn, expected, areas, messages)


def _repeat_rows(points: OperatingPoints, copies: int) -> OperatingPoints:
    counts = points.true_positives * copies, points.false_positives * copies
    totals = points.positives * copies, points.negatives * copies
    return OperatingPoints(points.threshold, *counts, *totals, weighted=points.weighted)


def _show_ties_chart(samples: np.ndarray, expected: float, areas: Mapping[str, float], messages: Messages) -> None:
    mean = np.cumsum(samples) / np.arange(1, samples.size + 1)
    values = {"expected": expected, "step": areas["step"], "continuous": areas["continuous"]}
    names = {key: messages.format("ties.expected" if key == "expected" else f"schemes.{key}.short") for key in values}
    levels = [
        Level(key, messages.format("ties.line", name=names[key], area=area), area) for key, area in values.items()
    ]
    figure = random_order_figure(samples, mean, levels, messages)
    alt = messages.format("ties.alt", orders=samples.size, mean=mean[-1], **values)
    charts.show_chart(figure, key="ties_chart", alt=alt)
    key, orders = change_key(expected, float(mean[-1])), messages.format("ties.drawn", count=samples.size)
    difference = _format_difference(float(mean[-1]) - expected)
    mean_text = messages.format(f"ties.mean_{key}", orders=orders, mean=mean[-1], difference=difference)
    st.caption(messages.format("ties.caption") + messages.format("schemes.separator") + mean_text)


def _show_limit(expected: float, continuous: float, copies: int, messages: Messages) -> None:
    key, times = change_key(continuous, expected), messages.format("ties.times", count=copies)
    difference = _format_difference(expected - continuous)
    st.markdown(messages.format(f"ties.limit_{key}", times=times, expected=expected, difference=difference))


def _format_difference(difference: float) -> NumberText:
    return format_difference(difference, 4, signed=False)


def _tie_options(messages: Messages) -> tuple[int, int, int]:
    """Show the controls; returns the number of orders, that of copies, and the random state."""
    orders_side, copies_side, draw_side = st.columns([4, 4, 3], gap="medium", vertical_alignment="bottom")
    orders = orders_side.select_slider(
        messages.format("ties.orders"), ORDERS.options, key="orders", persist_state="session"
    )
    copies = copies_side.select_slider(
        messages.format("ties.copies"),
        COPIES.options,
        format_func=lambda count: messages.format("ties.times", count=count),
        key="copies",
        persist_state="session",
    )
    with draw_side:
        controls.set_slider_values("orders", [int(count) for count in ORDERS.options])
        controls.set_slider_values("copies", [int(count) for count in COPIES.options])
    draw_side.button(messages.format("ties.draw"), key="draw_again", on_click=_next_draw)
    return int(orders), int(copies), int(value_of(DRAW.name))


def _next_draw() -> None:
    """Take the next random draw, whose number is in the address."""
    set_widget(draw=(value_of(DRAW.name) + 1) % (MAX_DRAWS + 1))


def get_areas(points: OperatingPoints, messages: Messages) -> dict[str, float]:
    """The area of every scheme that can join the points, by its key."""
    return {key: one.area for key, one in get_joined_areas(points, messages).items()}


def get_joined_areas(points: OperatingPoints, messages: Messages) -> dict[str, JoinedArea]:
    """The area and the curve of every scheme, at the resolution of small charts."""
    return controls.compute(messages, joined_areas, points, RESOLUTION)


def get_tool_numbers(cases: LabeledScores, messages: Messages) -> ToolNumbers:
    """The number that every tool reports for the rows, or why it rejects them."""
    return controls.compute(messages, tool_numbers, cases)


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
    panels, areas = tuple(joined.values()), {key: one.area for key, one in joined.items()}
    figure = cached(schemes_figure, points, panels, messages)
    alt = messages.format("schemes.alt", panels=len(panels), least=min(areas.values()), most=max(areas.values()))
    charts.show_fitted_chart(figure, layouts(points, panels, messages, reference=scheme), key="schemes_chart", alt=alt)
    _show_scheme_select(points, areas, scheme, messages)
    charts.show_point_count(figure, points.threshold.size, messages)


def _show_scheme_select(points: OperatingPoints, areas: Mapping[str, float], scheme: str, messages: Messages) -> None:
    by_area = sorted(areas, key=lambda key: areas[key])
    lowest, highest = ((key, areas[key] - areas[scheme]) for key in (by_area[0], by_area[-1]))
    with st.container(horizontal=True, vertical_alignment="center", key="compare"):
        st.markdown(messages.format("schemes.compare"), width="content")
        controls.show_scheme_select(points, "left", "schemes.compare", messages, width=280)
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
    figure = strip_plot.tool_strip(grouped, targets, opened, messages)
    areas = [one.area for one in numbers.numbers]
    alt = messages.format("answer.alt", tools=len(areas), least=min(areas), most=max(areas))
    charts.show_chart(figure, key="tools_chart", alt=alt)
    layouts = strip_plot.layouts(grouped, targets, messages)
    charts.attach_script("tools_chart", "widths", "clicks", data={"layouts": layouts}, on_select=_open_tool)


def _open_tool(position: float) -> None:
    set_widget(tool=list(TOOLS)[int(position)])


def show_tool_info(numbers: ToolNumbers, messages: Messages) -> None:
    """Offer a selection of tools, and describe the selected one."""
    controls.inline_select(
        messages.format("answer.open"),
        TOOL.options,
        format_func=lambda key: TOOLS[key].name if key else messages.format("answer.open_none"),
        key=TOOL.key,
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
