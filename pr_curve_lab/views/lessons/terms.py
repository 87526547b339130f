"""The glossary, to be opened beside a step or below the list of lessons."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.glossary import entries

HEIGHT = 420  # px, beside a step


def show_beside(words: Words) -> None:
    """Show the glossary as a window over a step."""
    with st.popover(words.say("glossary.title"), key="glossary", on_change="rerun") as terms:
        if terms.open:
            with st.container(height=HEIGHT, border=False):
                st.markdown("\n\n".join(entries(words)))


def show(words: Words) -> None:
    """Show the glossary below the list of lessons, to be unfolded."""
    with st.expander(words.say("glossary.title"), key="glossary", on_change="rerun") as terms:
        if terms.open:
            st.markdown("\n\n".join(entries(words)))
