"""Comparisons of two schemes on the same points, of models under every scheme, and of models whose ranking changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pr_metrics.interpolation import IndexArray
from pr_metrics.points import OperatingPoints, check_points
from pr_metrics.schemes import SCHEMES, Scheme, get_scheme
from pr_metrics.tolerances import AREA_ROUNDING
from pr_metrics.validation import BoolArray, FloatArray, short_repr


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Areas of two schemes on the same points, and their difference on each segment of recall.

    A segment ends at each operating point. If the areas of the schemes differ beyond the last point, there is one more
    segment from the recall of the last point to 1, which has no threshold.

    Attributes
    ----------
    left : str
        Key of the left scheme.
    right : str
        Key of the right scheme.
    left_area : float
        Area under the left scheme: no unit, in [0, 1]; nan without positives.
    right_area : float
        Area under the right scheme: no unit, in [0, 1]; nan without positives.
    threshold : ndarray of float, shape (n_segments,)
        Threshold of the point that ends the segment, in score units; nan for a segment that no point ends.
    recall_before : ndarray of float, shape (n_segments,)
        Recall at which the segment begins.
    recall_after : ndarray of float, shape (n_segments,)
        Recall at which the segment ends.
    segment_difference : ndarray of float, shape (n_segments,)
        Area over the segment, right minus left. The sum is `difference`.

    Examples
    --------
    >>> comparison = compare(OperatingPoints.from_counts([1], [10], [90]), "step", "linear")
    >>> comparison.left_area, round(comparison.right_area, 4)
    (0.1, 0.55)
    """

    left: str
    right: str
    left_area: float
    right_area: float
    threshold: FloatArray
    recall_before: FloatArray
    recall_after: FloatArray
    segment_difference: FloatArray

    def __repr__(self) -> str:
        return short_repr(self)

    @property
    def difference(self) -> float:
        """Area under the right scheme minus area under the left scheme."""
        return self.right_area - self.left_area


class SegmentDifferences(NamedTuple):
    """Difference of two schemes on each segment of recall, without the areas of the schemes.

    Attributes
    ----------
    threshold : ndarray of float, shape (n_segments,)
        Threshold of the point that ends the segment, in score units; nan for a segment that no point ends.
    recall_before : ndarray of float, shape (n_segments,)
        Recall at which the segment begins.
    recall_after : ndarray of float, shape (n_segments,)
        Recall at which the segment ends.
    segment_difference : ndarray of float, shape (n_segments,)
        Area over the segment, right minus left.
    """

    threshold: FloatArray
    recall_before: FloatArray
    recall_after: FloatArray
    segment_difference: FloatArray


def compare(points: OperatingPoints, left: str, right: str) -> Comparison:
    """Compare two schemes on the same operating points, in total and on each segment of recall.

    The difference on a segment is the area of the right scheme over its recalls minus that of the left scheme. These
    differences sum to the difference of the two areas.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.
    left : str
        Key of the left scheme, one of `SCHEMES`.
    right : str
        Key of the right scheme, one of `SCHEMES`.

    Returns
    -------
    Comparison
        The two areas, and arrays of shape (n_segments,). No unit; nan without positives.

    Raises
    ------
    ValueError
        If a scheme is unknown or does not apply to the points, or if `points` is not `OperatingPoints`.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([1], [10], [90])
    >>> round(compare(points, "step", "linear").difference, 4)
    0.45
    """
    segments = differences_by_segment(points, left, right)
    return Comparison(left, right, get_scheme(left).area(points), get_scheme(right).area(points), *segments)


