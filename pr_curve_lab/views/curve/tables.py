"""Tables of the page Threshold: points, the visitor's own thresholds, the rows at a threshold, and net benefit."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence

import numpy as np
import pandas as pd
import streamlit as st

from pr_curve_lab.analysis.alerts import Deployment
from pr_curve_lab.analysis.decision_curve import FEW_ROWS, DecisionCurve, decision_curve, miscalibrated_mean
from pr_curve_lab.analysis.formatting import (
    change_key,
    format_area,
    format_count,
    format_distinct,
    format_inner_range,
    format_threshold,
    round_values,
)
from pr_curve_lab.analysis.group_rates import GroupRate, GroupRates, group_rates
from pr_curve_lab.analysis.prevalence import format_balances
from pr_curve_lab.analysis.thinning import points_columns, uniform_indices
from pr_curve_lab.i18n.group_sentences import rates_sentence
from pr_curve_lab.i18n.messages import code_span
from pr_curve_lab.i18n.names import rate_group_name
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.plotting.threshold import net_benefit_figure
from pr_curve_lab.schema.dataset import Dataset, LabeledScores
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.settings import GRID, MAX_TEXT_LENGTH
from pr_curve_lab.server.visitor_state import cached, get_messages, message, value_of, visitor
from pr_curve_lab.views import charts
from pr_curve_lab.views.controls import show_columns, show_two_line_rows
from pr_curve_lab.views.curve import chart
from pr_curve_lab.views.curve.threshold_control import point_container
from pr_metrics import SCHEMES, OperatingPoints, at_thresholds, threshold_index


def show_failing_groups(labeled_scores: LabeledScores, selected_index: int) -> GroupRates | None:
    """Say which groups of rows fail at the selected threshold. Returns the rates of all groups; None without groups.

    If no groups are in use, they are those of the column that Summary names.
    """
    if labeled_scores.group_name is not None:
        return None
    threshold = float(labeled_scores.points.threshold[selected_index])
    dataset, task, column = visitor().dataset, data_in_use.selected_task(), None
    if dataset.group_of_row is None and (column := data_in_use.failing_column(task)):
        dataset = cached(Dataset.in_groups, dataset, visitor().in_use.table, column)
    rates = group_rates(dataset, task, threshold)
    if rates is None or not rates.low_groups:
        return rates
    with point_container("group_fails", selected_index), st.container(horizontal=True, gap="small"):
        st.markdown(f"**{rates_sentence(rates, get_messages())}**", width="content")
        if column:
            title = message("averages.title")
            st.button(title, key="show_by_group", type="tertiary", on_click=data_in_use.show_groups, args=(column,))
    return rates


def show_groups(rates: GroupRates | None, selected_index: int) -> None:
    """List precision and recall of each group with their intervals, those that fail first; open if one does."""
    if rates is None:
        return
    title = message("curve.groups", column=code_span(rates.column))
    opened = bool(rates.low_groups)
    with st.expander(title, key="groups", expanded=opened), point_container("group_table", selected_index):
        _show_group_table(rates)


def _show_group_table(rates: GroupRates) -> None:
    named = []
    for group, (positives, called) in enumerate(zip(rates.positives, rates.called, strict=True)):
        counts = message("curve.group_counts", positives=format_count(positives), called=format_count(called))
        named.append((rate_group_name(rates, group, get_messages()), counts))
    measures = {"recall": rates.recall, "precision": rates.precision}
    show_rate_table("groups_table", rates.column, named, measures, rates.order, rates.low_groups)
    st.caption(rates_caption(rates))


def show_rate_table(
    key: str,
    title: str,
    named: Sequence[tuple[str, str]],
    measures: Mapping[str, GroupRate],
    order: Iterable[int],
    fails: Container[int] = (),
) -> None:
    """Show a row for each group, with each interval below its number, so that the table fits on a phone.

    title: of the column of names. named: the name of each group, and a short text below it. order: indices of groups.
    fails: those of groups that fail.
    """
    titles = [title, *(message(f"columns.averages.{name}") for name in measures)]
    order = list(order)
    rows = [[named[group], *(_rate_cell(rate, group) for rate in measures.values())] for group in order]
    show_two_line_rows(key, titles, rows, [number for number, group in enumerate(order) if group in fails])


def _rate_cell(rate: GroupRate, group: int) -> tuple[str, str]:
    """Return a number, and its interval if it has one."""
    value, low, high = (float(one[group]) for one in (rate.value, rate.lower, rate.upper))
    interval = "" if np.isnan(low) else message("punctuation.interval", low=low, high=high)
    number = message("punctuation.none") if np.isnan(value) else get_messages().format_number(format_area(value))
    return number, interval


def rates_caption(rates: GroupRates) -> str:
    """Say what the intervals of rates are and when a group fails."""
    notes = [message("curve.groups_caption"), *([message("curve.groups_weighted")] if rates.is_weighted else [])]
    if rates.cluster_column is not None:
        notes.append(message("curve.groups_clusters", column=code_span(rates.cluster_column)))
    return message("punctuation.sentences").join(notes)


MAX_POINTS = 2000
THRESHOLD_FORMAT = "%.12g"  # the default format shows 2.49e-44 as zeros


def show_points_table(deployment: Deployment) -> None:
    """Show the table of points, and a download as CSV with column names for other programs."""
    points = deployment.source_points
    size = points.threshold.size
    digits = {"threshold": st.column_config.NumberColumn(format=THRESHOLD_FORMAT)}
    show_columns("points_table", "curve", cached(_points_table, points), digits)
    if size > MAX_POINTS:
        st.caption(message("curve.table_cut", shown=MAX_POINTS, total=size))
    st.download_button(
        message("curve.download"),
        lambda: pd.DataFrame(points_columns(points)).to_csv(index=False).encode("utf-8"),
        file_name="operating_points.csv",
        mime="text/csv",
        key="download_points",
        on_click="ignore",  # a rerun would remove the file during the download
    )


def _points_table(points: OperatingPoints) -> pd.DataFrame:
    """Return all points, or an even selection."""
    size = points.threshold.size
    return pd.DataFrame(points_columns(points, uniform_indices(size, MAX_POINTS)))


MAX_LISTED_ROWS = 10  # rows listed at most


def show_rows(labeled_scores: LabeledScores, selected_index: int) -> None:
    """Show the negatives with the highest scores, the positives with the lowest, and rows at the selected threshold."""
    threshold = labeled_scores.points.threshold[selected_index]
    st.caption(message("curve.rows_caption"))
    worst_rows = cached(_worst_rows, labeled_scores)
    for name, rows in worst_rows.items():
        facts = _count_errors(labeled_scores, name == "low_positives", rows, threshold)
        with point_container(name, selected_index):
            st.markdown(f"**{message(f'curve.rows_{name}')}** " + message(f"curve.rows_{name}_wrong", **facts))
        _show_frame(labeled_scores, rows, name)
    at_threshold = np.flatnonzero(labeled_scores.score == threshold)
    text = message(
        "curve.rows_here",
        threshold=format_threshold(labeled_scores.points.threshold, selected_index),
        count=labeled_scores.rows_of(at_threshold),
        positives=labeled_scores.rows_of(at_threshold[labeled_scores.positive[at_threshold]]),
    )
    with point_container("rows_here", selected_index):
        st.markdown(text)
        _show_frame(labeled_scores, at_threshold[:MAX_LISTED_ROWS], "rows_here")


def _count_errors(labeled_scores: LabeledScores, positive: bool, rows: np.ndarray, threshold: float) -> dict[str, int]:
    """Count the rows of a class that the threshold classifies wrongly, listed and overall, and all its rows."""
    is_called = labeled_scores.score >= threshold
    is_error = (labeled_scores.positive == positive) & (is_called != positive)
    of_class = labeled_scores.positive == positive
    counted = {"here": rows[is_error[rows]], "all": np.flatnonzero(is_error), "total": np.flatnonzero(of_class)}
    return {name: labeled_scores.rows_of(lines) for name, lines in counted.items()}


def _worst_rows(labeled_scores: LabeledScores) -> dict[str, np.ndarray]:
    """Return the rows whose scores contradict their labels most, worst first; ties in the order of the file."""
    return {
        "high_negatives": _first_rows(-labeled_scores.score, np.flatnonzero(~labeled_scores.positive)),
        "low_positives": _first_rows(labeled_scores.score, np.flatnonzero(labeled_scores.positive)),
    }


def _first_rows(value: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Return the rows with the smallest values, in ascending order."""
    values = value[rows]
    if rows.size > MAX_LISTED_ROWS:
        bound = np.partition(values, MAX_LISTED_ROWS - 1)[MAX_LISTED_ROWS - 1]
        near = values <= bound
        rows, values = rows[near], values[near]
    return rows[np.argsort(values, kind="stable")[:MAX_LISTED_ROWS]]


