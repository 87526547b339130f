"""Which scheme stands on a side."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.server.settings import SETTINGS
from pr_curve_lab.server.visitor_state import put, value_of
from pr_metrics import SCHEMES, OperatingPoints
from pr_metrics.interpolation import MOST_STEPS


def chosen(points: OperatingPoints, words: Words) -> tuple[str, str]:
    """The schemes on the left and on the right."""
    return settled(points, "left", words), settled(points, "right", words)


def settled(points: OperatingPoints, side: str, words: Words) -> str:
    """The scheme of a side, "left" or "right"; one that cannot join these points gives way, with a sentence."""
    scheme, instead = str(value_of(side)), str(SETTINGS[side].default)
    if SCHEMES[scheme].applies_to(points):
        return scheme
    names = {part: words.say(f"schemes.{key}.name") for part, key in (("scheme", scheme), ("instead", instead))}
    if (points.true_positives % 1).any():
        st.warning(words.say("areas.needs_whole_rows", **names))
    else:
        st.warning(words.say("areas.needs_fewer_positives", most=MOST_STEPS, **names))
    put(**{side: instead})
    return instead


def show(points: OperatingPoints, side: str, words: Words, *, alone: bool = False) -> None:
    """Offer every scheme that can join these points for a side, "left" or "right", or for the only one of a page."""
    st.selectbox(
        words.say("balance.joined" if alone else f"areas.pick_{side}"),
        [key for key, scheme in SCHEMES.items() if scheme.applies_to(points)],
        format_func=lambda key: words.say(f"schemes.{key}.name"),
        key=side,
        label_visibility="collapsed",
        persist_state="session",
    )
