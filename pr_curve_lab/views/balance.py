"""The page Class balance: the same classifier at another class balance."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from pr_curve_lab.analysis.areas import ThinnedArea
from pr_curve_lab.analysis.formatting import (
    area_change_key,
    format_distinct,
    format_percent,
    format_prevalence,
    format_ratio,
    format_signed,
    format_threshold,
    format_unique,
)
from pr_curve_lab.analysis.intervals import AreaInterval, step_interval
from pr_curve_lab.analysis.model_resampling import predicted_seconds
from pr_curve_lab.analysis.prevalence import (
    Balance,
    Balances,
    PermutationBand,
    RowLimits,
    compare_balances,
    permutation_bands,
    roc_curve_area,
    row_limits,
    weighted_permutation_bands,
)
from pr_curve_lab.analysis.thinning import circle_count_with_roc
from pr_curve_lab.i18n.area_sentences import circle_caption, interval_name, interval_reason
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import square_heights
from pr_curve_lab.plotting.intervals import NumberLine, ValueLabel, limits_figure, limits_layouts
from pr_curve_lab.plotting.prevalence import (
    MIN_GAIN,
    RESOLUTION,
    SIDES,
    gain_figure,
    prevalence_curve_figure,
    roc_figure,
    selected_point_update,
)
from pr_curve_lab.schema.dataset import LabeledScores
from pr_curve_lab.server.settings import GAIN, MAX_PREVALENCE, MEASURED_PREVALENCE, MIN_PREVALENCE
from pr_curve_lab.server.visitor_state import cached, get_messages, message, overwrite_widget, value_of
from pr_curve_lab.views import charts, controls
from pr_curve_lab.views.curve import threshold_control
from pr_metrics import SCHEMES, Interval, OperatingPoints, area_bias, at_prevalence, gains
from pr_metrics.tolerances import AREA_ROUNDING

SMALL_PREVALENCES = (0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05)
PREVALENCE_OPTIONS = (*SMALL_PREVALENCES, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99)
MAX_STEP = 0.01


def show_prevalence(comparison: Balances) -> None:
    """Show a slider with common prevalences, and a field for any other."""
    measured, target = comparison.measured.points.prevalence, comparison.prevalence
    texts = _slider_options(measured, target)
    slider_side, field_side = st.columns([4, 1], gap="medium", vertical_alignment="bottom")
    with slider_side:
        st.select_slider(
            message("balance.control"),
            list(texts),
            format_func=texts.__getitem__,
            key="prevalence",
            persist_state="session",
        )
        numbers = [measured if stop == MEASURED_PREVALENCE else float(stop) for stop in texts]
        controls.set_slider_aria("prevalence", numbers)
    overwrite_widget(prevalence_typed=target)
    with field_side:
        st.number_input(
            message("balance.typed"),
            min_value=min(MIN_PREVALENCE, measured),
            max_value=max(MAX_PREVALENCE, measured),
            step=_step(target),
            format="%.6g",
            key="prevalence_typed",
            on_change=lambda: controls.set_prevalence(value_of("prevalence_typed")),
        )


def _step(prevalence: float) -> float:
    """Return one unit of the first significant digit of the prevalence, or of 1 minus it if that is smaller."""
    rest = min(prevalence, 1 - prevalence)
    return min(MAX_STEP, 10.0 ** math.floor(math.log10(rest))) if rest > 0 else MAX_STEP


def _slider_options(measured: float, target: float) -> dict[float | str, str]:
    """Return the options of the slider with their labels: fixed prevalences, that of the data, and the target."""
    others = np.unique([stop for stop in (*PREVALENCE_OPTIONS, target) if stop != measured])
    written = map(get_messages().format_number, format_unique(others))
    texts: dict[float | str, str] = dict(zip(others.tolist(), written, strict=True))
    texts[MEASURED_PREVALENCE] = message("balance.measured_stop", prevalence=format_prevalence(measured))
    return dict(sorted(texts.items(), key=lambda stop: measured if stop[0] == MEASURED_PREVALENCE else float(stop[0])))


def compute_balances(points: OperatingPoints, prevalence: float | None) -> Balances:
    """Return both balances with the scheme of the left side, which must be able to join the target points too."""
    target = points if prevalence is None else at_prevalence(points, prevalence)
    scheme = controls.update_scheme(target, "left")
    return cached(compare_balances, points, prevalence, scheme, RESOLUTION)


def roc(comparison: Balances) -> ThinnedArea:
    """Return the ROC curve of the measured points, which no prevalence changes."""
    return cached(roc_curve_area, comparison.measured.points, RESOLUTION)


def show_title(comparison: Balances) -> None:
    """Say what the prevalence does to the area, with the sign."""
    measured, target = comparison.measured, comparison.target
    finding = area_change_key(measured.area, target.area) if comparison.has_target_prevalence else "measured"
    values = {
        "target_prevalence": target.text,
        "measured_prevalence": measured.text,
        "target_area": target.area,
        "measured_area": measured.area,
    }
    joined = message(f"schemes.{comparison.scheme}.joined")
    controls.show_title(message(f"balance.headline_{finding}", joined=joined, **values))
    circles = cached(circle_count_with_roc, comparison.measured.points)
    st.caption(circle_caption("areas.caption", circles, get_messages()))


def show_charts(comparison: Balances, selected_index: int) -> None:
    """Draw the precision-recall curve at the target prevalence, and next to it the ROC curve of the same points."""
    pr_side, roc_side = st.columns(2, gap="medium")
    with pr_side:
        _show_pr(comparison, selected_index)
    with roc_side:
        _show_roc(comparison, selected_index)


def show_thinning_note(comparison: Balances) -> None:
    """Say from how many points the charts are drawn, if these are not all."""
    charts.show_thinning_note(_pr_figure(comparison), comparison.measured.points.threshold.size)


def show_gain(comparison: Balances, selected_index: int) -> None:
    """Draw the gain curve if it is switched on."""
    if not value_of(GAIN.name):
        return
    points, gain = comparison.target.points, comparison.target.gain
    of_points = gains(points)
    at = float(of_points.recall_gain[selected_index]), float(of_points.precision_gain[selected_index])
    picture_side, words_side = st.columns(2, gap="medium")
    with picture_side:
        figure = cached(gain_figure, gain, points, get_messages())
        alt = message("balance.gain_alt", prevalence=comparison.target.text, area=gain.area)
        _show_chart(figure, at, points.threshold, selected_index, key="gain_chart", alt=alt)
    with words_side:
        area = format_signed(gain.area, ".3f")
        st.markdown(message("balance.gain_says", area=area, prevalence=comparison.target.text))
        lowest = float(of_points.precision_gain[of_points.recall_gain >= 0].min(initial=0.0))
        if lowest < MIN_GAIN:
            st.caption(message("balance.gain_cut", lowest=format_signed(lowest, ".1f")))
        if at[0] < 0:
            st.caption(message("balance.gain_outside", prevalence=comparison.target.text))


def _show_pr(comparison: Balances, selected_index: int) -> None:
    points = comparison.target.points
    at = float(points.recall[selected_index]), float(points.precision[selected_index])
    name = message(f"schemes.{comparison.scheme}.name")
    alt = message("balance.pr_alt", scheme=name, prevalence=comparison.target.text, area=comparison.target.area)
    figure = _pr_figure(comparison)
    _show_chart(figure, at, points.threshold, selected_index, key="pr_chart", alt=alt)


def _show_roc(comparison: Balances, selected_index: int) -> None:
    points, joined = comparison.measured.points, roc(comparison)
    at = float(points.false_positive_rate[selected_index]), float(points.recall[selected_index])
    figure, alt = cached(roc_figure, joined, points, get_messages()), message("balance.roc_alt", area=joined.area)
    _show_chart(figure, at, points.threshold, selected_index, key="roc_chart", alt=alt)


def _show_chart(figure: Any, at: tuple[float, float], threshold: np.ndarray, index: int, *, key: str, alt: str) -> None:
    """Show a figure with the selected point marked at its coordinates; a click on it selects another."""
    mark = selected_point_update(figure, *at, format_threshold(threshold, index), get_messages())
    select, layouts = threshold_control.set_threshold_by_hand, square_heights(figure, SIDES)
    charts.show_live_chart(figure, mark, key=key, alt=alt, on_select=select, layouts=layouts)


def _pr_figure(comparison: Balances) -> Any:
    return cached(prevalence_curve_figure, comparison, get_messages())


def show_selected_point(comparison: Balances, selected_index: int) -> None:
    """Give its recall and false positive rate, which stay the same, and its precision at both prevalences."""
    measured, target = comparison.measured.points, comparison.target.points
    values = {
        "threshold": format_threshold(measured.threshold, selected_index),
        "recall": float(measured.recall[selected_index]),
        "rate": format_ratio(float(measured.false_positive_rate[selected_index]), decimals=3),
        "measured_prevalence": comparison.measured.text,
        "measured_precision": float(measured.precision[selected_index]),
        "target_prevalence": comparison.target.text,
        "target_precision": float(target.precision[selected_index]),
    }
    st.markdown(message("balance.point_target" if comparison.has_target_prevalence else "balance.point", **values))


def show_controls(comparison: Balances) -> None:
    """Show the threshold slider, for use without the charts, the scheme, and a switch for the gain curve."""
    threshold_side, picture_side = st.columns([3, 2], gap="medium")
    with threshold_side:
        threshold_control.show_threshold_slider(comparison.measured.points)
    with picture_side:
        st.markdown(message("balance.joined"))
        controls.show_scheme_select(comparison.target.points, "left", "balance.joined")
        st.toggle(message("balance.gain"), key="gain", persist_state="session")


N_MAIN_VALUES = 5  # rows of the table that are not folded
PERMUTATIONS = 1000


def run_permutation_test(labeled_scores: LabeledScores, scheme: str) -> PermutationBand | None:
    """Return the areas of shuffled labels at the data's prevalence; None while they are computed, or if stopped."""
    points = labeled_scores.size if labeled_scores.is_weighted else labeled_scores.points.threshold.size
    schemes: tuple[str, ...] = (scheme,)
    if controls.is_small(points):
        schemes = tuple(key for key, one in SCHEMES.items() if one.can_join(labeled_scores.points))
    saying = message("balance.shuffling", count=PERMUTATIONS)
    info = controls.ProgressInfo("permutations", predicted_seconds(PERMUTATIONS, points, areas=len(schemes)), saying)
    if labeled_scores.is_weighted:
        bands = controls.run_with_progress(info, weighted_permutation_bands, labeled_scores, schemes, PERMUTATIONS)
    else:
        bands = controls.run_with_progress(info, permutation_bands, labeled_scores.points, schemes, PERMUTATIONS)
    return None if bands is None else bands[scheme]


