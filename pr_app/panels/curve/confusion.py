"""What the chosen threshold does, counted: the confusion matrix, and precision and recall as fractions of its cells."""

from __future__ import annotations

import streamlit as st

from pr_app.wording.catalogue import Words
from pr_app.wording.numerals import count_text, ratio_text
from pr_metrics import OperatingPoints, f_score


def show(points: OperatingPoints, chosen: int, words: Words) -> None:
    """The four counts as a table, and the fractions they make."""
    true_positives, false_positives = points.true_positives[chosen], points.false_positives[chosen]
    false_negatives, true_negatives = points.positives - true_positives, points.negatives - false_positives
    cells = {
        "true_positives": true_positives,
        "false_positives": false_positives,
        "false_negatives": false_negatives,
        "true_negatives": true_negatives,
    }
    counts = {name: count_text(float(count)) for name, count in cells.items()}
    st.markdown(words.say("curve.confusion", **counts))
    st.markdown(
        words.say(
            "curve.fractions",
            **counts,
            precision=ratio_text(float(points.precision[chosen])),
            recall=ratio_text(float(points.recall[chosen])),
            f1=ratio_text(float(f_score(points)[chosen])),
        )
    )
