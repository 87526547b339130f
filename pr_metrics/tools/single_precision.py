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
from pr_metrics.schemes import SCHEMES
from pr_metrics.tools.tool import RejectedInput
from pr_metrics.validation import FloatArray

Float32Array = NDArray[np.float32]

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


def torcheval_area(points: OperatingPoints) -> float:
    """Compute the step area, as torcheval does.

    Infinite scores are rejected if they are tied, because torcheval does not treat equal infinities as a tie (their
    difference is not 0) and their order is undetermined.

    Parameters
    ----------
    points : OperatingPoints
        Counts at each threshold, strictest first, from scores in float32.

    Returns
    -------
    float
        Step area in [0, 1].

    Raises
    ------
    RejectedInput
        Two scores are the same infinity in float32.

    References
    ----------
    .. [1] torcheval 0.0.7, metrics.functional.binary_auprc.

    Examples
    --------
    >>> torcheval_area(OperatingPoints.from_counts([0.5], [1], [1]))
    0.5
    """
    rows = np.diff(points.true_positives + points.false_positives, prepend=0.0)
    infinite = rows[np.abs(points.threshold) == INFINITE]
    if (infinite > 1).any():
        raise RejectedInput(
            f"y_score must not tie beyond the range of float32 for torcheval, which orders infinities anyhow, "
            f"got {infinite.max():.0f} tied rows",
            "score range",
        )
    return SCHEMES["step"].area(points)


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
