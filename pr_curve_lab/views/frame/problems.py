"""Problems and notices in words: what, where, and what to do."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.reading.cases.cases import Cases
from pr_curve_lab.reading.cases.data_checks import notices
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.reading.roles.remedies import remedies
from pr_curve_lab.reading.roles.unused_columns import unused_weight
from pr_curve_lab.server.page_run import take_address_problems
from pr_curve_lab.server.pages import PAGES
from pr_curve_lab.server.results import kept_about
from pr_curve_lab.server.visitor_state import Reading, put, visitor
from pr_curve_lab.views.data import offers
from pr_curve_lab.views.data.chosen_roles import take_roles
from pr_curve_lab.views.frame import data_name

MOST_SAID = 8  # unknown values of an address
LONGEST_VALUE = 60  # characters of one


def show_address(words: Words) -> None:
    """Say which parts of the address could not be used, in one warning however many there are."""
    problems = take_address_problems()
    unknown = [problem for problem in problems if problem.key == "address_unknown"]
    said = [words.say_problem(problem) for problem in problems if problem not in unknown]
    if unknown:
        said.append(_unknown(unknown, words))
    if said:
        st.warning("\n\n".join(said))


def _unknown(problems: list[Problem], words: Words) -> str:
    """The unknown parameters, the first by name and value; of a long value its beginning."""
    asked = [{name: _quoted(str(fact)) for name, fact in problem.facts.items()} for problem in problems]
    if len(asked) == 1:
        return words.say("problems.address_unknown", **asked[0])
    listed = words.say("data.separator").join(words.say("problems.address_asks", **one) for one in asked[:MOST_SAID])
    if len(asked) > MOST_SAID:
        listed = words.say("problems.address_more", listed=listed, count=len(asked) - MOST_SAID)
    return words.say("problems.address_unknown_several", listed=listed)


def _quoted(text: str) -> str:
    return code_span(text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…")


def show_reading(words: Words) -> None:
    """Say why what was brought last is not in use, and offer to leave out rows that lack something."""
    state = visitor()
    if state.file_problem is not None:
        hint = words.say("problems.points_drawn") if state.drawn_points else ""
        if state.drawn_points and state.drawn_points.gaps:
            hint += words.say("problems.points_gaps", count=state.drawn_points.gaps)
        (st.info if state.drawn_points else st.error)(words.say_problem(state.file_problem) + hint)
    for problem in state.problems:
        st.error(words.say_problem(problem))
    if state.file_problem is not None or state.problems:
        st.caption(_still_in_use(words))
    if state.reading.leave_out or any(problem.key.endswith("_missing") for problem in state.problems):
        put(leave_out=state.reading.leave_out)
        st.checkbox(words.say("data.leave_out"), key="leave_out", on_change=take_roles)
    for problem in {problem.key: problem for problem in state.problems}.values():  # one button, however many columns
        _show_remedies(problem, state.reading, words)


def show_unused(words: Words) -> None:
    """Say on a page of numbers why what was brought last is not what it shows, with the way to mend it."""
    state = visitor()
    problem = state.file_problem or next(iter(state.problems), None)
    if problem is None:
        return
    why, current = words.say_problem(problem), data_name.in_use(words)
    if state.file_problem is None and state.reading.table is state.in_use.table:
        said = words.say("data.change_unused", why=why)
    else:
        name = code_span(state.brought if state.file_problem else state.reading.table.name)
        shown = "data.shown_example" if state.in_use.example else "data.shown_before"
        said = words.say("data.unused_file", name=name, why=why, shown=words.say(shown, name=current))
    with st.container(key="unused"):
        st.warning(said)
        st.page_link(PAGES["data"].script, label=words.say("data.mend"), width="content")


def show_notices(cases: Cases, words: Words) -> None:
    """Say what had to be decided, what was left out, and what looks odd about the cases in use."""
    state = visitor()
    table = state.reading.table
    for note in table.notes:
        if note.key != "several_tables" or not table.has_others:  # it stands beside the others to take
            st.info(_with_hint(note, words))
    if state.problems:
        return
    unused = unused_weight(table, state.reading.roles)
    for note in (*cases.left_out, *([unused] if unused else [])):
        st.info(_with_hint(note, words))
        _show_remedies(note, state.in_use, words)
    for notice in kept_about(state.in_use, notices, cases, state.in_use.table):
        if notice.key != "one_against_rest" or state.tasks.kind != "classes":  # which asks every class so
            st.warning(_with_hint(notice, words))
            _show_remedies(notice, state.in_use, words)


def _show_remedies(notice: Problem, reading: Reading, words: Words) -> None:
    """Offer what can be done about what was noticed, each by one click."""
    found = remedies(notice, reading.table, reading.roles)
    if found:
        with st.container(horizontal=True, key=f"remedies_{notice.key}"):
            offers.show_buttons(notice.key, found, words)


def _with_hint(note: Problem, words: Words) -> str:
    """Word what was noticed, and where the app can do something about it; a report that stands alone says no such."""
    hint = f"problems.{note.key}_hint"
    return words.say_problem(note) + (words.say(hint) if hint in words.catalogue else "")


def _still_in_use(words: Words) -> str:
    state = visitor()
    if state.problems and state.reading.table is state.in_use.table:
        return words.say("data.change_not_in_use")
    return words.say("data.still_in_use", name=data_name.in_use(words))
