"""Each group of rows by itself: its area with an interval, beside the floor that its own class balance sets."""

from __future__ import annotations

import math
from typing import Any

import streamlit as st

from pr_app.analysis.area_intervals import influence_interval, interval_beside
from pr_app.analysis.averages import TaskMatrix
from pr_app.analysis.class_balance import chance_area
from pr_app.figures.forest import GREY, ForestRow, forest_figure, layouts
from pr_app.panels.averages.choice import Choice
from pr_app.panels.charts import fitted_chart
from pr_app.serving.results import kept
from pr_app.serving.visitor_state import same_data
from pr_app.wording.catalogue import Words
from pr_app.wording.group_name import group_names


def show(choice: Choice, words: Words) -> None:
    """Draw the groups that have an area, in their order; nothing is judged."""
    st.subheader(words.say("averages.by_group"), anchor=False)
    groups, names = choice.in_groups, tuple(group_names(choice.folds, words))
    figure, arranged = kept(_drawn, groups, names, choice.scheme, words, same_data=same_data())
    alt = words.say("averages.by_group_alt", count=int(choice.folds.counted.sum()))
    fitted_chart.show(figure, arranged, key="groups_chart", alt=alt)
    st.caption(words.say("averages.by_group_caption"))


def _drawn(
    groups: tuple[TaskMatrix, ...], names: tuple[str, ...], scheme: str, words: Words, *, same_data: str
) -> tuple[Any, list[dict[str, Any]]]:
    """The chart and its arrangements."""
    rows = [
        _row(name, group, scheme)
        for name, group in zip(names, groups, strict=True)
        if not math.isnan(group.areas(scheme)[0])
    ]
    return forest_figure(rows, math.nan, words, same_data=same_data), layouts(rows, math.nan, words)


def _row(name: str, group: TaskMatrix, scheme: str) -> ForestRow:
    """A group with the interval that is cited for such an area."""
    (points,), area = group.points, float(group.areas(scheme)[0])
    weighted, positives = group.weight is not None, int(group.positive.sum()) + round(group.missed)
    found = influence_interval(points, weighted=weighted)
    beside = interval_beside(scheme, area, positives, found, weighted=weighted)
    return ForestRow(name, area, beside.found, GREY, floor=chance_area(points))
