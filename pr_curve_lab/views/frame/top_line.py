"""The quiet line above the headline: which data are in use, how they are understood, and the way to change that.

A label or a score that was guessed wrongly gives wrong numbers on every page, so every page says what was taken.
"""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.counted_positives import counted_positives
from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.i18n.numerals import ratio_text
from pr_curve_lab.reading.roles.roles import Roles
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.pages import PAGES, names_data
from pr_curve_lab.server.settings import SUBGROUP
from pr_curve_lab.server.visitor_state import visitor
from pr_curve_lab.views.data import column_roles, offers
from pr_curve_lab.views.frame import data_name, problems, question

VIEW_WIDTH = 200  # px
NARROW = 150  # px, of each of two, so that they fit into the line
MOST_SCORES = 3  # that are all named; of more only the first


def show(words: Words, *, page: str) -> None:
    """Name the data in use, except on a page that has data of its own; page: its name in the address."""
    if names_data(page) and not question.is_asked(page):
        data_in_use.settle_view(page)
        if page != "data":  # which says it in full
            problems.show_unused(words)
        with st.container(horizontal=True, vertical_alignment="center", key="top_line"):
            _show_data(page, words)


def _show_data(page: str, words: Words) -> None:
    """Show which data are in use, which of their scores, and the way to others."""
    state = visitor()
    rows = words.say("data.rows", count=state.cases.size)
    positives = counted_positives(state.cases, words)
    line = [words.say("data.in_use", name=data_name.in_use(words), rows=rows, positives=positives)]
    if state.cases.points.unreached_positives:
        line.append(words.say("data.recall_ends", recall=ratio_text(float(state.cases.points.recall[-1]))))
    if state.cases.is_weighted:
        line.append(words.say("data.weighted", column=code_span(str(state.cases.roles.weight))))
    elif state.cases.are_counts:
        line.append(words.say("data.counted", column=code_span(str(state.cases.roles.weight))))
    line += [_taken(state.tasks.roles, words), *_could_be(words)]
    st.markdown(" · ".join(line), width="content")
    if page != "data" and not state.problems:
        _show_columns(words)
    has_groups = page in PAGES and SUBGROUP in PAGES[page].settings and _groups_in_view() != ()
    width = NARROW if has_groups else VIEW_WIDTH
    _show_view(words, width)
    if has_groups:
        _show_subgroups(words, width)
    st.page_link(PAGES["data"].script, label=words.say("data.change"), width="content")


def _taken(roles: Roles, words: Words) -> str:
    """Which columns were taken: the label with its positive value, and the scores."""
    listed = words.say("data.separator").join(code_span(name) for name in roles.scores)
    if len(roles.scores) > MOST_SCORES:
        listed = words.say("data.and_more", names=code_span(roles.scores[0]), count=len(roles.scores) - 1)
    labels = words.say("data.separator").join(code_span(name) for name in roles.labels[:MOST_SCORES])
    facts = {"label": labels if roles.kind == "labels" else code_span(roles.label), "scores": listed}
    return words.say(f"data.taken_{roles.kind}", value=code_span(str(roles.positive)), **facts)


def _could_be(words: Words) -> list[str]:
    """Which columns could be meant in place of the label or the score, if any could."""
    found = offers.choices_of(visitor().in_use)
    named = {
        choice.said.key: words.say("data.separator").join(code_span(offer.value) for offer in choice.offers)
        for choice in found
    }
    return [
        words.say(f"data.could_be_{role}", names=named[f"chose_{role}"])
        for role in ("label", "score")
        if f"chose_{role}" in named
    ]


def _show_columns(words: Words) -> None:
    """Offer to take other columns for label and score; what they are is fetched when somebody looks."""
    with st.popover(words.say("data.change_columns"), type="tertiary", key="taken_columns", on_change="rerun") as taken:
        if taken.open:
            column_roles.show_label_and_scores(words)


def _show_view(words: Words, width: int) -> None:
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
            width=width,
            persist_state="session",
        )


def _groups_in_view() -> tuple[str, ...]:
    """The groups of rows in which the task in view can be counted, where the data have several."""
    tasks = visitor().tasks
    return tuple(tasks.countable_groups(data_in_use.task_in_view())) if len(tasks.group_names) > 1 else ()


def _show_subgroups(words: Words, width: int) -> None:
    """Offer each group of rows by itself."""
    column = str(visitor().tasks.roles.group)
    st.selectbox(
        words.say("data.subgroup"),
        ("", *_groups_in_view()),
        format_func=lambda name: (
            words.say("data.subgroup_is", column=column, name=name)
            if name
            else words.say("data.subgroup_all", column=column)
        ),
        key=SUBGROUP.key,
        on_change=data_in_use.look_at_another_task,
        label_visibility="collapsed",
        width=width,
        persist_state="session",
    )
