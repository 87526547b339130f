"""What could be otherwise about the columns, each with a button that takes it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.reading.roles.choices import Choice, Offer, choices
from pr_curve_lab.server.results import kept_about
from pr_curve_lab.server.visitor_state import Reading, visitor
from pr_curve_lab.views.data.chosen_roles import take_offer


def show_choices(words: Words, *, only: Sequence[str] = ()) -> None:
    """Say what was chosen where it is not beyond doubt, and offer the others. only: the keys that are wanted."""
    reading = visitor().reading
    for choice in choices_of(reading):
        if only and choice.said.key not in only:
            continue
        with st.container(horizontal=True, vertical_alignment="center", key=choice.said.key):
            st.markdown(words.say_problem(choice.said), width="content")
            show_buttons(choice.said.key, choice.offers, words)


def offered_columns() -> set[str]:
    """The columns that one of the offers would use."""
    offered = [offer.roles for choice in choices_of(visitor().reading) for offer in choice.offers]
    return {column for roles in offered for column in (roles.label, *roles.scores)}


def choices_of(reading: Reading) -> list[Choice]:
    """What was chosen about the columns and could be otherwise."""
    return kept_about(reading, choices, reading.table, reading.roles)


def show_buttons(about: str, offers: Sequence[Offer], words: Words) -> None:
    """Show a button for each offer."""
    for number, offer in enumerate(offers):
        says = words.say(f"data.offer_{offer.does}", value=code_span(offer.value))
        st.button(says, key=f"offer_{about}_{number}", on_click=take_offer, args=(offer.roles,))
