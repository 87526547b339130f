"""The page Models: several scores of the same rows, which of them is best under which scheme, and how certain that is.

On a phone each pair of models is on a line of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup
from streamlit.delta_generator import DeltaGenerator

from pr_curve_lab.analysis import model_resampling
from pr_curve_lab.analysis.alerts import Deployment
from pr_curve_lab.analysis.areas import joined_area
from pr_curve_lab.analysis.formatting import NumberText, format_difference, format_percent
from pr_curve_lab.analysis.intervals import model_step_interval
from pr_curve_lab.analysis.model_resampling import (
    MAX_PAIRED_MODELS,
    N_RESAMPLES,
    ModelData,
    bootstrap_models,
    estimate_lead_seconds,
    estimate_seconds,
    model_data,
    model_data_of_schemes,
)
from pr_curve_lab.analysis.models import (
    ModelReversal,
    ModelThresholds,
    PairResult,
    PairResults,
    PairTest,
    crossing_of,
    model_areas,
    model_reversal,
    model_thresholds,
    models_by_area,
    models_in_color,
    pair_tests,
    recall_lead,
)
from pr_curve_lab.analysis.prevalence import chance_area
from pr_curve_lab.analysis.summary import Finding
from pr_curve_lab.exports.page_exports import model_exports
from pr_curve_lab.exports.result_citations import model_citation
from pr_curve_lab.exports.results import Models
from pr_curve_lab.i18n.area_sentences import (
    alert_limit,
    bootstrap_caption,
    common_interval_name,
    interval_method_name,
    interval_reason,
)
from pr_curve_lab.i18n.messages import Messages, code_span, truncate_middle
from pr_curve_lab.i18n.model_sentences import (
    MAX_NAME_LENGTH,
    alt_text,
    caption,
    crossing_sentence,
    format_p_value,
    has_one_best_model,
    join_names,
    models_title,
    pair_result_text,
    pairs_caption,
    rank_reversal_sentence,
    ranking_sentence,
    recall_lead_text,
    requirement_answer,
    roc_sentence,
    with_balance,
)
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.curve import TOP_MARGIN, plotly_figure, square_layouts
from pr_curve_lab.plotting.intervals import ForestRow, forest_figure, forest_layouts
from pr_curve_lab.plotting.model_curves import HEIGHT, RESOLUTION, SIDES, ModelCurve, models_plot
from pr_curve_lab.plotting.plot import pr_titles
from pr_curve_lab.schema.dataset import Dataset
from pr_curve_lab.schema.roles import other_numeric_columns
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.settings import TASK
from pr_curve_lab.server.visitor_state import (
    cached,
    get_messages,
    get_points,
    message,
    selected_dataset,
    value_of,
    visitor,
)
from pr_curve_lab.views import charts, controls, data, exports
from pr_curve_lab.views.controls import name_width
from pr_curve_lab.views.curve import deployment_form, requirement
from pr_metrics import Interval, ModelRanking, rank_models, roc_area


def has_models() -> bool:
    """Whether the data in use have several models, that is, scores for the same label."""
    return visitor().dataset.kind == "models"


def get_ranking() -> ModelRanking:
    """Return areas and ranks of all models under every scheme that can join their points."""
    return controls.compute(_rank_models, selected_dataset())


def get_pair_tests(schemes: tuple[str, str]) -> tuple[PairTest, ...]:
    """Return the tests of all pairs of models if the left scheme is "step", whose area is tested; else ()."""
    ranking = get_ranking()
    return controls.compute(_test_models, selected_dataset(), ranking) if schemes[0] == "step" else ()


def get_reversal(ranking: ModelRanking, schemes: tuple[str, str]) -> ModelReversal | None:
    """Return why another model is best on the right than on the left, or None if the same one is best."""
    return cached(_find_reversal, selected_dataset(), ranking, schemes)


def _rank_models(dataset: Dataset) -> ModelRanking:
    return rank_models({name: cached(dataset.points, name) for name in dataset.names})


def _test_models(dataset: Dataset, ranking: ModelRanking) -> tuple[PairTest, ...]:
    return pair_tests(dataset, model_areas(ranking, "step"))


def _find_reversal(dataset: Dataset, ranking: ModelRanking, schemes: tuple[str, str]) -> ModelReversal | None:
    return model_reversal(ranking, schemes, lambda name: cached(dataset.points, name), dataset.labeled_scores)


TitlePlaces = tuple[DeltaGenerator, DeltaGenerator]  # of the headline, and of the sentences below it


def reserve_title() -> TitlePlaces:
    """Reserve the places of the headline and of the sentences below it, which are shown again after the bootstrap."""
    title = st.empty()
    with st.container(key="model_findings"):
        return title, st.empty()


def show_title(places: TitlePlaces, results: Models) -> None:
    """Say by how much the best model leads the next, and whether the curves cross or the ROC area disagrees.

    The sentence to copy has the interval of the lead.
    """
    messages, comparison = get_messages(), results.pairwise_comparison
    title, below = places
    with title:
        controls.show_title(models_title(results.ranking, results.schemes, messages, comparison=comparison))
    if comparison.pairs:
        names = comparison.pairs[0].first, comparison.pairs[0].second
        points = get_points(names[0]), get_points(names[1])
        roc_areas = cached(roc_area, points[0]), cached(roc_area, points[1])
        crossing = crossing_sentence(cached(crossing_of, names, points), messages)
        lines = filter(None, (crossing, roc_sentence(names, roc_areas, messages)))
        below.caption(message("punctuation.sentences").join(lines))
    elif has_one_best_model(results.ranking, results.schemes[0]) and not comparison.is_ambiguous:
        below.caption(message("models.lead_unknown"))


CHARTS = {"left": "models_chart", "right": "models_right_chart"}


def show_side_by_side(ranking: ModelRanking, reversal: ModelReversal | None, schemes: tuple[str, str]) -> None:
    """Draw all models on both sides, each with its scheme above, and say why another one is best on the right."""
    messages = get_messages()
    colored = models_in_color(ranking, schemes, str(value_of(TASK.name)))
    layouts = square_layouts(SIDES, pr_titles(messages), top_margin=TOP_MARGIN)
    with st.container(key="models_pictures"):
        columns = st.columns(2, gap="medium")
    for column, (side, scheme) in zip(columns, zip(CHARTS, schemes, strict=True), strict=True):
        with column:
            controls.show_scheme_name(visitor().labeled_scores.points, side, scheme)
            figure = cached(_models_figure, selected_dataset(), ranking, reversal, scheme, colored, messages)
            charts.show_fitted_chart(figure, layouts, key=CHARTS[side], alt=alt_text("alt", ranking, scheme, messages))
    st.caption(caption(len(ranking.models) - len(colored), messages))
    if reversal is not None:
        st.caption(rank_reversal_sentence(reversal, schemes, messages))


def _models_figure(
    dataset: Dataset,
    ranking: ModelRanking,
    reversal: ModelReversal | None,
    scheme: str,
    colored: tuple[str, ...],
    messages: Messages,
) -> Any:
    """Return the chart of one side, with bands at the recall that decides which model is best."""
    bands = tuple((one.recall_before, one.recall_after) for one in reversal.segments) if reversal else ()
    models = [
        ModelCurve(model, cached(joined_area, points, scheme, RESOLUTION), points, model in colored)
        for model, points in ((model, cached(dataset.points, model)) for model in ranking.models)
    ]
    plot = models_plot(models, bands, messages.format(f"schemes.{scheme}.name"), messages)
    return plotly_figure(plot, messages, height=HEIGHT)


def get_thresholds(models: tuple[str, ...]) -> ModelThresholds:
    """Return the models at the requirements of the page Threshold, or if there are none, at an example of one.

    The lead of the model that finds most has its interval, unless that is being computed; the page is rerun then.
    """
    dataset, typed = selected_dataset(), requirement.typed_requirements()
    is_typed = any(getattr(typed, name) is not None for name in requirement.REQUIRED)
    is_by_day = typed.alerts is not None and deployment_form.day_column()  # else the rows of all models are not needed

    def deployment_of(model: str) -> Deployment:
        rows = cached(dataset.labeled_scores, model) if is_by_day else None
        return deployment_form.get_deployment(get_points(model), rows)

    deployments = tuple(map(deployment_of, models))
    found = cached(model_thresholds, models, deployments, typed if is_typed else None)
    if len(dataset.names) < 2:
        return found
    data = cached(_rows_of_models, dataset)
    if (reason := found.why_no_lead(data)) is not None:
        return replace(found, no_lead=reason)
    seconds = estimate_lead_seconds(data, found.requirements.precision or 1.0)
    lead, is_running = controls.run_quietly(seconds, recall_lead, data, found)
    return replace(found, lead=lead, no_lead="computing" if is_running else "unknown")


def _rows_of_models(dataset: Dataset) -> ModelData:
    points = {model: cached(dataset.points, model) for model in dataset.names}
    return model_data(dataset, points, dict.fromkeys(points, 0.0), "step")


def show_requirement(found: ModelThresholds) -> None:
    """Say what each model reaches at the requirements, which can be changed here, and whether that may be chance."""
    messages, required = get_messages(), found.requirements
    names = [name for name in requirement.REQUIRED if name == "precision" or getattr(required, name) is not None]
    requests = (messages.raw(f"curve.asked_{name}", count=required.alerts) for name in names)
    asked = with_balance(messages.format("punctuation.phrases").join(requests), found, messages)
    example = NumberText(f"{required.precision:g}") if found.is_example else ""
    hint = message("models.ask_precision") if found.no_lead == "alerts" else ""
    parts = f"**{requirement_answer(found, messages)}**", recall_lead_text(found, messages), hint
    answer = messages.format("punctuation.clauses").join(filter(None, parts))
    fields: dict[str, Callable[[], object]] = {
        name: partial(requirement.show_value_input, name, messages.format_number(example))
        for name in requirement.REQUIRED
    }
    limit = alert_limit(found.deployment, messages, every_day=required.every_day)
    fields |= {
        "limit": partial(st.markdown, limit, width="content"),
        "answer": partial(st.markdown, answer, width="content"),
    }
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="question"):
        template = messages.raw("models.at_example" if found.is_example else "models.at")
        requirement.show_template_fields(template.replace("{requirements}", asked), fields)


def show_every_scheme(results: Models) -> None:
    """Say which models are best under how many schemes, and list the areas, the best model on the left first."""
    messages, ranking, left = get_messages(), results.ranking, results.schemes[0]
    title = ranking_sentence(ranking, messages, comparison=results.pairwise_comparison)
    with st.expander(title, key="ranking", on_change="rerun") as expander:
        if not expander.open:
            return
        order = np.argsort(ranking.rank[ranking.schemes.index(left)], kind="stable").tolist()
        winners = {scheme: ranking.best_models(scheme) for scheme in ranking.schemes}
        columns = {"scheme": [message(f"schemes.{scheme}.name") for scheme in ranking.schemes]}
        if len(set(winners.values())) > 1:
            columns["winner"] = [message("punctuation.items").join(best) for best in winners.values()]
        titles = {name: message(f"columns.models.{name}") for name in columns}
        for model in order:
            cells = zip(ranking.area[:, model].tolist(), ranking.rank[:, model].tolist(), strict=True)
            columns[f"m{model}"] = [message("models.cell", area=area, rank=rank) for area, rank in cells]
            titles[f"m{model}"] = ranking.models[model]
        widths = {name: name_width([title, *columns[name]]) for name, title in titles.items()}
        formats = {name: st.column_config.TextColumn(titles[name], width=width) for name, width in widths.items()}
        st.dataframe(
            pd.DataFrame(columns), key="ranking_table", hide_index=True, column_config=formats, height="content"
        )
        st.caption(message("models.ranking_caption"))


def show_empty_page() -> None:
    """Say what the data lack, with links to the page Data and to an example that has it."""
    in_use, kind = visitor().in_use, visitor().dataset.kind
    others = tuple(other_numeric_columns(in_use.table, in_use.roles)) if kind == "one" else ()
    controls.show_title(message(f"models.none_{kind}"))
    st.markdown(message("models.what_it_needs"))
    if others:
        st.markdown(message("models.other_numbers", names=join_names((*in_use.roles.scores, *others), get_messages())))
        st.button(message("models.compare_all"), key="compare_all", on_click=data_in_use.add_models, args=(others,))
    data.show_alternatives("four_models", message("models.try_example", name=message("examples.four_models.name")))


def get_results(
    ranking: ModelRanking,
    reversal: ModelReversal | None,
    pairs: tuple[PairTest, ...],
    schemes: tuple[str, str],
    thresholds: ModelThresholds,
    failing_groups: tuple[Finding, ...],
) -> Models:
    """Return what the page shows, before the bootstrap."""
    dataset = selected_dataset()
    return Models(
        exports.current_results(visitor().labeled_scores),
        dataset,
        ranking,
        schemes,
        step_intervals={model: cached(model_step_interval, dataset, model) for model in ranking.models},
        points={model: get_points(model) for model in ranking.models},
        reversal=reversal,
        pairs=pairs,
        # A report does not say that something is being computed.
        thresholds=replace(thresholds, no_lead="unknown") if thresholds.no_lead == "computing" else thresholds,
        selected_model=str(value_of(TASK.name)),
        failing_groups=failing_groups,
    )


def show_report_sentence(results: Models) -> None:
    """Show the comparison of the best two models as a sentence to copy."""
    controls.show_sentence(model_citation(results, get_messages()))


def show_model_exports(results: Models) -> None:
    """Show the exports: areas, code and rows of all models, with bootstrap intervals if they are computed."""
    exports.show_exports(lambda: model_exports(results, get_messages()))


def add_bootstrap(results: Models) -> Models:
    """Add bootstrap intervals, unless they are being computed or that was stopped."""
    dataset, ranking, scheme = results.dataset, results.ranking, results.schemes[0]
    one_draw = controls.is_small(dataset.row_index.size) and len(ranking.models) <= MAX_PAIRED_MODELS  # for all schemes
    models = cached(_bootstrap_inputs, dataset, ranking, ranking.schemes if one_draw else (scheme,))
    saying = message("models.drawing", count=N_RESAMPLES)
    info = controls.ProgressInfo("models_intervals", estimate_seconds(models), saying)
    drawn = controls.run_with_progress(info, bootstrap_models, models)
    return results if drawn is None else replace(results, bootstrap=drawn[scheme])


def _bootstrap_inputs(dataset: Dataset, ranking: ModelRanking, schemes: tuple[str, ...]) -> tuple[ModelData, ...]:
    points = {model: cached(dataset.points, model) for model in ranking.models}
    return model_data_of_schemes(dataset, points, {scheme: model_areas(ranking, scheme) for scheme in schemes})


def show_forest(results: Models, colored: tuple[str, ...]) -> None:
    """Draw the areas with their intervals."""
    messages, ranking, scheme = get_messages(), results.ranking, results.schemes[0]
    intervals = [results.interval(scheme, model) for model in ranking.models]
    named = common_interval_name(intervals, messages) or message("columns.models.interval")
    joined = message(f"schemes.{scheme}.joined")
    st.header(message("models.areas", joined=joined, interval=named), anchor=False)
    figure, arranged = cached(_forest_figure, results.dataset, ranking, scheme, colored, messages)
    charts.show_fitted_chart(
        figure, arranged, key="forest_chart", alt=alt_text("forest_alt", ranking, scheme, messages)
    )


def show_table(results: Models) -> None:
    """List all numbers of the models: area, both intervals and the ROC area."""
    messages, missing = get_messages(), message("punctuation.none")
    by_area, scheme, drawn = results.by_area, results.schemes[0], results.bootstrap
    intervals = [results.interval(scheme, model) for model in by_area]
    common = common_interval_name(intervals, messages)
    titles = [message(f"columns.models.{name}") for name in ("model", "area", "bootstrap", "roc")]
    titles[1] = Markup("{}<small>{}</small>").format(titles[1], message("columns.models.interval"))
    rows = []
    for model, one in zip(by_area, intervals, strict=True):
        interval = _interval_text(one.interval, "" if common else interval_method_name(one, messages))
        resampled = _interval_text(drawn.areas[model]) if drawn else missing
        numbers = results.area(scheme, model), cached(roc_area, get_points(model))
        area, roc = (messages.format_number(number, ".3f") for number in numbers)
        rows.append([(truncate_middle(model, MAX_NAME_LENGTH), ""), (area, interval), (resampled, ""), (roc, "")])
    controls.show_two_line_rows("areas_table", titles, rows)
    reasons = dict.fromkeys(interval_reason(one, messages) for one in intervals)
    by_clusters = results.dataset.cluster_of_row is not None
    notes = [*reasons, bootstrap_caption(model_resampling.N_RESAMPLES, messages, by_clusters=by_clusters)]
    st.caption(message("punctuation.sentences").join(notes))


def _forest_figure(
    dataset: Dataset, ranking: ModelRanking, scheme: str, colored: tuple[str, ...], messages: Messages
) -> tuple[Any, list[dict[str, Any]]]:
    """Return the chart and its layouts."""
    areas = model_areas(ranking, scheme)
    beside = {name: cached(model_step_interval, dataset, name).scheme_interval(scheme, areas[name]) for name in areas}
    styles = {model: style for model, (style, _) in zip(colored, palette.MODEL_STYLES, strict=False)}
    rows = [
        ForestRow(model, areas[model], beside[model].interval, styles.get(model, palette.GRAY))
        for model in models_by_area(ranking, scheme)
    ]
    chance = chance_area(cached(dataset.points, rows[0].name))
    return forest_figure(rows, chance, messages), forest_layouts(rows, chance, messages)


def _interval_text(interval: Interval, method: str = "") -> str:
    ends = message("punctuation.interval", low=interval.lower, high=interval.upper)
    return message("models.interval_by", interval=ends, way=method) if method else ends


def show_pairs(comparison: PairResults, colored: tuple[str, ...]) -> None:
    """Show the pairs of models, and how their numbers were computed."""
    messages = get_messages()
    pairs = comparison.pairs
    if not pairs:
        return
    styles = {model: f"model-{number}" for number, model in enumerate(colored[: len(palette.MODEL_STYLES)])}
    best = code_span(truncate_middle(pairs[0].first, MAX_NAME_LENGTH))
    title = "models.pairs_matrix" if comparison.is_matrix else "models.pairs_of_best"
    st.header(message(title, count=len(pairs), best=best), anchor=False)
    with st.container(key="pairs_table"):
        st.html(_table(comparison, styles))
    st.caption(pairs_caption(comparison, model_resampling.N_RESAMPLES, messages))


def _table(comparison: PairResults, styles: dict[str, str]) -> Markup:
    """Return a matrix of all pairs, or a list if some are missing; the only pair needs neither."""
    cells = {(pair.first, pair.second): pair for pair in comparison.pairs}
    firsts, seconds = (list(dict.fromkeys(names)) for names in zip(*cells, strict=True))
    if not comparison.is_matrix:
        listed = [_row(pair.second, [pair], styles) for pair in comparison.pairs]
        return Markup('<table class="listed">{}</table>').format(Markup("").join(listed))
    if len(comparison.pairs) == 1:
        return Markup('<table class="single"><tr>{}</tr></table>').format(_cell(comparison.pairs[0]))
    heads = [Markup('<th scope="col" class="{}">{}</th>').format(*_style_and_name(name, styles)) for name in seconds]
    rows = [_row(first, [cells.get((first, second)) for second in seconds], styles) for first in firsts]
    head = Markup("<tr><td></td>{}</tr>").format(Markup("").join(heads))
    return Markup("<table>{}{}</table>").format(head, Markup("").join(rows))


def _row(name: str, pairs: Sequence[PairResult | None], styles: dict[str, str]) -> Markup:
    cells = Markup("").join(_cell(pair) for pair in pairs)
    return Markup('<tr><th scope="row" class="{}">{}</th>{}</tr>').format(*_style_and_name(name, styles), cells)


def _style_and_name(name: str, styles: dict[str, str]) -> tuple[str, str]:
    return styles.get(name, "model-gray"), truncate_middle(name, MAX_NAME_LENGTH)


def _cell(pair: PairResult | None) -> Markup:
    """Return the numbers of a pair, as far as they are known."""
    messages = get_messages()
    if pair is None:
        return Markup("<td></td>")
    names = message(
        "models.pair_names",
        first=truncate_middle(pair.first, MAX_NAME_LENGTH),
        second=truncate_middle(pair.second, MAX_NAME_LENGTH),
    )
    lines = []
    if not math.isnan(pair.lower) and pair.status != "none":
        lines.append(
            message("punctuation.range", low=format_difference(pair.lower), high=format_difference(pair.upper))
        )
    known = [] if math.isnan(pair.p) else [format_p_value(pair.p, messages)]
    if not math.isnan(pair.win_rate):
        known.append(message("models.pair_ahead", share=format_percent(pair.win_rate)))
    lines.append(message("punctuation.phrases").join(known))
    return Markup('<td class="pair {}"><i>{}</i><b>{}</b> <span>{}</span>{}</td>').format(
        "sure" if pair.status == "settled" else "",
        names,
        messages.format_number(format_difference(pair.difference, pair.decimals)),
        pair_result_text(pair, messages),
        Markup("").join(Markup("<div>{}</div>").format(line) for line in lines if line),
    )


def show_intervals(results: Models) -> None:
    """Draw the intervals, show the pairs, and list all numbers of the models."""
    colored = models_in_color(results.ranking, results.schemes, results.selected_model)
    left, right = st.columns([2, 3], gap="medium")
    with left:
        show_forest(results, colored)
    with right:
        show_pairs(results.pairwise_comparison, colored)
    show_table(results)
