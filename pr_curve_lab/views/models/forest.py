"""The forest plot: every model's area on the left with its interval, the largest first, and all of it as a table."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from pr_curve_lab.analysis import model_resampling
from pr_curve_lab.analysis.area_intervals import AreaInterval, model_step_interval
from pr_curve_lab.analysis.class_balance import chance_area
from pr_curve_lab.analysis.model_resampling import Sampled
from pr_curve_lab.analysis.rank_reversal import areas_under, in_colour
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.interval_words import bootstrap_note, common_name, interval_reason, interval_way
from pr_curve_lab.i18n.model_sentences import forest_alt
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.forest import GREY, ForestRow, forest_figure, layouts
from pr_curve_lab.reading.cases.binary_tasks import BinaryTasks
from pr_curve_lab.server.results import kept, points_of
from pr_curve_lab.server.settings import MODEL
from pr_curve_lab.server.visitor_state import same_data, value_of, visitor
from pr_curve_lab.views.charts import fitted_chart
from pr_curve_lab.views.controls.name_width import name_width
from pr_metrics import Interval, ModelRanking, roc_area


def show(ranking: ModelRanking, schemes: tuple[str, str], words: Words) -> None:
    """Draw the areas with their intervals."""
    scheme, tasks = schemes[0], visitor().tasks
    named = common_name(_beside(tasks, ranking, scheme).values(), words) or words.say("models.column_interval")
    coloured = in_colour(ranking, schemes, str(value_of(MODEL.key)))
    joined = words.say(f"schemes.{scheme}.joined")
    st.subheader(words.say("models.areas", joined=joined, interval=named), anchor=False)
    figure, arranged = kept(_drawn, tasks, ranking, scheme, coloured, words, same_data=same_data())
    fitted_chart.show(figure, arranged, key="forest_chart", alt=forest_alt(ranking, scheme, words))


def show_table(ranking: ModelRanking, scheme: str, sampled: Sampled | None, words: Words) -> None:
    """List all numbers of the models: area, both intervals and the ROC area."""
    areas = areas_under(ranking, scheme)
    by_area = sorted(areas, key=lambda model: -areas[model])
    missing, each = words.say("models.none"), _beside(visitor().tasks, ranking, scheme)
    beside = [each[model] for model in by_area]
    common = common_name(beside, words)
    reasons = dict.fromkeys(interval_reason(one, words) for one in beside)
    bootstrap = [_text(sampled.areas[model], words) if sampled else missing for model in by_area]
    table = {
        words.say("models.column_model"): by_area,
        words.say("models.column_area"): [areas[model] for model in by_area],
        common or words.say("models.column_interval"): [
            _text(one.found, words, "" if common else interval_way(one, words)) for one in beside
        ],
        words.say("models.column_bootstrap"): bootstrap,
        words.say("models.column_roc"): [kept(roc_area, points_of(model)) for model in by_area],
    }
    three = st.column_config.NumberColumn(format="%.3f")
    numbers = {words.say(f"models.column_{name}"): three for name in ("area", "roc")}
    numbers[words.say("models.column_model")] = st.column_config.TextColumn(width=name_width(by_area))
    st.dataframe(pd.DataFrame(table), key="areas_table", hide_index=True, column_config=numbers)
    by_groups = visitor().tasks.groups_together is not None
    said = [*reasons, bootstrap_note(model_resampling.RESAMPLES, words, by_groups=by_groups)]
    st.caption(words.say("schemes.separator").join(said))


def _drawn(
    tasks: BinaryTasks,
    ranking: ModelRanking,
    scheme: str,
    coloured: tuple[str, ...],
    words: Words,
    *,
    same_data: str,
) -> tuple[Any, list[dict[str, Any]]]:
    """The chart and its arrangements."""
    areas, beside = areas_under(ranking, scheme), _beside(tasks, ranking, scheme)
    looks = {model: look for model, (look, _) in zip(coloured, palette.SEVERAL, strict=False)}
    rows = [
        ForestRow(model, areas[model], beside[model].found, looks.get(model, GREY))
        for model in sorted(areas, key=lambda model: -areas[model])
    ]
    chance = chance_area(kept(tasks.points, rows[0].name))
    return forest_figure(rows, chance, words, same_data=same_data), layouts(rows, chance, words)


def _beside(tasks: BinaryTasks, ranking: ModelRanking, scheme: str) -> dict[str, AreaInterval]:
    """The interval of each model's area."""
    return {
        model: kept(model_step_interval, tasks, model).interval_of(scheme, area)
        for model, area in areas_under(ranking, scheme).items()
    }


def _text(interval: Interval, words: Words, way: str = "") -> str:
    ends = words.say("models.interval", low=interval.low, high=interval.high)
    return words.say("models.interval_by", interval=ends, way=way) if way else ends
