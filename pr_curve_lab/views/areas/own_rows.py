"""For a visitor without rows of their own, beside the first pictures: what this is, and a place for a file."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.pages import PAGES
from pr_curve_lab.server.visitor_state import value_of, visitor


def are_missing() -> bool:
    """Whether the visitor has only seen examples."""
    return visitor().own is None and visitor().in_use.example is not None


def follow() -> None:
    """Go where it says how a file was read that was just brought."""
    if value_of("first_upload"):
        st.switch_page(PAGES["data"].script)


def offer(words: Words) -> None:
    """Say what this is, and take a file."""
    st.caption(words.say("areas.purpose"))
    with st.container(key="own_rows"):
        st.subheader(words.say("areas.own_rows"), anchor=False)
        label = words.say("data.upload")
        st.file_uploader(
            label,
            key="first_upload",
            on_change=data_in_use.take_files,
            args=("first_upload",),
            accept_multiple_files=True,
            label_visibility="collapsed",
        )
        st.caption(words.say("areas.formats"))
        st.page_link(PAGES["data"].script, label=words.say("areas.paste"), width="content")
