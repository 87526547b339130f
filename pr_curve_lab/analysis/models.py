"""Pairs of models on the same rows: differences with intervals, and ranks that change with the scheme.

Step areas are compared by the influence of rows, which needs no samples and so is there at once. Areas under other
schemes are compared by samples of the rows. Of many models the best is compared
with those behind it: hundreds of pairs are read by nobody.

Where the ranks of two models change with the scheme, the few segments that decide it are listed with their rows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np

from pr_curve_lab.analysis.formatting import threshold_text
from pr_curve_lab.analysis.model_resampling import Sampled, SampledPair
from pr_curve_lab.schema.dataset import Cases, rows_at
from pr_curve_lab.schema.tasks import BinaryTasks
from pr_metrics import (
    ModelRanking,
    OperatingPoints,
    PairedDifference,
    WinnerChange,
    holm,
    paired_differences,
    winner_change,
)

ENOUGH_ROWS = 10  # of either class; samples of fewer are too much like the rows themselves to tell of others
SURE = 0.05  # of p-values that were adjusted for how many pairs there are

# Whether chance makes a difference: there is none; nobody knows, for no row or too few show any spread; it could; it
# hardly does alone, but several pairs were looked at; it hardly does.
Finding = Literal["none", "unknown", "few", "open", "alone", "settled"]


@dataclass(frozen=True, slots=True)
class ModelPair:
    """Two models, the first with the larger step area."""

    first: str
    second: str
    found: PairedDifference
    adjusted_p: float  # by Holm, among all pairs

    @property
    def is_settled(self) -> bool:
        """Whether the difference is more than chance would make."""
        return self.adjusted_p < SURE

    @property
    def finding(self) -> Finding:
        """Whether chance makes the difference."""
        if self.found.difference == 0:
            return "none"
        if math.isnan(self.adjusted_p):
            return "unknown"
        if self.is_settled:
            return "settled"
        return "alone" if self.found.lower > 0 else "open"


def model_pairs(tasks: BinaryTasks, areas: Mapping[str, float]) -> tuple[ModelPair, ...]:
    """All pairs of the models, the largest area first; none where a class has too few rows.

    areas: the step area of each model that can be counted.

    >>> from pr_curve_lab.schema.examples import example_tasks
    >>> pairs = model_pairs(example_tasks("four_models"), {"tree": 0.85, "forest": 0.94})
    >>> len(pairs), pairs[0].first, pairs[0].finding
    (1, 'forest', 'settled')
    """
    by_area = sorted(areas, key=lambda name: -areas[name])
    if len(by_area) < 2 or min(_rows_of_classes(tasks, by_area[0])) < ENOUGH_ROWS:
        return ()
    found = _differences(tasks, by_area)
    adjusted = holm([one.p_value for one in found]).tolist()
    pairs = zip(combinations(by_area, 2), found, adjusted, strict=True)
    return tuple(ModelPair(*pair, one, p) for pair, one, p in pairs)


def _rows_of_classes(tasks: BinaryTasks, name: str) -> tuple[int, int]:
    positive = tasks.positive[:, tasks.names.index(name)]
    return int(positive.sum()) + round(tasks.never_scored.positives), int((~positive).sum())


def _differences(tasks: BinaryTasks, names: list[str]) -> list[PairedDifference]:
    columns = [tasks.names.index(name) for name in names]
    positive, missed = tasks.positive[:, columns[0]], tasks.never_scored.positives
    weighed = float(positive.sum() if tasks.weight is None else tasks.weight @ positive)
    return paired_differences(
        positive,
        [tasks.score[:, column] for column in columns],
        sample_weight=tasks.weight,
        total_positives=weighed + missed if missed else None,
        groups=tasks.groups_together,
    )


FEW_MODELS = 4  # of so many all pairs are printed
TOLD_FROM = 20  # rows of either class, from which on the paired test raises as many alarms as it says
MOST_RIVALS = 6  # of the best, where there are more models


@dataclass(frozen=True, slots=True)
class ComparedPair:
    """Two models, the first with the larger area; nan is not known, or not yet."""

    first: str
    second: str
    difference: float
    low: float  # of its 95 % interval
    high: float
    p: float  # of the paired test, among all pairs
    ahead: float  # share of the samples in which the first has the larger area
    finding: Finding


@dataclass(frozen=True, slots=True)
class ComparedPairs:
    """The pairs that are printed, the best and the next first, and how many there are of these models."""

    pairs: tuple[ComparedPair, ...]
    of: int
    fewer_rows: int = TOLD_FROM  # of the class that has fewer

    @property
    def few_rows(self) -> bool:
        """Whether one class has too few rows to tell of others."""
        return self.fewer_rows < ENOUGH_ROWS

    @property
    def is_told_too_rarely(self) -> bool:
        """Whether the paired test, at so few rows of a class, finds a difference too rarely: docs/benchmarks.md."""
        return self.fewer_rows < TOLD_FROM

    @property
    def is_matrix(self) -> bool:
        """Whether every pair is here: then they make a matrix, else a list about the best."""
        return len(self.pairs) == self.of

    @property
    def is_doubtful(self) -> bool:
        """Whether chance could make the lead of the best over the next, also where there are too few rows to tell."""
        if self.few_rows or not self.pairs:
            return self.few_rows
        first = self.pairs[0]
        among_pairs = first.finding == "alone" and not math.isnan(first.p)  # samples count no pairs
        return first.finding == "open" or among_pairs


def compared_pairs(
    areas: Mapping[str, float], tested: Sequence[ModelPair], sampled: Sampled | None, *, fewer_rows: int
) -> ComparedPairs:
    """The pairs of models to print; those that are neither tested nor drawn yet are left out.

    areas: by the scheme that is compared; tested: of the same areas, none for schemes that have no test.
    fewer_rows: of the class that has fewer.

    >>> compared_pairs({"a": 0.5, "b": 0.6}, (), None, fewer_rows=20)
    ComparedPairs(pairs=(), of=1, fewer_rows=20)
    """
    by_area = sorted(areas, key=lambda model: -areas[model])
    wanted = [*combinations(by_area, 2)] if len(by_area) <= FEW_MODELS else _rivals(by_area)
    by_test = {(pair.first, pair.second): pair for pair in tested}
    drawn = {(pair.first, pair.second): pair for pair in (sampled.pairs if sampled else ())}
    pairs = []
    for pair in wanted:
        ahead = drawn[pair].ahead if pair in drawn else math.nan
        if pair in by_test:
            pairs.append(_of_test(by_test[pair], ahead))
        elif pair in drawn:
            difference = areas[pair[0]] - areas[pair[1]]
            pairs.append(_of_samples(drawn[pair], difference, fewer_rows, alone=len(by_area) == 2))
    return ComparedPairs(tuple(pairs), math.comb(len(by_area), 2), fewer_rows)


def _rivals(by_area: Sequence[str]) -> list[tuple[str, str]]:
    return [(by_area[0], rival) for rival in by_area[1 : MOST_RIVALS + 1]]


def _of_test(pair: ModelPair, ahead: float) -> ComparedPair:
    found = pair.found
    return ComparedPair(
        pair.first, pair.second, found.difference, found.lower, found.upper, pair.adjusted_p, ahead, pair.finding
    )


def _of_samples(pair: SampledPair, difference: float, fewer_rows: int, *, alone: bool) -> ComparedPair:
    """A pair by its samples; an interval of several that were looked at says less than it would alone."""
    low, high = pair.lead.low, pair.lead.high
    finding: Finding = "settled" if alone else "alone"
    if low == high == 0:
        finding = "none"
    elif fewer_rows < ENOUGH_ROWS:
        finding = "few"
    elif low <= 0:
        finding = "open"
    return ComparedPair(pair.first, pair.second, difference, low, high, math.nan, pair.ahead, finding)


MOST_SEGMENTS = 5  # named of those that decide
MOST_IN_COLOUR = 4  # models; the rest is grey


@dataclass(frozen=True, slots=True)
class RecallSegment:
    """A segment of recall that belongs to one model, and the rows whose score ends it."""

    model: str
    recall_before: float
    recall_after: float
    gain: float  # area, in favour of the model that wins on the right
    score: float | None  # with which its rows end it; None where no threshold leads to its end
    threshold: str | None  # the same as text
    rows: int  # with that score
    positives: int  # of these rows
    is_start: bool  # whether it lies before the model's first point, where nothing was measured


@dataclass(frozen=True, slots=True, weakref_slot=True)
class RankReversal:
    """A winner on the left who is behind another model on the right."""

    loser: str  # wins on the left, is passed on the right
    winner: str
    areas: Mapping[str, tuple[float, float]]  # of both, left and right
    lead_left: float
    lead_right: float
    deciding: int  # how many segments are needed: without them the loser would still be ahead
    segments: tuple[RecallSegment, ...]  # the largest of them, largest first


def rank_reversal_between(
    ranking: ModelRanking,
    schemes: tuple[str, str],
    points_of: Callable[[str], OperatingPoints],
    cases: Callable[[str], Cases],
) -> RankReversal | None:
    """Why another model wins on the right than on the left; None where no winner of the left is behind there.

    >>> from pr_metrics import rank_models
    >>> points = OperatingPoints.from_counts([1], [1], [1])
    >>> rank_reversal_between(rank_models({"a": points}), ("step", "linear"), dict().get, dict().get) is None
    True
    """
    before, after = (ranking.winners(scheme) for scheme in schemes)
    passed = [model for model in before if model not in after]
    passing = [model for model in after if model not in before]
    if not passed or not passing:
        return None
    loser, winner = passed[0], passing[0]
    change = winner_change(points_of(loser), points_of(winner), *schemes)
    areas = {loser: (change.a.left_area, change.a.right_area), winner: (change.b.left_area, change.b.right_area)}
    return RankReversal(
        loser=loser,
        winner=winner,
        areas=areas,
        lead_left=change.lead_left,
        lead_right=change.lead_right,
        deciding=change.deciding,
        segments=tuple(
            _recall_segment(change, index, winner if change.of_b[index] else loser, points_of, cases)
            for index in range(min(change.deciding, MOST_SEGMENTS))
        ),
    )


def in_colour(ranking: ModelRanking, schemes: tuple[str, str], chosen: str) -> tuple[str, ...]:
    """The models drawn in colour, in the order of the table: winners of both sides, the chosen one, then the best.

    >>> from pr_metrics import rank_models
    >>> points = OperatingPoints.from_counts([1], [1], [1])
    >>> in_colour(rank_models(dict.fromkeys("abcdef", points)), ("step", "linear"), "f")
    ('a', 'b', 'c', 'f')
    """
    by_rank = [ranking.models[index] for index in np.argsort(_ranks(ranking, schemes[0]), kind="stable")]
    wanted = (*(ranking.winners(scheme)[:1] for scheme in schemes), (chosen,), by_rank)
    first = list(dict.fromkeys(model for models in wanted for model in models if model in ranking.models))[
        :MOST_IN_COLOUR
    ]
    return tuple(model for model in ranking.models if model in first)


def schemes_with_other_winners(ranking: ModelRanking, left: str) -> tuple[str, ...]:
    """The schemes under which not the same models win as on the left.

    >>> from pr_metrics import rank_models
    >>> schemes_with_other_winners(rank_models({"a": OperatingPoints.from_counts([1], [1], [1])}), "step")
    ()
    """
    return tuple(key for key in ranking.schemes if ranking.winners(key) != ranking.winners(left))


def areas_under(ranking: ModelRanking, scheme: str) -> dict[str, float]:
    """The area of each model under a scheme.

    >>> from pr_metrics import rank_models
    >>> areas_under(rank_models({"a": OperatingPoints.from_counts([1], [1], [9])}), "step")
    {'a': 0.1}
    """
    return dict(zip(ranking.models, ranking.area[ranking.schemes.index(scheme)].tolist(), strict=True))


def _ranks(ranking: ModelRanking, scheme: str) -> Sequence[int]:
    ranks: list[int] = ranking.rank[ranking.schemes.index(scheme)].tolist()
    return ranks


def _recall_segment(
    change: WinnerChange,
    index: int,
    model: str,
    points_of: Callable[[str], OperatingPoints],
    cases: Callable[[str], Cases],
) -> RecallSegment:
    threshold, segment = float(change.threshold[index]), int(change.segment[index])
    groups = rows_at(cases(model), np.array([threshold]))
    ended = not np.isnan(threshold)
    return RecallSegment(
        model=model,
        recall_before=float(change.recall_before[index]),
        recall_after=float(change.recall_after[index]),
        gain=float(change.gain[index]),
        score=threshold if ended else None,
        threshold=threshold_text(points_of(model).threshold, segment) if ended else None,
        rows=int(groups.rows[0]),
        positives=int(groups.positives[0]),
        is_start=segment == 0,
    )
