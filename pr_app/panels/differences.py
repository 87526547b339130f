"""Where along recall two schemes part, and which rows cause it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from pr_app import session
from pr_app.cases import Cases
from pr_app.figures.difference import difference_figure
from pr_app.numerals import distinct_texts, text_among_neighbours
from pr_app.panels import chart
from pr_app.words import Words
from pr_metrics import Comparison
from pr_metrics.comparison import ROUNDING

LISTED = 5  # segments


def show(cases: Cases, pair: Comparison, words: Words) -> None:
    """Say where most of the difference lies, draw it along recall, and list the largest segments."""
    size = np.abs(pair.segment_difference)
    largest = np.argsort(-size, kind="stable")[:LISTED]
    largest = largest[size[largest] > ROUNDING]
    if largest.size == 0:
        st.caption(words.say("areas.no_difference"))
        return
    top = largest[0]
    after, before = distinct_texts(np.array([pair.recall_after[top], pair.recall_before[top]]))
    st.subheader(
        words.say("areas.where", before=before, after=after, share=size[top] / size.sum()),
        anchor=False,
    )
    alt = words.say("areas.difference_alt", difference=pair.difference)
    figure = difference_figure(pair, words, same_data=f"{session.desk().data_count}")
    chart.show(figure, key="difference_chart", alt=alt)
    st.caption(words.say("areas.difference_caption"))
    st.dataframe(_segments(cases, pair, largest, words), key="segments", hide_index=True)


def _segments(cases: Cases, pair: Comparison, largest: np.ndarray, words: Words) -> pd.DataFrame:
    """The segments that make most of the difference, each with the rows that share its threshold."""
    here = [cases.score == pair.threshold[segment] for segment in largest]
    return pd.DataFrame(
        {
            words.say("areas.column_threshold"): [
                words.say("areas.no_threshold")
                if np.isnan(pair.threshold[segment])
                else text_among_neighbours(cases.points.threshold, int(segment))
                for segment in largest
            ],
            words.say("areas.column_rows"): [int(rows.sum()) for rows in here],
            words.say("areas.column_positives"): [int(cases.positive[rows].sum()) for rows in here],
            words.say("areas.column_from"): pair.recall_before[largest].round(4),
            words.say("areas.column_to"): pair.recall_after[largest].round(4),
            words.say("areas.column_difference"): pair.segment_difference[largest].round(6),
        }
    )