def _show_frame(labeled_scores: LabeledScores, rows: np.ndarray, key: str) -> None:
    """Show rows of the file with all columns, numbered as in messages about problems."""
    position = labeled_scores.row_index[rows]
    frame = visitor().in_use.table.frame.iloc[position].copy()
    frame.index = pd.Index(position + 1, name=message("columns.curve.row"))
    column = labeled_scores.roles.scores[0]
    score = st.column_config.NumberColumn(format="%.6g") if frame[column].dtype.kind == "f" else None
    st.dataframe(frame, key=key, column_config={column: score} if score else None)


def show_net_benefit(deployment: Deployment) -> None:
    """Say where the model has a larger net benefit than calling all or none positive, and draw the three curves."""
    curve = cached(decision_curve, deployment)
    st.markdown(_net_benefit_text(curve))
    figure = cached(net_benefit_figure, curve, get_messages())
    charts.show_chart(figure, key="net_benefit_chart", alt=message("curve.net_alt"))
    st.caption(_net_benefit_caption(deployment, curve))


def _net_benefit_text(curve: DecisionCurve) -> str:
    if not curve.gains:
        return message("curve.net_nowhere")
    ends = [format_inner_range(*one) for one in curve.gains]
    ranges = message("curve.net_separator").join(message("curve.net_range", low=low, high=high) for low, high in ends)
    text = message("curve.net_mostly" if curve.has_more else "curve.net_between", ranges=ranges)
    if curve.few_rows_from is None:
        return text
    start, _ = format_inner_range(curve.few_rows_from, curve.gains[-1][1])
    return text + message("curve.net_few", start=start, rows=FEW_ROWS)


