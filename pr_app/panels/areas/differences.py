"""Where along recall two schemes part, and which rows cause it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from pr_app import palette, session
from pr_app.cases import Cases
from pr_app.figures.difference import difference_figure
from pr_app.numerals import distinct_texts
from pr_app.panels import chart
from pr_app.partings import MOST_BARS, Partings, partings
from pr_app.words import Words

SPREAD = 0.1  # share of the difference; where no segment holds so much, none is the place where the curves part


def found(cases: Cases, schemes: tuple[str, str], decimals: int | None) -> Partings:
    """Compare the two schemes on these cases, once for each choice."""
    return session.remembered(lambda: partings(cases, *schemes), "partings", *schemes, decimals)


def show(parted: Partings, words: Words) -> None:
    """Say where most of the difference lies, draw it along recall, and list the largest segments."""
    if not parted.threshold:
        st.caption(words.say("areas.no_difference"))
        return
    after, before = distinct_texts(np.array([parted.recall_after[0], parted.recall_before[0]]))
    share = float(parted.share[0])
    facts = {"before": before, "after": after, "share": f"{100 * share:.2g}%" if share < SPREAD else f"{share:.0%}"}
    st.subheader(words.say("areas.where" if share >= SPREAD else "areas.where_spread", **facts), anchor=False)
    alt = words.say("areas.difference_alt", difference=parted.difference_of_areas)
    look = palette.LOOKS[parted.right]
    figure = difference_figure(parted, look, words, same_data=f"{session.desk().data_count}")
    chart.show(figure, key="difference_chart", alt=alt)
    st.caption(words.say("areas.difference_caption"))
    if parted.segments > MOST_BARS:
        st.caption(words.say("areas.difference_thinned", drawn=parted.strip.x.size, segments=parted.segments))
    share_title = words.say("areas.column_share")
    percent = st.column_config.NumberColumn(format="percent")
    st.dataframe(
        _segments(parted, share_title, words), key="segments", hide_index=True, column_config={share_title: percent}
    )


def _segments(parted: Partings, share: str, words: Words) -> pd.DataFrame:
    """The segments that make most of the difference, each with the rows that share its threshold."""
    none = words.say("areas.no_threshold")
    return pd.DataFrame(
        {
            words.say("areas.column_threshold"): [text or none for text in parted.threshold],
            words.say("areas.column_rows"): parted.rows,
            words.say("areas.column_positives"): parted.positives,
            words.say("areas.column_from"): parted.recall_before.round(4),
            words.say("areas.column_to"): parted.recall_after.round(4),
            words.say("areas.column_difference"): parted.difference.round(6),
            share: parted.share.round(4),
        }
    )
