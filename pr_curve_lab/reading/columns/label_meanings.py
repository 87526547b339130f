"""What the words of a two-valued label mean: which of the two says that something is there or was looked for."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

# A value that only denies the other: not_fraud and fraud, nonspam and spam, 未违约 and 违约.
DENIAL = re.compile(r"^(?:not|non|no|kein|keine|nicht|pas|sans|sin|não|ir|in|un|dis|不|非|未|无|無|没有|沒有) ?(.+)$")
Pairs = tuple[tuple[frozenset[str], frozenset[str]], ...]


def meant_by_words(first: str, second: str) -> tuple[str, bool] | None:
    """The positive one of two values by what they mean, and whether they are a plain yes and no; None if not known.

    >>> meant_by_words("Healthy", "disease"), meant_by_words("no", "YES"), meant_by_words("cat", "dog")
    (('disease', False), ('YES', True), None)
    >>> meant_by_words("not_fraud", "fraud"), meant_by_words("BENIGN", "DoS Hulk")
    (('fraud', False), ('DoS Hulk', False))
    """
    orders = ((first, second), (second, first))
    for pairs, is_plain in ((PLAIN, True), (TOPICAL, False)):
        for yes, no in orders:
            if any(bare(yes) in positive and bare(no) in negative for positive, negative in pairs):
                return yes, is_plain
    for yes, no in orders:
        denied = DENIAL.match(bare(no))
        if denied and denied[1] == bare(yes):
            return yes, False
    for yes, no in orders:
        if bare(no) in NOTHING and bare(yes) not in NOTHING and not bare(yes).isdigit():
            return yes, False
    return None


def bare(value: str) -> str:
    """A value without what does not change its meaning: capitals, underscores, hyphens, quotes, full stops.

    >>> bare("Non-Spam"), bare("-")
    ('non spam', '-')
    """
    return " ".join(re.split(r"[\s_\-.'\"!]+", value.casefold())).strip() or value


def _pairs(kind: str) -> Pairs:
    return tuple((_set(pair["yes"]), _set(pair["no"])) for pair in _MEANINGS[kind])


def _set(words: str) -> frozenset[str]:
    return frozenset(bare(word) for word in words.split())


_MEANINGS = tomllib.loads((Path(__file__).parent / "label_meanings.toml").read_text(encoding="utf-8"))
PLAIN, TOPICAL = _pairs("plain"), _pairs("topical")
NOTHING = _set(_MEANINGS["nothing"]["values"])
WANTED, FAULTS = (_set(_MEANINGS["wanted"][name]) for name in ("values", "unless"))
