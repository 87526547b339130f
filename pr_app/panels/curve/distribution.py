"""How the scores of positives and negatives are spread, with the chosen threshold between them."""

from __future__ import annotations

import streamlit as st

from pr_app.analysis.number_texts import threshold_text
from pr_app.figures.score_distribution import score_distribution_figure, threshold_line
from pr_app.panels.charts import live_chart
from pr_app.serving.results import kept
from pr_app.serving.visitor_state import same_data
from pr_app.wording.catalogue import Words
from pr_app.wording.numerals import ratio_text
from pr_metrics import OperatingPoints


def show(points: OperatingPoints, chosen: int, words: Words) -> None:
    """Say which share of either class lies at or above the threshold, and draw both."""
    still = kept(score_distribution_figure, points, words, same_data=same_data())
    threshold = threshold_text(points.threshold, chosen)
    shares = {
        "positives": ratio_text(float(points.recall[chosen])),
        "negatives": ratio_text(float(points.false_positive_rate[chosen])),
    }
    sentence = words.say("curve.distribution_says", threshold=threshold, **shares)
    st.markdown(sentence)
    change = threshold_line(still, float(points.threshold[chosen]), words.say("chart.threshold", threshold=threshold))
    live_chart.show(still, change, key="scores_chart", alt=words.say("curve.distribution_alt"))
