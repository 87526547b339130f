"""How the scores of positives and negatives are spread, with the chosen threshold between them."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from pr_curve_lab.analysis.deployment import Deployment
from pr_curve_lab.analysis.threshold_wishes import Wishes
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.point_texts import texts_at
from pr_curve_lab.plotting.score_distribution import score_distribution_figure, threshold_line
from pr_curve_lab.server.results import kept
from pr_curve_lab.server.visitor_state import same_data
from pr_curve_lab.views.charts import live_chart


def show(used: Deployment, chosen: int, required: Wishes, words: Words) -> None:
    """Say which share of either class lies at or above the threshold, and draw both."""
    points = used.own
    still = kept(score_distribution_figure, points, words, same_data=same_data())
    texts = texts_at(used, chosen, required)
    with st.container(key="distribution_says"):
        st.markdown(sentence(texts, words))
    label = words.say("chart.threshold", threshold=texts["threshold"])
    change = threshold_line(still, float(points.threshold[chosen]), label)
    live_chart.show(still, change, key="scores_chart", alt=words.say("curve.distribution_alt"))


def sentence(texts: Mapping[str, str], words: Words) -> str:
    """Say which share of either class lies at or above the threshold."""
    shares = {"positives": texts["recall"], "negatives": texts["false_positive_rate"]}
    return words.say("curve.distribution_says", threshold=texts["threshold"], **shares)
