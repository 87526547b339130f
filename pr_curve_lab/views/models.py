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
from pr_curve_lab.analysis.model_resampling import Sampled
from pr_curve_lab.analysis.models import (
    ComparedPairs,
    ModelPair,
    RankReversal,
    areas_under,
    compared_pairs,
    in_colour,
    model_pairs,
    rank_reversal_between,
    schemes_with_other_winners,
)
from pr_curve_lab.analysis.thinning import circle_counts
from pr_curve_lab.analysis.thresholds import mixed_rows, mixed_rows_of
from pr_curve_lab.exports.analysis import Models
from pr_curve_lab.exports.page_exports import PageExports, of_models
from pr_curve_lab.i18n.citations import Counted, independent_column
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.model_sentences import alt, caption, headline, named, what_decides
from pr_curve_lab.i18n.names import TaskName
from pr_curve_lab.plotting.model_curves import RESOLUTION, ModelCurve, several_curves_figure
from pr_curve_lab.schema.roles import unused_numbers
from pr_curve_lab.schema.tasks import BinaryTasks
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.pages import PAGES
from pr_curve_lab.server.settings import MODEL
from pr_curve_lab.server.visitor_state import kept, points_of, same_data, value_of, visitor
from pr_curve_lab.views import charts, controls, exports
from pr_curve_lab.views.controls import name_width
from pr_metrics import ModelRanking, OperatingPoints, rank_models


def there_are() -> bool:
    """Whether the data in use have several models: scores that are asked the same task."""
    return visitor().tasks.kind == "models"


def ranked(words: Words) -> ModelRanking:
    """Areas and ranks of all models under every scheme that can join their points."""
    with st.spinner(words.say("schemes.computing")):
        return kept(_ranked, visitor().tasks)


def pairs(schemes: tuple[str, str], words: Words) -> tuple[ModelPair, ...]:
    """Every pair of models, tested, where the left side shows the area that the test is of."""
    if schemes[0] != "step":
        return ()
    with st.spinner(words.say("schemes.computing")):
        return kept(_pairs, visitor().tasks, ranked(words))


def compared(
    ranking: ModelRanking, scheme: str, tested: tuple[ModelPair, ...], sampled: Sampled | None
) -> ComparedPairs:
    """The pairs to print, of areas by this scheme: as they were tested, and as far as samples of them are drawn."""
    cases = visitor().cases
    fewer_rows = min(cases.positives, int((~cases.positive).sum()))
    return compared_pairs(areas_under(ranking, scheme), tested, sampled, fewer_rows=fewer_rows)


def reversal(ranking: ModelRanking, schemes: tuple[str, str]) -> RankReversal | None:
    """Why another model wins on the right than on the left, if one does."""
    return kept(_reversal, visitor().tasks, ranking, schemes)


def _ranked(tasks: BinaryTasks) -> ModelRanking:
    return rank_models({name: kept(tasks.points, name) for name in tasks.names})


def _pairs(tasks: BinaryTasks, ranking: ModelRanking) -> tuple[ModelPair, ...]:
    return model_pairs(tasks, areas_under(ranking, "step"))


def _reversal(tasks: BinaryTasks, ranking: ModelRanking, schemes: tuple[str, str]) -> RankReversal | None:
    def points_of(name: str) -> OperatingPoints:
        return kept(tasks.points, name)

    return rank_reversal_between(ranking, schemes, points_of, tasks.cases)


def show_early(
    ranking: ModelRanking, schemes: tuple[str, str], tested: tuple[ModelPair, ...], words: Words
) -> DeltaGenerator | None:
    """Show the headline where the test says how sure it is; else give the room for it, since samples come later."""
    if not tested:
        return st.container()
    _show(ranking, schemes, compared(ranking, schemes[0], tested, None), words)
    return None


def show_late(
    room: DeltaGenerator | None, ranking: ModelRanking, schemes: tuple[str, str], found: ComparedPairs, words: Words
) -> None:
    """Show it in the room that was kept for it, if any was."""
    if room is not None:
        with room:
            _show(ranking, schemes, found, words)


def _show(ranking: ModelRanking, schemes: tuple[str, str], found: ComparedPairs, words: Words) -> None:
    st.title(headline(ranking, schemes, words, is_doubtful=found.is_doubtful), anchor=False)


CHARTS = {"left": "models_chart", "right": "models_right_chart"}


def show_side_by_side(
    ranking: ModelRanking, reversal: RankReversal | None, schemes: tuple[str, str], words: Words
) -> None:
    """Draw all models on both sides, each side with its own picker right under it."""
    coloured = in_colour(ranking, schemes, str(value_of(MODEL.key)))
    circles = kept(circle_counts, *(points_of(model) for model in coloured))
    st.caption(caption(len(ranking.models) - len(coloured), circles, words))
    for column, (side, scheme) in zip(st.columns(2, gap="medium"), zip(CHARTS, schemes, strict=True), strict=True):
        with column:
            figure = kept(_drawn, visitor().tasks, ranking, reversal, scheme, coloured, words, same_data=same_data())
            charts.show_chart(figure, key=CHARTS[side], alt=alt(ranking, scheme, words))
            controls.show_scheme_picker(visitor().cases.points, side, words)
            points = max(points_of(model).threshold.size for model in ranking.models)
            charts.show_thinned(figure, points, words)


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


