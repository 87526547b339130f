"""What tools share when all are asked about the same rows: the points, made once for each way of ranking.

Seventeen tools rank rows in a few ways, and ranking is most of the work. A way of ranking is a function from rows to
points; who names the same function gets the same points.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from pr_metrics.points import OperatingPoints
from pr_metrics.rows import Rows

Rank = Callable[[Rows], OperatingPoints]


@dataclass(frozen=True, slots=True, eq=False)
class Rankings:
    """Rows, and the points that were made of them so far."""

    rows: Rows
    _made: dict[Rank, OperatingPoints] = field(default_factory=dict)

    def points(self, rank: Rank) -> OperatingPoints:
        """Points of the rows as this function ranks them.

        >>> from pr_metrics.points import points_of
        >>> from pr_metrics.rows import checked_rows
        >>> rankings = Rankings(checked_rows([1, 0], [0.5, 0.5]))
        >>> rankings.points(points_of) is rankings.points(points_of)
        True
        """
        if rank not in self._made:
            self._made[rank] = rank(self.rows)
        return self._made[rank]
