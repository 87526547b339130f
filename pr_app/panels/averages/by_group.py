"""Each group of rows by itself: its area with an interval, beside the floor that its own class balance sets."""

from __future__ import annotations

import math
from typing import Any

import streamlit as st

from pr_app.analysis.group_areas import GroupArea, group_areas
from pr_app.figures.forest import GREY, ForestRow, forest_figure, layouts
from pr_app.panels.averages.choice import Choice
from pr_app.panels.charts import fitted_chart
from pr_app.serving.results import kept
from pr_app.serving.visitor_state import same_data
from pr_app.wording.catalogue import Words
from pr_app.wording.group_name import group_names
from pr_app.wording.interval_words import interval_reason

Named = tuple[tuple[str, GroupArea], ...]


def show(choice: Choice, words: Words) -> None:
    """Draw the groups that have an area, in their order; nothing is judged."""
    st.subheader(words.say("averages.by_group"), anchor=False)
    found = kept(group_areas, choice.in_groups, choice.scheme)
    named = tuple((name, one) for name, one in zip(group_names(choice.folds, words), found, strict=True) if one)
    figure, arranged = kept(_drawn, named, words, same_data=same_data())
    alt = words.say("averages.by_group_alt", count=len(named))
    fitted_chart.show(figure, arranged, key="groups_chart", alt=alt)
    reasons = dict.fromkeys(interval_reason(one.beside, words) for _, one in named)
    st.caption(words.say("schemes.separator").join([words.say("averages.by_group_caption"), *reasons]))


def _drawn(named: Named, words: Words, *, same_data: str) -> tuple[Any, list[dict[str, Any]]]:
    """The chart and its arrangements."""
    rows = [ForestRow(name, one.area, one.beside.found, GREY, floor=one.chance) for name, one in named]
    return forest_figure(rows, math.nan, words, same_data=same_data), layouts(rows, math.nan, words)
