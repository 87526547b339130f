"""What every scheme and every tool makes of the data in use: computed once, for all panels of a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import streamlit as st

from pr_app.analysis.thinning import DrawnCurve
from pr_app.figures.every_scheme import panel_curve
from pr_app.reading.cases import Cases
from pr_app.serving import session
from pr_app.wording.catalogue import Words
from pr_metrics import SCHEMES, OperatingPoints, tool_reports
from pr_metrics.tools import Refusal

_Made = TypeVar("_Made")


def areas(points: OperatingPoints, words: Words) -> dict[str, float]:
    """The area of every scheme that applies to the points, by its key."""
    return _computed(lambda: {key: SCHEMES[key].area(points) for key in _applicable(points)}, "areas", words)


def curves(points: OperatingPoints, words: Words) -> dict[str, DrawnCurve]:
    """The curve of every scheme that applies, as it is drawn small."""
    return _computed(lambda: {key: panel_curve(points, SCHEMES[key]) for key in _applicable(points)}, "curves", words)


def of_tools(cases: Cases, words: Words) -> dict[str, float | Refusal]:
    """What every tool reports for the rows, or why it refuses them, by its key."""
    return _computed(
        lambda: tool_reports(cases.positive, cases.score, sample_weight=cases.weight), "tool_reports", words
    )


def _applicable(points: OperatingPoints) -> list[str]:
    return [key for key, scheme in SCHEMES.items() if scheme.applies_to(points)]


def _computed(make: Callable[[], _Made], name: str, words: Words) -> _Made:
    with st.spinner(words.say("schemes.computing")):
        return session.remembered(make, name)
