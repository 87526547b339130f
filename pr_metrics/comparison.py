"""Comparisons: two schemes on the same points, models under every scheme, and where the ranking of two changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pr_metrics.interpolation import IndexArray
from pr_metrics.points import OperatingPoints
from pr_metrics.points_validation import check_models
from pr_metrics.schemes import SCHEMES, Scheme, get_scheme
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.validation import BoolArray, FloatArray, short_repr


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Areas of two schemes; the arrays have one entry a segment of recall, shape (n_segments,).

    A segment ends at each operating point. One more, from the last point's recall to 1, closes the list where a scheme
    has area there; no threshold leads to its end.
    """

    left: str  # key of the scheme
    right: str
    left_area: float
    right_area: float
    threshold: FloatArray  # the threshold whose point ends the segment; nan for one that no point ends
    recall_before: FloatArray
    recall_after: FloatArray
    segment_difference: FloatArray  # area, right minus left; sums to `difference`

    def __repr__(self) -> str:
        return short_repr(self)

    @property
    def difference(self) -> float:
        """Right area minus left area."""
        return self.right_area - self.left_area


@dataclass(frozen=True, slots=True, eq=False)
class SegmentDifferences:
    """Where two schemes part, without their areas; every array has shape (n_segments,), as in `Comparison`."""

    threshold: FloatArray
    recall_before: FloatArray
    recall_after: FloatArray
    segment_difference: FloatArray


def compare(points: OperatingPoints, left: str, right: str) -> Comparison:
    """Compare two schemes on the same operating points, as a whole and by segment of recall.

    The difference of a segment is the area of the right scheme over its recalls minus that of the left; they sum to the
    difference of the areas. No unit; nan without positives.

    Raises
    ------
    ValueError: there is no scheme of that key, or it does not apply to these points.

    >>> points = OperatingPoints.from_counts([1], [10], [90])
    >>> round(compare(points, "step", "linear").difference, 4)
    0.45
    """
    parts = differences_by_segment(points, left, right)
    return Comparison(
        left=left,
        right=right,
        left_area=get_scheme(left).area(points),
        right_area=get_scheme(right).area(points),
        threshold=parts.threshold,
        recall_before=parts.recall_before,
        recall_after=parts.recall_after,
        segment_difference=parts.segment_difference,
    )


def differences_by_segment(points: OperatingPoints, left: str, right: str) -> SegmentDifferences:
    """Compare two schemes by segment of recall, where their areas are known already: as `compare`.

    Raises
    ------
    ValueError: as `compare`.

    >>> points = OperatingPoints.from_counts([1], [10], [90])
    >>> differences_by_segment(points, "step", "linear").segment_difference.round(4).tolist()
    [0.45]
    """
    one, other = get_scheme(left, "left"), get_scheme(right, "right")
    difference = _area_by_point(other, points) - _area_by_point(one, points)
    edges = np.concatenate(([0.0], points.recall, [1.0]))
    threshold = np.append(points.threshold, np.nan)
    listed = slice(None) if difference[-1] != 0 else slice(-1)
    return SegmentDifferences(threshold[listed], edges[:-1][listed], edges[1:][listed], difference[listed])


def _area_by_point(scheme: Scheme, points: OperatingPoints) -> FloatArray:
    """The area between each point's recall and the one before, then that beyond the last: shape (n_points + 1,)."""
    segments = scheme.segments(points)
    if scheme.levels is None:
        return np.bincount(segments.point, segments.area, minlength=points.threshold.size + 1).astype(np.float64)
    # The levels' columns are flat, so their area up to a recall inside one is on a straight line.
    edges = np.append(segments.recall_before[:1], segments.recall_after)
    up_to = np.interp(np.concatenate(([0.0], points.recall, [1.0])), edges, np.append(0.0, np.cumsum(segments.area)))
    return np.diff(up_to)


@dataclass(frozen=True, slots=True, eq=False)
class RankReversal:
    """Two models that change places, and what each segment adds; arrays have shape (n_segments,), largest gain first.

    The segments are those of both models together: the models have different thresholds, so each segment is of one.
    """

    a: Comparison  # of the model with the larger area under the left scheme
    b: Comparison  # of the model with the larger area under the right scheme
    is_from_b: BoolArray  # whose segment it is
    segment: IndexArray  # its place among the segments of that model
    threshold: FloatArray  # of that model; nan for a segment that no point ends
    recall_before: FloatArray
    recall_after: FloatArray
    gain: FloatArray  # area, in b's favour: what the right scheme adds to b or takes from a; sums to `change`
    n_deciding: int  # how few of the largest are needed: had the schemes agreed there, a would have stayed ahead

    def __repr__(self) -> str:
        return short_repr(self)

    @property
    def difference_left(self) -> float:
        """Area by which a is ahead of b under the left scheme."""
        return self.a.left_area - self.b.left_area

    @property
    def difference_right(self) -> float:
        """Area by which b is ahead of a under the right scheme."""
        return self.b.right_area - self.a.right_area

    @property
    def change(self) -> float:
        """The area that b gains on a from the left scheme to the right: both leads together."""
        return self.difference_left + self.difference_right


