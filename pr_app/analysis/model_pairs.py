"""Every pair of models on the same rows: by how much their areas differ, and whether chance does that.

By the influence of rows, which takes no samples and so is there at once; for the step area, whose influence is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from pr_app.reading.cases.binary_tasks import BinaryTasks
from pr_metrics import PairedDifference, holm, paired_difference

FEWEST = 10  # rows of either class, below which there is no verdict: see docs/benchmarks.md
SURE = 0.05  # of p-values that were adjusted for how many pairs there are


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


def model_pairs(tasks: BinaryTasks) -> tuple[ModelPair, ...]:
    """All pairs of the models that can be counted, the largest area first; none where a class has too few rows.

    >>> from pr_app.reading.examples import example_tasks
    >>> pairs = model_pairs(example_tasks("four_models"))
    >>> len(pairs), pairs[0].first, pairs[0].is_settled
    (6, 'forest', False)
    """
    names = tasks.countable
    if len(names) < 2 or min(_rows_of_classes(tasks, names[0])) < FEWEST:
        return ()
    by_area = sorted(names, key=lambda name: -_step_area(tasks, name))
    pairs = list(combinations(by_area, 2))
    found = [_difference(tasks, *pair) for pair in pairs]
    adjusted = holm([one.p_value for one in found])
    return tuple(ModelPair(*pair, one, float(p)) for pair, one, p in zip(pairs, found, adjusted, strict=True))


def _rows_of_classes(tasks: BinaryTasks, name: str) -> tuple[int, int]:
    positive = tasks.positive[:, tasks.names.index(name)]
    return int(positive.sum()), int((~positive).sum())


def _step_area(tasks: BinaryTasks, name: str) -> float:
    points = tasks.points(name)
    return float((np.diff(points.recall, prepend=0.0) * points.precision).sum())


def _difference(tasks: BinaryTasks, first: str, second: str) -> PairedDifference:
    columns = [tasks.names.index(one) for one in (first, second)]
    positive, scores = tasks.positive[:, columns[0]], (tasks.score[:, column] for column in columns)
    missed = tasks.never_scored.positives
    weighed = positive.sum() if tasks.weight is None else tasks.weight @ positive
    return paired_difference(
        positive, *scores, sample_weight=tasks.weight, total_positives=float(weighed) + missed if missed else None
    )
