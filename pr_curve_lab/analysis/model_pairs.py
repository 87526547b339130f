"""Every pair of models on the same rows: by how much their areas differ, and whether chance does that.

By the influence of rows, which takes no samples and so is there at once; for the step area, whose influence is known.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from pr_curve_lab.reading.cases.binary_tasks import BinaryTasks
from pr_metrics import PairedDifference, holm, paired_differences

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

    >>> from pr_curve_lab.reading.examples import example_tasks
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
