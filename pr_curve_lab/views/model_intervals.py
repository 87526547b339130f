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
from pr_curve_lab.analysis.intervals import AreaInterval, model_step_interval
from pr_curve_lab.analysis.model_resampling import (
    MOST_TOGETHER,
    RESAMPLES,
    Contest,
    Sampled,
    contests_by_scheme,
    sampled,
    seconds_for,
)
from pr_curve_lab.analysis.models import ComparedPair, ComparedPairs, areas_under, in_colour
from pr_curve_lab.analysis.prevalence import chance_area
from pr_curve_lab.i18n.area_sentences import bootstrap_note, common_name, interval_reason, interval_way
from pr_curve_lab.i18n.markup import code_span, middle_cut
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.model_sentences import LONGEST_NAME, forest_alt, pairs_note, pairs_title, said_p, verdict
from pr_curve_lab.i18n.numbers import percent_text, signed_text
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.intervals import GREY, ForestRow, forest_figure, forest_layouts
from pr_curve_lab.schema.tasks import BinaryTasks
from pr_curve_lab.server.settings import MODEL
from pr_curve_lab.server.visitor_state import kept, points_of, same_data, value_of, visitor
from pr_curve_lab.views import charts, controls
from pr_curve_lab.views.controls import name_width
from pr_metrics import Interval, ModelRanking, roc_area


def drawn(ranking: ModelRanking, scheme: str, words: Words) -> Sampled | None:
    """Intervals of the models; None while they are computed, or after they were stopped."""
    tasks = visitor().tasks
    one_draw = controls.few_rows(tasks.row.size) and len(ranking.models) <= MOST_TOGETHER  # serves every scheme
    contests = kept(_contests, tasks, ranking, ranking.schemes if one_draw else (scheme,))
    saying = words.say("models.drawing", count=RESAMPLES)
    asked = controls.Asked("models_intervals", seconds_for(contests), saying)
    found = controls.result_of(asked, words, sampled, contests)
    return None if found is None else found[scheme]


def _contests(tasks: BinaryTasks, ranking: ModelRanking, schemes: tuple[str, ...]) -> tuple[Contest, ...]:
    points = {model: kept(tasks.points, model) for model in ranking.models}
    return contests_by_scheme(tasks, points, {scheme: areas_under(ranking, scheme) for scheme in schemes})


def show_forest(ranking: ModelRanking, schemes: tuple[str, str], words: Words) -> None:
    """Draw the areas with their intervals."""
    scheme, tasks = schemes[0], visitor().tasks
    named = common_name(_beside(tasks, ranking, scheme).values(), words) or words.say("models.column_interval")
    coloured = in_colour(ranking, schemes, str(value_of(MODEL.key)))
    joined = words.say(f"schemes.{scheme}.joined")
    st.subheader(words.say("models.areas", joined=joined, interval=named), anchor=False)
    figure, arranged = kept(_drawn, tasks, ranking, scheme, coloured, words, same_data=same_data())
    charts.show_fitted_chart(figure, arranged, key="forest_chart", alt=forest_alt(ranking, scheme, words))


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
    return forest_figure(rows, chance, words, same_data=same_data), forest_layouts(rows, chance, words)


def _beside(tasks: BinaryTasks, ranking: ModelRanking, scheme: str) -> dict[str, AreaInterval]:
    """The interval of each model's area."""
    return {
        model: kept(model_step_interval, tasks, model).interval_of(scheme, area)
        for model, area in areas_under(ranking, scheme).items()
    }


def _text(interval: Interval, words: Words, way: str = "") -> str:
    ends = words.say("models.interval", low=interval.low, high=interval.high)
    return words.say("models.interval_by", interval=ends, way=way) if way else ends


def show_pairs(compared: ComparedPairs, coloured: tuple[str, ...], words: Words) -> None:
    """Show the pairs that there are, and how their numbers were found."""
    pairs = compared.pairs
    if not pairs:
        return
    looks = {model: f"model-{number}" for number, model in enumerate(coloured[: len(palette.SEVERAL)])}
    best = code_span(middle_cut(pairs[0].first, LONGEST_NAME))
    st.subheader(pairs_title(compared, best, words), anchor=False)
    with st.container(key="pairs_table"):
        st.html(_table(compared, looks, words))
    st.caption(pairs_note(compared, model_resampling.RESAMPLES, words))


def _table(compared: ComparedPairs, looks: dict[str, str], words: Words) -> Markup:
    """A row for each first and a column for each second model; where not all pairs are here, a row for each second."""
    cells = {(pair.first, pair.second): pair for pair in compared.pairs}
    firsts, seconds = (list(dict.fromkeys(names)) for names in zip(*cells, strict=True))
    if not compared.is_matrix:
        listed = [_row(pair.second, [pair], looks, words) for pair in compared.pairs]
        return Markup('<table class="listed">{}</table>').format(Markup("").join(listed))
    heads = [Markup('<th scope="col" class="{}">{}</th>').format(*_named(name, looks)) for name in seconds]
    rows = [_row(first, [cells.get((first, second)) for second in seconds], looks, words) for first in firsts]
    head = Markup("<tr><td></td>{}</tr>").format(Markup("").join(heads))
    return Markup("<table>{}{}</table>").format(head, Markup("").join(rows))


def _row(name: str, pairs: Sequence[ComparedPair | None], looks: dict[str, str], words: Words) -> Markup:
    cells = Markup("").join(_cell(pair, words) for pair in pairs)
    return Markup('<tr><th scope="row" class="{}">{}</th>{}</tr>').format(*_named(name, looks), cells)


def _named(name: str, looks: dict[str, str]) -> tuple[str, str]:
    return looks.get(name, "model-grey"), middle_cut(name, LONGEST_NAME)


def _cell(pair: ComparedPair | None, words: Words) -> Markup:
    """The numbers of a pair, as far as they are known."""
    if pair is None:
        return Markup("<td></td>")
    names = words.say(
        "models.pair_names", first=middle_cut(pair.first, LONGEST_NAME), second=middle_cut(pair.second, LONGEST_NAME)
    )
    lines = []
    if not math.isnan(pair.low) and pair.finding != "none":
        lines.append(words.say("models.pair_interval", low=signed_text(pair.low), high=signed_text(pair.high)))
    known = [] if math.isnan(pair.p) else [said_p(pair.p, words)]
    if not math.isnan(pair.ahead):
        known.append(words.say("models.pair_ahead", share=percent_text(pair.ahead)))
    lines.append(words.say("models.separator").join(known))
    return Markup('<td class="pair {}"><i>{}</i><b>{}</b> <span>{}</span>{}</td>').format(
        "sure" if pair.finding == "settled" else "",
        names,
        words.number(signed_text(pair.difference)),
        verdict(pair, words),
        Markup("").join(Markup("<div>{}</div>").format(line) for line in lines if line),
    )


SHARES = (2, 3)  # of the width: the forest plot, the pairs


def show_doubt(
    ranking: ModelRanking, schemes: tuple[str, str], found: ComparedPairs, sampled: Sampled | None, words: Words
) -> None:
    """Draw the intervals and print the pairs, then all numbers of the models."""
    left, right = st.columns(SHARES, gap="medium")
    with left:
        show_forest(ranking, schemes, words)
    with right:
        show_pairs(found, in_colour(ranking, schemes, str(value_of(MODEL.key))), words)
    show_table(ranking, schemes[0], sampled, words)
