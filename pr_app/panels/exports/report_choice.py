"""The choices about a report: its title and author, and the sections that follow the first page.

They are kept in the session alone: an address is passed on, and a name in it would be too.
"""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from pr_app.exports.page_exports import File
from pr_app.exports.report.first_page import Chosen
from pr_app.wording.catalogue import Words

LONGEST = 200  # characters of a title, and of an author


def chosen(files: Iterable[File], words: Words) -> list[File]:
    """The files to download, the report as it is chosen here."""
    return [file.chosen(_ask(file.sections, words)) if file.sections else file for file in files]


def _ask(sections: tuple[str, ...], words: Words) -> Chosen:
    """Ask for title and author in a line, and for the sections below it."""
    with st.container(horizontal=True, key="report_words"):
        title = _text("report_title", words.say("exports.report_title"), words.say("exports.report_title_empty"))
        author = _text("report_author", words.say("exports.report_author"), words.say("exports.report_author_empty"))
    wanted = st.pills(
        words.say("exports.report_sections"),
        sections,
        format_func=lambda key: words.say(f"report.section.{key}"),
        selection_mode="multi",
        default=sections,
        key=f"report_sections_{sections[0]}_{len(sections)}",  # other pages have others
        persist_state="session",
    )
    return Chosen(title, author, tuple(wanted))


def _text(key: str, label: str, empty: str) -> str:
    text = st.text_input(label, key=key, max_chars=LONGEST, placeholder=empty, persist_state="session")
    return str(text or "").strip()
