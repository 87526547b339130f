"""Values of a column: their type, those of a label, which one is positive, and which columns score them.

The positive value is never chosen so that the model looks better: a model worse than chance must be visible.

What several columns of scores belong to is guessed from their names, because values cannot tell: a class "VF" is scored
by a column VF or p_VF, a label y_cat by s_cat.

A problem with numbers names the first of the affected rows and their number.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pandas as pd
from pandas.api.types import is_numeric_dtype

from pr_curve_lab.io.column_names import LABELS, PROBABILITY_TOKENS, is_id, split_name
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import MISSING, Table, text_of
from pr_metrics.validation import LARGEST_EXACT_INTEGER

FIRST_ROWS = 1_000  # of text that may be numbers


def is_numeric_column(column: pd.Series) -> bool:
    """Whether a column is meant as numbers; a few bad cells do not matter."""
    if column.dtype.kind in "iuf":
        return True
    numbers = pd.to_numeric(column.astype(str).head(FIRST_ROWS), errors="coerce")
    return bool(column.dtype.kind != "b" and numbers.notna().mean() > 0.5)


def to_floats(column: pd.Series) -> np.ndarray:
    """Return the cells as float64, with nan for anything that is not a number."""
    return pd.to_numeric(column, errors="coerce").to_numpy(np.float64, na_value=np.nan)


def has_fractions(column: pd.Series) -> bool:
    """Whether a column holds numbers that are not whole."""
    if column.dtype.kind not in "iufb":  # some cells may be bad
        column = pd.to_numeric(column.head(FIRST_ROWS).astype(str), errors="coerce")
    return column.dtype.kind == "f" and not bool((column.dropna() == column.dropna().round()).all())


def is_row_number(name: str, column: pd.Series) -> bool:
    """Whether a column only counts or identifies rows."""
    if is_id(name):
        return True
    return column.dtype.kind in "iu" and len(column) > 2 and bool((column.diff().iloc[1:] == 1).all())


# A value that negates the other one: not_fraud and fraud, nonspam and spam, 未违约 and 违约.
NEGATION = re.compile(r"^(?:not|non|no|kein|keine|nicht|pas|sans|sin|não|ir|in|un|dis|不|非|未|无|無|没有|沒有) ?(.+)$")
Pairs = tuple[tuple[frozenset[str], frozenset[str]], ...]


def positive_by_text(first: str, second: str) -> tuple[str, bool] | None:
    """Return the positive one of two values by their meaning, and whether they are a plain yes and no, or None.

    >>> positive_by_text("Healthy", "disease"), positive_by_text("no", "YES"), positive_by_text("cat", "dog")
    (('disease', False), ('YES', True), None)
    >>> positive_by_text("not_fraud", "fraud"), positive_by_text("BENIGN", "DoS Hulk")
    (('fraud', False), ('DoS Hulk', False))
    >>> positive_by_text("pass", "fail"), positive_by_text("不合格", "合格"), positive_by_text("不正常", "正常")
    (('fail', False), ('不合格', False), ('不正常', False))
    """
    orders = ((first, second), (second, first))
    for pairs, is_plain in ((YES_NO_PAIRS, True), (TOPIC_PAIRS, False)):
        for yes, no in orders:
            if any(
                normalize_value(yes) in positive and normalize_value(no) in negative for positive, negative in pairs
            ):
                return yes, is_plain
    for yes, no in orders:
        denied = NEGATION.match(normalize_value(no))
        if denied and denied[1] in (normalize_value(yes), normalize_value(yes).removeprefix("有")):
            return (no if denied[1] in WELL_VALUES else yes), False
    for yes, no in orders:
        if (
            normalize_value(no) in ABSENCE_VALUES
            and normalize_value(yes) not in ABSENCE_VALUES
            and not normalize_value(yes).isdigit()
        ):
            return yes, False
    return None


def normalize_value(value: str) -> str:
    """Normalize a value without changing its meaning: lower case, with spaces instead of "_", "-" and punctuation.

    >>> normalize_value("Non-Spam"), normalize_value("-")
    ('non spam', '-')
    """
    return " ".join(re.split(r"[\s_\-.'\"!]+", value.casefold())).strip() or value


def _pairs(kind: str) -> Pairs:
    return tuple((_parse_set(pair["yes"]), _parse_set(pair["no"])) for pair in _MEANINGS[kind])


def _parse_set(text: str) -> frozenset[str]:
    return frozenset(normalize_value(word) for word in text.split())


_MEANINGS = tomllib.loads((Path(__file__).parent / "label_meanings.toml").read_text(encoding="utf-8"))
YES_NO_PAIRS, TOPIC_PAIRS = _pairs("plain"), _pairs("topical")
ABSENCE_VALUES = _parse_set(_MEANINGS["nothing"]["values"])
DESIRED_VALUES, WELL_VALUES, PASSED_VALUES, OUTLIER_TERMS = (
    _parse_set(_MEANINGS["wanted"][name]) for name in ("values", "well", "passed", "unless")
)


MAX_LABEL_VALUES = 20  # a column with more is not used as classes


def label_values(table: Table, column: str) -> list[str]:
    """Return the distinct known values of a column as text, in order of appearance, at most `MAX_LABEL_VALUES` + 1.

    >>> label_values(Table("t", pd.DataFrame({"y": ["b", "", "a", "b"]})), "y")
    ['b', 'a']
    """
    values = _unique_values(table, column)
    missing = _missing(table, values)
    return [value for value in values if value not in missing][: MAX_LABEL_VALUES + 1]


def label_text(table: Table, column: str) -> np.ndarray:
    """Return the values of a column as text, shape (n_rows,); cells that mean "not known" are empty.

    >>> label_text(Table("t", pd.DataFrame({"y": ["yes", "no", "NA", "?"]})), "y").tolist()
    ['yes', 'no', '', '']
    >>> label_text(Table("t", pd.DataFrame({"y": ["none", "tumor", "none"]})), "y").tolist()
    ['none', 'tumor', 'none']
    """
    text, values = text_of(table.frame[column]), _unique_values(table, column)
    missing = _missing(table, values) if len(values) <= MAX_LABEL_VALUES + 1 else set()
    return np.where(np.isin(text, list(missing)), "", text) if missing else text


def _unique_values(table: Table, column: str) -> list[str]:
    distinct = pd.unique(table.frame[column])[: MAX_LABEL_VALUES + len(MISSING)]
    return [value for value in dict.fromkeys(text_of(pd.Series(distinct))) if value != ""]


def _missing(table: Table, values: list[str]) -> set[str]:
    """Return the values that mean "not known", unless a column scores one, or the other value shows that it is a value.

    The other value can be its opposite, as in - and +, or a similar code, as in NA and EU.
    """
    found = {value for value in values if value.casefold() in MISSING}
    if not found or (len(values) == 2 and (positive_by_text(*values) or _is_code_pair(*values))):
        return set()
    named = {word for column in table.frame.columns for word in split_name(column)}
    return {value for value in found if not set(split_name(value)) & named}


def _is_code_pair(*values: str) -> bool:
    return all(value.isalpha() and value.isupper() for value in values) and len({len(value) for value in values}) == 1


def value_counts(table: Table, column: str, values: list[str]) -> list[int]:
    """Return the number of rows with each of these values.

    >>> value_counts(Table("t", pd.DataFrame({"y": ["b", "", "a", "b"]})), "y", ["a", "b"])
    [1, 2]
    """
    text = label_text(table, column)
    return [int(np.count_nonzero(text == value)) for value in values]


Why = Literal["plain", "meaning", "header", "score", "coded", "rarer", "even"]
CODES = {"1", "2"}  # absent and present, as in survival data and in genetics
NUMBERS = ({"0", "1"}, {"-1", "1"}, {"1"})
QUESTION_PREFIXES = ("is", "has", "was", "did")  # is_fraud with the values F and N
# Words of a header that do not say what is looked for.
GENERIC_TOKENS = {word for name in LABELS for word in split_name(name)}
GENERIC_TOKENS |= {"type", "group", "status", "result", "value", "is"}
_WORDS = r"[^\W\d_]+(?: [^\W\d_]+)*"
MIN_PREFIX_LENGTH = 3  # letters that a word of the header and a value must share at their beginning


@dataclass(frozen=True)
class Positive:
    """The value taken as positive, and why. The user can change it; a note says why unless it is `plain`."""

    value: str
    why: Why


def infer_positive(table: Table, label: str, scores: Sequence[str]) -> Positive | None:
    """Guess the positive one of two values; None for three or more. scores: names of the numeric columns.

    >>> table = Table("t", pd.DataFrame({"y": ["dog", "cat", "cat"], "s": [0.1, 0.9, 0.7]}))
    >>> infer_positive(table, "y", ["s"])
    Positive(value='dog', why='rarer')
    """
    values = label_values(table, label)
    if len(values) > 2 or not values:
        return None
    if explained := _parse_value_labels(label, values):
        return Positive(explained, "header")
    if set(values) in NUMBERS:
        return Positive("1", "plain")
    if len(values) == 1:
        return Positive(values[0], "plain")
    meant = positive_by_text(*values)
    if (
        meant is not None
        and not meant[1]
        and normalize_value(meant[0]) in DESIRED_VALUES
        and any(map(_is_outlier_score, scores))
    ):
        return Positive(next(value for value in values if value != meant[0]), "score")
    found: list[tuple[str | None, Why]] = [(_by_header(label, values), "header"), (_by_score(scores, values), "score")]
    named = next((Positive(value, why) for value, why in found if value is not None), None)
    if meant is not None:
        is_passed = named is not None and normalize_value(named.value) in PASSED_VALUES
        return named if named and is_passed else Positive(meant[0], "plain" if meant[1] else "meaning")
    return named or (Positive("2", "coded") if set(values) == CODES else _min_count_value(table, label, values))


def _parse_value_labels(label: str, values: Sequence[str]) -> str | None:
    """Return the positive one of two numbers whose meanings are in the header, or None.

    >>> _parse_value_labels("病理(1恶性2良性)", ["1", "2"])
    '1'
    >>> _parse_value_labels("outcome (dead=0, alive=1)", ["0", "1"])
    '0'
    >>> _parse_value_labels("30-day death 1", ["0", "1"]) is None
    True
    """
    meanings: dict[str, str] = {}
    for value in values:
        number = rf"(?<![\d.]){re.escape(value)}(?![\d.])"
        found = re.search(rf"{number}\s*[=:：]?\s*({_WORDS})", label)
        before = re.search(rf"({_WORDS})\s*[=:：]\s*{number}", label)
        if value.isdigit() and (match := before or found):
            meanings[match[1]] = value
    meant = positive_by_text(*meanings) if len(meanings) == 2 else None
    return meanings[meant[0]] if meant else None


def _is_outlier_score(score: str) -> bool:
    """Whether the name of a score says that it detects outliers or defects.

    >>> _is_outlier_score("anomaly_score"), _is_outlier_score("异常得分"), _is_outlier_score("quality")
    (True, True, False)
    """
    return any(word in OUTLIER_TERMS for word in split_name(score)) or any(
        word in score for word in OUTLIER_TERMS if not word.isascii()
    )


def _by_header(label: str, values: list[str]) -> str | None:
    """Return the value that the header names (fraud for is_fraud, d for diseased), or the one that is not 0."""
    if "0" in values:
        return next(value for value in values if value != "0")
    words = [word for word in split_name(label) if word not in GENERIC_TOKENS]
    named = [value for value in values if any(_has_common_prefix(normalize_value(value), word) for word in words)]
    if not named and words and (split_name(label)[0] in QUESTION_PREFIXES or len(words) == 1):
        named = [value for value in values if len(value) == 1 and words[-1].startswith(value.lower())]
    return named[0] if len(named) == 1 else None


def _has_common_prefix(value: str, token: str) -> bool:
    shorter, longer = sorted((value, token), key=len)
    return longer.startswith(shorter) and (len(shorter) >= MIN_PREFIX_LENGTH or not shorter.isascii())


def _by_score(scores: Sequence[str], values: list[str]) -> str | None:
    """Return the only value that scores are named after, or None.

    >>> _by_score(["合格概率"], ["合格", "不合格"]), _by_score(["不合格概率"], ["合格", "不合格"])
    ('合格', '不合格')
    """
    named = [value for value in values if any(name_contains(score, value) for score in scores)]
    if not named:  # words without spaces between them; the longer value may contain the other
        longest = sorted((value for value in values if not value.isascii()), key=len, reverse=True)
        found = {next((value for value in longest if value in score), None) for score in scores}
        named = [value for value in values if value in found]
    return named[0] if len(named) == 1 else None


def name_contains(score: str, value: str) -> bool:
    """Whether the name of a score contains a value as whole words; numbers count only with words for probabilities.

    >>> name_contains("P(benign)", "Benign"), name_contains("nose", "no")
    (True, False)
    >>> name_contains("p_0", "0"), name_contains("model_0", "0")
    (True, False)
    """
    words, parts = split_name(score), split_name(value)
    if value.isdigit() and not set(words) - {value} <= PROBABILITY_TOKENS:
        return False
    return bool(parts) and any(words[at : at + len(parts)] == parts for at in range(len(words)))


def _min_count_value(table: Table, label: str, values: list[str]) -> Positive:
    """Return the value with fewer rows, or of equally frequent ones the last in sorted order."""
    counts = value_counts(table, label, values)
    if counts[0] == counts[1]:
        return Positive(max(values), "even")
    return Positive(values[counts.index(min(counts))], "rarer")


LABEL_TOKENS = ("y", "true", "label", "target", "truth", "is", "actual")
SCORE_TOKENS = ("s", "p", "score", "prob", "proba", "probability", "pred", "y", "yhat")
SUM_TOLERANCE = 1e-3  # the probabilities of two classes are rounded to a few decimals, but sum to one


def classes_by_column(values: Sequence[str], columns: Sequence[str]) -> dict[str, str] | None:
    """Return the class that each column scores if all classes have a column, named alike: VF, F or p_VF, p_F.

    Another column of the same form scores a class that no row has. None if a class has no column.

    >>> classes_by_column(["a", "b"], ["p_a", "p_b", "p_c"])
    {'p_a': 'a', 'p_b': 'b', 'p_c': 'c'}
    >>> classes_by_column(["a", "c"], ["a", "b"]) is None
    True
    >>> classes_by_column(["cat", "dog"], ["Prob CAT", "prob dog"])
    {'Prob CAT': 'cat', 'prob dog': 'dog'}
    """
    for before, after in _prefix_and_suffix(values[0], columns):
        if all(before + value + after in columns for value in values):
            alike = [one for one in columns if one.startswith(before) and one.endswith(after)]
            return {one: one[len(before) : len(one) - len(after)] for one in alike}
    return _classes_by_token(values, columns)


def binary_score_columns(
    frame: pd.DataFrame, positive: str, negative: str, columns: Sequence[str]
) -> tuple[str, str] | None:
    """Return the columns that score the two values of a label, the positive one first, or None.

    Their names differ only in the value, or in a word of the same meaning. For names such as model_1, the columns must
    also sum to one.

    >>> binary_score_columns(pd.DataFrame({"prob_neg": [0.1], "prob_pos": [0.9]}), "1", "0", ["prob_neg", "prob_pos"])
    ('prob_pos', 'prob_neg')
    """
    by_words = {split_name(column): column for column in columns}
    for yes, no in ((positive, negative), *_value_aliases(positive, negative)):
        for before, after in _token_prefix_and_suffix(yes, by_words):
            other = by_words.get((*before, *split_name(no), *after))
            pair = (by_words[*before, *split_name(yes), *after], other)
            if other not in (None, pair[0]) and (
                set(before + after) <= PROBABILITY_TOKENS or _sum_to_one(frame, *pair)
            ):
                return pair[0], other
    return _pair_by_replace(positive, negative, columns)


def _pair_by_replace(positive: str, negative: str, columns: Sequence[str]) -> tuple[str, str] | None:
    """Return two columns whose names differ only in the value, without spaces around it: 正面概率 and 负面概率."""
    if positive.isascii() or negative.isascii():
        return None
    found = ((one, one.replace(positive, negative)) for one in columns if positive in one)
    return next((pair for pair in found if pair[1] in columns), None)


def labels_by_column(labels: Sequence[str], columns: Sequence[str]) -> dict[str, str] | None:
    """Return the label of each column by what their names share, such as y_cat and s_cat, or None if one has no match.

    >>> labels_by_column(["y_cat", "y_dog"], ["s_dog", "s_cat"])
    {'s_dog': 'y_dog', 's_cat': 'y_cat'}
    """
    by_stem = {_base_name(label, LABEL_TOKENS): label for label in labels}
    paired = {column: by_stem.get(_base_name(column, SCORE_TOKENS)) for column in columns}
    matched = {column: label for column, label in paired.items() if label is not None}
    complete = len(by_stem) == len(labels) == len(matched) == len(set(matched.values())) and "" not in by_stem
    return matched if complete else None


def model_columns(frame: pd.DataFrame, columns: Sequence[str]) -> list[str]:
    """Return the columns that can be probabilities of models: fractions between 0 and 1, but not two that sum to one.

    >>> model_columns(pd.DataFrame({"a": [0.1, 0.2], "b": [0.9, 0.8], "c": [3, 4]}), ["a", "b", "c"])
    []
    """
    floats = [name for name in columns if frame[name].dtype.kind == "f"]
    between = [name for name in floats if frame[name].between(0, 1).where(frame[name].notna(), True).all()]
    fractions = [name for name in between if (frame[name] != frame[name].round()).any()]
    if len(fractions) == 2 and _sum_to_one(frame, *fractions):
        return []
    return fractions


def _prefix_and_suffix(value: str, columns: Sequence[str]) -> list[tuple[str, str]]:
    """Return the text before and after a class in the names of columns that contain it, shortest first."""
    found = {(one[: at.start()], one[at.end() :]) for one in columns for at in re.finditer(re.escape(value), one)}
    return sorted(found, key=lambda frame: (len(frame[0]) + len(frame[1]), frame))


def _classes_by_token(values: Sequence[str], columns: Sequence[str]) -> dict[str, str] | None:
    """Return the class that each column scores if names and classes differ in case, spaces or punctuation."""
    by_words = {split_name(column): column for column in columns}
    for before, after in _token_prefix_and_suffix(values[0], by_words):
        found = {by_words.get((*before, *split_name(value), *after), ""): value for value in values}
        if "" not in found and len(found) == len(values):
            return found
    return None


def _token_prefix_and_suffix(
    value: str, columns: Mapping[tuple[str, ...], str]
) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return the words before and after a value in the names that contain it, shortest first."""
    sought = split_name(value)
    found = [
        (words[:at], words[at + len(sought) :])
        for words in columns
        for at in range(len(words))
        if sought and words[at : at + len(sought)] == sought
    ]
    return sorted(found, key=lambda frame: len(frame[0]) + len(frame[1]))


