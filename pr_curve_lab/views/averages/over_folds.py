"""The same number in every fold: each curve, their mean, and how far they spread."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pandas as pd
import streamlit as st

from pr_curve_lab.analysis.group_areas import failing, worst_first
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.group_name import finding, group_name, group_names, spread, why_it_fails
from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.i18n.numerals import count_text
from pr_curve_lab.plotting.average_pictures import folds_figure
from pr_curve_lab.server.pages import PAGES
from pr_curve_lab.server.results import kept
from pr_curve_lab.server.settings import SUBGROUP
from pr_curve_lab.server.visitor_state import put, same_data, visitor
from pr_curve_lab.views.averages import choice as choices
from pr_curve_lab.views.averages.choice import Choice
from pr_curve_lab.views.charts import chart
from pr_curve_lab.views.controls.name_width import name_width

TABLE_HEIGHT, SHORT_TABLE = 300, 6  # px, beside the chart; lines that need less
NAMED = 3  # folds


def show_headline(choice: Choice, words: Words) -> None:
    """Say what the folds have on average: the finding of a page that has nothing else to average."""
    st.title(_finding(choice, words), anchor=False)


def show(choice: Choice, words: Words) -> None:
    """Draw the folds and their mean, and list them."""
    if choice.several:
        st.subheader(_finding(choice, words), anchor=False)
    chart_side, list_side = st.columns([11, 9], gap="medium")
    key = "folds_chart" if choice.several else "averages_chart"
    with chart_side:
        stands_out = choice.outstanding
        figure = kept(folds_figure, choice.folds, choice.scheme, words, same_data=same_data(), outstanding=stands_out)
        alt = words.say(f"averages.{choice.folds.called}.alt", count=len(choice.folds.names), area=choice.folds.mean)
        chart.show(figure, key=key, alt=alt)
        if not choice.several:
            choices.show(choice, words)
    with list_side:
        _show_failing(choice, words)
        st.markdown(spread(choice.folds, choice.parts(choice.kind).area, words))
        _show_list(choice, words)
        _show_incomplete(choice, words)


def _finding(choice: Choice, words: Words) -> str:
    return finding(choice.folds, choice.by_group, choice.kind if choice.several else "", words)


def _show_failing(choice: Choice, words: Words) -> None:
    """Say what shows that a group fails, and lead to its own curve."""
    fails = failing(choice.by_group)
    if fails is None:
        return
    st.markdown(why_it_fails(choice.folds, choice.by_group, words))
    name = group_name(choice.folds.names[fails], choice.folds, words, mark=code_span)
    alone = choice.folds.names[fails]
    if alone in visitor().tasks.countable_groups(choice.matrix.names[0]) and st.button(
        words.say("averages.show_alone", name=name), key="show_alone"
    ):
        put(**{SUBGROUP.name: alone})
        st.switch_page(PAGES["curve"].script)


def _show_list(choice: Choice, words: Words) -> None:
    folds = choice.folds
    columns = {"rows": folds.rows, **_behind(choice), "area": folds.area}
    title, names = words.say(f"averages.{folds.called}.column"), group_names(folds, words)
    frame = pd.DataFrame(
        {title: names} | {words.say(f"averages.column_{name}"): column for name, column in columns.items()}
    )
    if folds.called == "groups":
        frame = frame.iloc[worst_first(folds.area)]
    three = st.column_config.NumberColumn(format="%.3f")
    digits = {title: st.column_config.TextColumn(width=name_width(names)), words.say("averages.column_area"): three}
    height: int | Literal["content"] = "content" if len(frame) <= SHORT_TABLE else TABLE_HEIGHT
    st.dataframe(frame, key="folds", hide_index=True, height=height, column_config=digits)


def _behind(choice: Choice) -> dict[str, np.ndarray]:
    """The counts that a fold's area rests on: its positives, or how many of the classes or labels have any."""
    folds = choice.folds
    if choice.kind == "macro" and choice.several:
        return {"tasks": np.array([int((~np.isnan(one.parts.part)).sum()) for one in folds.averages])}
    return {} if visitor().tasks.kind == "classes" else {"positives": folds.positives}


def _show_incomplete(choice: Choice, words: Words) -> None:
    """Name the folds that have no area, and those whose average is over fewer classes or labels than the others'."""
    folds = choice.folds
    missed = visitor().tasks.never_scored
    if missed.of_group is None:
        st.info(words.say(f"averages.{folds.called}.missed", missed=count_text(missed.positives)))
    named = zip(group_names(folds, words), folds.counted.tolist(), strict=True)
    absent = [code_span(name) for name, counted in named if not counted]
    if absent:
        st.warning(words.say("averages.absent", count=len(absent), names=words.say("data.separator").join(absent)))
    incomplete = [
        words.say(
            "averages.one_without",
            one=group_name(fold, folds, words, mark=code_span),
            names=_named(choice.matrix.names, missing, words),
        )
        for fold, missing in folds.incomplete.items()
    ]
    if incomplete:
        shown = words.say("averages.separator").join(incomplete[:NAMED])
        more = len(incomplete) - NAMED
        st.warning(words.say("averages.folds_incomplete", folds=shown, count=len(incomplete)))
        if more > 0:
            st.caption(words.say("averages.folds_more", count=more))


def _named(names: tuple[str, ...], missing: np.ndarray, words: Words) -> str:
    return words.say("data.separator").join(code_span(names[index]) for index in np.flatnonzero(missing).tolist())
