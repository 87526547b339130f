"""Tables of the page Curve: points, own thresholds, the rows at a threshold, and net benefit."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import streamlit as st

from pr_curve_lab.analysis.alerts import Deployment
from pr_curve_lab.analysis.decision_curve import DecisionCurve, decision_curve, miscalibrated_mean
from pr_curve_lab.analysis.formatting import inner_texts, rounded_values, threshold_text, told_apart
from pr_curve_lab.analysis.prevalence import balance_texts
from pr_curve_lab.analysis.thresholds import points_columns
from pr_curve_lab.i18n.messages import Words
from pr_curve_lab.i18n.numbers import count_text
from pr_curve_lab.io.limits import Problem
from pr_curve_lab.plotting.threshold import net_benefit_figure
from pr_curve_lab.schema.dataset import Cases
from pr_curve_lab.server.settings import GRID, LONGEST_TEXT
from pr_curve_lab.server.visitor_state import kept, same_data, value_of, visitor
from pr_curve_lab.views import charts
from pr_curve_lab.views.curve import chart
from pr_curve_lab.views.curve.threshold_control import only_at
from pr_metrics import SCHEMES, OperatingPoints, at_thresholds, f_score, point_in_force
from pr_metrics.tolerances import AREA_ROUNDING

ROWS_SHOWN = 2000
THRESHOLD_FORMAT = "%.12g"  # the table's own way cuts 2.49e-44 to zeros


def show_points_table(cases: Cases, words: Words) -> None:
    """The table, and the same as CSV with column names that other programs read."""
    points = cases.points
    size = points.threshold.size
    table = kept(_shown_table, points)
    titles = {name: words.say(f"curve.column_{name}") for name in table.columns}
    digits = {titles["threshold"]: st.column_config.NumberColumn(format=THRESHOLD_FORMAT)}
    st.dataframe(table.rename(columns=titles), key="points_table", hide_index=True, column_config=digits)
    if size > ROWS_SHOWN:
        st.caption(words.say("curve.table_cut", shown=ROWS_SHOWN, total=size))
    st.download_button(
        words.say("curve.download"),
        lambda: pd.DataFrame(points_columns(points)).to_csv(index=False).encode("utf-8"),
        file_name="operating_points.csv",
        mime="text/csv",
        key="download_points",
        on_click="ignore",  # a rerun would take the file away while it is being fetched
    )


def _shown_table(points: OperatingPoints) -> pd.DataFrame:
    """All points, or an even choice of them."""
    size = points.threshold.size
    shown = np.linspace(0, size - 1, min(size, ROWS_SHOWN)).round().astype(np.int64)
    return pd.DataFrame(points_columns(points, shown))


SHOWN = 10  # rows


def show_rows_behind(cases: Cases, chosen: int, words: Words) -> None:
    """Negatives with the highest scores, positives with the lowest, and the rows of the chosen threshold itself."""
    threshold = cases.points.threshold[chosen]
    st.caption(words.say("curve.rows_caption"))
    unlikely = kept(_unlikely, cases)
    for name, rows in unlikely.items():
        facts = _wrong(cases, name == "low_positives", rows, threshold)
        with only_at(name, chosen):
            st.markdown(f"**{words.say(f'curve.rows_{name}')}** " + words.say(f"curve.rows_{name}_wrong", **facts))
        _table_rows_behind(cases, rows, name, words)
    here = np.flatnonzero(cases.score == threshold)
    said = words.say(
        "curve.rows_here",
        threshold=threshold_text(cases.points.threshold, chosen),
        count=cases.rows_of(here),
        positives=cases.rows_of(here[cases.positive[here]]),
    )
    with only_at("rows_here", chosen):
        st.markdown(said)
        _table_rows_behind(cases, here[:SHOWN], "rows_here", words)


def _wrong(cases: Cases, positive: bool, rows: np.ndarray, threshold: float) -> dict[str, int]:
    """The number of rows of a class that the threshold calls wrongly: of those listed, and of all."""
    called = cases.score >= threshold
    mistaken = (cases.positive == positive) & (called != positive)
    of_class = cases.positive == positive
    counted = {"here": rows[mistaken[rows]], "all": np.flatnonzero(mistaken), "total": np.flatnonzero(of_class)}
    return {name: cases.rows_of(lines) for name, lines in counted.items()}


def _unlikely(cases: Cases) -> dict[str, np.ndarray]:
    """The rows whose scores contradict their labels most, the worst first; of equals the first in the file."""
    return {
        "high_negatives": _first(-cases.score, np.flatnonzero(~cases.positive)),
        "low_positives": _first(cases.score, np.flatnonzero(cases.positive)),
    }


def _first(value: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """The rows with the least values, in order."""
    values = value[rows]
    if rows.size > SHOWN:
        bound = np.partition(values, SHOWN - 1)[SHOWN - 1]
        near = values <= bound
        rows, values = rows[near], values[near]
    return rows[np.argsort(values, kind="stable")[:SHOWN]]


def _table_rows_behind(cases: Cases, rows: np.ndarray, key: str, words: Words) -> None:
    """The rows as they stand in the file, all columns, numbered as problems number them."""
    position = cases.row[rows]
    frame = visitor().in_use.table.frame.iloc[position].copy()
    frame.index = pd.Index(position + 1, name=words.say("curve.column_row"))
    column = cases.roles.scores[0]
    score = st.column_config.NumberColumn(format="%.6g") if frame[column].dtype.kind == "f" else None
    st.dataframe(frame, key=key, column_config={column: score} if score else None)


def show_net_benefit(used: Deployment, words: Words) -> None:
    """Say where the model is worth more, and draw all three."""
    curve = kept(decision_curve, used)
    st.markdown(_finding(curve, words))
    figure = kept(net_benefit_figure, curve, words, same_data=same_data())
    charts.show_chart(figure, key="net_benefit_chart", alt=words.say("curve.net_alt"))
    st.caption(_caption(used, curve, words))


def _finding(curve: DecisionCurve, words: Words) -> str:
    if not curve.gains:
        return words.say("curve.net_nowhere")
    ends = [inner_texts(*one) for one in curve.gains]
    ranges = words.say("curve.net_separator").join(
        words.say("curve.net_range", low=low, high=high) for low, high in ends
    )
    return words.say("curve.net_mostly" if curve.has_more else "curve.net_between", ranges=ranges)


def _caption(used: Deployment, curve: DecisionCurve, words: Words) -> str:
    """How p calls rows positive, and what else the numbers assume."""
    said = [words.say("curve.net_scores" if curve.of_probabilities else "curve.net_best")]
    mean = miscalibrated_mean(used.own) if curve.of_probabilities else None
    if mean is not None:
        scores, share = told_apart(mean, used.own.prevalence)
        key = "curve.net_too_high" if mean > used.own.prevalence else "curve.net_too_low"
        said.append(words.say(key, mean=scores, prevalence=share))
    if used.moved:
        _, prevalence = balance_texts(used.own.prevalence, used.points.prevalence)
        key = "curve.net_moved" if curve.of_probabilities else "curve.net_moved_best"
        said.append(words.say(key, prevalence=prevalence))
    if used.own.unreached_positives:
        said.append(words.say("curve.net_unscored"))
    return " ".join(said)


MOST = 200  # thresholds; a longer table says less
RANGE = re.compile(r"^\s*(?P<first>\S+?)\s*(?:\.\.\.?|…|:)\s*(?P<last>\S+?)\s*(?:/|:)\s*(?P<steps>\d{1,9})\s*$")


def read_grid(text: str) -> np.ndarray | Problem:
    """Read thresholds, strictest first and each once; "0:1/10" means 0, 0.1, ..., 1.

    Numbers are separated by semicolons, blanks or commas; beside a semicolon or a blank a comma in a number is its
    decimal sign.

    >>> read_grid("0.1, 0.5 0.5").tolist(), read_grid("0,25; 0,5").tolist(), read_grid("0:1/4").tolist()
    ([0.5, 0.1], [0.5, 0.25], [1.0, 0.75, 0.5, 0.25, 0.0])
    >>> read_grid("0.1, high")
    Problem('grid_not_number', value='high')
    """
    span = RANGE.match(text)
    if span and int(span["steps"]) == 0:
        return Problem("grid_no_steps", value=text.strip())
    parts = [span["first"], span["last"]] if span else _parts(text)
    numbers = []
    for part in parts:
        number = _number(part)
        if number is None:
            return Problem("grid_not_number", value=part)
        numbers.append(number)
    count = int(span["steps"]) + 1 if span else len(numbers)
    if count > MOST:
        return Problem("grid_too_long", count=count, most=MOST)
    if span:
        along = np.arange(count) / (count - 1)
        numbers = [float(f"{value:.12g}") for value in numbers[0] * (1 - along) + numbers[1] * along]
    return np.unique(np.asarray(numbers, dtype=np.float64))[::-1]


def _parts(text: str) -> list[str]:
    between = r"[;；\s]+" if re.search(r"[;；]|\d,\d+\s+\d", text) else r"[,，、;；\s]+"
    return [part for part in re.split(between, text.strip()) if part]


def _number(text: str) -> float | None:
    try:
        number = float(text.removeprefix("≥").removeprefix(">=").replace(",", "."))
    except ValueError:
        return None
    return number if np.isfinite(number) else None


def marked(points: OperatingPoints) -> tuple[int, ...]:
    """Indices of the points that the reader's thresholds amount to."""
    grid = _grid()
    if grid is None:
        return ()
    found = (point_in_force(points, threshold) for threshold in grid.tolist())
    return tuple(sorted({index for index in found if index is not None}))


