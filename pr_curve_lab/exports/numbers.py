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
from pr_curve_lab.analysis.prevalence import Balance, Balances, PermutationBand, row_limits
from pr_curve_lab.analysis.thresholds import count_class_ties_in_cases
from pr_curve_lab.exports.analysis import Analysis
from pr_curve_lab.schema.labeled_scores import LabeledScores
from pr_metrics import OperatingPoints, __version__, f_score

MAX_POINTS = 5000  # operating points in the file; the page Curve has all of them as CSV

Row = tuple[str, str, float | None, float | None]  # quantity, scheme, threshold, value


def numbers_csv(analysis: Analysis) -> bytes:
    """One number a line: which quantity, of which scheme, at which threshold, and its value to the bit."""
    return as_csv(("quantity", "scheme", "threshold", "value"), csv_lines(analysis))


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


def as_json(values: Mapping[str, Any]) -> bytes:
    """Facts as a program reads them.

    >>> as_json({"area": None}).decode()
    '{\\n "area": null\\n}'
    """
    return json.dumps(values, ensure_ascii=False, allow_nan=False, indent=1).encode("utf-8")


def numbers_json(analysis: Analysis, citation: tuple[str, ...]) -> bytes:
    """Everything about the analysis that is a number or a choice; what is undefined is null."""
    return as_json(json_entries(analysis, citation))


def json_entries(analysis: Analysis, citation: tuple[str, ...]) -> dict[str, Any]:
    """The entries of the JSON, for a page that has more of them."""
    left, right = analysis.sides
    return {
        "data": _data(analysis),
        "areas": analysis.areas,
        "intervals": {key: _interval(beside) for key, beside in analysis.intervals.items()},
        "compared": {"left": left, "right": right, "difference": analysis.areas[right] - analysis.areas[left]},
        "threshold": _threshold_values(analysis.points, analysis.active_index),
        "operating_points": _operating_points(analysis.points),
        "citation": list(citation),
        "made_by": {"pr_metrics": __version__},
    }


def grid_indices(size: int, max_size: int) -> np.ndarray:
    """Indices of at most `max_size` of so many things, the first and the last among them.

    >>> grid_indices(3, 10).tolist(), grid_indices(101, 3).tolist()
    ([0, 1, 2], [0, 50, 100])
    """
    return np.linspace(0, size - 1, min(size, max_size)).round().astype(np.int64)


def csv_lines(analysis: Analysis) -> list[Row]:
    """The lines of the CSV, for a page that has more of them."""
    cases, points = analysis.rounded_cases, analysis.points
    rows: list[Row] = [
        ("rows", "", None, cases.size),
        ("positive_rows", "", None, cases.positive_rows),
        ("positives_never_scored", "", None, points.unscored_positives),
        ("tied_rows", "", None, count_class_ties_in_cases(cases)),
        ("rows_left_out", "", None, analysis.left_out),
        ("positives", "", None, points.positives),
        ("negatives", "", None, points.negatives),
        ("prevalence", "", None, points.prevalence),
        ("distinct_scores", "", None, points.threshold.size),
    ]
    for key, area in analysis.areas.items():
        interval = analysis.intervals[key].interval
        rows += [
            ("area", key, None, area),
            ("interval_low", key, None, interval.lower),
            ("interval_high", key, None, interval.upper),
        ]
    at = _threshold_values(points, analysis.active_index)
    return rows + [(quantity, "", at["threshold"], value) for quantity, value in at.items() if quantity != "threshold"]