def _value_aliases(positive: str, negative: str) -> list[tuple[str, str]]:
    """Return words that columns may use for the two values: pos and neg, yes and no, 1 and 0."""
    if (positive, negative) not in (("1", "0"), ("1", "-1")) and positive_by_text(positive, negative) != (
        positive,
        True,
    ):
        return []
    return [("1", "0"), *((yes, no) for yes_words, no_words in YES_NO_PAIRS for yes in yes_words for no in no_words)]


def _sum_to_one(frame: pd.DataFrame, first: str, second: str | None) -> bool:
    """Whether two columns sum to one, like the probabilities of two classes, or to zero, like their logits."""
    if second is None or not all(is_numeric_dtype(frame[name]) for name in (first, second)):
        return False
    total = frame[first] + frame[second]
    return any(bool(((total - whole).abs() < SUM_TOLERANCE).all()) for whole in (1, 0))


def _base_name(name: str, exclude: Sequence[str]) -> str:
    return " ".join(part for part in re.split(r"[^0-9a-z\u4e00-\u9fff]+", name.lower()) if part and part not in exclude)


MAX_PLAIN_NUMBER = 1e25  # larger integers are not identifiers or counts, but were written with an exponent


@dataclass(frozen=True, eq=False)
class NumberColumn:
    """A column as float64, a mask of its empty cells, and problems with other cells."""

    values: np.ndarray
    unknown: np.ndarray
    problems: list[Notice]


