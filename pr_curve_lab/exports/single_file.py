"""The laboratory in one file: lessons, rows to play with, a place for a CSV. It needs no server and no network."""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from pathlib import Path

from pr_curve_lab.exports.html_page import SHARED, Page
from pr_curve_lab.i18n.messages import LANGUAGES, Words, words_in
from pr_curve_lab.lessons.bundles import lesson_bundle
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.thumbnails import thumbnail
from pr_curve_lab.web.payload import STYLE, Bundle, language_bundle, schemes_bundle, script_of
from pr_curve_lab.web.play_payload import starts_bundle

PAGE = Page(SHARED / "laboratory.html")
NAME = "pr_curve_lab.html"
SHARED_FACTS = ("words", "signs", "schemes", "language", "onwards")  # that all lessons of a language have


def laboratory_html() -> bytes:
    """Everything in one page, in every language.

    >>> b"http" in laboratory_html().replace(b"http://www.w3.org/", b"").replace(b"http-equiv", b"")
    False
    """
    languages = {language: _of_language(words_in(language)) for language in LANGUAGES}
    text = json.dumps(languages, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8")
    packed = b64encode(gzip.compress(text, mtime=0)).decode("ascii")
    page = PAGE.filled_in(
        language="en", title="PR Curve Lab", style_of_parts=STYLE, scripts=script_of("laboratory"), bundle=packed
    )
    return page.encode("utf-8")


def write_laboratory(folder: Path) -> Path:
    """Write the file into a folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / NAME
    file.write_bytes(laboratory_html())
    return file


def _of_language(words: Words) -> Bundle:
    own = language_bundle("player", words, also="play")
    own["words"] |= language_bundle("laboratory", words)["words"]
    return {
        **own,
        "names": LANGUAGES,
        "schemes": schemes_bundle(words),
        "play": {"starts": starts_bundle(words)},
        "lessons": [_of_lesson(key, words) for key in LESSONS],
    }


def _of_lesson(key: str, words: Words) -> Bundle:
    bundle = {name: fact for name, fact in lesson_bundle(key, words.language).items() if name not in SHARED_FACTS}
    return {**bundle, "about": words.say(f"lesson_{key}.about"), "picture": thumbnail(LESSONS[key])}
