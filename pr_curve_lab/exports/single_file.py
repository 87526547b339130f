"""The laboratory in one file that needs no server and no network: lessons, rows to drag, a field for a CSV file."""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from pathlib import Path

from pr_curve_lab.exports.html_page import render_page
from pr_curve_lab.i18n.messages import LANGUAGES, Messages, messages_in
from pr_curve_lab.lessons.lesson_json import lesson_json
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.thumbnails import thumbnail
from pr_curve_lab.web.modules import LAB_CSS, Json, language_json, schemes_json, script_of
from pr_curve_lab.web.play import starts_json

FILE_NAME = "pr_curve_lab.html"
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


def _language_entry(messages: Messages) -> Json:
    own = language_json("player", messages, extra_prefix="play")
    own["words"] |= language_json("laboratory", messages)["words"]
    return {
        **own,
        "names": LANGUAGES,
        "schemes": schemes_json(messages),
        "play": {"starts": starts_json(messages)},
        "lessons": [_lesson_entry(key, messages) for key in LESSONS],
    }


def _lesson_entry(key: str, messages: Messages) -> Json:
    bundle = {name: fact for name, fact in lesson_json(key, messages.language).items() if name not in COMMON_KEYS}
    return {**bundle, "about": messages.format(f"lesson_steps.{key}.about"), "picture": thumbnail(LESSONS[key])}
