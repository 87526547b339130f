"""Where the winner changes with the scheme: which rows decide it, in few words beside the pictures."""

from __future__ import annotations

import streamlit as st

from pr_app.analysis.rank_reversal import RankReversal, schemes_with_other_winners
from pr_app.wording.catalogue import Words
from pr_app.wording.model_sentences import named, what_decides
from pr_metrics import ModelRanking


def show(ranking: ModelRanking, reversal: RankReversal | None, schemes: tuple[str, str], words: Words) -> None:
    """Say why another model wins on the right, or under which schemes one would."""
    if reversal is not None:
        st.caption(what_decides(reversal, schemes, words))
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
        st.caption(words.say("models.elsewhere", listed=words.say("models.semicolon").join(winning)))
