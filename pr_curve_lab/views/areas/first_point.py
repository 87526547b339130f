"""Where a straight line starts, and what that start adds: nothing was measured there, so somebody chose it."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.analysis.joined_areas import JoinedArea
from pr_curve_lab.analysis.number_texts import distinct_texts
from pr_curve_lab.analysis.printed_areas import printed_alike
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.scheme_entries import of_family
from pr_curve_lab.server.visitor_state import put, value_of
from pr_metrics import SCHEMES, OperatingPoints


def show(side: str, scheme: str, words: Words) -> None:
    """Offer the three starts of the straight line; a side that is joined otherwise has no such choice."""
    starts = of_family("straight lines")  # from (0, 1), from (0, first precision), from nowhere
    if scheme not in starts:
        return
    put(**{f"{side}_start": scheme})
    st.segmented_control(
        words.say("areas.start"),
        starts,
        format_func=lambda key: words.say(f"areas.start_of.{key}"),
        key=f"{side}_start",
        required=True,
        label_visibility="collapsed",
        on_change=_take_start,
        args=(side,),
        width="content",
    )


def show_what_it_adds(points: OperatingPoints, joined: JoinedArea, words: Words) -> None:
    """Say how much of the area lies under the start; schemes that need none have nothing to say."""
    start, added = SCHEMES[joined.scheme].start, joined.curve.invented_area
    if start == "not needed":
        return
    first = distinct_texts(points.recall[:1])[0]
    if points.recall[0] == 0:
        finding = "measured"
    elif start == "dropped":
        finding = "cut"
    else:
        finding = "adds" if not printed_alike(added, 0) else "adds_slightly"
    st.caption(words.say(f"areas.start_{finding}", added=added, recall=first))


def _take_start(side: str) -> None:
    """Join a side's points with the start that its switch shows."""
    put(**{side: value_of(f"{side}_start")})
