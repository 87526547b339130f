"""Which models win under which way of joining, and in little why that changes: the segments of recall that decide.

A model's million segments are more than anybody reads; the few that turn the order are kept, with their rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pr_curve_lab.analysis.number_texts import threshold_text
from pr_curve_lab.reading.cases.cases import Cases, rows_at
from pr_metrics import ModelRanking, OperatingPoints, WinnerChange, winner_change

MOST_SEGMENTS = 5  # named of those that decide
MOST_IN_COLOUR = 4  # models; the rest is grey


@dataclass(frozen=True, slots=True)
class RecallSegment:
    """A segment of recall that belongs to one model, and the rows whose score ends it."""

    model: str
    recall_before: float
    recall_after: float
    gain: float  # area, in favour of the model that wins on the right
    score: float | None  # with which its rows end it; None where no threshold leads to its end
    threshold: str | None  # the same as text
    rows: int  # with that score
    positives: int  # of these rows
    is_start: bool  # whether it lies before the model's first point, where nothing was measured


@dataclass(frozen=True, slots=True, weakref_slot=True)
class RankReversal:
    """A winner on the left who is behind another model on the right."""

    loser: str  # wins on the left, is passed on the right
    winner: str
    areas: Mapping[str, tuple[float, float]]  # of both, left and right
    lead_left: float
    lead_right: float
    deciding: int  # how many segments are needed: without them the loser would still be ahead
    segments: tuple[RecallSegment, ...]  # the largest of them, largest first


def rank_reversal_between(
    ranking: ModelRanking,
    schemes: tuple[str, str],
    points_of: Callable[[str], OperatingPoints],
    cases: Callable[[str], Cases],
) -> RankReversal | None:
    """Why another model wins on the right than on the left; None where no winner of the left is behind there.

    >>> from pr_metrics import rank_models
    >>> points = OperatingPoints.from_counts([1], [1], [1])
    >>> rank_reversal_between(rank_models({"a": points}), ("step", "linear"), dict().get, dict().get) is None
    True
    """
    before, after = (ranking.winners(scheme) for scheme in schemes)
    passed = [model for model in before if model not in after]
    passing = [model for model in after if model not in before]
    if not passed or not passing:
        return None
    loser, winner = passed[0], passing[0]
    change = winner_change(points_of(loser), points_of(winner), *schemes)
    areas = {loser: (change.a.left_area, change.a.right_area), winner: (change.b.left_area, change.b.right_area)}
    return RankReversal(
        loser=loser,
        winner=winner,
        areas=areas,
        lead_left=change.lead_left,
        lead_right=change.lead_right,
        deciding=change.deciding,
        segments=tuple(
            _recall_segment(change, index, winner if change.of_b[index] else loser, points_of, cases)
            for index in range(min(change.deciding, MOST_SEGMENTS))
        ),
    )


def in_colour(ranking: ModelRanking, schemes: tuple[str, str], chosen: str) -> tuple[str, ...]:
    """The models drawn in colour, in the order of the table: winners of both sides, the chosen one, then the best.

    >>> from pr_metrics import rank_models
    >>> points = OperatingPoints.from_counts([1], [1], [1])
    >>> in_colour(rank_models(dict.fromkeys("abcdef", points)), ("step", "linear"), "f")
    ('a', 'b', 'c', 'f')
    """
    by_rank = [ranking.models[index] for index in np.argsort(_ranks(ranking, schemes[0]), kind="stable")]
    wanted = (*(ranking.winners(scheme)[:1] for scheme in schemes), (chosen,), by_rank)
    first = list(dict.fromkeys(model for models in wanted for model in models if model in ranking.models))[
        :MOST_IN_COLOUR
    ]
    return tuple(model for model in ranking.models if model in first)


def schemes_with_other_winners(ranking: ModelRanking, left: str) -> tuple[str, ...]:
    """The schemes under which not the same models win as on the left.

    >>> from pr_metrics import rank_models
    >>> schemes_with_other_winners(rank_models({"a": OperatingPoints.from_counts([1], [1], [1])}), "step")
    ()
    """
    return tuple(key for key in ranking.schemes if ranking.winners(key) != ranking.winners(left))


def areas_under(ranking: ModelRanking, scheme: str) -> dict[str, float]:
    """The area of each model under a scheme.

    >>> from pr_metrics import rank_models
    >>> areas_under(rank_models({"a": OperatingPoints.from_counts([1], [1], [9])}), "step")
    {'a': 0.1}
    """
    return dict(zip(ranking.models, ranking.area[ranking.schemes.index(scheme)].tolist(), strict=True))


def _ranks(ranking: ModelRanking, scheme: str) -> Sequence[int]:
    ranks: list[int] = ranking.rank[ranking.schemes.index(scheme)].tolist()
    return ranks


def _recall_segment(
    change: WinnerChange,
    index: int,
    model: str,
    points_of: Callable[[str], OperatingPoints],
    cases: Callable[[str], Cases],
) -> RecallSegment:
    threshold, segment = float(change.threshold[index]), int(change.segment[index])
    groups = rows_at(cases(model), np.array([threshold]))
    ended = not np.isnan(threshold)
    return RecallSegment(
        model=model,
        recall_before=float(change.recall_before[index]),
        recall_after=float(change.recall_after[index]),
        gain=float(change.gain[index]),
        score=threshold if ended else None,
        threshold=threshold_text(points_of(model).threshold, segment) if ended else None,
        rows=int(groups.rows[0]),
        positives=int(groups.positives[0]),
        is_start=segment == 0,
    )
