"""Measure by simulation how often intervals, regions and bands hold the truth, and how often tests raise an alarm.

    make bench-coverage
    .venv/bin/python benchmarks/coverage.py --samples 400    (--quick: 40 samples)

Scores are normal, those of positives higher by `distance`. The truth follows from the distributions, not from samples.
Each share is printed with its standard error, as "94.8 (1.1)", in per cent. For rows with weights or groups the
functions of rows are measured: `area_interval_of_rows`, `bootstrap_weighted_interval`, `point_region_of_rows`,
`curve_band_of_rows`, `permutation_weighted_test`. Else these are `area_interval`, `bootstrap_interval`, `point_region`,
`curve_band` and `permutation_test`. Bands are computed for every fourth sample, what draws samples for every second.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from math import erfc, sqrt
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from numpy.typing import NDArray

from pr_metrics import (
    SCHEMES,
    Interval,
    OperatingPoints,
    area_interval,
    area_interval_of_rows,
    bootstrap_difference,
    bootstrap_interval,
    bootstrap_weighted_interval,
    curve_band,
    curve_band_of_rows,
    logit_interval,
    operating_points,
    paired_difference,
    permutation_test,
    permutation_weighted_test,
    point_region,
    point_region_of_rows,
)

CONFIDENCE_LEVEL, SEED = 0.95, 38
RESAMPLES, PERMUTATIONS = 200, 99  # 99 makes a p-value of exactly .05 possible
MOST_ROWS_DRAWN = 2000  # beyond, bootstrap samples and permutations take too long
DRAWN_EVERY, BAND_EVERY = 2, 4  # bootstrap and permutations for every second sample of rows, bands for every fourth
GRID = 4000  # thresholds at which truths are summed
BAND_PLACES = 50  # between two levels, at which a band is tried
SHARED = 0.7  # of the variance of both models' scores: a row that is hard for one is hard for the other
GROUP_SHARE = 0.4  # of the variance of the scores that rows of a group have in common

Floats = NDArray[np.float64]
COLUMNS = ["area", "bootstrap", "logit", "region", "band", "difference", "bootstrap difference", "permutation alarms"]


@dataclass(frozen=True)
class Design:
    """How the rows of a sample come about."""

    positives: int  # with groups, on average
    prevalence: float
    distance: float  # between the means of both classes, in standard deviations
    levels: int = 0  # how many values scores have; 0: all are distinct
    weights: str = ""  # "": none, "equal": all 1, "1-5": of rows, "frequency": counts of rows
    groups: int = 0
    scored: float = 1.0  # share of the positives that have a score; the others are in total_positives
    other_distance: float | None = None  # of the second model

    @property
    def negatives(self) -> int:
        """How many negatives there are at the prevalence."""
        return round(self.positives * (1 - self.prevalence) / self.prevalence)

    @property
    @cache  # noqa: B019
    def edges(self) -> Floats:
        """Thresholds, strictest first."""
        if self.levels == 2:
            return np.array([8.0, self.distance / 2, -8.0])
        return np.linspace(4 + self.distance, -4, (self.levels or GRID) + 1)

    @property
    def rows(self) -> int:
        """How many rows a sample has."""
        return self.positives + self.negatives

    @property
    def of_rows(self) -> bool:
        """Whether the functions of rows are the right ones."""
        return bool(self.groups) or self.weights in ("equal", "1-5")

    @cache  # noqa: B019 (designs live as long as the process)
    def rates(self, distance: float) -> tuple[Floats, Floats]:
        """True recall and false positive rate at each edge."""
        found = [np.array([erfc((edge - mean) / sqrt(2)) / 2 for edge in self.edges]) for mean in (distance, 0.0)]
        for one in found:
            one[-1] = 1.0
        return self.scored * found[0], found[1]

    @cache  # noqa: B019
    def area(self, distance: float) -> float:
        """The true step area."""
        recall, alarms = self.rates(distance)
        counts = [np.diff(one, prepend=0.0) for one in (self.positives * recall, self.negatives * alarms)]
        points = OperatingPoints.from_counts(self.edges, *counts, total_positives=self.positives)
        return float(SCHEMES["step"].area(points))

    def sample(self, rng: np.random.Generator, *, random_classes: bool = False) -> Sample:
        """Rows at random; the numbers of both classes are fixed unless rows come in groups, or it is asked."""
        group = np.repeat(np.arange(self.groups), self.rows // self.groups) if self.groups else None
        if group is not None:
            share = rng.beta(4 * self.prevalence, 4 * (1 - self.prevalence), self.groups)
            label = rng.random(group.size) < share[group]
        elif random_classes:
            label = rng.random(self.rows) < self.prevalence
        else:
            label = np.arange(self.rows) < self.positives
        noise = rng.normal(size=(3, label.size))
        if group is not None:
            common = rng.normal(size=(3, self.groups))[:, group]
            noise = sqrt(GROUP_SHARE) * common + sqrt(1 - GROUP_SHARE) * noise
        other = self.distance if self.other_distance is None else self.other_distance
        scores = [
            self._cut(distance * label + sqrt(SHARED) * noise[0] + sqrt(1 - SHARED) * own)
            for distance, own in zip((self.distance, other), noise[1:], strict=True)
        ]
        total = None
        if self.scored < 1:
            total = int(label.sum())
            known = ~label | (rng.random(label.size) < self.scored)
            label, scores = label[known], [score[known] for score in scores]
        weight = {"1-5": rng.integers(1, 6, label.size), "equal": np.ones(label.size)}.get(self.weights)
        return Sample(label, scores[0], scores[1], weight, group, total, self.weights == "frequency")

    def _cut(self, score: Floats) -> Floats:
        return -np.searchsorted(-self.edges[:-1], -score, side="left").astype(np.float64) if self.levels else score


@dataclass(frozen=True, eq=False)
class Sample:
    """Labels, the scores of two models, and what else is known of the rows."""

    label: NDArray[np.bool_]
    score: Floats
    other_score: Floats
    weight: NDArray[np.generic] | None
    group: NDArray[np.intp] | None
    total: int | None
    counted: bool  # equal rows are given once with a frequency weight

    @property
    def points(self) -> OperatingPoints:
        """The points of the first model."""
        if not self.counted:
            return operating_points(self.label, self.score, total_positives=self.total)
        kinds, count = np.unique(np.array([self.label, self.score]), axis=1, return_counts=True)
        return operating_points(kinds[0] > 0, kinds[1], frequency_weight=count)

    @property
    def weights_or_total(self) -> dict[str, Any]:
        """Keywords of all functions that take rows."""
        return {"sample_weight": self.weight, "total_positives": self.total}


DESIGNS = [
    Design(5, 0.5, 1.0), Design(5, 0.1, 1.5), Design(5, 0.1, 3.0), Design(10, 0.5, 1.0), Design(10, 0.5, 2.0),
    Design(10, 0.1, 1.0), Design(10, 0.1, 2.0), Design(10, 0.02, 1.5), Design(10, 0.1, 1.5, 8), Design(20, 0.5, 1.0),
    Design(20, 0.1, 1.5), Design(20, 0.02, 2.0), Design(20, 0.02, 2.0, 8), Design(50, 0.5, 0.5), Design(50, 0.1, 1.5),
    Design(50, 0.02, 2.0), Design(50, 0.1, 1.5, 5), Design(200, 0.5, 1.0), Design(200, 0.1, 1.5),
    Design(200, 0.1, 2.0, 20), Design(500, 0.5, 1.0),
    # areas near 1, also of two models that differ
    Design(50, 0.5, 3.0, other_distance=2.8), Design(100, 0.5, 3.5, other_distance=3.3),
    Design(500, 0.5, 4.0, other_distance=3.7), Design(500, 0.5, 4.6, other_distance=4.2),
    Design(100, 0.1, 3.5, other_distance=3.3),
    # counts of rows, weights of rows, groups
    Design(100, 0.3, 1.5, 12, weights="frequency"), Design(200, 0.1, 1.5, 30, weights="frequency"),
    Design(100, 0.3, 1.5, weights="equal"), Design(100, 0.3, 1.5, weights="1-5"),
    Design(50, 0.1, 1.5, weights="1-5"), Design(100, 0.3, 3.0, weights="1-5"),
    Design(300, 0.3, 1.5, groups=40), Design(100, 0.1, 1.5, groups=40), Design(500, 0.5, 2.5, groups=40),
    Design(100, 0.3, 1.5, groups=10), Design(300, 0.3, 1.5, groups=40, weights="1-5"),
    # positives without a score, heavy ties, hard labels
    Design(100, 0.3, 1.5, scored=0.8), Design(20, 0.3, 2.0, scored=0.5), Design(100, 0.1, 1.5, 3),
    Design(100, 0.3, 1.5, 2), Design(30, 0.1, 2.0, 2),
]  # fmt: skip


def holds(interval: Interval, truth: float) -> bool:
    """Whether the truth lies inside, up to rounding."""
    return interval.lower - 1e-9 <= truth <= interval.upper + 1e-9


def region_holds(design: Design, rng: np.random.Generator) -> bool | None:
    """Whether the region at a threshold near half of the recall holds its true recall and precision."""
    rows = design.sample(rng, random_classes=True)
    recall, alarms = design.rates(design.distance)
    at = int(np.argmin(np.abs(recall / design.scored - 0.5))) if design.levels != 2 else 1
    threshold = float(-at if design.levels else design.edges[at])
    if not (rows.score >= threshold).any() or not rows.label.any():
        return None
    hits, false = design.positives * recall[at], design.negatives * alarms[at]
    if design.of_rows:
        region = point_region_of_rows(
            rows.label,
            rows.score,
            threshold,
            sample_weight=rows.weight,
            groups=rows.group,
            confidence_level=CONFIDENCE_LEVEL,
        )
    else:
        points = rows.points
        region = point_region(points, int((points.threshold >= threshold).sum()) - 1, confidence_level=CONFIDENCE_LEVEL)
    angle = np.unwrap(np.arctan2(region.precision - hits / (hits + false), region.recall - recall[at]))
    return bool(abs(angle[-1] - angle[0]) > np.pi)  # the border goes round the truth


def band_holds(design: Design, rows: Sample) -> bool:
    """Whether the band holds the whole true curve, between tied levels too."""
    places = np.linspace(0, 1, BAND_PLACES * (design.levels or GRID // BAND_PLACES) + 1)[1:]
    recall, alarms = (np.interp(places, np.linspace(0, 1, one.size), one) for one in design.rates(design.distance))
    called = recall * design.positives + alarms * design.negatives
    precision = np.divide(recall * design.positives, called, out=np.ones(called.size), where=called > 0)
    if design.of_rows:
        band = curve_band_of_rows(
            rows.label, rows.score, sample_weight=rows.weight, groups=rows.group, confidence_level=CONFIDENCE_LEVEL
        )
    else:
        band = curve_band(rows.points, confidence_level=CONFIDENCE_LEVEL)
    lowest, highest = (np.interp(recall, band.recall, side) for side in (band.lower, band.upper))
    return bool(((lowest <= precision + 1e-9) & (precision <= highest + 1e-9)).all())


def permutation_alarm(rows: Sample, rng: np.random.Generator) -> bool | None:
    """Whether chance alone raises an alarm: labels are dealt to the scores at random; None where rows have groups."""
    if rows.group is not None:
        return None
    seed, label = int(rng.integers(2**31)), rng.permutation(rows.label)
    options: dict[str, Any] = {"n_permutations": PERMUTATIONS, "random_state": seed}
    if rows.weight is not None:
        return permutation_weighted_test(label, rows.score, rows.weight, **options).p_value <= 1 - CONFIDENCE_LEVEL
    points = operating_points(label, rows.score, total_positives=rows.total)
    return permutation_test(points, **options).p_value <= 1 - CONFIDENCE_LEVEL


def outcomes(design: Design, number: int) -> list[bool | None]:
    """What one sample gives in each of COLUMNS; None where a function does not apply."""
    rng = np.random.default_rng([SEED, DESIGNS.index(design), number])
    rows, truth = design.sample(rng), design.area(design.distance)
    drawn, seed = design.rows <= MOST_ROWS_DRAWN and number % DRAWN_EVERY == 0, int(rng.integers(2**31))
    drawing: dict[str, Any] = {
        "confidence_level": CONFIDENCE_LEVEL, "n_resamples": RESAMPLES, "random_state": seed
    }  # fmt: skip
    known = {**rows.weights_or_total, "groups": rows.group}
    if design.of_rows:
        by_influence = area_interval_of_rows(rows.label, rows.score, confidence_level=CONFIDENCE_LEVEL, **known)
        by_samples = bootstrap_weighted_interval(rows.label, rows.score, **known, **drawing) if drawn else None
        by_number = None
    else:
        points = rows.points
        by_influence = area_interval(points, confidence_level=CONFIDENCE_LEVEL)
        by_samples = bootstrap_interval(points, **drawing) if drawn else None
        by_number = logit_interval(SCHEMES["step"].area(points), round(points.positives), CONFIDENCE_LEVEL)
    found = [None if one is None else holds(one, truth) for one in (by_influence, by_samples, by_number)]
    other = design.distance if design.other_distance is None else design.other_distance
    gap = truth - design.area(other)
    paired = paired_difference(rows.label, rows.score, rows.other_score, confidence_level=CONFIDENCE_LEVEL, **known)
    differences: list[bool | None] = [bool(paired.lower - 1e-9 <= gap <= paired.upper + 1e-9)]
    if np.isnan(paired.lower):
        differences = [None]
    if drawn and rows.group is None:
        of_difference = {**rows.weights_or_total, **drawing}
        differences.append(holds(bootstrap_difference(rows.label, rows.score, rows.other_score, **of_difference), gap))
    else:
        differences.append(None)
    alarm = permutation_alarm(rows, rng) if drawn else None
    band = band_holds(design, rows) if number % BAND_EVERY == 0 else None
    return [*found, region_holds(design, rng), band, *differences, alarm]


def _task(task: tuple[int, int, int]) -> tuple[int, list[list[bool | None]]]:
    at, start, stop = task
    return at, [outcomes(DESIGNS[at], number) for number in range(start, stop)]


def simulated(samples: int, run: Callable[..., Iterator[tuple[int, list[list[bool | None]]]]]) -> Iterator[str]:
    """The lines of the table, each as soon as its design is done."""
    part = max(1, samples // 4)
    tasks = [(at, start, min(start + part, samples)) for at in range(len(DESIGNS)) for start in range(0, samples, part)]
    done: dict[int, list[list[bool | None]]] = {}
    for at, found in run(_task, tasks):
        done.setdefault(at, []).extend(found)
        if len(done[at]) == samples:
            yield line(DESIGNS[at], done[at])


def line(design: Design, found: list[list[bool | None]]) -> str:
    """One design's line of the table."""
    kind = [f"{design.weights} weights" if design.weights else "", f"{design.groups} groups" if design.groups else ""]
    kind.append(f"{design.scored:.0%} scored" if design.scored < 1 else "")
    kind.append(f"{design.levels} levels" if design.levels else "")
    if design.other_distance is not None:
        kind.append(f"difference {design.area(design.distance) - design.area(design.other_distance):.4f}")
    cells = [str(design.positives), f"{design.prevalence:g}", f"{design.area(design.distance):.4f}"]
    cells.append(", ".join(filter(None, kind)) or "-")
    for column in zip(*found, strict=True):
        values = [one for one in column if one is not None]
        share = float(np.mean(values)) if values else 0.0
        error = sqrt(max(share * (1 - share), 0.25 / max(1, len(values))) / max(1, len(values)))
        cells.append(f"{100 * share:.1f} ({100 * error:.1f})" if values else "-")
    return f"| {' | '.join(cells)} |"


def main() -> int:
    """Simulate and print a Markdown table."""
    parser = argparse.ArgumentParser(description="Measure the coverage of intervals by simulation.")
    parser.add_argument("--samples", type=int, default=400, help="samples of each design")
    parser.add_argument("--quick", action="store_true", help="40 samples of each design")
    asked = parser.parse_args()
    names = ["positives", "prevalence", "true area", "rows", *COLUMNS]
    print(f"| {' | '.join(names)} |\n|--:|--:|--:|---|{'--:|' * len(COLUMNS)}", flush=True)
    with multiprocessing.Pool() as pool:
        for text in simulated(40 if asked.quick else asked.samples, pool.imap):
            print(text, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
