"""Several models as the page about them shows them: all that its sentences, code, files and report are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pr_curve_lab.analysis.area_intervals import AreaInterval
from pr_curve_lab.analysis.compared_pairs import ComparedPairs, compared_pairs
from pr_curve_lab.analysis.model_pairs import ModelPair
from pr_curve_lab.analysis.model_resampling import Sampled
from pr_curve_lab.analysis.rank_reversal import RankReversal, areas_under
from pr_curve_lab.i18n.citations import Counted
from pr_curve_lab.reading.cases.binary_tasks import BinaryTasks
from pr_metrics import ModelRanking, OperatingPoints


@dataclass(frozen=True, eq=False)
class Models:
    """Several scores for one label, and their areas under every scheme."""

    tasks: BinaryTasks
    ranking: ModelRanking
    schemes: tuple[str, str]  # of the page, left and right; each is one of the ranking's
    counted: Mapping[str, Counted]  # what is said about the rows of each model
    points: Mapping[str, OperatingPoints]  # of each model
    reversal: RankReversal | None = None  # why another model wins on the right, if one does
    sampled: Sampled | None = None  # of the left scheme; None while it is not drawn, and where it cannot be
    pairs: tuple[ModelPair, ...] = ()  # tested, where the left scheme is that of the test
    in_view: str = ""  # the model that other pages show

    @property
    def positive(self) -> np.ndarray:
        """The label of each row, which is the same for all models."""
        label: np.ndarray = self.tasks.positive[:, 0]
        return label

    @property
    def positives(self) -> int:
        """Positive rows, whatever they weigh, and positives that were never scored."""
        return int(self.positive.sum()) + round(self.tasks.never_scored.positives)

    @property
    def fewer_rows(self) -> int:
        """The number of rows of the smaller class."""
        return min(self.positives, int((~self.positive).sum()))

    @property
    def by_area(self) -> list[str]:
        """The models by their area under the left scheme, the largest first; equal ones as they come."""
        areas = areas_under(self.ranking, self.schemes[0])
        return sorted(areas, key=lambda model: -areas[model])

    @property
    def compared(self) -> ComparedPairs:
        """The pairs that the page prints."""
        areas = areas_under(self.ranking, self.schemes[0])
        return compared_pairs(areas, self.pairs, self.sampled, fewer_rows=self.fewer_rows)

    def area(self, scheme: str, model: str) -> float:
        """The area of one model, joined by one scheme."""
        return float(self.ranking.area[self.ranking.schemes.index(scheme), self.ranking.models.index(model)])

    def interval(self, scheme: str, model: str) -> AreaInterval:
        """The interval beside the area of one model, joined by one scheme."""
        return self.counted[model].step.interval_of(scheme, self.area(scheme, model))

    def rank(self, scheme: str, model: str) -> int:
        """The rank of one model under one scheme, 1 for the largest area; 0 where there is none."""
        return int(self.ranking.rank[self.ranking.schemes.index(scheme), self.ranking.models.index(model)])
