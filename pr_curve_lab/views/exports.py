"""What a page offers to take along.

Nothing is made before it is unfolded, and no file before its button is clicked.

The title and the author of a report stand in the session only, since an address is passed on to others.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace

import streamlit as st

from pr_curve_lab.analysis.areas import JoinedArea
from pr_curve_lab.analysis.intervals import step_interval
from pr_curve_lab.analysis.prevalence import Balances, Shuffled
from pr_curve_lab.analysis.scheme_differences import SchemeDifferences
from pr_curve_lab.analysis.thresholds import Wishes, mixed_rows_of
from pr_curve_lab.exports import page_exports
from pr_curve_lab.exports.analysis import Analysis
from pr_curve_lab.exports.page_exports import File, PageExports, of_balance
from pr_curve_lab.exports.report import document
from pr_curve_lab.exports.report.document import Chosen
from pr_curve_lab.i18n.citations import Counted, counted
from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.names import TaskName
from pr_curve_lab.schema.dataset import Cases
from pr_curve_lab.schema.roles import unused_weight
from pr_curve_lab.server.page_run import today
from pr_curve_lab.server.settings import LEFT, MODEL, PICTURE, RIGHT, THRESHOLD
from pr_curve_lab.server.visitor_state import kept, value_of, visitor
from pr_curve_lab.views.curve.threshold_control import origin_of

LONGEST = 200  # characters of a title, and of an author
TITLE, AUTHOR = "report_title", "report_author"
SETTLES_S = 0.2  # what is typed arrives when its field is left, which may be by the click that asks for the report


def chosen(files: Iterable[File], words: Words) -> list[File]:
    """The files to download, the report as it is chosen here."""
    return [file.chosen(_ask(file.sections, words)) if file.sections else file for file in files]


def _ask(sections: tuple[str, ...], words: Words) -> Callable[[], Chosen]:
    """Ask for title and author in a line, and for the sections below it; what they are when the report is made."""
    typed = visitor().report_words
    with st.container(horizontal=True, key="report_words"):
        typed[TITLE] = _text(TITLE, words.say("exports.report_title"), words.say("exports.report_title_empty"))
        typed[AUTHOR] = _text(AUTHOR, words.say("exports.report_author"), words.say("exports.report_author_empty"))
    wanted = st.pills(
        words.say("exports.report_sections"),
        sections,
        format_func=lambda key: words.say(f"report.section.{key}"),
        selection_mode="multi",
        default=sections,
        key=f"report_sections_{sections[0]}_{len(sections)}",  # other pages have others
        persist_state="session",
    )

    def chosen() -> Chosen:
        time.sleep(SETTLES_S)
        return Chosen(typed[TITLE], typed[AUTHOR], tuple(wanted))

    return chosen


def _text(key: str, label: str, empty: str) -> str:
    text = st.text_input(
        label, key=key, max_chars=LONGEST, placeholder=empty, persist_state="session", on_change=_take, args=(key,)
    )
    return str(text or "").strip()


def _take(key: str) -> None:
    """Take what was typed before the page is run again."""
    visitor().report_words[key] = str(value_of(key) or "").strip()


def show_offered(hand_over: Callable[[], PageExports], words: Words) -> None:
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
        files = chosen(handed_over.files, words)
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
    show_offered(lambda: page_exports.of_data(analysis_of(cases), counted_rows(cases), words), words)


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
        opening = document.THRESHOLD if wish is None else document.of_wish(*wish)
        analysis = replace(analysis_of(cases, threshold=threshold), required=required)
        return page_exports.of_curve(analysis, joined, counted_rows(cases), words, opening=opening)

    show_offered(hand_over, words)


def show_areas(cases: Cases, shown: Cases, pair: SchemeDifferences, decimals: int | None, words: Words) -> None:
    """Offer what the page Areas shows: both areas and their difference; `shown` are the cases with rounded scores."""

    def hand_over() -> PageExports:
        return page_exports.of_areas(analysis_of(cases, decimals), pair, counted_rows(shown, decimals), words)

    show_offered(hand_over, words)


def show_schemes(
    cases: Cases, areas: dict[str, float], compared: str, asked: tuple[str, list[str]] | None, words: Words
) -> None:
    """Offer what the page Schemes shows: the area of the compared scheme, and of every other.

    asked: a question about numbers that were typed, and what was said of them.
    """
    opening = document.TOOLS if asked is None else document.of_numbers(*asked)

    def hand_over() -> PageExports:
        rows = counted_rows(cases)
        return page_exports.of_schemes(analysis_of(cases), areas, compared, rows, words, opening=opening)

    show_offered(hand_over, words)


def show_balance(cases: Cases, both: Balances, by_chance: Shuffled | None, words: Words) -> None:
    """Offer what the page Balance shows: the area at the data's own class balance and at the asked one."""
    show_offered(lambda: of_balance(analysis_of(cases), both, by_chance, counted_rows(cases), words), words)


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
