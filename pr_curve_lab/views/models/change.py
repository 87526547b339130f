"""Where the winner changes with the scheme: which rows decide it, in few words beside the pictures."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from pr_curve_lab.analysis.rank_reversal import RankReversal, schemes_with_other_winners
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.model_sentences import named, what_decides
from pr_metrics import ModelRanking

MOST_NAMED = 3  # schemes


def show(ranking: ModelRanking, reversal: RankReversal | None, schemes: tuple[str, str], words: Words) -> None:
    """Say why another model wins on the right, or under which schemes one would."""
    if reversal is not None:
        st.caption(what_decides(reversal, schemes, words))
        return
    elsewhere: dict[tuple[str, ...], list[str]] = {}
    for key in schemes_with_other_winners(ranking, schemes[0]):
        if key not in schemes:
            elsewhere.setdefault(ranking.winners(key), []).append(key)
    if elsewhere:
        winning = [_said(winners, keys, words) for winners, keys in elsewhere.items()]
        st.caption(words.say("models.elsewhere", listed=words.say("models.semicolon").join(winning)))


def _said(winners: tuple[str, ...], keys: Sequence[str], words: Words) -> str:
    """Who wins under these schemes; of many the number is enough, since the table has them all."""
    names = named(winners, words)
    if len(keys) > MOST_NAMED:
        return words.say("models.wins_in_many", names=names, count=len(keys))
    listed = words.say("models.separator").join(words.say(f"schemes.{key}.name") for key in keys)
    return words.say("models.wins_there", names=names, schemes=listed)