def differences_by_segment(points: OperatingPoints, left: str, right: str) -> SegmentDifferences:
    """Compare two schemes on each segment of recall.

    This is `compare` without the areas of the schemes, for callers who have these already.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.
    left : str
        Key of the left scheme, one of `SCHEMES`.
    right : str
        Key of the right scheme, one of `SCHEMES`.

    Returns
    -------
    SegmentDifferences
        Arrays of shape (n_segments,). No unit; nan without positives.

    Raises
    ------
    ValueError
        If a scheme is unknown or does not apply to the points, or if `points` is not `OperatingPoints`.

    Examples
    --------
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
    """Return the area between the recalls of neighboring points, then that beyond the last: shape (n_points + 1,)."""
    segments = scheme.segments(points)
    if scheme.levels is None:
        return np.bincount(segments.point, segments.area, minlength=points.threshold.size + 1).astype(np.float64)
    # The columns of levels are flat, so the area up to a recall inside one is linear in that recall.
    edges = np.append(segments.recall_before[:1], segments.recall_after)
    up_to = np.interp(np.concatenate(([0.0], points.recall, [1.0])), edges, np.append(0.0, np.cumsum(segments.area)))
    return np.diff(up_to)


@dataclass(frozen=True, slots=True, eq=False)
class RankReversal:
    """Two models whose ranking changes between two schemes, with the contribution of each segment of recall.

    The arrays hold the segments of both models, largest gain first. The models have different thresholds, so that each
    segment belongs to one of them.

    Attributes
    ----------
    a : Comparison
        The model with the larger area under the left scheme.
    b : Comparison
        The model with the larger area under the right scheme.
    is_from_b : ndarray of bool, shape (n_segments,)
        Whether the segment belongs to model b, and not to model a.
    segment : ndarray of int, shape (n_segments,)
        Index of the segment among the segments of its model.
    threshold : ndarray of float, shape (n_segments,)
        Threshold of that model at which the segment ends, in score units; nan for a segment that no point ends.
    recall_before : ndarray of float, shape (n_segments,)
        Recall at which the segment begins.
    recall_after : ndarray of float, shape (n_segments,)
        Recall at which the segment ends.
    gain : ndarray of float, shape (n_segments,)
        Area that b gains on a over the segment when the scheme changes from left to right: what the right scheme adds
        to b or takes from a. The sum is `change`.
    n_deciding : int
        Smallest number of segments, largest gains first, that decide the change: if the schemes had agreed on these
        segments, a would still be ahead.

    Examples
    --------
    >>> sharp = OperatingPoints.from_counts([2, 1], [1, 9], [1, 89])
    >>> reversal = rank_reversal(sharp, OperatingPoints.from_counts([1], [10], [90]), "step", "linear")
    >>> round(reversal.change, 3), round(float(reversal.gain.sum()), 3)
    (0.245, 0.245)
    """

    a: Comparison
    b: Comparison
    is_from_b: BoolArray
    segment: IndexArray
    threshold: FloatArray
    recall_before: FloatArray
    recall_after: FloatArray
    gain: FloatArray
    n_deciding: int

    def __repr__(self) -> str:
        return short_repr(self)

    @property
    def difference_left(self) -> float:
        """Area by which model a is ahead of model b under the left scheme."""
        return self.a.left_area - self.b.left_area

    @property
    def difference_right(self) -> float:
        """Area by which model b is ahead of model a under the right scheme."""
        return self.b.right_area - self.a.right_area

    @property
    def change(self) -> float:
        """Area that model b gains on model a from the left scheme to the right: the sum of both leads."""
        return self.difference_left + self.difference_right


def rank_reversal(points_a: OperatingPoints, points_b: OperatingPoints, left: str, right: str) -> RankReversal:
    """Find the segments of recall that let model b pass model a when the scheme changes from left to right.

    From the left to the right scheme, b gains (B_right - B_left) - (A_right - A_left) on a, where A and B are the areas
    of the models. As `compare` splits each difference of areas into segments of recall, this gain is also a sum over
    segments: a segment of b contributes what b gains on it, and a segment of a what a loses on it.

    Parameters
    ----------
    points_a : OperatingPoints
        Counts of the model with the larger area under the left scheme.
    points_b : OperatingPoints
        Counts of the model with the larger area under the right scheme.
    left : str
        Key of the left scheme, one of `SCHEMES`.
    right : str
        Key of the right scheme, one of `SCHEMES`.

    Returns
    -------
    RankReversal
        The comparison of the schemes for each model, and arrays of shape (n_segments,) with the segments of both
        models, largest gain first. No unit.

    Raises
    ------
    ValueError
        If a is not ahead of b under the left scheme, or b is not ahead of a under the right scheme, by more than 1e-12.
        If a scheme is unknown or does not apply to the points, or if an argument is not `OperatingPoints`.

    Notes
    -----
    ``n_deciding`` is the smallest k for which the k largest gains add up to more than the lead of b under the right
    scheme: without them a would still have the larger area there. If k is 1, a single segment decides.

    Examples
    --------
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
    least = lead + min(AREA_ROUNDING, (a.left_area - b.left_area) / 2)  # the sum of all gains is larger by a's lead
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
    """Areas and ranks of models under several schemes.

    Attributes
    ----------
    schemes : tuple of str, length n_schemes
        Keys of the schemes.
    models : tuple of str, length n_models
        Names of the models.
    area : ndarray of float, shape (n_schemes, n_models)
        Area of each model under each scheme: no unit, in [0, 1]; nan without positives.
    rank : ndarray of int, shape (n_schemes, n_models)
        Rank of each model under each scheme; 1 is the largest area. Equal areas share the better rank. An area that is
        nan has rank 0.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([1], [1], [1])
    >>> ranking = rank_models({"one": points, "same": points}, ["step"])
    >>> ranking.area.tolist(), ranking.rank.tolist()
    ([[0.5, 0.5]], [[1, 1]])
    """

    schemes: tuple[str, ...]
    models: tuple[str, ...]
    area: FloatArray
    rank: IndexArray

    def __repr__(self) -> str:
        return short_repr(self)

    def best_models(self, scheme: str) -> tuple[str, ...]:
        """Return the models with the largest area under a scheme.

        Parameters
        ----------
        scheme : str
            Key of one of the schemes that the models were ranked under.

        Returns
        -------
        tuple of str
            Names of the best models: several if their areas are equal, none without positives.

        Raises
        ------
        ValueError
            If the models were not ranked under that scheme.

        Examples
        --------
        >>> points = OperatingPoints.from_counts([1], [1], [1])
        >>> rank_models({"one": points, "same": points}).best_models("step")
        ('one', 'same')
        """
        if scheme not in self.schemes:
            raise ValueError(f"scheme must be one of {', '.join(self.schemes)}, got {scheme!r}")
        first = self.rank[self.schemes.index(scheme)] == 1
        return tuple(model for model, is_first in zip(self.models, first, strict=True) if is_first)


