"""Which table was read, the others of its file to take, and the file before it to put it beside."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.reading.formats.table import FileOfTables
from pr_curve_lab.server.data_in_use import put_beside, take_alone, take_table
from pr_curve_lab.server.visitor_state import put, value_of, visitor

MOST_BUTTONS = 6  # tables; more are a list


def show_earlier(words: Words) -> None:
    """Offer to put a file beside the one before, or to take it alone again."""
    state = visitor()
    if state.earlier is None or state.reading.example:
        return
    table = state.alone or state.reading.table
    with st.container(horizontal=True, vertical_alignment="center", key="earlier"):
        names = {"name": code_span(table.name), "earlier": code_span(state.earlier.name)}
        if state.alone is None:
            st.markdown(words.say("data.instead_of", **names), width="content")
            st.button(words.say("data.put_beside", **names), key="beside", on_click=put_beside)
        else:
            st.button(words.say("data.take_alone", **names), key="alone", on_click=take_alone)


def show_choice(words: Words) -> None:
    """Say which table of the file was read, and offer the others."""
    table = visitor().reading.table
    if table.file is None or not table.has_others:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="tables"):
        for note in table.notes:
            if note.key == "several_tables":
                st.markdown(words.say_problem(note), width="content")
        if len(table.file.titles) > MOST_BUTTONS:
            _show_list(table.file, words)
        else:
            _show_buttons(table.file, words)


def _show_buttons(file: FileOfTables, words: Words) -> None:
    for number, title in enumerate(file.titles):
        if title != file.taken:
            says = words.say("data.offer_take", value=code_span(title))
            st.button(says, key=f"table_{number}", on_click=take_table, args=(title,))


def _show_list(file: FileOfTables, words: Words) -> None:
    put(table=file.taken)
    st.selectbox(words.say("data.table"), file.titles, key="table", on_change=_take_chosen)


def _take_chosen() -> None:
    take_table(value_of("table"))
