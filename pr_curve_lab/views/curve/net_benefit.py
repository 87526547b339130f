"""Net benefit: for which weights of a false alarm the model is worth more than calling all rows positive, or none."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.analysis.class_balance import balance_texts
from pr_curve_lab.analysis.decision_curve import DecisionCurve, decision_curve, miscalibrated_mean
from pr_curve_lab.analysis.deployment import Deployment
from pr_curve_lab.analysis.number_texts import inner_texts
from pr_curve_lab.analysis.printed_areas import told_apart
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.plotting.net_benefit_curve import net_benefit_figure
from pr_curve_lab.server.results import kept
from pr_curve_lab.server.visitor_state import same_data
from pr_curve_lab.views.charts import chart


def show(used: Deployment, words: Words) -> None:
    """Say where the model is worth more, and draw all three."""
    curve = kept(decision_curve, used)
    st.markdown(_finding(curve, words))
    figure = kept(net_benefit_figure, curve, words, same_data=same_data())
    chart.show(figure, key="net_benefit_chart", alt=words.say("curve.net_alt"))
    st.caption(_caption(used, curve, words))


def _finding(curve: DecisionCurve, words: Words) -> str:
    if not curve.gains:
        return words.say("curve.net_nowhere")
    ends = [inner_texts(*one) for one in curve.gains]
    ranges = words.say("curve.net_separator").join(
        words.say("curve.net_range", low=low, high=high) for low, high in ends
    )
    return words.say("curve.net_mostly" if curve.has_more else "curve.net_between", ranges=ranges)


def _caption(used: Deployment, curve: DecisionCurve, words: Words) -> str:
    """How p calls rows positive, and what else the numbers assume."""
    said = [words.say("curve.net_scores" if curve.of_probabilities else "curve.net_best")]
    mean = miscalibrated_mean(used.own) if curve.of_probabilities else None
    if mean is not None:
        scores, share = told_apart(mean, used.own.prevalence)
        key = "curve.net_too_high" if mean > used.own.prevalence else "curve.net_too_low"
        said.append(words.say(key, mean=scores, prevalence=share))
    if used.moved:
        _, prevalence = balance_texts(used.own.prevalence, used.points.prevalence)
        key = "curve.net_moved" if curve.of_probabilities else "curve.net_moved_best"
        said.append(words.say(key, prevalence=prevalence))
    if used.own.unreached_positives:
        said.append(words.say("curve.net_unscored"))
    return " ".join(said)
