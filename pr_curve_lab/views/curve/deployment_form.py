"""Where the threshold will be used: rows a day, prevalence there, and columns of days and amounts."""

from __future__ import annotations

import numpy as np
import streamlit as st

from pr_curve_lab.analysis.alerts import (
    AlertsByDay,
    Deployment,
    alerts_by_day,
    deployment,
    deployment_by_days,
    in_amounts,
)
from pr_curve_lab.analysis.thresholds import Wishes
from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.numbers import count_text, expected_text, limited_text
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import Cases
from pr_curve_lab.schema.roles import Roles
from pr_curve_lab.schema.values import Days, amount_columns, amounts_of, day_columns, days_of, first_of_dates
from pr_curve_lab.server.settings import AMOUNT, COST_FN, DAY, LEAST_PREVALENCE, MOST_PREVALENCE, OWN_BALANCE, PER_DAY
from pr_curve_lab.server.visitor_state import cached_for_visitor, clear, kept, kept_about, put, value_of, visitor
from pr_curve_lab.views import balance
from pr_curve_lab.views.curve import threshold_control
from pr_metrics import OperatingPoints

WIDTH = 230  # px


def day_column() -> str:
    """The column of days by which a day is counted: the chosen one, that of dates unless rows are typed; or none."""
    columns, chosen = _day_columns(), value_of(DAY.key)
    if chosen == "" or chosen in columns:
        return str(chosen)
    return "" if value_of(PER_DAY.key) is not None else first_of_dates(visitor().in_use.table, columns)


def used_by_days(column: str, prevalence: float | None) -> Deployment:
    """The points on the days of a column."""
    return kept(_used_by_days, visitor().cases, visitor().in_use.table, column, prevalence)


def on_days(used: Deployment, index: int, limit: float | None) -> AlertsByDay:
    """The alerts of a threshold on the days of the column by which a day is counted."""
    return kept(_alerts, visitor().cases, visitor().in_use.table, day_column(), used, index, limit)


def day_text(number: int) -> str:
    """The day of that number, as the file says it."""
    return code_span(_days_in_use().name[number])


def ask_day(words: Words) -> None:
    """Offer to count by a column of days, where the file has one."""
    columns, column = _day_columns(), day_column()
    if not columns:
        return
    put(day=column)
    no_day = "curve.no_day" if value_of(PER_DAY.key) is None else "curve.day_typed"
    st.selectbox(
        words.say("curve.ask_day_column"),
        (*columns, ""),
        format_func=lambda name: words.say("curve.day_of", column=name) if name else words.say(no_day),
        key=DAY.key,
        on_change=_count_by_days,
        persist_state="session",
        label_visibility="collapsed",
        width=WIDTH,
    )


def ask_amount(words: Words) -> None:
    """Offer a column of amounts to multiply costs with, where the file has one."""
    columns = _amount_columns()
    if not columns:
        return
    put(amount=amount_column())
    st.selectbox(
        words.say("curve.ask_amount_column"),
        ("", *columns),
        format_func=lambda name: words.say("curve.amount_of", column=name) if name else words.say("curve.no_amount"),
        key=AMOUNT.key,
        on_change=_take_amount,
        persist_state="session",
        label_visibility="collapsed",
        width=WIDTH,
    )


def amount_column() -> str:
    """The column of amounts that costs are multiplied with; none."""
    column = str(value_of(AMOUNT.key) or "")
    return column if column in _amount_columns() else ""


def in_money(used: Deployment) -> Deployment:
    """The points as costs count them: by the chosen column of amounts, else as they are."""
    column = amount_column()
    return kept(_in_amounts, used, visitor().cases, visitor().in_use.table, column) if column else used


def say_amounts(words: Words) -> str:
    """Say how many positives have no amount, and so cost nothing where they are missed."""
    column = amount_column()
    count = kept(_without_amount, visitor().cases, visitor().in_use.table, column) if column else 0
    return words.say("curve.without_amount", count=count, column=code_span(column)) if count else ""


def say_by_day(used: Deployment, index: int, wishes: Wishes, words: Words) -> str:
    """Say how the alerts of a threshold spread over the days of the data, and which day has most."""
    column = day_column()
    if not column:
        return ""
    limit, days = wishes.alerts, _days_in_use()
    found = on_days(used, index, limit)
    text_of = expected_text if used.moved else count_text
    above = ""
    if limit is not None:
        key = "curve.days_above" if found.days_above else "curve.days_never_above"
        above = words.say(key, count=found.days_above, limit=count_text(float(limit)))
    said = words.say(
        "curve.by_day",
        days=len(days.name),
        column=code_span(column),
        least=text_of(found.least),
        most=limited_text(found.most, limit, text_of),
        busiest=day_text(found.busiest),
        above=above,
    )
    without = int((days.number < 0).sum())
    return said + (words.say("curve.without_day", count=without) if without else "")


def _count_by_days() -> None:
    """Count by the column that was chosen, and not by rows that were typed before."""
    if value_of(DAY.key):
        put(per_day=None)


