"""Tools that interpolate between points in steps of one true positive.

They count whole rows, so they take no weights.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pr_metrics.points import OperatingPoints
from pr_metrics.schemes import SCHEMES
from pr_metrics.tools.tool import RejectedInput

MAX_GAP = 2  # true positives; ROCR fills longer gaps only


def prroc_davis_goadrich_area(points: OperatingPoints) -> float:
    """Compute the area of `davis_goadrich` as PRROC does.

    If both classes have the same scores, each equally often, PRROC takes the two lists for one list of weighted rows,
    and its area is NA as it is for weights.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.

    Returns
    -------
    float
        Area in [0, 1].

    Raises
    ------
    RejectedInput
        Both classes have the same scores, each equally often, or there are more than 20 million positives.

    References
    ----------
    .. [1] PRROC 1.4, pr.curve.

    Examples
    --------
    >>> round(prroc_davis_goadrich_area(OperatingPoints.from_counts([0.9, 0.5, 0.1], [1, 0, 1], [0, 1, 0])), 4)
    0.7917
    """
    if np.array_equal(*points.counts):  # cumulative counts are equal, and so are the counts at each score
        raise RejectedInput(
            f"y_score must differ between the classes, for PRROC gives NA when both have the same scores, "
            f"got the same {points.positives:.0f} in both",
            "same scores in both classes",
        )
    return _davis_goadrich_area(points)


def auc_calculator_area(points: OperatingPoints) -> float:
    """Compute the area of AUCCalculator: `davis_goadrich` from the first point that has a positive on.

    From recall 0 to that point the curve is flat.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.

    Returns
    -------
    float
        Area in [0, 1].

    Raises
    ------
    RejectedInput
        There are more than 20 million positives.

    References
    ----------
    .. [1] Davis & Goadrich (2006), doi 10.1145/1143844.1143874, program AUCCalculator 0.2.

    Examples
    --------
    >>> auc_calculator_area(OperatingPoints.from_counts([2, 1], [0, 1], [1, 0]))
    0.5
    """
    return _davis_goadrich_area(points.take(points.true_positives > 0))


def _davis_goadrich_area(points: OperatingPoints) -> float:
    try:
        return SCHEMES["davis_goadrich"].area(points)
    except ValueError as error:  # the counts are whole numbers here, so there are too many
        raise RejectedInput(str(error), "too many positives") from None


def rocr_area(points: OperatingPoints) -> float:
    """Compute the area of ROCR's aucpr: trapezoids over its points in its order, from recall 0 and precision 1.

    Of the points with the same recall ROCR keeps only the one with the highest precision. It fills gaps of more than
    two positives in steps of one positive. It inserts these steps at the place that the gap had before earlier
    insertions, so the line runs back and forth.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.

    Returns
    -------
    float
        Area that ROCR reports.

    References
    ----------
    .. [1] ROCR 1.0.11, performance(measure = "aucpr").

    Examples
    --------
    >>> round(rocr_area(OperatingPoints.from_counts([2, 1], [0, 1], [1, 0])), 4)
    0.75
    """
    true, false = np.append(0.0, points.true_positives), np.append(0.0, points.false_positives)
    highest = np.append(True, true[1:] != true[:-1])
    true, false = true[highest], false[highest]
    kept = np.divide(true, true + false, out=np.ones(true.size), where=true > 0)
    gap = np.diff(true)
    steps = np.where(gap > MAX_GAP, gap, 0).astype(np.int64)
    origin = np.repeat(np.arange(gap.size), steps)
    step = np.arange(origin.size) - np.repeat(np.cumsum(steps) - steps, steps) + 1.0
    walked = true[origin] + step
    predicted = walked + false[origin] + (np.diff(false) / gap)[origin] * step
    order = _insert_order(steps)
    recall = np.append(true, walked)[order] / points.positives
    precision = np.append(kept, walked / predicted)[order]
    return float((np.diff(recall) * (precision[1:] + precision[:-1])).sum() / 2)


def rocr_start(points: OperatingPoints) -> float:
    """Compute the area that ROCR's start at recall 0 and precision 1 adds.

    It is compared with a curve that extends the precision of the first point with a positive back to recall 0.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first.

    Returns
    -------
    float
        Area that the start adds.

    References
    ----------
    .. [1] ROCR 1.0.11, performance(measure = "aucpr").

    Examples
    --------
    >>> rocr_start(OperatingPoints.from_counts([2, 1], [1, 1], [1, 0]))
    0.125
    """
    first = int(np.argmax(points.true_positives > 0))
    gap = float(points.true_positives[first])
    recall = (1.0 if gap > MAX_GAP else gap) / points.positives
    return float(recall * (1 - points.precision[first]) / 2)


def _insert_order(steps: NDArray[np.int64]) -> NDArray[np.intp]:
    """Return the order of kept points and inserted steps if the steps of gap i go behind place i of the growing list.

    It indexes the kept points followed by the steps. Places before the current one never change, so the rest of the
    list is a stack: each gap pushes its steps and then pops one item. A push and the pop that removes it are neighbors
    among the moves at the same level of the stack.
    """
    gap = np.repeat(np.arange(steps.size), steps + 1)
    move = np.arange(gap.size) - (np.cumsum(steps + 1) - (steps + 1))[gap]  # its steps from last to first, then a pop
    is_pop = np.append(np.zeros(steps.size, dtype=bool), move == steps[gap])
    item = np.append(np.arange(steps.size, 0, -1), steps.size + np.cumsum(steps)[gap] - move)
    level = np.cumsum(np.where(is_pop, -1, 1)) + is_pop
    by_level = np.argsort(level, kind="stable")
    neighbor = np.empty(item.size, dtype=np.intp)
    neighbor[by_level[1:]] = by_level[:-1]
    popped = neighbor[is_pop]
    left = ~is_pop
    left[popped] = False
    return np.concatenate(([0], item[popped], item[left][::-1]))
