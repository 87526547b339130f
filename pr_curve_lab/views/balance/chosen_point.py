"""The chosen point in words: what of it moves with the class balance, and what does not."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.analysis.class_balance import Balances
from pr_curve_lab.analysis.number_texts import threshold_text
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.views.controls import scheme_picker
from pr_curve_lab.views.curve import threshold


def show(both: Balances, chosen: int, words: Words) -> None:
    """Its recall and false positive rate, which stay, and its precision at either balance."""
    own, asked = both.own.points, both.asked.points
    facts = {
        "threshold": threshold_text(own.threshold, chosen),
        "recall": float(own.recall[chosen]),
        "rate": float(own.false_positive_rate[chosen]),
        "own": both.own.text,
        "precision": float(own.precision[chosen]),
        "prevalence": both.asked.text,
        "moved": float(asked.precision[chosen]),
    }
    st.markdown(words.say("balance.point_moved" if both.moved else "balance.point", **facts))


def show_controls(both: Balances, words: Words) -> None:
    """The threshold for whoever does not point at the pictures, how the points are joined, and the gain curve."""
    threshold_side, picture_side = st.columns([3, 2], gap="medium")
    with threshold_side:
        threshold.show(both.own.points, words)
    with picture_side:
        st.markdown(words.say("balance.joined"))
        scheme_picker.show(both.asked.points, "left", words, alone=True)
        st.toggle(words.say("balance.gain"), key="gain", persist_state="session")
