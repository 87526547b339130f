"""The page Schemes: where two numbers for the same rows come from, and what ties could change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import streamlit as st

from pr_curve_lab.analysis.formatting import NumberText
from pr_curve_lab.analysis.number_answer import Answer, Asked, Rows, Source, answer_to
from pr_curve_lab.analysis.other_readings import Reading, coarser_readings, usual_readings
from pr_curve_lab.analysis.published_number import read_published
from pr_curve_lab.analysis.thresholds import mixed_rows
from pr_curve_lab.analysis.tools import ToolNumbers
from pr_curve_lab.i18n.area_sentences import tie_texts
from pr_curve_lab.i18n.markup import plain
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.number_source_sentences import AnswerWords
from pr_curve_lab.i18n.numbers import size_text
from pr_curve_lab.io.limits import Problem
from pr_curve_lab.plotting import strip_plot
from pr_curve_lab.plotting.schemes import Level, broken_ties_figure
from pr_curve_lab.schema.dataset import Cases
from pr_curve_lab.server.settings import (
    COPIES,
    DRAW,
    LONGEST_TEXT,
    MOST_DRAWS,
    ORDERS,
    PUBLISHED,
    PUBLISHED_FROM,
    THEIRS,
    THEIRS_FROM,
)
from pr_curve_lab.server.visitor_state import cached_for_visitor, kept, put, same_data, value_of, visitor
from pr_curve_lab.views import charts, controls
from pr_metrics import TOOLS, OperatingPoints, break_ties, tie_range
from pr_metrics.tolerances import AREA_ROUNDING

FIELDS = {"mine": (PUBLISHED, PUBLISHED_FROM), "theirs": (THEIRS, THEIRS_FROM)}
NUMBER_WIDTH, TOOL_WIDTH = 110, 210  # px


def asked_in_picture(answer: Answer, words: Words) -> list[strip_plot.Asked]:
    """The numbers as the picture of the tools draws them: where the headline takes them to come from."""
    drawn = []
    for side, one in (("mine", answer.mine), ("theirs", answer.theirs)):
        if one is not None:
            taken = answer.taken(one)
            area = float(one.asked.number.number) if taken is None else taken.value
            said = words.say(f"answer.{side}_said", number=one.asked.number.text)
            named = taken.tool.key if isinstance(taken, Source) and taken.tool else ""
            drawn.append(strip_plot.Asked(area, said, named, side == "mine"))
    return drawn


def ask(sources: tuple[Source, ...], numbers: ToolNumbers, words: Words) -> Answer:
    """Show both fields in a line, read what stands in them, and judge it; other metrics are asked for when it is."""
    with st.container(horizontal=True, vertical_alignment="center", key="two_numbers"):
        texts = {side: _field(side, words) for side in FIELDS}
    read = {side: _read(side, text, words) for side, text in texts.items()}
    rows = Rows(
        visitor().cases.points,
        usual=lambda: _readings(usual_readings, words, visitor().in_use.table),
        coarser=lambda: _readings(coarser_readings, words),
        has_ties=numbers.has_ties,
    )
    return answer_to(read["mine"], read["theirs"], sources, rows)


def _readings(make: Callable[..., tuple[Reading, ...]], words: Words, *given: Any) -> tuple[Reading, ...]:
    """What else the rows in view give, made once."""
    tasks, cases = visitor().tasks, visitor().cases
    name = tasks.names[tasks.roles.scores.index(cases.roles.scores[0])]
    with st.spinner(words.say("schemes.computing")):
        return kept(make, tasks, name, *given)


def _field(side: str, words: Words) -> str:
    """A number in a sentence, with the tool that it is said to come from; what was typed."""
    number, tool = FIELDS[side]
    with st.container(horizontal=True, vertical_alignment="center", key=f"{side}_number", width="content"):
        st.markdown(words.say(f"answer.{side}"), width="content")
        text = st.text_input(
            words.say(f"answer.{side}"),
            key=number.key,
            max_chars=LONGEST_TEXT,
            placeholder=words.say(f"answer.{side}_example"),
            persist_state="session",
            label_visibility="collapsed",
            width=NUMBER_WIDTH,
        )
        st.markdown(words.say("answer.from"), width="content")
        st.selectbox(
            words.say(f"answer.{side}_from"),
            tool.options,
            format_func=lambda key: TOOLS[key].short if key else words.say("answer.any_tool"),
            key=tool.key,
            persist_state="session",
            label_visibility="collapsed",
            width=TOOL_WIDTH,
        )
    return str(text or "").strip()


def _read(side: str, text: str, words: Words) -> Asked | None:
    """The number in a field; one that nobody can read is told."""
    if not text:
        return None
    number = read_published(text)
    if isinstance(number, Problem):
        st.error(words.say("answer.in_field", problem=words.say_problem(number)))
        return None
    if number.as_percent:
        st.caption(words.say("published.as_percent", number=number.text))
    return Asked(number, str(value_of(FIELDS[side][1].key)))


def show_headline(answer: Answer, numbers: ToolNumbers, words: Words) -> tuple[str, list[str]] | None:
    """Say what sets the numbers apart; below it what each part is worth, and all that fits.

    The question that was typed, and what was said of it, without their full stops; None where none was.
    """
    said = AnswerWords(answer, numbers, visitor().cases.points.prevalence, words)
    headline, lines, balance = said.headline(), said.lines(), said.balance()
    st.title(headline, anchor=False)
    with st.container(key="answer_lead"):
        if lines:
            st.caption(words.say("schemes.separator").join(lines))
        if balance is not None:
            st.caption(f"- {balance}")
        if answer.judged.about is not None and not answer.judged.about.candidates:
            st.caption(words.say("published.check"))
    return None if answer.judged.about is None else (said.question(), [plain(one) for one in (headline, *lines[:1])])


MOST_ROWS_DRAWN = 3_000_000  # in all orders together; a second on two processors


@dataclass(frozen=True, slots=True)
class Chosen:
    """The choices of the controls."""

    orders: int
    copies: int
    seed: int


def show_tied_rows(cases: Cases, areas: Mapping[str, float], words: Words) -> None:
    """Say what the order of tied rows can do, and try random orders."""
    if cases.is_weighted:
        st.subheader(words.say("ties.none_title"), anchor=False)
        st.markdown(words.say("ties.weighted"))
        return
    tied = kept(mixed_rows, cases.points)
    if tied == 0:
        st.subheader(words.say("ties.none_title"), anchor=False)
        st.markdown(words.say("ties.none", area=kept(tie_range, cases.points).expected))
        return
    copies = int(value_of(COPIES.key))
    copied = kept(_copied, cases.points, copies)
    ends = kept(tie_range, copied)
    times = words.say("ties.times", count=copies)
    facts = {**tie_texts(ends), "times": times}
    st.subheader(words.say("ties.finding" if copies == 1 else "ties.finding_copied", **facts), anchor=False)
    _show_orders(copied, ends.expected, areas, tied, words)


def _show_orders(copied: OperatingPoints, expected: float, areas: Mapping[str, float], tied: int, words: Words) -> None:
    seen = st.container()  # the chart stands above its controls, which say what it shows
    chosen = _chosen(words)
    _say_limit(expected, areas["continuous"], chosen.copies, words)
    orders = min(chosen.orders, MOST_ROWS_DRAWN // (tied * chosen.copies))
    if orders < chosen.orders:
        facts = {"asked": chosen.orders, "drawn": orders, "rows": tied * chosen.copies, "most": MOST_ROWS_DRAWN}
        st.markdown(words.say("ties.fewer" if orders else "ties.too_many", **facts))
    if orders == 0:
        return
    with st.spinner(words.say("schemes.computing")):
        cached = kept if chosen.seed == DRAW.default else cached_for_visitor
        drawn = cached(break_ties, copied, orders=orders, seed=chosen.seed)
    with seen:
        _show_chart(drawn, expected, areas, words)


def _copied(points: OperatingPoints, copies: int) -> OperatingPoints:
    counts = points.true_positives * copies, points.false_positives * copies
    totals = points.positives * copies, points.negatives * copies
    return OperatingPoints(points.threshold, *counts, *totals, weighted=points.weighted)


def _show_chart(drawn: np.ndarray, expected: float, areas: Mapping[str, float], words: Words) -> None:
    mean = np.cumsum(drawn) / np.arange(1, drawn.size + 1)
    values = {"expected": expected, "step": areas["step"], "continuous": areas["continuous"]}
    names = {key: words.say("ties.expected" if key == "expected" else f"schemes.{key}.short") for key in values}
    levels = [Level(key, words.say("ties.line", name=names[key], area=area), area) for key, area in values.items()]
    figure = broken_ties_figure(drawn, mean, levels, words, same_data=same_data())
    alt = words.say("ties.alt", orders=drawn.size, mean=mean[-1], **values)
    charts.show_chart(figure, key="ties_chart", alt=alt)
    away = float(mean[-1]) - expected
    key = "same" if abs(away) < AREA_ROUNDING else "larger" if away > 0 else "smaller"
    orders = words.say("ties.drawn", count=drawn.size)
    said = words.say(f"ties.mean_{key}", orders=orders, mean=mean[-1], difference=_size(away))
    st.caption(words.say("ties.caption") + words.say("schemes.separator") + said)


def _say_limit(expected: float, continuous: float, copies: int, words: Words) -> None:
    away = expected - continuous
    key = "same" if abs(away) < AREA_ROUNDING else "larger" if away > 0 else "smaller"
    times = words.say("ties.times", count=copies)
    st.markdown(words.say(f"ties.limit_{key}", times=times, expected=expected, difference=_size(away)))


def _size(difference: float) -> NumberText:
    return size_text(difference, 4)


def _chosen(words: Words) -> Chosen:
    orders_side, copies_side, draw_side = st.columns([4, 4, 3], gap="medium", vertical_alignment="bottom")
    orders = orders_side.select_slider(words.say("ties.orders"), ORDERS.options, key="orders", persist_state="session")
    copies = copies_side.select_slider(
        words.say("ties.copies"),
        COPIES.options,
        format_func=lambda count: words.say("ties.times", count=count),
        key="copies",
        persist_state="session",
    )
    with draw_side:
        controls.speak_numbers("orders", [int(count) for count in ORDERS.options])
        controls.speak_numbers("copies", [int(count) for count in COPIES.options])
    draw_side.button(words.say("ties.draw"), key="draw_again", on_click=_draw_again)
    return Chosen(int(orders), int(copies), int(value_of(DRAW.name)))


def _draw_again() -> None:
    """Take the next of the random draws, which the address numbers."""
    put(draw=(value_of(DRAW.name) + 1) % (MOST_DRAWS + 1))
