"""The exports of a page: sentences to cite, code, files and the report.

Nothing is computed before the section is opened, and no file before its button is clicked.

The title and the author of a report are kept in the session only, because addresses are shared.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from pr_curve_lab.analysis.areas import JoinedArea, round_labeled_scores
from pr_curve_lab.analysis.group_rates import GroupRates
from pr_curve_lab.analysis.intervals import step_interval
from pr_curve_lab.analysis.prevalence import Balances, PermutationBand
from pr_curve_lab.analysis.scheme_differences import SchemeDifferences
from pr_curve_lab.analysis.thresholds import ThresholdChoice
from pr_curve_lab.exports import page_exports
from pr_curve_lab.exports.page_exports import PageExports, balance_exports
from pr_curve_lab.exports.report.document import ReportOptions
from pr_curve_lab.exports.results import CurveResults
from pr_curve_lab.i18n.messages import Messages, code_span, strip_markdown, strip_markdown_sentence
from pr_curve_lab.i18n.names import TaskName
from pr_curve_lab.i18n.number_source_sentences import NumberSourceText
from pr_curve_lab.schema.dataset import LabeledScores
from pr_curve_lab.schema.roles import check_weight_column
from pr_curve_lab.server.page_run import current_date
from pr_curve_lab.server.settings import LEFT, PICTURE, RIGHT, TASK, THRESHOLD
from pr_curve_lab.server.visitor_state import cached, get_messages, message, value_of, visitor
from pr_curve_lab.views import controls
from pr_curve_lab.views.curve import result
from pr_curve_lab.views.curve.threshold_control import threshold_origin

MAX_CHARS = 200  # characters of a title, and of an author
TITLE, AUTHOR = "report_title", "report_author"
INPUT_DELAY_SECONDS = 0.2  # typed text arrives when its field loses focus, which may be the click on the download


def _show_report_options(sections: tuple[str, ...]) -> Callable[[], ReportOptions]:
    """Show fields for title, author and sections; the returned function reads them when the report is made."""
    messages = get_messages()
    typed = visitor().report_fields
    with st.container(horizontal=True, key="report_words"):
        title, author = message("exports.report_title"), message("exports.report_author")
        typed[TITLE] = _text_input(TITLE, title, message("exports.report_title_empty"))
        typed[AUTHOR] = _text_input(AUTHOR, author, message("exports.report_author_empty"))
    selected = st.pills(
        message("exports.report_sections"),
        sections,
        format_func=lambda key: messages.format(f"report.section.{key}"),
        selection_mode="multi",
        default=sections,
        key=f"report_sections_{sections[0]}_{len(sections)}",  # sections differ by page
        persist_state="session",
    )

    def get_options() -> ReportOptions:
        time.sleep(INPUT_DELAY_SECONDS)
        return ReportOptions(typed[TITLE], typed[AUTHOR], tuple(selected))

    return get_options


def _text_input(key: str, label: str, placeholder: str) -> str:
    text = st.text_input(
        label,
        key=key,
        max_chars=MAX_CHARS,
        placeholder=placeholder,
        persist_state="session",
        on_change=_save_input,
        args=(key,),
    )
    return str(text or "").strip()


def _save_input(key: str) -> None:
    """Save the text before the page runs again."""
    visitor().report_fields[key] = str(value_of(key) or "").strip()


def show_exports(make_exports: Callable[[], PageExports]) -> None:
    """Show the exports of a page, as its last element."""
    with st.expander(message("exports.title"), key="exports", on_change="rerun") as expander:
        if not expander.open:
            return
        exports = make_exports()
        if exports.citations:
            st.markdown(f"**{message('report.section.cite')}**")
        for citation in exports.citations:
            st.code(citation, language=None, wrap_lines=True)
        if exports.code:
            _show_code(exports)
        st.markdown(f"**{message('exports.files')}**")
        buttons = st.container(horizontal=True, key="exports_files")
        for file in exports.files:
            if file.sections:
                file = file.with_options(_show_report_options(file.sections))
            buttons.download_button(
                message(f"exports.download_{file.key}"),
                file.make,
                file_name=file.name,
                mime=file.media_type,
                key=f"download_{file.key}",
                on_click="ignore",  # a rerun would remove the file during the download
            )
        controls.choice_buttons(message("exports.picture"), PICTURE.options, format_func=str.upper, key="picture")


def _show_code(exports: PageExports) -> None:
    """Show the code that computes the numbers again, with a tab for each package."""
    st.markdown(f"**{message('exports.code')}**")
    for tab, lines in zip(st.tabs(list(exports.code)), exports.code.values(), strict=True):
        tab.code(lines, language="python", wrap_lines=True)
    rows = next(file.name for file in exports.files if file.key == "rows")
    st.caption(message("exports.code_reads", file=code_span(rows)))


def show_data(labeled_scores: LabeledScores) -> None:
    """Show the exports of the page Data: the rows and the report."""
    show_exports(lambda: page_exports.data_exports(current_results(labeled_scores), get_messages()))


def show_curve(
    labeled_scores: LabeledScores, joined: JoinedArea, choice: ThresholdChoice, rates: GroupRates | None
) -> None:
    """Show the exports of the page Threshold: the selected threshold, average precision, and the rates of groups."""

    def build_exports() -> PageExports:
        results = current_results(labeled_scores, threshold=float(labeled_scores.points.threshold[choice.index]))
        results = replace(results, required=choice.requirements, group_rates=rates)
        requirement = result.export_text(choice)
        return page_exports.curve_exports(results, joined, get_messages(), choice=choice, requirement=requirement)

    show_exports(build_exports)


def show_areas(labeled_scores: LabeledScores, pair: SchemeDifferences, decimals: int | None) -> None:
    """Show the exports of the page Two areas: both areas and their difference."""
    show_exports(lambda: page_exports.area_exports(current_results(labeled_scores, decimals), pair, get_messages()))


def show_schemes(labeled_scores: LabeledScores, areas: dict[str, float], source_text: NumberSourceText) -> None:
    """Show the exports of the page All tools: the area of the compared scheme, and of every other.

    source_text: the sentences about the numbers that were typed; the question and its answers are exported.
    """

    def build_exports() -> PageExports:
        to_colleague = source_text.colleague_text()
        lines = source_text.lines()[:1] if to_colleague is None else [to_colleague]
        answers = [strip_markdown_sentence(line) for line in (source_text.title(), *lines)]
        question = None if source_text.explanation.result.match is None else (source_text.question(), answers)

        def colleague_sentences(language: Messages) -> list[str]:
            text = replace(source_text, messages=language).colleague_text()
            return [] if text is None else [strip_markdown(text)]

        results = current_results(labeled_scores)
        return page_exports.scheme_exports(
            results, areas, get_messages(), question=question, more_sentences=colleague_sentences
        )

    show_exports(build_exports)


def show_balance(labeled_scores: LabeledScores, balances: Balances, permutation_band: PermutationBand | None) -> None:
    """Show the exports of the page Class balance: the area at the prevalence of the data and at the target."""
    show_exports(lambda: balance_exports(current_results(labeled_scores), balances, permutation_band, get_messages()))


def current_results(
    labeled_scores: LabeledScores, decimals: int | None = None, *, threshold: float | None = None
) -> CurveResults:
    """Return the data and settings from which files are made."""
    source = visitor().in_use
    origin: str = threshold_origin(labeled_scores.points)
    if labeled_scores.group_name is not None and origin != "hand" and value_of(THRESHOLD.name) is not None:
        origin = "all_rows"
    counted = labeled_scores if decimals is None else cached(round_labeled_scores, labeled_scores, decimals)
    return CurveResults(
        labeled_scores=labeled_scores,
        table=source.table,
        example=source.example,
        task=task_name(labeled_scores),
        left=str(value_of(LEFT.name)),
        right=str(value_of(RIGHT.name)),
        decimals=decimals,
        threshold=value_of(THRESHOLD.name) if threshold is None else threshold,
        origin=origin,
        unused_weight=check_weight_column(source.table, source.roles),
        step_interval=cached(step_interval, counted),
        report_date=current_date(),
    )


def task_name(labeled_scores: LabeledScores) -> TaskName | None:
    """Return the name of the selected model, class or label, and of the group of rows; None for data without these."""
    name, group = str(value_of(TASK.name)), labeled_scores.group_name or ""
    column = str(labeled_scores.roles.group) if group else ""
    return TaskName(name, visitor().dataset.kind, column, group) if name or group else None
