"""Problems and notices in words: what, where, and what to do."""

from __future__ import annotations

import streamlit as st

from pr_app.panels.frame import data_name
from pr_app.reading.cases import Cases
from pr_app.reading.data_checks import notices
from pr_app.reading.roles import unused_weight
from pr_app.serving import session
from pr_app.wording.catalogue import Words


def show_address(words: Words) -> None:
    """Say which parts of the address could not be used."""
    for problem in session.take_address_problems():
        st.warning(words.say_problem(problem))


def show_reading(words: Words) -> None:
    """Say why what was brought last is not in use, and offer to leave out rows that lack something."""
    visitor = session.visitor()
    if visitor.file_problem is not None:
        st.error(words.say_problem(visitor.file_problem))
    for problem in visitor.problems:
        st.error(words.say_problem(problem))
    if visitor.file_problem is not None or visitor.problems:
        st.caption(_still_in_use(words))
    if visitor.reading.leave_out or any(problem.key.endswith("_missing") for problem in visitor.problems):
        session.put(leave_out=visitor.reading.leave_out)
        st.checkbox(words.say("data.leave_out"), key="leave_out", on_change=session.take_roles)


def show_notices(cases: Cases, words: Words) -> None:
    """Say what had to be decided, what was left out, and what looks odd about the cases in use."""
    visitor = session.visitor()
    for note in visitor.reading.table.notes:
        st.info(words.say_problem(note))
    if visitor.problems:
        return
    unused = unused_weight(visitor.reading.table, visitor.reading.roles)
    for note in (*cases.left_out, *([unused] if unused else [])):
        st.info(words.say_problem(note))
    for notice in session.remembered(lambda: notices(cases), "notices"):
        if notice.key != "one_against_rest" or visitor.tasks.kind != "classes":  # which asks every class so
            st.warning(words.say_problem(notice))


def _still_in_use(words: Words) -> str:
    visitor = session.visitor()
    if visitor.problems and visitor.reading.table is visitor.in_use.table:
        return words.say("data.change_not_in_use")
    return words.say("data.still_in_use", name=data_name.in_use(words))
