"""The quiet line above the headline: which data are in use, and the way to change them."""

from __future__ import annotations

import streamlit as st

from pr_app.panels.frame import data_name
from pr_app.serving import data_in_use
from pr_app.serving.pages import PAGES, names_data
from pr_app.serving.settings import SUBGROUP
from pr_app.serving.visitor_state import visitor
from pr_app.wording.catalogue import Words
from pr_app.wording.counted_positives import counted_positives
from pr_app.wording.markup import code_span
from pr_app.wording.numerals import ratio_text

VIEW_WIDTH = 200  # px
PLAIN = ("1", "True")  # values that are positive by their nature


def show(words: Words, *, page: str) -> None:
    """Name the data in use, except on a page that has data of its own; page: its name in the address."""
    if names_data(page):
        data_in_use.settle_view(page)
        with st.container(horizontal=True, vertical_alignment="center", key="top_line"):
            _show_data(page, words)


def _show_data(page: str, words: Words) -> None:
    """Show which data are in use, which of their scores, and the way to others."""
    state = visitor()
    rows = words.say("data.rows", count=state.cases.size)
    positives = counted_positives(state.cases, words)
    if state.tasks.kind in ("one", "models") and state.cases.roles.positive not in PLAIN:
        positives = words.say(
            "data.positives_are", positives=positives, value=code_span(str(state.cases.roles.positive))
        )
    line = [words.say("data.in_use", name=data_name.in_use(words), rows=rows, positives=positives)]
    if state.cases.points.unreached_positives:
        line.append(words.say("data.recall_ends", recall=ratio_text(float(state.cases.points.recall[-1]))))
    if state.cases.is_weighted:
        line.append(words.say("data.weighted", column=code_span(str(state.cases.roles.weight))))
    if state.problems:
        another = state.reading.table is not state.in_use.table
        pending = words.say("data.pending", name=code_span(state.reading.table.name))
        line.append(pending if another else words.say("data.pending_change"))
    st.markdown(" · ".join(line), width="content")
    _show_view(words)
    if page in PAGES and SUBGROUP in PAGES[page].settings:
        _show_subgroups(words)
    st.page_link(PAGES["data"].script, label=words.say("data.change"), width="content")


def _show_view(words: Words) -> None:
    """Offer the tasks of the data, where there are several: pages about one curve show one of them."""
    tasks = visitor().tasks
    if len(tasks.names) > 1:
        st.selectbox(
            words.say("data.view"),
            tasks.countable,
            format_func=lambda name: words.say(f"data.view_{tasks.kind}", name=name),
            key="model",
            on_change=data_in_use.look_at_another_task,
            label_visibility="collapsed",
            width=VIEW_WIDTH,
            persist_state="session",
        )


def _show_subgroups(words: Words) -> None:
    """Offer each group of rows by itself, where the data have several and the task can be counted in them."""
    state = visitor()
    groups = state.tasks.countable_groups(data_in_use.task_in_view())
    if len(state.tasks.group_names) > 1 and groups:
        column = str(state.tasks.roles.group)
        st.selectbox(
            words.say("data.subgroup"),
            ("", *groups),
            format_func=lambda name: (
                words.say("data.subgroup_is", column=column, name=name)
                if name
                else words.say("data.subgroup_all", column=column)
            ),
            key=SUBGROUP.key,
            on_change=data_in_use.look_at_another_task,
            label_visibility="collapsed",
            width=VIEW_WIDTH,
            persist_state="session",
        )
