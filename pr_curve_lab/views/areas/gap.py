"""The gap between two curves of the same points, seen through a lens where it is small, beside the area's own doubt."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pr_curve_lab.analysis.area_intervals import step_interval
from pr_curve_lab.analysis.gap_window import CurvesApart, curves_apart
from pr_curve_lab.analysis.measured_points import measured_points
from pr_curve_lab.analysis.scheme_differences import SchemeDifferences
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.interval_words import interval_name
from pr_curve_lab.i18n.numerals import size_text
from pr_curve_lab.plotting.both_curves import both_figure
from pr_curve_lab.plotting.joined import SIZES
from pr_curve_lab.reading.cases.cases import Cases
from pr_curve_lab.server.results import kept
from pr_curve_lab.server.visitor_state import same_data
from pr_curve_lab.views.charts import fitted_chart
from pr_metrics import OperatingPoints


def is_seen_through_a_lens(cases: Cases, pair: SchemeDifferences) -> bool:
    """Whether the curves are so close that the pictures of either do not show what lies between."""
    return not _apart(cases, pair).window.is_whole


def show(cases: Cases, pair: SchemeDifferences, words: Words) -> None:
    """Draw both curves in one picture; where they are close, say how sure the area itself is."""
    points, schemes = cases.points, (pair.left, pair.right)
    apart = _apart(cases, pair)
    figure = kept(_drawn, apart, points, *schemes, words, same_data=same_data())
    alt = words.say("areas.both_alt", left=pair.left_area, right=pair.right_area)
    fitted_chart.show(figure, SIZES, key="both_chart", alt=alt)
    if not apart.window.is_whole and pair.left != pair.right:
        scheme = "step" if "step" in schemes else pair.left
        area = pair.left_area if scheme == pair.left else pair.right_area
        beside = kept(step_interval, cases).interval_of(scheme, area)
        gap, ends = size_text(pair.difference_of_areas), {"low": beside.found.low, "high": beside.found.high}
        st.markdown(words.say("areas.gap", gap=gap, interval=interval_name(beside, words), **ends))


def _apart(cases: Cases, pair: SchemeDifferences) -> CurvesApart:
    return kept(curves_apart, cases.points, pair.left, pair.right)


def _drawn(apart: CurvesApart, points: OperatingPoints, left: str, right: str, words: Words, *, same_data: str) -> Any:
    return both_figure(apart, (left, right), measured_points(points), words, same_data=same_data)
