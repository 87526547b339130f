"""The page Models: several scores of the same rows, and which of them wins under which scheme."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pr_curve_lab.analysis.areas import joined_area
from pr_curve_lab.analysis.intervals import model_step_interval
from pr_curve_lab.analysis.model_resampling import BootstrapResult
from pr_curve_lab.analysis.models import (
    ModelPair,
    ModelReversal,
    PairResults,
    model_areas,
    model_pairs,
    model_reversal,
    models_in_color,
    pair_results,
    schemes_with_other_best,
)
from pr_curve_lab.analysis.thinning import marker_count
from pr_curve_lab.analysis.thresholds import count_class_ties, count_class_ties_in_cases
from pr_curve_lab.exports.analysis import Models
from pr_curve_lab.exports.page_exports import AnalysisDescription, model_exports
from pr_curve_lab.i18n.citations import SampleSummary, ungrouped_column
from pr_curve_lab.i18n.messages import Messages
from pr_curve_lab.i18n.model_sentences import alt_text, caption, join_names, models_title, rank_reversal_sentence
from pr_curve_lab.i18n.names import TaskName
from pr_curve_lab.plotting.model_curves import RESOLUTION, ModelCurve, multi_curve_figure
from pr_curve_lab.schema.dataset import Dataset
from pr_curve_lab.schema.roles import other_numeric_columns
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.pages import PAGES
from pr_curve_lab.server.settings import MODEL
from pr_curve_lab.server.visitor_state import cached, get_points, same_data, value_of, visitor
from pr_curve_lab.views import charts, controls, exports
from pr_curve_lab.views.controls import name_width
from pr_metrics import ModelRanking, OperatingPoints, rank_models


def exist() -> bool:
    """Whether the data in use have several models: scores that are asked the same task."""
    return visitor().dataset.kind == "models"


def get_ranking(messages: Messages) -> ModelRanking:
    """Areas and ranks of all models under every scheme that can join their points."""
    with st.spinner(messages.format("schemes.computing")):
        return cached(_rank_models, visitor().dataset)


def get_pairs(schemes: tuple[str, str], messages: Messages) -> tuple[ModelPair, ...]:
    """Every pair of models, tested, where the left side shows the area that the test is of."""
    if schemes[0] != "step":
        return ()
    with st.spinner(messages.format("schemes.computing")):
        return cached(_test_models, visitor().dataset, get_ranking(messages))


def compare_pairs(
    ranking: ModelRanking, scheme: str, test_results: tuple[ModelPair, ...], bootstrap_result: BootstrapResult | None
) -> PairResults:
    """The pairs to print, of areas by this scheme: as they were tested, and as far as samples of them are drawn."""
    cases = visitor().cases
    fewer_rows = min(cases.positives, int((~cases.positive).sum()))
    return pair_results(model_areas(ranking, scheme), test_results, bootstrap_result, min_class_rows=fewer_rows)


def get_reversal(ranking: ModelRanking, schemes: tuple[str, str]) -> ModelReversal | None:
    """Why another model wins on the right than on the left, if one does."""
    return cached(_find_reversal, visitor().dataset, ranking, schemes)


def _rank_models(dataset: Dataset) -> ModelRanking:
    return rank_models({name: cached(dataset.points, name) for name in dataset.names})


def _test_models(dataset: Dataset, ranking: ModelRanking) -> tuple[ModelPair, ...]:
    return model_pairs(dataset, model_areas(ranking, "step"))


def _find_reversal(dataset: Dataset, ranking: ModelRanking, schemes: tuple[str, str]) -> ModelReversal | None:
    def points_of(name: str) -> OperatingPoints:
        return cached(dataset.points, name)

    return model_reversal(ranking, schemes, points_of, dataset.cases)


def show_title_or_placeholder(
    ranking: ModelRanking, schemes: tuple[str, str], test_results: tuple[ModelPair, ...], messages: Messages
) -> DeltaGenerator | None:
    """Show the headline where the test says how sure it is; else give the room for it, since samples come later."""
    if not test_results:
        return st.container()
    _show_title(ranking, schemes, compare_pairs(ranking, schemes[0], test_results, None), messages)
    return None


def fill_title_placeholder(
    placeholder: DeltaGenerator | None,
    ranking: ModelRanking,
    schemes: tuple[str, str],
    comparison: PairResults,
    messages: Messages,
) -> None:
    """Show it in the room that was kept for it, if any was."""
    if placeholder is not None:
        with placeholder:
            _show_title(ranking, schemes, comparison, messages)


def _show_title(ranking: ModelRanking, schemes: tuple[str, str], comparison: PairResults, messages: Messages) -> None:
    st.title(models_title(ranking, schemes, messages, is_ambiguous=comparison.is_ambiguous), anchor=False)


CHARTS = {"left": "models_chart", "right": "models_right_chart"}


def show_side_by_side(
    ranking: ModelRanking, reversal: ModelReversal | None, schemes: tuple[str, str], messages: Messages
) -> None:
    """Draw all models on both sides, each side with its own picker right under it."""
    coloured = models_in_color(ranking, schemes, str(value_of(MODEL.key)))
    circles = cached(marker_count, *(get_points(model) for model in coloured))
    st.caption(caption(len(ranking.models) - len(coloured), circles, messages))
    for column, (side, scheme) in zip(st.columns(2, gap="medium"), zip(CHARTS, schemes, strict=True), strict=True):
        with column:
            figure = cached(
                _models_figure, visitor().dataset, ranking, reversal, scheme, coloured, messages, same_data=same_data()
            )
            charts.show_chart(figure, key=CHARTS[side], alt=alt_text(ranking, scheme, messages))
            controls.show_scheme_select(visitor().cases.points, side, messages)
            points = max(get_points(model).threshold.size for model in ranking.models)
            charts.show_point_count(figure, points, messages)


def _models_figure(
    dataset: Dataset,
    ranking: ModelRanking,
    reversal: ModelReversal | None,
    scheme: str,
    colored: tuple[str, ...],
    messages: Messages,
    *,
    same_data: str,
) -> Any:
    """The picture of a side, with bands where along recall it is decided who wins."""
    bands = tuple((one.recall_before, one.recall_after) for one in reversal.segments) if reversal else ()
    models = [
        ModelCurve(model, cached(joined_area, points, scheme, RESOLUTION), points, model in colored)
        for model, points in ((model, cached(dataset.points, model)) for model in ranking.models)
    ]
    return multi_curve_figure(models, bands, messages.format(f"schemes.{scheme}.name"), messages, same_data=same_data)


FIRST_COLUMNS = ("scheme", "winner", "change")  # beside one column a model, named m0, m1 ...


def show_every_scheme(ranking: ModelRanking, left: str, messages: Messages) -> None:
    """List schemes by models, the best on the left first; in words who wins, and where it is not who wins there."""
    st.subheader(messages.format("models.every_scheme"), anchor=False)
    order = np.argsort(ranking.rank[ranking.schemes.index(left)], kind="stable").tolist()
    lines = [_scheme_row(ranking, index, left, order, messages) for index in range(len(ranking.schemes))]
    joined = messages.format(f"schemes.{left}.short")
    titles = {name: messages.format(f"models.column_{name}", scheme=joined) for name in FIRST_COLUMNS}
    titles |= {f"m{index}": ranking.models[index] for index in order}
    widths = {name: [title] for name, title in titles.items()} | {"winner": [line["winner"] for line in lines]}
    columns = {
        name: st.column_config.TextColumn(title, width=name_width(widths[name])) for name, title in titles.items()
    }
    st.dataframe(pd.DataFrame(lines), key="ranking_table", hide_index=True, column_config=columns, height="content")
    st.caption(messages.format("models.ranking_caption"))


def _scheme_row(ranking: ModelRanking, index: int, left: str, order: list[int], messages: Messages) -> dict[str, str]:
    """A scheme: its winners, whether they are those of the left, and each model's area with its rank."""
    scheme = ranking.schemes[index]
    winners, compared = ranking.best_models(scheme), ranking.best_models(left)
    change = "compared" if scheme == left else "same" if winners == compared else "other"
    areas, ranks = ranking.area[index].tolist(), ranking.rank[index].tolist()
    cells = {f"m{model}": messages.format("models.cell", area=areas[model], rank=ranks[model]) for model in order}
    return {
        "scheme": messages.format(f"schemes.{scheme}.name"),
        "winner": messages.format("models.separator").join(winners),
        "change": messages.format(f"models.change_{change}"),
        **cells,
    }


