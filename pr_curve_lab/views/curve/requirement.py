"""Requirements on precision, recall and alerts, as a sentence with fields, and the threshold that meets them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from pr_curve_lab.analysis.alerts import Deployment
from pr_curve_lab.analysis.formatting import NumberText, format_count
from pr_curve_lab.analysis.thresholds import (
    NO_REQUIREMENTS,
    Costs,
    Requirements,
    ThresholdResult,
    find_threshold,
    min_cost_index,
)
from pr_curve_lab.i18n.area_sentences import alert_limit
from pr_curve_lab.plotting.threshold import RequirementLine
from pr_curve_lab.schema.dataset import LabeledScores
from pr_curve_lab.server import data_in_use, settings
from pr_curve_lab.server.visitor_state import (
    Origin,
    cached,
    cached_for_visitor,
    get_messages,
    message,
    set_widget,
    value_of,
    visitor,
)
from pr_curve_lab.views import controls
from pr_curve_lab.views.curve import deployment_form, threshold_control
from pr_metrics import OperatingPoints, choose_threshold, threshold_index


def criterion() -> str:
    """Return how the best threshold is found: by requirements, by cost, or by F-beta."""
    return str(value_of(settings.REQUIRE.name))


def get_requirements() -> Requirements:
    """Return the required precision, recall and alerts; none if costs or an F-score decide."""
    return typed_requirements() if criterion() == settings.BY_REQUIREMENTS else NO_REQUIREMENTS


def typed_requirements() -> Requirements:
    """Return the numbers in the fields for precision, recall and alerts, whether or not they decide."""
    every_day = bool(deployment_form.day_column()) and value_of(settings.LIMIT.name) == "every_day"
    precision, recall, alerts = (value_of(one.name) for one in (settings.PRECISION, settings.RECALL, settings.ALERTS))
    # As a float: the cache shares results of integers with all visitors, but not those of typed floats.
    return Requirements(precision, recall, None if alerts is None else float(alerts), every_day)


def limit_text(deployment: Deployment) -> str:
    """Return the unit of the limit on alerts: every day, the mean of the days, a day, or the file."""
    return alert_limit(deployment, get_messages(), every_day=value_of(settings.LIMIT.name) == "every_day")


def limit_of_alerts(deployment: Deployment, alerts: float) -> str:
    """Return a limit on alerts with its unit."""
    return message("curve.limit_alerts", count=alerts, alerts=format_count(alerts), unit=limit_text(deployment))


def requirement_lines(deployment: Deployment) -> tuple[RequirementLine, ...]:
    """Return a line for each requirement; a limit on alerts has the precision prevalence * recall / (alerts / rows)."""
    requirements = get_requirements()
    found = []
    for name, share in (("precision", requirements.precision), ("recall", requirements.recall)):
        if share:
            text = message(f"curve.required_{name}", **{name: NumberText(f"{share:.6g}")})
            found.append(RequirementLine(f"required_{name}", share, text))
    alerts, exact = requirements.alerts, not requirements.every_day and deployment.day_points is deployment.points
    if exact:
        called: float | None = deployment.to_point_units(alerts or 0)
    else:
        called = requirements.threshold_arguments(deployment).get("max_alerts")
    if alerts and called:
        limit = {"alerts": format_count(alerts), "limit": limit_text(deployment)}
        text = message("curve.required_alerts", count=alerts, **limit)
        found.append(RequirementLine("required_alerts", deployment.points.positives / called, text))
    return tuple(found)


_FIELD = re.compile(r"\{(\w+)\}")


def show_template_fields(template: str, fields: Mapping[str, Callable[[], object]]) -> None:
    """Show the words of a sentence in a row, with a widget for each {name}."""
    for at, part in enumerate(_FIELD.split(template)):
        if at % 2:
            fields[part]()
        elif words := part.strip(" ,，:："):
            st.markdown(words, width="content")


FIELDS = {  # step, and width in pixels
    "precision": (0.01, 60),
    "recall": (0.01, 60),
    "alerts": (1, 68),
    "beta": (0.5, 60),
    "cost_fp": (1.0, 64),
    "cost_fn": (1.0, 64),
    "benefit": (1.0, 64),
}
REQUIRED = ("precision", "recall", "alerts")
MAX_PERCENT = 100.0
KIND_WIDTH, LIMIT_WIDTH = 162, 172  # px


def has_requirement() -> bool:
    """Whether there is any requirement, including costs or an F-score."""
    return criterion() != settings.BY_REQUIREMENTS or get_requirements().n_requirements > 0


def best_index(deployment: Deployment, rows: LabeledScores | None = None) -> int | None:
    """Return the index of the point that meets the requirements best, or None; without any, that of the largest F1.

    rows: those of the deployment, if they are not those that the page shows.
    """
    if criterion() == settings.BY_COST:
        return cached(min_cost_index, deployment_form.use_amounts(deployment, rows), selected_costs())
    if criterion() == settings.BY_F_BETA:
        best = cached(choose_threshold, deployment.points, beta=value_of(settings.BETA.name))
        return None if best is None else best.index
    return get_result(deployment).index if has_requirement() else threshold_control.best_f1_index(deployment.points)


def at_overall_threshold(labeled_scores: LabeledScores) -> LabeledScores:
    """Update the selected threshold from all rows, and return the rows of a group with this threshold among theirs.

    Rows that are not those of a group are returned as they are. No row of the group lies between the threshold and the
    next higher score, so this score is replaced by the threshold, and the counts stay the same.
    """
    if labeled_scores.group_name is None:
        return labeled_scores
    overall, deployment = overall_deployment()
    _update_threshold(deployment, best_index(deployment, overall))
    at_threshold = cached_for_visitor(_with_threshold, labeled_scores, float(value_of(settings.THRESHOLD.name)))
    visitor().labeled_scores = at_threshold
    return at_threshold


def overall_deployment() -> tuple[LabeledScores, Deployment]:
    """Return all rows of the selected model, class or label, and their points as they will be used."""
    overall = cached(visitor().dataset.labeled_scores, data_in_use.selected_task())
    return overall, deployment_form.get_deployment(overall.points, overall)


def _with_threshold(labeled_scores: LabeledScores, threshold: float) -> LabeledScores:
    points = labeled_scores.points
    index = threshold_index(points, threshold)
    if index is None or points.threshold[index] == threshold:  # above every score of the group, or one of them
        return labeled_scores
    thresholds = points.threshold.copy()
    thresholds[index] = threshold
    counts = points.true_positives, points.false_positives
    moved = OperatingPoints(thresholds, *counts, points.positives, points.negatives, weighted=points.weighted)
    return replace(labeled_scores, points=moved)


def is_group_shown() -> bool:
    """Whether the page shows the rows of one group, whose threshold is that of all rows."""
    return visitor().labeled_scores.group_name is not None


def update_threshold(deployment: Deployment) -> int:
    """Update the selected threshold and return its index: the best one, unless it was set by hand or by an address.

    If no point meets the requirements, the threshold stays where it is. That of a group is `at_overall_threshold`.
    """
    if is_group_shown():
        return threshold_control.get_selected_index(deployment.source_points)
    return _update_threshold(deployment, best_index(deployment))


def _update_threshold(deployment: Deployment, best: int | None) -> int:
    points = deployment.source_points
    index = threshold_control.get_selected_index(points)
    origin: Origin
    if index != best and not threshold_control.can_page_set_threshold():
        origin = "hand"
    elif best is None:
        origin = "unmet"
    else:
        index, origin = best, "requirement" if has_requirement() else "best_f1"
        if deployment.has_target_prevalence:
            origin = "target"
    threshold_control.set_threshold(float(points.threshold[index]), origin)
    return index


def show_requirement_form(deployment: Deployment) -> None:
    """Show a sentence with fields for the requirements, and for the data on which the threshold will be used."""
    messages = get_messages()
    fields: dict[str, Callable[[], object]] = {name: partial(show_value_input, name) for name in FIELDS}
    fields |= {
        "limit": partial(_show_limit_select, deployment),
        "per_day": partial(deployment_form.show_rows_input, deployment),
        "day": deployment_form.show_day_select,
        "amount": deployment_form.show_amount_select,
        "share": partial(deployment_form.show_prevalence_input, deployment.source_points),
        "gray": partial(st.markdown, message("curve.gray"), width="content"),
    }
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="question"):
        controls.inline_select(
            message("curve.require"),
            settings.REQUIRE.options,
            format_func=lambda name: messages.format(f"curve.require_{name}"),
            key="require",
            on_change=threshold_control.follow_requirements,
            width=KIND_WIDTH,
        )
        show_template_fields(messages.raw(f"curve.ask_{criterion()}", count=get_requirements().alerts or 0), fields)
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="where_used"):
        show_template_fields(messages.raw("curve.ask_where" if deployment.per_day else "curve.ask_where_file"), fields)


def _show_limit_select(deployment: Deployment) -> None:
    """Show a choice of the unit of the limit on alerts if the data have days; else the unit as text."""
    messages = get_messages()
    if not deployment_form.day_column():
        st.markdown(limit_text(deployment), width="content")
        return
    controls.inline_select(
        message("curve.limit"),
        settings.LIMIT.options,
        format_func=lambda name: messages.format(f"curve.limit_{name}"),
        key="limit",
        on_change=threshold_control.follow_requirements,
        width=LIMIT_WIDTH,
    )


def show_value_input(name: str, placeholder: str = "") -> None:
    """Show the field of a number. placeholder: what an empty field that requires nothing shows, by default "any"."""
    setting: Any = settings.SETTINGS[name]
    step, width = FIELDS[name]
    is_share = setting.max_value == 1
    empty: dict[str, Any] = (
        {"value": None, "placeholder": placeholder or message("curve.any")} if setting.default is None else {}
    )
    st.number_input(
        message(f"curve.require_value_{name}"),
        min_value=setting.min_value,
        max_value=MAX_PERCENT if is_share else setting.max_value,
        step=step,
        format="%d" if isinstance(step, int) else "%.6g",
        key=name,
        on_change=_apply_input,
        args=(name,),
        persist_state="session",
        label_visibility="collapsed",
        width=width,
        **empty,
    )


def _apply_input(name: str) -> None:
    """Let the threshold follow the requirements again; take 93 as 93 percent, as precision and recall are at most 1."""
    typed = value_of(name)
    if typed is not None and settings.SETTINGS[name].max_value == 1 and typed > 1:
        set_widget(**{name: typed / MAX_PERCENT})
    if name in REQUIRED:  # on a page that does not ask what decides
        set_widget(require=settings.BY_REQUIREMENTS)
    threshold_control.follow_requirements()


def get_result(deployment: Deployment) -> ThresholdResult:
    """Return the threshold that meets the requirements best, or those that are nearest to them."""
    return cached(find_threshold, deployment, get_requirements())


def selected_costs() -> Costs:
    """Return the costs from the widgets."""
    return Costs(value_of(settings.COST_FP.name), value_of(settings.COST_FN.name), value_of(settings.BENEFIT.name))
