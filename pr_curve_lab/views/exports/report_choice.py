"""The choices about a report: its title and author, and the sections that follow the first page.

They are kept in the session alone: an address is passed on, and a name in it would be too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

import streamlit as st

from pr_curve_lab.exports.page_exports import File
from pr_curve_lab.exports.report.first_page import Chosen
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.server.visitor_state import value_of, visitor

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
