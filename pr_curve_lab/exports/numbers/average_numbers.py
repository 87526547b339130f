"""The numbers of an average in full precision: as CSV, one number a line, and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from pr_curve_lab.analysis.averages import Folds
from pr_curve_lab.analysis.group_areas import GroupArea, failing
from pr_curve_lab.exports.averages_in_view import MEANS, Averages
from pr_curve_lab.exports.numbers.numbers_file import as_csv, as_json, defined
from pr_curve_lab.exports.numbers.rows_file import without_formulas
from pr_metrics import __version__

HEADER = ("quantity", "average", "scheme", "name", "value")

Line = tuple[str, str, str, str, float | None]  # as in the header


def averages_csv(averages: Averages) -> bytes:
    """One number a line: which quantity, of what, and its value to the bit; `area` is the chosen average's."""
    facts = facts_of(averages)
    lines = [*_of_tasks(facts), *_of_folds(facts)]
    names = without_formulas(pd.Series([name for *_, name, _ in lines], dtype=object))
    return as_csv(HEADER, [(*line[:3], name, line[4]) for line, name in zip(lines, names, strict=True)])


def averages_json(averages: Averages, citation: tuple[str, ...]) -> bytes:
    """Everything about the average; what is undefined is null."""
    return as_json({**facts_of(averages), "citation": list(citation), "made_by": {"pr_metrics": __version__}})


def facts_of(averages: Averages) -> dict[str, Any]:
    """The entries of the JSON: the chosen average, all of them, the tasks and the folds."""
    every = {kind: defined(parts.area) for kind, parts in averages.by_kind.items()} if averages.several else None
    return {
        "data": {"name": averages.name, "rows": averages.rows, "weight": averages.weight},
        "average": averages.average if averages.several else None,
        "scheme": averages.scheme,
        "area": defined(averages.of_all.area),
        "averages": every,
        "tasks": _tasks(averages),
        "folds": None if averages.folds is None else _folds(averages.folds, averages.groups),
    }


def _tasks(averages: Averages) -> list[dict[str, Any]]:
    """Each task with its area, its share of the averages that are means of these areas, and what it adds to them."""
    matrix = averages.matrix
    columns = zip(matrix.names, matrix.positives.tolist(), averages.by_task.tolist(), strict=True)
    found = [{"name": name, "positives": count, "area": defined(area)} for name, count, area in columns]
    if averages.several:
        shares = {kind: averages.by_kind[kind].share.tolist() for kind in MEANS}
        parts = {kind: averages.adds(kind).tolist() for kind in MEANS}
        for column, one in enumerate(found):
            one["share"] = {kind: shares[kind][column] for kind in MEANS}
            one["part"] = {kind: defined(parts[kind][column]) for kind in MEANS}
    return found


def _folds(folds: Folds, groups: Sequence[GroupArea | None]) -> dict[str, Any]:
    """Each fold, of one task with its interval and what chance gives there, and their mean."""
    fails, mean = failing(groups), folds.interval
    each = zip(folds.names, folds.rows.tolist(), folds.positives.tolist(), folds.area.tolist(), strict=True)
    return {
        "each": [
            {"name": name, "rows": rows, "positives": count, "area": defined(area), **_by_itself(one)}
            for (name, rows, count, area), one in zip(each, groups or [None] * len(folds.names), strict=True)
        ],
        "fails": None if fails is None else folds.names[fails],
        "interval": None if mean is None else {"low": mean.low, "high": mean.high, "level": mean.level, "method": "t"},
        "mean": defined(folds.mean),
        "deviation": defined(folds.deviation),
    }


def _by_itself(one: GroupArea | None) -> dict[str, Any]:
    if one is None:
        return {}
    found = one.beside.found
    interval = {"low": found.low, "high": found.high, "level": found.level, "method": one.beside.method}
    return {"interval": interval, "chance": one.chance}


def _of_tasks(facts: dict[str, Any]) -> list[Line]:
    scheme, tasks = facts["scheme"], facts["tasks"]
    lines: list[Line] = [("area", facts["average"] or "", scheme, "", facts["area"])]
    lines += [("area", "", scheme, one["name"], one["area"]) for one in tasks]
    lines += [("positives", "", "", one["name"], one["positives"]) for one in tasks]
    if facts["averages"] is not None:
        lines += [("area_of_average", kind, scheme, "", area) for kind, area in facts["averages"].items()]
        lines += [("share", kind, "", one["name"], one["share"][kind]) for kind in MEANS for one in tasks]
        lines += [("part", kind, scheme, one["name"], one["part"][kind]) for kind in MEANS for one in tasks]
    return lines


def _of_folds(facts: dict[str, Any]) -> list[Line]:
    folds, kind, scheme = facts["folds"], facts["average"] or "", facts["scheme"]
    if folds is None:
        return []
    each: list[Line] = [("area_of_fold", kind, scheme, one["name"], one["area"]) for one in folds["each"]]
    if folds["interval"] is not None:
        each += [(f"interval_{end}_of_folds", kind, scheme, "", folds["interval"][end]) for end in ("low", "high")]
    return each + [(f"{name}_of_folds", kind, scheme, "", folds[name]) for name in ("mean", "deviation")]
