"""Problems, notices and questions about the data, with what to do.

No number is shown until it is answered: neither of the new data, which would be a guess, nor of those before.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.io.limits import Problem
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.column_values import label_values, rows_with
from pr_curve_lab.schema.data_checks import notices
from pr_curve_lab.schema.dataset import Cases
from pr_curve_lab.schema.role_options import cluster_offers, remedies
from pr_curve_lab.schema.roles import unused_weight
from pr_curve_lab.schema.values import read_numbers
from pr_curve_lab.server import data_in_use, page_run
from pr_curve_lab.server.page_run import take_address_problems
from pr_curve_lab.server.pages import PAGES
from pr_curve_lab.server.visitor_state import Reading, kept_about, put, value_of, visitor
from pr_curve_lab.views.data import column_roles, sources
from pr_curve_lab.views.data.column_roles import take_roles

ASKED = "asked_{role}"  # the key of a question's widget
MOST_VALUES = 3  # of a label, beside its name


def is_asked(page: str) -> bool:
    """Whether a question stands in the place of a page; page: its name in the address."""
    return visitor().question is not None and page in PAGES and PAGES[page].names_data


def show_question(words: Words, *, page: str) -> None:
    """Ask which column is the label, which the score, or both, with the first rows below."""
    page_run.enter(page)  # its address is that of the page, so that a link leads to the question
    state = visitor()
    if state.question is None:
        return
    table = state.reading.table
    st.title(words.say("data.question"), anchor=False)
    for role, decision in state.question.decisions.items():
        if decision.certainty == "open":
            named = {"label": _values_of, "score": _range_of}[role]
            columns = [*decision.taken[:1], *decision.others]
            st.radio(
                words.say(f"data.question_{role}", name=code_span(table.name)),
                columns,
                format_func=code_span,
                captions=[named(table, column, words) for column in columns],
                key=ASKED.format(role=role),
            )
    with st.container(horizontal=True, key="answers"):
        st.button(words.say("data.question_answer"), key="answer", type="primary", on_click=_take_answer)
        aside = words.say("data.question_aside", name=code_span(table.name))
        st.button(aside, key="leave_aside", on_click=data_in_use.leave_aside)
    sources.show_first_rows(words)


def _take_answer() -> None:
    label, score = (value_of(ASKED.format(role=role)) for role in ("label", "score"))
    question = visitor().question
    if question is not None:
        named = question.label.taken[0] if question.label.certainty != "open" and score is not None else None
        data_in_use.answer(label or named, score)


def _values_of(table: Table, column: str, words: Words) -> str:
    """The values of a label with how many rows have each."""
    values = label_values(table, column)
    counts = rows_with(table, column, values[:MOST_VALUES])
    listed = (
        words.say("data.value_rows", value=code_span(value), rows=words.say("data.rows", count=count))
        for value, count in zip(values, counts, strict=False)
    )
    return words.say("data.separator").join(listed)


def _range_of(table: Table, column: str, words: Words) -> str:
    """The least and the greatest number of a column."""
    numbers = read_numbers("score", table.frame[column], column).values
    return words.say("data.from_to", low=float(np.nanmin(numbers)), high=float(np.nanmax(numbers)))


def show_clusters(words: Words) -> None:
    """Say whether intervals keep such rows together, where the data in use have any."""
    clusters = visitor().cases.clusters
    if clusters is not None:
        show_notice(clusters.notice, words)


def show_notice(said: Problem, words: Words) -> None:
    """Say what intervals make of such rows, and offer the other ways."""
    in_use = visitor().in_use
    with st.container(horizontal=True, vertical_alignment="center", key="clusters"):
        st.caption(words.say_problem(said), width="content")
        for offer in kept_about(in_use, cluster_offers, in_use.table, in_use.roles):
            says = words.say(f"data.offer_{offer.does}", value=code_span(offer.value))
            key = f"clusters_{offer.does}" + (f"_{offer.value}" if offer.does == "together" else "")
            st.button(says, key=key, on_click=_take, args=(offer.roles.cluster,))


def _take(column: str | None) -> None:
    """Count the data in use with this column, or none, of what is kept together."""
    in_use = visitor().in_use
    data_in_use.count_again(replace(in_use, roles=replace(in_use.roles, cluster=column)))


def plain_name(words: Words) -> str:
    """The name as it is, for where text is only shown: a list of options."""
    state = visitor()
    return words.say(f"examples.{state.in_use.example}.name") if state.in_use.example else state.cases.name


def in_use(words: Words) -> str:
    """The name of an example in the visitor's language, or that of the visitor's own table."""
    state = visitor()
    example = state.in_use.example
    return words.say(f"examples.{example}.name") if example else code_span(state.cases.name)


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
    why, current = words.say_problem(problem), in_use(words)
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
            column_roles.show_buttons(notice.key, found, words)


def _with_hint(note: Problem, words: Words) -> str:
    """Word what was noticed, and where the app can do something about it; a report that stands alone says no such."""
    hint = f"problems.{note.key}_hint"
    return words.say_problem(note) + (words.say(hint) if hint in words.catalogue else "")


def _still_in_use(words: Words) -> str:
    state = visitor()
    if state.problems and state.reading.table is state.in_use.table:
        return words.say("data.change_not_in_use")
    return words.say("data.still_in_use", name=in_use(words))