def rank_models(points: Mapping[str, OperatingPoints], schemes: Sequence[str] | None = None) -> ModelRanking:
    """Rank models by their area under each scheme.

    The rank is 1 plus the number of models whose area is larger by more than 1e-12. Two ways of adding up the same
    terms differ by less, so that rounding does not separate equal models. Models with equal areas share a rank, and the
    following ranks are skipped: 1, 1, 3.

    Parameters
    ----------
    points : mapping of str to OperatingPoints
        Counts of each model, by its name. At least one model.
    schemes : sequence of str, optional
        Keys of the schemes, from `SCHEMES`. By default every scheme that applies to the points of all models.

    Returns
    -------
    ModelRanking
        Areas and ranks, arrays of shape (n_schemes, n_models). Areas have no unit; without positives they are nan with
        rank 0.

    Raises
    ------
    ValueError
        If there are no models; if `points` is not a mapping to `OperatingPoints`; if a scheme is unknown, or does not
        apply to the points of a model.

    Examples
    --------
    >>> sharp = OperatingPoints.from_counts([2, 1], [1, 9], [1, 89])
    >>> ranking = rank_models({"constant": OperatingPoints.from_counts([1], [10], [90]), "sharper": sharp})
    >>> ranking.best_models("step"), ranking.best_models("linear")
    (('sharper',), ('constant',))
    >>> ranking.rank[ranking.schemes.index("step")].tolist()
    [2, 1]
    """
    if not isinstance(points, Mapping):
        raise ValueError(f"points must be a mapping of names to OperatingPoints, got {type(points).__name__}")
    for name, one in points.items():
        check_points(one, f"points[{name!r}]")
    if not points:
        raise ValueError("points must hold at least one model, got none")
    keys = _common_schemes(points) if schemes is None else tuple(schemes)
    area = np.array([[get_scheme(key, "schemes").area(one) for one in points.values()] for key in keys])
    area = area.reshape(len(keys), len(points))
    # The last axis has the models that each model of the axis before it is compared with.
    larger = area[:, np.newaxis, :] > area[:, :, np.newaxis] + AREA_ROUNDING
    rank = np.where(np.isnan(area), 0, 1 + larger.sum(axis=2))
    return ModelRanking(schemes=keys, models=tuple(points), area=area, rank=rank)


def _common_schemes(points: Mapping[str, OperatingPoints]) -> tuple[str, ...]:
    return tuple(key for key, scheme in SCHEMES.items() if all(scheme.can_join(one) for one in points.values()))
