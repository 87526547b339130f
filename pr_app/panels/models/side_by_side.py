"""All models in two pictures, joined by a scheme each, and who has the largest area in either and in all."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pr_app.analysis.rank_reversal import RankReversal, areas_under, in_colour
from pr_app.figures.several_curves import ModelCurve, model_curve, several_curves_figure
from pr_app.panels import chart
from pr_app.panels.controls import scheme_picker
from pr_app.serving import session
from pr_app.wording.catalogue import Words
from pr_app.wording.model_sentences import alt, caption, headline
from pr_metrics import SCHEMES, ModelRanking

CHARTS = {"left": "models_chart", "right": "models_right_chart"}


def show_headline(ranking: ModelRanking, schemes: tuple[str, str], words: Words) -> None:
    """Say who has the largest area on either side, and whether that holds under every scheme."""
    st.title(headline(ranking, schemes, words), anchor=False)


def show(ranking: ModelRanking, reversal: RankReversal | None, schemes: tuple[str, str], words: Words) -> None:
    """Draw all models on both sides, each side with its own picker right under it."""
    coloured = in_colour(ranking, schemes, str(session.value_of("model")))
    st.caption(caption(len(ranking.models) - len(coloured), reversal, words))
    for column, (side, scheme) in zip(st.columns(2, gap="medium"), zip(CHARTS, schemes, strict=True), strict=True):
        with column:
            figure = _drawn(ranking, reversal, scheme, schemes, coloured, words)
            chart.show(figure, key=CHARTS[side], alt=alt(ranking, scheme, words))
            scheme_picker.show(session.visitor().cases.points, side, words)
            points = max(session.points_of(model).threshold.size for model in ranking.models)
            chart.show_thinned(figure, points, words)


def _drawn(
    ranking: ModelRanking,
    reversal: RankReversal | None,
    scheme: str,
    schemes: tuple[str, str],
    coloured: tuple[str, ...],
    words: Words,
) -> Any:
    bands = [(one.recall_before, one.recall_after) for one in reversal.segments] if reversal else []
    title = words.say(f"schemes.{scheme}.name")
    areas = areas_under(ranking, scheme)

    def draw() -> Any:
        models = [
            ModelCurve(
                model, _curves(ranking, scheme)[model], areas[model], session.points_of(model), model in coloured
            )
            for model in ranking.models
        ]
        return several_curves_figure(models, bands, title, words, same_data=f"{session.visitor().data_count}")

    return session.remembered(draw, "models_drawn", scheme, schemes, coloured, words.language)


def _curves(ranking: ModelRanking, scheme: str) -> dict[str, Any]:
    """The curve of each model as it is drawn."""

    def draw() -> dict[str, Any]:
        return {model: model_curve(session.points_of(model), SCHEMES[scheme]) for model in ranking.models}

    return session.remembered_of_all(draw, "models_curves", scheme)