def read_numbers(role: str, series: pd.Series, column: str) -> NumberColumn:
    """Read a column as numbers; text, infinity and too large integers are problems, empty cells are unknown."""
    if series.dtype.kind in "iufb":
        values = series.to_numpy(np.float64)
        words = np.zeros(values.shape, dtype=bool)
    else:
        text = series.astype(str)
        values = to_floats(text)
        words = np.isnan(values) & ~text.str.lower().isin(MISSING).to_numpy()
    wrong = {"not_number": words, "infinite": np.isinf(values), "too_large": _is_not_exact(series, values)}
    problems = [
        notice_at_rows(f"{role}_{kind}", rows, column=column, value=str(series.iloc[np.flatnonzero(rows)[0]]))
        for kind, rows in wrong.items()
        if rows.any()
    ]
    return NumberColumn(values, np.isnan(values) & ~words, problems)


def read_weights(table: Table, column: str) -> NumberColumn:
    """Read a column as weights: numbers that are not negative, not all 0, and have a finite sum."""
    weight = read_numbers("weight", table.frame[column], column)
    negative = weight.values < 0
    if negative.any():
        value = str(table.frame[column].iloc[np.flatnonzero(negative)[0]])
        weight.problems.append(notice_at_rows("weight_negative", negative, column=column, value=value))
    elif not weight.problems and not (weight.values > 0).any():
        weight.problems.append(Notice("weight_all_zero", column=column))
    with np.errstate(over="ignore"):
        if not weight.problems and np.isinf(np.nansum(weight.values)):
            weight.problems.append(Notice("weight_sum_infinite", column=column))
    return weight


def notice_at_rows(key: str, rows: np.ndarray, **params: Any) -> Notice:
    """Return a problem with the first of its rows and their number."""
    return Notice(key, row=int(np.flatnonzero(rows)[0]) + 1, **params, count=int(rows.sum()))


def _is_not_exact(series: pd.Series, values: np.ndarray) -> np.ndarray:
    """Return a mask of integers that float64 cannot distinguish; integer columns are compared before conversion.

    Integers of twenty digits, or in a column with empty cells, are float64 already. Still larger numbers are not
    identifiers or counts, but were written with an exponent.
    """
    if series.dtype.kind in "iu":
        integers = series.to_numpy()
        return np.asarray((integers > LARGEST_EXACT_INTEGER) | (integers < -LARGEST_EXACT_INTEGER))
    size = np.abs(values)
    return np.asarray((size >= LARGEST_EXACT_INTEGER) & (size < MAX_PLAIN_NUMBER) & (np.floor(values) == values))
