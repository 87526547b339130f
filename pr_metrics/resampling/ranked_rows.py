"""The rows of one model in the order of its scores, for samples that draw rows and not counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from pr_metrics.inputs import FloatArray
from pr_metrics.points import OperatingPoints, operating_points
from pr_metrics.resampling.areas import areas_of_counts
from pr_metrics.rows import checked_rows
from pr_metrics.schemes import Scheme
from pr_metrics.segments import IndexArray


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """The rows of one class, the highest score first."""

    order: IndexArray  # which of them comes first, second ...: shape (n_rows,)
    weight: FloatArray | None  # in that order; None where every row counts once
    called: IndexArray  # how many of them each threshold calls positive: shape (n_points,)

    def with_uncalled(self, total: float) -> Side:
        """Add rows below every threshold, which weigh so much together."""
        if total == 0:
            return self
        rows = max(1, round(total))
        weight = np.ones(self.order.size) if self.weight is None else self.weight
        order = np.append(self.order, self.order.size + np.arange(rows))
        return Side(order, np.append(weight, np.full(rows, total / rows)), self.called)

    def drawn(self, often: IndexArray) -> tuple[FloatArray, FloatArray]:
        """The counts at each threshold of samples that have each row so often, and their totals.

        often: shape (n_samples, n_rows). Returns arrays of shape (n_samples, n_points) and (n_samples,).
        """
        counts = np.take(often, self.order, axis=1)
        sums = np.zeros((len(often), self.order.size + 1))
        np.cumsum(counts if self.weight is None else counts * self.weight, axis=1, out=sums[:, 1:])
        return np.take(sums, self.called, axis=1, mode="clip"), sums[:, -1]


@dataclass(frozen=True, slots=True, eq=False)
class RankedRows:
    """One model's rows, positives and negatives apart."""

    points: OperatingPoints
    positives: Side
    negatives: Side

    @classmethod
    def of(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        pos_label: object,
        *,
        sample_weight: ArrayLike | None = None,
        total_positives: float | None = None,
    ) -> RankedRows:
        """Rank the rows by one score; positives that never got one are rows of the same weight, which none calls."""
        rows = checked_rows(y_true, y_score, sample_weight=sample_weight, pos_label=pos_label)
        points = operating_points(rows.positive, rows.score)
        called = points.true_positives.astype(np.intp), points.false_positives.astype(np.intp)
        sides = []
        for of_class, up_to in zip((rows.positive, ~rows.positive), called, strict=True):
            order = np.argsort(-rows.score[of_class], kind="stable")
            sides.append(Side(order, None if rows.weight is None else rows.weight[of_class][order], up_to))
        counted = operating_points(
            rows.positive, rows.score, sample_weight=rows.weight, total_positives=total_positives
        )
        return cls(points, sides[0].with_uncalled(counted.unreached_positives), sides[1])

    @property
    def sizes(self) -> tuple[int, int]:
        """How many positives and how many negatives there are."""
        return self.positives.order.size, self.negatives.order.size

    def areas(self, schemes: Sequence[Scheme], often_positives: IndexArray, often_negatives: IndexArray) -> FloatArray:
        """Areas by each scheme of samples that have each row so often, shape (n_samples, n_schemes)."""
        true, all_true = self.positives.drawn(often_positives)
        false, all_false = self.negatives.drawn(often_negatives)
        return areas_of_counts(schemes, self.points.threshold, true, false, all_true, all_false)
