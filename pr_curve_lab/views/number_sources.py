"""The page Schemes: where two numbers for the same rows come from, and what ties could change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import streamlit as st

from pr_curve_lab.analysis.formatting import NumberText, format_difference
from pr_curve_lab.analysis.number_answer import NumberContext, NumberQuery, NumberReport, Source, number_report
from pr_curve_lab.analysis.other_readings import AlternativeValue, common_values, partial_values
from pr_curve_lab.analysis.published_number import parse_number
from pr_curve_lab.analysis.thresholds import count_class_ties
from pr_curve_lab.analysis.tools import ToolNumbers
from pr_curve_lab.i18n.area_sentences import format_tie_bounds
from pr_curve_lab.i18n.markup import strip_markdown_sentence
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.i18n.number_source_sentences import NumberSourceText
from pr_curve_lab.io.limits import Problem
from pr_curve_lab.plotting import strip_plot
from pr_curve_lab.plotting.schemes import Level, random_order_figure
from pr_curve_lab.schema.labeled_scores import LabeledScores
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
)
from pr_curve_lab.server.visitor_state import cached, cached_for_visitor, same_data, set_widget, value_of, visitor
from pr_curve_lab.views import charts, controls
from pr_metrics import TOOLS, OperatingPoints, break_ties, tie_bounds
from pr_metrics.tolerances import AREA_ROUNDING

FIELDS = {"mine": (PUBLISHED, PUBLISHED_FROM), "theirs": (THEIRS, THEIRS_FROM)}
NUMBER_WIDTH, TOOL_WIDTH = 110, 210  # px


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
    with st.spinner(messages.format("schemes.computing")):
        return cached(function, dataset, name, *args)


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
        st.selectbox(
            messages.format(f"answer.{side}_from"),
            tool.options,
            format_func=lambda key: TOOLS[key].short if key else messages.format("answer.any_tool"),
            key=tool.key,
            persist_state="session",
            label_visibility="collapsed",
            width=TOOL_WIDTH,
        )
    return str(text or "").strip()


def _parse_number(side: str, text: str, messages: Messages) -> NumberQuery | None:
    """The number in a field; a text that is no number shows an error."""
    if not text:
        return None
    number = parse_number(text)
    if isinstance(number, Problem):
        st.error(messages.format("answer.in_field", problem=messages.format_problem(number)))
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


@dataclass(frozen=True, slots=True)
class TieOptions:
    """The values of the controls."""

    orders: int
    copies: int
    random_state: int


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
    chosen = _tie_options(messages)
    _show_limit(expected, areas["continuous"], chosen.copies, messages)
    orders = min(chosen.orders, MAX_TOTAL_ROWS // (n_tied * chosen.copies))
    if orders < chosen.orders:
        values = {"asked": chosen.orders, "drawn": orders, "rows": n_tied * chosen.copies, "most": MAX_TOTAL_ROWS}
        st.markdown(messages.format("ties.fewer" if orders else "ties.too_many", **values))
    if orders == 0:
        return
    with st.spinner(messages.format("schemes.computing")):
        compute = cached if chosen.random_state == DRAW.default else cached_for_visitor
        drawn = compute(break_ties, points, n_repeats=orders, random_state=chosen.random_state)
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
    figure = random_order_figure(samples, mean, levels, messages, same_data=same_data())
    alt = messages.format("ties.alt", orders=samples.size, mean=mean[-1], **values)
    charts.show_chart(figure, key="ties_chart", alt=alt)
    away = float(mean[-1]) - expected
    key = "same" if abs(away) < AREA_ROUNDING else "larger" if away > 0 else "smaller"
    orders = messages.format("ties.drawn", count=samples.size)
    mean_text = messages.format(f"ties.mean_{key}", orders=orders, mean=mean[-1], difference=_format_difference(away))
    st.caption(messages.format("ties.caption") + messages.format("schemes.separator") + mean_text)


def _show_limit(expected: float, continuous: float, copies: int, messages: Messages) -> None:
    away = expected - continuous
    key = "same" if abs(away) < AREA_ROUNDING else "larger" if away > 0 else "smaller"
    times = messages.format("ties.times", count=copies)
    st.markdown(
        messages.format(f"ties.limit_{key}", times=times, expected=expected, difference=_format_difference(away))
    )


def _format_difference(difference: float) -> NumberText:
    return format_difference(difference, 4, signed=False)


def _tie_options(messages: Messages) -> TieOptions:
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
    return TieOptions(int(orders), int(copies), int(value_of(DRAW.name)))


def _next_draw() -> None:
    """Take the next random draw, whose number is in the address."""
    set_widget(draw=(value_of(DRAW.name) + 1) % (MAX_DRAWS + 1))
