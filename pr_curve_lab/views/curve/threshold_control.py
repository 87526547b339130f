"""The threshold control, the confusion matrix at the threshold, and the distribution of scores.

The key of a container with facts about one point includes the index of the point, so that the browser can tell when the
server has drawn the new point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import streamlit as st

from pr_curve_lab.analysis.alerts import Deployment, points_at
from pr_curve_lab.analysis.formatting import NumberText, format_count, format_threshold
from pr_curve_lab.analysis.prevalence import format_balances
from pr_curve_lab.analysis.thinning import uniform_indices
from pr_curve_lab.analysis.thresholds import Requirements
from pr_curve_lab.i18n.area_sentences import format_point
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.plotting.score_distribution import score_distribution_figure, threshold_line
from pr_curve_lab.server.settings import THRESHOLD
from pr_curve_lab.server.visitor_state import (
    Origin,
    SelectedThreshold,
    cached,
    get_messages,
    message,
    set_widget,
    value_of,
    visitor,
)
from pr_curve_lab.views import charts
from pr_curve_lab.views.curve import following_text
from pr_curve_lab.web.modules import PAGE_FOLDER, script_of
from pr_metrics import OperatingPoints, choose_threshold, threshold_index

CONTAINER_NAMES = (
    "too_strict",
    "answer",
    "limit",
    "next_step",
    "called_rows",
    "high_negatives",
    "low_positives",
    "rows_here",
    "group_fails",
    "group_table",
)
EXPORT_SELECTOR = ".st-key-exports details > :not(summary)"  # code and citation contain the threshold


def point_container(name: str, selected_index: int) -> Any:
    """Return a container for text about the selected point, with the index of the point in its key."""
    return st.container(key=_key(name, selected_index))


def point_selectors(selected_index: int) -> list[str]:
    """Return CSS selectors of the elements about the selected point that are hidden while it is dragged.

    >>> ".st-key-next_step_at_7" in point_selectors(7)
    True
    """
    return [*(f".st-key-{_key(name, selected_index)}" for name in CONTAINER_NAMES), EXPORT_SELECTOR]


def _key(name: str, selected_index: int) -> str:
    return f"{name}_at_{selected_index}"


MAX_OPTIONS = 1000  # more stops than pixels cannot be told apart; the two buttons still reach every threshold


def threshold_origin(points: OperatingPoints) -> Origin:
    """Return how the selected threshold was chosen: as a page last noted it, else by hand, or as the largest F1."""
    if (noted := _noted_origin()) is not None:
        return noted
    return "best_f1" if get_selected_index(points) == best_f1_index(points) else "hand"


def can_page_set_threshold() -> bool:
    """Whether the page may change the threshold: none is selected yet, or the page selected it."""
    return value_of(THRESHOLD.name) is None or _noted_origin() not in (None, "hand")


def _noted_origin() -> Origin | None:
    """Return the noted origin of the threshold, or None if it was changed since, as by a link."""
    selected = visitor().selected_threshold
    return selected.origin if selected is not None and selected.threshold == value_of(THRESHOLD.name) else None


def set_threshold(threshold: float, origin: Origin) -> None:
    """Set the threshold, and note how it was chosen."""
    visitor().selected_threshold = SelectedThreshold(threshold, origin)
    set_widget(threshold=threshold)


def follow_requirements() -> None:
    """Let the threshold follow the requirements again; a callback of the widgets that change them."""
    threshold = value_of(THRESHOLD.name)
    if threshold is not None:
        set_threshold(float(threshold), "requirement")


def get_selected_index(points: OperatingPoints) -> int:
    """Return the index of the selected threshold; if none is selected, that of the largest F1 in the data."""
    threshold = value_of(THRESHOLD.name)
    return best_f1_index(points) if threshold is None else threshold_index(points, float(threshold)) or 0


def best_f1_index(points: OperatingPoints) -> int:
    """Return the index of the point with the largest F1 in the data."""
    best = cached(choose_threshold, points)
    return 0 if best is None else best.index


def show_threshold_warning(points: OperatingPoints) -> None:
    """Warn if the threshold in the address is above every score, where no row is called positive."""
    threshold = value_of(THRESHOLD.name)
    if threshold is not None and threshold_index(points, float(threshold)) is None:
        with point_container("too_strict", 0):
            st.warning(message("curve.too_strict", threshold=NumberText(f"{threshold:.12g}")))


def show_threshold_slider(points: OperatingPoints, *, name: str = "", has_other_counts: bool = False) -> None:
    """Show the threshold slider, from strict to loose, and a button for one step either way.

    name: of the model, class or label to which it belongs, where several are shown.
    has_other_counts: whether the page shows counts of other rows than those of the data, to which the slider refers.
    """
    messages = get_messages()
    if points.threshold.size == 1:
        st.caption(message("curve.one_threshold"))
        return
    index = get_selected_index(points)
    options = cached(_slider_options, points, tuple(slider_indices(points)), messages)
    if index not in options:
        options = dict(sorted({**options, **_slider_options(points, [index], messages)}.items()))
    if value_of(THRESHOLD.name) is None:
        set_threshold(float(points.threshold[index]), "best_f1")
    else:
        set_widget(threshold=float(points.threshold[index]))
    if name:
        label = message("curve.threshold_of", name=name)
    else:
        label = message("curve.threshold_in_data" if has_other_counts else "curve.threshold")
    _show_slider(points, index, options, label)
    with st.container(horizontal=True, vertical_alignment="center", key="steps"):
        for way, by in (("stricter", -1), ("looser", 1)):
            st.button(
                message(f"curve.step_{way}"),
                key=way,
                on_click=_step,
                args=(points, by),
                disabled=not 0 <= index + by < points.threshold.size,
            )
        with point_container("next_step", index):
            st.caption(_next_step_text(points, index))


_slider = st.components.v2.component(
    "pr_curve_lab_threshold_slider", js=script_of("threshold_slider", PAGE_FOLDER), isolate_styles=False
)
_SLIDER_KEY = "threshold_slider"


def _show_slider(points: OperatingPoints, selected_index: int, options: Mapping[int, str], label: str) -> None:
    """Show a slider over some points, given as texts by index; the browser counts its moves."""
    data = {
        "label": label,
        "index": selected_index,
        "indices": list(options),
        "texts": list(options.values()),
        "numbers": points.threshold[list(options)].tolist(),
        "template": message("curve.stop", threshold="{threshold}", called="{called}"),
        "received": _slider_move().get("count", 0),
    }

    def take_move() -> None:
        set_threshold_by_hand(float(points.threshold[_slider_move()["index"]]))

    with st.container(key=THRESHOLD.name):
        _slider(key=_SLIDER_KEY, data=data, on_moved_change=take_move)


def _slider_move() -> dict[str, Any]:
    """Return the last move of the slider, or {}."""
    return (value_of(_SLIDER_KEY) or {}).get("moved") or {}


def set_threshold_by_hand(threshold: float) -> None:
    """Set the threshold and leave its origin open; also used as a callback.

    The page Threshold notes the origin in its next run: chosen by hand, unless this is the best threshold.
    """
    set_widget(threshold=threshold)


def slider_indices(points: OperatingPoints) -> list[int]:
    """Return indices of the thresholds on the slider: all, or an even selection, to which the selected one is added."""
    indices: list[int] = uniform_indices(points.threshold.size, MAX_OPTIONS).tolist()
    return indices


def _slider_options(points: OperatingPoints, indices: Sequence[int], messages: Messages) -> dict[int, str]:
    """Return the label of each stop: the threshold, and how many rows it calls positive."""
    selected_points = points_at(points, indices)
    counts = (selected_points.true_positives + selected_points.false_positives).tolist()
    return {
        index: messages.format(
            "curve.stop", threshold=format_threshold(points.threshold, index), called=format_count(count)
        )
        for index, count in zip(indices, counts, strict=True)
    }


def _next_step_text(points: OperatingPoints, index: int) -> str:
    """Say how many rows the next lower threshold adds; tied scores are added together."""
    if index + 1 == points.threshold.size:
        return message("curve.loosest")
    both = points_at(points, [index, index + 1])
    true_positives, false_positives = (float(np.diff(counts)[0]) for counts in both.counts)
    return message(
        "curve.next_step",
        threshold=format_threshold(points.threshold, index + 1),
        called=format_count(true_positives + false_positives),
        true_positives=format_count(true_positives),
    )


def _step(points: OperatingPoints, by: int) -> None:
    """Move by one threshold from the current value of the widget, so that all of several quick clicks count."""
    index = min(max(get_selected_index(points) + by, 0), points.threshold.size - 1)
    set_threshold_by_hand(float(points.threshold[index]))


COUNT_NAMES = ("true_positives", "false_positives", "false_negatives", "true_negatives")
DAY_COUNT_NAMES = ("right", "false", "missed", "rest")
FRACTION_NAMES = (*COUNT_NAMES, "precision", "recall", "npv", "f1")
TARGET_NAMES = ("precision", "npv", "f1")


def show_confusion(deployment: Deployment, selected_index: int, requirements: Requirements) -> None:
    """Show the confusion matrix of a day or of the file."""
    texts = _number_texts(deployment, selected_index, requirements)
    following_text.show_text("confusion", confusion_table(deployment, following_text.template_fields(texts)), texts)


def show_fractions(deployment: Deployment, selected_index: int, requirements: Requirements) -> None:
    """Show the ratios as fractions of the counts, also at a target prevalence."""
    texts = _number_texts(deployment, selected_index, requirements)
    fields = following_text.template_fields(texts)
    following_text.show_text("fractions", fractions_text(deployment, fields), texts)
    if deployment.has_target_prevalence:
        following_text.show_text("fractions_target", target_fractions_text(deployment, fields), texts)


def _number_texts(deployment: Deployment, selected_index: int, requirements: Requirements) -> dict[str, str]:
    """Return the numbers of a point in the number format of the language."""
    return {
        name: get_messages().format_number(text)
        for name, text in format_point(deployment, selected_index, requirements).items()
    }


def confusion_table(deployment: Deployment, texts: Mapping[str, str]) -> str:
    """Return the counts of a day, with a dot for each row in question, or else of the file, as a Markdown table."""
    if not deployment.per_day:
        where = "file" if visitor().labeled_scores.group_name is None else "these_rows"
        counts = {name: texts[name] for name in COUNT_NAMES}
        return message("curve.confusion", corner=message(f"curve.unit_{where}"), **counts)
    cells = [texts[f"day_{name}"] + texts.get(f"dots_{name}", "") for name in DAY_COUNT_NAMES]
    return message("curve.confusion", corner=message("curve.per_day"), **dict(zip(COUNT_NAMES, cells, strict=True)))


def fractions_text(deployment: Deployment, texts: Mapping[str, str]) -> str:
    """Return the ratios as LaTeX fractions of the counts in the file."""
    where = message("curve.fractions_of_file") if deployment.per_day else ""
    numbers = {name: rf"\text{{{texts[name]}}}" for name in FRACTION_NAMES}
    return where + message("curve.fractions", **numbers)


def target_fractions_text(deployment: Deployment, texts: Mapping[str, str]) -> str:
    """Return the ratios at the target prevalence."""
    _, prevalence = format_balances(deployment.source_points.prevalence, deployment.points.prevalence)
    return message(
        "curve.fractions_target", prevalence=prevalence, **{one: texts[f"target_{one}"] for one in TARGET_NAMES}
    )


def show_distribution(deployment: Deployment, selected_index: int, requirements: Requirements) -> None:
    """Show the score distribution of both classes, and which fraction of each is at or above the threshold."""
    points = deployment.source_points
    base_figure = cached(score_distribution_figure, points, get_messages())
    texts = _number_texts(deployment, selected_index, requirements)
    fields = following_text.template_fields(texts)
    following_text.show_text("distribution_says", distribution_text(fields), texts)
    label = message("chart.threshold", threshold=texts["threshold"])
    change = threshold_line(base_figure, float(points.threshold[selected_index]), label)
    charts.show_live_chart(base_figure, change, key="scores_chart", alt=message("curve.distribution_alt"))


def distribution_text(texts: Mapping[str, str]) -> str:
    """Say which fraction of each class is at or above the threshold."""
    shares = {"positives": texts["recall"], "negatives": texts["false_positive_rate"]}
    return message("curve.distribution_says", threshold=texts["threshold"], **shares)
