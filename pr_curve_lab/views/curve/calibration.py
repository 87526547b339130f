"""Whether the scores can be read as probabilities: the reliability curve, the Brier score, and the rows called."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.analysis.calibration import Calibration, calibration, calibration_problem, called_rows
from pr_curve_lab.analysis.formatting import format_ratio, round_values
from pr_curve_lab.i18n.calibration_sentences import (
    EDGE_FORMAT,
    INTERVAL_FORMAT,
    brier_text,
    called_rows_text,
    range_text,
    worst_bin_text,
)
from pr_curve_lab.i18n.messages import Messages, code_span
from pr_curve_lab.plotting.calibration import calibration_figure, calibration_layouts
from pr_curve_lab.schema.dataset import LabeledScores
from pr_curve_lab.server.visitor_state import cached, get_messages, message
from pr_curve_lab.views import charts
from pr_curve_lab.views.controls import THREE_DECIMALS, show_columns
from pr_curve_lab.views.curve.threshold_control import point_container
from pr_metrics import CalibrationCurve
from pr_metrics.validation import FloatArray


def show_calibration(labeled_scores: LabeledScores, selected_index: int) -> None:
    """Compare the scores with the share of positives, in bins and at the threshold, or say why they cannot be."""
    problem = calibration_problem(labeled_scores)
    if problem is not None:
        st.markdown(f"{message('curve.calibration_none')} {get_messages().format_notice(problem)}")
        return
    found = cached(calibration, labeled_scores)
    with point_container("called_rows", selected_index):
        called = called_rows(labeled_scores, selected_index)
        st.markdown(called_rows_text(called, labeled_scores.points, get_messages()))
    if text := worst_bin_text(found, get_messages()):
        st.markdown(text)
    chart_side, numbers_side = st.columns([11, 9], gap="medium")
    with chart_side:
        _show_chart(found)
    with numbers_side:
        st.markdown(brier_text(found.brier, get_messages()))
        digits = dict.fromkeys(("mean_score", "share_positive"), THREE_DECIMALS)
        show_columns("calibration_table", "curve", _bin_columns(found.curve, get_messages()), digits)
        if labeled_scores.cluster_column is not None:
            st.caption(message("curve.calibration_clusters", column=code_span(labeled_scores.cluster_column)))


def _show_chart(found: Calibration) -> None:
    curve = found.curve
    lowest, highest = (
        format_ratio(float(end)) for end in (curve.fraction_positive.min(), curve.fraction_positive.max())
    )
    alt = message("curve.calibration_alt", count=curve.rows.size, lowest=lowest, highest=highest)
    figure = cached(calibration_figure, found, get_messages())
    charts.show_fitted_chart(figure, calibration_layouts(found), key="calibration_chart", alt=alt)
    st.caption(message(f"curve.calibration_caption_{found.strategy}"))


def _bin_columns(curve: CalibrationCurve, messages: Messages) -> dict[str, object]:
    """Return a row for each bin."""

    def ranges(lows: FloatArray, highs: FloatArray, spec: str) -> list[str]:
        return [range_text(*ends, spec, messages) for ends in zip(lows.tolist(), highs.tolist(), strict=True)]

    return {
        "bin": ranges(curve.lower_edge, curve.upper_edge, EDGE_FORMAT),
        "bin_rows": curve.rows,
        "mean_score": curve.mean_probability,
        "share_positive": curve.fraction_positive,
        "interval": ranges(round_values(curve.lower, 2), round_values(curve.upper, 2), INTERVAL_FORMAT),
    }
