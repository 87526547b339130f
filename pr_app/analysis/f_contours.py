"""Lines of equal F-score, to draw behind a curve."""

from __future__ import annotations

from dataclasses import dataclass

from pr_metrics import JoinedCurve, f_contour

SCORES = (0.2, 0.4, 0.6, 0.8)


@dataclass(frozen=True, slots=True, eq=False)
class Contour:
    """All recalls and precisions of one F-score."""

    score: float
    beta: float  # how many times as much recall counts as precision
    curve: JoinedCurve


def contours(beta: float) -> tuple[Contour, ...]:
    """Draw the lines of a few scores.

    >>> [contour.score for contour in contours(2.0)]
    [0.2, 0.4, 0.6, 0.8]
    """
    return tuple(Contour(score, beta, f_contour(score, beta)) for score in SCORES)
