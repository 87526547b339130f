"""What the selected threshold does, in words: a sentence to copy, days, costs, and thresholds that fit better."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.analysis.alerts import AlertsByDay, Deployment
from pr_curve_lab.analysis.calibration import calibration_problem, called_rows
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
from pr_curve_lab.analysis.group_rates import GroupRates
from pr_curve_lab.analysis.thresholds import (
    ChoiceReason,
    ThresholdChoice,
    limit_binds,
    precision_at_alerts,
    total_benefit,
)
from pr_curve_lab.i18n.area_sentences import requirements_text
from pr_curve_lab.i18n.calibration_sentences import miscalibrated_text
from pr_curve_lab.i18n.citations import choice_sentence
from pr_curve_lab.i18n.messages import strip_markdown_sentence
from pr_curve_lab.i18n.names import TaskName
from pr_curve_lab.schema.dataset import LabeledScores
from pr_curve_lab.server import settings
from pr_curve_lab.server.visitor_state import cached, get_messages, message, set_widget, value_of
from pr_curve_lab.views import controls
from pr_curve_lab.views.curve import deployment_form, requirement, threshold_control

MIN_WHOLE_AMOUNT = 1000  # amounts from here on are shown without decimals


def _show_limit(deployment: Deployment, selected_index: int) -> None:
    """Say whether the threshold would be lower without the limit on alerts, and how near the alerts come to it."""
    requirements, is_best = requirement.get_requirements(), requirement.best_index(deployment) == selected_index
    if requirements.alerts is None or requirement.is_group_shown() or not is_best:
        return
    if requirements.n_requirements > 1:
        kind = "binds" if cached(limit_binds, deployment, requirements, selected_index) else "free"
    elif _is_lowest(deployment, selected_index):
        kind = "alone"
    else:
        return
    has_days = bool(deployment_form.day_column())
    facts = {"limit": requirement.limit_of_alerts(deployment, requirements.alerts)}
    if has_days:
        mean, days = deployment.expected_counts(selected_index).alerts, _daily_alerts(deployment, selected_index)
        limit, every_day = requirements.alerts, requirements.every_day
        facts["called"] = format_with_limit(mean, None if every_day else limit, format_expected_count)
        facts["most"] = deployment_form.max_alerts_text(deployment, days, limit if every_day else None)
    st.caption(message(f"curve.limit_{kind}{'_days' if has_days else ''}", **facts))


def _is_lowest(deployment: Deployment, index: int) -> bool:
    """Whether the next lower threshold exceeds the limit on alerts."""
    is_last = index + 1 == deployment.points.threshold.size
    return not is_last and "max_alerts" in requirement.get_requirements().failed_requirements(deployment, index + 1)


def get_choice(deployment: Deployment, selected_index: int) -> ThresholdChoice:
    """Return the selected threshold with the reason for it."""
    reason, has_days = _reason(deployment, selected_index), bool(deployment_form.day_column())
    return ThresholdChoice(
        deployment,
        selected_index,
        reason,
        requirement.get_requirements(),
        costs=requirement.selected_costs() if reason == "cost" else None,
        beta=value_of(settings.BETA.name),
        amount_column=deployment_form.amount_column(),
        n_days=deployment_form.count_days() if has_days else 0,
        max_alerts=_daily_alerts(deployment, selected_index).max_alerts if has_days else 0.0,
    )


def _reason(deployment: Deployment, selected_index: int) -> ChoiceReason:
    if requirement.is_group_shown():
        return "hand" if _is_by_hand(deployment) else "all_rows"
    best, criterion = requirement.best_index(deployment), requirement.criterion()
    if best != selected_index:
        return "unmet" if best is None and requirement.get_requirements().n_requirements else "hand"
    if criterion == settings.BY_COST:
        return "cost"
    if criterion == settings.BY_F_BETA:
        return "f_beta"
    return requirement.get_result(deployment).maximized if requirement.has_requirement() else "largest_f1"


def _is_by_hand(deployment: Deployment) -> bool:
    return threshold_control.threshold_origin(deployment.source_points) == "hand"


def _daily_alerts(deployment: Deployment, index: int) -> AlertsByDay:
    return deployment_form.get_daily_alerts(deployment, index, requirement.get_requirements().alerts)


def show_result(
    labeled_scores: LabeledScores, choice: ThresholdChoice, task: TaskName | None, rates: GroupRates | None
) -> None:
    """Show the selected threshold as a sentence to copy, its days and costs, and buttons for thresholds that fit.

    rates: of groups of rows.
    """
    deployment = choice.deployment
    with threshold_control.point_container("answer", choice.index):
        controls.show_sentence(choice_sentence(choice, labeled_scores, get_messages(), task, rates))
        _show_limit(deployment, choice.index)
        _show_miscalibration(labeled_scores, choice.index)
        for line in _more_lines(deployment, choice.index):
            st.markdown(line)
        for key, index in _other_options(deployment, choice.index).items():
            _show_button(key, _button_label(key, deployment, index), float(deployment.points.threshold[index]))
        if requirement.is_group_shown():
            _show_overall_button()


def _show_miscalibration(labeled_scores: LabeledScores, selected_index: int) -> None:
    """Say it if the scores of the rows called do not promise as many positives as there are."""
    if calibration_problem(labeled_scores) is not None:
        return
    called = called_rows(labeled_scores, selected_index)
    if not called.agrees:
        st.caption(miscalibrated_text(called, get_messages()))
        label, opened = message("curve.show_calibration"), {"calibration": True}
        st.button(label, key="show_calibration", type="tertiary", on_click=set_widget, kwargs=opened)


def _show_button(key: str, label: str, threshold: float) -> None:
    """Show a button that selects a threshold."""
    st.button(label, key=key, on_click=threshold_control.set_threshold_by_hand, args=(threshold,))


def _show_overall_button() -> None:
    """Show a button for the threshold of all rows, unless it is selected."""
    overall, deployment = requirement.overall_deployment()
    index, thresholds = requirement.best_index(deployment, overall), overall.points.threshold
    if index is not None and thresholds[index] != value_of(settings.THRESHOLD.name):
        label = message("curve.overall_threshold", threshold=format_threshold(thresholds, index))
        _show_button("go_overall", label, float(thresholds[index]))


def export_text(choice: ThresholdChoice) -> tuple[str, list[str]] | None:
    """Return the request and its result in plain sentences without full stops; None if there is nothing to say."""
    if not requirement.has_requirement() and not choice.deployment.has_other_counts:
        return None
    lines = _result_lines(choice.deployment, choice.index)
    return _request_text(choice.deployment), [strip_markdown_sentence(line) for line in lines]


def result_text(deployment: Deployment, selected_index: int) -> str:
    """Return how the selected threshold was chosen and its numbers, or that no threshold meets the requirements."""
    is_met = requirement.is_group_shown() or requirement.best_index(deployment) is not None
    text = _chosen_text(deployment, selected_index)
    return text if is_met else message("summary.unmet", text=text)


def _request_text(deployment: Deployment) -> str:
    """Describe the requirements in words."""
    typed = {name: value_of(name) for name in requirement.FIELDS}
    texts = {name: NumberText(f"{value:g}") for name, value in typed.items() if value is not None}
    facts = {**texts, "limit": requirement.limit_text(deployment), "count": typed["alerts"]}
    is_given = {"precision": bool(typed["precision"]), "recall": bool(typed["recall"]), "alerts": "alerts" in texts}
    required = [message(f"curve.asked_{name}", **facts) for name, given in is_given.items() if given]
    column, amount = deployment_form.day_column(), deployment_form.amount_column()
    where = message(
        "curve.where_dates" if column else "curve.where_day" if deployment.per_day else "curve.where_file",
        rows=format_expected_count(deployment.n_rows),
        share=NumberText(format_number(100 * deployment.points.prevalence, ".3g")),
        column=column,
    )
    criterion = requirement.criterion()
    request = message(
        "curve.asked_largest_f1"
        if criterion == settings.BY_REQUIREMENTS and not required
        else f"curve.asked_{criterion}",
        requirements=message("punctuation.phrases").join(required),
        where=where,
        amount=message("curve.asked_amount", column=amount) if amount else "",
        **{name: text for name, text in texts.items() if name not in is_given},
    )
    return strip_markdown_sentence(request)


def _result_lines(deployment: Deployment, selected_index: int) -> list[str]:
    """Describe the selected threshold: how it was chosen, its numbers, days and amounts, and what it misses."""
    return _with_context(deployment, selected_index, _chosen_text(deployment, selected_index))


def _more_lines(deployment: Deployment, selected_index: int) -> list[str]:
    """Return what the sentence to copy leaves out: costs, days and amounts, and what the threshold misses."""
    index, is_by_cost = requirement.best_index(deployment), requirement.criterion() == settings.BY_COST
    costs = _min_cost_text(deployment, index).rstrip(" :：") if is_by_cost and index == selected_index else ""
    return _with_context(deployment, selected_index, costs, _precision_at_k_text(deployment).strip())


def _with_context(deployment: Deployment, selected_index: int, *lines: str) -> list[str]:
    """Return sentences after that on unmet requirements, and before those on days, amounts and what is missed."""
    index, by_cost = requirement.best_index(deployment), requirement.criterion() == settings.BY_COST
    texts = [
        _unachievable_text(deployment) if index is None and not requirement.is_group_shown() else "",
        *lines,
        deployment_form.daily_alerts_text(deployment, selected_index, requirement.get_requirements()),
        deployment_form.missing_amounts_text() if by_cost else "",
        _missed_text(deployment, selected_index) if index != selected_index else "",
    ]
    return list(filter(None, texts))


def _chosen_text(deployment: Deployment, selected_index: int) -> str:
    """Say how the selected threshold was chosen, with its numbers."""
    is_group = requirement.is_group_shown()
    if not is_group and requirement.best_index(deployment) == selected_index:
        return _best_text(deployment, selected_index) + _ratios_text(deployment, selected_index)
    key = "by_hand" if _is_by_hand(deployment) else "of_all_rows" if is_group else "stays"
    threshold = deployment.threshold_text(selected_index)
    return message(f"curve.{key}", threshold=threshold) + _ratios_text(deployment, selected_index)


def _missed_text(deployment: Deployment, selected_index: int) -> str:
    """Say which requirements the selected threshold misses, if there are any; or with costs, what it costs."""
    if requirement.criterion() == settings.BY_COST:
        return "" if requirement.best_index(deployment) is None else _selected_cost_text(deployment, selected_index)
    requirements = requirement.get_requirements()
    if not requirements.n_requirements:
        return ""
    unmet = requirements.failed_requirements(deployment, selected_index)
    if not unmet:
        return message("curve.still_met")
    facts = _format_values(deployment, selected_index)
    parts = [message(f"curve.misses_{name}", **facts, **_format_requirements()) for name in unmet]
    return message("curve.misses", missed=message("punctuation.phrases").join(parts))


def _format_requirements() -> dict[str, str]:
    requirements = requirement.get_requirements()
    shares = {"precision": requirements.precision, "recall": requirements.recall}
    return {
        **{f"required_{name}": NumberText(f"{share:.6g}") for name, share in shares.items() if share},
        "limit": format_count(requirements.alerts or 0),
    }


def _other_options(deployment: Deployment, selected_index: int) -> dict[str, int]:
    """Return the indices of the thresholds offered instead, by the keys of their buttons."""
    index = requirement.best_index(deployment)
    if index is not None:
        return {"go_there": index} if index != selected_index else {}
    if requirement.is_group_shown() or requirement.criterion() == settings.BY_COST:
        return {}
    nearest = requirement.get_result(deployment).nearest
    return {f"take_{name}": at for name, at in nearest.items() if at != selected_index}


def _button_label(key: str, deployment: Deployment, index: int) -> str:
    threshold = deployment.threshold_text(index)
    if key != "go_there":
        return message("curve.take_nearest", threshold=threshold)
    if requirement.is_group_shown():
        return message("curve.own_threshold", threshold=threshold)
    kind = requirement.criterion() if requirement.has_requirement() else "f1"
    return message(f"curve.back_{kind}", threshold=threshold)


def _best_text(deployment: Deployment, index: int) -> str:
    """Name the best threshold and the criterion."""
    threshold = deployment.threshold_text(index)
    if requirement.criterion() == settings.BY_COST:
        return _min_cost_text(deployment, index)
    if requirement.criterion() == settings.BY_F_BETA:
        return message("curve.best_f_beta", threshold=threshold, beta=NumberText(f"{value_of(settings.BETA.name):g}"))
    if not requirement.has_requirement():
        return message("curve.largest_f1", threshold=threshold)
    required = requirements_text(requirement.get_requirements(), deployment, get_messages())
    kind = requirement.get_result(deployment).maximized
    return message(f"curve.best_{kind}", threshold=threshold, requirements=required)


def _min_cost_text(deployment: Deployment, index: int) -> str:
    """Give the cost of the cheapest threshold, or its benefit, compared with calling nothing positive."""
    costs, money = requirement.selected_costs(), deployment_form.use_amounts(deployment)
    here, none = total_benefit(money, costs, index), total_benefit(money, costs, None)
    texts = {
        "amount": _format_amount(here),
        "of_none": _format_amount(none),
        "unit": deployment_form.unit_text(deployment),
    }
    threshold = deployment.threshold_text(index)
    sentence = message("curve.best_gain" if here > 0 else "curve.best_cost", threshold=threshold, **texts)
    return sentence + message("curve.none_is_cheaper" if none > here else "curve.cost_of_none", **texts)


def _selected_cost_text(deployment: Deployment, selected_index: int) -> str:
    """Give the cost of the selected threshold, or its benefit, compared with the cheapest."""
    index = requirement.best_index(deployment)
    costs, money = requirement.selected_costs(), deployment_form.use_amounts(deployment)
    here, best = total_benefit(money, costs, selected_index), total_benefit(money, costs, index)
    return message(
        "curve.chosen_brings" if here > 0 else "curve.chosen_costs",
        amount=_format_amount(here),
        best=message("curve.best_brings" if best > 0 else "curve.best_costs", amount=_format_amount(best)),
        threshold=deployment.threshold_text(index or 0),
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
    alerts = requirement.get_requirements().alerts
    at_k = precision_at_alerts(deployment, alerts) if alerts and not deployment_form.day_column() else None
    if alerts is None or at_k is None:
        return ""
    k, unit = format_expected_count(alerts), deployment_form.unit_text(deployment)
    return message("curve.precision_at_k", count=alerts, k=k, unit=unit, precision=format_ratio(at_k))


def _format_values(deployment: Deployment, index: int) -> dict[str, str]:
    """Format the numbers of a threshold; one that misses its requirement is never rounded to the required value."""
    day, requirements = deployment.expected_counts(index), requirement.get_requirements()
    text_of = format_expected_count if deployment.has_other_counts else format_count  # counts of the data are exact
    called = format_with_limit(day.alerts, requirements.alerts, text_of)
    unit = deployment_form.unit_text(deployment)
    alerts = message("curve.alerts_of", count=1 if called == "1" else 2, called=called, unit=unit)
    if requirements.every_day:
        days = _daily_alerts(deployment, index)
        most = deployment_form.max_alerts_text(deployment, days, requirements.alerts)
        count = 1 if most == "1" else 2
        if deployment.has_target_prevalence:  # no day of the data had these alerts
            alerts = message("curve.alerts_of", count=count, called=most, unit=message("curve.unit_busiest"))
        else:
            key = "curve.alerts_on_days" if days.days_at_max > 1 else "curve.alerts_on"
            facts = {"day": deployment_form.day_label(days.max_day), "days": days.days_at_max}
            alerts = message(key, count=count, called=most, **facts)
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
    if requirement.criterion() == settings.BY_COST:
        return message("curve.free")
    found = requirement.get_result(deployment)
    together = "curve.impossible_together" if found.one_can_be_dropped else "curve.impossible_with_fewer"
    sentence = message(together if requirement.get_requirements().n_requirements > 1 else "curve.impossible")
    for name, index in found.nearest.items():
        threshold = deployment.threshold_text(index)
        sentence += "\n- " + message(f"curve.nearest_{name}", threshold=threshold, **_format_values(deployment, index))
    return sentence if found.crossing_index is None else f"{sentence}\n\n{_line_text(deployment, found.crossing_index)}"


def _line_text(deployment: Deployment, end: int) -> str:
    to = deployment.threshold_text(end)
    if end == 0:
        return message("curve.only_the_start", to=to)
    return message("curve.only_the_line", after=deployment.threshold_text(end - 1), to=to)
