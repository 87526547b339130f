"""Columns of the file that a threshold is chosen by: the day of a row, and the amount that is at stake in it."""

from __future__ import annotations

import numpy as np
import streamlit as st

from pr_app.analysis.alerts_by_day import AlertsByDay, DaysOfData, alerts_by_day, days_of_data
from pr_app.analysis.amounts import in_amounts
from pr_app.analysis.deployment import Deployment
from pr_app.reading.cases.cases import Cases
from pr_app.reading.roles.amounts import amount_columns, amounts_of
from pr_app.reading.roles.days import day_columns, days_of
from pr_app.reading.roles.roles import Roles
from pr_app.reading.tables import Table
from pr_app.serving.results import kept, kept_about
from pr_app.serving.settings import AMOUNT, COST_FN, DAY
from pr_app.serving.visitor_state import put, value_of, visitor
from pr_app.wording.catalogue import Words
from pr_app.wording.markup import code_span
from pr_app.wording.numerals import count_text

WIDTH = 230  # px
WORDS = {  # of a field: its label, that of a column, that of none
    DAY.key: ("curve.ask_day_column", "curve.day_of", "curve.no_day"),
    AMOUNT.key: ("curve.ask_amount_column", "curve.amount_of", "curve.no_amount"),
}


def days() -> DaysOfData | None:
    """The days of the data, where a column of them is chosen."""
    column = _chosen(DAY.key, _day_columns())
    return kept(_days, visitor().cases, visitor().in_use.table, column) if column else None


def ask_day(words: Words) -> None:
    """Offer a column of days in place of a typed number of rows, where the file has one."""
    _ask("day", _day_columns(), words)


def ask_amount(words: Words) -> None:
    """Offer a column of amounts to multiply costs with, where the file has one."""
    _ask("amount", _amount_columns(), words)


def said(words: Words) -> dict[str, str]:
    """The words of the chosen columns in a question, by their fields; none for one that is not."""
    day, amount = _chosen(DAY.key, _day_columns()), amount_column()
    return {
        DAY.key: words.say("curve.asked_day", column=day) if day else "",
        AMOUNT.key: words.say("curve.asked_amount", column=amount) if amount else "",
    }


def amount_column() -> str:
    """The column of amounts that costs are multiplied with; none."""
    return _chosen(AMOUNT.key, _amount_columns())


def in_money(used: Deployment) -> Deployment:
    """The points as costs count them: by the chosen column of amounts, else as they are."""
    column = amount_column()
    return kept(_in_amounts, used, visitor().cases, visitor().in_use.table, column) if column else used


def say_amounts(words: Words) -> str:
    """Say how many positives have no amount, and so cost nothing where they are missed."""
    column = amount_column()
    count = kept(_without_amount, visitor().cases, visitor().in_use.table, column) if column else 0
    return words.say("curve.without_amount", count=count, column=code_span(column)) if count else ""


def say_by_day(used: Deployment, index: int, limit: float | None, words: Words) -> str:
    """Say how alerts spread over the days of the data; nothing where the class balance is another."""
    column = _chosen(DAY.key, _day_columns())
    known = days()
    if known is None or used.moved:
        return ""
    threshold = float(used.points.threshold[index])
    found = kept(_alerts, visitor().cases, visitor().in_use.table, column, threshold, limit)
    facts = {"column": code_span(column), "days": known.count, "least": found.least, "most": found.most}
    texts = {name: count_text(value) if isinstance(value, float) else value for name, value in facts.items()}
    above = ""
    if limit is not None:
        key = "curve.days_above" if found.days_above else "curve.days_never_above"
        above = words.say(key, count=found.days_above, limit=count_text(float(limit)))
    said = words.say("curve.by_day", above=above, **texts)
    return said + (words.say("curve.without_day", count=known.without_day) if known.without_day else "")


def _ask(name: str, columns: tuple[str, ...], words: Words) -> None:
    if not columns:
        return
    put(**{name: _chosen(name, columns)})
    label, of, none = WORDS[name]
    st.selectbox(
        words.say(label),
        ("", *columns),
        format_func=lambda column: words.say(of, column=column) if column else words.say(none),
        key=name,
        on_change=_take_amount if name == AMOUNT.key else None,
        persist_state="session",
        label_visibility="collapsed",
        width=WIDTH,
    )


def _take_amount() -> None:
    """A miss costs its amount, and not five times it, unless somebody said what it costs."""
    if value_of(AMOUNT.key) and value_of(COST_FN.key) == COST_FN.default:
        put(**{COST_FN.key: 1.0})


def _chosen(key: str, columns: tuple[str, ...]) -> str:
    """The column that was chosen, if these data have it."""
    column = str(value_of(key) or "")
    return column if column in columns else ""


def _day_columns() -> tuple[str, ...]:
    state = visitor()
    return kept_about(state.in_use, _columns_of_days, state.in_use.table, state.in_use.roles, state.cases)


def _amount_columns() -> tuple[str, ...]:
    """The columns of amounts; none where positives were never scored, whose amounts nobody knows."""
    state = visitor()
    if state.cases.points.unreached_positives:
        return ()
    return kept_about(state.in_use, _columns_of_amounts, state.in_use.table, state.in_use.roles, state.cases)


def _columns_of_days(table: Table, roles: Roles, cases: Cases) -> tuple[str, ...]:
    return day_columns(table, roles, cases.row)


def _columns_of_amounts(table: Table, roles: Roles, cases: Cases) -> tuple[str, ...]:
    return amount_columns(table, roles, cases.row[cases.positive])


def _day_of_rows(cases: Cases, table: Table, column: str) -> np.ndarray:
    return days_of(table.frame[column].iloc[cases.row])


def _days(cases: Cases, table: Table, column: str) -> DaysOfData:
    return days_of_data(cases, _day_of_rows(cases, table, column))


def _alerts(cases: Cases, table: Table, column: str, threshold: float, limit: float | None) -> AlertsByDay:
    return alerts_by_day(cases, kept(_day_of_rows, cases, table, column), threshold, limit)


def _in_amounts(used: Deployment, cases: Cases, table: Table, column: str) -> Deployment:
    return in_amounts(used, cases, np.nan_to_num(amounts_of(table, column)[cases.row]))


def _without_amount(cases: Cases, table: Table, column: str) -> int:
    return int((np.isnan(amounts_of(table, column)[cases.row]) & cases.positive).sum())
