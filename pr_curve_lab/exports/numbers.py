"""Numbers and rows of an analysis in full precision, as CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from pr_curve_lab.analysis.intervals import AreaInterval
from pr_curve_lab.analysis.prevalence import Balance, Balances, Shuffled, row_limits
from pr_curve_lab.analysis.thresholds import mixed_rows_of
from pr_curve_lab.exports.analysis import Analysis
from pr_curve_lab.schema.dataset import Cases
from pr_metrics import OperatingPoints, __version__, f_score

MOST_POINTS = 5000  # operating points in the file; the page Curve has all of them as CSV

Row = tuple[str, str, float | None, float | None]  # quantity, scheme, threshold, value


def numbers_csv(analysis: Analysis) -> bytes:
    """One number a line: which quantity, of which scheme, at which threshold, and its value to the bit."""
    return as_csv(("quantity", "scheme", "threshold", "value"), lines_of(analysis))


def as_csv(header: Sequence[str], lines: Iterable[Sequence[str | float | None]]) -> bytes:
    """A table whose numbers can be read back to the bit; what is undefined is an empty cell.

    >>> as_csv(("quantity", "value"), [("area", 0.1), ("gain", None)])
    b'quantity,value\\narea,0.1\\ngain,\\n'
    """
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(header)
    for cells in lines:
        table.writerow([cell if isinstance(cell, str) else "" if cell is None else repr(cell) for cell in cells])
    return text.getvalue().encode("utf-8")


def as_json(facts: Mapping[str, Any]) -> bytes:
    """Facts as a program reads them.

    >>> as_json({"area": None}).decode()
    '{\\n "area": null\\n}'
    """
    return json.dumps(facts, ensure_ascii=False, allow_nan=False, indent=1).encode("utf-8")


def numbers_json(analysis: Analysis, citation: tuple[str, ...]) -> bytes:
    """Everything about the analysis that is a number or a choice; what is undefined is null."""
    return as_json(facts_of(analysis, citation))


def facts_of(analysis: Analysis, citation: tuple[str, ...]) -> dict[str, Any]:
    """The entries of the JSON, for a page that has more of them."""
    left, right = analysis.sides
    return {
        "data": _data(analysis),
        "areas": analysis.areas,
        "intervals": {key: _interval(beside) for key, beside in analysis.intervals.items()},
        "compared": {"left": left, "right": right, "difference": analysis.areas[right] - analysis.areas[left]},
        "threshold": _at(analysis.points, analysis.chosen),
        "operating_points": _operating_points(analysis.points),
        "citation": list(citation),
        "made_by": {"pr_metrics": __version__},
    }


def evenly(size: int, most: int) -> np.ndarray:
    """Indices of at most `most` of so many things, the first and the last among them.

    >>> evenly(3, 10).tolist(), evenly(101, 3).tolist()
    ([0, 1, 2], [0, 50, 100])
    """
    return np.linspace(0, size - 1, min(size, most)).round().astype(np.int64)


def lines_of(analysis: Analysis) -> list[Row]:
    """The lines of the CSV, for a page that has more of them."""
    cases, points = analysis.shown, analysis.points
    rows: list[Row] = [
        ("rows", "", None, cases.size),
        ("positive_rows", "", None, cases.positive_rows),
        ("positives_never_scored", "", None, points.unreached_positives),
        ("tied_rows", "", None, mixed_rows_of(cases)),
        ("rows_left_out", "", None, analysis.left_out),
        ("positives", "", None, points.positives),
        ("negatives", "", None, points.negatives),
        ("prevalence", "", None, points.prevalence),
        ("distinct_scores", "", None, points.threshold.size),
    ]
    for key, area in analysis.areas.items():
        interval = analysis.intervals[key].found
        rows += [
            ("area", key, None, area),
            ("interval_low", key, None, interval.low),
            ("interval_high", key, None, interval.high),
        ]
    at = _at(points, analysis.chosen)
    return rows + [(quantity, "", at["threshold"], value) for quantity, value in at.items() if quantity != "threshold"]


def _data(analysis: Analysis) -> dict[str, Any]:
    cases, points, roles = analysis.shown, analysis.points, analysis.cases.roles
    return {
        "name": cases.name,
        "task": (analysis.task.name or None) if analysis.task else None,
        "subgroup": cases.subgroup,
        "rows": cases.size,
        "positive_rows": cases.positive_rows,
        "positives_never_scored": points.unreached_positives,
        "tied_rows": mixed_rows_of(cases),
        "rows_left_out": analysis.left_out,
        "positives": points.positives,
        "negatives": points.negatives,
        "prevalence": points.prevalence,
        "distinct_scores": int(points.threshold.size),
        "columns": {
            "label": roles.label,
            "positive_value": roles.positive,
            "score": roles.scores[0],
            "weight": roles.weight,
            "group": roles.group,
            "cluster": cases.cluster_column,
        },
        "scores_rounded_to_decimals": analysis.decimals,
    }


def _interval(beside: AreaInterval) -> dict[str, float | str]:
    found = beside.found
    return {"low": found.low, "high": found.high, "level": found.level, "method": beside.method}


def _at(points: OperatingPoints, index: int) -> dict[str, float | None]:
    true_positives, false_positives = float(points.true_positives[index]), float(points.false_positives[index])
    return {
        "threshold": float(points.threshold[index]),
        "true_positives": true_positives,
        "false_positives": false_positives,
        "false_negatives": points.positives - true_positives,
        "true_negatives": points.negatives - false_positives,
        "precision": defined(points.precision[index]),
        "recall": defined(points.recall[index]),
        "f1": defined(f_score(points)[index]),
    }


def _operating_points(points: OperatingPoints) -> dict[str, Any]:
    size = int(points.threshold.size)
    shown = evenly(size, MOST_POINTS)
    all_of_them = "all operating points, strictest threshold first"
    some = f"{shown.size} of {size} operating points, evenly chosen, strictest threshold first"
    columns = {
        "threshold": points.threshold,
        "true_positives": points.true_positives,
        "false_positives": points.false_positives,
        "precision": points.precision,
        "recall": points.recall,
    }
    note = all_of_them if shown.size == size else some
    return {"total": size, "note": note, **{name: values[shown].tolist() for name, values in columns.items()}}


def defined(value: float) -> float | None:
    """The number, or None where it is nan.

    >>> defined(0.5), defined(math.nan)
    (0.5, None)
    """
    return None if math.isnan(value) else float(value)


FORMULA_STARTS = ("=", "+", "-", "@")  # with which a spreadsheet takes a text for something to compute
AS_TEXT = "'"  # with which it takes it for a text


def rows_csv(cases: Cases, group: pd.Series | None = None) -> bytes:
    """Columns label (1 or 0), score, weight, cluster and group where there are any.

    Numbers can be read back to the bit; clusters, whose rows intervals keep together, are numbered from 0.

    >>> from pr_curve_lab.schema.examples import example_cases
    >>> rows_csv(example_cases("ten_rows")).decode().splitlines()[:3]
    ['label,score', '1,0.7', '0,0.3']
    """
    columns: dict[str, object] = {"label": cases.positive.astype("int8"), "score": cases.score}
    if cases.weight is not None:
        columns["weight"] = cases.weight
    if cases.groups_together is not None:
        columns["cluster"] = cases.groups_together
    if group is not None:
        columns["group"] = without_formulas(group.reset_index(drop=True))
    return pd.DataFrame(columns).to_csv(index=False, lineterminator="\n").encode("utf-8")


def without_formulas(cells: pd.Series) -> pd.Series:
    """Text cells that a spreadsheet would compute, marked as text, each on one line; numbers stay numbers.

    >>> without_formulas(pd.Series(["=1+1", "fold 1"])).tolist(), without_formulas(pd.Series([-1])).tolist()
    (["'=1+1", 'fold 1'], [-1])
    """
    if cells.dtype.kind in "iufb":
        return cells
    text = cells.astype(str).str.replace(r"\s+", " ", regex=True)  # a row is a line
    return text.where(~text.str.lstrip().str.startswith(FORMULA_STARTS), AS_TEXT + text)


HEADER = ("quantity", "scheme", "threshold", "prevalence", "value")
OF_THE_SCHEME = ("area", "chance_corrected_area", "normalised_area", "shuffled_low", "shuffled_high", "p_value")
SCHEME_OF = {"random_order_area": "step", "worst_order_area": "step", "least_possible_area": "continuous"}
AT_THRESHOLD = ("precision", "recall")
IN_EVERY_FILE = ("prevalence", "area", *AT_THRESHOLD)  # at the data's own balance

Line = tuple[str, str, float | None, float, float | None]  # as in the header


def numbers_at(analysis: Analysis, both: Balances, by_chance: Shuffled | None = None) -> list[dict[str, float]]:
    """Every number by its name, first at the data's own balance, then at the asked one if that is another.

    What is undefined is nan, and so is, at the asked balance, what counts the rows one by one. Names without a scheme
    are those of `OF_THE_SCHEME` or `SCHEME_OF`, or of none.

    >>> from datetime import date
    >>> from pr_curve_lab.analysis.prevalence import balances
    >>> from pr_curve_lab.analysis.thinning import Resolution
    >>> from pr_curve_lab.schema.examples import example_cases, example_table
    >>> analysis = Analysis(example_cases("ten_rows"), example_table("ten_rows"), made_on=date(2026, 3, 1))
    >>> own, asked = numbers_at(analysis, balances(analysis.points, 0.1, "step", Resolution(300)))
    >>> round(own["area"], 3), round(asked["area"], 3), own["recall"] == asked["recall"]
    (0.859, 0.697, True)
    """
    limits = row_limits(analysis.cases)
    own_only = {
        "random_order_area": math.nan if limits is None else limits.random,
        "worst_order_area": math.nan if limits is None else limits.least,
        "shuffled_low": math.nan if by_chance is None else by_chance.low,
        "shuffled_high": math.nan if by_chance is None else by_chance.high,
        "p_value": math.nan if by_chance is None else by_chance.p_value,
    }
    roc = {"roc_area": analysis.roc.area}  # no class balance moves it
    found = [_at_balance_numbers(both.own, analysis.chosen) | roc | own_only]
    if both.moved:
        found.append(_at_balance_numbers(both.asked, analysis.chosen) | roc | dict.fromkeys(own_only, math.nan))
    return found


def balances_json(
    analysis: Analysis, citation: tuple[str, ...], both: Balances, by_chance: Shuffled | None = None
) -> bytes:
    """The entry `balances`, one for each class balance, and with it everything about the analysis."""
    at = {"scheme": both.scheme, "threshold": float(analysis.points.threshold[analysis.chosen])}
    listed = [
        at | {name: defined(value) for name, value in numbers.items()}
        for numbers in numbers_at(analysis, both, by_chance)
    ]
    return as_json({"balances": listed, **facts_of(analysis, citation)})


def balances_csv(analysis: Analysis, both: Balances, by_chance: Shuffled | None = None) -> bytes:
    """The lines of every numbers file, with the class balance at which they hold, and what only this page knows."""
    own, *moved = numbers_at(analysis, both, by_chance)
    prevalence = own["prevalence"]
    lines: list[Line] = [(name, scheme, at, prevalence, value) for name, scheme, at, value in lines_of(analysis)]
    lines += _lines(
        analysis, both, {name: value for name, value in own.items() if name not in IN_EVERY_FILE}, prevalence
    )
    for numbers in moved:
        lines += _lines(analysis, both, numbers, numbers["prevalence"])
    return as_csv(HEADER, lines)


def _at_balance_numbers(one: Balance, chosen: int) -> dict[str, float]:
    return {
        "prevalence": one.points.prevalence,
        "area": one.area,
        "least_possible_area": one.least,
        "chance_corrected_area": one.corrected,
        "normalised_area": one.normalised,
        "area_under_gain": one.under_gain,
        "precision": float(one.points.precision[chosen]),
        "recall": float(one.points.recall[chosen]),
    }


def _lines(analysis: Analysis, both: Balances, numbers: dict[str, float], prevalence: float) -> list[Line]:
    threshold = float(analysis.points.threshold[analysis.chosen])
    return [
        (
            name,
            both.scheme if name in OF_THE_SCHEME else SCHEME_OF.get(name, ""),
            threshold if name in AT_THRESHOLD else None,
            prevalence,
            defined(value),
        )
        for name, value in numbers.items()
    ]
