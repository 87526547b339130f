"""Take it along: the sentence to cite, the code, the files, and as what a chart's own button saves the picture.

Nothing is made before it is unfolded, and no file before its button is clicked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from pr_curve_lab.analysis.area_intervals import step_interval
from pr_curve_lab.analysis.class_balance import Balances, Shuffled
from pr_curve_lab.analysis.joined_areas import JoinedArea
from pr_curve_lab.analysis.scheme_differences import SchemeDifferences
from pr_curve_lab.analysis.threshold_wishes import Wishes
from pr_curve_lab.analysis.tied_rows import mixed_rows_of
from pr_curve_lab.exports import page_exports
from pr_curve_lab.exports.analysis_in_view import Analysis
from pr_curve_lab.exports.balance_exports import of_balance
from pr_curve_lab.exports.page_exports import PageExports
from pr_curve_lab.exports.report import first_page
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.citations import Counted, counted
from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.i18n.task_name import TaskName
from pr_curve_lab.reading.cases.cases import Cases
from pr_curve_lab.reading.roles.unused_columns import unused_weight
from pr_curve_lab.server.results import kept
from pr_curve_lab.server.settings import LEFT, MODEL, PICTURE, RIGHT, THRESHOLD
from pr_curve_lab.server.today import today
from pr_curve_lab.server.visitor_state import value_of, visitor
from pr_curve_lab.views.curve.threshold import origin_of
from pr_curve_lab.views.exports import report_choice


def show(hand_over: Callable[[], PageExports], words: Words) -> None:
    """Show what a page hands over; the last thing on each page."""
    with st.expander(words.say("exports.title"), key="exports", on_change="rerun") as folded:
        if not folded.open:
            return
        handed_over = hand_over()
        if handed_over.sentences:
            st.markdown(f"**{words.say('exports.cite')}**")
        for sentence in handed_over.sentences:
            st.code(sentence, language=None, wrap_lines=True)
        if handed_over.code:
            _show_code(handed_over, words)
        st.markdown(f"**{words.say('exports.files')}**")
        buttons = st.container(horizontal=True, key="exports_files")
        files = report_choice.chosen(handed_over.files, words)
        for file in files:
            buttons.download_button(
                words.say(f"exports.download_{file.key}"),
                file.make,
                file_name=file.name,
                mime=file.kind,
                key=f"download_{file.key}",
                on_click="ignore",  # a rerun would take the file away while it is being fetched
            )
        st.segmented_control(
            words.say("exports.picture"),
            PICTURE.options,
            format_func=str.upper,
            key="picture",
            required=True,
            persist_state="session",
        )


def _show_code(handed_over: PageExports, words: Words) -> None:
    """The lines that compute the numbers again, one tab a package."""
    st.markdown(f"**{words.say('exports.code')}**")
    for tab, lines in zip(st.tabs(list(handed_over.code)), handed_over.code.values(), strict=True):
        tab.code(lines, language="python", wrap_lines=True)
    rows = next(file.name for file in handed_over.files if file.key == "rows")
    st.caption(words.say("exports.code_reads", file=code_span(rows)))


def show_data(cases: Cases, words: Words) -> None:
    """Offer the rows and the report of the page Data."""
    show(lambda: page_exports.of_data(analysis_of(cases), counted_rows(cases), words), words)


def show_curve(
    cases: Cases,
    joined: JoinedArea,
    chosen: int,
    required: Wishes,
    asked: Callable[[], tuple[str, list[str]] | None],
    words: Words,
) -> None:
    """Offer what the page Curve shows: its average precision and the active threshold.

    asked: gives the requirement that was made of a threshold, and what was said of it; None where nobody made one.
    """
    threshold = float(cases.points.threshold[chosen])

    def hand_over() -> PageExports:
        wish = asked()
        opening = first_page.THRESHOLD if wish is None else first_page.of_wish(*wish)
        analysis = replace(analysis_of(cases, threshold=threshold), required=required)
        return page_exports.of_curve(analysis, joined, counted_rows(cases), words, opening=opening)

    show(hand_over, words)


def show_areas(cases: Cases, shown: Cases, pair: SchemeDifferences, decimals: int | None, words: Words) -> None:
    """Offer what the page Areas shows: both areas and their difference; `shown` are the cases with rounded scores."""

    def hand_over() -> PageExports:
        return page_exports.of_areas(analysis_of(cases, decimals), pair, counted_rows(shown, decimals), words)

    show(hand_over, words)


def show_schemes(
    cases: Cases, areas: dict[str, float], compared: str, asked: tuple[str, list[str]] | None, words: Words
) -> None:
    """Offer what the page Schemes shows: the area of the compared scheme, and of every other.

    asked: a question about numbers that were typed, and what was said of them.
    """
    opening = first_page.TOOLS if asked is None else first_page.of_numbers(*asked)

    def hand_over() -> PageExports:
        rows = counted_rows(cases)
        return page_exports.of_schemes(analysis_of(cases), areas, compared, rows, words, opening=opening)

    show(hand_over, words)


def show_balance(cases: Cases, both: Balances, by_chance: Shuffled | None, words: Words) -> None:
    """Offer what the page Balance shows: the area at the data's own class balance and at the asked one."""
    show(lambda: of_balance(analysis_of(cases), both, by_chance, counted_rows(cases), words), words)


def analysis_of(cases: Cases, decimals: int | None = None, *, threshold: float | None = None) -> Analysis:
    """The analysis that files are made from, without the session."""
    reading = visitor().in_use
    return Analysis(
        cases=cases,
        table=reading.table,
        example=reading.example,
        task=_task_name(cases),
        left=str(value_of(LEFT.key)),
        right=str(value_of(RIGHT.key)),
        decimals=decimals,
        wanted=value_of(THRESHOLD.key) if threshold is None else threshold,
        origin=origin_of(cases.points),
        unused_weight=unused_weight(reading.table, reading.roles),
        made_on=today(),
    )


def counted_rows(cases: Cases, decimals: int | None = None) -> Counted:
    """The counts that sentences say about these rows."""
    tied = kept(mixed_rows_of, cases)
    left_out = len(visitor().in_use.table.frame) - cases.lines - cases.rows_missed - cases.other_rows
    return counted(
        cases,
        tied=tied,
        left_out=left_out,
        decimals=decimals,
        task=_task_name(cases),
        step=kept(step_interval, cases),
    )


def _task_name(cases: Cases) -> TaskName | None:
    """The one of several scores that is in view, and the group of rows."""
    name, group = str(value_of(MODEL.key)), cases.subgroup or ""
    column = str(cases.roles.group) if group else ""
    return TaskName(name, visitor().tasks.kind, column, group) if name or group else None
