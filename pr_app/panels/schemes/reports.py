"""What every scheme and every tool makes of the data in use: computed once, for all panels of a page."""

from __future__ import annotations

import streamlit as st

from pr_app.analysis.joined_areas import JoinedArea, joined_areas
from pr_app.figures.every_scheme import RESOLUTION
from pr_app.reading.cases.cases import Cases
from pr_app.serving.results import kept
from pr_app.wording.catalogue import Words
from pr_metrics import OperatingPoints, tool_reports
from pr_metrics.tools import Refusal


def areas(points: OperatingPoints, words: Words) -> dict[str, float]:
    """The area of every scheme that applies to the points, by its key."""
    return {key: one.area for key, one in joined(points, words).items()}


def joined(points: OperatingPoints, words: Words) -> dict[str, JoinedArea]:
    """The area with the curve that has it, as it is drawn small."""
    with st.spinner(words.say("schemes.computing")):
        return kept(joined_areas, points, RESOLUTION)


def of_tools(cases: Cases, words: Words) -> dict[str, float | Refusal]:
    """The number that every tool reports for the rows, or why it refuses them, by its key."""
    with st.spinner(words.say("schemes.computing")):
        return kept(_of_tools, cases)


def _of_tools(cases: Cases) -> dict[str, float | Refusal]:
    return tool_reports(cases.positive, cases.score, sample_weight=cases.weight)
