"""An average over classes or labels: its curve among theirs, and the numbers that it is made of."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pandas as pd
import streamlit as st

from pr_curve_lab.analysis.averages import Averaged
from pr_curve_lab.analysis.printed_areas import all_alike
from pr_curve_lab.analysis.rounding import rounded_text
from pr_curve_lab.i18n.catalogue import Words
from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.plotting.average_pictures import tasks_figure
from pr_curve_lab.server.results import kept
from pr_curve_lab.server.settings import MODEL
from pr_curve_lab.server.visitor_state import same_data, value_of, visitor
from pr_curve_lab.views.averages import choice as choices
from pr_curve_lab.views.averages.choice import Choice
from pr_curve_lab.views.charts import chart
from pr_curve_lab.views.controls.name_width import name_width
from pr_metrics import SCHEMES

ROWS_SHOWN = 100  # different areas of rows
SUMMANDS, PRODUCTS = 3, 2  # written out; more do not fit a phone
TABLE_HEIGHT, SHORT_TABLE = 300, 6  # px, beside the chart; lines that need less


def show_headline(choice: Choice, words: Words) -> None:
    """Say what the average is, and between which classes or labels it lies."""
    by_task = choice.parts("macro").part
    lowest, highest = int(np.nanargmin(by_task)), int(np.nanargmax(by_task))
    names = choice.matrix.names
    st.title(
        words.say(
            f"averages.headline_{visitor().tasks.kind}{'_alike' if all_alike(by_task) else ''}",
            average=words.say(f"averages.{choice.kind}.name"),
            area=choice.parts(choice.kind).area,
            count=int((~np.isnan(by_task)).sum()),
            low=by_task[lowest],
            lowest=code_span(names[lowest]),
            high=by_task[highest],
            highest=code_span(names[highest]),
        ),
        anchor=False,
    )
    absent = [name for name, area in zip(names, by_task, strict=True) if np.isnan(area)]
    if absent:
        listed = words.say("data.separator").join(code_span(name) for name in absent)
        st.warning(words.say("averages.absent", count=len(absent), names=listed))


def show(choice: Choice, words: Words) -> None:
    """Draw the average, and list its parts beside it."""
    chart_side, parts_side = st.columns([11, 9], gap="medium")
    averaged = choice.of_all
    with chart_side:
        figure = kept(_figure, choice, words, same_data=same_data(), in_view=value_of(MODEL.key))
        name = words.say(f"averages.{choice.kind}.name")
        alt = words.say("averages.alt", average=name, area=averaged.parts.area, count=len(choice.matrix.names))
        chart.show(figure, key="averages_chart", alt=alt)
        choices.show(choice, words)
    with parts_side:
        st.markdown(_arises(choice, words))
        st.latex(words.formula(_sum(choice, averaged)))
        _show_parts(choice, averaged, words)


def _figure(choice: Choice, words: Words, *, same_data: str, in_view: str) -> object:
    tasks = dict(zip(choice.matrix.names, choice.tasks, strict=True))
    return tasks_figure(choice.of_all, tasks, choice.scheme, words, same_data=same_data, in_view=in_view)


def _arises(choice: Choice, words: Words) -> str:
    """How the average comes about, from how many rows and classes or labels that have an area."""
    rows, tasks = choice.matrix.score.shape
    counted = int((choice.of_all.parts.share > 0).sum())
    sizes = {"rows": rows, "count": tasks, "entries": rows * tasks}
    if choice.kind in ("macro", "weighted"):
        sizes["count"] = counted
    if choice.kind != "samples" or counted == rows:
        return words.say(f"averages.{choice.kind}.arises", **sizes)
    said = words.say("averages.samples.arises", **{**sizes, "rows": counted})
    return said + words.say("averages.samples_left_out", count=rows - counted)


def _sum(choice: Choice, averaged: Averaged) -> str:
    """The average as a sum with the reader's numbers, in LaTeX."""
    total = rf"\mathbf{{{_three(averaged.parts.area)}}}"
    if choice.kind == "micro":
        return _in_lines(SCHEMES["step"].formula, total) if choice.scheme == "step" else total
    value, share = _terms(averaged)
    if choice.kind == "macro":
        return _in_lines(rf"\tfrac{{1}}{{{value.size}}}({_few([_three(part) for part in value], SUMMANDS)})", total)
    products = [rf"{_three(weight)} \cdot {_three(part)}" for part, weight in zip(value, share, strict=True)]
    return _in_lines(_few(products, PRODUCTS), total)


def _in_lines(terms: str, total: str) -> str:
    """The total below the terms: in one line they are wider than a phone."""
    return rf"\begin{{aligned}} & {terms} \\ & = {total} \end{{aligned}}"


def _three(ratio: float) -> str:
    return rounded_text(ratio, ".3f")


def _few(terms: list[str], most: int) -> str:
    return " + ".join([*terms[:most], *([r"\dots"] if len(terms) > most else [])])


def _terms(averaged: Averaged) -> tuple[np.ndarray, np.ndarray]:
    """Parts and shares that count, in their order; rows of equal area together, the largest area first."""
    part, share = averaged.parts.part, averaged.parts.share
    counted = share > 0
    if averaged.parts.average != "samples":
        return part[counted], share[counted]
    areas, alike = np.unique(part[counted], return_inverse=True)
    return areas[::-1], np.bincount(alike.ravel(), share[counted])[::-1]


def _show_parts(choice: Choice, averaged: Averaged, words: Words) -> None:
    columns = _rows(averaged) if choice.kind == "samples" else _tasks(choice, averaged)
    frame = pd.DataFrame({words.say(f"averages.column_{name}"): column for name, column in columns.items()})
    three = st.column_config.NumberColumn(format="%.3f")
    digits = {words.say(f"averages.column_{name}"): three for name in ("area", "share", "part") if name in columns}
    shown = frame.head(ROWS_SHOWN)
    if "name" in columns:
        digits[words.say("averages.column_name")] = st.column_config.TextColumn(width=name_width(choice.matrix.names))
    height: int | Literal["content"] = "content" if len(shown) <= SHORT_TABLE else TABLE_HEIGHT
    st.dataframe(shown, key="parts", hide_index=True, height=height, column_config=digits)
    if "part" in columns:
        st.caption(words.say("averages.parts_sum", area=averaged.parts.area))
    else:
        st.caption(words.say("averages.parts_no_sum"))
    if len(frame) > ROWS_SHOWN:
        st.caption(words.say("averages.parts_cut", shown=ROWS_SHOWN, total=len(frame)))


def _tasks(choice: Choice, averaged: Averaged) -> dict[str, object]:
    """A line for each class or label; what it adds to the average, where that is a mean of theirs."""
    area = choice.parts("macro").part
    positives = choice.matrix.positives
    columns = {"name": list(choice.matrix.names), "positives": positives, "area": area}
    if choice.kind == "micro":
        return columns
    share = averaged.parts.share
    return {**columns, "share": share, "part": np.where(share > 0, share * area, np.nan)}


def _rows(averaged: Averaged) -> dict[str, object]:
    """A line for each area that rows have, with the share of the rows that have it."""
    value, share = _terms(averaged)
    part = averaged.parts.part
    rows = [int((part == area).sum()) for area in value[:ROWS_SHOWN]]
    return {"area": value, "rows": rows + [0] * (value.size - len(rows)), "share": share, "part": share * value}
