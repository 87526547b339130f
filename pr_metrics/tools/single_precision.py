"""Tools that keep scores in float32, and tools that break ties by the order of input.

Counts and areas are computed in float64; only scores, which decide what rows are tied, and weights are rounded as the
tool rounds them.

A tool that breaks ties by the order of input reports another number when the same rows come in another order.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pr_metrics.points import OperatingPoints, points_of_rows
from pr_metrics.rows import Rows
from pr_metrics.tools.tool import Area, RejectedInput
from pr_metrics.validation import BoolArray, FloatArray

Float32Array = NDArray[np.float32]

IN_FLOAT32 = "scores are kept in float32"
INFINITE = 2.0**128  # represents infinity in points, whose thresholds are finite; above every finite float32


def in_float32(rows: Rows) -> Rows:
    """Round scores and weights to float32.

    XGBoost does this, and so does a tensor of the default type. A score beyond the range of float32, about 3.4e38, is
    infinite in float32, and such scores are tied. They become 2**128 or -2**128 here.

    Parameters
    ----------
    rows : Rows
        Labels, scores and weights that have been validated.

    Returns
    -------
    Rows
        The same labels, with scores and weights rounded to float32 and stored as float64.

    Raises
    ------
    RejectedInput
        A weight is 0 or infinite in float32.

    Examples
    --------
    >>> from pr_metrics.rows import validate_rows
    >>> rows = in_float32(validate_rows([1, 0], [0.5, 0.5 + 1e-10], sample_weight=[1, 0.1]))
    >>> rows.score.tolist(), rows.weight.tolist()
    ([0.5, 0.5], [1.0, 0.10000000149011612])
    """
    score = np.clip(float32_scores(rows).astype(np.float64), -INFINITE, INFINITE)
    return replace(rows, score=score, weight=_float32_weights(rows))


def float32_points(rows: Rows) -> OperatingPoints:
    """Count operating points after rounding scores and weights to float32.

    Rows whose scores are equal in float32 are tied.

    Parameters
    ----------
    rows : Rows
        Labels, scores and weights that have been validated.

    Returns
    -------
    OperatingPoints
        Counts at each distinct float32 score, strictest first.

    Raises
    ------
    RejectedInput
        A weight is 0 or infinite in float32.

    Examples
    --------
    >>> from pr_metrics.rows import validate_rows
    >>> float32_points(validate_rows([1, 0], [0.5, 0.5 + 1e-10])).precision.tolist()
    [0.5]
    """
    return points_of_rows(in_float32(rows))


def float32_scores(rows: Rows) -> Float32Array:
    """Convert the scores to float32.

    Parameters
    ----------
    rows : Rows
        Labels, scores and weights that have been validated.

    Returns
    -------
    ndarray of float32 of shape (n_rows,)
        The scores; infinite where they are beyond the range of float32.

    Examples
    --------
    >>> from pr_metrics.rows import validate_rows
    >>> float32_scores(validate_rows([1, 0, 1], [0.5, 0.1, 1e300])).tolist()
    [0.5, 0.10000000149011612, inf]
    """
    with np.errstate(over="ignore"):
        return rows.score.astype(np.float32)


def untied_infinities(area: Area) -> Area:
    """Make an area that rejects scores that are tied beyond the range of float32.

    Equal infinities are no tie where a tool looks at differences of scores, and their order is left open.
    """

    def of_points(points: OperatingPoints) -> float:
        rows = np.diff(points.true_positives + points.false_positives, prepend=0.0)
        tied = rows[np.abs(points.threshold) == INFINITE]
        if (tied > 1).any():
            raise RejectedInput(
                f"y_score must not tie beyond the range of float32 for this tool, which leaves open how infinities are "
                f"ordered, got {tied.max():.0f} tied rows",
                "score range",
            )
        return area(points)

    return of_points


def points_of_bins(rows: Rows, bins: NDArray[np.int64], n_bins: int) -> OperatingPoints:
    """Count operating points of rows that are sorted into bins.

    Weights are added up in float32.

    Parameters
    ----------
    rows : Rows
        Labels, scores and weights that have been validated.
    bins : ndarray of int of shape (n_rows,)
        Number of each row's bin, from 0 for the lowest scores to `n_bins` - 1.
    n_bins : int
        Number of bins.

    Returns
    -------
    OperatingPoints
        Counts at each bin that holds rows, strictest first.

    Examples
    --------
    >>> from pr_metrics.rows import validate_rows
    >>> points_of_bins(validate_rows([1, 0], [0.9, 0.1]), np.array([1, 0]), 2).recall.tolist()
    [1.0, 1.0]
    """
    counts = [count_bins(rows, bins, n_bins, kind) for kind in (rows.positive, ~rows.positive)]
    return OperatingPoints.from_counts(np.arange(n_bins), *counts)


def count_bins(rows: Rows, bins: NDArray[np.int64], n_bins: int, kind: BoolArray) -> FloatArray:
    """Count the rows of a kind in each bin, or add up their weights in float32, row by row as torch and Keras do."""
    if rows.weight is None:
        return np.bincount(bins[kind], minlength=n_bins).astype(np.float64)
    sums = np.zeros(n_bins, np.float32)
    np.add.at(sums, bins[kind], rows.weight[kind].astype(np.float32))
    return sums.astype(np.float64)


def _float32_weights(rows: Rows) -> FloatArray | None:
    if rows.weight is None:
        return None
    with np.errstate(over="ignore", under="ignore"):
        weight = rows.weight.astype(np.float32).astype(np.float64)
    lost = (weight == 0) | np.isinf(weight)
    if lost.any():
        position = int(np.flatnonzero(lost)[0])
        raise RejectedInput(
            f"sample_weight must fit float32 for this tool, got {rows.weight[position]} at position {position}",
            "weight range",
        )
    return weight


def first_rows_first(rows: Rows) -> OperatingPoints:
    """Make one point for each row, with tied rows in input order.

    The tied row that comes first is ranked higher.

    Parameters
    ----------
    rows : Rows
        Labels and scores that have been validated; weights are ignored.

    Returns
    -------
    OperatingPoints
        Counts after each row, highest score first.

    Examples
    --------
    >>> from pr_metrics.rows import validate_rows
    >>> first_rows_first(validate_rows([1, 0], [0.5, 0.5])).precision.tolist()
    [1.0, 0.5]
    """
    order = np.argsort(-rows.score, kind="stable")
    hit = rows.positive[order]
    true, false = np.cumsum(hit, dtype=np.float64), np.cumsum(~hit, dtype=np.float64)
    return OperatingPoints(rows.score[order], true, false, float(true[-1]), float(false[-1]))


def last_rows_first(rows: Rows) -> OperatingPoints:
    """Make one point for each row, with tied rows in reversed input order.

    The tied row that comes last is ranked higher. trec_eval does this to documents whose names ascend with the rows,
    such as d0001, d0002, because it ranks tied documents by descending name.

    Parameters
    ----------
    rows : Rows
        Labels and scores that have been validated; weights are ignored.

    Returns
    -------
    OperatingPoints
        Counts after each row, highest score first.

    Examples
    --------
    >>> from pr_metrics.rows import validate_rows
    >>> last_rows_first(validate_rows([1, 0], [0.5, 0.5])).precision.tolist()
    [0.0, 0.5]
    """
    return first_rows_first(Rows(rows.positive[::-1], rows.score[::-1], None))


def last_rows_first_in_float32(rows: Rows) -> OperatingPoints:
    """Make one point for each row, in the order of `last_rows_first` after rounding scores to float32.

    pytrec_eval keeps scores in float32, so rows whose scores are equal in float32 are tied.

    Parameters
    ----------
    rows : Rows
        Labels and scores that have been validated; weights are ignored.

    Returns
    -------
    OperatingPoints
        Counts after each row, highest score first.

    Examples
    --------
    >>> from pr_metrics.rows import validate_rows
    >>> last_rows_first_in_float32(validate_rows([1, 0], [0.5 + 1e-10, 0.5])).precision.tolist()
    [0.0, 0.5]
    """
    return last_rows_first(in_float32(rows))


def first_rows_first_in_float32(rows: Rows) -> OperatingPoints:
    """Make one point for each row, with rows that are tied in float32 in input order."""
    return first_rows_first(in_float32(rows))


def untied_rows(rows: Rows) -> OperatingPoints:
    """Make one point for each row; reject a positive and a negative of one score, whose order the tool leaves open."""
    tied = np.intersect1d(rows.score[rows.positive], rows.score[~rows.positive])
    if tied.size:
        raise RejectedInput(
            f"y_score must not be equal for a positive and a negative for this tool, whose sort leaves their order "
            f"open, got {tied[0]} for both",
            "equal scores in any order",
        )
    return first_rows_first(rows)


def untied_rows_in_float32(rows: Rows) -> OperatingPoints:
    """Make one point for each row as `untied_rows` does, after rounding scores to float32."""
    return untied_rows(in_float32(rows))
