"""Confidence band of the whole curve, whose points vary together.

A point of the true curve belongs to an unknown threshold. So it is compared with the counts at positions along all
thresholds, and the position that supports it most decides: this is the empirical likelihood ratio of the hypothesis
that the curve passes through the point. The largest of these ratios along a curve has a distribution without a formula,
which depends on the number of rows and on ties. It is simulated with the same number of rows and the same ties, on a
smooth curve of the same ROC area.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.interpolation import IndexArray
from pr_metrics.points import OperatingPoints, check_row_counts, points_of_rows, validate_points
from pr_metrics.roc import roc_area
from pr_metrics.rows import Rows, validate_rows
from pr_metrics.uncertainty.area_interval import MIN_GROUPS, check_groups
from pr_metrics.validation import FloatArray, inner_fraction, short_repr

N_POSITIONS = 200  # positions along the curve, at equal statistical distances
N_EXTRA_RECALLS = 20  # additional recalls if positives are missed, since the true curve may end later
N_RESAMPLES, RANDOM_STATE = 500, 0
MAX_LOG_ODDS_RATIO = 12.0  # log of the largest odds ratio of a smooth curve, whose ROC area is then 0.9999
N_NODES = 33  # nodes of each threshold's limits, which are linear in between to 0.001
MAX_ITERATIONS = 40  # halvings of the interval of a limit or of an odds ratio
N_BAND_POSITIONS, N_GRID = 100, 100  # for `curve_band_of_rows`: thresholds, and additional recalls
MAX_GROUPS = 2000  # more groups are combined
MAX_LOG_ODDS = 50.0  # log of the odds against a positive, at which precision is 0 or 1
TINY = float(np.finfo(np.float64).tiny)  # its log is finite


@dataclass(frozen=True, slots=True, eq=False)
class CurveBand:
    """Confidence band of a precision-recall curve: the lowest and highest precision at each recall.

    Between the recalls the band is bounded by straight lines. The first recall is 0.

    Attributes
    ----------
    recall : ndarray of shape (n_recalls,)
        Recall in ascending order, in [0, 1]; ``nan`` where the band is undefined.
    lower : ndarray of shape (n_recalls,)
        Lowest precision at each recall, in [0, 1]; ``nan`` where the band is undefined.
    upper : ndarray of shape (n_recalls,)
        Highest precision at each recall, in [0, 1]; ``nan`` where the band is undefined.
    confidence_level : float
        Nominal coverage of the whole curve, strictly between 0 and 1.

    Examples
    --------
    >>> band = curve_band(OperatingPoints.from_counts([3, 2, 1], [80, 40, 20], [10, 50, 90]))
    >>> float(band.recall[0]), float(band.lower[0]), float(band.upper[0])
    (0.0, 0.0, 1.0)
    """

    recall: FloatArray
    lower: FloatArray
    upper: FloatArray
    confidence_level: float

    def __repr__(self) -> str:
        return short_repr(self)


@validate_points
def curve_band(points: OperatingPoints, *, confidence_level: float = 0.95) -> CurveBand:
    """Compute a confidence band for the whole true curve at once, at the class balance of the data.

    At recall r and false positive rate f the likelihood ratio of a threshold's counts, with P positives and N
    negatives, is

        D = 2 * (TP ln(TP / (P r)) + FN ln(FN / (P (1 - r))) + FP ln(FP / (N f)) + TN ln(TN / (N (1 - f)))).

    The band contains recall r and precision P r / (P r + N f) if the smallest D of 200 positions along the thresholds'
    counts, joined by straight lines, is at most c. Here c is the quantile `confidence_level` of the largest D along a
    curve, over 500 samples of as many positives and negatives that are simulated on a smooth curve of the same ROC
    area. The samples are the same in every call, and are too few for a `confidence_level` above 0.99.

    The class balance is assumed to be given. If it has to be estimated from the data the band is too narrow, most of
    all near recall 1. Rows are assumed to be independent. For rows that came in groups (of a patient, an image, a
    query) or have weights use `curve_band_of_rows`.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first; they must be numbers of rows, not sums of weights.
    confidence_level : float, default 0.95
        Nominal coverage of the whole curve, strictly between 0 and 1.

    Returns
    -------
    CurveBand
        Recall and precision in [0, 1]; ``nan`` without a positive that has a score.

    Raises
    ------
    ValueError
        The points were made with `sample_weight`, were moved to another class balance, or have a count that is not a
        whole number of rows. Or `confidence_level` is not strictly between 0 and 1.

    Notes
    -----
    At recall 0 the precision may be anything from 0 to 1. The measured points lie inside the band, with a million rows
    to within 0.001. A step between tied rows may leave the band. Positives that no threshold reaches end the band at
    the recall that is still possible. docs/benchmarks.md has the coverage.

    References
    ----------
    .. [1] Claeskens, Jing, Peng & Zhou (2003), Canad. J. Statist. 31, 173-190, for D at one position.
    .. [2] Owen (1995), J. Amer. Statist. Assoc. 90, 516-521, for a band by the largest. The smooth curve is this
       project's own.

    Examples
    --------
    >>> band = curve_band(OperatingPoints.from_counts([3, 2, 1], [80, 40, 20], [10, 50, 90]))
    >>> at = [float(np.interp(0.57, band.recall, side)) for side in (band.lower, band.upper)]  # precision 0.89
    >>> [round(one, 2) for one in at]
    [0.73, 0.95]
    """
    check_row_counts("curve_band", points)
    share = inner_fraction("confidence_level", confidence_level)
    if points.true_positives[-1] == 0:
        nothing = np.full(N_POSITIONS, np.nan)
        return CurveBand(nothing, nothing, nothing, share)
    path = _path(points)
    most = float(np.quantile(_sample_max_ratios(path, _odds_ratio(points)), share, method="weibull"))
    recall, fewest, largest = _rate_limits(path, most)
    tp = path.positives * recall
    lowest, highest = (tp / (tp + path.negatives * rate) for rate in (largest, fewest))
    unknown = 0.0 if path.negatives else 1.0
    return CurveBand(np.append(0.0, recall), np.append(unknown, lowest), np.append(1.0, highest), share)


def curve_band_of_rows(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    groups: ArrayLike | None = None,
    pos_label: object = None,
    confidence_level: float = 0.95,
) -> CurveBand:
    """Compute a confidence band for the whole true curve at once, for rows that have weights or came in groups.

    The band is the union of the regions of 100 positions along the thresholds. The region of a position is where the
    likelihood ratio of true positives, false positives and false negatives, as in `point_region`, is at most c. Here c
    is the quantile `confidence_level`, over 500 bootstrap samples of the groups (or rows), of the largest likelihood
    ratio of the sample's counts along the curve of the data, times

        (K - 1) * ((1 - `confidence_level`)^(-2 / (K - 2)) - 1) / (-2 ln(1 - `confidence_level`)),

    which allows for a small number K of groups. The class balance is estimated too, so near recall 1 the band is wider
    than that of `curve_band`. More than 2,000 groups, or more than 2,000 rows without groups, are combined at random
    into 2,000.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,)
        Labels of two values; 1 or True is positive, or the value that `pos_label` names.
    y_score : array-like of shape (n_rows,)
        Scores in any unit; higher means more positive.
    sample_weight : array-like of shape (n_rows,), optional
        How much each row counts, at least 0; rows of weight 0 are dropped. A row of weight 3 is not three rows.
    groups : array-like of shape (n_rows,), optional
        Name of the group (a patient, an image, a query) that each row belongs to. There must be at least 10 groups.
    pos_label : object, optional
        Label of the positive class. Without it the labels must be 0 and 1, -1 and 1, or bool.
    confidence_level : float, default 0.95
        Nominal coverage of the whole curve, strictly between 0 and 1. The samples are too few for a level above 0.99.

    Returns
    -------
    CurveBand
        Recall and precision in [0, 1]; ``nan`` without positives. docs/benchmarks.md has the coverage.

    Raises
    ------
    ValueError
        The rows are invalid: lengths differ; an argument is empty or not one-dimensional; tables name their rows in
        different orders; `y_true` has a missing label, more than two values, or values other than 0 and 1 (or -1 and 1)
        without `pos_label`; `pos_label` is not in `y_true`; a score or weight is not a finite number that float64 holds
        exactly; or a weight is negative or none is above 0. Or there are fewer than 10 groups or rows; a group has no
        name; or `confidence_level` is not strictly between 0 and 1.

    References
    ----------
    .. [1] Montiel Olea & Plagborg-Moller (2019), J. Appl. Econometrics 34, 1-17, for bands by the largest over samples.
       The likelihood ratio in it is this project's own.

    Examples
    --------
    >>> rng, person = np.random.default_rng(0), np.repeat(np.arange(40), 10)
    >>> label = rng.random(400) < 0.3
    >>> score = label + rng.normal(size=400) + rng.normal(size=40)[person]
    >>> bands = [curve_band_of_rows(label, score, groups=each) for each in (None, person)]
    >>> wide = [float(np.interp(0.5, one.recall, one.upper - one.lower)) for one in bands]
    >>> wide[0] < wide[1]
    True
    """
    share = inner_fraction("confidence_level", confidence_level)
    rows = validate_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
    rng = np.random.default_rng(RANDOM_STATE)
    group = rng.permutation(rows.positive.size) % min(rows.positive.size, MAX_GROUPS)
    if groups is not None:
        group = check_groups(groups, y_true, sample_weight, None)
        if group.max() >= MAX_GROUPS:
            group = (rng.permutation(int(group.max()) + 1) % MAX_GROUPS)[group]
    number = int(group.max()) + 1
    if number < MIN_GROUPS:
        raise ValueError(f"y_true must have at least {MIN_GROUPS} rows to show how they differ, got {number}")
    if not rows.positive.any():
        nothing = np.full(N_POSITIONS, np.nan)
        return CurveBand(nothing, nothing, nothing, share)
    each = _counts_of_groups(rows, group, number)
    counts = each.sum(axis=1)  # (3, n_places)
    drawn = rng.multinomial(number, np.full(number, 1 / number), N_RESAMPLES).astype(np.float64)
    samples = np.array([drawn @ one for one in each])  # (3, N_RESAMPLES, n_places)
    total = samples.sum(axis=0)
    chances = counts / counts.sum(axis=0)
    logs = np.log(np.maximum(samples, TINY)) - np.log(np.maximum(total * chances[:, None], TINY))
    largest = 2 * (samples * logs).sum(axis=0).max(axis=1)
    of_few = (number - 1) * math.expm1(-2 / (number - 2) * math.log1p(-share)) / (-2 * math.log1p(-share))
    most = of_few * float(np.quantile(largest, share, method="weibull"))
    recall = np.union1d(counts[0] / (counts[0] + counts[2]), np.linspace(0, 1, N_GRID + 1)[1:])
    lowest, highest = _precision_limits(counts, recall, most)
    known = lowest <= highest
    sides = ((0.0, recall), (0.0, lowest), (1.0, highest))
    at_0, low, high = (np.append(first, side[known]) for first, side in sides)
    return CurveBand(at_0, low, high, share)


def _counts_of_groups(rows: Rows, group: IndexArray, n_groups: int) -> FloatArray:
    """True positives, false positives and false negatives of each group along the thresholds: (3, n_groups, n_places).

    The places are those of `_path`, except those with no true positives.
    """
    points = points_of_rows(rows)
    path = _path(points, N_BAND_POSITIONS)
    at = np.unique(
        np.rint(np.interp(path.position, np.arange(path.threshold_index.size), path.threshold_index)).astype(np.intp)
    )
    at = at[at > 0] - 1
    at = at[points.true_positives[at] > 0]
    weight = np.ones(group.size) if rows.weight is None else rows.weight / rows.weight.mean()
    first = np.searchsorted(-points.threshold[at], -rows.score)  # first place that predicts the row positive
    cell = group * (at.size + 1) + first
    of_class = (np.bincount(cell, weight * kind, n_groups * (at.size + 1)) for kind in (rows.positive, ~rows.positive))
    tp, fp = (one.reshape(n_groups, -1).cumsum(axis=1)[:, :-1] for one in of_class)
    total = np.bincount(group, weight * rows.positive, n_groups)
    return np.array([tp, fp, total[:, None] - tp])


def _precision_limits(counts: FloatArray, recall: FloatArray, max_ratio: float) -> tuple[FloatArray, FloatArray]:
    """Return the lowest and highest precision at each recall over the regions of all places; lowest > highest if none.

    With a = (1 - p) / p and b = (1 - r) / r, half the likelihood ratio is m ln(1 + a + b) - FP ln a - FN ln b, minus
    its value at the counts' own proportions. It is convex in ln a, with its minimum at a = FP (1 + b) / (m - FP).
    """
    tp, fp, fn = counts[:, :, None]
    total = tp + fp + fn
    odds = (1 - recall) / recall

    own = -sum(count * np.log(np.maximum(count, TINY) / total) for count in (tp, fp, fn))

    def ratio(log_a: FloatArray) -> FloatArray:
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            of_fn = np.where(fn > 0, fn * np.log(np.maximum(odds, TINY)), 0)
            of_fp = np.where(fp > 0, fp * log_a, 0)
            return np.asarray(2 * (total * np.log1p(np.exp(log_a) + odds) - of_fp - of_fn - own))

    with np.errstate(divide="ignore"):
        best = np.maximum(np.log(np.maximum(fp * (1 + odds) / (total - fp), TINY)), -MAX_LOG_ODDS)
    inside = ratio(best) <= max_ratio
    ends = []
    for away in (-MAX_LOG_ODDS, MAX_LOG_ODDS):
        near, far = best, np.full_like(best, away)
        for _ in range(MAX_ITERATIONS):
            half = (near + far) / 2
            is_in = ratio(half) <= max_ratio
            near, far = np.where(is_in, half, near), np.where(is_in, far, half)
        ends.append(1 / (1 + np.exp(near)))
    highest, lowest = (np.where(inside, end, out) for end, out in zip(ends, (0, 1), strict=True))
    return lowest.min(axis=0), highest.max(axis=0)


@dataclass(frozen=True, slots=True, eq=False)
class _Path:
    """Counts at some thresholds, the first of them 0, and positions along the straight lines between them."""

    true_positives: FloatArray  # at the thresholds
    false_positives: FloatArray
    position: FloatArray  # fractional index of the thresholds
    threshold_index: IndexArray  # of these thresholds, from 1; 0 is before the first
    positives: float
    negatives: float

    def at_positions(self, counts: FloatArray) -> FloatArray:
        """Interpolate counts or probabilities at the thresholds to the positions, along the last axis."""
        before = np.minimum(self.position.astype(np.intp), counts.shape[-1] - 2)
        gained = np.diff(counts)[..., before]
        return np.asarray(counts[..., before] + gained * (self.position - before))


def _path(points: OperatingPoints, n_positions: int = N_POSITIONS) -> _Path:
    """Choose positions in equal steps of the arcsines of the roots of both rates, which have constant variance."""
    tp, fp = np.append(0.0, points.true_positives), np.append(0.0, points.false_positives)
    along = np.arcsin(np.sqrt(tp / points.positives))
    if points.negatives:
        along += np.arcsin(np.sqrt(fp / points.negatives))
    place = np.interp(np.linspace(0, along[-1], n_positions), along, np.arange(along.size))
    kept = np.union1d(np.floor(place), np.ceil(place)).astype(np.intp)
    place = np.interp(place, kept, np.arange(kept.size))
    return _Path(tp[kept], fp[kept], place, kept, points.positives, points.negatives)


def _sample_max_ratios(path: _Path, odds_ratio: float) -> FloatArray:
    """Return the largest likelihood ratio along the smooth curve for each sample that is drawn from it."""
    rng = np.random.default_rng(RANDOM_STATE)
    recall, rate = _curve_from_odds_ratio(path, odds_ratio)
    tp, fp = (
        path.at_positions(_sample_counts(share, total, rng))
        for share, total in ((recall, path.positives), (rate, path.negatives))
    )
    recall, rate = path.at_positions(recall), path.at_positions(rate)
    inner = (recall > 0) & (recall < 1) | (rate > 0) & (rate < 1)
    if not inner.any():
        return np.zeros(N_RESAMPLES)
    own = _log_likelihood(tp, path.positives) + _log_likelihood(fp, path.negatives)
    factors = np.stack([own, -tp, tp - path.positives, -fp, fp - path.negatives], axis=-1)
    logs = np.stack([np.ones(inner.sum()), *_log_pair(recall[inner]), *_log_pair(rate[inner])])
    found = ((factor @ logs).min(axis=0).max() for factor in factors)
    return np.asarray(2 * np.fromiter(found, np.float64, N_RESAMPLES))


def _sample_counts(rate: FloatArray, total: float, rng: np.random.Generator) -> FloatArray:
    """Draw counts at each threshold for samples with these rates of positives: (N_RESAMPLES, n_thresholds)."""
    chances = np.append(np.diff(rate), 1 - rate[-1])
    drawn = rng.multinomial(int(total), chances, N_RESAMPLES)[:, :-1].cumsum(axis=1)
    return np.concatenate([np.zeros((N_RESAMPLES, 1)), drawn], axis=1)


def _odds_ratio(points: OperatingPoints) -> float:
    """Return the odds ratio t of recall and false positive rate on the smooth curve with the ROC area of the points.

    On this curve t is constant, and the area is t * (t - 1 - ln t) / (t - 1)^2. Half a pair is added on each side, so
    that the area is never 0 or 1.
    """
    reached = float(points.true_positives[-1])
    pairs = reached * points.negatives
    won = roc_area(points) * points.positives * points.negatives if pairs else 0.0
    area = (won + 0.5) / (pairs + 1)
    low, high = -MAX_LOG_ODDS_RATIO, MAX_LOG_ODDS_RATIO
    for _ in range(MAX_ITERATIONS):
        log = (low + high) / 2
        ratio = math.exp(log)
        found = 0.5 + log / 6 if abs(log) < 0.01 else ratio * (ratio - 1 - log) / (ratio - 1) ** 2
        low, high = (log, high) if found < area else (low, log)
    return math.exp(log)


def _curve_from_odds_ratio(path: _Path, odds_ratio: float) -> tuple[FloatArray, FloatArray]:
    """Return both rates where the curve of this odds ratio predicts as many rows positive as each threshold does."""
    predicted, reached, over = path.true_positives + path.false_positives, path.true_positives[-1], odds_ratio - 1
    linear = reached * odds_ratio + path.negatives - predicted * over
    root = np.sqrt(np.maximum(linear**2 + 4 * path.negatives * over * predicted, 0))
    # The root of negatives * over * f^2 + linear * f - predicted = 0, in the form that loses no digits.
    with np.errstate(divide="ignore", invalid="ignore"):
        far = np.where(linear < 0, (root - linear) / (2 * path.negatives * over), 2 * predicted / (linear + root))
    rate = np.clip(far, 0, 1)
    rate[[0, -1]] = 0, 1
    rate = np.maximum.accumulate(rate)
    recall = np.minimum(odds_ratio * rate / (1 + over * rate), 1) * (reached / path.positives)
    return np.maximum.accumulate(recall), rate


def _rate_limits(path: _Path, max_ratio: float) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return recalls, and at each the lowest and highest false positive rate with a ratio of at most `max_ratio`."""
    tp, fp = path.at_positions(path.true_positives), path.at_positions(path.false_positives)
    reached = np.unique(tp / path.positives)
    recall = np.union1d(reached[reached > 0], np.linspace(reached[-1], 1, N_EXTRA_RECALLS))
    factors = np.stack([tp, path.positives - tp], axis=-1)
    ratios = 2 * (_log_likelihood(tp, path.positives)[:, None] - factors @ np.stack(_log_pair(recall)))
    left = max_ratio - np.where(recall == (tp / path.positives)[:, None], 0, ratios)  # exact at its own recall
    possible = (left >= 0).any(axis=0)
    recall, left = recall[possible], left[:, possible]
    if not path.negatives:
        return recall, np.zeros(recall.size), np.zeros(recall.size)
    node = np.sqrt(np.maximum(left, 0) / max_ratio) * (N_NODES - 1) if max_ratio else np.zeros_like(left)
    below = np.minimum(node.astype(np.intp), N_NODES - 2)
    limits = _limits(fp / path.negatives, max_ratio / path.negatives)
    threshold = np.arange(tp.size)[:, None]
    low, high = (
        one[threshold, below] + (node - below) * (one[threshold, below + 1] - one[threshold, below]) for one in limits
    )
    return recall, np.where(left >= 0, low, 1).min(axis=0), np.where(left >= 0, high, 0).max(axis=0)


