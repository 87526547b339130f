"""Areas of many samples at once: array arithmetic on matrices of samples and thresholds.

A sample of the same rows has the same thresholds as every other, so a formula that sums along recall takes all samples
as the rows of one matrix, and what one formula needs of them serves the others too. The formulas are those of
`interpolate`, `count_lines` and `recall_levels`; where one cannot be used, samples are taken one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pr_metrics.count_lines import MOST_STEPS
from pr_metrics.inputs import FloatArray
from pr_metrics.points import OperatingPoints
from pr_metrics.recall_levels import first_reaching
from pr_metrics.schemes import Scheme

MOST_THRESHOLDS = 8192  # beyond, a sample is as long as what a processor's cache holds, and matrices gain nothing
CELLS = 32_768  # of a matrix; a few of them fit into the cache together
Totals = float | FloatArray  # of the rows of all samples, or of each: shape (n_samples,)


def areas_of_counts(
    schemes: Sequence[Scheme],
    threshold: FloatArray,
    true: FloatArray,
    false: FloatArray,
    positives: Totals,
    negatives: Totals,
) -> FloatArray:
    """The areas of samples by several schemes, shape (n_samples, n_schemes).

    true, false: positives and negatives at each threshold, shape (n_samples, n_points). A sample's points begin at the
    first threshold that calls any row of it positive; one that reaches no recall has area 0.
    """
    totals = [np.broadcast_to(np.asarray(one, dtype=np.float64), len(true)) for one in (positives, negatives)]
    found = np.empty((len(true), len(schemes)))
    at_once = [scheme.key in _AREAS and true.shape[1] <= MOST_THRESHOLDS for scheme in schemes]
    start = 0
    for rows in parts_of(len(true), true.shape[1]):
        part = slice(start, start := start + rows)
        given = true[part], false[part], totals[0][part], totals[1][part]
        samples = _Samples(*given)
        for column, scheme in enumerate(schemes):
            if at_once[column] and (scheme.check is None or samples.are_whole):
                with np.errstate(divide="ignore", invalid="ignore"):  # of samples without any positive
                    found[part, column] = _bounded(scheme, samples, _AREAS[scheme.key](samples))
            else:
                each = zip(*given, strict=True)
                found[part, column] = [area_of_sample(scheme, threshold, *one) for one in each]
    return found


def parts_of(samples: int, cells: int) -> list[int]:
    """How many samples to hold at a time, where each takes so many cells of a matrix.

    >>> parts_of(25, 5), parts_of(25, 3000), parts_of(2, 10**6)
    ([25], [10, 10, 5], [1, 1])
    """
    most = max(1, CELLS // max(1, cells))
    return [min(most, samples - start) for start in range(0, samples, most)]


def area_of_sample(
    scheme: Scheme, threshold: FloatArray, true: FloatArray, false: FloatArray, positives: float, negatives: float
) -> float:
    """Area of one sample; else as `areas_of_counts`."""
    if true[-1] == 0:  # none of the positives that have a score was drawn: no recall is reached
        return 0.0
    first = 0 if true[0] + false[0] > 0 else int(np.argmax(true + false > 0))
    from_first = (threshold[first:], true[first:], false[first:])
    return scheme.area(OperatingPoints.from_owned(*from_first, float(positives), float(negatives)))


class _Samples:
    """What the formulas need of samples, each computed once; arrays have shape (n_samples, n_points) or (n_samples,).

    Thresholds before a sample's first point have the precision of that point and no width.
    """

    def __init__(self, true: FloatArray, false: FloatArray, positives: FloatArray, negatives: FloatArray) -> None:
        self.true, self.false, self.positives, self.negatives = true, false, positives, negatives

    @cached_property
    def first(self) -> NDArray[np.intp]:
        """Where each sample's first point is."""
        return np.asarray(np.argmax(self._called > 0, axis=1))

    @cached_property
    def _called(self) -> FloatArray:
        return self.true + self.false

    @cached_property
    def first_precision(self) -> FloatArray:
        return self._at_first(self.true) / np.maximum(self._at_first(self._called), np.finfo(np.float64).tiny)

    @cached_property
    def first_recall(self) -> FloatArray:
        return self._at_first(self.true) / self.positives

    def _at_first(self, values: FloatArray) -> FloatArray:
        return values[np.arange(len(values)), self.first]

    @cached_property
    def precision(self) -> FloatArray:
        before_any = self.first_precision[:, np.newaxis] * np.ones(self.true.shape[1])
        return np.divide(self.true, self._called, out=before_any, where=self._called > 0)

    @cached_property
    def precision_before(self) -> FloatArray:
        return _shifted(self.precision, self.precision[:, 0])

    @cached_property
    def recall(self) -> FloatArray:
        return self.true / self.positives[:, np.newaxis]

    @cached_property
    def gain(self) -> FloatArray:
        return np.diff(self.recall, axis=1, prepend=0.0)

    @cached_property
    def best_to_come(self) -> FloatArray:
        best: FloatArray = np.maximum.accumulate(self.precision[:, ::-1], axis=1)[:, ::-1]
        return best

    @cached_property
    def are_whole(self) -> bool:
        """Whether true positives are whole numbers, between which steps of one can be taken."""
        return bool((self.true == np.floor(self.true)).all()) and bool((self.true[:, -1] <= MOST_STEPS).all())

    @cached_property
    def reach_nothing(self) -> NDArray[np.bool_]:
        return np.asarray(self.true[:, -1] == 0)

    @cached_property
    def have_all_positives_first(self) -> NDArray[np.bool_]:
        return np.asarray(((self.true == self.positives[:, np.newaxis]) & (self.false == 0)).any(axis=1))


