"""Areas with their curves: joined points, areas that print alike, bins of counts, and rounded scores.

A page, a plot and a report that show an area together with its curve take both from here.

Bins of counts leave a part of the curve unknown. A bin of p positives and n negatives, below T positives and F
negatives, holds the curve between (T + x) / (T + x + F), with all positives first, and (T + x) / (T + x + F + n), with
all negatives first.

Rounding scores only ties rows that were apart. Decimals that tie no rows change no area, so they are not offered.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pr_curve_lab.analysis.formatting import DISPLAY_DECIMALS, format_area
from pr_curve_lab.analysis.thinning import Resolution, ThinnedCurve, thin_curve
from pr_curve_lab.schema.dataset import LabeledScores
from pr_curve_lab.schema.table_files import GivenCurve
from pr_metrics import SCHEMES, AreaBounds, BinnedCounts, JoinedCurve, OperatingPoints, area_bounds, round_scores

# Half a unit of the fourth decimal: reports print three, and more only to tell two areas apart.
PRINTED_TOLERANCE = 5e-5  # area


@dataclass(frozen=True, eq=False, kw_only=True)
class ThinnedArea:
    """A curve as it is drawn and its area as it is printed; an area of nan is not compared with the curve.

    Raises
    ------
    ValueError: The curve, closed down to 0, has another area.
    """

    curve: ThinnedCurve
    area: float

    def __post_init__(self) -> None:
        drawn = self.curve.polygon_area
        if not (math.isnan(self.area - drawn) or math.isclose(self.area, drawn, abs_tol=PRINTED_TOLERANCE)):
            raise ValueError(f"area must be that of the curve, {drawn}, got {self.area}")


@dataclass(frozen=True, eq=False, kw_only=True)
class JoinedArea(ThinnedArea):
    """The area under precision and recall joined by a scheme."""

    scheme: str  # its key


def joined_area(
    points: OperatingPoints, scheme: str, resolution: Resolution, *, area: float | None = None
) -> JoinedArea:
    """Join points by a scheme, for a picture with the given resolution.

    area: the area of these points under this scheme, if it is known already.

    Raises
    ------
    ValueError: The scheme cannot join these points, or the area is not theirs.

    >>> joined = joined_area(OperatingPoints.from_counts([1], [1], [9]), "step", Resolution(300))
    >>> joined.scheme, joined.area, joined.curve.precision.tolist()
    ('step', 0.1, [0.1, 0.1])
    """
    curve = thin_curve(SCHEMES[scheme].curve(points), resolution)
    return JoinedArea(scheme=scheme, curve=curve, area=SCHEMES[scheme].area(points) if area is None else area)


def joined_areas(points: OperatingPoints, resolution: Resolution) -> dict[str, JoinedArea]:
    """Join points by every scheme that can join them, by its key.

    >>> points = OperatingPoints.from_counts([1], [1], [9])
    >>> list(joined_areas(points, Resolution(300))) == list(SCHEMES)
    True
    """
    return {key: joined_area(points, key, resolution) for key, scheme in SCHEMES.items() if scheme.can_join(points)}


@dataclass(frozen=True, slots=True, weakref_slot=True)
class EqualAreas:
    """Areas that print alike, with those of selected schemes first."""

    text: str
    schemes: tuple[str, ...]
    areas: tuple[float, ...]  # of each scheme
    is_selected: bool  # whether it contains a selected scheme

    @property
    def area(self) -> float:
        """The area of the first scheme."""
        return self.areas[0]


def equal_areas(points: OperatingPoints, *selected_schemes: str) -> tuple[EqualAreas, ...]:
    """Collect the areas of all schemes that can join the points, those that print alike together, smallest first.

    >>> printed = equal_areas(OperatingPoints.from_counts([1], [1], [9]), "step")
    >>> [(one.text, one.schemes[0]) for one in printed]
    [('0.000', 'linear_truncated'), ('0.100', 'step'), ('0.550', 'linear')]
    """
    areas = {key: scheme.area(points) for key, scheme in SCHEMES.items() if scheme.can_join(points)}
    by_print: dict[str, list[str]] = {}
    for scheme in sorted(areas, key=lambda one: one not in selected_schemes):
        by_print.setdefault(format_area(areas[scheme]), []).append(scheme)
    found = [
        EqualAreas(printed, tuple(schemes), tuple(areas[one] for one in schemes), schemes[0] in selected_schemes)
        for printed, schemes in by_print.items()
    ]
    return tuple(sorted(found, key=lambda one: one.area))


CLOSE_AREAS = 0.01  # a smaller difference cannot be seen between two small pictures
MIN_TIE_RANGE = 0.005  # average precision; if the order of tied rows makes less of a difference, it is not emphasized


def close_schemes(areas: Mapping[str, float]) -> tuple[str, ...]:
    """Return the largest group of schemes, the steps included, whose printed areas differ by less than `CLOSE_AREAS`.

    >>> close_schemes({"step": 0.714, "upper": 0.7235, "linear": 0.7234, "lower": 0.704})
    ('step', 'linear')
    >>> close_schemes({"step": 0.714, "lower": 0.704, "linear": 0.705, "envelope": 0.706})  # never without the steps
    ('step', 'linear', 'envelope')
    """
    unit = 10**DISPLAY_DECIMALS
    printed = {scheme: round(unit * float(format_area(area))) for scheme, area in areas.items()}
    width, step = round(unit * CLOSE_AREAS), printed["step"]
    lowest = sorted({area for area in printed.values() if step - width < area <= step})
    groups = (tuple(key for key, area in printed.items() if least <= area < least + width) for least in lowest)
    return max(groups, key=len)


def step_and_linear_areas(points: GivenCurve, resolution: Resolution) -> tuple[JoinedArea, JoinedArea]:
    """Join points in steps, with each gain in recall at the precision reached there, and by straight lines.

    >>> recall, precision = np.array([0.5, 1.0]), np.array([1.0, 0.5])
    >>> step, line = step_and_linear_areas(GivenCurve("t", recall, precision, recall), Resolution(300))
    >>> step.area, line.area
    (0.75, 0.375)
    """
    recall, precision = points.recall, points.precision
    before = np.append(0.0, recall[:-1])
    steps = JoinedCurve(np.column_stack((before, recall)).ravel(), np.repeat(precision, 2))
    from_first = "linear" if recall[0] == 0 else "linear_truncated"  # nothing before the first point counts
    curves = {"step": steps, from_first: JoinedCurve(recall, precision)}
    step, line = (
        JoinedArea(scheme=scheme, curve=thin_curve(curve, resolution), area=curve.polygon_area)
        for scheme, curve in curves.items()
    )
    return step, line


MIN_BIN_SIZE = 0.001  # of either axis; a bin that is smaller in both is narrower than the line
MAX_SHADED_BINS = 600  # the largest ones
EDGE_VERTICES = 12  # on each edge of a bin


@dataclass(frozen=True, eq=False)
class UnknownRegion:
    """Outline of the unknown part of a curve, with nan between bins; both arrays have shape (n_corners,)."""

    recall: np.ndarray
    precision: np.ndarray


def binned_counts(labeled_scores: LabeledScores) -> BinnedCounts | None:
    """Return the bins of the scores, or None if they hide nothing."""
    found = None if labeled_scores.bins is None else labeled_scores.bins.counts_of(labeled_scores.points)
    return found if found is not None and found.has_score_range.any() else None


def unknown_region(labeled_scores: LabeledScores) -> UnknownRegion | None:
    """Return the outline of the unknown part of the curve, or None if nothing is unknown."""
    found = binned_counts(labeled_scores)
    if found is None:
        return None
    tp_after, fp_after = np.cumsum(found.positives), np.cumsum(found.negatives)
    tp_before, fp_before = tp_after - found.positives, fp_after - found.negatives
    steps = np.linspace(0.0, 1.0, EDGE_VERTICES)[:, np.newaxis]
    best, worst = (_precision(tp_before + steps * found.positives, fp) for fp in (fp_before, fp_after))
    recall = (tp_before + steps * found.positives) / tp_after[-1]
    width, height = found.positives / tp_after[-1], (best - worst).max(axis=0)
    seen = found.has_score_range & ((width > MIN_BIN_SIZE) | (height > MIN_BIN_SIZE)) & (height > 0)
    largest = np.sort(np.argsort(-np.where(seen, width * height + height, -1.0), kind="stable")[:MAX_SHADED_BINS])
    chosen = largest[seen[largest]]
    gap = np.full((1, chosen.size), np.nan)
    across = np.concatenate((recall[:, chosen], recall[::-1, chosen], gap))
    up = np.concatenate((best[:, chosen], worst[::-1, chosen], gap))
    return UnknownRegion(across.T.ravel(), up.T.ravel())


def scheme_area_bounds(labeled_scores: LabeledScores, scheme: str) -> AreaBounds | None:
    """Return the smallest and the largest possible area under a scheme, or None if nothing is hidden.

    Also None under `davis_goadrich` if weights are not counts.
    """
    found = binned_counts(labeled_scores)
    if found is None or (scheme == "davis_goadrich" and not found.is_integer):
        return None
    return area_bounds(found, scheme=scheme)


def _precision(true_positives: np.ndarray, false_positives: np.ndarray) -> np.ndarray:
    """Return precision from counts; 1 where nothing is predicted positive yet."""
    called = true_positives + false_positives
    return np.asarray(np.divide(true_positives, called, out=np.ones_like(called), where=called > 0))


MAX_DECIMALS, MIN_DECIMALS = 9, -4  # -4 rounds to ten thousands
MAX_OPTIONS = 7  # besides the scores as they are
MIN_UNIQUE_SCORES = 2  # more rounding shows nothing new


def round_labeled_scores(labeled_scores: LabeledScores, decimals: int | None) -> LabeledScores:
    """Round the scores of all rows; None leaves them as they are.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> round_labeled_scores(example_labeled_scores("ten_rows"), 0).points.threshold.tolist()
    [1.0, 0.0]
    """
    if decimals is None:
        return labeled_scores
    score = np.round(labeled_scores.score, decimals) + 0.0  # turns -0.0 into 0.0
    return replace(labeled_scores, score=score, points=round_scores(labeled_scores.points, decimals))


def ties_any(points: OperatingPoints, decimals: int) -> bool:
    """Whether rounding to this number of decimals ties rows that were apart.

    >>> points = OperatingPoints.from_counts([0.9, 0.3], [1, 0], [0, 1])
    >>> ties_any(points, 1), ties_any(points, -1)
    (False, True)
    """
    # Float64 has no such decimals, and the product would overflow.
    if float(np.abs(points.threshold).max()) >= sys.float_info.max / 10.0**decimals:
        return False
    return round_scores(points, decimals).threshold.size < points.threshold.size


def available_decimals(points: OperatingPoints) -> tuple[int, ...]:
    """Return decimals that each tie some rows, most decimals first; the last leaves at most two distinct scores.

    If there are more than seven, the fewest decimals are kept, because many decimals differ least.

    >>> available_decimals(OperatingPoints.from_counts([0.92, 0.88, 0.4], [1, 0, 1], [0, 1, 0]))
    (1,)
    """
    offered = []
    for decimals in range(MAX_DECIMALS, MIN_DECIMALS - 1, -1):
        if ties_any(points, decimals):
            offered.append(decimals)
            if round_scores(points, decimals).threshold.size <= MIN_UNIQUE_SCORES:
                break
    return tuple(offered[-MAX_OPTIONS:])


@dataclass(frozen=True, eq=False)
class AreasByDecimals:
    """Areas of two schemes by decimals, first without rounding; every array has as many entries as `decimals`."""

    decimals: tuple[int | None, ...]  # None means no rounding
    thresholds: np.ndarray
    areas: tuple[np.ndarray, np.ndarray]  # left and right


def areas_by_decimals(
    points: OperatingPoints, decimal_options: Sequence[int], left: str, right: str
) -> AreasByDecimals:
    """Compute both areas without rounding and with each of the offered decimals.

    >>> points = OperatingPoints.from_counts([0.92, 0.88, 0.4], [1, 0, 1], [0, 1, 0])
    >>> areas_by_decimals(points, (1,), "step", "linear").areas[0].round(3).tolist()
    [0.833, 0.583]
    """
    coarser = [points, *(round_scores(points, decimals) for decimals in decimal_options)]
    left_areas, right_areas = (np.array([SCHEMES[key].area(one) for one in coarser]) for key in (left, right))
    thresholds = np.array([one.threshold.size for one in coarser])
    return AreasByDecimals((None, *decimal_options), thresholds, (left_areas, right_areas))
