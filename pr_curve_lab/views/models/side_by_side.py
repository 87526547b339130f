"""All models in two pictures, joined by a scheme each, and who has the largest area in either and in all."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pr_curve_lab.analysis.joined_areas import joined_area
from pr_curve_lab.analysis.rank_reversal import RankReversal, in_colour
from pr_curve_lab.analysis.thinning import circle_counts
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.model_sentences import alt, caption
from pr_curve_lab.plotting.several_curves import RESOLUTION, ModelCurve, several_curves_figure
from pr_curve_lab.reading.cases.binary_tasks import BinaryTasks
from pr_curve_lab.server.results import kept, points_of
from pr_curve_lab.server.settings import MODEL
from pr_curve_lab.server.visitor_state import same_data, value_of, visitor
from pr_curve_lab.views.charts import chart
from pr_curve_lab.views.controls import scheme_picker
from pr_metrics import ModelRanking

CHARTS = {"left": "models_chart", "right": "models_right_chart"}


def show(ranking: ModelRanking, reversal: RankReversal | None, schemes: tuple[str, str], words: Words) -> None:
    """Draw all models on both sides, each side with its own picker right under it."""
    coloured = in_colour(ranking, schemes, str(value_of(MODEL.key)))
    circles = kept(circle_counts, *(points_of(model) for model in coloured))
    st.caption(caption(len(ranking.models) - len(coloured), circles, words))
    for column, (side, scheme) in zip(st.columns(2, gap="medium"), zip(CHARTS, schemes, strict=True), strict=True):
        with column:
            figure = kept(_drawn, visitor().tasks, ranking, reversal, scheme, coloured, words, same_data=same_data())
            chart.show(figure, key=CHARTS[side], alt=alt(ranking, scheme, words))
            scheme_picker.show(visitor().cases.points, side, words)
            points = max(points_of(model).threshold.size for model in ranking.models)
            chart.show_thinned(figure, points, words)


def _drawn(
    tasks: BinaryTasks,
    ranking: ModelRanking,
    reversal: RankReversal | None,
    scheme: str,
    coloured: tuple[str, ...],
    words: Words,
    *,
    same_data: str,
) -> Any:
    """The picture of a side, with bands where along recall it is decided who wins."""
    bands = tuple((one.recall_before, one.recall_after) for one in reversal.segments) if reversal else ()
    models = [
        ModelCurve(model, kept(joined_area, points, scheme, RESOLUTION), points, model in coloured)
        for model, points in ((model, kept(tasks.points, model)) for model in ranking.models)
    ]
    return several_curves_figure(models, bands, words.say(f"schemes.{scheme}.name"), words, same_data=same_data)
