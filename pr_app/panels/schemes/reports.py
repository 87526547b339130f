"""What every scheme and every tool makes of the data in use: computed once, for all panels of a page."""

from __future__ import annotations

import streamlit as st

from pr_app.analysis.thinning import DrawnCurve
from pr_app.figures.every_scheme import panel_curve
from pr_app.reading.cases import Cases
from pr_app.serving.results import kept
from pr_app.wording.catalogue import Words
from pr_metrics import SCHEMES, OperatingPoints, tool_reports
from pr_metrics.tools import Refusal


def areas(points: OperatingPoints, words: Words) -> dict[str, float]:
    """The area of every scheme that applies to the points, by its key."""
    with st.spinner(words.say("schemes.computing")):
        return kept(_areas, points)


def curves(points: OperatingPoints, words: Words) -> dict[str, DrawnCurve]:
    """The curve of every scheme that applies, as it is drawn small."""
    with st.spinner(words.say("schemes.computing")):
        return kept(_curves, points)


def of_tools(cases: Cases, words: Words) -> dict[str, float | Refusal]:
    """What every tool reports for the rows, or why it refuses them, by its key."""
    with st.spinner(words.say("schemes.computing")):
        return kept(_of_tools, cases)


def _areas(points: OperatingPoints) -> dict[str, float]:
    return {key: SCHEMES[key].area(points) for key in _applicable(points)}


def _curves(points: OperatingPoints) -> dict[str, DrawnCurve]:
    return {key: panel_curve(points, SCHEMES[key]) for key in _applicable(points)}


def _of_tools(cases: Cases) -> dict[str, float | Refusal]:
    return tool_reports(cases.positive, cases.score, sample_weight=cases.weight)


def _applicable(points: OperatingPoints) -> list[str]:
    return [key for key, scheme in SCHEMES.items() if scheme.applies_to(points)]