def _take_amount() -> None:
    """A miss costs its amount, and not five times it, unless somebody said what it costs."""
    if value_of(AMOUNT.key) and value_of(COST_FN.key) == COST_FN.default:
        put(**{COST_FN.key: 1.0})
    threshold_control.follow()


def _days_in_use() -> Days:
    return kept(_days_of_rows, visitor().cases, visitor().in_use.table, day_column())


def _day_columns() -> tuple[str, ...]:
    state = visitor()
    return kept(_columns_of_days, state.in_use.table, state.in_use.roles, state.cases)


def _amount_columns() -> tuple[str, ...]:
    """The columns of amounts; none where positives were never scored, whose amounts nobody knows."""
    state = visitor()
    if state.cases.points.unreached_positives:
        return ()
    return kept_about(state.in_use, _columns_of_amounts, state.in_use.table, state.in_use.roles, state.cases)


def _columns_of_days(table: Table, roles: Roles, cases: Cases) -> tuple[str, ...]:
    """The columns that have days for rows of both classes."""
    columns = day_columns(table, roles, cases.row)
    known = {name: kept(_days_of_rows, cases, table, name).number >= 0 for name in columns}
    return tuple(name for name in columns if len(set(cases.positive[known[name]].tolist())) > 1)


def _columns_of_amounts(table: Table, roles: Roles, cases: Cases) -> tuple[str, ...]:
    return amount_columns(table, roles, cases.row[cases.positive])


def _days_of_rows(cases: Cases, table: Table, column: str) -> Days:
    return days_of(table.frame[column].iloc[cases.row])


def _used_by_days(cases: Cases, table: Table, column: str, prevalence: float | None) -> Deployment:
    return deployment_by_days(cases, kept(_days_of_rows, cases, table, column).number, prevalence=prevalence)


def _alerts(cases: Cases, table: Table, column: str, used: Deployment, index: int, limit: float | None) -> AlertsByDay:
    return alerts_by_day(cases, kept(_days_of_rows, cases, table, column).number, used, index, limit)


def _in_amounts(used: Deployment, cases: Cases, table: Table, column: str) -> Deployment:
    return in_amounts(used, cases, np.nan_to_num(amounts_of(table, column)[cases.row]))


def _without_amount(cases: Cases, table: Table, column: str) -> int:
    return int((np.isnan(amounts_of(table, column)[cases.row]) & cases.positive).sum())


STEP = 0.1  # per cent


def used(points: OperatingPoints, words: Words) -> Deployment:
    """The points where they will be used; what is not said is as in the data."""
    asked, column = balance.asked(points, words), day_column()
    if column:
        return used_by_days(column, asked)
    rows = value_of(PER_DAY.key)
    cached = kept if rows is None else cached_for_visitor
    return cached(deployment, points, prevalence=asked, rows=rows)


def unit(used: Deployment, words: Words, *, begins: bool = False) -> str:
    """Say what counts are of: a day, this file, or as many rows at another class balance; begins: for a sentence."""
    of = "day" if used.per_day else "rows" if used.moved else "file"
    return words.say(f"curve.{'each' if begins else 'unit'}_{of}", rows=count_text(used.rows))


def say_of_data(used: Deployment, words: Words) -> None:
    """Say that what follows counts the data, where the page else counts a day."""
    if used.elsewhere:
        st.caption(words.say("curve.of_data"))


def ask_rows(used: Deployment, words: Words) -> None:
    """A field for the rows of a day; empty, it shows those of the days of the data, if there are any."""
    if value_of(PER_DAY.key) is not None and day_column():
        put(per_day=None)
    st.number_input(
        words.say("curve.require_value_per_day"),
        min_value=PER_DAY.least,
        max_value=PER_DAY.most,
        value=None,
        step=1,
        placeholder=words.number(expected_text(used.rows)) if used.per_day else words.say("curve.rows_a_day"),
        key="per_day",
        on_change=clear,
        args=(DAY.key,),  # rows that are typed are no days of the data; without them days count again
        persist_state="session",
        label_visibility="collapsed",
        width=96,
    )


def ask_share(points: OperatingPoints, words: Words) -> None:
    """A field for the share of positives in per cent; empty, it shows that of the data."""
    asked = balance.asked(points, words)
    put(positive_share=None if asked is None else float(f"{100 * asked:.12g}"))
    st.number_input(
        words.say("curve.require_value_share"),
        min_value=100 * LEAST_PREVALENCE,
        max_value=100 * MOST_PREVALENCE,
        value=None,
        step=STEP,
        format="%.6g",
        placeholder=words.number(100 * points.prevalence, ".3g"),
        key="positive_share",
        on_change=_take_share,
        label_visibility="collapsed",
        width=64,
    )


def _take_share() -> None:
    """Move to the share that was typed; an empty field is the data's own."""
    typed = value_of("positive_share")
    share = None if typed is None else typed / 100
    put(prevalence=OWN_BALANCE if share in (None, visitor().cases.points.prevalence) else share)
