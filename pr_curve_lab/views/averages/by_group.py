"""Each group of rows by itself: its area with an interval, beside the floor that its own class balance sets."""

from __future__ import annotations

import math
from typing import Any

import streamlit as st

from pr_curve_lab.analysis.group_areas import GroupArea, clusters_notice, failing, worst_first
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.group_name import group_names
from pr_curve_lab.i18n.interval_words import interval_reason
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.forest import GREY, ForestRow, forest_figure, layouts
from pr_curve_lab.server.results import kept
from pr_curve_lab.server.visitor_state import same_data, visitor
from pr_curve_lab.views.averages.choice import Choice
from pr_curve_lab.views.charts import fitted_chart
from pr_curve_lab.views.frame import clusters

Named = tuple[tuple[str, GroupArea], ...]


def show(choice: Choice, words: Words) -> None:
    """Draw the groups that have an area, the least first, the one that fails in its colour."""
    st.subheader(words.say("averages.by_group"), anchor=False)
    found, names = choice.by_group, group_names(choice.folds, words)
    order = worst_first(choice.folds.area)
    named = tuple((names[index], one) for index in order if (one := found[index]))
    figure, arranged = kept(_drawn, named, words, fails=failing(found) is not None, same_data=same_data())
    alt = words.say("averages.by_group_alt", count=len(named))
    fitted_chart.show(figure, arranged, key="groups_chart", alt=alt)
    reasons = dict.fromkeys(interval_reason(one.beside, words) for _, one in named)
    st.caption(words.say("schemes.separator").join([words.say("averages.by_group_caption"), *reasons]))
    tasks = visitor().tasks
    if (said := clusters_notice(found, tasks.clusters, tasks.roles.group)) is not None:
        clusters.show_notice(said, words)


def _drawn(named: Named, words: Words, *, fails: bool, same_data: str) -> tuple[Any, list[dict[str, Any]]]:
    """The chart and its arrangements."""
    looks = [palette.VERMILLION if fails else GREY, *[GREY] * (len(named) - 1)]
    rows = [
        ForestRow(name, one.area, one.beside.found, look, floor=one.chance)
        for (name, one), look in zip(named, looks, strict=True)
    ]
    return forest_figure(rows, math.nan, words, same_data=same_data), layouts(rows, math.nan, words)
