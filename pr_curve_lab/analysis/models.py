"""Pairs of models on the same rows: differences with intervals, and ranks that change with the scheme.

Step areas are compared by the influence of rows, which needs no samples and is fast. Areas under other schemes are
compared by samples of the rows. Of many models, only the best one is compared with the next ones, because nobody reads
hundreds of pairs.

If the ranks of two models change with the scheme, the few segments that decide it are listed with their rows.

At a requirement, such as a precision of at least 0.8, each model has a best threshold or none. These are compared too,
since a model is used at one threshold.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Literal

import numpy as np

from pr_curve_lab.analysis.alerts import Deployment
from pr_curve_lab.analysis.formatting import DISPLAY_DECIMALS, decimals_to_subtract, format_threshold
from pr_curve_lab.analysis.model_resampling import (
    MIN_LEAD_UNITS,
    BootstrapPair,
    BootstrapResult,
    ModelData,
    bootstrap_recall_lead,
)
from pr_curve_lab.analysis.thresholds import Requirements, find_threshold, limit_binds
from pr_curve_lab.schema.dataset import Dataset, LabeledScores, tie_groups_at
from pr_metrics import (
    Interval,
    ModelRanking,
    OperatingPoints,
    PairedDifference,
    RankReversal,
    holm,
    paired_differences,
    rank_reversal,
)
from pr_metrics.uncertainty.resampling import Progress

MIN_ROWS = 10  # of each class; with fewer, samples are too similar to the rows to generalize
SIGNIFICANCE_LEVEL = 0.05  # for p-values adjusted for the number of pairs

PairStatus = Literal[
    "none",  # the areas are equal
    "unknown",  # no p-value, since the rows show no spread
    "few",  # too few rows to tell
    "open",  # the difference may be due to chance
    "alone",  # significant alone, but not among all pairs
    "settled",  # significant among all pairs
]


@dataclass(frozen=True, slots=True)
class PairTest:
    """The test of the difference of two step areas; the first model has the larger one."""

    first: str
    second: str
    result: PairedDifference
    adjusted_p: float  # by Holm, among all pairs

    @property
    def status(self) -> PairStatus:
        """Whether the difference may be due to chance."""
        if self.result.difference == 0:
            return "none"
        if math.isnan(self.adjusted_p):
            return "unknown"
        if self.adjusted_p < SIGNIFICANCE_LEVEL:
            return "settled"
        return "alone" if self.result.lower > 0 else "open"


def pair_tests(dataset: Dataset, areas: Mapping[str, float]) -> tuple[PairTest, ...]:
    """Compare all pairs of models, the largest area first; return none if a class has too few rows.

    areas: the step area of each model that can be counted.

    >>> from pr_curve_lab.schema.examples import example_dataset
    >>> pairs = pair_tests(example_dataset("four_models"), {"tree": 0.85, "forest": 0.94})
    >>> len(pairs), pairs[0].first, pairs[0].status
    (1, 'forest', 'settled')
    """
    by_area = sorted(areas, key=lambda name: -areas[name])
    if len(by_area) < 2 or min(_rows_of_classes(dataset, by_area[0])) < MIN_ROWS:
        return ()
    found = _differences(dataset, by_area)
    adjusted = holm([one.p_value for one in found]).tolist()
    pairs = zip(combinations(by_area, 2), found, adjusted, strict=True)
    return tuple(PairTest(*pair, one, p) for pair, one, p in pairs)


def _rows_of_classes(dataset: Dataset, name: str) -> tuple[int, int]:
    positive = dataset.positive[:, dataset.names.index(name)]
    return int(positive.sum()) + round(dataset.unscored_positives.total), int((~positive).sum())


def _differences(dataset: Dataset, names: list[str]) -> list[PairedDifference]:
    columns = [dataset.names.index(name) for name in names]
    positive, unscored = dataset.positive[:, columns[0]], dataset.unscored_positives.total
    weighed = float(positive.sum() if dataset.weight is None else dataset.weight @ positive)
    return paired_differences(
        positive,
        [dataset.score[:, column] for column in columns],
        sample_weight=dataset.weight,
        total_positives=weighed + unscored if unscored else None,
        groups=dataset.cluster_of_row,
    )


MAX_MATRIX_MODELS = 4  # up to this number, all pairs are shown
MIN_POWER_ROWS = 20  # of each class, needed for the paired test to have its nominal error rate
MAX_PAIRS = 6  # with the best one, if there are more models


@dataclass(frozen=True, slots=True)
class PairResult:
    """Two models, the first with the larger area; nan means unknown, or not computed yet."""

    first: str
    second: str
    difference: float
    lower: float  # of its 95% interval
    upper: float
    p: float  # of the paired test, adjusted for all pairs
    win_rate: float  # share of the samples in which the first has the larger area; equal areas count half
    status: PairStatus
    decimals: int = DISPLAY_DECIMALS  # of the difference, for printed areas to have it


@dataclass(frozen=True, slots=True)
class PairResults:
    """The pairs to show, that of the best two models first, and the number of all pairs."""

    pairs: tuple[PairResult, ...]
    n_pairs: int
    min_class_rows: int = MIN_POWER_ROWS  # rows in the smaller class

    @property
    def is_small_sample(self) -> bool:
        """Whether a class has too few rows to generalize."""
        return self.min_class_rows < MIN_ROWS

    @property
    def is_small_for_test(self) -> bool:
        """Whether a class has so few rows that the paired test finds differences too rarely: see docs/benchmarks.md."""
        return self.min_class_rows < MIN_POWER_ROWS

    @property
    def is_matrix(self) -> bool:
        """Whether all pairs are included, so that they form a matrix instead of a list about the best."""
        return len(self.pairs) == self.n_pairs

    @property
    def is_ambiguous(self) -> bool:
        """Whether the lead of the best over the next may be due to chance, or there are too few rows to tell."""
        if self.is_small_sample or not self.pairs:
            return self.is_small_sample
        first = self.pairs[0]
        among_pairs = first.status == "alone" and not math.isnan(first.p)  # samples are not adjusted for pairs
        return first.status == "open" or among_pairs

    @property
    def is_significant(self) -> bool:
        """Whether the lead of the best over the next is more than chance."""
        return bool(self.pairs) and self.pairs[0].status == "settled"


def pair_results(
    areas: Mapping[str, float],
    test_pairs: Sequence[PairTest],
    bootstrap_result: BootstrapResult | None,
    *,
    min_class_rows: int,
) -> PairResults:
    """Return the pairs of models to show, without those that are neither tested nor resampled yet.

    areas: by the selected scheme. test_pairs: of the same areas, empty for schemes without a test. min_class_rows: rows
    in the smaller class.

    >>> pair_results({"a": 0.5, "b": 0.6}, (), None, min_class_rows=20)
    PairResults(pairs=(), n_pairs=1, min_class_rows=20)
    """
    by_area = sorted(areas, key=lambda model: -areas[model])
    is_matrix = len(by_area) <= MAX_MATRIX_MODELS
    wanted = combinations(by_area, 2) if is_matrix else product(by_area[:1], by_area[1 : MAX_PAIRS + 1])
    by_test = {(pair.first, pair.second): pair for pair in test_pairs}
    drawn = {(pair.first, pair.second): pair for pair in (bootstrap_result.pairs if bootstrap_result else ())}
    pairs = []
    for pair in wanted:
        of_both = areas[pair[0]], areas[pair[1]]
        if pair in by_test:
            test, ahead = by_test[pair], drawn[pair].win_rate if pair in drawn else math.nan
            tested = test.result.difference, test.result.lower, test.result.upper
            found = PairResult(*pair, *tested, test.adjusted_p, ahead, test.status)
        elif pair in drawn:
            difference = of_both[0] - of_both[1]
            found = _from_bootstrap(drawn[pair], difference, min_class_rows, is_single_pair=len(by_area) == 2)
        else:
            continue
        pairs.append(replace(found, decimals=decimals_to_subtract(*of_both, DISPLAY_DECIMALS + 1)))
    return PairResults(tuple(pairs), math.comb(len(by_area), 2), min_class_rows)


def _from_bootstrap(pair: BootstrapPair, difference: float, min_class_rows: int, *, is_single_pair: bool) -> PairResult:
    """Return a pair by its samples; among several pairs, an interval is weaker evidence than for a single one."""
    low, high = pair.difference.lower, pair.difference.upper
    finding: PairStatus = "settled" if is_single_pair else "alone"
    if low == high == 0:
        finding = "none"
    elif min_class_rows < MIN_ROWS:
        finding = "few"
    elif low <= 0:
        finding = "open"
    return PairResult(pair.first, pair.second, difference, low, high, math.nan, pair.win_rate, finding)


EXAMPLE_PRECISIONS = (0.8, 0.9, 0.95, 0.99, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01)  # if the visitor requires nothing
MIN_EXAMPLE_RECALL = 0.1  # a precision that only a few rows reach says little of a model


NoLead = Literal[
    "computing",  # its interval is not known yet
    "few",  # too few rows or clusters
    "unscored",  # samples have no positives without a score
    "one",  # no two models meet the requirements
    "balance",  # samples have the class balance of the data
    "alerts",  # samples are compared at a required precision, not at a limit on alerts
    "measure",  # nor at other requirements
    "unknown",  # it was not computed
]


@dataclass(frozen=True, slots=True)
class ModelThreshold:
    """The best threshold of a model that meets the requirements; or if none does, the nearest one."""

    model: str
    threshold: float
    precision: float
    recall: float


@dataclass(frozen=True, slots=True, weakref_slot=True)
class ModelThresholds:
    """The models at the same requirements."""

    deployment: Deployment  # of the first model; all have the same rows
    requirements: Requirements
    is_example: bool  # whether nothing was required, so that the precision is an example
    maximized: str  # what is largest at each threshold: "recall", "precision" or "f1"
    reached: tuple[ModelThreshold, ...]  # the best model first
    unreached: tuple[str, ...]  # models without a threshold that meets the requirements
    nearest: ModelThreshold | None  # if no model has one and there is one requirement: the one that comes nearest
    is_limited: bool  # whether a limit on alerts keeps one of the two best models from a lower threshold
    lead: Interval | None = None  # of the recall of the best model minus that of the next
    no_lead: NoLead = "unknown"  # why there is none

    def why_no_lead(self, data: ModelData) -> NoLead | None:
        """Return why samples cannot compare the two best models: only a required precision may decide."""
        if len(self.reached) < 2:
            return "one"
        if self.deployment.has_target_prevalence:
            return "balance"
        if self.is_limited:
            return "alerts"
        if self.maximized != "recall" or not self.requirements.precision:
            return "measure"
        if data.has_unscored_positives:
            return "unscored"
        return "few" if min(data.n_units, data.positives) < MIN_LEAD_UNITS else None


def recall_lead(data: ModelData, found: ModelThresholds, progress: Progress) -> Interval:
    """Return the interval of the lead in recall of the best model over the next at the required precision."""
    first, second = (one.model for one in found.reached[:2])
    return bootstrap_recall_lead(data, first, second, found.requirements.precision or 1.0, progress)


@dataclass(frozen=True, slots=True)
class Crossing:
    """Two step curves that cross: the first leads up to a recall, the second beyond it."""

    first: str
    second: str
    recall: float
    first_gain: float  # area between the curves up to this recall
    second_gain: float  # and beyond it


MIN_CROSSING_AREA = 0.01  # on either side; less looks like two curves that touch


def crossing_of(names: tuple[str, str], points: tuple[OperatingPoints, OperatingPoints]) -> Crossing | None:
    """Return the recall that best separates where each of two models has the higher precision, or None.

    The area between the curves, summed from recall 0, has its extreme there.

    >>> points = tuple(OperatingPoints.from_counts([2, 1], *counts) for counts in (([1, 1], [0, 2]), ([2, 0], [1, 1])))
    >>> crossing_of(("a", "b"), points)
    Crossing(first='a', second='b', recall=0.5, first_gain=0.16666666666666669, second_gain=0.08333333333333331)
    """
    recall = np.unique(np.concatenate([one.recall for one in points]))
    precision = [one.precision[np.minimum(np.searchsorted(one.recall, recall), one.recall.size - 1)] for one in points]
    difference = np.nan_to_num(precision[0] - precision[1]) * np.diff(recall, prepend=0.0)
    found = []
    for (first, second), sign in ((names, 1.0), (names[::-1], -1.0)):
        lead = np.cumsum(sign * difference)
        at = int(lead.argmax())
        found.append(Crossing(first, second, float(recall[at]), float(lead[at]), float(lead[at] - lead[-1])))
    best = max(found, key=lambda one: min(one.first_gain, one.second_gain))
    return best if min(best.first_gain, best.second_gain) >= MIN_CROSSING_AREA else None


def model_thresholds(
    models: tuple[str, ...], deployments: tuple[Deployment, ...], requirements: Requirements | None
) -> ModelThresholds:
    """Find the best threshold of each model, among the measured ones. None requires a precision as an example.

    >>> from pr_curve_lab.analysis.alerts import build_deployment
    >>> used = [OperatingPoints.from_counts([3, 2, 1], [2, *more], [0, 1, 7]) for more in ((0, 0), (1, 0))]
    >>> found = model_thresholds(("a", "b"), tuple(map(build_deployment, used)), Requirements(precision=0.7))
    >>> [(one.model, one.recall, one.precision) for one in found.reached]
    [('a', 1.0, 1.0), ('b', 1.0, 0.75)]
    """
    by_model = dict(zip(models, deployments, strict=True))
    needed = requirements or Requirements(precision=_example_precision(deployments))
    results = {model: find_threshold(used, needed) for model, used in by_model.items()}
    maximized = next(iter(results.values())).maximized

    def at(model: str, index: int) -> ModelThreshold:
        used = by_model[model]
        found = used.expected_counts(index)
        return ModelThreshold(model, float(used.points.threshold[index]), found.precision, found.recall)

    indices = {model: found.index for model, found in results.items() if found.index is not None}
    reached = sorted((at(*one) for one in indices.items()), key=lambda one: -_value(one, maximized))
    best_two = [one.model for one in reached[:2]] if needed.alerts is not None else []
    near = [at(model, index) for model, found in results.items() for index in found.nearest.values()]
    is_single = len(needed.threshold_arguments(deployments[0])) == 1
    nearest = max(near, key=lambda one: one.precision if needed.precision else one.recall, default=None)
    return ModelThresholds(
        deployment=deployments[0],
        requirements=needed,
        is_example=requirements is None,
        maximized=maximized,
        reached=tuple(reached),
        unreached=tuple(model for model in models if model not in indices),
        nearest=nearest if is_single and not reached and needed.alerts is None else None,
        is_limited=any(limit_binds(by_model[model], needed, indices[model]) for model in best_two),
    )


def _example_precision(deployments: Sequence[Deployment]) -> float:
    """Return the first example above the class balance at which a model finds enough positives, or the first of all."""
    found = [one.points for one in deployments]
    useful = (one for one in EXAMPLE_PRECISIONS if one > found[0].prevalence)
    reached = (one for one in useful if max(_largest_recall(points, one) for points in found) >= MIN_EXAMPLE_RECALL)
    return next(reached, EXAMPLE_PRECISIONS[0])


def _largest_recall(points: OperatingPoints, precision: float) -> float:
    return float(points.recall[points.precision >= precision].max(initial=0.0))


def _value(one: ModelThreshold, maximized: str) -> float:
    if maximized == "f1":
        total = one.precision + one.recall
        return 2 * one.precision * one.recall / total if total else 0.0
    return one.recall if maximized == "recall" else one.precision


MAX_SEGMENTS = 5  # listed of those that decide
MAX_COLORED_MODELS = 4  # the others are gray


@dataclass(frozen=True, slots=True)
class RecallSegment:
    """A segment of recall of one model, and the rows whose score is at its end."""

    model: str
    recall_before: float
    recall_after: float
    gain: float  # area, in favor of the best model on the right
    score: float | None  # at its end; None if no threshold leads there
    threshold: str | None  # the same as text
    rows: int  # with that score
    positives: int  # of these rows
    is_start: bool  # whether it lies before the first point of the model, where nothing is measured


@dataclass(frozen=True, slots=True, weakref_slot=True)
class ModelReversal:
    """A model with the largest area on the left that is behind another model on the right."""

    left_best: str
    right_best: str
    areas: Mapping[str, tuple[float, float]]  # of both models, left and right
    left_difference: float
    right_difference: float
    n_required_segments: int  # without which the best model on the left would stay ahead
    segments: tuple[RecallSegment, ...]  # the largest of them, largest first


def model_reversal(
    ranking: ModelRanking,
    schemes: tuple[str, str],
    points_of: Callable[[str], OperatingPoints],
    labeled_scores_of: Callable[[str], LabeledScores],
) -> ModelReversal | None:
    """Return why another model is best on the right, or None unless one is best only left and another only right.

    >>> from pr_metrics import rank_models
    >>> points = OperatingPoints.from_counts([1], [1], [1])
    >>> model_reversal(rank_models({"a": points}), ("step", "linear"), dict().get, dict().get) is None
    True
    """
    before, after = (ranking.best_models(scheme) for scheme in schemes)
    passed = [model for model in before if model not in after]
    passing = [model for model in after if model not in before]
    if not passed or not passing:
        return None
    left_best, right_best = passed[0], passing[0]
    change = rank_reversal(points_of(left_best), points_of(right_best), *schemes)
    areas = {
        left_best: (change.a.left_area, change.a.right_area),
        right_best: (change.b.left_area, change.b.right_area),
    }
    return ModelReversal(
        left_best=left_best,
        right_best=right_best,
        areas=areas,
        left_difference=change.difference_left,
        right_difference=change.difference_right,
        n_required_segments=change.n_deciding,
        segments=tuple(
            _recall_segment(
                change, index, right_best if change.is_from_b[index] else left_best, points_of, labeled_scores_of
            )
            for index in range(min(change.n_deciding, MAX_SEGMENTS))
        ),
    )


def models_in_color(ranking: ModelRanking, schemes: tuple[str, str], selected_model: str) -> tuple[str, ...]:
    """Return the models drawn in color, in the order of the table: the best of each side, the selected one, others.

    >>> from pr_metrics import rank_models
    >>> points = OperatingPoints.from_counts([1], [1], [1])
    >>> models_in_color(rank_models(dict.fromkeys("abcdef", points)), ("step", "linear"), "f")
    ('a', 'b', 'c', 'f')
    """
    ranks = ranking.rank[ranking.schemes.index(schemes[0])]
    by_rank = [ranking.models[index] for index in np.argsort(ranks, kind="stable")]
    wanted = (*(ranking.best_models(scheme)[:1] for scheme in schemes), (selected_model,), by_rank)
    first = list(dict.fromkeys(model for models in wanted for model in models if model in ranking.models))
    return tuple(model for model in ranking.models if model in first[:MAX_COLORED_MODELS])


def model_areas(ranking: ModelRanking, scheme: str) -> dict[str, float]:
    """Return the area of each model under a scheme.

    >>> from pr_metrics import rank_models
    >>> model_areas(rank_models({"a": OperatingPoints.from_counts([1], [1], [9])}), "step")
    {'a': 0.1}
    """
    return dict(zip(ranking.models, ranking.area[ranking.schemes.index(scheme)].tolist(), strict=True))


def models_by_area(ranking: ModelRanking, scheme: str) -> list[str]:
    """Return the models by their area under a scheme, the largest first; equal areas keep their order."""
    areas = model_areas(ranking, scheme)
    return sorted(areas, key=lambda model: -areas[model])


def _recall_segment(
    change: RankReversal,
    index: int,
    model: str,
    points_of: Callable[[str], OperatingPoints],
    labeled_scores_of: Callable[[str], LabeledScores],
) -> RecallSegment:
    threshold, segment = float(change.threshold[index]), int(change.segment[index])
    ties = tie_groups_at(labeled_scores_of(model), np.array([threshold]))
    ended = not np.isnan(threshold)
    return RecallSegment(
        model=model,
        recall_before=float(change.recall_before[index]),
        recall_after=float(change.recall_after[index]),
        gain=float(change.gain[index]),
        score=threshold if ended else None,
        threshold=format_threshold(points_of(model).threshold, segment) if ended else None,
        rows=int(ties.rows[0]),
        positives=int(ties.positives[0]),
        is_start=segment == 0,
    )
