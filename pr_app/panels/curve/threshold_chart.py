"""The curve page's headline and picture."""

from __future__ import annotations

import streamlit as st

from pr_app.analysis.f_contours import contours
from pr_app.analysis.joined_areas import JoinedArea, joined_area
from pr_app.analysis.measured_points import measured_points
from pr_app.analysis.number_texts import prevalence_text, threshold_text
from pr_app.figures.threshold_curve import RESOLUTION, Marked, marks, threshold_curve_figure
from pr_app.panels.charts import chart, live_chart
from pr_app.reading.cases.cases import Cases
from pr_app.serving.results import kept
from pr_app.serving.settings import CONTOURS
from pr_app.serving.visitor_state import same_data, value_of
from pr_app.wording.catalogue import Words
from pr_app.wording.numerals import count_text
from pr_metrics import OperatingPoints


def show_headline(cases: Cases, chosen: int, words: Words) -> None:
    """Say what the chosen threshold does: how many rows it calls positive, and how many of them are."""
    points = cases.points
    true_positives = points.true_positives[chosen]
    called = true_positives + points.false_positives[chosen]
    st.title(
        words.say(
            "curve.headline" if cases.weight is None else "curve.headline_weighted",
            threshold=threshold_text(points.threshold, chosen),
            count=called,
            called=count_text(called),
            true_positives=count_text(true_positives),
            positives=count_text(points.positives),
        ),
        anchor=False,
    )
    st.caption(words.say("curve.caption", area=words.say("curve.area", area=joined(points).area)))


def show(points: OperatingPoints, chosen: int, required: int | None, grid: tuple[int, ...], words: Words) -> None:
    """Draw the curve with the chosen point, the one that meets the requirement, and the reader's own thresholds."""
    asked, step = value_of(CONTOURS.key), joined(points)
    beta = None if asked == CONTOURS.default else float(asked)
    still = kept(_drawn, step, points, beta, words, same_data=same_data())
    prevalence = prevalence_text(points.prevalence)
    alt = words.say("curve.alt", points=points.threshold.size, area=step.area, prevalence=prevalence)
    change = marks(still, points, Marked(chosen, required, grid), words)
    live_chart.show(still, change, key="curve_chart", alt=alt, clickable=True)
    chart.show_thinned(still, points.threshold.size, words)


def show_switch(words: Words) -> None:
    """Offer the lines of equal F-score, for three weights of recall."""
    st.segmented_control(
        words.say("curve.contours"),
        CONTOURS.options,
        format_func=lambda beta: _contour_name(beta, words),
        key="contours",
        required=True,
        persist_state="session",
    )


def _contour_name(beta: str, words: Words) -> str:
    return words.say("curve.contours_none") if beta == CONTOURS.default else f"F{words.number(beta)}"


def joined(points: OperatingPoints) -> JoinedArea:
    """The curve of the page and its area."""
    return kept(joined_area, points, "step", RESOLUTION)


def _drawn(step: JoinedArea, points: OperatingPoints, beta: float | None, words: Words, *, same_data: str) -> object:
    """The picture, on lines of equal F where a beta is asked for."""
    lines = () if beta is None else contours(beta)
    return threshold_curve_figure(step, measured_points(points), words, same_data=same_data, contours=lines)