MIN_BIAS = 0.005  # area; a smaller bias is shown as 0.00
MIN_POSITIVES = 50  # with fewer positives the bias may exceed `MIN_BIAS`


def show_limits_chart(comparison: Balances, permutation_band: PermutationBand | None) -> None:
    """Show the number lines; permutation_band: None unless the test has finished."""
    st.header(_result_text(comparison), anchor=False)
    _show_lines(comparison, permutation_band)


def show_limits_table(
    labeled_scores: LabeledScores, comparison: Balances, permutation_band: PermutationBand | None
) -> None:
    """Show a table of the main numbers, and fold the others; permutation_band: None unless the test has finished."""
    messages = get_messages()
    rows = cached(row_limits, labeled_scores)
    interval = cached(step_interval, labeled_scores).scheme_interval(comparison.scheme, comparison.measured.area)
    table = _values_table(comparison, rows, permutation_band, interval)
    with st.container(key="limits_table"):
        st.table(table.head(N_MAIN_VALUES), hide_index=True, border="horizontal")
    st.caption(_table_caption(permutation_band, has_target=comparison.has_target_prevalence))
    if rows is None:
        st.caption(message("balance.no_rows"))
    st.caption(interval_reason(interval, messages))
    if permutation_band is not None and labeled_scores.clusters is not None:
        st.caption(messages.format_notice(Notice("clusters_shuffled", column=labeled_scores.clusters.column)))
    if comparison.scheme == "step":
        _show_bias_warning(labeled_scores)
    with st.expander(message("balance.more", count=len(table) - N_MAIN_VALUES), key="more_limits"):
        st.table(table.tail(-N_MAIN_VALUES), hide_index=True, border="horizontal")


