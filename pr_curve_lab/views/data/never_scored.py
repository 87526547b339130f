"""Positives that were never scored: their number, or the column that says how many positives there are."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.reading.roles.guessed_roles import numeric_columns
from pr_curve_lab.reading.roles.roles import MOST_MISSED
from pr_curve_lab.server.visitor_state import visitor
from pr_curve_lab.views.data.chosen_roles import take_roles


def show(words: Words) -> None:
    """Ask for either, where the scores are of one label."""
    reading = visitor().reading
    roles = reading.roles
    if roles.kind not in ("one", "models") and not roles.missed and roles.total is None:
        return
    columns = [name for name in reading.table.frame.columns if name not in (roles.label, *roles.scores)]
    numbers = [name for name in numeric_columns(reading.table, roles.label) if name in columns]
    with st.expander(words.say("data.never_scored"), key="never_scored", expanded=bool(roles.missed or roles.total)):
        number_side, column_side, unit_side = st.columns(3)
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
        with column_side:
            _choose_column("total", numbers, words.say("data.none"), words, disabled=False)
        with unit_side:
            units = [name for name in columns if name != roles.total]
            _choose_column("total_by", units, words.say("data.all_rows"), words, disabled=roles.total is None)


def _choose_column(role: str, columns: list[str], unset: str, words: Words, *, disabled: bool) -> None:
    st.selectbox(
        words.say(f"data.role_{role}"),
        columns,
        index=None,
        key=role,
        placeholder=unset,
        help=words.say(f"data.role_{role}_help"),
        on_change=take_roles,
        disabled=disabled,
    )
