"""The terms of an area, one a segment, also as fractions of counts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pr_metrics.interpolation import NO_POINT, IndexArray, Segments
from pr_metrics.points import OperatingPoints
from pr_metrics.schemes import Scheme, get_scheme
from pr_metrics.validation import FloatArray, short_repr

MAX_ROWS = 50  # more make fractions that nobody reads


@dataclass(frozen=True, slots=True, eq=False)
class ExactPoints:
    """Counts and ratios as fractions, in arrays of shape (n_points,) that NumPy treats as it treats floats."""

    recall: FloatArray
    precision: FloatArray
    true_positives: FloatArray
    false_positives: FloatArray


def exact_points(points: OperatingPoints) -> ExactPoints | None:
    """Operating points in fractions; None for more than 50 rows, counts that are not whole, or no positives.

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
    """The terms as fractions, one a segment; `area` sums to `total`."""

    width: tuple[Fraction, ...]  # of recall
    height_before: tuple[Fraction, ...]
    height_after: tuple[Fraction, ...]
    area: tuple[Fraction, ...]

    @property
    def total(self) -> Fraction:
        """The area under the curve, exactly."""
        return sum(self.area, Fraction(0))


@dataclass(frozen=True, slots=True, eq=False)
class AreaTerms:
    """One row a segment, strictest threshold first; every array has shape (n_segments,).

    Most schemes have one segment a point; `davis_goadrich` has one for each true positive, and schemes of fixed recall
    levels have one a level, as wide as all others.
    """

    scheme: str  # key
    point: IndexArray  # the operating point that the segment leads to or takes its height from; -1 for none
    threshold: FloatArray  # score units, of that point; nan for none
    recall_before: FloatArray
    recall_after: FloatArray
    height_before: FloatArray  # precision where the segment begins
    height_after: FloatArray
    area: FloatArray
    running_total: FloatArray
    exact: ExactTerms | None  # with at most 50 rows of weight 1, and no logarithm in the scheme

    def __repr__(self) -> str:
        return short_repr(self)


def area_terms(points: OperatingPoints, scheme: str) -> AreaTerms:
    """List the terms whose sum is the area under a scheme; the last running total is that area.

    With at most 50 rows of weight 1 the terms are given in exact fractions too, unless the scheme has a logarithm in
    it. Formula and source stand with the scheme: `SCHEMES[scheme].formula`, `.source`. nan without positives.

    Raises
    ------
    ValueError: there is no scheme of that key, or it does not apply to these points.

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