def _show_bias_warning(labeled_scores: LabeledScores) -> None:
    """Give the bias of the area if it is visible in two decimals; without weights only, as it leaves out rows."""
    if labeled_scores.is_weighted or labeled_scores.positives >= MIN_POSITIVES:
        return
    bias = cached(area_bias, labeled_scores.points)
    if bias >= MIN_BIAS:
        st.caption(message("balance.few_positives", positives=labeled_scores.positives, bias=bias))


def _table_caption(permutation_band: PermutationBand | None, *, has_target: bool) -> str:
    """Return the footnote: what a dash means, and how p was counted."""
    if permutation_band is None:
        return message("balance.table_caption_untested")
    counts = {"shuffles": permutation_band.n_permutations, "reached": permutation_band.n_reached}
    tested = message("balance.table_caption", **counts)
    return f"{message('balance.table_dash')} {tested}" if has_target else tested


def _result_text(comparison: Balances) -> str:
    """Say where the area is between that of a random ranking and that of a perfect one."""
    target = comparison.target
    if math.isnan(target.chance_corrected_area):
        return message("balance.finding_one_class", area=target.area)
    corrected = target.chance_corrected_area
    side = "at" if abs(corrected) < AREA_ROUNDING else "above" if corrected > 0 else "below"
    share = format_percent(abs(corrected))
    area, _ = format_distinct(target.area, 1.0)
    return message(f"balance.finding_{side}", area=area, prevalence=_random_area_text(target), share=share)


