"""How good the area is for its class balance: beside what chance gives and what is the least possible."""

from __future__ import annotations

import math

import pandas as pd
import streamlit as st

from pr_curve_lab.analysis.area_intervals import AreaInterval, step_interval
from pr_curve_lab.analysis.class_balance import Balance, Balances, RowLimits, Shuffled, row_limits
from pr_curve_lab.analysis.number_texts import prevalence_text
from pr_curve_lab.analysis.printed_areas import told_apart
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.interval_words import interval_name, interval_reason
from pr_curve_lab.i18n.numerals import percent_text, with_minus
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.limits import Line, Said, layouts, limits_figure
from pr_curve_lab.reading.cases.cases import Cases
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.server.results import kept
from pr_curve_lab.server.visitor_state import same_data
from pr_curve_lab.views.balance import pictures
from pr_curve_lab.views.balance.permutations import tested
from pr_curve_lab.views.charts import fitted_chart
from pr_metrics import area_bias
from pr_metrics.tolerances import AREA_ROUNDING

SEEN = 0.005  # area; less is 0.00 in print
FEW_POSITIVES = 50  # below, an area may lie so much too high


def show(cases: Cases, both: Balances, words: Words) -> Shuffled | None:
    """The number lines, and all numbers in a table; gives what shuffled labels made of the area, if that is known."""
    rows, beside = kept(row_limits, cases), kept(step_interval, cases).interval_of(both.scheme, both.own.area)
    st.subheader(_finding(both, words), anchor=False)
    picture = st.container()
    if rows is None:
        st.caption(words.say("balance.no_rows"))
    by_chance = tested(cases, both.scheme, words)
    with picture:
        _show_lines(both, rows, by_chance, words)
    with st.container(key="limits_table"):
        st.table(_table(both, rows, by_chance, beside, words), hide_index=True, border="horizontal")
    st.caption(_footnote(by_chance, words, moved=both.moved))
    st.caption(interval_reason(beside, words))
    if by_chance is not None and cases.clusters is not None:
        st.caption(words.say_problem(Problem("clusters_shuffled", column=cases.clusters.column)))
    if both.scheme == "step":
        _say_that_few_positives_flatter(cases, words)
    return by_chance


def _say_that_few_positives_flatter(cases: Cases, words: Words) -> None:
    """Say by how much, where it can be seen in two decimals; weights are no rows to leave out."""
    if cases.is_weighted or cases.positives >= FEW_POSITIVES:
        return
    bias = kept(area_bias, cases.points)
    if bias >= SEEN:
        st.caption(words.say("balance.few_positives", positives=cases.positives, bias=bias))


def _footnote(by_chance: Shuffled | None, words: Words, *, moved: bool) -> str:
    """The footnote: what a dash means, and how far p can be relied on, since other shuffles would give another one."""
    if by_chance is None:
        return words.say("balance.table_caption_untested")
    tested = words.say("balance.table_caption", shuffles=by_chance.times, error=by_chance.error)
    return f"{words.say('balance.table_dash')} {tested}" if moved else tested


def _finding(both: Balances, words: Words) -> str:
    """The finding: where the area stands between a random ranking and a perfect one."""
    asked = both.asked
    if math.isnan(asked.corrected):
        return words.say("balance.finding_one_class", area=asked.area)
    side = "at" if abs(asked.corrected) < AREA_ROUNDING else "above" if asked.corrected > 0 else "below"
    share = percent_text(abs(asked.corrected))
    area, _ = told_apart(asked.area, 1.0)
    return words.say(f"balance.finding_{side}", area=area, prevalence=_chance(asked), share=share)


def _chance(one: Balance) -> str:
    """The area of a random ranking's line, in print: the class balance, unless some positives were never scored."""
    return prevalence_text(one.chance) if one.points.unreached_positives else one.text


def _show_lines(both: Balances, rows: RowLimits | None, by_chance: Shuffled | None, words: Words) -> None:
    lines = [_line(both, both.own, rows, by_chance, words)]
    if both.moved:
        lines.append(_line(both, both.asked, None, None, words))
    figure = limits_figure(lines, words, same_data=same_data())
    alt = words.say("balance.limits_alt", area=both.asked.area, prevalence=both.asked.text, least=both.asked.least)
    fitted_chart.show(figure, layouts(lines), key="limits_chart", alt=alt)


def _line(both: Balances, one: Balance, rows: RowLimits | None, by_chance: Shuffled | None, words: Words) -> Line:
    chance = one.chance if rows is None else rows.random
    band = None
    if by_chance is not None:
        band = _said("band", (by_chance.low + by_chance.high) / 2, words, low=by_chance.low, high=by_chance.high)
    return Line(
        colour=palette.look_of(both.scheme),
        area=_said("area", one.area, words, prevalence=one.text),
        random=_said("random" if rows is None else "random_rows", chance, words, prevalence=_chance(one)),
        least=None if math.isnan(one.least) else _said("least", one.least, words),
        band=band,
        band_ends=(0.0, 0.0) if by_chance is None else (by_chance.low, by_chance.high),
    )


def _said(name: str, value: float, words: Words, **facts: object) -> Said:
    return Said(
        value,
        words.say(f"balance.line_{name}", value=value, **facts),
        words.say(f"balance.line_{name}_short", value=value, **facts),
    )


def _table(
    both: Balances, rows: RowLimits | None, by_chance: Shuffled | None, beside: AreaInterval, words: Words
) -> pd.DataFrame:
    """One line a number, one column a balance; what exists for the counted rows only stands in the first."""
    shown = (both.own, both.asked) if both.moved else (both.own,)
    lines: dict[str, list[str | None]] = {
        "area": [_number(one.area, words) for one in shown],
        "random_line": [words.number(_chance(one)) for one in shown],
        "random_rows": [None if rows is None else _number(rows.random, words)],
        "band": [None if by_chance is None else _range(by_chance.low, by_chance.high, words)],
        "p_value": [None if by_chance is None else words.number(by_chance.p_value, ".3f")],
        "least": [_number(one.least, words) for one in shown],
        "least_rows": [None if rows is None else _number(rows.least, words)],
        "corrected": [_number(one.corrected, words) for one in shown],
        "normalised": [_number(one.normalised, words) for one in shown],
        "interval": [_range(beside.found.low, beside.found.high, words)],
        "roc": [_number(pictures.roc(both).area, words)] * len(shown),
        "gain": [_number(one.under_gain, words) for one in shown],
    }
    none = words.say("balance.none")
    columns: dict[str, list[str]] = {"": [_name(name, beside, words) for name in lines]}
    for number, one in enumerate(shown):
        title = words.say("balance.column_asked" if number else "balance.column_own", prevalence=one.text)
        columns[title] = [(values[number] if number < len(values) else None) or none for values in lines.values()]
    return pd.DataFrame(columns)


def _number(value: float, words: Words) -> str | None:
    return None if math.isnan(value) else words.number(with_minus(value, ".3f"))


def _name(line: str, beside: AreaInterval, words: Words) -> str:
    return interval_name(beside, words) if line == "interval" else words.say(f"balance.row_{line}")


def _range(low: float, high: float, words: Words) -> str:
    return f"{words.number(low, '.3f')} – {words.number(high, '.3f')}"
