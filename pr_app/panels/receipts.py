"""How both areas are computed: the formula, the reader's own numbers in it, and every term of the sum."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from pr_app.numerals import distinct_texts
from pr_app.words import Words
from pr_metrics import SCHEMES, Comparison, OperatingPoints, Receipt, receipt
from pr_metrics.comparison import ROUNDING

TERMS_SHOWN = 6
ROWS_SHOWN = 1000


def show(points: OperatingPoints, pair: Comparison, words: Words) -> None:
    """Both receipts, one under the other."""
    for scheme in dict.fromkeys((pair.left, pair.right)):
        st.subheader(words.say(f"schemes.{scheme}.name"), anchor=False)
        st.markdown(words.say(f"schemes.{scheme}.explained"))
        bill = receipt(points, scheme)
        st.latex(SCHEMES[scheme].formula)
        st.latex(worked_sum(bill))
        st.dataframe(_lines(bill, words), key=f"receipt_{scheme}", hide_index=True)
        st.caption(
            words.say("areas.receipt_facts", tools=", ".join(SCHEMES[scheme].tools), source=SCHEMES[scheme].source)
        )


def worked_sum(bill: Receipt) -> str:
    """The sum with its first terms written out, one to a line, in LaTeX; terms without width are left out.

    >>> from pr_metrics import OperatingPoints
    >>> print(worked_sum(receipt(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2]), "step")))
    \\begin{aligned} & 0.500 \\times 1.000 \\\\ +\\; & 0.500 \\times 0.500 \\\\ =\\; & 0.750 \\end{aligned}
    """
    wide = np.flatnonzero(bill.recall_after > bill.recall_before)
    lines = [_term(bill, int(segment)) for segment in wide[:TERMS_SHOWN]]
    if wide.size > TERMS_SHOWN:
        lines.append(r"\dots")
    written = r" \\ +\; & ".join(lines)
    return rf"\begin{{aligned}} & {written} \\ =\; & {float(bill.area.sum()):.3f} \end{{aligned}}"


def _term(bill: Receipt, segment: int) -> str:
    """Width times height; times the mean of two heights where the top is a straight slope; else the area alone."""
    width = bill.recall_after[segment] - bill.recall_before[segment]
    before, after, area = bill.height_before[segment], bill.height_after[segment], bill.area[segment]
    if before == after:
        return rf"{width:.3f} \times {after:.3f}"
    if abs(width * (before + after) / 2 - area) < ROUNDING:
        return rf"{width:.3f} \times \tfrac{{{before:.3f} + {after:.3f}}}{{2}}"
    return f"{area:.4f}"


def _lines(bill: Receipt, words: Words) -> pd.DataFrame:
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
    return pd.DataFrame({words.say("areas.column_threshold"): _thresholds(bill.threshold[shown], words), **numbers})


def _thresholds(thresholds: np.ndarray, words: Words) -> list[str]:
    """Each threshold as text; several terms may share one, and a recall that none reaches has none."""
    values = thresholds[~np.isnan(thresholds)]
    distinct = values[np.append(True, values[1:] != values[:-1])] if values.size else values
    text = dict(zip(distinct.tolist(), distinct_texts(distinct), strict=True))
    return [text.get(value, words.say("areas.no_threshold")) for value in thresholds.tolist()]
