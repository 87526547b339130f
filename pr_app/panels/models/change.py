"""A warning where the winner changes with the scheme: by how much either leads, and which rows decide it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from pr_app.markup import code_span
from pr_app.numerals import distinct_texts, signed_text
from pr_app.panels.models import rivals
from pr_app.winners import MOST_STRETCHES, Stretch, Turn, schemes_with_other_winners
from pr_app.words import Words
from pr_metrics import ModelRanking


def show(ranking: ModelRanking, turn: Turn | None, schemes: tuple[str, str], words: Words) -> None:
    """Say why another model wins on the right, or under which schemes one would."""
    if turn is not None:
        st.warning(_warning(turn, schemes, words))
        if turn.deciding > 1:
            if turn.deciding > MOST_STRETCHES:
                st.caption(words.say("models.stretches", count=MOST_STRETCHES, needed=turn.deciding))
            st.dataframe(_stretches(turn, words), key="stretches", hide_index=True)
        return
    elsewhere = [key for key in schemes_with_other_winners(ranking, schemes[0]) if key not in schemes]
    if elsewhere:
        named = [
            words.say(
                "models.wins_there",
                scheme=words.say(f"schemes.{key}.name"),
                names=rivals.named(ranking.winners(key), words),
            )
            for key in elsewhere
        ]
        listed = words.say("models.semicolon").join(named)
        st.info(words.say("models.elsewhere", listed=listed))


def _warning(turn: Turn, schemes: tuple[str, str], words: Words) -> str:
    loser, winner = code_span(turn.loser), code_span(turn.winner)
    joined = {side: words.say(f"schemes.{key}.joined") for side, key in zip(("left", "right"), schemes, strict=True)}
    leads = {"lead_left": _size(turn.lead_left), "lead_right": _size(turn.lead_right)}
    (loser_left, loser_right), (winner_left, winner_right) = (turn.areas[model] for model in (turn.loser, turn.winner))
    areas = {
        "loser_left": loser_left,
        "loser_right": loser_right,
        "winner_left": winner_left,
        "winner_right": winner_right,
    }
    facts = {"loser": loser, "winner": winner, **joined, **leads, **areas}
    decided = "models.decided_alone" if turn.deciding == 1 else "models.decided_together"
    largest = turn.stretches[0]
    parts = [words.say("models.leads", **facts), _of_stretch(largest, turn, joined, words)]
    if largest.is_start:
        parts.append(words.say("models.stretch_start", model=code_span(largest.model)))
    parts.append(words.say(decided, count=turn.deciding, gain=_size(largest.gain), **facts))
    return words.say("schemes.separator").join(parts)


def _of_stretch(stretch: Stretch, turn: Turn, joined: dict[str, str], words: Words) -> str:
    """Where the largest part lies, what it is, and which rows make it."""
    after, before = distinct_texts(np.array([stretch.recall_after, stretch.recall_before]))
    facts = {"before": before, "after": after, "gain": _size(stretch.gain), "model": code_span(stretch.model)}
    key = "models.stretch_gains" if stretch.model == turn.winner else "models.stretch_loses"
    said = words.say(key, **facts, **joined)
    if stretch.threshold is None:
        return words.say("models.stretch_end", stretch=said)
    score, positives = code_span(stretch.threshold), stretch.positives
    return said + words.say("models.stretch_rows", count=stretch.rows, score=score, positives=positives)


def _stretches(turn: Turn, words: Words) -> pd.DataFrame:
    """The largest of the stretches that decide together."""
    none = words.say("areas.no_threshold")
    return pd.DataFrame(
        {
            words.say("models.column_model"): [one.model for one in turn.stretches],
            words.say("models.column_from"): [round(one.recall_before, 4) for one in turn.stretches],
            words.say("models.column_to"): [round(one.recall_after, 4) for one in turn.stretches],
            words.say("models.column_gain"): [round(one.gain, 6) for one in turn.stretches],
            words.say("models.column_threshold"): [one.threshold or none for one in turn.stretches],
            words.say("models.column_rows"): [one.rows for one in turn.stretches],
            words.say("models.column_positives"): [one.positives for one in turn.stretches],
        }
    )


def _size(difference: float) -> str:
    """A difference without its sign, with as many decimals as show it."""
    return signed_text(abs(difference)).removeprefix("+")
