"""The headline and the chart of the page Threshold, with contours and bands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import streamlit as st

from pr_curve_lab.analysis.alerts import Deployment, points_at
from pr_curve_lab.analysis.areas import JoinedArea, joined_area, unknown_region
from pr_curve_lab.analysis.decision_curve import Contour, benefit_contours, f_contours
from pr_curve_lab.analysis.formatting import NumberText, format_count
from pr_curve_lab.analysis.prevalence import format_balances
from pr_curve_lab.analysis.thinning import measured_points, target_prevalence_points
from pr_curve_lab.analysis.thresholds import NoBand, Requirements, band_or_reason, find_threshold
from pr_curve_lab.i18n.area_sentences import FormattedPoints, format_points
from pr_curve_lab.i18n.messages import Messages, NumberFormat, code_span
from pr_curve_lab.plotting.curve import HEADROOM, square_layouts
from pr_curve_lab.plotting.plot import pr_titles
from pr_curve_lab.plotting.threshold import (
    RESOLUTION,
    SIDES,
    Background,
    MarkedPoints,
    RequirementLine,
    TextOverride,
    marker_update,
    threshold_curve_figure,
)
from pr_curve_lab.schema.dataset import LabeledScores
from pr_curve_lab.server.settings import BAND, CONTOURS, NET_BENEFIT
from pr_curve_lab.server.visitor_state import cached, get_messages, message, value_of
from pr_curve_lab.views import charts, controls, problems
from pr_curve_lab.views.charts import DragData
from pr_curve_lab.views.curve import deployment_form, following_text
from pr_curve_lab.views.curve.requirement import get_requirements, selected_costs
from pr_curve_lab.views.curve.threshold_control import set_threshold_by_hand
from pr_metrics import CurveBand, OperatingPoints


def show_contour_select() -> None:
    """Show a choice of contour lines: F-beta for three values of beta, or net benefit."""
    messages = get_messages()
    controls.choice_buttons(
        message("curve.contours"),
        CONTOURS.options,
        format_func=lambda kind: _contour_label(kind, messages),
        key="contours",
    )


def contour_params() -> tuple[float, ...]:
    """Return (beta,), or the costs of a false positive and a false negative and the gain of a hit; () for no lines."""
    kind = str(value_of(CONTOURS.name))
    if kind == CONTOURS.default:
        return ()
    if kind == NET_BENEFIT:
        return () if deployment_form.amount_column() else selected_costs()
    return (float(kind),)


def contour_lines(params: tuple[float, ...]) -> tuple[Contour, ...]:
    """Return the selected contour lines."""
    if len(params) == 1:
        return f_contours(*params)
    return benefit_contours(*params) if params else ()


def net_benefit_text() -> str:
    """Say what the lines of net benefit assume, or why there are none; "" for other lines."""
    if value_of(CONTOURS.name) != NET_BENEFIT:
        return ""
    column, (cost_fp, cost_fn, benefit) = deployment_form.amount_column(), selected_costs()
    if column:
        return message("curve.worth_by_rows", column=code_span(column))
    if cost_fn + benefit == 0:
        return message("curve.worth_nothing")
    texts = {"cost_fp": cost_fp, "cost_fn": cost_fn, "benefit": benefit}
    return message("curve.worth_says", **{name: NumberText(f"{cost:g}") for name, cost in texts.items()})


def _contour_label(kind: str, messages: Messages) -> str:
    if kind == CONTOURS.default:
        return messages.format("curve.contours_none")
    return messages.format("curve.contours_worth") if kind == NET_BENEFIT else f"F{messages.format_number(kind)}"


NO_BAND_KEYS: dict[NoBand, str] = {"prevalence": "curve.no_band_target", "weights": "curve.no_band_weights"}


def show_title(
    labeled_scores: LabeledScores, deployment: Deployment, selected_index: int, requirements: Requirements
) -> None:
    """Answer which threshold: its precision, recall and alerts a day."""
    messages = get_messages()
    texts = format_points(deployment, [selected_index], requirements)
    fields = following_text.template_fields(texts)
    nearest = nearest_indices(deployment, requirements)
    templates = {
        plural + kind: f"# {title_text(labeled_scores, deployment, fields, example, kind)}"
        for plural, example in _plural_examples(messages.number_format).items()
        for kind in ([MET] if nearest is None else [UNMET, NEAREST])
    }
    numbers = {name: messages.format_number(one[0]) for name, one in texts.items()}
    (kind,) = title_kinds(deployment, [selected_index], texts, requirements, messages)
    following_text.show_text("headline", templates[kind], numbers, templates)


MET, UNMET, NEAREST = "", "_unmet", "_nearest"  # whether a threshold meets the requirements, or is nearest to them


def nearest_indices(deployment: Deployment, requirements: Requirements) -> tuple[int, ...] | None:
    """Return the points nearest to requirements that no point meets, or None if one meets them."""
    if not requirements.n_requirements:
        return None
    found = cached(find_threshold, deployment, requirements)
    return tuple(found.nearest.values()) if found.index is None else None


def title_kinds(
    deployment: Deployment,
    indices: Sequence[int],
    texts: FormattedPoints,
    requirements: Requirements,
    messages: Messages,
) -> list[str]:
    """Return which headline each point has: by the plural category, and by whether any point meets the requirements."""
    nearest = nearest_indices(deployment, requirements)
    plurals = [_title_plural(count, messages) for count in _title_counts(deployment, indices, texts)]
    if nearest is None:
        return plurals
    return [plural + (NEAREST if at in nearest else UNMET) for plural, at in zip(plurals, indices, strict=True)]


def _title_plural(count: float, messages: Messages) -> str:
    """Return the plural category of a count in this language, or "1" for exactly one, which has its own text."""
    return "1" if count == 1 else messages.number_format.plural(count)


@cache
def _plural_examples(number_format: NumberFormat) -> dict[str, float]:
    """Return an example count for each plural category of a language."""
    return {"1": 1.0, **{number_format.plural(count): count for count in (1.5, *map(float, range(199, 1, -1)), 0.0)}}


def title_text(
    labeled_scores: LabeledScores, deployment: Deployment, texts: Mapping[str, str], count: float, kind: str = MET
) -> str:
    """Return the headline for a threshold; `count` only determines the plural form."""
    unit = "weighted" if labeled_scores.is_weighted else "file"
    if deployment.has_other_counts:
        unit = "day" if deployment.per_day else "rows"
    numbers = message(
        f"curve.numbers_{unit}",
        count=count,
        precision=texts.get("target_precision", texts["precision"]),
        recall=texts["recall"],
        called=texts.get("day_called", texts["called"]),
        rows=format_count(deployment.n_rows),
    )
    if deployment.has_target_prevalence:
        _, prevalence = format_balances(deployment.source_points.prevalence, deployment.points.prevalence)
        numbers = message("punctuation.phrases").join((message("models.at_balance", prevalence=prevalence), numbers))
    facts = {"threshold": texts["threshold"], "numbers": numbers}
    if kind == MET:
        return message("curve.headline", **facts)
    several = get_requirements().n_requirements > 1
    which = message("curve.headline_unmet_all" if several else "curve.headline_unmet_one")
    return message(f"curve.headline{kind}", which=which, **facts)


def _title_counts(deployment: Deployment, indices: Sequence[int], texts: FormattedPoints) -> list[float]:
    """Return the counts that determine the plurals of headlines: rows called positive, or expected counts as shown."""
    if "day_called" in texts:
        return [1.0 if text == "1" else 2.0 for text in texts["day_called"]]
    selected_points = points_at(deployment.source_points, indices)
    counts: list[float] = (selected_points.true_positives + selected_points.false_positives).tolist()
    return counts


def show_threshold_chart(
    deployment: Deployment,
    markers: MarkedPoints,
    lines: tuple[RequirementLine, ...],
    *,
    band: CurveBand | NoBand | None,
    drag_data: DragData | None,
    labeled_scores: LabeledScores,
) -> None:
    """Draw the curve at the prevalence in use, with markers, a line for each requirement, and draggable points."""
    messages = get_messages()
    points = deployment.points
    step, behind = step_curve(points), contour_params()
    drawn = band if isinstance(band, CurveBand) else None
    base_figure = cached(_curve_figure, step, deployment, behind, drawn, messages, labeled_scores=labeled_scores)
    _, prevalence = format_balances(deployment.source_points.prevalence, points.prevalence)
    alt = message("curve.alt", points=points.threshold.size, area=step.area, prevalence=prevalence)
    change = marker_update(base_figure, points, markers, messages, lines)
    charts.show_live_chart(
        base_figure,
        change,
        key="curve_chart",
        alt=alt,
        on_select=set_threshold_by_hand,
        drag_data=drag_data,
        layouts=square_layouts(SIDES, pr_titles(messages), top_margin=HEADROOM),
    )
    charts.show_thinning_note(base_figure, points.threshold.size)


def get_band(labeled_scores: LabeledScores, deployment: Deployment) -> CurveBand | NoBand | None:
    """Return the confidence band of the whole curve, or the reason why there is none; None if it is switched off."""
    return cached(band_or_reason, deployment, labeled_scores) if value_of(BAND.name) else None


def show_caption(
    labeled_scores: LabeledScores,
    deployment: Deployment,
    band: CurveBand | NoBand | None,
    required: tuple[RequirementLine, ...],
) -> None:
    """Show the area of the curve, that its points can be clicked, and what the line of alerts and the band mean."""
    area = step_curve(deployment.points).area
    if deployment.has_target_prevalence:
        measured, target = format_balances(deployment.source_points.prevalence, deployment.points.prevalence)
        area_text = message(
            "curve.area_target",
            target_area=area,
            target_prevalence=target,
            measured_prevalence=measured,
            measured_area=step_curve(deployment.source_points).area,
        )
    else:
        area_text = message("curve.area", area=area)
    lines = [
        area_text if deployment.source_points.threshold.size == 1 else message("curve.caption", area=area_text),
        *(message("curve.alerts_line", limit=line.text) for line in required if line.name == "required_alerts"),
        net_benefit_text(),
    ]
    if band is not None:
        lines.append(_band_text(band, labeled_scores))
    if not deployment.has_target_prevalence and cached(unknown_region, labeled_scores) is not None:
        lines.append(message("curve.hidden"))
    st.caption(message("punctuation.sentences").join(line for line in lines if line))
    problems.show_clusters()


def _band_text(band: CurveBand | NoBand, labeled_scores: LabeledScores) -> str:
    """Explain the band, or why there is none."""
    if isinstance(band, str):
        return message(NO_BAND_KEYS[band])
    if labeled_scores.cluster_column is not None:
        return message("curve.band_says_clusters", column=code_span(labeled_scores.cluster_column))
    return message("curve.band_says")


def show_options() -> None:
    """Show the options of the chart: contour lines and the confidence band."""
    show_contour_select()
    st.toggle(message("curve.band"), key="band", persist_state="session")


def step_curve(points: OperatingPoints) -> JoinedArea:
    """Return the step curve through these points, with its area."""
    return cached(joined_area, points, "step", RESOLUTION)


def _curve_figure(
    step: JoinedArea,
    deployment: Deployment,
    contour_values: tuple[float, ...],
    band: CurveBand | None,
    messages: Messages,
    *,
    labeled_scores: LabeledScores,
) -> object:
    """Return the chart with contour lines, the band, and the region that binned scores leave unknown."""
    lines = contour_lines(contour_values)
    if not deployment.has_target_prevalence:
        points = measured_points(deployment.source_points)
        background = Background(lines, band, unknown_region(labeled_scores))
        return threshold_curve_figure(step, points, messages, background=background)
    _, target = format_balances(deployment.source_points.prevalence, deployment.points.prevalence)
    override = TextOverride(messages.raw("balance.hover"), target)
    points = target_prevalence_points(deployment.source_points, deployment.points)
    return threshold_curve_figure(step, points, messages, background=Background(lines), override=override)
