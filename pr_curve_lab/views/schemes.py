"""The page All tools: the areas of every scheme and tool, where reported numbers come from, and the effect of ties."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Literal, NamedTuple, cast

import numpy as np
import pandas as pd
import streamlit as st

from pr_curve_lab.analysis import number_sources
from pr_curve_lab.analysis.alternative_values import AlternativeValue, common_values, partial_values
from pr_curve_lab.analysis.areas import MIN_TIE_RANGE, JoinedArea, close_schemes, joined_areas
from pr_curve_lab.analysis.formatting import (
    NumberText,
    change_key,
    decimals_for_tolerance,
    format_area,
    format_area_difference,
    format_count,
    format_difference,
    format_number,
    format_ratio,
    has_same_text,
    is_visible_difference,
)
from pr_curve_lab.analysis.reported_number import ReportedNumber
from pr_curve_lab.analysis.signature_check import (
    check_signature,
    parse_number_or_signature,
    parse_signature_text,
    signature_number,
)
from pr_curve_lab.analysis.thresholds import count_class_ties
from pr_curve_lab.analysis.tools import (
    ToolNumber,
    ToolNumbers,
    blocks,
    is_common,
    other_numbers,
    release_histories,
    tool_numbers,
)
from pr_curve_lab.i18n.area_sentences import format_tie_bounds
from pr_curve_lab.i18n.messages import Messages, code_span, strip_markdown
from pr_curve_lab.i18n.names import tool_message_key
from pr_curve_lab.i18n.number_source_sentences import (
    NumberSourceText,
    format_gap_components,
    match_sentence,
    others_sentence,
)
from pr_curve_lab.i18n.release_sentences import bins_text, change_text, format_signature_check, version_range
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.plotting import strip_plot
from pr_curve_lab.plotting.releases import layouts as release_layouts
from pr_curve_lab.plotting.releases import release_figure, release_keys
from pr_curve_lab.plotting.schemes import RESOLUTION, Level, layouts, random_order_figure, schemes_figure
from pr_curve_lab.schema.dataset import LabeledScores
from pr_curve_lab.server import data_in_use, settings
from pr_curve_lab.server.visitor_state import (
    cached,
    cached_for_visitor,
    get_messages,
    message,
    selected_dataset,
    set_widget,
    value_of,
    visitor,
)
from pr_curve_lab.views import averages, charts, controls, exports
from pr_metrics import SCHEMES, TOOLS, OperatingPoints, Signature, TieBounds, Tool, break_ties, tie_bounds
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.tools import RejectedInput
from pr_metrics.tools.tool import Domain


class NumberField(NamedTuple):
    """A field for a reported number: its name, its settings, and the keys of its messages."""

    name: str
    number: settings.Setting
    tool: settings.Setting
    label: str
    example: str
    tool_label: str
    chart_label: str


REPORTED_NUMBER_FIELD = NumberField(
    "mine",
    settings.REPORTED_NUMBER,
    settings.REPORTED_NUMBER_TOOL,
    label="answer.mine",
    example="answer.mine_example",
    tool_label="answer.mine_from",
    chart_label="answer.mine_said",
)
OTHER_NUMBER_FIELD = NumberField(
    "theirs",
    settings.OTHER_NUMBER,
    settings.OTHER_NUMBER_TOOL,
    label="answer.theirs",
    example="answer.theirs_example",
    tool_label="answer.theirs_from",
    chart_label="answer.theirs_said",
)
FIELDS = (REPORTED_NUMBER_FIELD, OTHER_NUMBER_FIELD)
NUMBER_WIDTH, SOURCE_WIDTH = 110, 210  # px
MAX_PASTED_LENGTH = 2_000  # characters; a browser drops longer texts without a word


def number_lines(explanation: number_sources.NumberExplanation) -> list[strip_plot.TargetNumber]:
    """Return the reported numbers for the chart of the tools, at their most likely sources."""
    numbers = []
    for field, match in zip(FIELDS, (explanation.match, explanation.other_match), strict=True):
        if match is not None:
            best = explanation.best_match(match)
            area = float(match.number.value) if best is None else best.value
            label = message(field.chart_label, number=match.number.text)
            tool = best.tool.key if isinstance(best, number_sources.Source) and best.tool else ""
            numbers.append(strip_plot.TargetNumber(area, label, tool, field is REPORTED_NUMBER_FIELD))
    return numbers


def show_number_form() -> None:
    """Show both fields in a row, and below them why a text is not a number, or that it is read as a percentage."""
    with st.container(horizontal=True, vertical_alignment="center", key="two_numbers"):
        for field in FIELDS:
            _show_number_field(field)
    for field in FIELDS:
        number = _parse_number(field)
        if isinstance(number, Notice):
            problem = get_messages().format_notice(number)
            st.error(message("answer.in_field", field=message(field.label), problem=problem))
        elif number is not None and number.as_percent:
            st.caption(message("published.as_percent", number=number.text))


def explain_numbers(
    sources: tuple[number_sources.Source, ...], numbers: ToolNumbers
) -> number_sources.NumberExplanation:
    """Explain where the numbers in the fields may come from; a text that is no number is left out."""
    parsed = (_parse_number(field) for field in FIELDS)
    number, other_number = (one if isinstance(one, ReportedNumber) else None for one in parsed)
    context = number_sources.NumberContext(
        visitor().labeled_scores.points,
        common_values=lambda: _other_values(common_values),
        partial_values=lambda: _other_values(partial_values),
        has_ties=numbers.has_ties,
        other_sources=lambda: number_sources.other_sources(numbers, get_other_numbers(visitor().labeled_scores)),
    )
    return number_sources.explain_numbers(number, other_number, sources, context)


def _other_values(function: Callable[..., tuple[AlternativeValue, ...]]) -> tuple[AlternativeValue, ...]:
    """Return what else a number may be than the area of the selected rows."""
    dataset, labeled_scores = selected_dataset(), visitor().labeled_scores
    name = dataset.names[dataset.roles.scores.index(labeled_scores.roles.scores[0])]
    return controls.compute(function, dataset, name, visitor().in_use.table)


def _show_number_field(field: NumberField) -> None:
    """Show the field for a number and the selection of its tool."""
    messages = get_messages()
    with st.container(horizontal=True, vertical_alignment="center", key=f"{field.name}_number", width="content"):
        st.markdown(message(field.label), width="content")
        st.text_input(
            message(field.label),
            key=field.number.name,
            max_chars=MAX_PASTED_LENGTH,
            placeholder=message(field.example),
            persist_state="session",
            label_visibility="collapsed",
            width=NUMBER_WIDTH,
            on_change=_use_signature,
            args=(field,),
        )
        st.markdown(message("answer.from"), width="content")
        controls.inline_select(
            message(field.tool_label),
            field.tool.options,
            format_func=lambda key: TOOLS[key].short if key else messages.format("answer.any_tool"),
            key=field.tool.name,
            width=SOURCE_WIDTH,
            on_change=_show_domain_of_tool,
            args=(field,),
        )


def _show_domain_of_tool(field: NumberField) -> None:
    """Let the chart show the tools of the named one's purpose, as it is not among those for any scores."""
    tool = str(value_of(field.tool.name))
    if tool and not is_common(TOOLS[tool]):
        set_widget(**{settings.DOMAIN.name: TOOLS[tool].domain})


