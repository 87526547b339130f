"""Requirements on precision, recall and alerts, as a sentence with fields, and the threshold that meets them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from pr_curve_lab.analysis.alerts import Deployment
from pr_curve_lab.analysis.formatting import (
    DISPLAY_DECIMALS,
    NumberText,
    format_count,
    format_expected_count,
    format_number,
    format_ratio,
    format_threshold,
    format_with_limit,
)
from pr_curve_lab.analysis.thresholds import (
    NO_REQUIREMENTS,
    ChoiceReason,
    Costs,
    Requirements,
    ThresholdChoice,
    ThresholdResult,
    find_threshold,
    limit_binds,
    min_cost_index,
    precision_at_alerts,
    total_benefit,
)
from pr_curve_lab.i18n.area_sentences import alert_limit
from pr_curve_lab.i18n.citations import choice_sentence
from pr_curve_lab.i18n.messages import strip_markdown_sentence
from pr_curve_lab.i18n.names import TaskName
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


def _criterion() -> str:
    """Return how the best threshold is found: by requirements, by cost, or by F-beta."""
    return str(value_of(settings.REQUIRE.name))


def get_requirements() -> Requirements:
    """Return the required precision, recall and alerts; none if costs or an F-score decide."""
    return typed_requirements() if _criterion() == settings.BY_REQUIREMENTS else NO_REQUIREMENTS


def typed_requirements() -> Requirements:
    """Return the numbers in the fields for precision, recall and alerts, whether or not they decide."""
    every_day = bool(deployment_form.day_column()) and value_of(settings.LIMIT.name) == "every_day"
    precision, recall, alerts = (value_of(one.name) for one in (settings.PRECISION, settings.RECALL, settings.ALERTS))
    # As a float: the cache shares results of integers with all visitors, but not those of typed floats.
    return Requirements(precision, recall, None if alerts is None else float(alerts), every_day)


def limit_text(deployment: Deployment) -> str:
    """Return the unit of the limit on alerts: every day, the mean of the days, a day, or the file."""
    return alert_limit(deployment, get_messages(), every_day=value_of(settings.LIMIT.name) == "every_day")


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
        unit = limit_text(deployment)
        text = message("curve.required_alerts", alerts=format_count(alerts), unit=unit)
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
MIN_WHOLE_AMOUNT = 1000  # amounts from here on are shown without decimals


def has_requirement() -> bool:
    """Whether there is any requirement, including costs or an F-score."""
    return _criterion() != settings.BY_REQUIREMENTS or get_requirements().n_requirements > 0


def best_index(deployment: Deployment, rows: LabeledScores | None = None) -> int | None:
    """Return the index of the point that meets the requirements best, or None; without any, that of the largest F1.

    rows: those of the deployment, if they are not those that the page shows.
    """
    if _criterion() == settings.BY_COST:
        return cached(min_cost_index, deployment_form.use_amounts(deployment, rows), selected_costs())
    if _criterion() == settings.BY_F_BETA:
        best = cached(choose_threshold, deployment.points, beta=value_of(settings.BETA.name))
        return None if best is None else best.index
    return (
        _get_result(deployment).index
        if has_requirement()
        else threshold_control.best_f1_index(deployment.source_points)
    )


def at_overall_threshold(labeled_scores: LabeledScores) -> LabeledScores:
    """Update the selected threshold from all rows, and return the rows of a group with this threshold among theirs.

    Rows that are not those of a group are returned as they are. No row of the group lies between the threshold and the
    next higher score, so this score is replaced by the threshold, and the counts stay the same.
    """
    if labeled_scores.group_name is None:
        return labeled_scores
    overall, deployment = _overall()
    _update_threshold(deployment, best_index(deployment, overall))
    at_threshold = cached_for_visitor(_with_threshold, labeled_scores, float(value_of(settings.THRESHOLD.name)))
    visitor().labeled_scores = at_threshold
    return at_threshold


def _overall() -> tuple[LabeledScores, Deployment]:
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
    threshold_control.set_threshold(float(points.threshold[index]), origin)
    return index


def show_requirement_form(deployment: Deployment) -> None:
    """Show a sentence with fields for the requirements, and for the data on which the threshold will be used."""
    messages = get_messages()
    fields: dict[str, Callable[[], None]] = {name: partial(show_value_input, name) for name in FIELDS}
    fields |= {
        "limit": partial(_show_limit_select, deployment),
        "per_day": partial(deployment_form.show_rows_input, deployment),
        "day": deployment_form.show_day_select,
        "amount": deployment_form.show_amount_select,
        "share": partial(deployment_form.show_prevalence_input, deployment.source_points),
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
        show_template_fields(messages.raw(f"curve.ask_{_criterion()}"), fields)
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="where_used"):
        show_template_fields(messages.raw("curve.ask_where" if deployment.per_day else "curve.ask_where_file"), fields)


def show_limit(deployment: Deployment, selected_index: int) -> None:
    """Say below the headline whether the limit on alerts raises the threshold, and how near the alerts come to it."""
    requirements = get_requirements()
    if requirements.alerts is None or is_group_shown() or best_index(deployment) != selected_index:
        return
    has_days = bool(deployment_form.day_column())
    binds = cached(limit_binds, deployment, requirements, selected_index)
    alerts = deployment.expected_counts(selected_index).alerts
    facts = {"limit": format_count(requirements.alerts), "unit": limit_text(deployment)}
    if has_days:
        limit_of_mean, limit_of_most = (
            (None, requirements.alerts) if requirements.every_day else (requirements.alerts, None)
        )
        most = deployment_form.get_daily_alerts(deployment, selected_index, requirements.alerts).max_alerts
        text_of = format_expected_count if deployment.has_target_prevalence else format_count
        facts["called"] = format_with_limit(alerts, limit_of_mean, format_expected_count)
        facts["most"] = format_with_limit(most, limit_of_most, text_of)
    key = f"curve.limit_{'binds' if binds else 'free'}{'_days' if has_days else ''}"
    with threshold_control.point_container("limit", selected_index):
        st.caption(message(key, **facts))


def get_choice(deployment: Deployment, selected_index: int) -> ThresholdChoice:
    """Return the selected threshold with the reason for it."""
    criterion, best, requirements = _criterion(), best_index(deployment), get_requirements()
    reason: ChoiceReason = "hand"
    if is_group_shown():
        reason = "hand" if threshold_control.threshold_origin(deployment.source_points) == "hand" else "all_rows"
    elif best == selected_index:
        reason = "largest_f1"
        if criterion == settings.BY_COST:
            reason = "cost"
        elif criterion == settings.BY_F_BETA:
            reason = "f_beta"
        elif has_requirement():
            reason = _get_result(deployment).maximized
    elif best is None and requirements.n_requirements:
        reason = "unmet"
    column = deployment_form.day_column()
    return ThresholdChoice(
        deployment,
        selected_index,
        reason,
        requirements,
        costs=selected_costs() if reason == "cost" else None,
        beta=value_of(settings.BETA.name),
        amount_column=deployment_form.amount_column(),
        n_days=deployment_form.count_days() if column else 0,
        max_alerts=deployment_form.get_daily_alerts(deployment, selected_index, requirements.alerts).max_alerts
        if column
        else 0.0,
    )


def show_result(
    labeled_scores: LabeledScores, deployment: Deployment, selected_index: int, task: TaskName | None
) -> None:
    """Show the selected threshold as a sentence to copy, its days and costs, and buttons for thresholds that fit."""
    choice = get_choice(deployment, selected_index)
    with threshold_control.point_container("answer", selected_index):
        with st.container(key="report_sentence"):
            st.code(choice_sentence(choice, labeled_scores, get_messages(), task), language=None, wrap_lines=True)
        for line in _more_lines(deployment, selected_index):
            st.markdown(line)
        for key, index in _other_options(deployment, selected_index).items():
            _show_button(key, _button_label(key, deployment, index), float(deployment.points.threshold[index]))
        if is_group_shown():
            _show_overall_button()


def _show_button(key: str, label: str, threshold: float) -> None:
    """Show a button that selects a threshold."""
    st.button(label, key=key, on_click=threshold_control.set_threshold_by_hand, args=(threshold,))


def _show_overall_button() -> None:
    """Show a button for the threshold of all rows, unless it is selected."""
    overall, deployment = _overall()
    index, thresholds = best_index(deployment, overall), overall.points.threshold
    if index is not None and thresholds[index] != value_of(settings.THRESHOLD.name):
        label = message("curve.overall_threshold", threshold=format_threshold(thresholds, index))
        _show_button("go_overall", label, float(thresholds[index]))


def export_text(deployment: Deployment, selected_index: int) -> tuple[str, list[str]] | None:
    """Return the request and its result in plain sentences without full stops; None if there is nothing to say."""
    if not has_requirement() and not deployment.has_other_counts:
        return None
    return _request_text(deployment), [
        strip_markdown_sentence(line) for line in _result_lines(deployment, selected_index)
    ]


def result_text(deployment: Deployment, selected_index: int) -> str:
    """Return how the selected threshold was chosen and its numbers, or that no threshold meets the requirements."""
    lines = _result_lines(deployment, selected_index)
    if is_group_shown() or best_index(deployment) is not None:
        return lines[0]
    return message("summary.unmet", text=lines[1])


def _request_text(deployment: Deployment) -> str:
    """Describe the requirements in words."""
    typed = {name: value_of(name) for name in FIELDS}
    texts = {name: NumberText(f"{value:g}") for name, value in typed.items() if value is not None}
    facts = {**texts, "limit": limit_text(deployment)}
    is_given = {"precision": bool(typed["precision"]), "recall": bool(typed["recall"]), "alerts": "alerts" in texts}
    required = [message(f"curve.asked_{name}", **facts) for name, given in is_given.items() if given]
    column, amount = deployment_form.day_column(), deployment_form.amount_column()
    where = message(
        "curve.where_dates" if column else "curve.where_day" if deployment.per_day else "curve.where_file",
        rows=format_expected_count(deployment.n_rows),
        share=NumberText(format_number(100 * deployment.points.prevalence, ".3g")),
        column=column,
    )
    request = message(
        f"curve.asked_{_criterion()}",
        requirements=message("punctuation.phrases").join(required or [message("curve.asked_largest_f1")]),
        where=where,
        amount=message("curve.asked_amount", column=amount) if amount else "",
        **{name: text for name, text in texts.items() if name not in is_given},
    )
    return strip_markdown_sentence(request)


def _more_lines(deployment: Deployment, selected_index: int) -> list[str]:
    """Return what the sentence to copy leaves out: why no threshold meets the requirements, days, and costs."""
    index, by_cost = best_index(deployment), _criterion() == settings.BY_COST
    lines = [] if index is not None or is_group_shown() else [_unachievable_text(deployment)]
    if by_cost and index == selected_index:
        lines.append(_min_cost_text(deployment, index).rstrip(" :："))
    lines += [_precision_at_k_text(deployment).strip(), *_facts_of_days(deployment, selected_index)]
    if index != selected_index:
        lines += _unmet_requirement_lines(deployment, selected_index)
    return list(filter(None, lines))


def _facts_of_days(deployment: Deployment, selected_index: int) -> list[str]:
    """Return the sentences on the days of the data, and on missing amounts; "" for those that do not apply."""
    without = deployment_form.missing_amounts_text() if _criterion() == settings.BY_COST else ""
    return [deployment_form.daily_alerts_text(deployment, selected_index, get_requirements()), without]


def _result_lines(deployment: Deployment, selected_index: int) -> list[str]:
    """Describe the selected threshold: how it was chosen, its numbers, days and amounts, and alternatives."""
    if is_group_shown():
        return _group_result_lines(deployment, selected_index)
    index = best_index(deployment)
    first = [] if index is not None else [_unachievable_text(deployment)]
    more = _facts_of_days(deployment, selected_index)
    if index == selected_index:
        return [_best_text(deployment, index) + _ratios_text(deployment, selected_index), *filter(None, more)]
    by_hand = threshold_control.threshold_origin(deployment.source_points) == "hand"
    active = message(
        "curve.by_hand" if by_hand else "curve.stays",
        threshold=format_threshold(deployment.points.threshold, selected_index),
    )
    return [
        *first,
        active + _ratios_text(deployment, selected_index),
        *filter(None, more),
        *_unmet_requirement_lines(deployment, selected_index),
    ]


def _group_result_lines(deployment: Deployment, selected_index: int) -> list[str]:
    """Describe the selected threshold in the rows of one group: it was found in all rows, or chosen by hand."""
    by_hand = threshold_control.threshold_origin(deployment.source_points) == "hand"
    threshold = format_threshold(deployment.points.threshold, selected_index)
    active = message("curve.by_hand" if by_hand else "curve.of_all_rows", threshold=threshold)
    more = _facts_of_days(deployment, selected_index)
    return [
        active + _ratios_text(deployment, selected_index),
        *filter(None, more),
        *_unmet_requirement_lines(deployment, selected_index),
    ]


def _unmet_requirement_lines(deployment: Deployment, selected_index: int) -> list[str]:
    """Say which requirements the selected threshold misses, if any; or with costs, what it costs."""
    if _criterion() == settings.BY_COST:
        return [] if best_index(deployment) is None else [_selected_cost_text(deployment, selected_index)]
    requirements = get_requirements()
    if not requirements.n_requirements:
        return []
    unmet = requirements.failed_requirements(deployment, selected_index)
    if not unmet:
        return [message("curve.still_met")]
    facts = _format_values(deployment, selected_index)
    parts = [message(f"curve.misses_{name}", **facts, **_format_requirements()) for name in unmet]
    return [message("curve.misses", missed=message("punctuation.phrases").join(parts))]


def _format_requirements() -> dict[str, str]:
    requirements = get_requirements()
    shares = {"precision": requirements.precision, "recall": requirements.recall}
    return {
        **{f"required_{name}": NumberText(f"{share:.6g}") for name, share in shares.items() if share},
        "limit": format_count(requirements.alerts or 0),
    }


def _other_options(deployment: Deployment, selected_index: int) -> dict[str, int]:
    """Return the indices of the thresholds offered instead, by the keys of their buttons."""
    index = best_index(deployment)
    if index is not None:
        return {"go_there": index} if index != selected_index else {}
    if is_group_shown():
        return {}
    if _criterion() == settings.BY_COST:
        return {}
    nearest = _get_result(deployment).nearest
    return {f"take_{name}": at for name, at in nearest.items() if at != selected_index}


def _button_label(key: str, deployment: Deployment, index: int) -> str:
    threshold = format_threshold(deployment.points.threshold, index)
    if key != "go_there":
        return message("curve.take_nearest", threshold=threshold)
    if is_group_shown():
        return message("curve.own_threshold", threshold=threshold)
    kind = _criterion() if has_requirement() else "f1"
    return message(f"curve.back_{kind}", threshold=threshold)


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


def _get_result(deployment: Deployment) -> ThresholdResult:
    return cached(find_threshold, deployment, get_requirements())


def selected_costs() -> Costs:
    """Return the costs from the widgets."""
    return Costs(value_of(settings.COST_FP.name), value_of(settings.COST_FN.name), value_of(settings.BENEFIT.name))


def _best_text(deployment: Deployment, index: int) -> str:
    """Name the best threshold and the criterion."""
    threshold = format_threshold(deployment.points.threshold, index)
    if _criterion() == settings.BY_COST:
        return _min_cost_text(deployment, index)
    if _criterion() == settings.BY_F_BETA:
        return message("curve.best_f_beta", threshold=threshold, beta=NumberText(f"{value_of(settings.BETA.name):g}"))
    key = f"curve.best_{_get_result(deployment).maximized}" if has_requirement() else "curve.largest_f1"
    return message(key, threshold=threshold)


def _min_cost_text(deployment: Deployment, index: int) -> str:
    """Give the cost of the cheapest threshold, or its benefit, compared with calling nothing positive."""
    costs, money = selected_costs(), deployment_form.use_amounts(deployment)
    here, none = total_benefit(money, costs, index), total_benefit(money, costs, None)
    texts = {
        "amount": _format_amount(here),
        "of_none": _format_amount(none),
        "unit": deployment_form.unit_text(deployment),
    }
    threshold = format_threshold(deployment.points.threshold, index)
    sentence = message("curve.best_gain" if here > 0 else "curve.best_cost", threshold=threshold, **texts)
    return sentence + message("curve.none_is_cheaper" if none > here else "curve.cost_of_none", **texts)


def _selected_cost_text(deployment: Deployment, selected_index: int) -> str:
    """Give the cost of the selected threshold, or its benefit, compared with the cheapest."""
    index = best_index(deployment)
    costs, money = selected_costs(), deployment_form.use_amounts(deployment)
    here, best = total_benefit(money, costs, selected_index), total_benefit(money, costs, index)
    return message(
        "curve.chosen_brings" if here > 0 else "curve.chosen_costs",
        amount=_format_amount(here),
        best=message("curve.best_brings" if best > 0 else "curve.best_costs", amount=_format_amount(best)),
        threshold=format_threshold(deployment.points.threshold, index or 0),
        unit=deployment_form.unit_text(deployment),
    )


def _format_amount(value: float) -> NumberText:
    return NumberText(format_number(abs(value), ",.0f" if abs(value) >= MIN_WHOLE_AMOUNT else ".4g"))


def _ratios_text(deployment: Deployment, index: int) -> str:
    """Give the ratios of a threshold, and its counts per day or in the file."""
    facts = _format_values(deployment, index)
    count = 1 if facts["called"] == "1" else 2  # as shown
    sentence = message("curve.numbers", count=count, each=deployment_form.unit_text(deployment, is_start=True), **facts)
    return sentence + _precision_at_k_text(deployment)


def _precision_at_k_text(deployment: Deployment) -> str:
    """Give the precision of as many of the highest scores as the limit on alerts allows; "" if it is by day."""
    alerts = get_requirements().alerts
    at_k = precision_at_alerts(deployment, alerts) if alerts and not deployment_form.day_column() else None
    if alerts is None or at_k is None:
        return ""
    k, unit = format_expected_count(alerts), deployment_form.unit_text(deployment)
    return message("curve.precision_at_k", count=alerts, k=k, unit=unit, precision=format_ratio(at_k))


def _format_values(deployment: Deployment, index: int) -> dict[str, str]:
    """Format the numbers of a threshold; one that misses its requirement is never rounded to the required value."""
    day, requirements = deployment.expected_counts(index), get_requirements()
    text_of = format_expected_count if deployment.has_other_counts else format_count  # counts of the data are exact
    called = format_with_limit(day.alerts, requirements.alerts, text_of)
    unit = deployment_form.unit_text(deployment)
    alerts = message("curve.alerts_of", count=1 if called == "1" else 2, called=called, unit=unit)
    if requirements.every_day:
        found = deployment_form.get_daily_alerts(deployment, index, requirements.alerts)
        most = format_with_limit(
            found.max_alerts,
            requirements.alerts,
            format_expected_count if deployment.has_target_prevalence else format_count,
        )
        day_of_most = deployment_form.day_label(found.max_day)
        alerts = message("curve.alerts_on", count=1 if most == "1" else 2, called=most, day=day_of_most)
    return {
        "precision": format_ratio(day.precision, bound=requirements.precision, decimals=DISPLAY_DECIMALS),
        "recall": format_ratio(day.recall, bound=requirements.recall, decimals=DISPLAY_DECIMALS),
        "called": called,
        "alerts": alerts,
        "right": text_of(day.true_positives),
        "missed": text_of(day.false_negatives),
    }


def _unachievable_text(deployment: Deployment) -> str:
    """Name the points nearest to the requirements, each with one given up.

    Say if only the line between points meets all.
    """
    if _criterion() == settings.BY_COST:
        return message("curve.free")
    found = _get_result(deployment)
    together = "curve.impossible_together" if found.one_can_be_dropped else "curve.impossible_with_fewer"
    sentence = message(together if get_requirements().n_requirements > 1 else "curve.impossible")
    for name, index in found.nearest.items():
        threshold = format_threshold(deployment.points.threshold, index)
        sentence += "\n- " + message(f"curve.nearest_{name}", threshold=threshold, **_format_values(deployment, index))
    return sentence if found.crossing_index is None else f"{sentence}\n\n{_line_text(deployment, found.crossing_index)}"


def _line_text(deployment: Deployment, end: int) -> str:
    to = format_threshold(deployment.points.threshold, end)
    if end == 0:
        return message("curve.only_the_start", to=to)
    return message("curve.only_the_line", after=format_threshold(deployment.points.threshold, end - 1), to=to)
