"""Values of a column: their kind, those of a label, and which one is positive.

The positive value is never chosen by which one makes the model look better: a model worse than chance must be seen.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import pandas as pd

from pr_curve_lab.io.column_names import LABELS, PROBABILITY_WORDS, is_id, words_of
from pr_curve_lab.io.table import MISSING, Table, text_of

FIRST_ROWS = 1_000  # of text that may be numbers


def mostly_numbers(column: pd.Series) -> bool:
    """Whether a column can be meant as numbers: one bad cell must not hide a column of scores."""
    if column.dtype.kind in "iuf":
        return True
    numbers = pd.to_numeric(column.astype(str).head(FIRST_ROWS), errors="coerce")
    return bool(column.dtype.kind != "b" and numbers.notna().mean() > 0.5)


def has_fractions(column: pd.Series) -> bool:
    """Whether a column holds other numbers than whole ones."""
    if column.dtype.kind not in "iufb":  # one bad cell must not hide them
        column = pd.to_numeric(column.head(FIRST_ROWS).astype(str), errors="coerce")
    return column.dtype.kind == "f" and not bool((column.dropna() == column.dropna().round()).all())


def is_row_number(name: str, column: pd.Series) -> bool:
    """Whether a column only counts or names rows."""
    if is_id(name):
        return True
    return column.dtype.kind in "iu" and len(column) > 2 and bool((column.diff().iloc[1:] == 1).all())


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


MOST_LABEL_VALUES = 20  # a column with more is not offered as classes


def label_values(table: Table, column: str) -> list[str]:
    """The distinct known values of a column as text, in order of appearance, one more than can be classes at most.

    >>> label_values(Table("t", pd.DataFrame({"y": ["b", "", "a", "b"]})), "y")
    ['b', 'a']
    """
    values = _distinct(table, column)
    missing = _missing(table, values)
    return [value for value in values if value not in missing][: MOST_LABEL_VALUES + 1]


def label_text(table: Table, column: str) -> np.ndarray:
    """The values of a column as text, shape (n_rows,); a cell that says that nothing is known is empty.

    >>> label_text(Table("t", pd.DataFrame({"y": ["yes", "no", "NA", "?"]})), "y").tolist()
    ['yes', 'no', '', '']
    >>> label_text(Table("t", pd.DataFrame({"y": ["none", "tumor", "none"]})), "y").tolist()
    ['none', 'tumor', 'none']
    """
    text, values = text_of(table.frame[column]), _distinct(table, column)
    missing = _missing(table, values) if len(values) <= MOST_LABEL_VALUES + 1 else set()
    return np.where(np.isin(text, list(missing)), "", text) if missing else text


def _distinct(table: Table, column: str) -> list[str]:
    distinct = pd.unique(table.frame[column])[: MOST_LABEL_VALUES + len(MISSING)]
    return [value for value in dict.fromkeys(text_of(pd.Series(distinct))) if value != ""]


def _missing(table: Table, values: list[str]) -> set[str]:
    """The values that say that nothing is known, unless a column scores one, or the other value shows that it is one.

    It shows so as its opposite, as in - and +, or as a code of the same make, as in NA and EU.
    """
    found = {value for value in values if value.casefold() in MISSING}
    if not found or (len(values) == 2 and (meant_by_words(*values) or _are_codes(*values))):
        return set()
    named = {word for column in table.frame.columns for word in words_of(column)}
    return {value for value in found if not set(words_of(value)) & named}


def _are_codes(*values: str) -> bool:
    return all(value.isalpha() and value.isupper() for value in values) and len({len(value) for value in values}) == 1


def rows_with(table: Table, column: str, values: list[str]) -> list[int]:
    """How many rows have each of these values.

    >>> rows_with(Table("t", pd.DataFrame({"y": ["b", "", "a", "b"]})), "y", ["a", "b"])
    [1, 2]
    """
    text = label_text(table, column)
    return [int(np.count_nonzero(text == value)) for value in values]


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
