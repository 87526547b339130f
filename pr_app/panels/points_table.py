"""All operating points as a table to sort and download."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from pr_app.cases import Cases
from pr_app.words import Words
from pr_metrics import f_score

ROWS_SHOWN = 10_000
THRESHOLD_FORMAT = "%.6g"  # the table's own way cuts 2.49e-44 to zeros


def show(cases: Cases, words: Words) -> None:
    """The table, and the same as CSV with column names that other programs read."""
    points = cases.points
    table = pd.DataFrame(
        {
            "threshold": points.threshold,
            "true_positives": points.true_positives,
            "false_positives": points.false_positives,
            "false_negatives": points.positives - points.true_positives,
            "true_negatives": points.negatives - points.false_positives,
            "precision": points.precision,
            "recall": points.recall,
            "f1": f_score(points),
        }
    )
    titles = {name: words.say(f"curve.column_{name}") for name in table.columns}
    digits = {titles["threshold"]: st.column_config.NumberColumn(format=THRESHOLD_FORMAT)}
    shown = table.head(ROWS_SHOWN).rename(columns=titles)
    st.dataframe(shown, key="points_table", hide_index=True, column_config=digits)
    if len(table) > ROWS_SHOWN:
        st.caption(words.say("curve.table_cut", shown=ROWS_SHOWN, total=len(table)))
    st.download_button(
        words.say("curve.download"),
        lambda: table.to_csv(index=False).encode("utf-8"),
        file_name="operating_points.csv",
        mime="text/csv",
        key="download_points",
        on_click="ignore",  # a rerun would take the file away while it is being fetched
    )
