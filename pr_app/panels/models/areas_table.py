"""Every model's area with two intervals, and its ROC area, as a table."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from pr_app.analysis.model_pairs import ModelPair
from pr_app.analysis.model_resampling import RESAMPLES, Sampled
from pr_app.analysis.rank_reversal import areas_under
from pr_app.panels.models import intervals
from pr_app.serving.results import points_of
from pr_app.serving.visitor_state import visitor
from pr_app.wording.catalogue import Words
from pr_app.wording.model_sentences import paired_lead
from pr_metrics import Interval, ModelRanking, logit_interval, roc_area


def show(ranking: ModelRanking, scheme: str, pairs: tuple[ModelPair, ...], words: Words) -> Sampled | None:
    """List the models by their area under a scheme, the largest first; returns the drawn intervals once they are."""
    areas = areas_under(ranking, scheme)
    by_area = sorted(areas, key=lambda model: -areas[model])
    st.subheader(words.say("models.areas", joined=words.say(f"schemes.{scheme}.joined")), anchor=False)
    drawn = intervals.drawn(ranking, scheme, words)
    missing = words.say("models.none")
    cases = visitor().cases
    positives = cases.positives  # whatever they weigh
    table = {
        words.say("models.column_model"): by_area,
        words.say("models.column_area"): [areas[model] for model in by_area],
        words.say("models.column_logit"): [_text(logit_interval(areas[model], positives), words) for model in by_area],
        words.say("models.column_bootstrap"): [
            _text(drawn.areas[model], words) if drawn else missing for model in by_area
        ],
        words.say("models.column_roc"): [roc_area(points_of(model)) for model in by_area],
    }
    three = st.column_config.NumberColumn(format="%.3f")
    numbers = {words.say(f"models.column_{name}"): three for name in ("area", "roc")}
    st.dataframe(pd.DataFrame(table), key="areas_table", hide_index=True, column_config=numbers)
    if pairs:
        st.markdown(paired_lead(pairs, words))
    elif drawn is not None:
        intervals.show_lead(drawn, by_area[0], min(positives, int((~cases.positive).sum())), words)
    st.caption(words.say("models.areas_caption", resamples=RESAMPLES))
    return drawn


def _text(interval: Interval, words: Words) -> str:
    return words.say("models.interval", low=interval.low, high=interval.high)