def _use_signature(field: NumberField) -> None:
    """Take the number, the scheme and the tool of a signature that was pasted into a field."""
    found = parse_signature_text(str(value_of(field.number.name) or ""))
    if not isinstance(found, Signature):
        set_widget(signature="")
        return
    tool = found.tool.partition("@")[0]
    area = "" if signature_number(found) is None else found.area
    set_widget(**{field.number.name: area, field.tool.name: tool if tool in TOOLS else "", "signature": str(found)})
    _show_domain_of_tool(field)
    if found.join in SCHEMES:
        set_widget(left=found.join)


def show_signature_check(labeled_scores: LabeledScores, numbers: ToolNumbers) -> None:
    """Say whether the rows in use give the number of a pasted signature, and what differs if not."""
    text = str(value_of(settings.SIGNATURE.name) or "")
    found = parse_signature_text(text)
    if found is None:
        return
    if isinstance(found, Notice):
        st.error(get_messages().format_notice(found))
        return
    reports = numbers.reports | get_other_numbers(labeled_scores).reports
    check = check_signature(found, labeled_scores.points, reports)
    show = st.success if check.is_given else st.warning
    show(format_signature_check(check, get_messages()))


def _parse_number(field: NumberField) -> ReportedNumber | Notice | None:
    """Return the number in a field, or why its text is not one; None if the field is empty.

    An address may have a signature there, which was not taken apart as a pasted one is. The number of a signature that
    was pasted stays that of its release, and is no percentage.
    """
    text, tool = str(value_of(field.number.name) or "").strip(), str(value_of(field.tool.name))
    pasted = parse_signature_text(str(value_of(settings.SIGNATURE.name) or ""))
    if isinstance(pasted, Signature) and (pasted.area, pasted.tool.partition("@")[0]) == (text, tool or "none"):
        return signature_number(pasted)
    return parse_number_or_signature(text, tool) if text else None


