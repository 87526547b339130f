"""How both areas are computed: the formula, the reader's own numbers in it, and every term of the sum."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas as pd
import streamlit as st

from pr_app import session
from pr_app.numerals import threshold_text
from pr_app.words import Words
from pr_metrics import SCHEMES, OperatingPoints, Receipt, receipt
from pr_metrics.comparison import ROUNDING
from pr_metrics.receipts import ExactTerms

TERMS_SHOWN = 6
LARGEST_DENOMINATOR = 9999  # of a sum that is still read as a fraction
ROWS_SHOWN = 1000


def show(points: OperatingPoints, schemes: tuple[str, str], decimals: int | None, words: Words) -> None:
    """Both receipts, one under the other; `points` are those of scores with so many decimals."""
    for scheme in dict.fromkeys(schemes):
        st.subheader(words.say(f"schemes.{scheme}.name"), anchor=False)
        st.markdown(words.say(f"schemes.{scheme}.explained"))
        worked, lines = _written(points, scheme, decimals, words)
        st.latex(SCHEMES[scheme].formula)
        st.latex(worked)
        st.dataframe(lines, key=f"receipt_{scheme}", hide_index=True)
        st.caption(
            words.say("areas.receipt_facts", tools=", ".join(SCHEMES[scheme].tools), source=SCHEMES[scheme].source)
        )


def _written(points: OperatingPoints, scheme: str, decimals: int | None, words: Words) -> tuple[str, pd.DataFrame]:
    """The sum in LaTeX and its terms as a table."""

    def write() -> tuple[str, pd.DataFrame]:
        bill = receipt(points, scheme)
        return worked_sum(bill, points), _lines(bill, points, words)

    return session.remembered(write, "receipt", scheme, decimals, words.language)


def worked_sum(bill: Receipt, points: OperatingPoints) -> str:
    """The sum with its first terms written out, one to a line, in LaTeX; terms without width are left out.

    >>> points = OperatingPoints.from_counts([1], [2], [6])
    >>> print(worked_sum(receipt(points, "step"), points))
    \\begin{aligned} & \\frac{2}{2} \\times \\frac{2}{8} \\\\ =\\; & \\frac{1}{4} = 0.250 \\end{aligned}
    """
    wide = np.flatnonzero(bill.recall_after > bill.recall_before)
    shown = [int(segment) for segment in wide[:TERMS_SHOWN]]
    if bill.exact is None:
        lines, total = [_term(bill, segment) for segment in shown], f"{float(bill.area.sum()):.3f}"
    else:
        lines = [_exact_term(bill, bill.exact, points, segment) for segment in shown]
        total = _exact_total(bill.exact.total)
    if wide.size > TERMS_SHOWN:
        lines.append(r"\dots")
    written = r" \\ +\; & ".join(lines)
    return rf"\begin{{aligned}} & {written} \\ =\; & {total} \end{{aligned}}"


def _exact_term(bill: Receipt, exact: ExactTerms, points: OperatingPoints, segment: int) -> str:
    """As `_term`, in fractions of counts: positives gained of all, true positives of all called positive."""
    here = int(bill.point[segment])
    true = points.true_positives
    called = true + points.false_positives
    counted = [(int(true[index]), int(called[index])) for index in (here, here - 1) if index >= 0]
    positives = int(points.positives)
    width, before, after = exact.width[segment], exact.height_before[segment], exact.height_after[segment]
    gained = width * positives
    wide = _fraction(width, [(int(gained), positives)] if gained.denominator == 1 else [])
    low, high = _fraction(before, counted[::-1]), _fraction(after, counted)
    if before == after:
        return rf"{wide} \times {high}"
    if width * (before + after) / 2 == exact.area[segment]:
        return rf"{wide} \times \frac{{1}}{{2}} \left( {low} + {high} \right)"
    return _fraction(exact.area[segment], [])


def _exact_total(total: Fraction) -> str:
    """The sum as a fraction that can be read, and as a decimal number."""
    decimal = f"{float(total):.3f}"
    if total.denominator > LARGEST_DENOMINATOR:
        return decimal
    sign = "=" if Fraction(decimal) == total else r"\approx"
    return f"{_fraction(total, [])} {sign} {decimal}"


def _fraction(value: Fraction, counted: list[tuple[int, int]]) -> str:
    """The counts that make the value, where they do; else the value in lowest terms."""
    numerator, denominator = next(
        (pair for pair in counted if pair[1] and Fraction(*pair) == value), (value.numerator, value.denominator)
    )
    return rf"\frac{{{numerator}}}{{{denominator}}}" if numerator and (counted or denominator > 1) else f"{value}"


def _term(bill: Receipt, segment: int) -> str:
    """Width times height; times the mean of two heights where the top is a straight slope; else the area alone."""
    width = bill.recall_after[segment] - bill.recall_before[segment]
    before, after, area = bill.height_before[segment], bill.height_after[segment], bill.area[segment]
    if before == after:
        return rf"{width:.3f} \times {after:.3f}"
    if abs(width * (before + after) / 2 - area) < ROUNDING:
        return rf"{width:.3f} \times \tfrac{{{before:.3f} + {after:.3f}}}{{2}}"
    return f"{area:.4f}"


def _lines(bill: Receipt, points: OperatingPoints, words: Words) -> pd.DataFrame:
    shown = slice(0, ROWS_SHOWN)
    columns = {
        "recall_before": bill.recall_before,
        "recall_after": bill.recall_after,
        "height_before": bill.height_before,
        "height_after": bill.height_after,
        "term": bill.area,
        "running_total": bill.running_total,
    }
    numbers = {words.say(f"areas.column_{name}"): np.round(values[shown], 6) for name, values in columns.items()}
    return pd.DataFrame(
        {words.say("areas.column_threshold"): _thresholds(bill.threshold[shown], points, words), **numbers}
    )


def _thresholds(thresholds: np.ndarray, points: OperatingPoints, words: Words) -> list[str]:
    """Each threshold as text; several terms may share one, and a recall that none reaches has none."""
    none = words.say("areas.no_threshold")
    index = np.searchsorted(-points.threshold, -thresholds)
    return [
        none if np.isnan(value) else threshold_text(points.threshold, at)
        for value, at in zip(thresholds.tolist(), index.tolist(), strict=True)
    ]
