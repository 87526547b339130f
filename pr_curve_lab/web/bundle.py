"""Bundles for the parts that run in the browser, as JSON: sentences, signs of numbers, schemes with their looks."""

from __future__ import annotations

from typing import Any

from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.conventions import COMMA, POINT
from pr_curve_lab.i18n.scheme_entries import Family, entry_of
from pr_metrics import SCHEMES

LOOKS: dict[Family, str] = {
    "steps": "steps",
    "straight lines": "lines",
    "counts": "counts",
    "best precision": "best",
    "unknown": "other",
}

Bundle = dict[str, Any]  # what JSON can say


def language_bundle(prefix: str, words: Words, *, also: str = "") -> Bundle:
    """The sentences of a part, and of another one whose pictures it has, with the signs of numbers.

    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> language_bundle("play", words_in("en"))["signs"]
    {'decimal': '.', 'group': ','}
    """
    parts = [f"{part}." for part in (also, prefix) if part]
    sentences = {
        key.removeprefix(part): said for part in parts for key, said in words.catalogue.items() if key.startswith(part)
    }
    signs = {"decimal": words.conventions.signs[POINT], "group": words.conventions.signs[COMMA]}
    return {"language": words.language, "words": sentences, "signs": signs}


def schemes_bundle(words: Words) -> list[Bundle]:
    """Every scheme with its name and the look of its family.

    >>> from pr_curve_lab.i18n.catalogue import words_in
    >>> schemes_bundle(words_in("en"))[0]
    {'key': 'step', 'name': 'Step', 'family': 'steps'}
    """
    return [
        {"key": key, "name": words.say(f"schemes.{key}.name"), "family": LOOKS[entry_of(key).family]} for key in SCHEMES
    ]
