"""The ends of what the order of tied rows can make of average precision, in print."""

from __future__ import annotations

from pr_curve_lab.analysis.number_texts import NumberText
from pr_curve_lab.analysis.printed_areas import told_apart
from pr_curve_lab.analysis.rounding import rounded_text
from pr_metrics import TieRange


def tie_texts(ends: TieRange) -> dict[str, NumberText]:
    """Worst, expected and best with as many decimals as tell the ends apart.

    >>> tie_texts(TieRange(0.79411, 0.79413, 0.79437))
    {'worst': '0.7941', 'expected': '0.7941', 'best': '0.7944'}
    """
    worst, best = told_apart(ends.worst, ends.best)
    decimals = len(worst.partition(".")[2])
    return {"worst": worst, "expected": NumberText(rounded_text(ends.expected, f".{decimals}f")), "best": best}
