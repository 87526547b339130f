"""The page Models: intervals of areas and differences of pairs.

On a phone each pair stands in a line of its own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st
from markupsafe import Markup

from pr_curve_lab.analysis import model_resampling
from pr_curve_lab.analysis.formatting import format_difference, format_percent
from pr_curve_lab.analysis.intervals import AreaInterval, model_step_interval
from pr_curve_lab.analysis.model_resampling import (
    MAX_PAIRED_MODELS,
    N_RESAMPLES,
    BootstrapResult,
    ModelData,
    bootstrap_models,
    estimate_seconds,
    model_data_by_scheme,
)
from pr_curve_lab.analysis.models import PairResult, PairResults, model_areas, models_in_color
from pr_curve_lab.analysis.prevalence import chance_area
from pr_curve_lab.i18n.area_sentences import (
    bootstrap_caption,
    common_interval_name,
    interval_method_name,
    interval_reason,
)
from pr_curve_lab.i18n.markup import code_span, truncate_middle
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.i18n.model_sentences import (
    MAX_NAME_LENGTH,
    forest_plot_alt_text,
    format_p_value,
    pair_result_text,
    pairs_caption,
    pairs_title,
)
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.intervals import GRAY, ForestRow, forest_figure, forest_layouts
from pr_curve_lab.schema.dataset import Dataset
from pr_curve_lab.server.settings import MODEL
from pr_curve_lab.server.visitor_state import cached, get_points, same_data, value_of, visitor
from pr_curve_lab.views import charts, controls
from pr_curve_lab.views.controls import name_width
from pr_metrics import Interval, ModelRanking, roc_area


def cached_bootstrap(ranking: ModelRanking, scheme: str, messages: Messages) -> BootstrapResult | None:
    """Intervals of the models; None while they are computed, or after they were stopped."""
    dataset = visitor().dataset
    one_draw = controls.is_small(dataset.row.size) and len(ranking.models) <= MAX_PAIRED_MODELS  # serves every scheme
    contests = cached(_bootstrap_inputs, dataset, ranking, ranking.schemes if one_draw else (scheme,))
    saying = messages.format("models.drawing", count=N_RESAMPLES)
    asked = controls.ProgressInfo("models_intervals", estimate_seconds(contests), saying)
    found = controls.get_result(asked, messages, bootstrap_models, contests)
    return None if found is None else found[scheme]


def _bootstrap_inputs(dataset: Dataset, ranking: ModelRanking, schemes: tuple[str, ...]) -> tuple[ModelData, ...]:
    points = {model: cached(dataset.points, model) for model in ranking.models}
    return model_data_by_scheme(dataset, points, {scheme: model_areas(ranking, scheme) for scheme in schemes})


def show_forest(ranking: ModelRanking, schemes: tuple[str, str], messages: Messages) -> None:
    """Draw the areas with their intervals."""
    scheme, dataset = schemes[0], visitor().dataset
    named = common_interval_name(_interval_by_model(dataset, ranking, scheme).values(), messages) or messages.format(
        "models.column_interval"
    )
    coloured = models_in_color(ranking, schemes, str(value_of(MODEL.key)))
    joined = messages.format(f"schemes.{scheme}.joined")
    st.subheader(messages.format("models.areas", joined=joined, interval=named), anchor=False)
    figure, arranged = cached(_forest_figure, dataset, ranking, scheme, coloured, messages, same_data=same_data())
    charts.show_fitted_chart(figure, arranged, key="forest_chart", alt=forest_plot_alt_text(ranking, scheme, messages))


def show_table(
    ranking: ModelRanking, scheme: str, bootstrap_result: BootstrapResult | None, messages: Messages
) -> None:
    """List all numbers of the models: area, both intervals and the ROC area."""
    areas = model_areas(ranking, scheme)
    by_area = sorted(areas, key=lambda model: -areas[model])
    missing, each = messages.format("models.none"), _interval_by_model(visitor().dataset, ranking, scheme)
    beside = [each[model] for model in by_area]
    common = common_interval_name(beside, messages)
    reasons = dict.fromkeys(interval_reason(one, messages) for one in beside)
    bootstrap = [
        _interval_text(bootstrap_result.areas[model], messages) if bootstrap_result else missing for model in by_area
    ]
    table = {
        messages.format("models.column_model"): by_area,
        messages.format("models.column_area"): [areas[model] for model in by_area],
        common or messages.format("models.column_interval"): [
            _interval_text(one.interval, messages, "" if common else interval_method_name(one, messages))
            for one in beside
        ],
        messages.format("models.column_bootstrap"): bootstrap,
        messages.format("models.column_roc"): [cached(roc_area, get_points(model)) for model in by_area],
    }
    three = st.column_config.NumberColumn(format="%.3f")
    numbers = {messages.format(f"models.column_{name}"): three for name in ("area", "roc")}
    numbers[messages.format("models.column_model")] = st.column_config.TextColumn(width=name_width(by_area))
    st.dataframe(pd.DataFrame(table), key="areas_table", hide_index=True, column_config=numbers)
    by_groups = visitor().dataset.cluster_groups is not None
    said = [*reasons, bootstrap_caption(model_resampling.N_RESAMPLES, messages, by_groups=by_groups)]
    st.caption(messages.format("schemes.separator").join(said))


def _forest_figure(
    dataset: Dataset,
    ranking: ModelRanking,
    scheme: str,
    colored: tuple[str, ...],
    messages: Messages,
    *,
    same_data: str,
) -> tuple[Any, list[dict[str, Any]]]:
    """The chart and its arrangements."""
    areas, beside = model_areas(ranking, scheme), _interval_by_model(dataset, ranking, scheme)
    looks = {model: style for model, (style, _) in zip(colored, palette.MODEL_STYLES, strict=False)}
    rows = [
        ForestRow(model, areas[model], beside[model].interval, looks.get(model, GRAY))
        for model in sorted(areas, key=lambda model: -areas[model])
    ]
    chance = chance_area(cached(dataset.points, rows[0].name))
    return forest_figure(rows, chance, messages, same_data=same_data), forest_layouts(rows, chance, messages)


def _interval_by_model(dataset: Dataset, ranking: ModelRanking, scheme: str) -> dict[str, AreaInterval]:
    """The interval of each model's area."""
    return {
        model: cached(model_step_interval, dataset, model).interval_of(scheme, area)
        for model, area in model_areas(ranking, scheme).items()
    }