def _limits(rate: FloatArray, max_ratio: float) -> tuple[FloatArray, FloatArray]:
    """Return the lowest and highest true rate of observed rates, at N_NODES likelihood ratios: (n_rates, N_NODES)."""
    ratio = np.linspace(0, 1, N_NODES) ** 2 * max_ratio
    own = rate[:, None] + np.zeros(N_NODES)
    reach = np.sqrt(own * ratio), (ratio + np.sqrt(ratio**2 + 4 * own * ratio)) / 2  # at least as far as the limits
    found = []
    for outside in (np.maximum(own - reach[0], 0), np.minimum(own + reach[1], 1)):
        inside, border = own, outside
        for _ in range(MAX_ITERATIONS):
            half = (inside + border) / 2
            hit, miss = _log_pair(half)
            is_in = 2 * (_log_likelihood(own, 1.0) - own * hit - (1 - own) * miss) <= ratio
            inside, border = np.where(is_in, half, inside), np.where(is_in, border, half)
        found.append(border)
    return found[0], found[1]


def _log_likelihood(count: FloatArray, total: float) -> FloatArray:
    """Return the log likelihood of counts at their own proportion."""
    if not total:
        return np.zeros_like(count)
    hit, miss = _log_pair(count / total)
    return np.asarray(count * hit + (total - count) * miss)


def _log_pair(rate: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the logs of a rate and of 1 minus the rate, both finite."""
    return np.log(np.maximum(rate, TINY)), np.log(np.maximum(1 - rate, TINY))