def _bounded(scheme: Scheme, samples: _Samples, areas: FloatArray) -> FloatArray:
    """The areas as `Scheme.area` gives them: never above 1, and exactly 1 where all positives come first."""
    areas = np.minimum(areas, 1.0)
    if scheme.start != "dropped":
        areas[samples.have_all_positives_first] = 1.0
    areas[samples.reach_nothing] = 0.0
    return areas


def _step(samples: _Samples) -> FloatArray:
    return _paid(samples.gain, samples.precision)


def _linear_flat(samples: _Samples) -> FloatArray:
    return _paid(samples.gain, samples.precision_before + samples.precision) / 2


def _linear(samples: _Samples) -> FloatArray:
    return _linear_flat(samples) + samples.first_recall * (1 - samples.first_precision) / 2


def _linear_cut(samples: _Samples) -> FloatArray:
    return _linear_flat(samples) - samples.first_recall * samples.first_precision


def _lower(samples: _Samples) -> FloatArray:
    return _paid(samples.gain, np.minimum(samples.precision_before, samples.precision))


def _upper(samples: _Samples) -> FloatArray:
    return _paid(samples.gain, np.maximum(samples.precision_before, samples.precision))


def _envelope(samples: _Samples) -> FloatArray:
    return _paid(samples.gain, samples.best_to_come)


def _at_levels(levels: int) -> Callable[[_Samples], FloatArray]:
    def areas(samples: _Samples) -> FloatArray:
        best = np.append(samples.best_to_come, np.zeros((len(samples.true), 1)), axis=1)  # NO_POINT is the last: 0
        point = np.array([first_reaching(recall, levels) for recall in samples.recall])
        mean: FloatArray = np.take_along_axis(best, point, axis=1).mean(axis=1)
        return mean

    return areas


def _continuous(samples: _Samples) -> FloatArray:
    # Scaled by powers of two, which is exact, so that very large and very small weights neither over- nor underflow.
    _, exponent = np.frexp(samples.positives + samples.negatives)
    true, false = (np.ldexp(counts, -exponent[:, np.newaxis]) for counts in (samples.true, samples.false))
    before_true, before_false = (_shifted(counts, np.zeros(len(counts))) for counts in (true, false))
    gained, lost = true - before_true, false - before_false
    rising = gained > 0
    per_gain = np.divide(lost, gained, out=np.zeros(gained.shape), where=rising)
    offset = np.where(rising, before_false - per_gain * before_true, 0.0)
    growth = np.divide(gained + lost, before_true + before_false, out=np.zeros(gained.shape), where=offset != 0)
    slope = 1 + per_gain
    area = np.where(rising, (gained - offset / slope * np.log1p(growth)) / slope, 0.0)
    return np.asarray(area.sum(axis=1) / np.ldexp(samples.positives, -exponent))


def _davis_goadrich(samples: _Samples) -> FloatArray:
    """A segment that gains g positives has g trapezoids: their inner precisions count whole, its ends half."""
    true = samples.true
    gained = np.diff(true, axis=1, prepend=0.0)
    rising = gained > 0
    ends = np.where(rising, samples.precision_before + samples.precision, 0.0).sum(axis=1) / 2
    sample, point = np.nonzero(gained > 1)
    inner = gained[sample, point].astype(np.intp) - 1
    at = np.repeat(np.arange(inner.size), inner)
    number = np.arange(at.size) - np.repeat(np.cumsum(inner) - inner, inner) + 1
    lost = np.diff(samples.false, axis=1, prepend=0.0)[sample, point]
    reached = (true[sample, point] - gained[sample, point])[at] + number
    called = reached + (samples.false[sample, point] - lost)[at] + (lost / gained[sample, point])[at] * number
    within = np.bincount(sample[at], weights=reached / called, minlength=len(true))
    return np.asarray((ends + within) / samples.positives)


def _paid(gain: FloatArray, height: FloatArray) -> FloatArray:
    paid: FloatArray = (gain * height).sum(axis=1)
    return paid


def _shifted(values: FloatArray, first: FloatArray) -> FloatArray:
    """The values one threshold before."""
    return np.concatenate((first[:, np.newaxis], values[:, :-1]), axis=1)


_AREAS: dict[str, Callable[[_Samples], FloatArray]] = {
    "step": _step,
    "linear": _linear,
    "linear_flat": _linear_flat,
    "linear_cut": _linear_cut,
    "lower": _lower,
    "upper": _upper,
    "continuous": _continuous,
    "davis_goadrich": _davis_goadrich,
    "envelope": _envelope,
    "eleven_point": _at_levels(11),
    "hundred_one_point": _at_levels(101),
}