MAX_NAMES = 3  # schemes


def show_rank_reversal(
    ranking: ModelRanking, reversal: ModelReversal | None, schemes: tuple[str, str], messages: Messages
) -> None:
    """Say why another model wins on the right, or under which schemes one would."""
    if reversal is not None:
        st.caption(rank_reversal_sentence(reversal, schemes, messages))
        return
    elsewhere: dict[tuple[str, ...], list[str]] = {}
    for key in schemes_with_other_best(ranking, schemes[0]):
        if key not in schemes:
            elsewhere.setdefault(ranking.best_models(key), []).append(key)
    if elsewhere:
        winning = [_winners_text(winners, keys, messages) for winners, keys in elsewhere.items()]
        st.caption(messages.format("models.elsewhere", listed=messages.format("models.semicolon").join(winning)))


def _winners_text(winners: tuple[str, ...], keys: Sequence[str], messages: Messages) -> str:
    """Who wins under these schemes; of many the number is enough, since the table has them all."""
    names = join_names(winners, messages)
    if len(keys) > MAX_NAMES:
        return messages.format("models.wins_in_many", names=names, count=len(keys))
    listed = messages.format("models.separator").join(messages.format(f"schemes.{key}.name") for key in keys)
    return messages.format("models.wins_there", names=names, schemes=listed)


