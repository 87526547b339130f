"""Where along recall two schemes part, and which rows cause it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from pr_curve_lab.analysis.joined_areas import joined_area
from pr_curve_lab.analysis.number_texts import NumberText, distinct_texts
from pr_curve_lab.analysis.rounding import rounded_text, rounded_values
from pr_curve_lab.analysis.scheme_differences import MOST_BARS, SchemeDifferences, scheme_differences
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.difference import difference_figure
from pr_curve_lab.plotting.joined import resolution
from pr_curve_lab.reading.cases.cases import Cases
from pr_curve_lab.server.results import kept
from pr_curve_lab.server.visitor_state import same_data
from pr_curve_lab.views.charts import chart

# Sentences where one stretch holds most, and where none does.
SENTENCES = {"gap": ("areas.where", "areas.where_spread"), "between": ("areas.between", "areas.between_spread")}
SPREAD = 0.1  # share of the difference; where no segment holds so much, none is the place where the curves part


def found(cases: Cases, schemes: tuple[str, str]) -> SchemeDifferences:
    """Compare the two schemes on these cases, once for each choice."""
    left, right = (kept(joined_area, cases.points, scheme, resolution()) for scheme in schemes)
    return kept(scheme_differences, cases, left, right)


def show(pair: SchemeDifferences, words: Words) -> None:
    """Say where most of the difference lies, draw it along recall, and list the largest segments."""
    if not pair.threshold:
        st.caption(words.say("areas.no_difference"))
        return
    after, before = distinct_texts(np.array([pair.recall_after[0], pair.recall_before[0]]))
    share = float(pair.share[0])
    percent = NumberText(rounded_text(100 * share, ".2g") + "%" if share < SPREAD else rounded_text(share, ".0%"))
    facts = {"before": before, "after": after, "share": percent}
    where, spread = SENTENCES[pair.share_of]
    st.subheader(words.say(where if share >= SPREAD else spread, **facts), anchor=False)
    alt = words.say("areas.difference_alt", difference=pair.difference_of_areas)
    look = palette.look_of(pair.right)
    figure = difference_figure(pair, look, words, same_data=same_data())
    chart.show(figure, key="difference_chart", alt=alt)
    st.caption(words.say("areas.difference_caption"))
    if pair.segments > MOST_BARS:
        st.caption(words.say("areas.difference_thinned", drawn=pair.strip.x.size, segments=pair.segments))
    share_title = words.say(f"areas.column_share_{pair.share_of}")
    as_percent = st.column_config.NumberColumn(format="percent")
    st.dataframe(
        _segments(pair, share_title, words), key="segments", hide_index=True, column_config={share_title: as_percent}
    )


def _segments(pair: SchemeDifferences, share: str, words: Words) -> pd.DataFrame:
    """The segments that make most of the difference, each with the rows that share its threshold."""
    none = words.say("areas.no_threshold")
    return pd.DataFrame(
        {
            words.say("areas.column_threshold"): [words.number(text) if text else none for text in pair.threshold],
            words.say("areas.column_rows"): pair.rows,
            words.say("areas.column_positives"): pair.positives,
            words.say("areas.column_from"): rounded_values(pair.recall_before, 4),
            words.say("areas.column_to"): rounded_values(pair.recall_after, 4),
            words.say("areas.column_difference"): rounded_values(pair.difference, 6),
            share: rounded_values(pair.share, 4),
        }
    )