def _interval_text(interval: Interval, messages: Messages, method: str = "") -> str:
    ends = messages.format("models.interval", low=interval.lower, high=interval.upper)
    return messages.format("models.interval_by", interval=ends, way=method) if method else ends


def show_pairs(comparison: PairResults, colored: tuple[str, ...], messages: Messages) -> None:
    """Show the pairs that there are, and how their numbers were found."""
    pairs = comparison.pairs
    if not pairs:
        return
    looks = {model: f"model-{number}" for number, model in enumerate(colored[: len(palette.MODEL_STYLES)])}
    best = code_span(truncate_middle(pairs[0].first, MAX_NAME_LENGTH))
    st.subheader(pairs_title(comparison, best, messages), anchor=False)
    with st.container(key="pairs_table"):
        st.html(_table(comparison, looks, messages))
    st.caption(pairs_caption(comparison, model_resampling.N_RESAMPLES, messages))


def _table(comparison: PairResults, styles: dict[str, str], messages: Messages) -> Markup:
    """A row for each first and a column for each second model; where not all pairs are here, a row for each second."""
    cells = {(pair.first, pair.second): pair for pair in comparison.pairs}
    firsts, seconds = (list(dict.fromkeys(names)) for names in zip(*cells, strict=True))
    if not comparison.is_matrix:
        listed = [_row(pair.second, [pair], styles, messages) for pair in comparison.pairs]
        return Markup('<table class="listed">{}</table>').format(Markup("").join(listed))
    heads = [Markup('<th scope="col" class="{}">{}</th>').format(*_style_and_name(name, styles)) for name in seconds]
    rows = [_row(first, [cells.get((first, second)) for second in seconds], styles, messages) for first in firsts]
    head = Markup("<tr><td></td>{}</tr>").format(Markup("").join(heads))
    return Markup("<table>{}{}</table>").format(head, Markup("").join(rows))


def _row(name: str, pairs: Sequence[PairResult | None], styles: dict[str, str], messages: Messages) -> Markup:
    cells = Markup("").join(_cell(pair, messages) for pair in pairs)
    return Markup('<tr><th scope="row" class="{}">{}</th>{}</tr>').format(*_style_and_name(name, styles), cells)


def _style_and_name(name: str, styles: dict[str, str]) -> tuple[str, str]:
    return styles.get(name, "model-grey"), truncate_middle(name, MAX_NAME_LENGTH)


def _cell(pair: PairResult | None, messages: Messages) -> Markup:
    """The numbers of a pair, as far as they are known."""
    if pair is None:
        return Markup("<td></td>")
    names = messages.format(
        "models.pair_names",
        first=truncate_middle(pair.first, MAX_NAME_LENGTH),
        second=truncate_middle(pair.second, MAX_NAME_LENGTH),
    )
    lines = []
    if not math.isnan(pair.lower) and pair.status != "none":
        lines.append(
            messages.format(
                "models.pair_interval", low=format_difference(pair.lower), high=format_difference(pair.upper)
            )
        )
    known = [] if math.isnan(pair.p) else [format_p_value(pair.p, messages)]
    if not math.isnan(pair.win_rate):
        known.append(messages.format("models.pair_ahead", share=format_percent(pair.win_rate)))
    lines.append(messages.format("models.separator").join(known))
    return Markup('<td class="pair {}"><i>{}</i><b>{}</b> <span>{}</span>{}</td>').format(
        "sure" if pair.status == "settled" else "",
        names,
        messages.number(format_difference(pair.difference)),
        pair_result_text(pair, messages),
        Markup("").join(Markup("<div>{}</div>").format(line) for line in lines if line),
    )


COLUMN_WIDTHS = (2, 3)  # of the width: the forest plot, the pairs


def show_intervals(
    ranking: ModelRanking,
    schemes: tuple[str, str],
    comparison: PairResults,
    bootstrap_result: BootstrapResult | None,
    messages: Messages,
) -> None:
    """Draw the intervals and print the pairs, then all numbers of the models."""
    left, right = st.columns(COLUMN_WIDTHS, gap="medium")
    with left:
        show_forest(ranking, schemes, messages)
    with right:
        show_pairs(comparison, models_in_color(ranking, schemes, str(value_of(MODEL.key))), messages)
    show_table(ranking, schemes[0], bootstrap_result, messages)
