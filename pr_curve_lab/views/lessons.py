"""The page Lessons: the list, and the player of one lesson."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from functools import partial
from html import escape
from urllib.parse import parse_qsl, urlencode, urlsplit

import streamlit as st

from pr_curve_lab.exports.html_page import qr_code
from pr_curve_lab.exports.sheet import sheet_html
from pr_curve_lab.exports.single_file import FILE_NAME, frame_line, single_file_html
from pr_curve_lab.i18n.names import glossary_entries
from pr_curve_lab.lessons.lesson import Lesson
from pr_curve_lab.lessons.lesson_json import lesson_json
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.step_data import step_data
from pr_curve_lab.lessons.thumbnails import thumbnail
from pr_curve_lab.server.network import LOCAL_HOSTS, public_host
from pr_curve_lab.server.page_run import read_query_params
from pr_curve_lab.server.settings import LESSON, PAGES, PROJECTOR_VIEW, STEP, THRESHOLD
from pr_curve_lab.server.visitor_state import get_messages, message, set_widget, value_of, visitor
from pr_curve_lab.views import controls
from pr_curve_lab.web.modules import LAB_CSS, script_of

KEY = "lesson_board"


@dataclass(frozen=True)
class CurrentStep:
    """A lesson and the number of the current step, from 1."""

    lesson: Lesson
    number: int


def current_step() -> CurrentStep | None:
    """Return the step in the address, at most the last one; None if no lesson is open.

    The browser goes through a lesson by itself, and its component has the last address that was needed.
    """
    lesson = LESSONS.get(str(value_of(LESSON.name)))
    if lesson is None:
        return None
    address = (value_of(KEY) or {}).get("address") or ""
    named, _ = read_query_params(dict(parse_qsl(address.removeprefix("?"))))
    if named.get(LESSON.name) == lesson.key:
        set_widget(**{one.name: named.get(one.name, one.default) for one in (STEP, PROJECTOR_VIEW)})
    number = min(int(value_of(STEP.name)), len(lesson.steps))
    set_widget(step=number)
    seen = visitor().steps_seen
    seen[lesson.key] = max(number, seen.get(lesson.key, 0))
    return CurrentStep(lesson, number)


def set_step(lesson: str, number: int) -> None:
    """Open a lesson at a step, or the list of lessons."""
    set_widget(lesson=lesson, step=number)


def next_page_params(lesson: Lesson) -> dict[str, str]:
    """Return query parameters of the page after a lesson: the last example, and the threshold if that page has one.

    >>> next_page_params(LESSONS["rare"])
    {'example': 'thousand_each', 'threshold': '0.65'}
    """
    settings = lesson.settings(len(lesson.steps))
    shown = step_data(settings)
    if shown.threshold_index is None or THRESHOLD not in PAGES[lesson.page].settings:
        return {"example": settings.example}
    return {"example": settings.example, "threshold": f"{shown.points.threshold[shown.threshold_index]}"}


_lesson_component = st.components.v2.component(
    "pr_curve_lab_lesson", js=script_of("lesson_in_streamlit"), css=LAB_CSS, isolate_styles=False
)


def show_lesson(current: CurrentStep) -> None:
    """Show the current step, and open the page of the lesson if the visitor goes on after the last one."""
    messages = get_messages()
    data = lesson_json(current.lesson.key, messages.language)
    result = _lesson_component(
        key=KEY,
        data=data,
        on_list_change=partial(set_step, "", 1),
        on_following_change=partial(set_step, data["following"], 1),
        on_onwards_change=lambda: None,
        on_address_change=lambda: None,
    )
    if result.onwards:
        st.switch_page(
            PAGES[current.lesson.page].script,
            query_params={**next_page_params(current.lesson), "lang": messages.language},
        )


NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'


def show_svg(svg: str, *, alt: str = "") -> None:
    """Show an SVG image; without `alt` it is decorative."""
    whole = svg if NAMESPACE in svg else svg.replace("<svg ", f"<svg {NAMESPACE} ", 1)
    source = b64encode(whole.encode("utf-8")).decode("ascii")
    st.html(f'<img alt="{escape(alt)}" src="data:image/svg+xml;base64,{source}">')


def show_list() -> None:
    """Show a card for each lesson."""
    controls.show_title(message("lessons.headline", count=len(LESSONS)))
    with st.container(key="lesson_cards"):
        for number, lesson in enumerate(LESSONS.values(), start=1):
            _show_card(number, lesson)


def _show_card(number: int, lesson: Lesson) -> None:
    seen = visitor().steps_seen.get(lesson.key, 0)
    with st.container(key=f"lesson_{lesson.key}", gap=None):
        show_svg(thumbnail(lesson))
        st.button(
            message("lessons.open", number=number, title=message(f"lesson_steps.{lesson.key}.title")),
            key=f"open_{lesson.key}",
            on_click=set_step,
            args=(lesson.key, max(seen, 1)),
            type="tertiary",
        )
        st.caption(message(f"lesson_steps.{lesson.key}.about"))
        key = "lessons.minutes_seen" if seen else "lessons.minutes"
        st.caption(message(key, count=lesson.minutes, seen=seen, total=len(lesson.steps)))


DOT = 5  # pixels per module of the QR code


def show_step_link(current: CurrentStep) -> None:
    """Offer the link to the step, also as a QR code if phones reach it, and the line for a course page."""
    with st.popover(message("lessons.link"), key="student_link", on_change="rerun") as shown:
        if not shown.open:
            return
        address = step_url(str(st.context.url or ""), current, get_messages().language)
        is_public = is_public_url(address)
        st.markdown(message("lessons.link_says" if is_public else "lessons.link_only_here"))
        controls.show_sentence(address, "link_sentence")
        if is_public:
            show_svg(qr_code(address, DOT), alt=address)
        st.markdown(message("lessons.embed_says", file=FILE_NAME))
        controls.show_sentence(frame_line(current.lesson.key, current.number, get_messages()), "embed_line")
        st.download_button(
            message("lessons.embed_file"),
            single_file_html,
            file_name=FILE_NAME,
            mime="text/html",
            key="embed_file",
            on_click="ignore",  # nothing on the page changes
        )


def is_public_url(url: str) -> bool:
    """Whether other computers can reach a URL."""
    host = urlsplit(url).hostname
    return host is not None and host not in LOCAL_HOSTS


def step_url(page_url: str, current: CurrentStep, language: str) -> str:
    """Return the URL of a step, with this machine's network address if the browser used a local one.

    page_url: the URL of the page in the browser.
    """
    parts = urlsplit(page_url)
    other = public_host(parts.hostname, str(st.get_option("server.address") or ""))
    if other and not is_public_url(page_url):
        parts = parts._replace(netloc=f"{other}:{parts.port}" if parts.port else other)
    path = parts.path.removesuffix("/").removesuffix("/lessons")
    query = urlencode({"lang": language, "lesson": current.lesson.key, "step": current.number})
    return parts._replace(path=f"{path}/lessons", query=query).geturl()


def show_sheet(current: CurrentStep) -> None:
    """Show downloads of the exercise sheet in the language of the page, with a QR code if the URL is public.

    The teacher's, with answers, is at the other end of the line, and not on a phone.
    """
    messages = get_messages()
    address = step_url(str(st.context.url or ""), CurrentStep(current.lesson, 1), messages.language)
    back = address if is_public_url(address) else ""
    kinds = {"exercise": message("sheet.download_exercise"), "sheet": message("sheet.download_sheet")}
    for key, label in kinds.items():
        with_answers = key == "sheet"
        st.download_button(
            label,
            partial(sheet_html, current.lesson, messages, include_answers=with_answers, url=back),
            file_name=f"lesson_{current.lesson.key}_{messages.language}{'' if with_answers else '_exercise'}.html",
            mime="text/html",
            key=f"{key}_{current.lesson.key}",
            on_click="ignore",  # nothing on the page changes
            type="tertiary",
        )


HEIGHT = 420  # pixels, in the popover next to a step


def show_glossary_popover() -> None:
    """Show the glossary in a popover next to a step."""
    with st.popover(message("glossary.title"), key="glossary", on_change="rerun") as terms:
        if terms.open:
            with st.container(height=HEIGHT, border=False):
                st.markdown("\n\n".join(glossary_entries(get_messages())))


def show_glossary() -> None:
    """Show the glossary in an expander below the list of lessons."""
    with st.expander(message("glossary.title"), key="glossary", on_change="rerun") as terms:
        if terms.open:
            st.markdown("\n\n".join(glossary_entries(get_messages())))


def show_options(current: CurrentStep) -> None:
    """Show the link, the glossary and the exercise sheets."""
    with st.container(horizontal=True, vertical_alignment="center", key="aids"):
        show_step_link(current)
        show_glossary_popover()
        show_sheet(current)
