"""How often the gate is wrong: stops a model that is no worse than allowed, or calls one that is worse no worse.
How often it finds the loss that it states stands beside it.

    make bench-gate

Scores are normal, the positives' higher; some are cut into a few levels, so that they tie, some spread wider, and some
models know only half of the positives. The new model's true area, from the distributions themselves at the class
balance of the samples, is that of the old, less by the allowed loss, or less by what the gate says it would find.
With 2,000 samples a share of 5% is known to 0.5 points, one of 80% to 0.9.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from math import erfc, sqrt
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from numpy.typing import NDArray

from pr_metrics import SCHEMES, NoninferiorityTest, OperatingPoints, noninferiority_test

LEVEL, LOSS, SEED, REPEATS = 0.95, 0.01, 19, 2000
LEVELS_BETWEEN, FINE = (5.0, -3.0), 20_000  # scores; places at which truths are summed
HALVINGS = 40

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Model:
    """How far its positives lie above, how wide they spread, which share of them it knows, and its levels (0: none)."""

    wide: float = 1.0
    levels: int = 0
    known: float = 1.0
    above: float = 0.0

    def called(self) -> tuple[Numbers, Numbers]:
        """Shares of positives and negatives that are called at each threshold; all at the last."""
        edges = np.linspace(14.0, -10.0, FINE + 1)
        if self.levels:
            edges = np.append(np.linspace(*LEVELS_BETWEEN, self.levels + 1)[:-1], -np.inf)
        alarms = np.array([erfc(edge / sqrt(2)) / 2 for edge in edges])
        hits = np.array([erfc((edge - self.above) / (self.wide * sqrt(2))) / 2 for edge in edges])
        hits = self.known * hits + (1 - self.known) * alarms
        hits[-1] = alarms[-1] = 1.0
        return hits, alarms

    def area(self, positives: int, negatives: int) -> float:
        """The step area of all rows of the kind."""
        counts = (
            np.diff(total * share, prepend=0.0)
            for total, share in zip((positives, negatives), self.called(), strict=True)
        )
        return float(
            SCHEMES["step"].area(OperatingPoints.from_counts(np.arange(0, -self.called()[0].size, -1), *counts))
        )

    def with_area(self, area: float, positives: int, negatives: int) -> Model:
        """The same model with its positives where they give that area."""
        low, high = -2.0, 10.0
        for _ in range(HALVINGS):
            half = (low + high) / 2
            below = replace(self, above=half).area(positives, negatives) < area
            low, high = (half, high) if below else (low, half)
        return replace(self, above=low)

    def scores(self, label: NDArray[np.bool_], noise: Numbers, luck: Numbers) -> Numbers:
        """Scores of rows; luck, from 0 to 1, says which positives the model knows."""
        known = label & (luck < self.known)
        score = np.where(known, self.above + self.wide * noise, noise)
        if not self.levels:
            return score
        edges = np.linspace(*LEVELS_BETWEEN, self.levels + 1)[:-1]
        return -np.searchsorted(-edges, -score, side="left").astype(np.float64)

    def __str__(self) -> str:
        words = [f"{self.levels} levels"] if self.levels else []
        words += [f"{self.wide:g} times as wide"] if self.wide != 1 else []
        return ", ".join([*words, *(["half"] if self.known != 1 else [])]) or "smooth"


SMOOTH, LEVELS, FEW_LEVELS, WIDE, HALF = Model(), Model(levels=8), Model(levels=4), Model(wide=2.0), Model(known=0.5)


@dataclass(frozen=True)
class Design:
    """How many positives, which share of the rows they are, the old area, how alike noise is, and both models."""

    positives: int
    prevalence: float
    area: float
    alike: float
    new: Model = SMOOTH
    old: Model = SMOOTH

    @property
    def negatives(self) -> int:
        """How many go with the positives at the prevalence."""
        return round(self.positives * (1 - self.prevalence) / self.prevalence)

    def decisions(self, true_loss: float) -> list[NoninferiorityTest]:
        """The gate on samples of a new model that is worse by so much."""
        rng = np.random.default_rng([SEED, DESIGNS.index(self)])
        classes = self.positives, self.negatives
        new, old = (
            one.with_area(area, *classes) for one, area in ((self.new, self.area - true_loss), (self.old, self.area))
        )
        label, found = np.arange(sum(classes)) < self.positives, []
        for _ in range(REPEATS):
            both, *own = rng.normal(size=(3, label.size))
            one, other = (sqrt(self.alike) * both + sqrt(1 - self.alike) * noise for noise in own)
            luck = rng.random(label.size)
            scores = new.scores(label, one, luck), old.scores(label, other, luck)
            found.append(noninferiority_test(label, *scores, loss=LOSS, confidence_level=LEVEL))
        return found


DESIGNS = [
    *(Design(10, *rest) for rest in (
        (0.5, 0.75, 0.0), (0.5, 0.75, 0.7), (0.5, 0.9, 0.7), (0.1, 0.5, 0.7), (0.1, 0.5, 0.95), (0.01, 0.5, 0.0),
        (0.1, 0.5, 0.7, LEVELS, LEVELS), (0.1, 0.5, 0.7, LEVELS), (0.5, 0.65, 0.9, WIDE), (0.01, 0.6, 0.0, HALF))),
    *(Design(20, *rest) for rest in (
        (0.5, 0.75, 0.0), (0.1, 0.5, 0.7), (0.01, 0.3, 0.95), (0.5, 0.75, 0.7, LEVELS, LEVELS),
        (0.5, 0.65, 0.9, FEW_LEVELS), (0.1, 0.35, 0.9, WIDE))),
    *(Design(50, *rest) for rest in (
        (0.5, 0.75, 0.7), (0.1, 0.5, 0.0), (0.01, 0.3, 0.7), (0.1, 0.5, 0.95, LEVELS, LEVELS),
        (0.5, 0.75, 0.9, LEVELS), (0.1, 0.35, 0.9, WIDE))),
    *(Design(200, *rest) for rest in (
        (0.5, 0.75, 0.7), (0.1, 0.5, 0.95), (0.01, 0.3, 0.7), (0.1, 0.5, 0.7, LEVELS, LEVELS),
        (0.5, 0.65, 0.9, FEW_LEVELS), (0.5, 0.85, 0.9, WIDE))),
    *(Design(1000, *rest) for rest in (
        (0.5, 0.75, 0.7), (0.1, 0.5, 0.95), (0.01, 0.3, 0.7), (0.1, 0.5, 0.7, LEVELS, LEVELS),
        (0.5, 0.65, 0.9, FEW_LEVELS))),
]  # fmt: skip


def stopped(decisions: list[NoninferiorityTest]) -> float:
    """How often, in per cent."""
    return 100 * float(np.mean([not one.passed for one in decisions]))


def called_no_worse(decisions: list[NoninferiorityTest]) -> float:
    """How often, in per cent."""
    return 100 * float(np.mean([one.outcome == "no_worse" for one in decisions]))


def simulated(design: Design) -> str:
    """One line of the table; of a loss that leaves less than chance has, nothing can be found."""
    even, border = design.decisions(0.0), design.decisions(LOSS)
    detectable = float(np.mean([one.detectable for one in border]))
    found = "-"
    if design.area - detectable > design.prevalence:
        found = f"{stopped(design.decisions(detectable)):.1f}"
    models = f"{design.alike:g} | {design.new} | {design.old}"
    return (
        f"| {design.positives} | {design.prevalence:g} | {design.area:g} | {models} "
        f"| {stopped(even):.1f} | {stopped(border):.1f} | {called_no_worse(border):.1f} | {detectable:.3f} | {found} |"
    )


def main() -> int:
    """Simulate and print."""
    names = [
        "positives",
        "prevalence",
        "old area",
        "alike",
        "new",
        "old",
        "stopped at 0",
        f"at {LOSS}",
        f"no worse at {LOSS}",
        "stated",
        "found",
    ]
    print(f"| {' | '.join(names)} |\n|{'--:|' * 4}---|---|{'--:|' * 4}")
    for design in DESIGNS:
        print(simulated(design), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
