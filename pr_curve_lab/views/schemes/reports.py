"""What every scheme and every tool makes of the data in use: computed once, for all panels of a page."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.analysis.joined_areas import JoinedArea, joined_areas
from pr_curve_lab.analysis.tool_numbers import ToolNumbers, tool_numbers
from pr_curve_lab.analysis.two_numbers import Source, sources_of
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting.every_scheme import RESOLUTION
from pr_curve_lab.reading.cases.cases import Cases
from pr_curve_lab.server.results import kept
from pr_metrics import OperatingPoints


def areas(points: OperatingPoints, words: Words) -> dict[str, float]:
    """The area of every scheme that applies to the points, by its key."""
    return {key: one.area for key, one in joined(points, words).items()}


def joined(points: OperatingPoints, words: Words) -> dict[str, JoinedArea]:
    """The area with the curve that has it, as it is drawn small."""
    with st.spinner(words.say("schemes.computing")):
        return kept(joined_areas, points, RESOLUTION)


def of_tools(cases: Cases, words: Words) -> ToolNumbers:
    """The number that every tool has for the rows, or why it refuses them."""
    with st.spinner(words.say("schemes.computing")):
        return kept(tool_numbers, cases)


def sources(cases: Cases, words: Words) -> tuple[Source, ...]:
    """All that a number for these rows may come from."""
    return kept(_sources, cases.points, of_tools(cases, words))


def _sources(points: OperatingPoints, numbers: ToolNumbers) -> tuple[Source, ...]:
    return sources_of(numbers, {key: one.area for key, one in kept(joined_areas, points, RESOLUTION).items()}, points)
