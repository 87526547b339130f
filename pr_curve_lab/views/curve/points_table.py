"""All operating points as a table to sort and download."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from pr_curve_lab.analysis.points_columns import points_columns
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.reading.cases.cases import Cases
from pr_curve_lab.server.results import kept
from pr_metrics import OperatingPoints

ROWS_SHOWN = 2000
THRESHOLD_FORMAT = "%.12g"  # the table's own way cuts 2.49e-44 to zeros


def show(cases: Cases, words: Words) -> None:
    """The table, and the same as CSV with column names that other programs read."""
    points = cases.points
    size = points.threshold.size
    table = kept(_shown_table, points)
    titles = {name: words.say(f"curve.column_{name}") for name in table.columns}
    digits = {titles["threshold"]: st.column_config.NumberColumn(format=THRESHOLD_FORMAT)}
    st.dataframe(table.rename(columns=titles), key="points_table", hide_index=True, column_config=digits)
    if size > ROWS_SHOWN:
        st.caption(words.say("curve.table_cut", shown=ROWS_SHOWN, total=size))
    st.download_button(
        words.say("curve.download"),
        lambda: pd.DataFrame(points_columns(points)).to_csv(index=False).encode("utf-8"),
        file_name="operating_points.csv",
        mime="text/csv",
        key="download_points",
        on_click="ignore",  # a rerun would take the file away while it is being fetched
    )


def _shown_table(points: OperatingPoints) -> pd.DataFrame:
    """All points, or an even choice of them."""
    size = points.threshold.size
    shown = np.linspace(0, size - 1, min(size, ROWS_SHOWN)).round().astype(np.int64)
    return pd.DataFrame(points_columns(points, shown))
