"""The headline: who has the largest area, whether that holds under every scheme, and whether chance could do it."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pr_curve_lab.analysis.compared_pairs import ComparedPairs
from pr_curve_lab.analysis.model_pairs import ModelPair
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.model_sentences import headline
from pr_curve_lab.views.models import rivals
from pr_metrics import ModelRanking


def show_early(
    ranking: ModelRanking, schemes: tuple[str, str], tested: tuple[ModelPair, ...], words: Words
) -> DeltaGenerator | None:
    """Show the headline where the test says how sure it is; else give the room for it, since samples come later."""
    if not tested:
        return st.container()
    _show(ranking, schemes, rivals.compared(ranking, schemes[0], tested, None), words)
    return None


def show_late(
    room: DeltaGenerator | None, ranking: ModelRanking, schemes: tuple[str, str], found: ComparedPairs, words: Words
) -> None:
    """Show it in the room that was kept for it, if any was."""
    if room is not None:
        with room:
            _show(ranking, schemes, found, words)


def _show(ranking: ModelRanking, schemes: tuple[str, str], found: ComparedPairs, words: Words) -> None:
    st.title(headline(ranking, schemes, words, is_doubtful=found.is_doubtful), anchor=False)
