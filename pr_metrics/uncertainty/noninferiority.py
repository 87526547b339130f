"""Test whether a new model may replace an old one: worse, no worse, or too few positives to tell.

A gate before every release is used often, so it must seldom stop a model that is not worse. It tests whether the area
fell by more than an allowed loss, not whether it fell. Not finding that a model is worse does not show that it is no
worse: if the rows show neither, the result says so and estimates how many positives would be needed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from numpy.typing import ArrayLike

from pr_metrics.rows import Rows, check_same_order, validate_rows
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.uncertainty.paired_difference import group_indices, influence_difference, model_area, variance_of
from pr_metrics.uncertainty.t_distribution import lower_p, quantile
from pr_metrics.validation import (
    FloatArray,
    check_same_length,
    finite_numbers,
    inner_fraction,
    positive_mask,
    python_value,
    real_or_nan,
    short_repr,
)

DEFAULT_LOSS = 0.01  # area
POWER = 0.8  # probability of finding a loss as large as `detectable`
# Allowance for the bias of a difference of areas of few rows, in standard errors times sqrt(1 / positives + 1 /
# negatives), if ties or spreads of the models differ. Below 2 more than 6% were stopped: docs/benchmarks.md.
BIAS_FACTOR = 2.0
# Share of the variance d * (1 - d) / positives that is added for a model that is worse by d, found by simulation too.
VARIANCE_FACTOR = 0.25
MIN_DECIMALS, MAX_DECIMALS, MIN_P = 3, 6, 1 / 1000  # of printed numbers
MAX_ROW_FACTOR = 10_000  # times the positives of the data; a larger required number is reported as nan
MAX_ITERATIONS = 40  # halvings of the interval that contains the required number

Outcome = Literal["no_worse", "worse", "too_few_positives"]


@dataclass(frozen=True, slots=True)
class NoninferiorityTest:
    """Decision on a new model, with the numbers on which it is based.

    All areas are step areas without unit.

    Attributes
    ----------
    passed : bool
        Whether the new model is not shown to be worse by more than `loss`.
    difference : float
        Area of the new model minus that of the old one.
    upper : float
        One-sided upper bound of the difference.
    p_value : float
        Probability of a difference as low as this or lower, if the true difference were just -`loss`.
    area_a : float
        Area of the new model, in [0, 1].
    area_b : float
        Area of the old model, in [0, 1].
    rows : int
        Number of rows.
    positives : int
        Number of positive rows.
    loss : float
        Loss of area that is allowed, at least 0 and below 1.
    detectable : float
        Smallest true loss that would be found with 80% power.
    confidence_level : float
        Probability of each bound, strictly between 0 and 1.
    outcome : {"no_worse", "worse", "too_few_positives"}
        The decision. "too_few_positives": shown to be neither worse nor no worse.
    lower : float
        One-sided lower bound of the difference.
    positives_needed : float
        Number of positives that would allow a decision with 80% power if the true difference were `difference`;
        ``nan`` if a decision is made or the number is unknown.

    Examples
    --------
    >>> test = noninferiority_test([1, 1, 0, 0], [4, 3, 2, 1], [4, 3, 2, 1])
    >>> test.passed, test.difference
    (True, 0.0)
    """

    passed: bool
    difference: float
    upper: float
    p_value: float
    area_a: float
    area_b: float
    rows: int
    positives: int
    loss: float
    detectable: float
    confidence_level: float
    outcome: Outcome
    lower: float
    positives_needed: float

    def __repr__(self) -> str:
        return short_repr(self)

    @property
    def sentence(self) -> str:
        """The decision in words, with as many decimals as the allowed loss needs; it begins with "too few positives" if
        none is made.
        """
        decimals = MIN_DECIMALS
        if self.loss:
            decimals = min(MAX_DECIMALS, max(MIN_DECIMALS, 1 - math.floor(math.log10(self.loss))))
        old, new, loss = (f"{one:.{decimals}f}" for one in (self.area_b, self.area_a, self.loss))
        went = f"{'rose' if self.difference > 0 else 'fell'} from {old} to" if old != new else "stayed at"
        at = f"{100 * self.confidence_level:g}%"
        p = "p < 0.001" if self.p_value < MIN_P else f"p = {self.p_value:.2g}"
        rows = f"{self.rows:,} rows, {self.positives:,} positive{'' if self.positives == 1 else 's'}"
        moved = f"step area {went} {new} ({self.difference:+.{decimals}f}, {at}"
        lower, upper = f"{self.lower:+.{decimals}f}", f"{self.upper:+.{decimals}f}"
        power = f"with {100 * POWER:g}% power"
        if self.outcome == "too_few_positives":
            text = f"too few positives to tell: {moved} bounds {lower} and {upper}; allowed loss {loss}); {rows}"
            if math.isnan(self.positives_needed):
                return text
            needed = f"from about {self.positives_needed:,.0f} positives"
            return f"{text}; a true difference of this size would be told {power} {needed}"
        if self.outcome == "worse":
            return f"{moved} upper bound {upper}): worse by more than the allowed {loss}, {p}; {rows}"
        found = f"a loss of {self.detectable:.{decimals}f}" if self.detectable < self.area_b else "no loss"
        text = f"{moved} lower bound {lower}): not worse by more than the allowed {loss}; {rows}"
        return f"{text}; {found} would be found {power}"


def noninferiority_test(
    y_true: ArrayLike,
    y_score_a: ArrayLike,
    y_score_b: ArrayLike,
    *,
    loss: float = DEFAULT_LOSS,
    confidence_level: float = 0.95,
    groups: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> NoninferiorityTest:
    """Test whether a new model's step area is worse than an old one's by more than `loss`, on the same rows.

    Let D be the new area minus the old one and s the standard error of `paired_difference`. The upper bound of D is k s
    above D, and the new model is worse if it is below -`loss`. Here k = c + g (1 + 2 c^2) / 6 and c = t + a. The
    quantile t for `confidence_level` is Student's, with one degree of freedom fewer than the smaller class has rows (or
    than there are groups). The allowance a = 2 sqrt(1 / positives + 1 / negatives) (or 2 / sqrt(groups)) is for the
    bias of areas of few rows. The skewness g of D is the sum of (u - mean u)^3 over s^3 if that is above 0, else 0,
    where u is the influence of a row on D.

    The lower bound is minus the upper bound of the test with the two models exchanged. The new model is no worse if the
    lower bound is at least -`loss`. If neither bound decides, there are too few positives to tell.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,)
        Labels, 0 and 1, -1 and 1, or bool; 1 or True is positive.
    y_score_a : array-like of shape (n_rows,)
        Scores of the new model in any unit; higher means more positive.
    y_score_b : array-like of shape (n_rows,)
        Scores of the old model for the same rows, in any unit.
    loss : float, default 0.01
        Loss of area that is allowed, at least 0 and below 1.
    confidence_level : float, default 0.95
        Probability of each bound, strictly between 0 and 1.
    groups : array-like of shape (n_rows,), optional
        Name of the group (a patient, an image, a query) that each row belongs to. There must be at least two groups.
    sample_weight : array-like of shape (n_rows,), optional
        How much each row counts, at least 0; rows of weight 0 are dropped. A row of weight 3 is not three rows.

    Returns
    -------
    NoninferiorityTest
        `outcome` is "worse", "no_worse" or "too_few_positives"; `passed` is False only if it is "worse".

    Raises
    ------
    ValueError
        The rows are invalid: lengths differ; an argument is empty or not one-dimensional; tables name their rows in
        different orders; `y_true` has a missing label or values other than 0 and 1 (or -1 and 1); a score or weight is
        not a finite number that float64 holds exactly; or a weight is negative or none is above 0. Or `loss` is below 0
        or not below 1; `confidence_level` is not strictly between 0 and 1; there are no positives or no negatives;
        there are fewer than two groups, or a group has no name; a class has a single row, or one group has all rows of
        a class, so that the variation is unknown; or the areas differ although the groups show no variation.

    Notes
    -----
    If no row shows any variation, as for two rankings without a mistake, D itself decides.

    `detectable` is the true loss d that would be found worse with 80% power:
    d = loss + (k + t') * sqrt(s^2 + d (1 - d) / (4 positives)), where t' is the 80% quantile of Student's t. The
    second term is there because models that differ by more also vary more. `positives_needed` is the number of
    positives, at the same class balance, that would show a true difference of D with that power. It assumes that D is
    the true difference, which holds only approximately.

    By simulation, from 10 positives on, about 1 - `confidence_level` at most of the models that are truly worse by
    `loss` or less are found worse, and about 1 - `confidence_level` at most of those that are truly worse by `loss` or
    more are found no worse. docs/benchmarks.md has both proportions and the exceptions.

    References
    ----------
    .. [1] Liu, Ma, Wu & Tai (2006), Statist. Med. 25, 1219-1238, a test of non-inferiority of ROC areas.
    .. [2] Johnson (1978), J. Amer. Statist. Assoc. 73, 536-544, for the skewness. Both allowances are this project's
       own.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> label = np.arange(1000) < 200
    >>> old = rng.normal(size=1000) + 1.5 * label
    >>> noninferiority_test(label, old + 0.1 * rng.normal(size=1000), old).passed
    True
    >>> found = noninferiority_test(label, old + rng.normal(size=1000), old)
    >>> found.passed, round(found.difference, 2), round(found.upper, 2), round(found.detectable, 2)
    (False, -0.14, -0.09, 0.09)

    Shown to be neither worse nor no worse:

    >>> found = noninferiority_test(label[180:280], old[180:280] + rng.normal(size=100), old[180:280])
    >>> found.passed, found.outcome
    (True, 'too_few_positives')
    """
    share, allowed = inner_fraction("confidence_level", confidence_level), _check_loss(loss)
    positive = positive_mask(y_true)
    scores = finite_numbers("y_score_a", y_score_a), finite_numbers("y_score_b", y_score_b)
    check_same_length(y_true=positive.size, y_score_a=scores[0].size, y_score_b=scores[1].size)
    check_same_order(y_true=y_true, y_score_a=y_score_a, y_score_b=y_score_b, sample_weight=sample_weight)
    models = [validate_rows(positive, score, sample_weight=sample_weight) for score in scores]
    _check_classes(models[0])
    group = None if groups is None else group_indices(groups, y_true, sample_weight)
    areas = [model_area(rows, None, group) for rows in models]
    return _make_result(models[0], (areas[0].area, areas[1].area), influence_difference(*areas), allowed, share)


def _check_loss(loss: object) -> float:
    number = real_or_nan(loss)
    if not 0 <= number < 1:
        raise ValueError(f"loss must be at least 0 and below 1, got {python_value(loss)!r}")
    return number


def _check_classes(rows: Rows) -> None:
    count = int(rows.positive.sum())
    for name, size in (("positive", count), ("negative", rows.positive.size - count)):
        if size == 0:
            raise ValueError(f"y_true must have {name}s, got none in {rows.positive.size} rows")


def _make_result(
    rows: Rows, areas: tuple[float, float], components: list[FloatArray], loss: float, confidence_level: float
) -> NoninferiorityTest:
    """Build the result from the areas of the new and the old model and the influences on their difference."""
    difference, error = areas[0] - areas[1], math.sqrt(sum(variance_of(part) for part in components))
    known = error > AREA_ROUNDING
    if abs(difference) <= AREA_ROUNDING and not known and not any(part.any() for part in components):
        error = 0.0  # the rankings are the same, so a class of one row needs no known variation
    if math.isnan(error):
        raise ValueError("y_true must have two rows of each class, in two groups where there are any, got fewer")
    if not known and len(components) == 1 and abs(difference) > AREA_ROUNDING:  # a single component: groups
        raise ValueError(f"groups must show a spread where the areas differ, got {components[0].size} of one influence")
    positives = int(rows.positive.sum())
    if known:
        p_value, upper, detectable = _p_value_and_bound(difference, error, components, loss, confidence_level)
        lower = difference - _bound_factor([-part for part in components], error, confidence_level) * error
    else:
        p_value, upper, detectable = float(difference >= -loss - AREA_ROUNDING), difference, loss
        lower = max(difference, -loss) if p_value else difference
    passed, needed = p_value >= 1 - confidence_level, math.nan
    outcome: Outcome = "worse" if not passed else "no_worse" if lower >= -loss else "too_few_positives"
    if outcome == "too_few_positives":
        needed = _required_positives(difference, error, components, loss, confidence_level, positives)
    sizes = rows.positive.size, positives
    return NoninferiorityTest(
        passed, difference, upper, p_value, *areas, *sizes, loss, detectable, confidence_level, outcome, lower, needed
    )


def _p_value_and_bound(
    difference: float, error: float, components: list[FloatArray], loss: float, confidence_level: float
) -> tuple[float, float, float]:
    """The p-value, the upper bound, and the smallest loss that would be found."""
    degrees = min(part.size for part in components) - 1
    allowance, skew = _bias_factor(components), _skew(components, error)
    reach = _bound_factor(components, error, confidence_level)
    p_value = lower_p(allowance - _remove_skew(-(difference + loss) / error, skew), degrees)
    far = reach + quantile(POWER, degrees)
    return p_value, difference + reach * error, _loss_at_power(loss, far, error, VARIANCE_FACTOR / components[0].size)


def _bound_factor(
    components: list[FloatArray], error: float, confidence_level: float, row_factor: float = 1.0
) -> float:
    """Distance of a bound from the difference in standard errors, with `row_factor` times as many rows."""
    degrees = row_factor * min(part.size for part in components) - 1
    root = math.sqrt(row_factor)
    return _add_skew(
        quantile(confidence_level, degrees) + _bias_factor(components) / root, _skew(components, error) / root
    )


def _bias_factor(components: list[FloatArray]) -> float:
    return BIAS_FACTOR * math.sqrt(sum(1 / part.size for part in components))


def _skew(components: list[FloatArray], error: float) -> float:
    return max(0.0, sum(float(((part - part.mean()) ** 3).sum()) for part in components) / error**3)


def _required_positives(
    difference: float, error: float, components: list[FloatArray], loss: float, confidence_level: float, positives: int
) -> float:
    """Return the number of positives that shows a difference of this size; nan above `MAX_ROW_FACTOR` times as many."""
    moved, size = abs(difference + loss), abs(difference)
    seen = components if difference < -loss else [-part for part in components]
    wide = math.sqrt(error**2 + VARIANCE_FACTOR / components[0].size * size * (1 - size))

    def has_power(row_factor: float) -> bool:
        degrees = row_factor * min(part.size for part in components) - 1
        far = _bound_factor(seen, error, confidence_level, row_factor) + quantile(POWER, degrees)
        return moved >= far * wide / math.sqrt(row_factor)

    few, many = 0.0, math.log(MAX_ROW_FACTOR)
    if not has_power(MAX_ROW_FACTOR):
        return math.nan
    for _ in range(MAX_ITERATIONS):
        middle = (few + many) / 2
        few, many = (few, middle) if has_power(math.exp(middle)) else (middle, many)
    return _round_up(positives * math.exp(many))


def _round_up(count: float) -> float:
    """Round a count up to two digits, since it is an estimate."""
    unit = 10.0 ** max(0, math.floor(math.log10(count)) - 1)
    return math.ceil(count / unit) * unit


def _add_skew(value: float, skew: float) -> float:
    """Correct the distance of a bound for skewness; below 0 it is only shifted."""
    return value + skew * (1 + 2 * max(0.0, value) ** 2) / 6


def _remove_skew(value: float, skew: float) -> float:
    """The inverse of `_add_skew`."""
    moved = value - skew / 6
    if skew == 0 or moved <= 0:
        return moved
    return 3 / (2 * skew) * (math.sqrt(1 + 4 * skew * moved / 3) - 1)


def _loss_at_power(loss: float, factor: float, error: float, extra: float) -> float:
    """The difference d with d - loss = factor * sqrt(error^2 + extra * d * (1 - d)), at most 1."""
    square = factor**2
    a, b, c = 1 + square * extra, 2 * loss + square * extra, loss**2 - square * error**2
    return min(1.0, (b + math.sqrt(b * b - 4 * a * c)) / (2 * a))
