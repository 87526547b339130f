"""The curve page's headline and picture."""

from __future__ import annotations

import streamlit as st

from pr_app.analysis.class_balance import balance_texts
from pr_app.analysis.deployment import Deployment
from pr_app.analysis.f_contours import contours
from pr_app.analysis.joined_areas import JoinedArea, joined_area
from pr_app.analysis.measured_points import measured_points, moved_points
from pr_app.analysis.number_texts import threshold_text
from pr_app.figures.threshold_curve import RESOLUTION, Marked, Moved, marks, threshold_curve_figure
from pr_app.figures.wish_lines import WishLine
from pr_app.panels.charts import chart, live_chart
from pr_app.reading.cases.cases import Cases
from pr_app.serving.results import kept
from pr_app.serving.settings import CONTOURS
from pr_app.serving.visitor_state import same_data, value_of
from pr_app.wording.catalogue import Words
from pr_app.wording.numerals import count_text, expected_text
from pr_metrics import OperatingPoints


def show_headline(cases: Cases, used: Deployment, chosen: int, words: Words) -> None:
    """Say what the chosen threshold does: how many rows it calls positive, and how many of them are."""
    threshold = threshold_text(used.own.threshold, chosen)
    if used.elsewhere:
        day = used.day(chosen)
        counts = {"called": day.alerts, "right": day.right, "positives": day.right + day.missed}
        texts = {name: expected_text(count) for name, count in counts.items()}
        st.title(words.say("curve.headline_day", threshold=threshold, **texts), anchor=False)
        return
    true_positives = used.own.true_positives[chosen]
    called = true_positives + used.own.false_positives[chosen]
    st.title(
        words.say(
            "curve.headline" if cases.weight is None else "curve.headline_weighted",
            threshold=threshold,
            count=called,
            called=count_text(called),
            true_positives=count_text(true_positives),
            positives=count_text(used.own.positives),
        ),
        anchor=False,
    )


def show(used: Deployment, marked: Marked, lines: tuple[WishLine, ...], words: Words) -> None:
    """Draw the curve where it will be used, with what is marked on it and the wishes as lines."""
    points = used.points
    asked, step = value_of(CONTOURS.key), joined(points)
    beta = None if asked == CONTOURS.default else float(asked)
    still = kept(_drawn, step, used, beta, words, same_data=same_data())
    _, prevalence = balance_texts(used.own.prevalence, points.prevalence)
    alt = words.say("curve.alt", points=points.threshold.size, area=step.area, prevalence=prevalence)
    live_chart.show(still, marks(still, points, marked, words, lines), key="curve_chart", alt=alt, clickable=True)
    chart.show_thinned(still, points.threshold.size, words)


def show_caption(used: Deployment, words: Words) -> None:
    """Say the area of the curve that is drawn, and that its points can be chosen."""
    area = joined(used.points).area
    if used.moved:
        own, prevalence = balance_texts(used.own.prevalence, used.points.prevalence)
        said = words.say("curve.area_moved", area=area, prevalence=prevalence, own=own, own_area=joined(used.own).area)
    else:
        said = words.say("curve.area", area=area)
    st.caption(words.say("curve.caption", area=said))


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


def _drawn(step: JoinedArea, used: Deployment, beta: float | None, words: Words, *, same_data: str) -> object:
    """The picture, on lines of equal F where a beta is asked for."""
    lines = () if beta is None else contours(beta)
    if not used.moved:
        return threshold_curve_figure(step, measured_points(used.own), words, same_data=same_data, contours=lines)
    own, asked = balance_texts(used.own.prevalence, used.points.prevalence)
    moved = Moved(words.raw("balance.hover"), words.say("curve.balance_moved", prevalence=asked, own=own))
    points = moved_points(used.own, used.points)
    return threshold_curve_figure(step, points, words, same_data=same_data, contours=lines, moved=moved)
