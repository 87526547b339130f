"""Which of two label values is the positive one: by what the words mean, never by which of them scores higher.

A model worse than chance would otherwise be turned round and look good.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pr_curve_lab.reading.columns.label_meanings import FAULTS, WANTED, bare, meant_by_words
from pr_curve_lab.reading.columns.label_values import label_values, rows_with
from pr_curve_lab.reading.columns.names import LABELS, PROBABILITY_WORDS, words_of
from pr_curve_lab.reading.formats.table import Table

Why = Literal["plain", "meaning", "header", "score", "coded", "rarer", "even"]
CODES = {"1", "2"}  # of absent and present, as in survival times and in genetics
NUMBERS = ({"0", "1"}, {"-1", "1"}, {"1"})
ASKS = ("is", "has", "was", "did")  # is_fraud with F and N
# Words of a header that say nothing about what is looked for.
EMPTY_WORDS = {word for name in LABELS for word in words_of(name)} | {
    "type",
    "group",
    "status",
    "result",
    "value",
    "is",
}
_WORDS = r"[^\W\d_]+(?: [^\W\d_]+)*"
SHORTEST = 3  # letters that a word of the header and a value have in common from their beginning


@dataclass(frozen=True)
class Positive:
    """The value that was taken for positive, and why; `plain` leaves no doubt, all else is said and can be changed."""

    value: str
    why: Why


def guess_positive(table: Table, label: str, scores: Sequence[str]) -> Positive | None:
    """Guess the positive one of two values; None of three or more. scores: names of the columns of numbers.

    >>> import pandas as pd
    >>> table = Table("t", pd.DataFrame({"y": ["dog", "cat", "cat"], "s": [0.1, 0.9, 0.7]}))
    >>> guess_positive(table, "y", ["s"])
    Positive(value='dog', why='rarer')
    """
    values = label_values(table, label)
    if len(values) > 2 or not values:
        return None
    if explained := _explained(label, values):
        return Positive(explained, "header")
    if set(values) in NUMBERS:
        return Positive("1", "plain")
    if len(values) == 1:
        return Positive(values[0], "plain")
    meant = meant_by_words(*values)
    if meant is not None and not meant[1] and bare(meant[0]) in WANTED and any(map(_looks_for_faults, scores)):
        return Positive(next(value for value in values if value != meant[0]), "score")
    if meant is not None:
        return Positive(meant[0], "plain" if meant[1] else "meaning")
    found: list[tuple[str | None, Why]] = [(_by_header(label, values), "header"), (_by_score(scores, values), "score")]
    named = (Positive(value, why) for value, why in found if value is not None)
    return next(named, None) or (Positive("2", "coded") if set(values) == CODES else _rarer(table, label, values))


def _explained(label: str, values: Sequence[str]) -> str | None:
    """The positive one of two numbers that the header explains by words.

    >>> _explained("病理(1恶性2良性)", ["1", "2"]), _explained("outcome (dead=0, alive=1)", ["0", "1"])
    ('1', '0')
    >>> _explained("30-day death 1", ["0", "1"]) is None
    True
    """
    meanings: dict[str, str] = {}
    for value in values:
        number = rf"(?<![\d.]){re.escape(value)}(?![\d.])"
        found = re.search(rf"{number}\s*[=:：]?\s*({_WORDS})", label)
        before = re.search(rf"({_WORDS})\s*[=:：]\s*{number}", label)
        if value.isdigit() and (match := before or found):
            meanings[match[1]] = value
    meant = meant_by_words(*meanings) if len(meanings) == 2 else None
    return meanings[meant[0]] if meant else None


def _looks_for_faults(score: str) -> bool:
    """Whether a score says by its name that it looks for what is not wanted.

    >>> _looks_for_faults("anomaly_score"), _looks_for_faults("异常得分"), _looks_for_faults("quality")
    (True, True, False)
    """
    return any(word in FAULTS for word in words_of(score)) or any(
        word in score for word in FAULTS if not word.isascii()
    )


def _by_header(label: str, values: list[str]) -> str | None:
    """The value that the header names: fraud of is_fraud, d of diseased; 5 of 0 and 5."""
    if "0" in values:
        return next(value for value in values if value != "0")
    words = [word for word in words_of(label) if word not in EMPTY_WORDS]
    named = [value for value in values if any(_begin_alike(bare(value), word) for word in words)]
    if not named and words and (words_of(label)[0] in ASKS or len(words) == 1):
        named = [value for value in values if len(value) == 1 and words[-1].startswith(value.lower())]
    return named[0] if len(named) == 1 else None


def _begin_alike(value: str, word: str) -> bool:
    shorter, longer = sorted((value, word), key=len)
    return longer.startswith(shorter) and (len(shorter) >= SHORTEST or not shorter.isascii())


def _by_score(scores: Sequence[str], values: list[str]) -> str | None:
    """The only value that scores are named after."""
    named = [value for value in values if any(is_named_after(score, value) for score in scores)]
    return named[0] if len(named) == 1 else None


def is_named_after(score: str, value: str) -> bool:
    """Whether a value stands in the name of a score, as whole words; a number only beside words of probabilities.

    >>> is_named_after("P(benign)", "Benign"), is_named_after("nose", "no")
    (True, False)
    >>> is_named_after("p_0", "0"), is_named_after("model_0", "0")
    (True, False)
    """
    words, parts = words_of(score), words_of(value)
    if value.isdigit() and not set(words) - {value} <= PROBABILITY_WORDS:
        return False
    return bool(parts) and any(words[at : at + len(parts)] == parts for at in range(len(words)))


def _rarer(table: Table, label: str, values: list[str]) -> Positive:
    """The value of fewer rows; of two as frequent the later one, as programs order levels."""
    counts = rows_with(table, label, values)
    if counts[0] == counts[1]:
        return Positive(max(values), "even")
    return Positive(values[counts.index(min(counts))], "rarer")
