"""Pairs of models as a page prints them: the difference, how sure it is, and which would be ahead how often.

Step areas are compared by the paired test, others by samples of the rows alone. Of many models the best is compared
with those behind it: hundreds of pairs are read by nobody.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from pr_curve_lab.analysis.model_pairs import ENOUGH_ROWS, Finding, ModelPair
from pr_curve_lab.analysis.model_resampling import Sampled, SampledPair

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