def show_own_thresholds(points: OperatingPoints, words: Words) -> None:
    """Ask for thresholds, and show their counts and the area of the curve that they alone make."""
    st.text_input(
        words.say("curve.grid"),
        key="grid",
        placeholder=words.say("curve.grid_example"),
        max_chars=LONGEST_TEXT,
        persist_state="session",
    )
    grid = _read()
    if isinstance(grid, Problem):
        st.error(words.say_problem(grid))
        return
    if grid is None:
        return
    top = points.threshold[0]
    above = grid[grid > top]
    if above.size:
        st.caption(words.say("curve.grid_above", count=above.size, top=threshold_text(points.threshold, 0)))
    if above.size == grid.size:
        return
    coarse = at_thresholds(points, grid)
    st.dataframe(_table(coarse, words), key="grid_table", hide_index=True)
    st.markdown(_area_sentence(points, coarse, words))


def _read() -> np.ndarray | Problem | None:
    text = str(value_of(GRID.key) or "")
    return read_grid(text) if text.strip() else None


def _grid() -> np.ndarray | None:
    grid = _read()
    return None if isinstance(grid, Problem) else grid


def _table(coarse: OperatingPoints, words: Words) -> pd.DataFrame:
    true_positives, false_positives = coarse.true_positives, coarse.false_positives
    columns = {
        "threshold": coarse.threshold,
        "called": true_positives + false_positives,
        "true_positives": true_positives,
        "false_positives": false_positives,
        "false_negatives": coarse.positives - true_positives,
        "true_negatives": coarse.negatives - false_positives,
        "precision": rounded_values(coarse.precision, 4),
        "recall": rounded_values(coarse.recall, 4),
        "f1": rounded_values(f_score(coarse), 4),
    }
    return pd.DataFrame({words.say(f"curve.column_{name}"): values for name, values in columns.items()})


def _area_sentence(points: OperatingPoints, coarse: OperatingPoints, words: Words) -> str:
    """The step area of the coarse curve beside that of all thresholds, with the sign computed."""
    all_area, area = chart.joined(points).area, SCHEMES["step"].area(coarse)
    finding = "same" if abs(area - all_area) < AREA_ROUNDING else "larger" if area > all_area else "smaller"
    facts = {"area": area, "all_area": all_area, "difference": abs(area - all_area)}
    sentence = words.say(f"curve.grid_{finding}", **facts, count=count_text(coarse.threshold.size))
    if coarse.recall[-1] < 1:
        sentence += words.say("curve.grid_ends", recall=float(coarse.recall[-1]))
    return sentence
