"""What the chosen threshold does, counted: the confusion matrix, and precision and recall as fractions of its cells."""

from __future__ import annotations

import streamlit as st

from pr_app.analysis.class_balance import balance_texts
from pr_app.analysis.deployment import Deployment, point_at
from pr_app.analysis.number_texts import NumberText
from pr_app.wording.catalogue import Words
from pr_app.wording.numerals import UNDEFINED, count_text, predictive_text, ratio_text
from pr_metrics import f_score, negative_predictive_value


def show(used: Deployment, chosen: int, words: Words) -> None:
    """The four counts of the data as a table, the fractions they make, and those that move with the class balance."""
    points = point_at(used.own, chosen)
    true_positives, false_positives = points.true_positives[0], points.false_positives[0]
    false_negatives, true_negatives = points.positives - true_positives, points.negatives - false_positives
    cells = {
        "true_positives": true_positives,
        "false_positives": false_positives,
        "false_negatives": false_negatives,
        "true_negatives": true_negatives,
    }
    counts = {name: count_text(float(count)) for name, count in cells.items()}
    st.markdown(words.say("curve.confusion", corner=words.say("curve.in_data") if used.elsewhere else "", **counts))
    st.markdown(
        words.say(
            "curve.fractions",
            **{name: _in_formula(text) for name, text in counts.items()},
            precision=ratio_text(float(points.precision[0])),
            recall=ratio_text(float(points.recall[0])),
            npv=_in_formula(predictive_text(float(negative_predictive_value(points)[0]))),
            f1=ratio_text(float(f_score(points)[0])),
        )
    )
    if used.moved:
        st.markdown(_moved(used, chosen, words))


def _in_formula(text: NumberText) -> NumberText:
    """A number as LaTeX writes it: powers of ten, and a dash that is no minus."""
    mantissa, e, exponent = text.partition("e")
    if e:
        return NumberText(rf"{mantissa} \times 10^{{{int(exponent)}}}")
    return NumberText(rf"\text{{{text}}}") if text == UNDEFINED else text


def _moved(used: Deployment, chosen: int, words: Words) -> str:
    """The ratios of the chosen threshold at the class balance where it will be used."""
    _, prevalence = balance_texts(used.own.prevalence, used.points.prevalence)
    day = used.day(chosen)
    return words.say(
        "curve.fractions_moved",
        prevalence=prevalence,
        precision=ratio_text(day.precision),
        npv=predictive_text(day.negative_predictive_value),
        f1=ratio_text(float(f_score(point_at(used.points, chosen))[0])),
    )
