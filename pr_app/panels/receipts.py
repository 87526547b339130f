"""How both areas are computed: the formula, the reader's own numbers in it, and every term of the sum."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from pr_app.numerals import distinct_texts
from pr_app.words import Words
from pr_metrics import SCHEMES, Comparison, OperatingPoints, Receipt, receipt

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
    """The sum with its first terms written out, in LaTeX; terms without width are left out.

    >>> from pr_metrics import OperatingPoints
    >>> worked_sum(receipt(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2]), "step"))
    '0.5000 + 0.2500 = 0.750'
    """
    terms = bill.area[bill.recall_after > bill.recall_before]
    written = [f"{term:.4f}" for term in terms[:TERMS_SHOWN]]
    if terms.size > TERMS_SHOWN:
        written.append(r"\dots")
    return " + ".join(written) + f" = {float(bill.area.sum()):.3f}"


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
    return pd.DataFrame({words.say("areas.column_threshold"): distinct_texts(bill.threshold[shown]), **numbers})
