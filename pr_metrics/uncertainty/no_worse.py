"""Whether a new model may take an old one's place: a test that speaks up only where the new one is surely worse.

A gate that stands before every release is asked often, so it must seldom be wrong when nothing is. It tests whether
the area fell by more than what is allowed, not whether it fell, and says which loss it could have found.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from numpy.typing import ArrayLike

from pr_metrics.inputs import (
    FloatArray,
    finite_numbers,
    inner_fraction,
    plain,
    positive_mask,
    real_or_nan,
    same_length,
)
from pr_metrics.one_line import one_line
from pr_metrics.row_order import same_order
from pr_metrics.rows import Rows, checked_rows
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.uncertainty.paired_difference import model_area, numbered_clusters, parts_between, variance_of
from pr_metrics.uncertainty.student import lower_p, quantile

LOSS = 0.01  # area
FOUND = 0.8  # of losses as large as `detectable`
# Standard errors, times the root of 1 / positives + 1 / negatives: by so much may a difference of areas of few rows lie
# off, where the models tie or spread unlike each other. Below 2 more than 6 % were stopped: docs/benchmarks.md.
ALLOWANCE = 2.0
OTHER_ROWS = 0.25  # of the variance d * (1 - d) / positives, for a model that is worse by d: found by simulation too
LEAST_DECIMALS, MOST_DECIMALS, LEAST_P = 3, 6, 1 / 1000  # in print


@dataclass(frozen=True, slots=True)
class NoWorse:
    """A decision on a new model, with all that it rests on; areas are step areas."""

    passed: bool
    difference: float  # new less old
    upper: float  # one-sided bound of the difference
    p_value: float  # of a difference as low as this, were the true one just the loss that is allowed
    new_area: float
    old_area: float
    rows: int
    positives: int
    loss: float  # that is allowed
    detectable: float  # the smallest true loss that would be found with 80 % power
    level: float

    def __repr__(self) -> str:
        return one_line(self)

    @property
    def sentence(self) -> str:
        """The decision in words, with as many decimals as the allowed loss needs."""
        decimals = LEAST_DECIMALS
        if self.loss:
            decimals = min(MOST_DECIMALS, max(LEAST_DECIMALS, 1 - math.floor(math.log10(self.loss))))
        old, new, loss = (f"{one:.{decimals}f}" for one in (self.old_area, self.new_area, self.loss))
        went = f"{'rose' if self.difference > 0 else 'fell'} from {old} to" if old != new else "stayed at"
        bound = f"{100 * self.level:g} % upper bound {self.upper:+.{decimals}f}"
        verdict = "not shown to be worse" if self.passed else "worse"
        p = "p < 0.001" if self.p_value < LEAST_P else f"p = {self.p_value:.2g}"
        rows = f"{self.rows:,} rows, {self.positives:,} positive{'' if self.positives == 1 else 's'}"
        said = f"step area {went} {new} ({self.difference:+.{decimals}f}, {bound})"
        said += f": {verdict} by more than the allowed {loss}, {p}; {rows}"
        if not self.passed:
            return said
        found = f"a loss of {self.detectable:.{decimals}f}" if self.detectable < self.old_area else "no loss"
        return f"{said}; {found} would be found with {100 * FOUND:g} % power"


def no_worse(
    y_true: ArrayLike,
    new: ArrayLike,
    old: ArrayLike,
    *,
    loss: float = LOSS,
    level: float = 0.95,
    clusters: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> NoWorse:
    """Test of whether a new model's step area is worse than an old one's, on the same rows, by more than `loss`.

    It is not passed only where D + (c + g (1 + 2 c^2) / 6) * s < -loss: D is the new area less the old, s the standard
    error of `paired_difference`; c = t + a with t the quantile `level` of Student's t, of one degree of freedom less
    than the smaller class has rows (or than there are clusters), and a = 2 * sqrt(1 / positives + 1 / negatives) (or
    2 / sqrt(clusters)) for the bias that areas of few rows have; g is the skewness of D, the sum of (u - mean u)^3 over
    s^3, where above 0, else 0. The left side is the upper bound, p the `level` short of 1 at which it meets -loss. So
    of models that are truly worse by `loss` or less about 1 - level at most are stopped, by simulation from 10
    positives on. What would be found with 80 % power is d = loss + (c + g (1 + 2 c^2) / 6 + t') * sqrt(s^2 + d (1 - d)
    / (4 * positives)), t' the quantile 0.8: models that differ by more also spread more. docs/benchmarks.md has both,
    and what went beyond.
    Where no row shows any spread, as of two rankings without a mistake, D itself decides. Clusters that show none may
    only be alike: there a D other than 0 is refused.
    y_true, new, old: shape (n_rows,), scores in any unit. loss: area, at least 0. level: strictly between 0 and 1.
    clusters: which rows came together, as in `paired_difference`. sample_weight: weighs, and is not so many rows.
    Source: a test of non-inferiority, as Liu, Ma, Wu & Tai (2006), Statist. Med. 25, 1219-1238, have it for ROC; for
    the skewness Johnson (1978), J. Amer. Statist. Assoc. 73, 536-544; both allowances are this project's own.

    Raises
    ------
    ValueError: what `operating_points` and `paired_difference` refuse; lengths that differ; a loss below 0 or not below
        1; no positives or no negatives; a class of one row, or one cluster with all rows of a class, whose spread
        nobody knows; areas that differ where the clusters show no spread.

    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> label = np.arange(1000) < 200
    >>> old = rng.normal(size=1000) + 1.5 * label
    >>> no_worse(label, old + 0.1 * rng.normal(size=1000), old).passed
    True
    >>> found = no_worse(label, old + rng.normal(size=1000), old)
    >>> found.passed, round(found.difference, 2), round(found.upper, 2), round(found.detectable, 2)
    (False, -0.14, -0.09, 0.09)
    """
    share, allowed = inner_fraction("level", level), _loss(loss)
    positive, scores = positive_mask(y_true), (finite_numbers("new", new), finite_numbers("old", old))
    same_length(y_true=positive.size, new=scores[0].size, old=scores[1].size)
    same_order(y_true=y_true, new=new, old=old, sample_weight=sample_weight)
    models = [checked_rows(positive, score, sample_weight=sample_weight) for score in scores]
    _check_classes(models[0])
    cluster = None if clusters is None else numbered_clusters(clusters, y_true, sample_weight)
    areas = [model_area(rows, None, cluster) for rows in models]
    return _decided(models[0], (areas[0].area, areas[1].area), parts_between(*areas), allowed, share)


def _loss(loss: object) -> float:
    number = real_or_nan(loss)
    if not 0 <= number < 1:
        raise ValueError(f"loss must be at least 0 and below 1, got {plain(loss)!r}")
    return number


def _check_classes(rows: Rows) -> None:
    count = int(rows.positive.sum())
    for name, size in (("positive", count), ("negative", rows.positive.size - count)):
        if size == 0:
            raise ValueError(f"y_true must have {name}s, got none in {rows.positive.size} rows")


def _decided(rows: Rows, areas: tuple[float, float], parts: list[FloatArray], loss: float, level: float) -> NoWorse:
    """The decision by the areas, new and old, and the influences of what was drawn apart on their difference."""
    difference, error = areas[0] - areas[1], math.sqrt(sum(variance_of(part) for part in parts))
    known = error > AREA_ROUNDING
    if abs(difference) <= AREA_ROUNDING and not known and not any(part.any() for part in parts):
        error = 0.0  # the same ranking: a class of one row has no spread, but here needs none
    if math.isnan(error):
        raise ValueError("y_true must have two rows of each class, in two clusters where there are any, got fewer")
    if not known and len(parts) == 1 and abs(difference) > AREA_ROUNDING:  # one part: of clusters
        raise ValueError(f"clusters must show a spread where the areas differ, got {parts[0].size} of one influence")
    if known:
        p_value, upper, detectable = _tested(difference, error, parts, loss, level)
    else:
        p_value, upper, detectable = float(difference >= -loss - AREA_ROUNDING), difference, loss
    positives = int(rows.positive.sum())
    return NoWorse(
        p_value >= 1 - level, difference, upper, p_value, *areas, rows.positive.size, positives, loss, detectable, level
    )


def _tested(
    difference: float, error: float, parts: list[FloatArray], loss: float, level: float
) -> tuple[float, float, float]:
    """p, the upper bound, and what would be found."""
    degrees = min(part.size for part in parts) - 1
    allowance = ALLOWANCE * math.sqrt(sum(1 / part.size for part in parts))
    skew = max(0.0, sum(float(((part - part.mean()) ** 3).sum()) for part in parts) / error**3)
    reach = _with_skew(quantile(level, degrees) + allowance, skew)
    p_value = lower_p(allowance - _without_skew(-(difference + loss) / error, skew), degrees)
    far = reach + quantile(FOUND, degrees)
    return p_value, difference + reach * error, _found(loss, far, error, OTHER_ROWS / parts[0].size)


def _with_skew(reach: float, skew: float) -> float:
    """How far a skewed estimate reaches where another reaches so far; below 0 it is only moved."""
    return reach + skew * (1 + 2 * max(0.0, reach) ** 2) / 6


def _without_skew(reach: float, skew: float) -> float:
    """The reach that `_with_skew` turns into this one."""
    moved = reach - skew / 6
    if skew == 0 or moved <= 0:
        return moved
    return 3 / (2 * skew) * (math.sqrt(1 + 4 * skew * moved / 3) - 1)


def _found(loss: float, far: float, error: float, more: float) -> float:
    """The difference d with d - loss = far * sqrt(error^2 + more * d * (1 - d)), at most 1."""
    square = far**2
    a, b, c = 1 + square * more, 2 * loss + square * more, loss**2 - square * error**2
    return min(1.0, (b + math.sqrt(b * b - 4 * a * c)) / (2 * a))
