"""Fields for the data on which the threshold will be used: rows per day, prevalence, columns of days and amounts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

from pr_curve_lab.analysis.alerts import (
    AlertsByDay,
    Deployment,
    alerts_by_day,
    build_deployment,
    build_deployment_by_day,
    weight_by_amount,
)
from pr_curve_lab.analysis.formatting import NumberText, format_count, format_expected_count, format_with_limit
from pr_curve_lab.analysis.thresholds import Requirements
from pr_curve_lab.i18n.area_sentences import alert_unit
from pr_curve_lab.i18n.messages import code_span
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema import deployment_columns
from pr_curve_lab.schema.dataset import LabeledScores
from pr_curve_lab.schema.roles import Roles
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.settings import (
    AMOUNT,
    COST_FN,
    DAY,
    MAX_PREVALENCE,
    MEASURED_PREVALENCE,
    MIN_PREVALENCE,
    PAGES,
    PREVALENCE,
    ROWS_PER_DAY,
)
from pr_curve_lab.server.visitor_state import (
    cached,
    cached_for_source,
    cached_for_visitor,
    clear_widget,
    get_messages,
    message,
    set_widget,
    value_of,
    visitor,
)
from pr_curve_lab.views import controls
from pr_curve_lab.views.curve import threshold_control
from pr_metrics import OperatingPoints

WIDTH = 230  # px


def day_column() -> str:
    """Return the column of days in use, or "": the selected one, else the first with dates if no rows are typed."""
    columns, column = _get_day_columns(), value_of(DAY.name)
    if column == "" or column in columns:
        return str(column)
    if value_of(ROWS_PER_DAY.name) is not None:
        return ""
    return deployment_columns.first_of_dates(visitor().in_use.table, columns)


def get_daily_alerts(deployment: Deployment, index: int, limit: float | None) -> AlertsByDay:
    """Return the alerts of a threshold on each day of the column in use."""
    return cached(
        _daily_alerts, visitor().labeled_scores, visitor().in_use.table, day_column(), deployment, index, limit
    )


def count_days() -> int:
    """Return the number of days of the column in use."""
    return len(_get_days().name)


def day_label(number: int) -> str:
    """Return the name of a day, given its code, as in the file."""
    return code_span(_get_days().name[number])


def show_day_select() -> None:
    """Show a choice of the column of days, if the file has any."""
    messages = get_messages()
    columns, column = _get_day_columns(), day_column()
    if not columns:
        return
    set_widget(day=column)
    no_day = "curve.no_day" if value_of(ROWS_PER_DAY.name) is None else "curve.day_typed"
    controls.inline_select(
        message("curve.ask_day_column"),
        (*columns, ""),
        format_func=lambda name: messages.format("curve.day_of", column=name) if name else messages.format(no_day),
        key=DAY.name,
        on_change=_use_day_column,
        width=WIDTH,
    )


def show_amount_select() -> None:
    """Show a choice of a column of amounts that multiply the costs, if the file has any."""
    messages = get_messages()
    columns = _get_amount_columns()
    if not columns:
        return
    set_widget(amount=amount_column())
    controls.inline_select(
        message("curve.ask_amount_column"),
        ("", *columns),
        format_func=lambda name: (
            messages.format("curve.amount_of", column=name) if name else messages.format("curve.no_amount")
        ),
        key=AMOUNT.name,
        on_change=_reset_cost,
        width=WIDTH,
    )


def amount_column() -> str:
    """Return the column of amounts that multiply the costs, or ""."""
    column = str(value_of(AMOUNT.name) or "")
    return column if column in _get_amount_columns() else ""


def use_amounts(deployment: Deployment, rows: LabeledScores | None = None) -> Deployment:
    """Return the deployment weighted by the selected column of amounts, or unchanged without one.

    rows: those of the deployment, if they are not those that the page shows.
    """
    column, labeled_scores = amount_column(), visitor().labeled_scores if rows is None else rows
    return (
        cached(_weight_by_amount, deployment, labeled_scores, visitor().in_use.table, column) if column else deployment
    )


def max_alerts_text(deployment: Deployment, alerts: AlertsByDay, limit: float | None) -> NumberText:
    """Return the alerts of the day with most; they do not look equal to the limit if they are not."""
    is_expected = deployment.has_target_prevalence  # a count of a day is whole only as in the data
    return format_with_limit(alerts.max_alerts, limit, format_expected_count if is_expected else format_count)


def missing_amounts_text() -> str:
    """Say how many positives have no amount, so that missing them costs nothing."""
    column = amount_column()
    count = cached(_count_missing_amounts, visitor().labeled_scores, visitor().in_use.table, column) if column else 0
    return message("curve.without_amount", count=count, column=code_span(column)) if count else ""


def daily_alerts_text(deployment: Deployment, index: int, requirements: Requirements) -> str:
    """Say how the alerts of a threshold are spread over the days of the data, and which day has most.

    At another class balance no day of the data had these alerts.
    """
    column = day_column()
    if not column:
        return ""
    limit, days = requirements.alerts, _get_days()
    without = int((days.number < 0).sum())
    without_day = message("curve.without_day", count=without) if without else ""
    if deployment.has_target_prevalence:
        return without_day.strip()
    alerts = get_daily_alerts(deployment, index, limit)
    above_limit = ""
    if limit is not None:
        key = "curve.days_above" if alerts.days_above else "curve.days_never_above"
        above_limit = message(key, count=alerts.days_above, days=len(days.name), limit=format_count(limit))
    text = message(
        "curve.by_day",
        days=len(days.name),
        column=code_span(column),
        least=format_count(alerts.min_alerts),
        most=max_alerts_text(deployment, alerts, limit),
        busiest=message("curve.busiest_days", count=alerts.days_at_max)
        if alerts.days_at_max > 1
        else message("curve.busiest_day", day=day_label(alerts.max_day)),
        above=above_limit,
    )
    return text + without_day


def _use_day_column() -> None:
    """Clear the typed rows per day, as the selected column of days now gives them."""
    if value_of(DAY.name):
        set_widget(per_day=None)


def _reset_cost() -> None:
    """Set the cost of a false negative to 1 times its amount instead of the default 5, unless the visitor set it."""
    if value_of(AMOUNT.name) and value_of(COST_FN.name) == COST_FN.default:
        set_widget(**{COST_FN.name: 1.0})
    threshold_control.follow_requirements()


def _get_days() -> deployment_columns.DayCodes:
    return cached(_row_days, visitor().labeled_scores, visitor().in_use.table, day_column())


def _get_day_columns() -> tuple[str, ...]:
    state = visitor()
    return cached(_find_day_columns, state.in_use.table, state.in_use.roles, state.labeled_scores)


def _get_amount_columns() -> tuple[str, ...]:
    """Return the columns of amounts; none if there are unscored positives, as their amounts are unknown."""
    state = visitor()
    if state.labeled_scores.points.unscored_positives:
        return ()
    return cached_for_source(
        state.in_use, _find_amount_columns, state.in_use.table, state.in_use.roles, state.labeled_scores
    )


def _find_day_columns(table: Table, roles: Roles, labeled_scores: LabeledScores) -> tuple[str, ...]:
    """Return the columns that have days for rows of both classes."""
    columns = deployment_columns.day_columns(table, roles, labeled_scores.row_index)
    known = {name: cached(_row_days, labeled_scores, table, name).number >= 0 for name in columns}
    return tuple(name for name in columns if len(set(labeled_scores.positive[known[name]].tolist())) > 1)


def _find_amount_columns(table: Table, roles: Roles, labeled_scores: LabeledScores) -> tuple[str, ...]:
    return deployment_columns.amount_columns(table, roles, labeled_scores.row_index[labeled_scores.positive])


def _row_days(labeled_scores: LabeledScores, table: Table, column: str) -> deployment_columns.DayCodes:
    return deployment_columns.day_codes(table.frame[column].iloc[labeled_scores.row_index])


def _deployment_on_days(
    labeled_scores: LabeledScores, table: Table, column: str, prevalence: float | None
) -> Deployment:
    return build_deployment_by_day(
        labeled_scores, cached(_row_days, labeled_scores, table, column).number, prevalence=prevalence
    )


def _daily_alerts(
    labeled_scores: LabeledScores, table: Table, column: str, deployment: Deployment, index: int, limit: float | None
) -> AlertsByDay:
    return alerts_by_day(
        labeled_scores, cached(_row_days, labeled_scores, table, column).number, deployment, index, limit
    )


def _weight_by_amount(deployment: Deployment, labeled_scores: LabeledScores, table: Table, column: str) -> Deployment:
    amount = deployment_columns.amounts_of(table, column)[labeled_scores.row_index]
    return weight_by_amount(deployment, labeled_scores, np.nan_to_num(amount))


def _count_missing_amounts(labeled_scores: LabeledScores, table: Table, column: str) -> int:
    amount = deployment_columns.amounts_of(table, column)[labeled_scores.row_index]
    return int((np.isnan(amount) & labeled_scores.positive).sum())


STEP = 0.1  # percent


def get_deployment(points: OperatingPoints, labeled_scores: LabeledScores | None) -> Deployment:
    """Return the points as they will be used, at a valid prevalence; whatever is not given is as in the data.

    A page without the setting of the prevalence does not name it, so it has that of the data.
    labeled_scores: the rows of the points, to count them by day; None if no count of a day is needed.
    """
    has_setting = PREVALENCE in PAGES[visitor().page].settings
    prevalence, column = controls.update_prevalence(points) if has_setting else None, day_column()
    if column and labeled_scores is not None:
        deployment = cached(_deployment_on_days, labeled_scores, visitor().in_use.table, column, prevalence)
    else:
        rows = value_of(ROWS_PER_DAY.name)
        compute = cached if rows is None else cached_for_visitor
        deployment = compute(build_deployment, points, prevalence=prevalence, rows=rows)
    if labeled_scores is None or labeled_scores.group_name is None:
        return deployment
    all_rows = cached(visitor().dataset.labeled_scores, data_in_use.selected_task())
    return cached_for_visitor(_with_all_points, deployment, all_rows.points)


def _with_all_points(deployment: Deployment, points: OperatingPoints) -> Deployment:
    return replace(deployment, all_points=points)


def unit_text(deployment: Deployment, *, is_start: bool = False) -> str:
    """Return the unit of counts: a day, this file or group, or rows at a prevalence; is_start: starts a sentence."""
    group = visitor().labeled_scores.group_name
    if group is not None and not deployment.has_other_counts:
        return message("curve.each_group" if is_start else "curve.unit_group", name=code_span(group))
    return alert_unit(deployment, get_messages(), is_start=is_start)


def show_data_caption(deployment: Deployment) -> None:
    """Say that the numbers below refer to the data, if the rest of the page does not."""
    if deployment.has_other_counts:
        st.caption(message("curve.of_data"))


def show_rows_input(deployment: Deployment) -> None:
    """Show a field for the rows per day; the placeholder gives those of the data, if it has days."""
    if value_of(ROWS_PER_DAY.name) is not None and day_column():
        set_widget(per_day=None)
    st.number_input(
        message("curve.require_value_per_day"),
        min_value=ROWS_PER_DAY.min_value,
        max_value=ROWS_PER_DAY.max_value,
        value=None,
        step=1,
        placeholder=get_messages().format_number(format_expected_count(deployment.n_rows))
        if deployment.per_day
        else message("curve.rows_a_day"),
        key="per_day",
        on_change=clear_widget,
        args=(DAY.name,),  # typed rows replace the column of days; cleared, it applies again
        persist_state="session",
        label_visibility="collapsed",
        width=96,
    )


def show_prevalence_input(points: OperatingPoints) -> None:
    """Show a field for the prevalence in percent; the placeholder is that of the data."""
    prevalence, unset = value_of(PREVALENCE.name), (None, MEASURED_PREVALENCE)
    set_widget(positive_share=None if prevalence in unset else float(f"{100 * prevalence:.12g}"))
    st.number_input(
        message("curve.require_value_share"),
        min_value=100 * MIN_PREVALENCE,
        max_value=100 * MAX_PREVALENCE,
        value=None,
        step=STEP,
        format="%.6g",
        placeholder=get_messages().format_number(100 * points.prevalence, ".3g"),
        key="positive_share",
        on_change=_set_prevalence,
        label_visibility="collapsed",
        width=64,
    )


def _set_prevalence() -> None:
    """Set the typed prevalence; an empty field means that of the data."""
    percent = value_of("positive_share")
    controls.set_prevalence(None if percent is None else percent / 100)
