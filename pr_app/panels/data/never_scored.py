"""Positives that were never scored: their number, or the column that says how many positives there are."""

from __future__ import annotations

import streamlit as st

from pr_app.panels.data.chosen_roles import take_roles
from pr_app.reading.roles.guessed_roles import numeric_columns
from pr_app.reading.roles.roles import MOST_MISSED
from pr_app.serving.visitor_state import visitor
from pr_app.wording.catalogue import Words


def show(words: Words) -> None:
    """Ask for either, where the scores are of one label."""
    reading = visitor().reading
    roles = reading.roles
    if roles.kind not in ("one", "models") and not roles.missed and roles.total is None:
        return
    with st.expander(words.say("data.never_scored"), key="never_scored", expanded=bool(roles.missed or roles.total)):
        number_side, column_side = st.columns(2)
        number_side.number_input(
            words.say("data.role_missed"),
            min_value=0,
            max_value=MOST_MISSED,
            step=1,
            key="missed",
            help=words.say("data.role_missed_help"),
            on_change=take_roles,
            disabled=roles.total is not None,
        )
        column_side.selectbox(
            words.say("data.role_total"),
            [name for name in numeric_columns(reading.table, roles.label) if name not in roles.scores],
            index=None,
            key="total",
            placeholder=words.say("data.none"),
            help=words.say("data.role_total_help"),
            on_change=take_roles,
        )
