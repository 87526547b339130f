"""The terms whose sum is an area, one for each segment, as floats and as fractions of counts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pr_metrics.interpolation import NO_POINT, IndexArray, Segments
from pr_metrics.points import OperatingPoints
from pr_metrics.schemes import Scheme, get_scheme
from pr_metrics.validation import FloatArray, short_repr

MAX_ROWS = 50  # with more rows, fractions are too long to read


@dataclass(frozen=True, slots=True, eq=False)
class ExactPoints:
    """Counts and ratios of operating points as fractions.

    The arrays have dtype object and hold `fractions.Fraction`. They are typed as floats because the functions that join
    points only need arithmetic, which NumPy does with both.

    Attributes
    ----------
    recall : ndarray of shape (n_points,)
        Recall at each threshold, strictest first.
    precision : ndarray of shape (n_points,)
        Precision at each threshold.
    true_positives : ndarray of shape (n_points,)
        Number of positives with a score of at least the threshold.
    false_positives : ndarray of shape (n_points,)
        Number of negatives with a score of at least the threshold.
    """

    recall: FloatArray
    precision: FloatArray
    true_positives: FloatArray
    false_positives: FloatArray


def exact_points(points: OperatingPoints) -> ExactPoints | None:
    """Convert operating points to fractions.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.

    Returns
    -------
    ExactPoints or None
        The points in fractions. None if there are more than 50 rows, a count that is not a whole number, or no
        positives.

    Examples
    --------
    >>> exact_points(OperatingPoints.from_counts([2, 1], [1, 1], [0, 1])).precision.tolist()
    [Fraction(1, 1), Fraction(2, 3)]
    """
    totals = np.array([points.positives, points.negatives])
    counts = np.concatenate((totals, points.true_positives, points.false_positives))
    if totals.sum() > MAX_ROWS or (counts % 1 != 0).any() or points.positives == 0:
        return None
    true, false = _to_fractions(points.true_positives), _to_fractions(points.false_positives)
    return ExactPoints(true / _to_fractions(totals[:1]), true / (true + false), true, false)


def _to_fractions(counts: FloatArray) -> FloatArray:
    fractions = np.empty(counts.shape, dtype=object)
    fractions[:] = [Fraction(int(count)) for count in counts]
    return fractions  # typed as floats: the functions that join points need arithmetic only


@dataclass(frozen=True, slots=True)
class ExactTerms:
    """The terms of an area as fractions, one for each segment.

    Attributes
    ----------
    width : tuple of Fraction
        Recall that each segment gains.
    height_before : tuple of Fraction
        Precision where each segment begins.
    height_after : tuple of Fraction
        Precision where each segment ends.
    area : tuple of Fraction
        Area of each segment; the sum is `total`.
    """

    width: tuple[Fraction, ...]
    height_before: tuple[Fraction, ...]
    height_after: tuple[Fraction, ...]
    area: tuple[Fraction, ...]

    @property
    def total(self) -> Fraction:
        """Exact area under the curve."""
        return sum(self.area, Fraction(0))


@dataclass(frozen=True, slots=True, eq=False)
class AreaTerms:
    """The terms of the area under one scheme, strictest threshold first.

    Most schemes have one segment for each point. `davis_goadrich` has one for each true positive. The schemes of fixed
    recall levels have one for each level, all of the same width.

    Attributes
    ----------
    scheme : str
        Key of the scheme in `SCHEMES`.
    point : ndarray of int of shape (n_segments,)
        Index of the operating point that the segment leads to or takes its height from; -1 for none.
    threshold : ndarray of shape (n_segments,)
        Threshold of that point, in units of the score; ``nan`` for none.
    recall_before : ndarray of shape (n_segments,)
        Recall where the segment begins.
    recall_after : ndarray of shape (n_segments,)
        Recall where the segment ends.
    height_before : ndarray of shape (n_segments,)
        Precision where the segment begins.
    height_after : ndarray of shape (n_segments,)
        Precision where the segment ends.
    area : ndarray of shape (n_segments,)
        Area of the segment.
    running_total : ndarray of shape (n_segments,)
        Sum of the areas up to and including the segment.
    exact : ExactTerms or None
        The terms as fractions, if there are at most 50 rows of weight 1 and the scheme has no logarithm; otherwise
        None.

    Examples
    --------
    >>> terms = area_terms(OperatingPoints.from_counts([2, 1], [1, 1], [1, 0]), "step")
    >>> terms.threshold.tolist(), terms.area.round(4).tolist()
    ([2.0, 1.0], [0.25, 0.3333])
    """

    scheme: str
    point: IndexArray
    threshold: FloatArray
    recall_before: FloatArray
    recall_after: FloatArray
    height_before: FloatArray
    height_after: FloatArray
    area: FloatArray
    running_total: FloatArray
    exact: ExactTerms | None

    def __repr__(self) -> str:
        return short_repr(self)


def area_terms(points: OperatingPoints, scheme: str) -> AreaTerms:
    """List the terms whose sum is the area under a scheme.

    The last running total is that area. The formula is `SCHEMES[scheme].formula`. With at most 50 rows of weight 1 the
    terms are also given as exact fractions, unless the scheme has a logarithm.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.
    scheme : str
        Key of a scheme in `SCHEMES`, which decides how the points are joined.

    Returns
    -------
    AreaTerms
        The terms in arrays of shape (n_segments,); areas are ``nan`` without positives.

    Raises
    ------
    ValueError
        There is no scheme of that key, or the scheme does not apply to these points.

    References
    ----------
    .. [1] `SCHEMES[scheme].source`.

    Examples
    --------
    >>> points = OperatingPoints.from_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1])
    >>> area_terms(points, "step").running_total.round(4).tolist()
    [0.5, 0.5, 0.8333, 0.8333]
    >>> str(area_terms(points, "step").exact.total), area_terms(points, "continuous").exact is None
    ('5/6', True)
    """
    chosen = get_scheme(scheme)
    segments = chosen.segments(points)
    has_point = segments.point != NO_POINT
    return AreaTerms(
        scheme=scheme,
        point=segments.point,
        threshold=np.where(has_point, points.threshold[segments.point], np.nan),
        recall_before=segments.recall_before,
        recall_after=segments.recall_after,
        height_before=segments.height_before,
        height_after=segments.height_after,
        area=segments.area,
        running_total=np.cumsum(segments.area),
        exact=_exact_terms(chosen, points),
    )


def _exact_terms(scheme: Scheme, points: OperatingPoints) -> ExactTerms | None:
    exact = None if scheme.join_exactly is None else exact_points(points)
    if exact is None or scheme.join_exactly is None:
        return None
    segments: Segments = scheme.join_exactly(exact)
    width = segments.recall_after - segments.recall_before
    columns = (width, segments.height_before, segments.height_after, segments.area)
    return ExactTerms(*(tuple(Fraction(value) for value in column) for column in columns))