def rank_reversal(points_a: OperatingPoints, points_b: OperatingPoints, left: str, right: str) -> RankReversal:
    """Find which segments of recall let model b pass model a when the scheme changes from left to right.

    From left to right b gains on a by (B_right - B_left) - (A_right - A_left). With `compare` each area's difference is
    a sum over segments of recall, so this is one too: a segment of b adds what it gains, a segment of a what it loses.
    `deciding` is the smallest k for which the k largest gains add up to more than b's lead under the right scheme:
    without them a would still have the larger area there. One alone decides where k is 1. No unit.

    Raises
    ------
    ValueError: a is not ahead of b under the left scheme, or b not ahead of a under the right one, by more than 1e-12;
        what `compare` refuses.

    >>> sharp = OperatingPoints.from_counts([2, 1], [1, 9], [1, 89])
    >>> turn = rank_reversal(sharp, OperatingPoints.from_counts([1], [10], [90]), "step", "linear")
    >>> round(turn.difference_left, 3), round(turn.difference_right, 3), turn.n_deciding
    (0.04, 0.205, 1)
    >>> turn.is_from_b.tolist(), turn.gain.round(3).tolist()
    ([True, False, False], [0.45, -0.025, -0.18])
    """
    a, b = compare(points_a, left, right), compare(points_b, left, right)
    _check_difference("points_a", a.left_area - b.left_area, left, "points_b")
    _check_difference("points_b", b.right_area - a.right_area, right, "points_a")
    gain = np.append(b.segment_difference, -a.segment_difference)
    largest_first = np.argsort(-gain, kind="stable")
    gain = gain[largest_first]
    sizes = (b.segment_difference.size, a.segment_difference.size)
    lead = b.right_area - a.right_area
    least = lead + min(AREA_ROUNDING, (a.left_area - b.left_area) / 2)  # all gains add up to both leads
    return RankReversal(
        a=a,
        b=b,
        is_from_b=largest_first < sizes[0],
        segment=np.concatenate([np.arange(size) for size in sizes])[largest_first],
        threshold=np.append(b.threshold, a.threshold)[largest_first],
        recall_before=np.append(b.recall_before, a.recall_before)[largest_first],
        recall_after=np.append(b.recall_after, a.recall_after)[largest_first],
        gain=gain,
        n_deciding=1 + int(np.argmax(np.cumsum(gain) > least)),
    )


def _check_difference(name: str, difference: float, scheme: str, other_name: str) -> None:
    if not difference > AREA_ROUNDING:
        raise ValueError(
            f"{name} must have a larger area than {other_name} under {scheme}, got a lead of {difference:g}"
        )


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class ModelRanking:
    """Areas and ranks; both arrays have shape (n_schemes, n_models)."""

    schemes: tuple[str, ...]  # keys
    models: tuple[str, ...]
    area: FloatArray  # nan without positives
    rank: IndexArray  # 1 is the largest area; equal areas share the better rank; 0 where there is no area

    def __repr__(self) -> str:
        return short_repr(self)

    def best_models(self, scheme: str) -> tuple[str, ...]:
        """The models with the largest area under a scheme: several where the areas are equal, none without positives.

        Raises
        ------
        ValueError: the models were not ranked under that scheme.

        >>> points = OperatingPoints.from_counts([1], [1], [1])
        >>> rank_models({"one": points, "same": points}).best_models("step")
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
    >>> ranking.best_models("step"), ranking.best_models("linear")
    (('sharper',), ('constant',))
    >>> ranking.rank[ranking.schemes.index("step")].tolist()
    [2, 1]
    """
    if not check_models(points):
        raise ValueError("points must hold at least one model, got none")
    keys = _common_schemes(points) if schemes is None else tuple(schemes)
    area = np.array([[get_scheme(key, "schemes").area(one) for one in points.values()] for key in keys])
    area = area.reshape(len(keys), len(points))
    larger = (
        area[:, np.newaxis, :] > area[:, :, np.newaxis] + AREA_ROUNDING
    )  # the last axis: than which this one is smaller
    rank = np.where(np.isnan(area), 0, 1 + larger.sum(axis=2))
    return ModelRanking(schemes=keys, models=tuple(points), area=area, rank=rank)


def _common_schemes(points: Mapping[str, OperatingPoints]) -> tuple[str, ...]:
    return tuple(key for key, scheme in SCHEMES.items() if all(scheme.can_join(one) for one in points.values()))