def _random_area_text(one: Balance) -> str:
    """Return the area of a random ranking's line as text: the prevalence, unless there are unscored positives."""
    return format_prevalence(one.chance) if one.points.unscored_positives else one.text


def _show_lines(comparison: Balances, permutation_band: PermutationBand | None) -> None:
    lines = [_line(comparison, comparison.measured, permutation_band)]
    if comparison.has_target_prevalence:
        lines.append(_line(comparison, comparison.target, None))
    figure = limits_figure(lines, get_messages())
    alt = message(
        "balance.limits_alt",
        area=comparison.target.area,
        prevalence=comparison.target.text,
        least=comparison.target.minimum_area,
    )
    charts.show_fitted_chart(figure, limits_layouts(lines), key="limits_chart", alt=alt)


def _line(comparison: Balances, one: Balance, permutation_band: PermutationBand | None) -> NumberLine:
    band = None
    if permutation_band is not None:
        band = _value_label(
            "band",
            (permutation_band.lower + permutation_band.upper) / 2,
            low=permutation_band.lower,
            high=permutation_band.upper,
        )
    return NumberLine(
        style=palette.style_of(comparison.scheme),
        area=_value_label("area", one.area, prevalence=one.text),
        random=_value_label("random", one.chance, prevalence=_random_area_text(one)),
        minimum=None if math.isnan(one.minimum_area) else _value_label("minimum", one.minimum_area),
        band=band,
        band_bounds=(0.0, 0.0) if permutation_band is None else (permutation_band.lower, permutation_band.upper),
    )


def _value_label(name: str, value: float, **params: object) -> ValueLabel:
    return ValueLabel(
        value,
        message(f"balance.line_{name}", value=value, **params),
        message(f"balance.line_{name}_short", value=value, **params),
    )


def _values_table(
    comparison: Balances, rows: RowLimits | None, permutation_band: PermutationBand | None, interval: AreaInterval
) -> pd.DataFrame:
    """Return a table with a row for each number and a column for each balance; some numbers exist for the data only.

    The first `N_MAIN_VALUES` say how good the ranking is, and how sure that is.
    """
    shown = (comparison.measured, comparison.target) if comparison.has_target_prevalence else (comparison.measured,)
    number = get_messages().format_number
    lines: dict[str, list[str | None]] = {
        "area": [_format_value(one.area) for one in shown],
        "interval": [_format_interval(interval.interval)],
        "random_line": [number(_random_area_text(one)) for one in shown],
        "corrected": [_format_value(one.chance_corrected_area) for one in shown],
        "p_value": [number(permutation_band.p_value, ".3f") if permutation_band else None],
        "band": [_format_interval(permutation_band)],
        "random_rows": [_format_value(rows.random if rows else math.nan)],
        "minimum": [_format_value(one.minimum_area) for one in shown],
        "minimum_rows": [_format_value(rows.minimum if rows else math.nan)],
        "normalized": [_format_value(one.normalized_area) for one in shown],
        "roc": [_format_value(roc(comparison).area)] * len(shown),
        "gain": [_format_value(one.gain_area) for one in shown],
    }
    names = [
        interval_name(interval, get_messages()) if name == "interval" else message(f"balance.row_{name}")
        for name in lines
    ]
    keys = ("columns.balance.measured", "columns.balance.target")
    titles = [message(key, prevalence=one.text) for key, one in zip(keys, shown, strict=False)]
    none = message("punctuation.none")
    cells = [[text or none for text in (*texts, *[None] * len(shown))][: len(shown)] for texts in lines.values()]
    table = pd.DataFrame(cells, columns=titles)
    table.insert(0, "", names)
    return table


def _format_value(value: float) -> str | None:
    return None if math.isnan(value) else get_messages().format_number(format_signed(value, ".3f"))


def _format_interval(interval: Interval | PermutationBand | None) -> str | None:
    if interval is None:
        return None
    number = get_messages().format_number
    return f"{number(interval.lower, '.3f')} – {number(interval.upper, '.3f')}"