def _net_benefit_caption(deployment: Deployment, curve: DecisionCurve) -> str:
    """Say how the threshold probability p is applied, and what else the numbers assume."""
    sentences = [message("curve.net_scores" if curve.is_probability else "curve.net_best")]
    mean = miscalibrated_mean(deployment.source_points) if curve.is_probability else None
    if mean is not None:
        scores, share = format_distinct(mean, deployment.source_points.prevalence)
        key = "curve.net_too_high" if mean > deployment.source_points.prevalence else "curve.net_too_low"
        sentences.append(message(key, mean=scores, prevalence=share))
    if deployment.has_target_prevalence:
        _, prevalence = format_balances(deployment.source_points.prevalence, deployment.points.prevalence)
        key = "curve.net_target" if curve.is_probability else "curve.net_target_best"
        sentences.append(message(key, prevalence=prevalence))
    if deployment.source_points.unscored_positives:
        sentences.append(message("curve.net_unscored"))
    return " ".join(sentences)


MAX_THRESHOLDS = 200  # at most this many thresholds, so that the table stays readable
RANGE = re.compile(r"^\s*(?P<first>\S+?)\s*(?:\.\.\.?|…|:)\s*(?P<last>\S+?)\s*(?:/|:)\s*(?P<steps>\d{1,9})\s*$")


