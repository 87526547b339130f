"""How often the intervals hold what they are to hold, and how often chance alone raises an alarm, by simulation.

    make bench-coverage

Scores are normal, the positives' higher; in some designs cut into a few levels, so that they tie. Truths come from the
distributions themselves. Of each design up to REPEATS samples, fewer where a sample has many rows: with 2,000 a share
of 95 % is known to 0.5 points. Regions and bands take longer: REGIONS and BANDS of them, known to 0.7 and 1.1 points.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from math import erfc, sqrt
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from numpy.typing import NDArray

import pr_metrics.uncertainty.paired_difference as paired
from pr_metrics import (
    SCHEMES,
    OperatingPoints,
    area_bias,
    area_interval,
    area_standard_error,
    curve_band,
    operating_points,
    paired_difference,
    point_region,
)

LEVEL, SEED = 0.95, 18
REPEATS, MOST_ROWS = 2000, 6_000_000  # rows of all samples of a design
REGIONS, BANDS = 1000, 400
BETWEEN = 50  # places between two levels, at which a band is tried
SHARED = 0.7  # of the spread of both models' scores: a row that is hard for one is hard for the other
CLUSTERS = (20, 60)
FINE = 20_000  # places at which truths are summed

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Design:
    """How many positives, which share of the rows they are, how far they lie above, and how many levels scores have."""

    positives: int
    prevalence: float
    above: float  # standard deviations
    levels: int = 0  # 0: every score its own

    @property
    def negatives(self) -> int:
        """How many go with the positives at the prevalence."""
        return round(self.positives * (1 - self.prevalence) / self.prevalence)

    def edges(self) -> Numbers:
        """Thresholds, strictest first."""
        lowest, highest = -4.0, 4.0 + self.above
        return np.linspace(highest, lowest, (self.levels or FINE) + 1)

    def called(self) -> tuple[Numbers, Numbers]:
        """Shares of positives and negatives that are called at each threshold; all at the last."""
        found = [np.array([erfc((edge - mean) / sqrt(2)) / 2 for edge in self.edges()]) for mean in (self.above, 0.0)]
        for one in found:
            one[-1] = 1.0
        return found[0], found[1]

    def scores(self, rng: np.random.Generator) -> tuple[NDArray[np.bool_], Numbers, Numbers]:
        """Labels and the scores of two models that are equally good."""
        label = np.arange(self.positives + self.negatives) < self.positives
        both = self.above * label + sqrt(SHARED) * rng.normal(size=label.size)
        first, second = (both + sqrt(1 - SHARED) * rng.normal(size=label.size) for _ in range(2))
        return label, self._cut(first), self._cut(second)

    def _cut(self, score: Numbers) -> Numbers:
        if not self.levels:
            return score
        return -np.searchsorted(-self.edges()[:-1], -score, side="left").astype(np.float64)


DESIGNS = [
    Design(10, 0.5, 1.0), Design(10, 0.5, 2.0), Design(10, 0.1, 1.0), Design(10, 0.1, 2.0), Design(10, 0.02, 1.5),
    Design(10, 0.002, 3.0), Design(10, 0.1, 1.5, 8), Design(20, 0.5, 1.0), Design(20, 0.1, 1.5), Design(20, 0.02, 2.0),
    Design(20, 0.02, 2.0, 8), Design(50, 0.5, 0.5), Design(50, 0.1, 1.5), Design(50, 0.02, 2.0),
    Design(50, 0.1, 1.5, 5), Design(200, 0.5, 1.0), Design(200, 0.1, 1.5), Design(200, 0.02, 2.0, 20),
    Design(1000, 0.5, 1.0), Design(1000, 0.1, 1.5),
]  # fmt: skip


def true_area(design: Design) -> float:
    """The step area of all rows of the kind, at the class balance of the samples."""
    hits, alarms = design.called()
    counts = np.diff(design.positives * hits, prepend=0.0), np.diff(design.negatives * alarms, prepend=0.0)
    return float(SCHEMES["step"].area(OperatingPoints.from_counts(design.edges(), *counts)))


def regions_held(design: Design) -> float:
    """How often the region of the threshold that calls half of the positives holds its true recall and precision.

    Rows are drawn at random, both classes together; samples without a row that is called are not asked.
    """
    rng, rows = np.random.default_rng([SEED, DESIGNS.index(design)]), design.positives + design.negatives
    expected = np.array(
        [design.positives / 2, design.negatives * erfc(design.above / sqrt(2)) / 2, design.positives / 2]
    )
    precision = expected[0] / expected[:2].sum()
    held, asked = 0, 0
    for hits, alarms, missed, rest in rng.multinomial(rows, np.append(expected, rows - expected.sum()) / rows, REGIONS):
        if hits + alarms and hits + missed:
            region = point_region(OperatingPoints.from_counts([1, 0], [hits, missed], [alarms, rest]), 0, level=LEVEL)
            angle = np.unwrap(np.arctan2(region.precision - precision, region.recall - 0.5))
            held += abs(angle[-1] - angle[0]) > np.pi  # the border goes round it
            asked += 1
    return held / asked


def bands_held(design: Design) -> tuple[float, float]:
    """How often the band holds the whole true curve, between levels too, and its mean width at recall 1/2."""
    rng, held, widths = np.random.default_rng(SEED), 0, []
    places = np.linspace(0, 1, BETWEEN * design.levels + 1)[1:] if design.levels else np.linspace(0, 1, FINE + 1)[1:]
    hits, alarms = (np.interp(places, np.linspace(0, 1, one.size), one) for one in design.called())
    precision = design.positives * hits / (design.positives * hits + design.negatives * alarms)
    for _ in range(BANDS):
        label, score, _ = design.scores(rng)
        band = curve_band(operating_points(label, score), level=LEVEL)
        lowest, highest = (np.interp(hits, band.recall, side) for side in (band.lowest, band.highest))
        held += bool(((lowest <= precision) & (precision <= highest)).all())
        widths.append(np.interp(0.5, band.recall, band.highest) - np.interp(0.5, band.recall, band.lowest))
    return held / BANDS, float(np.mean(widths))


def simulated(design: Design) -> str:
    """One line of the table."""
    rng, truth, held, alarms = np.random.default_rng(SEED), true_area(design), 0, 0
    repeats = max(200, min(REPEATS, MOST_ROWS // (design.positives + design.negatives)))
    areas, errors, biases = [], [], []
    for _ in range(repeats):
        label, first, second = design.scores(rng)
        points = operating_points(label, first)
        interval, found = area_interval(points, level=LEVEL), paired_difference(label, first, second, level=LEVEL)
        held += interval.low <= truth <= interval.high
        alarms += found.p_value < 1 - LEVEL
        areas.append(SCHEMES["step"].area(points))
        errors.append(area_standard_error(points))
        biases.append(area_bias(points))
    band, width = bands_held(design)
    return (
        f"| {design.positives} | {design.prevalence:g} | {design.levels or '-'} | {truth:.3f} "
        f"| {np.mean(areas) - truth:+.3f} | {np.mean(biases):+.3f} | {np.std(areas):.3f} | {np.mean(errors):.3f} "
        f"| {100 * held / repeats:.1f} | {100 * regions_held(design):.1f} | {100 * band:.1f} | {width:.2f} "
        f"| {100 * alarms / repeats:.1f} |"
    )


def alarms_of_clusters(clusters: int) -> float:
    """Alarms of the paired test where rows came in clusters: of 2 to 29 rows, each with its own share of positives."""
    rng, alarms = np.random.default_rng(SEED), 0
    for _ in range(REPEATS):
        cluster = np.repeat(np.arange(clusters), rng.integers(2, 30, clusters))
        label = rng.random(cluster.size) < rng.beta(0.5, 2, clusters)[cluster]
        shared, *own = rng.normal(size=(3, clusters))
        scores = [1.2 * label + 0.7 * (shared + one)[cluster] + rng.normal(size=cluster.size) for one in own]
        alarms += paired_difference(label, *scores, groups=cluster, level=LEVEL).p_value < 1 - LEVEL
    return alarms / REPEATS


def main() -> int:
    """Simulate and print."""
    names = ["positives", "prevalence", "levels", "area", "bias", "said", "spread", "said"]
    names += ["area held", "region held", "band held", "band wide", "alarms"]
    print(f"| {' | '.join(names)} |\n|{'--:|' * len(names)}")
    for design in DESIGNS:
        print(simulated(design), flush=True)
    for clusters in CLUSTERS:
        print(f"{clusters} clusters: {100 * alarms_of_clusters(clusters):.1f} % alarms", flush=True)
    paired.MOST_LEFT_OUT = 0  # as beyond it
    for clusters in CLUSTERS:
        print(f"{clusters} clusters, by influence: {100 * alarms_of_clusters(clusters):.1f} % alarms", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
