"""Which column is the label and which is the score: ranked by headers first, and then by values.

The header decides before the position and the values. How well a score ranks a label is evidence only between columns
whose headers say the same: alone it would choose any column that gives the label away. Each decision has a certainty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

import numpy as np
import pandas as pd

from pr_curve_lab.io.column_names import (
    INPUT_KINDS,
    TOTALS,
    has_common_token,
    is_day,
    is_id,
    is_name_match,
    is_named,
    parse_header,
    tokens_of,
)
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.column_values import (
    MAX_LABEL_VALUES,
    binary_score_columns,
    has_fractions,
    infer_positive,
    is_numeric_column,
    is_row_number,
    label_text,
    label_values,
    model_columns,
    to_floats,
)

Certainty = Literal["sure", "probable", "ambiguous"]
MAX_ALTERNATIVES = 4  # columns offered instead of one
MAX_SAMPLE_ROWS = 5_000  # used to compare how well columns rank
MIN_CLASS_ROWS = 5  # of each class, needed to measure how well a column ranks
NOISE_FACTOR = 2  # standard errors above which an area is not chance
CLEAR_DIFFERENCE = 0.08  # of ROC areas, between two columns whose headers say the same
MAX_UNKNOWN_TIER = 3.5  # for labels up to this tier headers say nothing, so areas decide
MODEL_TOLERANCE = 0.1  # of ROC areas, between models of one label
OUTCOME_TOLERANCE = 0.03  # of ROC areas: two outcomes this close are ranked alike
GOOD_AREA = 0.6  # ROC area, or one minus it
CHANCE_AREA = 0.56
AREA_TOLERANCE = 1e-9
_EXACT_SPLIT = 1 - AREA_TOLERANCE
_LABELED = 5.5  # from this tier on, a column is named like a label, or a score is named after it
MIN_RANK_CORRELATION = 0.999  # between a probability and its rounded logit


@dataclass(frozen=True)
class Decision:
    """The columns chosen for a role, the certainty of the choice, and the alternatives.

    reason: why they were chosen: the kind of the first header ("label", "score" ...), "about", "pair", "pairs"
    or "classes" if names of label and scores match, "ranks" if values decided, "named" if it was given, or else "only".
    """

    selected: tuple[str, ...]
    certainty: Certainty = "sure"
    alternatives: tuple[str, ...] = ()
    reason: str = "only"


@dataclass(frozen=True)
class Rank:
    """How likely a column has a role according to its header, and why; a higher tier is likelier."""

    column: str
    tier: float
    reason: str


class Columns:
    """The columns of a table as candidates, with cached facts about each."""

    def __init__(self, table: Table, names: Sequence[str]) -> None:
        """names: the columns without another role."""
        self.table, self.names = table, list(names)
        frame = table.frame
        step = -(-len(frame) // MAX_SAMPLE_ROWS) or 1
        self.sample = frame.iloc[::step]
        self.values = lru_cache(maxsize=None)(lambda name: label_values(table, name))
        self.n_unique = lru_cache(maxsize=None)(lambda name: frame[name].nunique())
        self.area = lru_cache(maxsize=None)(self._area)
        self.positive_mask = lru_cache(maxsize=None)(self._positive_mask)
        first_words = Counter(words[0] for words in map(tokens_of, map(str, frame.columns)) if words)
        self.common_tokens = {word for word, times in first_words.items() if times > len(frame.columns) / 2}

    def is_name_match(self, score: str, label: str) -> bool:
        """Whether a score is named after a label; words that begin most headers do not count."""
        return is_name_match(score, label, exclude=self.common_tokens)

    @cached_property
    def numeric(self) -> list[str]:
        """The columns that are meant as numbers."""
        return [name for name in self.names if is_numeric_column(self.table.frame[name])]

    @cached_property
    def named_scores(self) -> list[str]:
        """The numeric columns whose headers say that a model made them, and which have more than two values."""
        return [name for name in self.numeric if is_score_name(name) and not self.is_decision(name)]

    @cached_property
    def score_options(self) -> list[str]:
        """The columns named like scores, or else fractions of unknown meaning, or else the only numeric column."""
        possible = [name for name in self.numeric if _is_score_option(self, name)]
        shares = [name for name in possible if _is_fraction(self, name)]
        numbers = possible or [name for name in self.numeric if not self.is_decision(name) and not is_id(name)]
        numbers = [name for name in numbers if not self.has_unique_values(name)] or numbers
        return self.named_scores or shares or (numbers if len(numbers) == 1 else [])

    def is_binary(self, name: str) -> bool:
        """Whether a column has two known values."""
        return len(self.values(name)) == 2

    def is_decision(self, name: str) -> bool:
        """Whether a column has at most two values, as decisions have but scores have not."""
        return not has_fractions(self.table.frame[name]) and bool(self.n_unique(name) <= 2)

    def has_label_values(self, name: str) -> bool:
        """Whether the values of a column can be those of a label."""
        column = self.table.frame[name]
        return not has_fractions(column) and 1 < len(self.values(name)) <= MAX_LABEL_VALUES

    def numbers(self, name: str) -> np.ndarray:
        """Return the numbers of a column in the sample, shape (n_rows,), with nan for anything else."""
        return to_floats(self.sample[name])

    def _positive_mask(self, label: str) -> np.ndarray | None:
        """Return a mask of the positive rows in the sample if a column has two values, or else None."""
        guessed = infer_positive(self.table, label, [])
        return None if guessed is None else np.asarray(label_text(Table("", self.sample), label) == guessed.value)

    def roc(self, score: str, label: str) -> float:
        """Return how well a column ranks another one of two values, in either direction: 0.5 may be chance."""
        return max(self.area(score, label), 1 - self.area(score, label))

    def _area(self, score: str, label: str) -> float:
        """Return the ROC area of a column for another one of two values, or 0.5 if it may be chance."""
        truth = self.positive_mask(label)
        if truth is None:
            return 0.5
        number = self.numbers(score)
        known = np.isfinite(number)
        rank, yes = pd.Series(number[known]).rank().to_numpy(), truth[known]
        positives, negatives = int(yes.sum()), int((~yes).sum())
        if min(positives, negatives) < MIN_CLASS_ROWS:
            return 0.5
        area = (rank[yes].sum() - positives * (positives + 1) / 2) / (positives * negatives)
        # Standard deviation of the area of a random ranking.
        noise = float(np.sqrt((1 / positives + 1 / negatives) / 12))
        return float(area) if abs(area - 0.5) >= NOISE_FACTOR * noise else 0.5

    def has_unique_values(self, name: str) -> bool:
        """Whether a column holds whole numbers that are all different, like row numbers."""
        column = self.table.frame[name]
        return not has_fractions(column) and bool(self.n_unique(name) == len(column) > MAX_LABEL_VALUES)

    def has_equal_values(self, one: str, other: str) -> bool:
        """Whether two columns are equal in the sample."""
        return bool((self.sample[one].astype(str).to_numpy() == self.sample[other].astype(str).to_numpy()).all())


def is_score_name(name: str) -> bool:
    """Whether a header says that a model, or a rater, made the numbers.

    >>> [is_score_name(name) for name in ("churn_probability", "model output", "age", "credit_score")]
    [True, True, False, False]
    """
    return parse_header(name).kind in ("score", "decision", "rater")


def select_label(table: Table, names: Sequence[str], *, scores: Sequence[str] = ()) -> Decision:
    """Return the column that is the label, by its header and then by how well scores rank it.

    scores: those that the user chose; without any, all columns named like scores.

    >>> frame = pd.DataFrame({"sex": [0, 1, 1, 0], "diseased": [1, 0, 1, 0], "risk": [0.9, 0.2, 0.7, 0.4]})
    >>> select_label(Table("t", frame), list(frame))
    Decision(selected=('diseased',), certainty='sure', alternatives=(), reason='outcome')
    """
    columns = Columns(table, names)
    if scores:
        # The chosen scores are the only ones.
        columns.named_scores = [name for name in scores if name in columns.numeric]
        names = [name for name in names if name not in scores] or names
    ranks = sorted((_label_rank(columns, name) for name in names), key=lambda rank: -rank.tier)
    best = [rank for rank in ranks if rank.tier == ranks[0].tier]
    scores = columns.score_options or [name for name in columns.numeric if _is_score_option(columns, name)]

    def label_area_of(name: str) -> float:
        others = [score for score in scores if score != name] if columns.is_binary(name) else []
        found = [columns.roc(score, name) for score in others]
        return max((area for area in found if not _is_exact_split(area)), default=0.5 if not found else CHANCE_AREA)

    def has_same_direction(one: str, other: str) -> bool:
        return any((columns.area(score, one) - 0.5) * (columns.area(score, other) - 0.5) > 0 for score in scores)

    if len(best) > 1 and best[0].tier > 0:
        best = _drop_duplicates(columns, best)
    says_nothing = best[0].tier <= 3 and not columns.score_options  # otherwise arbitrary numeric columns would decide
    if best[0].tier <= MAX_UNKNOWN_TIER:
        best = _drop_duplicates(
            columns, [rank for rank in ranks if rank.tier >= best[0].tier - 1] if not says_nothing else best
        )
    best = _select_by_area(best, ranks, label_area_of) if columns.score_options else best
    taken, certainty, reason = _select_best(best, (lambda _: 0.5) if says_nothing else label_area_of)
    could_be = [
        rank.column
        for rank in ranks
        if rank.column != taken
        and _is_label_option(columns, rank, ranks[0])
        and not (columns.is_binary(taken) and _has_more_words(columns, rank.column))
    ]
    min_area = max(GOOD_AREA, label_area_of(taken)) + CLEAR_DIFFERENCE  # needed by a column whose header says less
    could_be += [
        rank.column
        for rank in ranks
        if rank.column not in (taken, *could_be) and rank.tier >= 1.5 and label_area_of(rank.column) >= min_area
    ]
    two_valued = [rank for rank in ranks if rank.column != taken and columns.is_binary(rank.column)]
    alike = [rank for rank in two_valued if has_same_direction(rank.column, taken)]
    rivals = _compare_areas(next(rank for rank in ranks if rank.column == taken), alike, label_area_of)
    could_be = [*rivals, *(name for name in could_be if name not in rivals)]
    others = tuple(name for name in could_be if not columns.has_equal_values(name, taken))[:MAX_ALTERNATIVES]
    if certainty == "sure" and others:
        is_named = reason in ("label", "about")
        is_doubtful = any(name in others and rivals[name] for name in rivals) and not is_named
        is_contradicted = label_area_of(taken) < CHANCE_AREA
        is_doubtful |= is_contradicted and any(label_area_of(name) >= GOOD_AREA + CLEAR_DIFFERENCE for name in others)
        certainty = "ambiguous" if is_doubtful else "probable"
    return Decision((taken,), certainty if others else "sure", others, reason)


def _label_rank(columns: Columns, name: str) -> Rank:
    """Return the rank of a column as the label."""
    meaning, column = parse_header(name), columns.table.frame[name]
    kind = meaning.kind
    tiers = {
        "label": 6.0, "outcome": 5.0, "rater": 4.75, "verdict": 4.0, "condition": 3.0, "": 3.0, "score": 3.0,
        "decision": 1.5, "split": 1.0,
    }  # fmt: skip
    tier, reason = tiers.get(kind, 2.0), kind or "unknown"
    tier += 0.25 if kind == "label" and meaning.is_exact_match else 0.0
    if kind == "label" and not meaning.categories & {"label", "outcome"} and not meaning.is_exact_match:
        tier, reason = 5.25, "outcome"  # such as verified_channel, which does not say what is true
    values = len(columns.values(name))
    if kind == "identifier" and values == 2:  # a case instead of its number
        tier, reason = 3.0, "unknown"
    elif kind in ("identifier", "time", "weight") or is_named(TOTALS, name):
        return Rank(name, 0.5, reason)
    if has_fractions(column):
        return Rank(name, 2.25 if kind == "label" and meaning.is_exact_match else 0.0, reason)  # to report its bad cell
    if values == 1:
        return Rank(name, 0.75 if tier < 6 else 2.5, reason)
    if values > MAX_LABEL_VALUES:
        return Rank(name, 0.25, reason)
    if kind == "score" and meaning.mentions_model:
        tier = 1.5
    if "final" in meaning.categories and kind in ("label", "outcome", "rater", "decision", "verdict", ""):
        tier, reason = max(tier, 5.5) + 0.4, "label"
    elif kind == "label" and "rater" in meaning.categories:
        tier -= 0.3
    elif _is_named_by_score(columns, name):
        is_known = kind in ("attribute", "treatment", "input")
        tier, reason = (4.5 if is_known else max(tier, 5.0) + 0.5), "about"
        tier += 0.1 * any(
            has_common_token(score, name, exclude=columns.common_tokens) for score in columns.named_scores
        )
    if values > 2:
        tier -= 1.5 if kind in ("label", "outcome", "condition", "rater") else 1.0
    elif kind == "":
        tier += 0.5 if _has_class_names(columns, name) else 0.0 if _has_boolean_values(columns, name) else -0.5
    is_decided = kind in ("", "score", "verdict") or (kind == "label" and reason == "outcome")
    if is_decided and any(_is_exact_split(columns.roc(score, name)) for score in columns.named_scores):
        tier, reason = 1.75, "decision"  # a threshold on the score gives this column
    return Rank(name, tier, reason)


def _is_named_by_score(columns: Columns, name: str) -> bool:
    """Whether a score is named after a column, or after one of its two values: xgb_fta and FTA, P(wild) and wild."""
    meaning = parse_header(name)
    if (
        meaning.kind in ("label", "decision", "verdict", "split")
        or meaning.mentions_model
        or "before" in meaning.categories
    ):
        return False
    values = [] if _has_boolean_values(columns, name, strict=True) else columns.values(name)
    values = values if len(values) == 2 else []
    others = [score for score in columns.named_scores if score != name]
    return any(columns.is_name_match(score, text) for score in others for text in (name, *values))


def _select_by_area(best: list[Rank], ranks: list[Rank], label_area: Callable[[str], float]) -> list[Rank]:
    """Return columns that scores rank clearly, if they rank the likeliest outcomes by chance and no label is named."""
    unranked = max(label_area(rank.column) for rank in best) < CHANCE_AREA
    if best[0].tier >= _LABELED or best[0].reason == "label" or not unranked:
        return best
    min_area = CHANCE_AREA + CLEAR_DIFFERENCE
    return [
        rank
        for rank in ranks
        if rank.tier >= 1.5 and rank.reason not in ("attribute", "split") and label_area(rank.column) >= min_area
    ] or best


def _compare_areas(selected: Rank, ranks: list[Rank], label_area: Callable[[str], float]) -> dict[str, bool]:
    """Return the columns that scores rank nearly as well as the chosen one, and whether they may be meant instead.

    Columns of unknown meaning and outcomes may be meant: within `CLEAR_DIFFERENCE` if the chosen column is of the same
    kind, and otherwise within `OUTCOME_TOLERANCE`. Other columns are only listed.
    """
    possible = [rank for rank in ranks if rank.tier >= _KNOWN and rank.reason not in ("split", "score")]
    found = {rank: label_area(rank.column) for rank in possible}
    best = label_area(selected.column)
    may_be = {rank: rank.reason in ("unknown", "outcome") for rank in possible}
    return {
        rank.column: may_be[rank]
        and area >= best - (CLEAR_DIFFERENCE if rank.reason == selected.reason else OUTCOME_TOLERANCE)
        for rank, area in found.items()
        if area >= max(GOOD_AREA, min(best, GOOD_AREA + 2 * CLEAR_DIFFERENCE if may_be[rank] else 1) - CLEAR_DIFFERENCE)
    }


def _has_boolean_values(columns: Columns, name: str, *, strict: bool = False) -> bool:
    guessed = infer_positive(columns.table, name, [])
    return guessed is not None and (guessed.why == "plain" or (guessed.why == "meaning" and not strict))


def _has_class_names(columns: Columns, name: str) -> bool:
    """Whether the two values are words for present and absent: malignant and benign, NOK and OK."""
    guessed = infer_positive(columns.table, name, [])
    return guessed is not None and guessed.why == "meaning"


def _is_exact_split(area: float) -> bool:
    return area > _EXACT_SPLIT


def _drop_duplicates(columns: Columns, ranks: list[Rank]) -> list[Rank]:
    """Return the ranks without columns that repeat an earlier one."""
    kept: list[Rank] = []
    for rank in ranks:
        if not any(columns.has_equal_values(rank.column, other.column) for other in kept):
            kept.append(rank)
    return kept


def _select_best(best: list[Rank], label_area: Callable[[str], float]) -> tuple[str, Certainty, str]:
    """Choose one of the columns whose headers say the same: by clear evidence, or else the first as ambiguous."""
    if len(best) == 1:
        return best[0].column, "sure", best[0].reason
    found = sorted(((label_area(rank.column), -at, rank) for at, rank in enumerate(best)), key=lambda one: one[:2])
    (second, *_), (first, _, rank) = found[-2:]
    is_rated = rank.reason == "rater"  # which rater's labels a model was trained on does not show which rater is right
    is_unknown = rank.tier <= MAX_UNKNOWN_TIER
    more = MODEL_TOLERANCE if is_unknown else CLEAR_DIFFERENCE
    is_clear = first - second > more and second < GOOD_AREA + more / 2
    is_clear |= is_unknown and first - second > 2 * CLEAR_DIFFERENCE
    if first >= GOOD_AREA and is_clear and not is_rated:
        return rank.column, "probable", "ranks"
    return best[0].column, "ambiguous", best[0].reason


def _is_label_option(columns: Columns, rank: Rank, first: Rank) -> bool:
    """Whether a column could be the label too: its rank is close to the first one, or high enough."""
    if not columns.has_label_values(rank.column) or len(columns.values(rank.column)) < 2:
        return False
    return rank.tier >= min(first.tier, 4.5) - (0.5 if first.tier <= 3 else 0) and rank.tier >= 2


def _has_more_words(columns: Columns, name: str) -> bool:
    """Whether a column has three or more values that are no numbers and is not named like a label: groups of rows."""
    is_label = parse_header(name).kind == "label"
    return len(columns.values(name)) > 2 and name not in columns.numeric and not is_label


def select_scores(table: Table, names: Sequence[str], label: str, positive: str | None) -> Decision:
    """Return the columns that are scores of a label; several if they are models of it.

    >>> frame = pd.DataFrame({"test_score": [71, 52, 90], "pass": [1, 0, 1], "model_output": [0.9, 0.2, 0.7]})
    >>> select_scores(Table("t", frame), ["test_score", "model_output"], "pass", "1").selected
    ('model_output',)
    """
    columns = Columns(table, [*names, label])
    columns.names = list(names)
    of_classes = _of_positive_class(columns, label, positive)
    if of_classes:
        return Decision(of_classes, "sure", (), "pair")
    ranks = sorted((_score_rank(columns, name, label) for name in names), key=lambda rank: -rank.tier)
    tier = ranks[0].tier
    best = [rank.column for rank in ranks if rank.tier == tier]
    if tier < _NUMBERS or tier == _EXACT_NAME:  # no column ranks, so the first one is returned to report its problem
        return Decision((best[0],), "sure", (), ranks[0].reason)
    areas = {name: columns.roc(name, label) for name in columns.numeric}
    if positive is None:  # for classes without scores of their own, areas say nothing
        return Decision((best[0],), "sure", (), ranks[0].reason)
    decide = _select_by_name if tier >= _NAMED else _select_by_values
    return decide(columns, best, ranks, areas, label)


_NAMED, _EXACT_NAME, _UNKNOWN, _GRADES, _KNOWN, _NUMBERS = 6.0, 5.5, 4.0, 3.0, 2.0, 1.0


def _score_rank(columns: Columns, name: str, label: str) -> Rank:
    """Return the rank of a column as a score of a label."""
    meaning, column = parse_header(name), columns.table.frame[name]
    kind = "time" if is_day(name) else meaning.kind
    exact = meaning.is_exact_match and kind == "score" and not meaning.mentions_model
    if name not in columns.numeric:
        return Rank(name, _EXACT_NAME if exact else 0.0, kind)  # a score of text is reported as a problem
    if is_row_number(name, column) or kind == "identifier" or is_named(TOTALS, name):
        # A column such as health_idx has repeated values and ranks well, so it is not a row number.
        is_index = not columns.has_unique_values(name) and columns.roc(name, label) >= GOOD_AREA + CLEAR_DIFFERENCE
        return Rank(name, _GRADES if is_index else 0.5, kind)
    if columns.is_decision(name):
        return Rank(name, _EXACT_NAME - 0.5 if exact else 2.5 if is_score_name(name) else 1.8, kind)
    is_after_label = (
        kind in ("", "outcome", "condition") and columns.is_name_match(name, label) and has_fractions(column)
    )
    if is_score_name(name) or is_after_label:
        return Rank(name, _NAMED, "about" if is_after_label else kind)
    tier = dict.fromkeys(("", "label", "outcome", "condition", "instrument"), _UNKNOWN)
    tier |= {"grade": _GRADES, "weight": 1.25, "time": 1.25}
    if kind == "input" and columns.is_name_match(name, label) and has_fractions(column):
        return Rank(name, _UNKNOWN, kind)
    if kind == "" and columns.has_unique_values(name) and columns.roc(name, label) < CHANCE_AREA:
        return Rank(name, 1.5, kind)
    return Rank(name, tier.get(kind, _KNOWN), kind or "unknown")


def _select_by_name(
    columns: Columns, best: list[str], ranks: list[Rank], areas: dict[str, float], label: str
) -> Decision:
    """Select scores by name. Several are models, without those in the same order or those that rank by chance."""
    fractions = {name for name in best if has_fractions(columns.table.frame[name])}  # svm_decision can be a score too
    named = [
        name
        for name in best
        if parse_header(name).kind in ("score", "rater")
        or (parse_header(name).kind == "decision" and name in fractions)
    ] or best
    if fractions & set(named):  # counts such as nb_visits are not models
        named = [
            name for name in named if _is_score_header(name) or parse_header(name).kind == "rater" or name in fractions
        ]
    alone = [name for name in named if parse_header(name).is_exact_match and not parse_header(name).mentions_model]
    if len(alone) == 1 and any(name != alone[0] and _strip_number(name) == _strip_number(alone[0]) for name in named):
        alone = []  # p1 beside p2 and p3
    if len(alone) == 1 and areas[alone[0]] < CHANCE_AREA and max(areas[name] for name in named) >= GOOD_AREA:
        alone = []  # such as pH beside a model
    kept = alone if len(alone) == 1 else _drop_same_order(columns, named)
    best_area = max(areas[name] for name in kept)
    if best_area >= GOOD_AREA + CLEAR_DIFFERENCE or any(columns.is_name_match(name, label) for name in kept):
        unnamed = {
            name for name in kept if not parse_header(name).mentions_model or "input" in parse_header(name).categories
        }
        weak = {name for name in unnamed if areas[name] < CHANCE_AREA}  # such as koi_model_snr, which is an input
        kept = [name for name in kept if name not in weak or columns.is_name_match(name, label)]
    kept = _same_direction(columns, kept, label)
    kept += _other_model_columns(columns, kept, ranks, label)
    kept = [name for name in columns.names if name in kept]
    others = [name for name in best if name not in kept and not any(_same_order(columns, name, one) for one in kept)]
    others += _other_best_columns(columns, [*kept, *others], ranks, areas, label)
    return Decision(tuple(kept), "probable" if others else "sure", tuple(others[:MAX_ALTERNATIVES]), "score")


def _other_best_columns(
    columns: Columns, found: list[str], ranks: list[Rank], areas: dict[str, float], label: str
) -> list[str]:
    """Return the columns that rank a label as well as the scores found, and may be meant although headers say less.

    Columns named after the label need only rank well; unknown ones nearly as well as the best score, inputs as well.
    """
    best = max(areas[name] for name in found)

    def min_area(rank: Rank) -> float:
        is_named = columns.is_name_match(rank.column, label) and not columns.is_decision(rank.column)
        return max(GOOD_AREA, 0.0 if is_named else best - MODEL_TOLERANCE if rank.tier >= _GRADES else best)

    possible = [rank for rank in ranks if rank.tier >= _KNOWN and rank.column in areas and rank.column not in found]
    return [rank.column for rank in possible if min_area(rank) <= areas[rank.column] < _EXACT_SPLIT]


def _same_direction(columns: Columns, selected: list[str], label: str) -> list[str]:
    """Drop the scores that rank a label in the opposite direction to all scores that name it or a model."""
    areas = {name: columns.area(name, label) for name in selected}
    sure = [areas[name] for name in selected if parse_header(name).mentions_model or columns.is_name_match(name, label)]
    if not sure or not (min(sure) >= GOOD_AREA or max(sure) <= 1 - GOOD_AREA):
        return selected
    return [name for name in selected if (areas[name] - 0.5) * (sure[0] - 0.5) >= 0 or areas[name] in sure]


def _other_model_columns(columns: Columns, selected: list[str], ranks: list[Rank], label: str) -> list[str]:
    """Return models whose names say nothing, beside others named like models: of the same form, and ranking like them.

    Probabilities are included in any position; other fractions and scales scored by hand only next to the models.
    """
    areas = {rank.column: columns.area(rank.column, label) for rank in ranks if rank.column in columns.numeric}
    family = _columns_by_common_name(columns, selected, ranks, areas)
    if family:
        return family
    if len(selected) == 1 and _is_score_header(selected[0]) and not parse_header(selected[0]).mentions_model:
        return []
    best = max((areas[name] for name in selected), key=lambda area: abs(area - 0.5))
    unnamed = [rank for rank in ranks if rank.tier == _UNKNOWN or rank.reason == "about"]
    unknown = [rank.column for rank in unnamed if rank.column in areas and rank.column not in selected]
    beside = _column_neighbors(list(columns.table.frame.columns), selected, unknown)
    found = []
    for name in unknown:
        is_like = areas[name] - 0.5 if best >= 0.5 else 0.5 - areas[name]
        if (
            is_like < GOOD_AREA - 0.5
            or _is_exact_split(max(areas[name], 1 - areas[name]))
            or not _has_score_form(columns, name, selected)
        ):
            continue
        is_probability = _is_fraction(columns, name) and is_like >= abs(best - 0.5) - MODEL_TOLERANCE
        if name in beside or is_probability:
            found.append(name)
    return found


def _columns_by_common_name(
    columns: Columns, selected: list[str], ranks: list[Rank], areas: dict[str, float]
) -> list[str]:
    """Return the columns that share the first or last word of the only score if all rank like it: pop_ml, pop_gfs."""
    if len(selected) > 1 or not tokens_of(selected[0]):
        return []
    score, tiers = selected[0], {rank.column: rank.tier for rank in ranks}

    def is_model_column(name: str) -> bool:
        is_unknown = name in areas and tiers[name] >= _UNKNOWN and parse_header(name).kind != "label"  # as true_RUL
        return (
            is_unknown
            and bool(np.isfinite(columns.numbers(name)).all())  # a guess must not make a file unreadable
            and not _same_order(columns, name, score)
        )

    for at in (0, -1):
        words = {name: tokens_of(str(name)) for name in columns.table.frame.columns if name != score}
        others = [name for name, its in words.items() if its and its[at] == tokens_of(score)[at]]
        if others and all(map(is_model_column, others)):
            ranking = [areas[name] for name in (score, *others)]
            if min(ranking) >= GOOD_AREA or max(ranking) <= 1 - GOOD_AREA:
                return others
    return []


def _has_score_form(columns: Columns, name: str, selected: list[str]) -> bool:
    """Whether a column is a scale scored by hand, or has the form of one of the scores found."""
    return parse_header(name).kind == "instrument" or any(_same_form(columns, name, one) for one in selected)


def _select_by_values(
    columns: Columns, best: list[str], ranks: list[Rank], areas: dict[str, float], label: str
) -> Decision:
    """Select scores if no header names any: probabilities, or else columns that rank; ambiguous if neither is clear."""
    probable = model_columns(columns.table.frame, best)  # empty if two sum to one
    ranking = [name for name in best if areas[name] >= GOOD_AREA]
    weak = [name for name in probable if areas[name] < CHANCE_AREA]
    if len(probable) - len(weak) > 1:  # a single one may be compared with one that ranks by chance
        probable = [name for name in probable if name not in weak]
    min_area = max((areas[name] for name in ranking), default=0.5) - 2 * MODEL_TOLERANCE
    by_area = sorted(best, key=lambda name: -areas[name])
    reason: str
    if len(ranking) > 1 and all(parse_header(name).kind == "instrument" for name in ranking):
        return Decision(tuple(ranking), "sure", (), "unknown")  # scales that are compared
    if len(best) == 1 or (len(probable) == 1 and areas[probable[0]] >= min_area):
        taken, others, reason = (probable or best)[:1], ranking, "unknown"
    elif len(probable) > 1:
        taken, others, reason = probable, [*ranking, *weak], "unknown"
    elif areas[by_area[0]] >= GOOD_AREA and areas[by_area[0]] - areas[by_area[1]] >= CLEAR_DIFFERENCE:
        taken, others, reason = by_area[:1], by_area, "ranks"
    else:
        return Decision((best[0],), "ambiguous", tuple(best[1 : 1 + MAX_ALTERNATIVES]), "unknown")
    others = [name for name in others if name not in taken]
    others += _other_best_columns(columns, [*taken, *others], ranks, areas, label)
    return Decision(tuple(taken), "probable" if others else "sure", tuple(others[:MAX_ALTERNATIVES]), reason)


def _column_neighbors(names: list[str], found: list[str], other_names: list[str]) -> list[str]:
    """Return the other columns that are next to those found without a gap, like models put into one table."""
    at = {names.index(name) for name in found}
    beside: list[str] = []
    while new := [
        name for name in other_names if {names.index(name) - 1, names.index(name) + 1} & at and name not in beside
    ]:
        beside += new
        at |= {names.index(name) for name in new}
    return beside


def _is_score_option(columns: Columns, name: str) -> bool:
    """Whether a numeric column without a telling header could be a score: many values, and not an input."""
    column = columns.table.frame[name]
    known = parse_header(name).kind in (*INPUT_KINDS, "identifier", "time", "weight", "split")
    return not known and not columns.is_decision(name) and not is_row_number(name, column)


def _of_positive_class(columns: Columns, label: str, positive: str | None) -> tuple[str, ...]:
    """Return the columns that score the positive value beside one for the other value: one column for each model."""
    negative = [value for value in columns.values(label) if value != positive]
    if positive is None or len(negative) != 1:
        return ()
    found, free = [], list(columns.numeric)
    while pair := binary_score_columns(columns.table.frame, positive, negative[0], free):
        found.append(pair[0])
        free = [name for name in free if name not in pair]
    return tuple(found)


def _is_score_header(name: str) -> bool:
    return parse_header(name).kind == "score" and not (
        parse_header(name).mentions_model and not parse_header(name).mentions_score
    )


def _is_fraction(columns: Columns, name: str) -> bool:
    """Whether all numbers are between 0 and 1, and some are not whole."""
    number = columns.numbers(name)
    known = number[np.isfinite(number)]
    return bool(known.size and (known >= 0).all() and (known <= 1).all() and (known != np.round(known)).any())


def _same_form(columns: Columns, one: str, other: str) -> bool:
    """Whether two columns of fractions are both probabilities, or both not."""
    has_both = all(has_fractions(columns.table.frame[name]) for name in (one, other))
    return has_both and _is_fraction(columns, one) == _is_fraction(columns, other)


def _drop_same_order(columns: Columns, names: list[str]) -> list[str]:
    """Drop columns, such as logits, that put the rows in the same order as a probability in the table."""
    shares = [name for name in names if _is_fraction(columns, name)]
    return [name for name in names if name in shares or not any(_same_order(columns, name, one) for one in shares)]


def _same_order(columns: Columns, one: str, other: str) -> bool:
    """Whether two columns put the rows in the same order, except for ties from rounding."""
    first, second = (pd.Series(columns.numbers(name)).rank() for name in (one, other))
    has_same_gaps = first.isna().equals(second.isna())
    return has_same_gaps and (first.equals(second) or bool(first.corr(second) >= MIN_RANK_CORRELATION))


def _strip_number(name: str) -> str:
    return name.rstrip("0123456789")
