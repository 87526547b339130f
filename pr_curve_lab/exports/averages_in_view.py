"""An average as it was chosen, and all others beside it: what sentences, files and report are made from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from pr_curve_lab.analysis.averages import KINDS, Folds, TaskMatrix, parts_of
from pr_curve_lab.analysis.group_areas import GroupArea
from pr_curve_lab.reading.roles.roles import Kind
from pr_metrics import AverageParts, average_of_areas

MEANS = ("macro", "weighted")  # of the tasks, each with a share


@dataclass(frozen=True, eq=False)
class Averages:
    """An average, what it is made of, and the rows behind it."""

    stem: str  # of the names of files
    name: str  # of the data
    matrix: TaskMatrix
    asked: Kind  # what the tasks are
    average: str  # micro, macro, weighted or samples; of one task each is its area
    scheme: str
    of_all: AverageParts
    by_task: np.ndarray  # the area of each; nan without positives
    folds: Folds | None = None
    groups: tuple[GroupArea | None, ...] = ()  # the folds of one task, each by itself
    weight: str | None = None  # the column
    group: pd.Series | None = None

    @property
    def rows(self) -> int:
        """How many rows are counted."""
        return len(self.matrix.positive)

    @property
    def rows_averaged(self) -> int:
        """How many of them have a part in the average: rows without any label have none in that of samples."""
        return int((self.of_all.share > 0).sum()) if self.average == "samples" and self.several else self.rows

    @property
    def several(self) -> bool:
        """Whether there is more than one task."""
        return len(self.matrix.names) > 1

    @cached_property
    def by_kind(self) -> dict[str, AverageParts]:
        """Every average; made when the first file that has them is asked for, and kept for the others."""
        known = {
            "macro": average_of_areas("macro", self.by_task),
            "weighted": average_of_areas("weighted", self.by_task, self.matrix.positives),
            self.average: self.of_all,
        }
        return {kind: known[kind] if kind in known else parts_of(self.matrix, kind, self.scheme) for kind in KINDS}

    def adds(self, kind: str) -> np.ndarray:
        """The part that each task adds to one of `MEANS`: its area times its share; nan without positives."""
        return np.asarray(self.by_kind[kind].share * self.by_task)
