"""How every column was understood, and the means to change it."""

from __future__ import annotations

import streamlit as st

from pr_app import session
from pr_app.markup import code_span
from pr_app.roles import MOST_LABEL_VALUES, label_values
from pr_app.words import Words


def show(words: Words) -> None:
    """One selection a role: label, its positive value, scores, weight, group."""
    reading = session.show_roles()
    roles = reading.roles
    columns = list(reading.table.frame.columns)
    options = {
        "label": columns,
        "positive": label_values(reading.table, roles.label)[:MOST_LABEL_VALUES],
        "scores": columns,
        "weight": columns,
        "group": columns,
    }
    unset = {"positive": words.say("data.choose"), "weight": words.say("data.none"), "group": words.say("data.none")}
    for side, (role, choices) in zip(st.columns(len(options)), options.items(), strict=True):
        side.selectbox(
            words.say(f"data.role_{role}"),
            choices,
            index=None if role in unset else 0,
            key=role,
            placeholder=unset.get(role),
            help=words.say(f"data.role_{role}_help"),
            on_change=session.take_roles,
        )
    if roles.group is not None:
        groups = int(reading.table.frame[roles.group].nunique())
        st.caption(words.say("data.groups", count=groups, column=code_span(roles.group)))
