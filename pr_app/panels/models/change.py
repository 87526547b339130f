"""A warning where the winner changes with the scheme: by how much either leads, and which rows decide it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd
import streamlit as st

from pr_app.analysis.rank_reversal import MOST_SEGMENTS, RankReversal, schemes_with_other_winners
from pr_app.analysis.rounding import rounded_values
from pr_app.wording.catalogue import Words
from pr_app.wording.model_sentences import named, what_decides
from pr_metrics import ModelRanking


def show(ranking: ModelRanking, reversal: RankReversal | None, schemes: tuple[str, str], words: Words) -> None:
    """Say why another model wins on the right, or under which schemes one would."""
    if reversal is not None:
        st.warning(what_decides(reversal, schemes, words))
        if reversal.deciding > 1:
            if reversal.deciding > MOST_SEGMENTS:
                st.caption(words.say("models.segments", count=MOST_SEGMENTS, needed=reversal.deciding))
            st.dataframe(_segments(reversal, words), key="segments", hide_index=True)
        return
    elsewhere = [key for key in schemes_with_other_winners(ranking, schemes[0]) if key not in schemes]
    if elsewhere:
        winning = [
            words.say(
                "models.wins_there",
                scheme=words.say(f"schemes.{key}.name"),
                names=named(ranking.winners(key), words),
            )
            for key in elsewhere
        ]
        listed = words.say("models.semicolon").join(winning)
        st.info(words.say("models.elsewhere", listed=listed))


def _segments(reversal: RankReversal, words: Words) -> pd.DataFrame:
    """The largest of the segments that decide together."""
    none = words.say("areas.no_threshold")
    return pd.DataFrame(
        {
            words.say("models.column_model"): [one.model for one in reversal.segments],
            words.say("models.column_from"): _rounded((one.recall_before for one in reversal.segments), 4),
            words.say("models.column_to"): _rounded((one.recall_after for one in reversal.segments), 4),
            words.say("models.column_gain"): _rounded((one.gain for one in reversal.segments), 6),
            words.say("models.column_threshold"): [
                words.number(one.threshold) if one.threshold else none for one in reversal.segments
            ],
            words.say("models.column_rows"): [one.rows for one in reversal.segments],
            words.say("models.column_positives"): [one.positives for one in reversal.segments],
        }
    )


def _rounded(values: Iterable[float], decimals: int) -> np.ndarray:
    return rounded_values(np.fromiter(values, dtype=float), decimals)
