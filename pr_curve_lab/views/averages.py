"""The page Averages: an average over classes or labels, the mean over folds, and each group."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pandas as pd
import streamlit as st

from pr_curve_lab.analysis.areas import JoinedArea
from pr_curve_lab.analysis.averages import (
    KINDS,
    Averaged,
    Folds,
    TaskMatrix,
    average_of,
    folds_of,
    parts_of,
    split,
    task_areas,
    task_matrix,
)
from pr_curve_lab.analysis.formatting import all_alike, rounded_text
from pr_curve_lab.analysis.intervals import GroupArea, clusters_notice, failing, group_areas, worst_first
from pr_curve_lab.exports.analysis import Averages, stem_of
from pr_curve_lab.exports.page_exports import PageExports, of_averages
from pr_curve_lab.i18n.area_sentences import interval_reason
from pr_curve_lab.i18n.markup import code_span
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.names import finding, group_name, group_names, spread, why_it_fails
from pr_curve_lab.i18n.numbers import count_text
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.averages import folds_figure, tasks_figure
from pr_curve_lab.plotting.intervals import GREY, ForestRow, forest_figure, forest_layouts
from pr_curve_lab.schema.tasks import BinaryTasks
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.pages import PAGES
from pr_curve_lab.server.settings import AVERAGE, MODEL, SUBGROUP
from pr_curve_lab.server.visitor_state import kept, put, same_data, value_of, visitor
from pr_curve_lab.views import charts, controls, exports, problems
from pr_curve_lab.views.controls import name_width
from pr_metrics import SCHEMES, AverageParts

OF_ONE = "micro"  # of one task every average is its area


@dataclass(frozen=True, eq=False)
class Choice:
    """The answers that are averaged: of all classes or labels, or of the score in view."""

    matrix: TaskMatrix
    kind: str
    scheme: str
    several: bool
    in_folds: bool

    @property
    def empty(self) -> bool:
        """Whether there is nothing to average."""
        return not self.several and not self.in_folds

    @property
    def only_folds(self) -> bool:
        """Whether there is one score only, in folds."""
        return self.in_folds and not self.several

    def parts(self, kind: str) -> AverageParts:
        """An average over all rows, taken apart."""
        return kept(parts_of, self.matrix, kind, self.scheme)

    @property
    def tasks(self) -> tuple[JoinedArea, ...]:
        """The curve and area of each class or label."""
        return kept(task_areas, self.matrix, self.scheme)

    @property
    def of_all(self) -> Averaged:
        """The chosen average over all rows."""
        return kept(average_of, self.matrix, self.parts(self.kind), self.scheme, self.tasks)

    @property
    def in_groups(self) -> tuple[TaskMatrix, ...]:
        """The answers of each group of rows."""
        return kept(_split, self.matrix, visitor().tasks)

    @property
    def folds(self) -> Folds:
        """The chosen average in every fold."""
        tasks = visitor().tasks
        column = tasks.roles.group or ""
        return kept(folds_of, self.in_groups, tasks.group_names, self.kind, self.scheme, column=column)

    @property
    def by_group(self) -> tuple[GroupArea | None, ...]:
        """Each group by itself, where there is one score only."""
        return kept(group_areas, self.in_groups, self.scheme) if self.only_folds else ()

    @property
    def outstanding(self) -> int | None:
        """The group whose curve stands out: the one that fails, else of groups the lowest, where they are unlike."""
        fails, areas = failing(self.by_group), self.folds.area
        if fails is not None or self.folds.called == "folds" or all_alike(areas):
            return fails
        return worst_first(areas)[0]


def made(words: Words) -> Choice:
    """Read the controls; a scheme that cannot join all entries gives way, with a sentence."""
    tasks = visitor().tasks
    several = tasks.kind in ("classes", "labels")
    if several:
        matrix = kept(task_matrix, tasks)
    else:
        name = str(value_of(MODEL.key)) or tasks.names[0]
        matrix = kept(task_matrix, tasks, (name,))
    kind = str(value_of(AVERAGE.key)) if several else OF_ONE
    scheme = controls.settled(matrix.pooled, "left", words)
    return kept(Choice, matrix, kind, scheme, several, tasks.group is not None)


def _split(matrix: TaskMatrix, tasks: BinaryTasks) -> tuple[TaskMatrix, ...]:
    assert tasks.group is not None  # else there is no average over folds
    return split(matrix, tasks.group, tasks.never_scored.of_group)


def show_choice(choice: Choice, words: Words) -> None:
    """Offer the averages, each with its number, and the schemes."""
    with st.container(horizontal=True, vertical_alignment="center", key="average_controls"):
        if choice.several:
            st.segmented_control(
                words.say("averages.average"),
                KINDS,
                format_func=lambda kind: words.say(
                    "averages.option",
                    name=words.say(f"averages.{kind}.short"),
                    area=choice.parts(kind).area,
                ),
                key="average",
                required=True,
                label_visibility="collapsed",
                persist_state="session",
            )
        controls.show_scheme_picker(choice.matrix.pooled, "left", words, alone=True)


ROWS_SHOWN = 100  # different areas of rows
SUMMANDS, PRODUCTS = 3, 2  # written out; more do not fit a phone
TABLE_HEIGHT, SHORT_TABLE = 300, 6  # px, beside the chart; lines that need less


def show_tasks_headline(choice: Choice, words: Words) -> None:
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


def show_over_tasks(choice: Choice, words: Words) -> None:
    """Draw the average, and list its parts beside it."""
    chart_side, parts_side = st.columns([11, 9], gap="medium")
    averaged = choice.of_all
    with chart_side:
        figure = kept(_figure, choice, words, same_data=same_data(), in_view=value_of(MODEL.key))
        name = words.say(f"averages.{choice.kind}.name")
        alt = words.say("averages.alt", average=name, area=averaged.parts.area, count=len(choice.matrix.names))
        charts.show_chart(figure, key="averages_chart", alt=alt)
        show_choice(choice, words)
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


NAMED = 3  # folds


def show_folds_headline(choice: Choice, words: Words) -> None:
    """Say what the folds have on average: the finding of a page that has nothing else to average."""
    st.title(_finding(choice, words), anchor=False)


def show_over_folds(choice: Choice, words: Words) -> None:
    """Draw the folds and their mean, and list them."""
    if choice.several:
        st.subheader(_finding(choice, words), anchor=False)
    chart_side, list_side = st.columns([11, 9], gap="medium")
    key = "folds_chart" if choice.several else "averages_chart"
    with chart_side:
        stands_out = choice.outstanding
        figure = kept(folds_figure, choice.folds, choice.scheme, words, same_data=same_data(), outstanding=stands_out)
        alt = words.say(f"averages.{choice.folds.called}.alt", count=len(choice.folds.names), area=choice.folds.mean)
        charts.show_chart(figure, key=key, alt=alt)
        if not choice.several:
            show_choice(choice, words)
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


Named = tuple[tuple[str, GroupArea], ...]


def show_by_group(choice: Choice, words: Words) -> None:
    """Draw the groups that have an area, the least first, the one that fails in its colour."""
    st.subheader(words.say("averages.by_group"), anchor=False)
    found, names = choice.by_group, group_names(choice.folds, words)
    order = worst_first(choice.folds.area)
    named = tuple((names[index], one) for index in order if (one := found[index]))
    figure, arranged = kept(_drawn, named, words, fails=failing(found) is not None, same_data=same_data())
    alt = words.say("averages.by_group_alt", count=len(named))
    charts.show_fitted_chart(figure, arranged, key="groups_chart", alt=alt)
    reasons = dict.fromkeys(interval_reason(one.beside, words) for _, one in named)
    st.caption(words.say("schemes.separator").join([words.say("averages.by_group_caption"), *reasons]))
    tasks = visitor().tasks
    if (said := clusters_notice(found, tasks.clusters, tasks.roles.group)) is not None:
        problems.show_notice(said, words)


def _drawn(named: Named, words: Words, *, fails: bool, same_data: str) -> tuple[Any, list[dict[str, Any]]]:
    """The chart and its arrangements."""
    looks = [palette.VERMILLION if fails else GREY, *[GREY] * (len(named) - 1)]
    rows = [
        ForestRow(name, one.area, one.beside.found, look, floor=one.chance)
        for (name, one), look in zip(named, looks, strict=True)
    ]
    return forest_figure(rows, math.nan, words, same_data=same_data), forest_layouts(rows, math.nan, words)


EXAMPLE = "digits"


def show_nothing(words: Words) -> None:
    """Say what is missing and how to bring it, and lead to an example that has it."""
    models = visitor().tasks.kind == "models"
    st.title(words.say("averages.nothing", name=problems.in_use(words)), anchor=False)
    st.markdown(words.say("averages.nothing_of_models" if models else "averages.nothing_of_one"))
    with st.container(horizontal=True, key="instead"):
        st.button(
            words.say("averages.take_example"), key="take_digits", on_click=data_in_use.use_example, args=(EXAMPLE,)
        )
        st.page_link(PAGES["data"].script, label=words.say("data.change"), width="content")


def show_exported(choice: Choice, words: Words) -> None:
    """Offer it, where there is anything to average."""

    def hand_over() -> PageExports:
        cases = visitor().cases
        analysis, rows = exports.analysis_of(cases), exports.counted_rows(cases)
        return of_averages(_averages(choice), analysis, rows, words)

    if not choice.empty:
        exports.show_offered(hand_over, words)


def _averages(choice: Choice) -> Averages:
    state = visitor()
    cases, group = state.cases, state.tasks.roles.group
    in_view = "" if choice.several else str(value_of(MODEL.key))
    return Averages(
        stem=stem_of(state.in_use.example or cases.name, in_view),
        name=cases.name,
        matrix=choice.matrix,
        asked=state.tasks.kind,
        average=choice.kind,
        scheme=choice.scheme,
        of_all=choice.parts(choice.kind),
        by_task=choice.parts("macro" if choice.several else choice.kind).part,
        folds=choice.folds if choice.in_folds else None,
        groups=choice.by_group,
        weight=state.tasks.roles.weight,
        group=None if group is None else state.in_use.table.frame[group].iloc[cases.row].reset_index(drop=True),
    )
