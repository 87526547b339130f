"""What the chosen threshold does, counted: the confusion matrix, and precision and recall as fractions of its cells."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from pr_curve_lab.analysis.class_balance import balance_texts
from pr_curve_lab.analysis.deployment import Deployment
from pr_curve_lab.analysis.threshold_wishes import Wishes
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.point_texts import texts_at

CELLS = ("true_positives", "false_positives", "false_negatives", "true_negatives")
CELLS_OF_DAY = ("day_right", "day_false", "day_missed", "day_rest")
IN_FRACTIONS = (*CELLS, "precision", "recall", "npv", "f1")
MOVED = ("precision", "npv", "f1")


def show(used: Deployment, chosen: int, wishes: Wishes, words: Words) -> None:
    """The four counts of a day or of the file, the fractions they make, and those that move with the class balance."""
    texts = texts_at(used, chosen, wishes)
    with st.container(key="confusion"):
        st.markdown(matrix(used, texts, words))
    with st.container(key="fractions"):
        st.markdown(fractions(used, texts, words))
    if used.moved:
        with st.container(key="fractions_moved"):
            st.markdown(moved(used, texts, words))


def matrix(used: Deployment, texts: Mapping[str, str], words: Words) -> str:
    """The counts of a day, or else of the file, as a table of Markdown."""
    corner = words.say("curve.per_day" if used.per_day else "curve.unit_file")
    counts = dict(zip(CELLS, CELLS_OF_DAY if used.per_day else CELLS, strict=True))
    return words.say("curve.confusion", corner=corner, **{name: texts[count] for name, count in counts.items()})


def fractions(used: Deployment, texts: Mapping[str, str], words: Words) -> str:
    """The ratios as fractions of the file's counts; each number is one text of its formula, however it is written."""
    where = words.say("curve.fractions_of_file") if used.per_day else ""
    numbers = {name: rf"\text{{{words.number(texts[name])}}}" for name in IN_FRACTIONS}
    return where + words.say("curve.fractions", **numbers)


def moved(used: Deployment, texts: Mapping[str, str], words: Words) -> str:
    """The ratios of a threshold at the class balance where it will be used."""
    _, prevalence = balance_texts(used.own.prevalence, used.points.prevalence)
    return words.say("curve.fractions_moved", prevalence=prevalence, **{one: texts[f"moved_{one}"] for one in MOVED})