FIRST_COLUMNS = ("scheme", "winner", "change")  # beside one column a model, named m0, m1 ...


def show_every_scheme(ranking: ModelRanking, left: str, words: Words) -> None:
    """List schemes by models, the best on the left first; in words who wins, and where it is not who wins there."""
    st.subheader(words.say("models.every_scheme"), anchor=False)
    order = np.argsort(ranking.rank[ranking.schemes.index(left)], kind="stable").tolist()
    lines = [_line(ranking, index, left, order, words) for index in range(len(ranking.schemes))]
    joined = words.say(f"schemes.{left}.short")
    titles = {name: words.say(f"models.column_{name}", scheme=joined) for name in FIRST_COLUMNS}
    titles |= {f"m{index}": ranking.models[index] for index in order}
    widths = {name: [title] for name, title in titles.items()} | {"winner": [line["winner"] for line in lines]}
    columns = {
        name: st.column_config.TextColumn(title, width=name_width(widths[name])) for name, title in titles.items()
    }
    st.dataframe(pd.DataFrame(lines), key="ranking_table", hide_index=True, column_config=columns, height="content")
    st.caption(words.say("models.ranking_caption"))


def _line(ranking: ModelRanking, index: int, left: str, order: list[int], words: Words) -> dict[str, str]:
    """A scheme: its winners, whether they are those of the left, and each model's area with its rank."""
    scheme = ranking.schemes[index]
    winners, compared = ranking.winners(scheme), ranking.winners(left)
    change = "compared" if scheme == left else "same" if winners == compared else "other"
    areas, ranks = ranking.area[index].tolist(), ranking.rank[index].tolist()
    cells = {f"m{model}": words.say("models.cell", area=areas[model], rank=ranks[model]) for model in order}
    return {
        "scheme": words.say(f"schemes.{scheme}.name"),
        "winner": words.say("models.separator").join(winners),
        "change": words.say(f"models.change_{change}"),
        **cells,
    }


MOST_NAMED = 3  # schemes


def show_change(ranking: ModelRanking, reversal: RankReversal | None, schemes: tuple[str, str], words: Words) -> None:
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


EXAMPLE = "four_models"


def show_nothing_to_compare(words: Words) -> None:
    """Say what the data in use lack, and lead to the data page and to an example that has it."""
    in_use, kind = visitor().in_use, visitor().tasks.kind
    others = tuple(unused_numbers(in_use.table, in_use.roles)) if kind == "one" else ()
    st.title(words.say(f"models.none_{kind}"), anchor=False)
    st.markdown(words.say("models.what_it_needs"))
    if others:
        st.markdown(words.say("models.other_numbers", names=named((*in_use.roles.scores, *others), words)))
        st.button(words.say("models.compare_all"), key="compare_all", on_click=data_in_use.compare_with, args=(others,))
    with st.container(horizontal=True, key="instead"):
        example = words.say(f"examples.{EXAMPLE}.name")
        st.button(
            words.say("models.try_example", name=example),
            key=f"take_{EXAMPLE}",
            on_click=data_in_use.use_example,
            args=(EXAMPLE,),
        )
        st.page_link(PAGES["data"].script, label=words.say("data.change"), width="content")


def show_exported(
    ranking: ModelRanking,
    reversal: RankReversal | None,
    sampled: Sampled | None,
    pairs: tuple[ModelPair, ...],
    schemes: tuple[str, str],
    words: Words,
) -> None:
    """Offer the areas, the code and the rows of all models; intervals over samples where they are drawn."""

    def hand_over() -> PageExports:
        state = visitor()
        models = Models(
            state.tasks,
            ranking,
            schemes,
            counted={model: _counted(model) for model in ranking.models},
            points={model: points_of(model) for model in ranking.models},
            reversal=reversal,
            sampled=sampled,
            pairs=pairs,
            in_view=str(value_of(MODEL.key)),
        )
        return of_models(models, exports.analysis_of(state.cases), words)

    exports.show_offered(hand_over, words)


def _counted(model: str) -> Counted:
    """The rows are the same for all models, the ties are not."""
    state = visitor()
    cases, tasks = state.cases, state.tasks
    return Counted(
        rows=cases.size,
        positives=cases.positives,
        tied=kept(_tied, tasks, model),
        left_out=len(state.in_use.table.frame) - cases.size - cases.rows_missed,
        weight=tasks.roles.weight,
        task=TaskName(model, "models"),
        missed=cases.points.unreached_positives,
        step=kept(model_step_interval, tasks, model),
        independent=independent_column(tasks.clusters),
    )


def _tied(tasks: BinaryTasks, model: str) -> int:
    return mixed_rows(kept(tasks.points, model)) if tasks.weight is None else mixed_rows_of(tasks.cases(model))
