"""Curves at another class balance, the ROC curve, the gain curve, and the areas that chance gives.

Without a target class balance, both balances are the same object, so that their numbers cannot differ.

The area under the gain curve by chance is the mean over all orders of the rows if there are few, and otherwise over
random orders, enough for the first decimal to be certain.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from pr_curve_lab.analysis.areas import JoinedArea, ThinnedArea, joined_area
from pr_curve_lab.analysis.formatting import format_prevalence, format_unique
from pr_curve_lab.analysis.thinning import Resolution, thin_curve
from pr_curve_lab.schema.dataset import LabeledScores
from pr_metrics import (
    JoinedCurve,
    OperatingPoints,
    PermutationTest,
    at_prevalence,
    chance_corrected_area,
    gain_curve,
    minimum_area,
    minimum_average_precision,
    minimum_precision,
    normalized_area,
    random_average_precision,
    roc_curve,
)
from pr_metrics.uncertainty.permutation import permutation_test_by_scheme
from pr_metrics.uncertainty.resampling import Progress
from pr_metrics.uncertainty.weighted_resampling import permutation_weighted_test_by_scheme


@cache
def chance_precision(positives: int, negatives: int) -> np.ndarray:
    """Return the mean precision at each positive, from the first to the last, over all orders without ties.

    The k-th of P positives has place r of n with probability C(r-1, k-1) C(n-r, P-k) / C(n, P), and then precision is
    k/r. At a number of flagged rows the mean precision is the class balance, but at a recall one looks where a positive
    has just come, so the mean is higher. The mean over all positives is `random_average_precision`.

    >>> chance_precision(1, 1).tolist(), chance_precision(2, 1).round(3).tolist()
    ([0.75], [0.833, 0.778])
    """
    rows = positives + negatives
    log_factorial = np.append(0.0, np.cumsum(np.log(np.arange(1, rows + 1))))

    def log_ways(total: np.ndarray, chosen: int) -> np.ndarray:
        return np.asarray(log_factorial[total] - log_factorial[chosen] - log_factorial[total - chosen])

    means = []
    for hits in range(1, positives + 1):
        place = np.arange(hits, hits + negatives + 1)
        log_share = log_ways(place - 1, hits - 1) + log_ways(rows - place, positives - hits)
        share = np.exp(log_share - log_share.max())
        means.append(float(share @ (hits / place) / share.sum()))
    mean = np.array(means)
    mean.flags.writeable = False  # it is cached
    return mean


def gain_curve_area(points: OperatingPoints, resolution: Resolution) -> ThinnedArea:
    """Join the gains of points by straight lines; recall and precision of the curve are recall and precision gain.

    >>> gain_curve_area(OperatingPoints.from_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1]), Resolution(300)).area
    0.25
    """
    joined = gain_curve(points)
    vertices = JoinedCurve(joined.recall_gain, joined.precision_gain)
    return ThinnedArea(curve=thin_curve(vertices, resolution), area=joined.polygon_area)


N_EDGE_POINTS = 201  # vertices of the edge of the unreachable region


@dataclass(frozen=True, eq=False)
class Balance:
    """The areas of points at one class balance."""

    points: OperatingPoints
    text: str  # the class balance as it is printed
    joined: JoinedArea
    gain: ThinnedArea
    min_curve: JoinedCurve | None  # no ranking lies below it; None if the prevalence rounds to 0 or 1
    chance: float  # area of the line of a random ranking: the class balance, if all rows have a score
    minimum_area: float  # no continuous curve has a smaller area
    chance_corrected_area: float  # 0 for a random ranking, 1 for a perfect one
    # 0 for the smallest area, 1 for a perfect one; like the two above, nan if the prevalence rounds to 0 or 1.
    normalized_area: float

    @property
    def area(self) -> float:
        """The area under the curve of the scheme."""
        return self.joined.area

    @property
    def gain_area(self) -> float:
        """The area under the gain curve."""
        return self.gain.area


@dataclass(frozen=True, eq=False)
class Balances:
    """The areas at the class balance of the data and at the target, which is the same object without a target."""

    scheme: str  # its key
    prevalence: float  # as it was set; that of the target points may differ in the last bit
    measured: Balance
    target: Balance

    @property
    def has_target_prevalence(self) -> bool:
        """Whether a class balance other than that of the data was set."""
        return self.target is not self.measured


@dataclass(frozen=True)
class RowLimits:
    """Areas that need unweighted rows: averages over their orders, for `step` without ties."""

    random: float  # expected for a random order
    minimum: float  # for the worst order


@dataclass(frozen=True)
class PermutationBand:
    """The band that contains most areas with shuffled labels, and how often such an area is at least as large."""

    lower: float
    upper: float
    p_value: float
    n_permutations: int

    @property
    def n_reached(self) -> int:
        """How many of the areas are at least as large: the data count as one more permutation in the p-value."""
        return round(self.p_value * (1 + self.n_permutations)) - 1


def compare_balances(
    points: OperatingPoints, prevalence: float | None, scheme: str, resolution: Resolution
) -> Balances:
    """Compute the areas of a scheme at the class balance of the data, and at a target if one is given.

    resolution: of the pictures that are drawn of the curves.

    Raises
    ------
    ValueError: The prevalence is not strictly between 0 and 1, or leaves more negatives than float64 can hold.

    >>> points = OperatingPoints.from_counts([2, 1], [500, 500], [160, 840])
    >>> both = compare_balances(points, 1 / 11, "step", Resolution(300))
    >>> both.measured.text, both.target.text, round(both.target.area, 3), both.has_target_prevalence
    ('0.50', '0.09', 0.165, True)
    >>> compare_balances(points, 0.5, "step", Resolution(300)).has_target_prevalence
    False
    """
    target = points if prevalence is None else at_prevalence(points, prevalence)
    own_text, text = format_balances(points.prevalence, target.prevalence)
    own = _balance(points, own_text, scheme, resolution)
    other = own if target is points else _balance(target, text, scheme, resolution)
    return Balances(scheme, points.prevalence if prevalence is None else prevalence, own, other)


def format_balances(measured: float, target: float) -> tuple[str, str]:
    """Format two class balances, with more digits if they would look equal otherwise.

    >>> format_balances(0.5, 0.1), format_balances(0.3741, 0.3742), format_balances(0.5, 0.00012)
    (('0.50', '0.10'), ('0.3741', '0.3742'), ('0.50', '0.00012'))
    """
    texts = format_prevalence(measured), format_prevalence(target)
    if measured == target or texts[0] != texts[1]:
        return texts
    lower, higher = format_unique(np.sort(np.array([measured, target])))
    return (lower, higher) if measured < target else (higher, lower)


def row_limits(labeled_scores: LabeledScores) -> RowLimits | None:
    """Return the areas of a random and of the worst order of the rows, or None if rows have weights, even whole ones.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> round(row_limits(example_labeled_scores("apples_oranges")).random, 4)
    0.6072
    """
    if labeled_scores.is_weighted:
        return None
    scored, reach = scored_rows(labeled_scores.points), float(labeled_scores.points.recall[-1])
    return RowLimits(reach * random_average_precision(*scored), reach * minimum_average_precision(*scored))


def scored_rows(points: OperatingPoints) -> tuple[int, int]:
    """Return the numbers of positives and negatives that have a score.

    >>> scored_rows(OperatingPoints.from_counts([1], [1], [9], total_positives=4))
    (1, 9)
    """
    return int(points.true_positives[-1]), int(points.negatives)


def chance_area(points: OperatingPoints) -> float:
    """Return the area of the line of a random ranking: the class balance times the recall at which it ends.

    >>> chance_area(OperatingPoints.from_counts([1], [2], [6])), chance_area(
    ...     OperatingPoints.from_counts([1], [2], [6], total_positives=4)
    ... )
    (0.25, 0.125)
    """
    if not points.unscored_positives:
        return points.prevalence
    return float(points.precision[-1] * points.recall[-1])


def _balance(points: OperatingPoints, text: str, scheme: str, resolution: Resolution) -> Balance:
    prevalence, joined = points.prevalence, joined_area(points, scheme, resolution)
    area = joined.area
    two_classes = 0 < prevalence < 1  # weights may round it to 0 or 1
    reach = float(points.recall[-1])
    chance = chance_area(points)
    return Balance(
        points=points,
        text=text,
        joined=joined,
        gain=gain_curve_area(points, resolution),
        chance=chance,
        min_curve=_min_precision_curve(prevalence, reach) if two_classes else None,
        minimum_area=minimum_area(prevalence, max_recall=reach) if two_classes else np.nan,
        chance_corrected_area=chance_corrected_area(area, chance) if two_classes else np.nan,
        normalized_area=normalized_area(area, prevalence, max_recall=reach) if two_classes else np.nan,
    )


def _min_precision_curve(prevalence: float, max_recall: float) -> JoinedCurve:
    """Return the smallest possible precision at every recall that the points reach."""
    recall = np.linspace(0.0, max_recall, N_EDGE_POINTS)
    return JoinedCurve(recall, minimum_precision(recall, prevalence))


BAND_QUANTILES = (0.025, 0.975)


def permutation_bands(
    points: OperatingPoints, schemes: tuple[str, ...], count: int, progress: Progress | None = None
) -> dict[str, PermutationBand]:
    """Shuffle the labels `count` times, with a fixed seed and the same shuffles for all schemes.

    >>> points = OperatingPoints.from_counts([2, 1], [9, 1], [1, 9])
    >>> permutation_bands(points, ("step",), 1000)["step"].p_value < 0.05
    True
    """
    tests = permutation_test_by_scheme(points, schemes, n_permutations=count, progress=progress)
    return {scheme: _band(test) for scheme, test in tests.items()}


def weighted_permutation_bands(
    labeled_scores: LabeledScores, schemes: tuple[str, ...], count: int, progress: Progress | None = None
) -> dict[str, PermutationBand]:
    """Shuffle the labels of weighted rows; the weight of a row stays with its label.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> weighted_permutation_bands(example_labeled_scores("five_rows"), ("step",), 99)["step"].n_permutations
    99
    """
    arrays, total = (labeled_scores.positive, labeled_scores.score), labeled_scores.points.positives
    tests = permutation_weighted_test_by_scheme(
        *arrays, labeled_scores.weight, schemes, total_positives=total, n_permutations=count, progress=progress
    )
    return {scheme: _band(test) for scheme, test in tests.items()}


def _band(test: PermutationTest) -> PermutationBand:
    low, high = np.quantile(test.permuted_areas, BAND_QUANTILES)
    return PermutationBand(float(low), float(high), test.p_value, test.permuted_areas.size)


def roc_curve_area(points: OperatingPoints, resolution: Resolution) -> ThinnedArea:
    """Join points by straight lines from (0, 0); recall and precision of the curve are the two rates.

    >>> roc_curve_area(OperatingPoints.from_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1]), Resolution(300)).area
    0.75
    """
    joined = roc_curve(points)
    vertices = JoinedCurve(joined.false_positive_rate, joined.true_positive_rate)
    return ThinnedArea(curve=thin_curve(vertices, resolution), area=joined.polygon_area)
