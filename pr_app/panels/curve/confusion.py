"""What the chosen threshold does, counted: the confusion matrix, and precision and recall as fractions of its cells."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from pr_app.analysis.class_balance import balance_texts
from pr_app.analysis.deployment import Deployment
from pr_app.wording.catalogue import Words
from pr_app.wording.point_texts import texts_at

CELLS = ("true_positives", "false_positives", "false_negatives", "true_negatives")
IN_FRACTIONS = (*CELLS, "precision", "recall", "npv", "f1")
MOVED = ("precision", "npv", "f1")


def show(used: Deployment, chosen: int, words: Words) -> None:
    """The four counts of the data as a table, the fractions they make, and those that move with the class balance."""
    texts = texts_at(used, chosen)
    with st.container(key="confusion"):
        st.markdown(matrix(used, texts, words))
    with st.container(key="fractions"):
        st.markdown(fractions(texts, words))
    if used.moved:
        with st.container(key="fractions_moved"):
            st.markdown(moved(used, texts, words))


def matrix(used: Deployment, texts: Mapping[str, str], words: Words) -> str:
    """The counts of the data as a table of Markdown."""
    corner = words.say("curve.in_data") if used.elsewhere else ""
    return words.say("curve.confusion", corner=corner, **{name: texts[name] for name in CELLS})


def fractions(texts: Mapping[str, str], words: Words) -> str:
    """The ratios as fractions of the counts; each number is one text of its formula, however it is written."""
    return words.say("curve.fractions", **{name: rf"\text{{{words.number(texts[name])}}}" for name in IN_FRACTIONS})


def moved(used: Deployment, texts: Mapping[str, str], words: Words) -> str:
    """The ratios of a threshold at the class balance where it will be used."""
    _, prevalence = balance_texts(used.own.prevalence, used.points.prevalence)
    return words.say("curve.fractions_moved", prevalence=prevalence, **{one: texts[f"moved_{one}"] for one in MOVED})
