"""The curve page's headline and picture."""

from __future__ import annotations

import streamlit as st

from pr_app import session
from pr_app.address import BETAS, DEFAULTS
from pr_app.cases import Cases
from pr_app.figures.threshold_curve import threshold_curve_figure
from pr_app.numerals import count_text, text_among_neighbours
from pr_app.panels import live_chart
from pr_app.words import Words
from pr_metrics import SCHEMES, OperatingPoints


def show_headline(cases: Cases, chosen: int, words: Words) -> None:
    """Say what the chosen threshold does: how many rows it calls positive, and how many of them are."""
    points = cases.points
    hits = points.true_positives[chosen]
    called = hits + points.false_positives[chosen]
    st.title(
        words.say(
            "curve.headline" if cases.weight is None else "curve.headline_weighted",
            threshold=text_among_neighbours(points.threshold, chosen),
            count=called,
            called=count_text(called),
            hits=count_text(hits),
            positives=count_text(points.positives),
        ),
        anchor=False,
    )
    st.caption(words.say("curve.area", area=SCHEMES["step"].area(points)))


def show(points: OperatingPoints, chosen: int, words: Words) -> None:
    """Draw the curve with the chosen point."""
    beta = str(session.value_of("contours"))
    contours = None if beta == DEFAULTS["contours"] else float(beta)
    still, now = (
        threshold_curve_figure(points, mark, words, same_data=f"{session.desk().data_count}", contour_beta=contours)
        for mark in (None, chosen)
    )
    alt = words.say(
        "curve.alt", points=points.threshold.size, area=SCHEMES["step"].area(points), prevalence=points.prevalence
    )
    live_chart.show(still, now, key="curve_chart", alt=alt)


def show_switch(words: Words) -> None:
    """Offer the lines of equal F-score, for three weights of recall."""
    st.segmented_control(
        words.say("curve.contours"),
        BETAS,
        format_func=lambda beta: words.say("curve.contours_none") if beta == DEFAULTS["contours"] else f"F{beta}",
        key="contours",
        required=True,
        persist_state="session",
    )
