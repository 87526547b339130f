"""Several models on the same question: their areas and their order, under every way of joining the points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pr_metrics.given_points import checked_models
from pr_metrics.inputs import FloatArray
from pr_metrics.one_line import one_line
from pr_metrics.points import OperatingPoints
from pr_metrics.schemes import SCHEMES, scheme_named
from pr_metrics.segments import IndexArray
from pr_metrics.tolerances import AREA_ROUNDING


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class ModelRanking:
    """Areas and ranks; both arrays have shape (n_schemes, n_models)."""

    schemes: tuple[str, ...]  # keys
    models: tuple[str, ...]
    area: FloatArray  # nan without positives
    rank: IndexArray  # 1 is the largest area; equal areas share the better rank; 0 where there is no area

    def __repr__(self) -> str:
        return one_line(self)

    def winners(self, scheme: str) -> tuple[str, ...]:
        """The models with the largest area under a scheme: several where the areas are equal, none without positives.

        Raises
        ------
        ValueError: the models were not ranked under that scheme.

        >>> points = OperatingPoints.from_counts([1], [1], [1])
        >>> rank_models({"one": points, "same": points}).winners("step")
        ('one', 'same')
        """
        if scheme not in self.schemes:
            raise ValueError(f"scheme must be one of {', '.join(self.schemes)}, got {scheme!r}")
        first = self.rank[self.schemes.index(scheme)] == 1
        return tuple(model for model, is_first in zip(self.models, first, strict=True) if is_first)


def rank_models(points: Mapping[str, OperatingPoints], schemes: Sequence[str] | None = None) -> ModelRanking:
    """Rank models by their area under each scheme; by default under every one that can join the points of all.

    The rank is 1 + the number of models whose area is larger by more than 1e-12, which is less than two ways of adding
    up the same terms may differ by: models that tie share a rank, and the next is as many places behind (1, 1, 3).

    Raises
    ------
    ValueError: no models, or anything but points; there is no scheme of that key; a scheme does not apply to the
        points of a model.

    >>> sharp = OperatingPoints.from_counts([2, 1], [1, 9], [1, 89])
    >>> ranking = rank_models({"constant": OperatingPoints.from_counts([1], [10], [90]), "sharper": sharp})
    >>> ranking.winners("step"), ranking.winners("linear")
    (('sharper',), ('constant',))
    >>> ranking.rank[ranking.schemes.index("step")].tolist()
    [2, 1]
    """
    if not checked_models(points):
        raise ValueError("points must hold at least one model, got none")
    keys = _applicable(points) if schemes is None else tuple(schemes)
    area = np.array([[scheme_named(key, "schemes").area(one) for one in points.values()] for key in keys])
    area = area.reshape(len(keys), len(points))
    larger = (
        area[:, np.newaxis, :] > area[:, :, np.newaxis] + AREA_ROUNDING
    )  # the last axis: than which this one is smaller
    rank = np.where(np.isnan(area), 0, 1 + larger.sum(axis=2))
    return ModelRanking(schemes=keys, models=tuple(points), area=area, rank=rank)


def _applicable(points: Mapping[str, OperatingPoints]) -> tuple[str, ...]:
    return tuple(key for key, scheme in SCHEMES.items() if all(scheme.applies_to(one) for one in points.values()))
