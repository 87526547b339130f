"""Lines behind a curve on which all points are equally good: of equal F-score, or of equal net benefit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pr_metrics import JoinedCurve, f_contour

SCORES = (0.2, 0.4, 0.6, 0.8)
WORTHS = (0.0, *SCORES)  # shares of the largest net benefit; calling nothing positive is worth 0
VERTICES = 200


@dataclass(frozen=True, slots=True, eq=False)
class Contour:
    """All recalls and precisions of one score; and the recall and precision where it is written."""

    score: float
    beta: float | None  # of an F-score: how many times as much recall counts as precision; None: net benefit
    curve: JoinedCurve
    place: tuple[float, float]


def f_contours(beta: float) -> tuple[Contour, ...]:
    """Draw the lines of a few F-scores; precision and recall are both F where they are written.

    >>> [contour.score for contour in f_contours(2.0)]
    [0.2, 0.4, 0.6, 0.8]
    """
    return tuple(Contour(score, beta, f_contour(score, beta), (score, score)) for score in SCORES)


def worth_contours(false_alarm: float, missed: float, benefit: float) -> tuple[Contour, ...]:
    """Draw the lines of a few net benefits, as shares of the largest; none where a found positive is worth nothing.

    A false alarm weighs w = false_alarm / (missed + benefit) of a found positive, so at recall r and precision p the
    share u is r * (1 - w * (1 - p) / p), whatever the class balance: p = w * r / ((1 + w) * r - u), from r = u on.
    Source: Vickers & Elkin (2006), Med. Decis. Making 26, 565-574, as lines of recall and precision.

    >>> none, *_, most = worth_contours(1.0, 3.0, 1.0)
    >>> [round(float(one.curve.precision[-1]), 4) for one in (none, most)]
    [0.2, 0.5556]
    """
    if missed + benefit == 0:
        return ()
    weight = false_alarm / (missed + benefit)
    found = []
    for share in WORTHS:
        recall = np.linspace(share, 1.0, VERTICES)
        rest = (1 + weight) * recall - share
        worth = weight / (1 + weight) if share == 0 else 1.0  # precision where it begins
        precision = np.divide(weight * recall, rest, out=np.full(VERTICES, worth), where=rest > 0)
        precision[0] = worth
        middle = VERTICES // 2
        found.append(Contour(share, None, JoinedCurve(recall, precision), (recall[middle], precision[middle])))
    return tuple(found)
