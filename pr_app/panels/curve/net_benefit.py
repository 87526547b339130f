"""Net benefit: for which weights of a false alarm the model is worth more than calling all rows positive, or none."""

from __future__ import annotations

import streamlit as st

from pr_app.analysis.class_balance import balance_texts
from pr_app.analysis.decision_curve import DecisionCurve, decision_curve
from pr_app.analysis.deployment import Deployment
from pr_app.analysis.number_texts import inner_texts
from pr_app.figures.net_benefit_curve import net_benefit_figure
from pr_app.panels.charts import chart
from pr_app.serving.results import kept
from pr_app.serving.visitor_state import same_data
from pr_app.wording.catalogue import Words


def show(used: Deployment, words: Words) -> None:
    """Say where the model is worth more, and draw all three."""
    curve = kept(decision_curve, used)
    st.markdown(_finding(curve, words))
    figure = kept(net_benefit_figure, curve, words, same_data=same_data())
    chart.show(figure, key="net_benefit_chart", alt=words.say("curve.net_alt"))
    st.caption(_caption(used, curve, words))


def _finding(curve: DecisionCurve, words: Words) -> str:
    if curve.gains is None:
        return words.say("curve.net_nowhere")
    low, high, throughout = curve.gains
    key = "curve.net_between" if throughout else "curve.net_in_parts"
    lowest, highest = inner_texts(low, high)
    return words.say(key, low=lowest, high=highest)


def _caption(used: Deployment, curve: DecisionCurve, words: Words) -> str:
    """How p calls rows positive, and what else the numbers assume."""
    said = [words.say("curve.net_scores" if curve.of_probabilities else "curve.net_best")]
    if used.moved:
        _, prevalence = balance_texts(used.own.prevalence, used.points.prevalence)
        key = "curve.net_moved" if curve.of_probabilities else "curve.net_moved_best"
        said.append(words.say(key, prevalence=prevalence))
    if used.own.unreached_positives:
        said.append(words.say("curve.net_unscored"))
    return " ".join(said)