def read_grid(text: str) -> np.ndarray | Notice:
    """Parse thresholds, sorted from strict to loose without repeats; "0:1/10" means 0, 0.1, ..., 1.

    Numbers are separated by semicolons, spaces or commas. If there is a semicolon, or a space after a number like
    "0,1", commas are decimal signs.

    >>> read_grid("0.1, 0.5 0.5").tolist(), read_grid("0,25; 0,5").tolist(), read_grid("0:1/4").tolist()
    ([0.5, 0.1], [0.5, 0.25], [1.0, 0.75, 0.5, 0.25, 0.0])
    >>> read_grid("0.1, high")
    Notice('grid_not_number', value='high')
    """
    span = RANGE.match(text)
    if span and int(span["steps"]) == 0:
        return Notice("grid_no_steps", value=text.strip())
    parts = [span["first"], span["last"]] if span else _split_text(text)
    numbers = []
    for part in parts:
        number = _parse_threshold(part)
        if number is None:
            return Notice("grid_not_number", value=part)
        numbers.append(number)
    count = int(span["steps"]) + 1 if span else len(numbers)
    if count > MAX_THRESHOLDS:
        return Notice("grid_too_long", count=count, most=MAX_THRESHOLDS)
    if span:
        along = np.arange(count) / (count - 1)
        numbers = [float(f"{value:.12g}") for value in numbers[0] * (1 - along) + numbers[1] * along]
    return np.unique(np.asarray(numbers, dtype=np.float64))[::-1]


def _split_text(text: str) -> list[str]:
    between = r"[;；\s]+" if re.search(r"[;；]|\d,\d+\s+\d", text) else r"[,，、;；\s]+"
    return [part for part in re.split(between, text.strip()) if part]


def _parse_threshold(text: str) -> float | None:
    try:
        number = float(text.removeprefix("≥").removeprefix(">=").replace(",", "."))
    except ValueError:
        return None
    return number if np.isfinite(number) else None


def grid_indices(points: OperatingPoints) -> tuple[int, ...]:
    """Return the indices of the points that the visitor's thresholds correspond to."""
    grid = _read_input()
    if grid is None or isinstance(grid, Notice):
        return ()
    found = (threshold_index(points, threshold) for threshold in grid.tolist())
    return tuple(sorted({index for index in found if index is not None}))


def show_threshold_grid(deployment: Deployment) -> None:
    """Show a field for thresholds, a table of their counts, and the area of the curve through these points alone."""
    points = deployment.source_points
    st.text_input(
        message("curve.grid"),
        key="grid",
        placeholder=message("curve.grid_example"),
        max_chars=MAX_TEXT_LENGTH,
        persist_state="session",
    )
    grid = _read_input()
    if isinstance(grid, Notice):
        st.error(get_messages().format_notice(grid))
        return
    if grid is None:
        return
    top = points.threshold[0]
    above = grid[grid > top]
    if above.size:
        st.caption(message("curve.grid_above", count=above.size, top=format_threshold(points.threshold, 0)))
    if above.size == grid.size:
        return
    coarse = at_thresholds(points, grid)
    show_columns("grid_table", "curve", _grid_columns(coarse), {})
    st.markdown(_area_text(points, coarse))


def _read_input() -> np.ndarray | Notice | None:
    text = str(value_of(GRID.name) or "")
    return read_grid(text) if text.strip() else None


def _grid_columns(grid_points: OperatingPoints) -> dict[str, np.ndarray]:
    columns = points_columns(grid_points)
    del columns["share_called"]
    called = {"threshold": columns.pop("threshold"), "called": grid_points.true_positives + grid_points.false_positives}
    ratios = {name: round_values(columns.pop(name), 4) for name in ("precision", "recall", "f1")}
    return called | columns | ratios


def _area_text(points: OperatingPoints, grid_points: OperatingPoints) -> str:
    """Compare the step area of the coarse curve with that of all thresholds."""
    all_area, area = chart.step_curve(points).area, SCHEMES["step"].area(grid_points)
    facts = {"area": area, "all_area": all_area, "difference": abs(area - all_area)}
    sentence = message(
        f"curve.grid_{change_key(all_area, area)}", **facts, count=format_count(grid_points.threshold.size)
    )
    if grid_points.recall[-1] < 1:
        sentence += message("curve.grid_ends", recall=float(grid_points.recall[-1]))
    return sentence
