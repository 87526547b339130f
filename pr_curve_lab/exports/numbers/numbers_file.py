"""The numbers of an analysis in full precision: as CSV, one number a line, and as JSON, all of it."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from pr_curve_lab.analysis.area_intervals import AreaInterval
from pr_curve_lab.analysis.tied_rows import mixed_rows_of
from pr_curve_lab.exports.analysis_in_view import Analysis
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
