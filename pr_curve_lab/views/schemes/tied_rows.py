"""What the order of tied rows could make of the average precision: computed in closed form, and drawn at random."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import streamlit as st

from pr_curve_lab.analysis.number_texts import NumberText
from pr_curve_lab.analysis.tied_rows import mixed_rows
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.numerals import size_text
from pr_curve_lab.i18n.tie_texts import tie_texts
from pr_curve_lab.plotting.broken_ties import Level, broken_ties_figure
from pr_curve_lab.reading.cases.cases import Cases
from pr_curve_lab.server.results import cached_for_visitor, kept
from pr_curve_lab.server.settings import COPIES, DRAW, MOST_DRAWS, ORDERS
from pr_curve_lab.server.visitor_state import put, same_data, value_of
from pr_curve_lab.views.charts import chart
from pr_curve_lab.views.controls import spoken_slider
from pr_metrics import OperatingPoints, break_ties, tie_range
from pr_metrics.tolerances import AREA_ROUNDING

MOST_ROWS_DRAWN = 3_000_000  # in all orders together; a second on two processors


@dataclass(frozen=True, slots=True)
class Chosen:
    """The choices of the controls."""

    orders: int
    copies: int
    seed: int


def show(cases: Cases, areas: Mapping[str, float], words: Words) -> None:
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
    chart.show(figure, key="ties_chart", alt=alt)
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
        spoken_slider.speak_numbers("orders", [int(count) for count in ORDERS.options])
        spoken_slider.speak_numbers("copies", [int(count) for count in COPIES.options])
    draw_side.button(words.say("ties.draw"), key="draw_again", on_click=_draw_again)
    return Chosen(int(orders), int(copies), int(value_of(DRAW.name)))


def _draw_again() -> None:
    """Take the next of the random draws, which the address numbers."""
    put(draw=(value_of(DRAW.name) + 1) % (MOST_DRAWS + 1))
