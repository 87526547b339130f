"""How both areas are computed: the formula, the reader's own numbers in it, and every term of the sum."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from pr_curve_lab.analysis.number_texts import threshold_text
from pr_curve_lab.analysis.rounding import rounded_values
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.worked_sums import worked_sum
from pr_curve_lab.server.results import kept
from pr_metrics import SCHEMES, OperatingPoints, Receipt, receipt

ROWS_SHOWN = 1000


def show(points: OperatingPoints, schemes: tuple[str, str], words: Words) -> None:
    """Both receipts, one under the other."""
    for scheme in dict.fromkeys(schemes):
        st.subheader(words.say(f"schemes.{scheme}.name"), anchor=False)
        st.markdown(words.say(f"schemes.{scheme}.explained"))
        worked, lines = kept(_written, points, scheme, words)
        st.latex(words.formula(SCHEMES[scheme].formula))
        st.latex(words.formula(worked))
        st.dataframe(lines, key=f"receipt_{scheme}", hide_index=True)
        facts = {"tools": ", ".join(SCHEMES[scheme].tools), "source": SCHEMES[scheme].source}
        tools, source = (words.say(f"schemes.{scheme}.{fact}", **facts) for fact in facts)
        st.caption(words.say("areas.receipt_facts", tools=tools, source=source))


def _written(points: OperatingPoints, scheme: str, words: Words) -> tuple[str, pd.DataFrame]:
    """The sum in LaTeX and its terms as a table."""
    terms = receipt(points, scheme)
    return worked_sum(terms, points), _lines(terms, points, words)


def _lines(terms: Receipt, points: OperatingPoints, words: Words) -> pd.DataFrame:
    shown = slice(0, ROWS_SHOWN)
    columns = {
        "recall_before": terms.recall_before,
        "recall_after": terms.recall_after,
        "height_before": terms.height_before,
        "height_after": terms.height_after,
        "term": terms.area,
        "running_total": terms.running_total,
    }
    numbers = {words.say(f"areas.column_{name}"): rounded_values(values[shown], 6) for name, values in columns.items()}
    return pd.DataFrame(
        {words.say("areas.column_threshold"): _thresholds(terms.threshold[shown], points, words), **numbers}
    )


def _thresholds(thresholds: np.ndarray, points: OperatingPoints, words: Words) -> list[str]:
    """The thresholds as text; several terms may share one, and a recall that none reaches has none."""
    none = words.say("areas.no_threshold")
    index = np.searchsorted(-points.threshold, -thresholds)
    return [
        none if np.isnan(value) else words.number(threshold_text(points.threshold, at))
        for value, at in zip(thresholds.tolist(), index.tolist(), strict=True)
    ]