EXAMPLE = "four_models"


def show_empty_page(messages: Messages) -> None:
    """Say what the data in use lack, and lead to the data page and to an example that has it."""
    in_use, kind = visitor().in_use, visitor().dataset.kind
    others = tuple(other_numeric_columns(in_use.table, in_use.roles)) if kind == "one" else ()
    st.title(messages.format(f"models.none_{kind}"), anchor=False)
    st.markdown(messages.format("models.what_it_needs"))
    if others:
        st.markdown(
            messages.format("models.other_numbers", names=join_names((*in_use.roles.scores, *others), messages))
        )
        st.button(
            messages.format("models.compare_all"), key="compare_all", on_click=data_in_use.add_models, args=(others,)
        )
    with st.container(horizontal=True, key="instead"):
        example = messages.format(f"examples.{EXAMPLE}.name")
        st.button(
            messages.format("models.try_example", name=example),
            key=f"take_{EXAMPLE}",
            on_click=data_in_use.use_example,
            args=(EXAMPLE,),
        )
        st.page_link(PAGES["data"].script, label=messages.format("data.change"), width="content")


def show_exports(
    ranking: ModelRanking,
    reversal: ModelReversal | None,
    bootstrap_result: BootstrapResult | None,
    pairs: tuple[ModelPair, ...],
    schemes: tuple[str, str],
    messages: Messages,
) -> None:
    """Offer the areas, the code and the rows of all models; intervals over samples where they are drawn."""

    def hand_over() -> AnalysisDescription:
        state = visitor()
        models = Models(
            state.dataset,
            ranking,
            schemes,
            sample_summaries={model: _sample_summary(model) for model in ranking.models},
            points={model: get_points(model) for model in ranking.models},
            reversal=reversal,
            bootstrap=bootstrap_result,
            pairs=pairs,
            active_model=str(value_of(MODEL.key)),
        )
        return model_exports(models, exports.current_analysis(state.cases), messages)

    exports.show_exports(hand_over, messages)


def _sample_summary(model: str) -> SampleSummary:
    """The rows are the same for all models, the ties are not."""
    state = visitor()
    cases, dataset = state.cases, state.dataset
    return SampleSummary(
        rows=cases.size,
        positives=cases.positives,
        tied=cached(_count_tied_rows, dataset, model),
        n_excluded=len(state.in_use.table.frame) - cases.size - cases.unscored_rows,
        weight=dataset.roles.weight,
        task=TaskName(model, "models"),
        unscored_positives=cases.points.unscored_positives,
        step=cached(model_step_interval, dataset, model),
        independent=ungrouped_column(dataset.clusters),
    )


def _count_tied_rows(dataset: Dataset, model: str) -> int:
    return (
        count_class_ties(cached(dataset.points, model))
        if dataset.weight is None
        else count_class_ties_in_cases(dataset.cases(model))
    )