def get_source_text(explanation: number_sources.NumberExplanation, numbers: ToolNumbers) -> NumberSourceText:
    """Return the sentences about the sources of the reported numbers."""
    labeled_scores = visitor().labeled_scores
    task, prevalence = exports.task_name(labeled_scores), labeled_scores.points.prevalence
    split = labeled_scores.roles.selected_split
    named = {one.number.tool for one in (explanation.match, explanation.other_match) if one is not None}
    is_known = named <= numbers.reports.keys() | {""}
    others = None if is_known else get_other_numbers(labeled_scores)
    return NumberSourceText(explanation, numbers, prevalence, get_messages(), task, split, others)


def show_title(text: NumberSourceText) -> None:
    """Show why the numbers differ, the size of each component, and the first sources that fit."""
    lines, match = text.lines(is_short=True), text.explanation.result.match
    controls.show_title(text.title())
    with st.container(key="answer_lead"):
        if lines:
            st.caption(message("punctuation.sentences").join(lines))
        if match is not None and not match.candidates:
            st.caption(message("published.check"))


def show_matches(text: NumberSourceText) -> None:
    """List everything that fits the numbers, folded, if the lines below the title name only the first of it."""
    if text.lines() == text.lines(is_short=True):
        return
    with st.expander(message("answer.all_fits"), key="all_fits"):
        for match in (text.explanation.match, text.explanation.other_match):
            if match is not None and match.candidates:
                others = [others_sentence(match, text.messages)] if match.others else []
                st.markdown(" ".join([match_sentence(match, text.prevalence, text.messages), *others]))


MAX_TOTAL_ROWS = 3_000_000  # in all orders together; this many take a second on two cores


def show_tied_rows(labeled_scores: LabeledScores, areas: Mapping[str, float]) -> None:
    """Show the effect of the order of tied rows, with random orders; they are folded if it is small."""
    if labeled_scores.is_weighted:
        st.header(message("ties.none_title"), anchor=False)
        st.markdown(message("ties.weighted"))
        return
    tied = cached(count_class_ties, labeled_scores.points)
    if tied == 0:
        st.header(message("ties.none_title"), anchor=False)
        st.markdown(message("ties.none", area=cached(tie_bounds, labeled_scores.points).expected))
        return
    copies = int(value_of(settings.COPIES.name))
    copied = cached(_repeat_rows, labeled_scores.points, copies)
    ends = cached(tie_bounds, copied)
    finding = _ties_text(ends, copies)
    if _tie_range(labeled_scores.points) >= MIN_TIE_RANGE:  # of the rows as they are, so that copies do not fold them
        st.header(finding, anchor=False)
        _show_tie_orders(copied, ends.expected, areas, tied)
        return
    with st.expander(finding, key="tie_orders", on_change="rerun") as orders:
        if orders.open:
            _show_tie_orders(copied, ends.expected, areas, tied)


