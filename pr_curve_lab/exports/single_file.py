"""The laboratory in one file that needs no server and no network: lessons, rows to drag, a field for a CSV file."""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from html import escape
from pathlib import Path
from urllib.parse import urlencode

from pr_curve_lab.exports.html_page import render_page
from pr_curve_lab.i18n.messages import LANGUAGES, Messages, messages_in
from pr_curve_lab.lessons.lesson_json import lesson_json
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.thumbnails import thumbnail
from pr_curve_lab.web.modules import LAB_CSS, Json, language_json, schemes_json, script_of
from pr_curve_lab.web.play import starts_json

FILE_NAME = "pr_curve_lab.html"
# Where a platform removes the style, the attributes remain. A narrow window has the layout for phones, which is high.
FRAME = (
    '<iframe src="{address}" title="{title}" width="100%" height="800" allow="fullscreen" style="border:0;height:auto;'
    'aspect-ratio:16/10;min-height:clamp(0px,(700px - 100vw)*99,800px)"></iframe>'
)
COMMON_KEYS = ("words", "signs", "schemes", "language", "onwards")  # the same in all lessons of a language, stored once


def single_file_html() -> bytes:
    """Return everything in one page, in every language.

    >>> b"://" in single_file_html().replace(b"http://www.w3.org/", b"")
    False
    """
    languages = {language: _language_entry(messages_in(language)) for language in LANGUAGES}
    text = json.dumps(languages, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8")
    packed = b64encode(gzip.compress(text, mtime=0)).decode("ascii")
    page = render_page(
        "laboratory.html",
        language="en",
        title="PR Curve Lab",
        style_of_parts=LAB_CSS,
        scripts=script_of("laboratory"),
        bundle=packed,
    )
    return page.encode("utf-8")


def write_single_file(folder: Path) -> Path:
    """Write the file into a folder, which is created if needed."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / FILE_NAME
    file.write_bytes(single_file_html())
    return file


def frame_line(lesson: str, step: int, messages: Messages) -> str:
    """Return the line of HTML that shows a step in a page beside the file.

    >>> frame_line("curve", 3, messages_in("en"))[:58]
    '<iframe src="pr_curve_lab.html#lang=en&lesson=curve&step=3'
    """
    state = urlencode({"lang": messages.language, "lesson": lesson, "step": step})
    title = escape(messages.format(f"lesson_steps.{lesson}.title"))
    return FRAME.format(address=f"{FILE_NAME}#{state}", title=title)


def _language_entry(messages: Messages) -> Json:
    own = language_json("player", messages, extra_prefix="play")
    own["words"] |= language_json("laboratory", messages)["words"]
    own["words"] |= {key: messages.catalog[f"lessons.{key}"] for key in ("minutes", "minutes_seen")}
    return {
        **own,
        "names": LANGUAGES,
        "frame": FRAME,
        "schemes": schemes_json(messages),
        "play": {"starts": starts_json(messages)},
        "lessons": [_lesson_entry(key, messages) for key in LESSONS],
    }


def _lesson_entry(key: str, messages: Messages) -> Json:
    bundle = {name: fact for name, fact in lesson_json(key, messages.language).items() if name not in COMMON_KEYS}
    return {
        **bundle,
        "about": messages.format(f"lesson_steps.{key}.about"),
        "minutes": LESSONS[key].minutes,
        "picture": thumbnail(LESSONS[key]),
    }
