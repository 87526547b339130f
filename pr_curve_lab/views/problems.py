"""Problems, notices and questions about the data, with buttons that solve them.

While a question is open, no page about the data in use shows a number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import streamlit as st

from pr_curve_lab.i18n.messages import code_span
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.column_values import label_values, read_numbers, value_counts
from pr_curve_lab.schema.data_checks import check_direction
from pr_curve_lab.schema.dataset import LabeledScores, merge_missing_scores
from pr_curve_lab.schema.role_options import cluster_options, fix_options
from pr_curve_lab.schema.row_selection import split_mask
from pr_curve_lab.server import data_in_use, page_run
from pr_curve_lab.server.page_run import pop_pending_notices
from pr_curve_lab.server.settings import PAGES
from pr_curve_lab.server.visitor_state import (
    DataSource,
    cached,
    cached_for_source,
    get_messages,
    message,
    set_widget,
    value_of,
    visitor,
)
from pr_curve_lab.views import controls, data
from pr_curve_lab.views.data import apply_roles

QUESTION_KEY = "asked_{role}"  # the key of a question's widget
MAX_VALUES = 3  # values of a label shown next to its name


def needs_column_choice(page: str) -> bool:
    """Whether a question is shown instead of a page; page: its name in the address."""
    return visitor().ambiguous_roles is not None and page in PAGES and PAGES[page].uses_data_in_use


def show_column_choice(*, page: str) -> None:
    """Ask which column is the label, the score, or both, with the first rows below."""
    page_run.open_page(page)  # keep the address of the page, so that a link leads to this question
    state = visitor()
    if state.ambiguous_roles is None:
        return
    table = state.pending_source.table
    controls.show_title(message("data.question"))
    for role, decision in state.ambiguous_roles.by_role.items():
        if decision.certainty == "ambiguous":
            named = {"label": _values_text, "score": _range_text}[role]
            columns = [*decision.selected[:1], *decision.alternatives]
            st.radio(
                message(f"data.question_{role}", name=code_span(table.name)),
                columns,
                format_func=code_span,
                captions=[named(table, column) for column in columns],
                key=QUESTION_KEY.format(role=role),
            )
    with st.container(horizontal=True, key="answers"):
        st.button(message("data.question_answer"), key="answer", type="primary", on_click=_submit_answer)
        aside = message("data.question_aside", name=code_span(table.name))
        st.button(aside, key="leave_aside", on_click=data_in_use.drop_upload)
    data.show_first_rows()


def _submit_answer() -> None:
    label, score = (value_of(QUESTION_KEY.format(role=role)) for role in ("label", "score"))
    schema = visitor().ambiguous_roles
    if schema is not None:
        only_label = schema.label.selected[0] if schema.label.certainty != "ambiguous" and score is not None else None
        data_in_use.set_label_and_score(label or only_label, score)


def _values_text(table: Table, column: str) -> str:
    """List the values of a label with their numbers of rows."""
    values = label_values(table, column)
    counts = value_counts(table, column, values[:MAX_VALUES])
    listed = (
        message("data.value_rows", value=code_span(value), rows=message("data.rows", count=count))
        for value, count in zip(values, counts, strict=False)
    )
    return message("punctuation.items").join(listed)


def _range_text(table: Table, column: str) -> str:
    """Give the minimum and the maximum of a column."""
    numbers = read_numbers("score", table.frame[column], column).values
    return message("data.from_to", low=float(np.nanmin(numbers)), high=float(np.nanmax(numbers)))


def show_clusters() -> None:
    """Say whether intervals keep the rows of one person, image or query together, if the data have such clusters."""
    clusters = visitor().labeled_scores.clusters
    if clusters is not None:
        show_cluster_notice(clusters.notice)


def show_cluster_notice(problem: Notice) -> None:
    """Say how intervals treat the clusters, with buttons for the alternatives."""
    in_use = visitor().in_use
    with st.container(horizontal=True, vertical_alignment="center", key="clusters"):
        st.caption(get_messages().format_notice(problem), width="content")
        for offer in cached_for_source(in_use, cluster_options, in_use.table, in_use.roles):
            label = message(f"data.offer_{offer.action}", value=code_span(offer.value))
            key = f"clusters_{offer.action}" + (f"_{offer.value}" if offer.action == "together" else "")
            st.button(label, key=key, on_click=_set_cluster, args=(offer.roles.cluster,))


def _set_cluster(column: str | None) -> None:
    """Keep rows with the same value of this column together, or none."""
    in_use = visitor().in_use
    data_in_use.update_data(replace(in_use, roles=replace(in_use.roles, cluster=column)))


def data_name(format_name: Callable[[str], str] = code_span) -> str:
    """Return the name of the data; format_name: formats the name of a file for use in a sentence."""
    example, name = visitor().in_use.example, visitor().labeled_scores.name
    return message(f"examples.{example}.name") if example else format_name(name)


MAX_LISTED = 8  # listed unknown values of an address


def show_pending_notices() -> None:
    """Show all waiting notices in one warning; the parts of the address that cannot be used share one sentence."""
    notices = pop_pending_notices()
    unknown = [notice for notice in notices if notice.key == "address_unknown"]
    sentences = [get_messages().format_notice(notice) for notice in notices if notice not in unknown]
    if unknown:
        sentences.append(_unknown_params_text(unknown))
    if sentences:
        st.warning("\n\n".join(sentences))


def _unknown_params_text(problems: list[Notice]) -> str:
    """List the unknown parameters by name and value, up to `MAX_LISTED`."""
    params = [{name: code_span(str(fact)) for name, fact in problem.params.items()} for problem in problems]
    if len(params) == 1:
        return message("problems.address_unknown", **params[0])
    listed = message("punctuation.items").join(message("problems.address_asks", **one) for one in params[:MAX_LISTED])
    if len(params) > MAX_LISTED:
        listed = message("punctuation.and_more", names=listed, count=len(params) - MAX_LISTED)
    return message("problems.address_unknown_several", listed=listed)


def show_upload_problems() -> None:
    """Say why the last upload is not in use, with a checkbox to leave out incomplete rows and buttons for fixes."""
    messages = get_messages()
    state = visitor()
    if state.file_problem is not None:
        hint = message("problems.points_drawn") if state.given_curve else ""
        if state.given_curve and state.given_curve.n_missing:
            hint += message("problems.points_gaps", count=state.given_curve.n_missing)
        (st.info if state.given_curve else st.error)(messages.format_notice(state.file_problem) + hint)
    source = state.pending_source
    for problem in merge_missing_scores(state.problems, source.table, source.roles):
        st.error(messages.format_notice(problem))
    if (state.file_problem is not None or state.problems) and not data.is_waiting():
        st.caption(_in_use_text())
    if source.exclude or any(problem.key.endswith("_missing") for problem in state.problems):
        set_widget(leave_out=source.exclude)
        left = "" if source.exclude else data.rows_left_text(replace(source, exclude=True))
        st.checkbox(message("data.leave_out") + left, key="leave_out", on_change=apply_roles)
    for key in dict.fromkeys(problem.key for problem in state.problems):
        _show_fixes([problem for problem in state.problems if problem.key == key], source)
    if state.problems and source.roles.unscored_policy == "missed":
        with st.container(horizontal=True, vertical_alignment="center", key="unscored_missed"):
            st.markdown(message("data.are_missed"), width="content")
            fixes = fix_options(Notice("unscored_missed"), source.table, source.roles)
            data.show_option_buttons("unscored_missed", fixes, source)


def show_upload_warning() -> None:
    """Say on the other pages why the last upload is not in use, with a link to correct it."""
    state = visitor()
    problem = state.file_problem or next(iter(state.problems), None)
    if problem is None:
        return
    why, current = get_messages().format_notice(problem), data_name()
    if state.file_problem is None and state.pending_source.table is state.in_use.table:
        text = message("data.change_unused", why=why)
    else:
        name = code_span(state.file_name if state.file_problem else state.pending_source.table.name)
        shown = "data.shown_example" if state.in_use.example else "data.shown_before"
        text = message("data.unused_file", name=name, why=why, shown=message(shown, name=current))
    with st.container(key="unused"):
        st.warning(text)
        st.page_link(PAGES["data"].script, label=message("data.mend"), width="content")


def show_rows_used(labeled_scores: LabeledScores) -> None:
    """Say how many rows of the chosen split are used, which are left out, and how the problems of rows can be solved.

    Lines of counts stand for more rows than the table has.
    """
    state = visitor()
    table, roles = state.in_use.table, state.in_use.roles
    total = int(split_mask(table, roles).sum())
    if state.problems or (labeled_scores.size == total and not labeled_scores.excluded):
        return
    sentences = [get_messages().format_notice(note) for note in labeled_scores.excluded]
    if not labeled_scores.is_frequency_weight:
        column, value = map(code_span, roles.selected_split or ("", ""))
        key = "data.rows_used" if roles.selected_split is None else "data.rows_used_of_split"
        sentences.insert(0, message(key, used=labeled_scores.size, total=total, column=column, value=value))
        if sum(note.key == "excluded_score" for note in labeled_scores.excluded) > 1:  # they may overlap
            sentences.append(message("data.rows_left_out", count=labeled_scores.n_excluded_rows))
    with st.container(horizontal=True, vertical_alignment="center", key="rows_used"):
        st.markdown(message("punctuation.sentences").join(sentences), width="content")
        for key, note in zip(data.option_keys(labeled_scores.excluded), labeled_scores.excluded, strict=True):
            data.show_option_buttons(key, fix_options(note, table, roles), state.in_use)


MAX_REVERSED = 0.4  # share of pairs in the right order below which a guessed positive value is called in question


def show_positive_question() -> None:
    """Ask above a page which value is positive if that was guessed and the scores rank the other one higher."""
    state = visitor()
    guesses = [one for one in data.get_choices(state.in_use) if one.notice.key.startswith("chose_positive_")]
    if state.problems or not guesses or guesses[0].notice.key == "chose_positive_yours":
        return
    found = cached(check_direction, state.labeled_scores)
    if found is None or found.params["share"] >= MAX_REVERSED:
        return
    (other,) = guesses[0].options
    named = {"value": guesses[0].notice.params["value"], "other": other.value, "column": found.params["column"]}
    with st.container(horizontal=True, vertical_alignment="center", key="positive_question"):
        text = message("data.positive_question", **{name: code_span(text) for name, text in named.items()})
        st.markdown(text, width="content")
        fixes = fix_options(found, state.in_use.table, state.in_use.roles)
        data.show_option_buttons("positive", fixes, state.in_use)


def show_notices() -> None:
    """Say how a file that is not in use was read. What was found in the data in use is said on Summary."""
    state = visitor()
    for note in state.pending_source.table.notes if state.problems else ():
        if note.key != "several_tables" or not state.pending_source.table.has_other_tables:  # shown beside the buttons
            st.info(get_messages().format_notice(note))


def _show_fixes(problems: Sequence[Notice], source: DataSource) -> None:
    """Show a button for each fix of problems of one kind."""
    fixes = list(dict.fromkeys(fix for one in problems for fix in fix_options(one, source.table, source.roles)))
    if fixes:
        with st.container(horizontal=True, key=f"remedies_{problems[0].key}"):
            data.show_option_buttons(problems[0].key, fixes, source)


def _in_use_text() -> str:
    state = visitor()
    if state.problems and state.pending_source.table is state.in_use.table:
        return message("data.change_not_in_use")
    return message("data.still_in_use", name=data_name())