def _ties_text(bounds: TieBounds, copies: int) -> str:
    """Say between which average precisions random orders are, or that three decimals show no difference."""
    if not is_visible_difference(bounds.lower, bounds.upper):
        return message("ties.finding_alike", expected=format_area(bounds.expected))
    values = {**format_tie_bounds(bounds), "times": message("ties.times", count=copies)}
    return message("ties.finding" if copies == 1 else "ties.finding_copied", **values)


def _tie_range(points: OperatingPoints) -> float:
    """Return how much the best order of tied rows differs from the worst one, in average precision."""
    bounds = cached(tie_bounds, points)
    return bounds.upper - bounds.lower


def _show_tie_orders(points: OperatingPoints, expected: float, areas: Mapping[str, float], n_tied: int) -> None:
    seen = st.container()  # the chart is above its controls, which must be drawn first
    selected, copies, random_state = _tie_options()
    _show_limit(expected, areas["continuous"], copies)
    orders = min(selected, MAX_TOTAL_ROWS // (n_tied * copies))
    if orders < selected:
        values = {"asked": selected, "drawn": orders, "rows": n_tied * copies, "most": MAX_TOTAL_ROWS}
        st.markdown(message("ties.fewer" if orders else "ties.too_many", **values))
    if orders == 0:
        return
    with st.spinner(message("schemes.computing")):
        compute = cached if random_state == settings.DRAW.default else cached_for_visitor
        drawn = compute(break_ties, points, n_repeats=orders, random_state=random_state)
    with seen:
        _show_ties_chart(drawn, expected, areas)


def _repeat_rows(points: OperatingPoints, repeats: int) -> OperatingPoints:
    counts = points.true_positives * repeats, points.false_positives * repeats
    totals = points.positives * repeats, points.negatives * repeats
    return OperatingPoints(points.threshold, *counts, *totals, weighted=points.weighted)


def _show_ties_chart(samples: np.ndarray, expected: float, areas: Mapping[str, float]) -> None:
    mean = np.cumsum(samples) / np.arange(1, samples.size + 1)
    values = {"expected": expected, "step": areas["step"], "continuous": areas["continuous"]}
    names = {key: message("ties.expected" if key == "expected" else f"schemes.{key}.short") for key in values}
    levels = [Level(key, message("ties.line", name=names[key], area=area), area) for key, area in values.items()]
    figure = random_order_figure(samples, mean, levels, get_messages())
    alt = message("ties.alt", orders=samples.size, mean=mean[-1], **values)
    charts.show_chart(figure, key="ties_chart", alt=alt)
    key, orders = change_key(expected, float(mean[-1])), message("ties.drawn", count=samples.size)
    difference = _format_difference(float(mean[-1]) - expected)
    mean_text = message(f"ties.mean_{key}", orders=orders, mean=mean[-1], difference=difference)
    st.caption(message("ties.caption") + message("punctuation.sentences") + mean_text)


def _show_limit(expected: float, continuous: float, copies: int) -> None:
    key, times = change_key(continuous, expected), message("ties.times", count=copies)
    difference = _format_difference(expected - continuous)
    st.markdown(message(f"ties.limit_{key}", times=times, expected=expected, difference=difference))


def _format_difference(difference: float) -> NumberText:
    return format_difference(difference, 4, signed=False)


def _tie_options() -> tuple[int, int, int]:
    """Show the controls. Returns the number of orders, the number of copies, and the random state."""
    messages = get_messages()
    orders_side, copies_side, draw_side = st.columns([4, 4, 3], gap="medium", vertical_alignment="bottom")
    orders = orders_side.select_slider(
        message("ties.orders"), settings.ORDERS.options, key="orders", persist_state="session"
    )
    copies = copies_side.select_slider(
        message("ties.copies"),
        settings.COPIES.options,
        format_func=lambda count: messages.format("ties.times", count=count),
        key="copies",
        persist_state="session",
    )
    with draw_side:
        controls.set_slider_aria("orders", [int(count) for count in settings.ORDERS.options])
        controls.set_slider_aria("copies", [int(count) for count in settings.COPIES.options])
    draw_side.button(message("ties.draw"), key="draw_again", on_click=_next_draw)
    return int(orders), int(copies), int(value_of(settings.DRAW.name))


def _next_draw() -> None:
    """Select the next random draw, whose number is in the address."""
    set_widget(draw=(value_of(settings.DRAW.name) + 1) % (settings.MAX_DRAWS + 1))


def get_areas(points: OperatingPoints) -> dict[str, float]:
    """Return the area of every scheme that can join the points, by key."""
    return {key: one.area for key, one in get_joined_areas(points).items()}


def get_joined_areas(points: OperatingPoints) -> dict[str, JoinedArea]:
    """Return the area and the curve of every scheme, at the resolution of small charts."""
    return controls.compute(joined_areas, points, RESOLUTION)


def get_tool_numbers(labeled_scores: LabeledScores) -> ToolNumbers:
    """Return the number that each tool reports for the rows, or why it rejects them."""
    return controls.compute(tool_numbers, labeled_scores)


def get_other_numbers(labeled_scores: LabeledScores) -> ToolNumbers:
    """Return the numbers of tools for other purposes, and of earlier releases."""
    return controls.compute(other_numbers, labeled_scores)


def show_domain_select() -> None:
    """Show a choice of what the tools are for."""
    messages = get_messages()
    controls.inline_select(
        message("tools.domain"),
        settings.DOMAIN.options,
        format_func=lambda key: messages.format(f"tools.domain_{key}"),
        key=settings.DOMAIN.name,
        width=TOOL_WIDTH,
    )


def select_numbers(labeled_scores: LabeledScores, numbers: ToolNumbers) -> ToolNumbers:
    """Return the numbers of the tools that are shown: the common ones, or those of the selected domain."""
    domain = cast("Domain", value_of(settings.DOMAIN.name))
    shown = numbers if domain == "general" else numbers.select(get_other_numbers(labeled_scores), domain)
    return shown if shown.numbers else numbers


def get_sources(labeled_scores: LabeledScores) -> tuple[number_sources.Source, ...]:
    """Return all sources that a number for these rows may come from."""
    return cached(_find_sources, labeled_scores.points, get_tool_numbers(labeled_scores))


def _find_sources(points: OperatingPoints, numbers: ToolNumbers) -> tuple[number_sources.Source, ...]:
    return number_sources.sources_of(
        numbers, {key: one.area for key, one in cached(joined_areas, points, RESOLUTION).items()}, points
    )


def show_schemes(points: OperatingPoints, joined: Mapping[str, JoinedArea], scheme: str) -> None:
    """Give the range of all areas, and draw those that differ; those that are close to the steps are folded.

    scheme: the one to compare with.
    """
    areas = {key: one.area for key, one in joined.items()}
    close, every_area = cached(_close_schemes, points), list(areas.values())
    if len(close) == len(areas):
        with st.expander(_range_text("close", every_area), key="close_schemes", on_change="rerun") as every:
            if every.open:
                _show_pictures(points, list(joined), joined, scheme, key="schemes_chart")
                _show_scheme_select(points, areas, scheme)
        return
    st.header(message("schemes.headline_range", **_range(every_area)), anchor=False)
    _show_pictures(
        points, [key for key in joined if key == "step" or key not in close], joined, scheme, key="schemes_chart"
    )
    _show_scheme_select(points, areas, scheme)
    rest = [key for key in close if key != "step"]
    if not rest:
        return
    with st.expander(_range_text("more", [areas[key] for key in rest]), key="close_schemes", on_change="rerun") as more:
        if more.open:
            _show_pictures(points, rest, joined, scheme, key="close_schemes_chart")


def _close_schemes(points: OperatingPoints) -> tuple[str, ...]:
    return close_schemes({key: one.area for key, one in cached(joined_areas, points, RESOLUTION).items()})


def _range_text(which: Literal["close", "more"], areas: Sequence[float]) -> str:
    """Say between which numbers the areas of all schemes or of some more are, or that they are one number."""
    values = _range(areas)
    is_one = has_same_text(values["least"], values["most"])
    return message(f"schemes.{which}_alike" if is_one else f"schemes.{which}", **values)


def _range(areas: Sequence[float]) -> dict[str, float]:
    return {"count": len(areas), "least": min(areas), "most": max(areas)}


def _show_pictures(
    points: OperatingPoints, schemes: Sequence[str], joined: Mapping[str, JoinedArea], compared: str, *, key: str
) -> None:
    """Draw some schemes in one chart."""
    messages, panels = get_messages(), tuple(joined[scheme] for scheme in schemes)
    figure = cached(schemes_figure, points, panels, messages)
    alt = message("schemes.alt", **_range([one.area for one in panels]))
    arranged = layouts(points, panels, messages, reference=joined[compared])
    charts.show_fitted_chart(figure, arranged, key=key, alt=alt)
    charts.show_thinning_note(figure, points.threshold.size)


def _show_scheme_select(points: OperatingPoints, areas: Mapping[str, float], scheme: str) -> None:
    by_area = sorted(areas, key=lambda key: areas[key])
    with st.container(horizontal=True, vertical_alignment="center", key="compare"):
        st.markdown(message("schemes.compare"), width="content")
        controls.show_scheme_select(points, "left", "schemes.compare", width=280)
        extremes = (("lowest", by_area[0]), ("highest", by_area[-1]))
        ends = [_difference_text(end, other, areas[other], areas[scheme]) for end, other in extremes]
        st.caption(message("punctuation.sentences").join(ends), width="content")


def _difference_text(end: str, scheme: str, area: float, selected: float) -> str:
    """Say how far the lowest or the highest area is from that of the selected scheme."""
    if abs(area - selected) < AREA_ROUNDING:
        return message(f"schemes.no_{end}")
    difference = format_area_difference(area, selected, signed=True)
    return message(f"schemes.{end}", name=message(f"schemes.{scheme}.name"), difference=difference)


TOOL_WIDTH = 320  # px


def show_every_tool(numbers: ToolNumbers, explanation: number_sources.NumberExplanation) -> None:
    """Draw the numbers of all tools by cause, with the reported numbers as lines; a click selects a tool."""
    messages = get_messages()
    grouped, targets, opened = cached(blocks, numbers), number_lines(explanation), str(value_of(settings.TOOL.name))
    figure = strip_plot.tool_strip(grouped, targets, opened, messages)
    areas = [one.area for one in numbers.numbers]
    alt = message("answer.alt", tools=len(areas), least=min(areas), most=max(areas))
    charts.show_chart(figure, key="tools_chart", alt=alt)
    layouts = strip_plot.layouts(grouped, targets, messages)
    charts.attach_script("tools_chart", "layouts", "clicks", data={"layouts": layouts}, on_select=_open_tool)


def _open_tool(position: float) -> None:
    set_widget(tool=list(TOOLS)[int(position)])


def _tool_option(key: str, messages: Messages) -> str:
    """Return the name of a tool; an earlier release with its versions."""
    if not key:
        return messages.format("answer.open_none")
    tool = TOOLS[key]
    named = {"name": tool.short, "versions": version_range(tool, messages)}  # so that the versions are not cut off
    return messages.format("releases.named", **named) if "@" in key else tool.name


def show_tool_select() -> None:
    """Show a choice of tools and their earlier releases."""
    messages = get_messages()
    controls.inline_select(
        message("answer.open"),
        settings.TOOL.options,
        format_func=lambda key: _tool_option(key, messages),
        key=settings.TOOL.name,
        width=TOOL_WIDTH,
    )


def get_texts(
    labeled_scores: LabeledScores, area: float, numbers: ToolNumbers, text: NumberSourceText
) -> list[Callable[[], None]]:
    """Return functions that show the texts about the chart: the selected tool, what to send, and what to report.

    The first one has room beside the chart, the others below it. Only one of them is a sentence to copy.
    """
    tool, to_colleague = str(value_of(settings.TOOL.name)), text.colleague_text()
    known = numbers if tool in numbers.reports else get_other_numbers(labeled_scores)
    texts = [partial(_show_tool_info, tool, known)] if tool else []
    texts += [partial(_show_colleague_text, to_colleague)] if to_colleague else []
    average = averages.select_reported_average(labeled_scores)
    if average and average.is_multi_task and text.is_about_task:
        average = None
    return [*texts, partial(_show_report_text, labeled_scores, area, average, has_sentence=not to_colleague)]


def show_texts(texts: Sequence[Callable[[], None]]) -> None:
    """Show texts side by side."""
    if texts:
        for column, show_text in zip(st.columns(2, gap="medium"), texts, strict=False):
            with column:
                show_text()


def _show_tool_info(key: str, numbers: ToolNumbers) -> None:
    """Show a description of a tool."""
    number = next((one for one in numbers.numbers if one.tool.key == key), None)
    if number is not None:
        _show_tool(number)
    elif key in numbers.rejected:
        st.markdown(message("tools.tool", name=TOOLS[key].name, version=_rejection_text(numbers.rejected[key])))


def _show_tool(one: ToolNumber) -> None:
    """Show a tool's number, its formula, and why it differs."""
    messages = get_messages()
    tool, total = one.tool, one.from_average_precision
    _show_tool_title(one)
    if abs(total) < AREA_ROUNDING:
        apart = message("answer.opened.alike")
    else:
        gap, parts = format_gap_components(one.difference, total, messages, missing=one.unscored)
        apart = message("answer.opened.apart", gap=gap, parts=parts)
    how = message(
        "answer.opened.how",
        start=message(tool_message_key("start", tool.start)),
        ties=message(tool_message_key("ties", tool.ties)),
    )
    st.markdown(" ".join(part for part in (apart, how, bins_text(tool, messages), change_text(tool, messages)) if part))
    with st.container(key="tool_formula"):
        st.latex(_lines_of_formula(messages.formula(tool.formula)))
    _show_tool_source(tool)


def _show_tool_title(one: ToolNumber) -> None:
    area = NumberText(format_number(one.area, f".{decimals_for_tolerance(one.tool.tolerance)}f"))
    versions = version_range(one.tool, get_messages())
    st.markdown(f"**{message('answer.opened.title', name=one.tool.name, version=versions, area=area)}**")


def _show_tool_source(tool: Tool) -> None:
    source = message("punctuation.items").join(filter(None, (tool.source, tool.address)))
    st.caption(message("answer.opened.source", source=source))


def _lines_of_formula(formula: str) -> str:
    """Put what a formula assumes on a line of its own, because the column is narrow."""
    return r"\begin{aligned} & " + formula.replace(r",\quad ", r", \\ & ") + r" \end{aligned}"


COLUMNS = ("value", "tool", "difference", "scheme", "start", "ties", "formula")
ROCR_TOOL = "ROCR.aucpr"  # an index is off by one; mentioned only if its number is larger


def show_tool_warnings(results: Mapping[str, float | RejectedInput], points: OperatingPoints, area: float) -> None:
    """Say that tools do not count unscored positives, and that an error in ROCR makes its number too large."""
    if points.unscored_positives:
        share = format_ratio(float(points.recall[-1]))
        st.info(message("tools.missed", missed=format_count(points.unscored_positives), share=share))
    rocr = results.get(ROCR_TOOL, area)
    if points.unscored_positives or not isinstance(rocr, float):
        return
    if rocr - area > TOOLS[ROCR_TOOL].tolerance:
        st.caption(message("tools.rocr", difference=format_area_difference(rocr, area)))


def show_releases(labeled_scores: LabeledScores, numbers: ToolNumbers) -> None:
    """Draw the numbers of these rows through the releases of each tool that changed its number; a click opens one."""
    with st.expander(message("releases.title"), key="releases", on_change="rerun") as every:
        if not every.open:
            return
        messages = get_messages()
        histories = cached(release_histories, numbers, get_other_numbers(labeled_scores))
        if not histories:
            st.markdown(message("releases.unchanged"))
            return
        figure = release_figure(histories, str(value_of(settings.TOOL.name)), messages)
        alt = message("releases.alt", tools=len(histories), changes=sum(len(one.steps) - 1 for one in histories))
        charts.show_chart(figure, key="releases_chart", alt=alt)
        keys = release_keys(histories)
        charts.attach_script(
            "releases_chart",
            "layouts",
            "clicks",
            data={"layouts": release_layouts(histories, messages)},
            on_select=lambda place: set_widget(tool=keys[int(place)]),
        )
        st.caption(message("releases.caption"))
        _show_release(str(value_of(settings.TOOL.name)), labeled_scores, numbers)


def _show_release(key: str, labeled_scores: LabeledScores, numbers: ToolNumbers) -> None:
    """Say what a release that was clicked gives, and what it changed; its formula is beside the chart of the tools."""
    known = numbers if key in numbers.reports else get_other_numbers(labeled_scores)
    one = next((one for one in known.numbers if one.tool.key == key), None)
    if one is None:
        return
    _show_tool_title(one)
    st.markdown(change_text(one.tool, get_messages()))
    _show_tool_source(one.tool)


def show_tool_table(results: Mapping[str, float | RejectedInput], area: float) -> None:
    """List every tool with its area, or why it has none, and how it computes it."""
    lines = [_tool_row(TOOLS[key], report, area) for key, report in results.items()]
    titles = {column: message(f"columns.tools.{column}") for column in COLUMNS}
    with st.expander(message("tools.all"), key="all_tools"), st.container(key="tools_table"):
        st.table(pd.DataFrame(lines, columns=COLUMNS).rename(columns=titles), hide_index=True, border="horizontal")


def _tool_row(tool: Tool, result: float | RejectedInput, area: float) -> dict[str, str]:
    """Return a row of the table as Markdown, which needs no escaping because a visitor typed none of it."""
    messages = get_messages()
    if isinstance(result, RejectedInput):
        value, difference = _rejection_text(result), ""
    else:
        decimals = decimals_for_tolerance(tool.tolerance)
        value = messages.format_number(result, f".{decimals}f")
        difference = messages.format_number(format_difference(result - area, decimals))
        if abs(result - area) < tool.tolerance:
            difference = "0"
    return {
        "tool": message("tools.tool", name=f"**{tool.name}**", version=tool.version) + _bins_text(tool),
        "value": value,
        "difference": difference,
        "scheme": message(f"schemes.{tool.scheme}.name" if tool.scheme else "tools.no_scheme"),
        "start": message(tool_message_key("start", tool.start)),
        "ties": message(tool_message_key("ties", tool.ties)),
        "formula": f"${messages.formula(tool.formula)}$",
    }


def _rejection_text(rejected: RejectedInput) -> str:
    """Say why a tool has no number."""
    return message("tools.refused", reason=message(tool_message_key("refused", rejected.reason)))


def _bins_text(tool: Tool) -> str:
    """Return a note in small type on how the tool bins scores or recall, or ""."""
    return f" :small[:gray[{bins_text(tool, get_messages())}]]" if tool.bins else ""


def _show_colleague_text(text: str) -> None:
    """Show what to send to the colleague whose number was typed."""
    st.header(message("answer.colleague.title"), anchor=False)
    controls.show_sentence(strip_markdown(text), "colleague_sentence")


def _show_report_text(
    labeled_scores: LabeledScores, area: float, average: averages.AverageSelection | None, *, has_sentence: bool
) -> None:
    """Show what to report, with a sentence to copy that says how it is computed."""
    if average is None:
        title, reason = message("answer.report_title", area=area), message("answer.report_reason")
    else:
        title, reason = _average_texts(average, area)
    st.header(title, anchor=False)
    st.caption(reason)
    if has_sentence:
        controls.show_sentence(averages.report_sentence(labeled_scores, average))


def _average_texts(average: averages.AverageSelection, area: float) -> tuple[str, str]:
    """Return which average to report, and what the numbers of this page are about instead."""
    if average.is_multi_task:
        name = message(f"averages.{average.kind}.name")
        title = message("answer.report_average", area=average.components(average.kind).area, average=name)
        return title, message("answer.report_average_reason", name=code_span(data_in_use.selected_task()), area=area)
    title = message("answer.report_folds", area=average.group_averages.mean)
    return title, message("answer.report_folds_reason", area=area)
