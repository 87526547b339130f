"""How sure the ranking on the left is: the areas with their intervals, and the pairs, side by side."""

from __future__ import annotations

import streamlit as st

from pr_curve_lab.analysis.compared_pairs import ComparedPairs
from pr_curve_lab.analysis.model_resampling import Sampled
from pr_curve_lab.analysis.rank_reversal import in_colour
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.server.settings import MODEL
from pr_curve_lab.server.visitor_state import value_of
from pr_curve_lab.views.models import forest, pairs
from pr_metrics import ModelRanking

SHARES = (2, 3)  # of the width: the forest plot, the pairs


def show(
    ranking: ModelRanking, schemes: tuple[str, str], found: ComparedPairs, sampled: Sampled | None, words: Words
) -> None:
    """Draw the intervals and print the pairs, then all numbers of the models."""
    left, right = st.columns(SHARES, gap="medium")
    with left:
        forest.show(ranking, schemes, words)
    with right:
        pairs.show(found, in_colour(ranking, schemes, str(value_of(MODEL.key))), words)
    forest.show_table(ranking, schemes[0], sampled, words)
