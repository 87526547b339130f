"""The page Lessons: the list, and the player of one lesson."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from functools import partial
from html import escape
from urllib.parse import urlencode, urlsplit

import streamlit as st

from pr_curve_lab.exports.html_page import qr_code
from pr_curve_lab.exports.sheet import sheet_html
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.names import entries
from pr_curve_lab.lessons.bundles import lesson_bundle
from pr_curve_lab.lessons.lesson import Lesson
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.shown_rows import shown_by
from pr_curve_lab.lessons.thumbnails import thumbnail
from pr_curve_lab.server.network import ONLY_HERE, host_for_phones
from pr_curve_lab.server.pages import PAGES
from pr_curve_lab.server.settings import LESSON, STEP, THRESHOLD
from pr_curve_lab.server.visitor_state import put, value_of, visitor
from pr_curve_lab.web.payload import STYLE, script_of


@dataclass(frozen=True)
class At:
    """A lesson, and the step that is shown, the first being 1."""

    lesson: Lesson
    number: int


def at() -> At | None:
    """The step that the address asks for, or the last one of its lesson; None where no lesson is open."""
    lesson = LESSONS.get(str(value_of(LESSON.name)))
    if lesson is None:
        return None
    number = min(int(value_of(STEP.name)), len(lesson.steps))
    put(step=number)
    seen = visitor().steps_seen
    seen[lesson.key] = max(number, seen.get(lesson.key, 0))
    return At(lesson, number)


def go_to_step(lesson: str, number: int) -> None:
    """Open a lesson at a step, or the list of lessons."""
    put(lesson=lesson, step=number)


def onwards(lesson: Lesson) -> dict[str, str]:
    """The settings that the page after a lesson opens with: its last data, and the threshold where that page has one.

    >>> onwards(LESSONS["rare"])
    {'example': 'thousand_each', 'threshold': '0.65'}
    """
    scene = lesson.scene(len(lesson.steps))
    shown = shown_by(scene)
    if shown.chosen is None or THRESHOLD not in PAGES[lesson.page].settings:
        return {"example": scene.example}
    return {"example": scene.example, "threshold": f"{shown.points.threshold[shown.chosen]}"}


KEY = "lesson_board"
_board = st.components.v2.component(
    "pr_curve_lab_lesson", js=script_of("lesson_in_streamlit"), css=STYLE, isolate_styles=False
)


def show_board(here: At, words: Words) -> None:
    """Show the lesson at the step that the address names; after the last one go where the visitor wants to."""
    data = lesson_bundle(here.lesson.key, words.language)
    told = _board(key=KEY, data=data, on_list_change=_to_the_list, on_onwards_change=lambda: None)
    if told.onwards:
        st.switch_page(PAGES[here.lesson.page].script, query_params={**onwards(here.lesson), "lang": words.language})


def _to_the_list() -> None:
    go_to_step("", 1)


NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'


def show_drawn(svg: str, *, alt: str = "") -> None:
    """Show a picture; one without a sentence is an ornament beside what is said."""
    whole = svg if NAMESPACE in svg else svg.replace("<svg ", f"<svg {NAMESPACE} ", 1)
    source = b64encode(whole.encode("utf-8")).decode("ascii")
    st.html(f'<img alt="{escape(alt)}" src="data:image/svg+xml;base64,{source}">')


WIDE = 280  # px of a card, below which there is one fewer beside the others


def show_contents(words: Words) -> None:
    """Offer every lesson."""
    st.title(words.say("lessons.headline", count=len(LESSONS)), anchor=False)
    with st.container(key="lesson_cards"):
        for number, lesson in enumerate(LESSONS.values(), start=1):
            _show_card(number, lesson, words)


def _show_card(number: int, lesson: Lesson, words: Words) -> None:
    seen = visitor().steps_seen.get(lesson.key, 0)
    with st.container(key=f"lesson_{lesson.key}", gap=None):
        show_drawn(thumbnail(lesson))
        st.button(
            words.say("lessons.open", number=number, title=words.say(f"lesson_{lesson.key}.title")),
            key=f"open_{lesson.key}",
            on_click=go_to_step,
            args=(lesson.key, max(seen, 1)),
            type="tertiary",
        )
        st.caption(words.say(f"lesson_{lesson.key}.about"))
        key = "lessons.minutes_seen" if seen else "lessons.minutes"
        st.caption(words.say(key, count=lesson.minutes, seen=seen, total=len(lesson.steps)))


DOT = 5  # px, of the code


def show_student_link(here: At, words: Words) -> None:
    """Offer the link, also as a code for phones."""
    with st.popover(words.say("lessons.link"), key="student_link", on_change="rerun") as shown:
        if not shown.open:
            return
        address = link(str(st.context.url or ""), here, words.language)
        st.markdown(words.say("lessons.link_says"))
        st.code(address, language=None, wrap_lines=True)
        show_drawn(qr_code(address, DOT), alt=address)
        if not is_reached(address):
            st.caption(words.say("lessons.link_only_here"))


def is_reached(address: str) -> bool:
    """Whether other computers reach an address."""
    host = urlsplit(address).hostname
    return host is not None and host not in ONLY_HERE


def link(page: str, here: At, language: str) -> str:
    """The address of a step, without the projector's view; that of this machine in its network, where it has one.

    page: the address of the page as the browser has it.
    """
    parts = urlsplit(page)
    other = host_for_phones(parts.hostname, str(st.get_option("server.address") or ""))
    if other and not is_reached(page):
        parts = parts._replace(netloc=f"{other}:{parts.port}" if parts.port else other)
    path = parts.path.removesuffix("/").removesuffix("/lessons")
    asked = urlencode({"lang": language, "lesson": here.lesson.key, "step": here.number})
    return parts._replace(path=f"{path}/lessons", query=asked).geturl()


def show_sheet(here: At, words: Words) -> None:
    """Offer the exercise in the language of the page; a code on it leads back, where others reach this address."""
    address = link(str(st.context.url or ""), At(here.lesson, 1), words.language)
    back = address if is_reached(address) else ""
    kinds = {"sheet": words.say("sheet.download_sheet"), "exercise": words.say("sheet.download_exercise")}
    for key, label in kinds.items():
        with_answers = key == "sheet"
        st.download_button(
            label,
            partial(sheet_html, here.lesson, words, with_answers=with_answers, address=back),
            file_name=f"lesson_{here.lesson.key}_{words.language}{'' if with_answers else '_exercise'}.html",
            mime="text/html",
            key=f"{key}_{here.lesson.key}",
            on_click="ignore",  # nothing on the page changes
            type="tertiary",
        )


HEIGHT = 420  # px, beside a step


def show_beside(words: Words) -> None:
    """Show the glossary as a window over a step."""
    with st.popover(words.say("glossary.title"), key="glossary", on_change="rerun") as terms:
        if terms.open:
            with st.container(height=HEIGHT, border=False):
                st.markdown("\n\n".join(entries(words)))


def show_terms(words: Words) -> None:
    """Show the glossary below the list of lessons, to be unfolded."""
    with st.expander(words.say("glossary.title"), key="glossary", on_change="rerun") as terms:
        if terms.open:
            st.markdown("\n\n".join(entries(words)))


def show_aids(here: At, words: Words) -> None:
    """Show what helps in class."""
    with st.container(horizontal=True, vertical_alignment="center", key="aids"):
        show_student_link(here, words)
        show_beside(words)
        show_sheet(here, words)