def _data(analysis: Analysis) -> dict[str, Any]:
    cases, points, roles = analysis.rounded_cases, analysis.points, analysis.cases.roles
    return {
        "name": cases.name,
        "task": (analysis.task.name or None) if analysis.task else None,
        "subgroup": cases.subgroup,
        "rows": cases.size,
        "positive_rows": cases.positive_rows,
        "positives_never_scored": points.unscored_positives,
        "tied_rows": count_class_ties_in_cases(cases),
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


def _interval(interval: AreaInterval) -> dict[str, float | str]:
    found = interval.interval
    return {"low": found.lower, "high": found.upper, "level": found.confidence_level, "method": interval.method}


def _threshold_values(points: OperatingPoints, index: int) -> dict[str, float | None]:
    true_positives, false_positives = float(points.true_positives[index]), float(points.false_positives[index])
    return {
        "threshold": float(points.threshold[index]),
        "true_positives": true_positives,
        "false_positives": false_positives,
        "false_negatives": points.positives - true_positives,
        "true_negatives": points.negatives - false_positives,
        "precision": nan_to_none(points.precision[index]),
        "recall": nan_to_none(points.recall[index]),
        "f1": nan_to_none(f_score(points)[index]),
    }


def _operating_points(points: OperatingPoints) -> dict[str, Any]:
    size = int(points.threshold.size)
    shown = grid_indices(size, MAX_POINTS)
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


def nan_to_none(value: float) -> float | None:
    """The number, or None where it is nan.

    >>> nan_to_none(0.5), nan_to_none(math.nan)
    (0.5, None)
    """
    return None if math.isnan(value) else float(value)


FORMULA_PREFIXES = ("=", "+", "-", "@")  # with which a spreadsheet takes a text for something to compute
TEXT_PREFIX = "'"  # with which it takes it for a text


def rows_csv(cases: LabeledScores, group: pd.Series | None = None) -> bytes:
    """Columns label (1 or 0), score, weight, cluster and group where there are any.

    Numbers can be read back to the bit; clusters, whose rows intervals keep together, are numbered from 0.

    >>> from pr_curve_lab.schema.examples import example_cases
    >>> rows_csv(example_cases("ten_rows")).decode().splitlines()[:3]
    ['label,score', '1,0.7', '0,0.3']
    """
    columns: dict[str, object] = {"label": cases.positive.astype("int8"), "score": cases.score}
    if cases.weight is not None:
        columns["weight"] = cases.weight
    if cases.cluster_groups is not None:
        columns["cluster"] = cases.cluster_groups
    if group is not None:
        columns["group"] = escape_formulas(group.reset_index(drop=True))
    return pd.DataFrame(columns).to_csv(index=False, lineterminator="\n").encode("utf-8")


def escape_formulas(values: pd.Series) -> pd.Series:
    """Text cells that a spreadsheet would compute, marked as text, each on one line; numbers stay numbers.

    >>> escape_formulas(pd.Series(["=1+1", "fold 1"])).tolist(), escape_formulas(pd.Series([-1])).tolist()
    (["'=1+1", 'fold 1'], [-1])
    """
    if values.dtype.kind in "iufb":
        return values
    text = values.astype(str).str.replace(r"\s+", " ", regex=True)  # a row is a line
    return text.where(~text.str.lstrip().str.startswith(FORMULA_PREFIXES), TEXT_PREFIX + text)


HEADER = ("quantity", "scheme", "threshold", "prevalence", "value")
SCHEME_QUANTITIES = ("area", "chance_corrected_area", "normalised_area", "shuffled_low", "shuffled_high", "p_value")
FIXED_SCHEMES = {"random_order_area": "step", "worst_order_area": "step", "least_possible_area": "continuous"}
THRESHOLD_QUANTITIES = ("precision", "recall")
COMMON_QUANTITIES = ("prevalence", "area", *THRESHOLD_QUANTITIES)  # at the data's own balance

Line = tuple[str, str, float | None, float, float | None]  # as in the header


def values_by_balance(
    analysis: Analysis, balances: Balances, permutation_test: PermutationBand | None = None
) -> list[dict[str, float]]:
    """Every number by its name, first at the data's own balance, then at the asked one if that is another.

    What is undefined is nan, and so is, at the asked balance, what counts the rows one by one. Names without a scheme
    are those of `OF_THE_SCHEME` or `SCHEME_OF`, or of none.

    >>> from datetime import date
    >>> from pr_curve_lab.analysis.prevalence import balances
    >>> from pr_curve_lab.analysis.thinning import Resolution
    >>> from pr_curve_lab.schema.examples import example_cases, example_table
    >>> analysis = Analysis(example_cases("ten_rows"), example_table("ten_rows"), report_date=date(2026, 3, 1))
    >>> own, asked = values_by_balance(analysis, balances(analysis.points, 0.1, "step", Resolution(300)))
    >>> round(own["area"], 3), round(asked["area"], 3), own["recall"] == asked["recall"]
    (0.859, 0.697, True)
    """
    limits = row_limits(analysis.cases)
    own_only = {
        "random_order_area": math.nan if limits is None else limits.random,
        "worst_order_area": math.nan if limits is None else limits.minimum,
        "shuffled_low": math.nan if permutation_test is None else permutation_test.lower,
        "shuffled_high": math.nan if permutation_test is None else permutation_test.upper,
        "p_value": math.nan if permutation_test is None else permutation_test.p_value,
    }
    roc = {"roc_area": analysis.roc.area}  # no class balance moves it
    found = [_balance_values(balances.measured, analysis.active_index) | roc | own_only]
    if balances.has_target_prevalence:
        found.append(_balance_values(balances.target, analysis.active_index) | roc | dict.fromkeys(own_only, math.nan))
    return found


def balances_json(
    analysis: Analysis, citation: tuple[str, ...], balances: Balances, permutation_test: PermutationBand | None = None
) -> bytes:
    """The entry `balances`, one for each class balance, and with it everything about the analysis."""
    at = {"scheme": balances.scheme, "threshold": float(analysis.points.threshold[analysis.active_index])}
    listed = [
        at | {name: nan_to_none(value) for name, value in numbers.items()}
        for numbers in values_by_balance(analysis, balances, permutation_test)
    ]
    return as_json({"balances": listed, **json_entries(analysis, citation)})


def balances_csv(analysis: Analysis, balances: Balances, permutation_test: PermutationBand | None = None) -> bytes:
    """The lines of every numbers file, with the class balance at which they hold, and what only this page knows."""
    own, *moved = values_by_balance(analysis, balances, permutation_test)
    prevalence = own["prevalence"]
    lines: list[Line] = [(name, scheme, at, prevalence, value) for name, scheme, at, value in csv_lines(analysis)]
    lines += _balance_lines(
        analysis, balances, {name: value for name, value in own.items() if name not in COMMON_QUANTITIES}, prevalence
    )
    for numbers in moved:
        lines += _balance_lines(analysis, balances, numbers, numbers["prevalence"])
    return as_csv(HEADER, lines)


def _balance_values(balance: Balance, index: int) -> dict[str, float]:
    return {
        "prevalence": balance.points.prevalence,
        "area": balance.area,
        "least_possible_area": balance.min_area,
        "chance_corrected_area": balance.corrected,
        "normalised_area": balance.normalized,
        "area_under_gain": balance.gain_area,
        "precision": float(balance.points.precision[index]),
        "recall": float(balance.points.recall[index]),
    }


def _balance_lines(analysis: Analysis, balances: Balances, values: dict[str, float], prevalence: float) -> list[Line]:
    threshold = float(analysis.points.threshold[analysis.active_index])
    return [
        (
            name,
            balances.scheme if name in SCHEME_QUANTITIES else FIXED_SCHEMES.get(name, ""),
            threshold if name in THRESHOLD_QUANTITIES else None,
            prevalence,
            nan_to_none(value),
        )
        for name, value in values.items()
    ]
