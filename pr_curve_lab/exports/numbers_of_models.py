"""Numbers of averages and of several models in full precision, as CSV and JSON.

Both hold the intervals over samples of the rows where the page has drawn them; nothing is drawn for a file.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import pandas as pd

from pr_curve_lab.analysis.averages import Folds
from pr_curve_lab.analysis.intervals import GroupArea, low_area_group
from pr_curve_lab.analysis.model_resampling import N_RESAMPLES
from pr_curve_lab.analysis.models import ModelPair, ModelReversal, RecallSegment
from pr_curve_lab.exports.analysis import MEANS, Averages, Models
from pr_curve_lab.exports.numbers import as_csv, as_json, escape_formulas, nan_to_none
from pr_metrics import Interval, __version__, roc_area

HEADER = ("quantity", "average", "scheme", "name", "value")

Line = tuple[str, str, str, str, float | None]  # as in the header


def averages_csv(averages: Averages) -> bytes:
    """One number a line: which quantity, of what, and its value to the bit; `area` is the chosen average's."""
    facts = json_entries(averages)
    lines = [*_task_lines(facts), *_fold_lines(facts)]
    names = escape_formulas(pd.Series([name for *_, name, _ in lines], dtype=object))
    return as_csv(HEADER, [(*line[:3], name, line[4]) for line, name in zip(lines, names, strict=True)])


def averages_json(averages: Averages, citation: tuple[str, ...]) -> bytes:
    """Everything about the average; what is undefined is null."""
    return as_json({**json_entries(averages), "citation": list(citation), "made_by": {"pr_metrics": __version__}})


def json_entries(averages: Averages) -> dict[str, Any]:
    """The entries of the JSON: the chosen average, all of them, the tasks and the folds."""
    every = (
        {kind: nan_to_none(parts.area) for kind, parts in averages.by_kind.items()} if averages.is_multi_task else None
    )
    return {
        "data": {"name": averages.name, "rows": averages.rows, "weight": averages.weight},
        "average": averages.average if averages.is_multi_task else None,
        "scheme": averages.scheme,
        "area": nan_to_none(averages.overall.area),
        "averages": every,
        "tasks": _task_entries(averages),
        "folds": None if averages.folds is None else _fold_entries(averages.folds, averages.groups),
    }


def _task_entries(averages: Averages) -> list[dict[str, Any]]:
    """Each task with its area, its share of the averages that are means of these areas, and what it adds to them."""
    matrix = averages.matrix
    columns = zip(matrix.names, matrix.positives.tolist(), averages.task_areas.tolist(), strict=True)
    found = [{"name": name, "positives": count, "area": nan_to_none(area)} for name, count, area in columns]
    if averages.is_multi_task:
        shares = {kind: averages.by_kind[kind].weight.tolist() for kind in MEANS}
        parts = {kind: averages.contributions(kind).tolist() for kind in MEANS}
        for column, one in enumerate(found):
            one["share"] = {kind: shares[kind][column] for kind in MEANS}
            one["part"] = {kind: nan_to_none(parts[kind][column]) for kind in MEANS}
    return found


def _fold_entries(folds: Folds, groups: Sequence[GroupArea | None]) -> dict[str, Any]:
    """Each fold, of one task with its interval and what chance gives there, and their mean."""
    fails, mean = low_area_group(groups), folds.interval
    each = zip(folds.names, folds.rows.tolist(), folds.positives.tolist(), folds.area.tolist(), strict=True)
    return {
        "each": [
            {"name": name, "rows": rows, "positives": count, "area": nan_to_none(area), **_group_entry(one)}
            for (name, rows, count, area), one in zip(each, groups or [None] * len(folds.names), strict=True)
        ],
        "fails": None if fails is None else folds.names[fails],
        "interval": None
        if mean is None
        else {"low": mean.lower, "high": mean.upper, "level": mean.confidence_level, "method": "t"},
        "mean": nan_to_none(folds.mean),
        "deviation": nan_to_none(folds.std),
    }


def _group_entry(group: GroupArea | None) -> dict[str, Any]:
    if group is None:
        return {}
    found = group.interval.interval
    interval = {
        "low": found.lower,
        "high": found.upper,
        "level": found.confidence_level,
        "method": group.interval.method,
    }
    return {"interval": interval, "chance": group.chance}


def _task_lines(entries: dict[str, Any]) -> list[Line]:
    scheme, by_task = entries["scheme"], entries["tasks"]
    lines: list[Line] = [("area", entries["average"] or "", scheme, "", entries["area"])]
    lines += [("area", "", scheme, one["name"], one["area"]) for one in by_task]
    lines += [("positives", "", "", one["name"], one["positives"]) for one in by_task]
    if entries["averages"] is not None:
        lines += [("area_of_average", kind, scheme, "", area) for kind, area in entries["averages"].items()]
        lines += [("share", kind, "", one["name"], one["share"][kind]) for kind in MEANS for one in by_task]
        lines += [("part", kind, scheme, one["name"], one["part"][kind]) for kind in MEANS for one in by_task]
    return lines


def _fold_lines(entries: dict[str, Any]) -> list[Line]:
    folds, kind, scheme = entries["folds"], entries["average"] or "", entries["scheme"]
    if folds is None:
        return []
    each: list[Line] = [("area_of_fold", kind, scheme, one["name"], one["area"]) for one in folds["each"]]
    if folds["interval"] is not None:
        each += [(f"interval_{end}_of_folds", kind, scheme, "", folds["interval"][end]) for end in ("low", "high")]
    return each + [(f"{name}_of_folds", kind, scheme, "", folds[name]) for name in ("mean", "deviation")]


_MODEL_COLUMNS = ("model", "against")  # columns of the CSV that hold a visitor's own text
_SEGMENT_QUANTITIES = ("recall_before", "recall_after", "gain", "threshold", "rows", "positive_rows")  # numbers


@dataclass(frozen=True, slots=True)
class _Line:
    """A number of the CSV and what it is of; what does not apply is empty."""

    quantity: str
    value: float | None
    scheme: str = ""
    model: str = ""
    against: str = ""  # the model that is subtracted, or passed
    segment: int | str = ""  # of recall: its place among those that decide, from 1


def models_csv(models: Models) -> bytes:
    """One number a line: which quantity, of which scheme, models and segment of recall, and its value to the bit."""
    lines = [
        *_scheme_lines(models),
        *_model_lines(models),
        *_pair_lines(models),
        *_bootstrap_lines(models),
        *_reversal_lines(models),
    ]
    names = [escape_formulas(pd.Series([getattr(line, of) for line in lines], dtype=object)) for of in _MODEL_COLUMNS]
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("quantity", "scheme", *_MODEL_COLUMNS, "segment", "value"))
    for line, model, against in zip(lines, *names, strict=True):
        value = "" if line.value is None else repr(line.value)
        table.writerow((line.quantity, line.scheme, model, against, line.segment, value))
    return text.getvalue().encode("utf-8")


def models_json(models: Models, name: str, citation: tuple[str, ...]) -> bytes:
    """Everything about the models that is a number or a choice; what is undefined is null."""
    left, right = models.schemes
    facts = {
        "data": {"name": name, "rows": models.positive.size, "positive_rows": int(models.positive.sum())},
        "positives_never_scored": models.dataset.unscored.positives,
        "weighted": models.dataset.weight is not None,
        "cluster": models.dataset.cluster_column,
        "schemes": {
            scheme: {model: _model_values(models, scheme, model) for model in models.ranking.models}
            for scheme in models.ranking.schemes
        },
        "roc_areas": {model: _nan_to_none(roc_area(points)) for model, points in models.points.items()},
        "compared": [left, right],
        "bootstrap": _bootstrap(models),
        "paired_tests": [_paired_test(pair) for pair in models.pairs],
        "change_of_winner": None if models.reversal is None else _reversal_entry(models.reversal),
        "citation": list(citation),
        "made_by": {"pr_metrics": __version__},
    }
    return json.dumps(facts, ensure_ascii=False, allow_nan=False, indent=1).encode("utf-8")


def _model_values(models: Models, scheme: str, model: str) -> dict[str, Any]:
    """Area, rank and interval of a model under a scheme, with the way that it was found."""
    beside = models.interval(scheme, model)
    return {
        "area": _nan_to_none(models.area(scheme, model)),
        "rank": models.rank(scheme, model) or None,
        "interval": {**_interval_bounds(beside.interval), "method": beside.method},
    }


def _bootstrap(models: Models) -> dict[str, Any] | None:
    if models.bootstrap is None:
        return None
    return {
        "scheme": models.schemes[0],
        "resamples": N_RESAMPLES,
        "intervals": {model: _interval_bounds(interval) for model, interval in models.bootstrap.areas.items()},
        "paired_difference": _paired_difference(models),
        "pairs": [
            {
                "model": pair.first,
                "against": pair.second,
                "share_ahead": pair.win_rate,
                **_interval_bounds(pair.difference),
            }
            for pair in models.bootstrap.pairs
        ],
    }


def _paired_difference(models: Models) -> dict[str, Any] | None:
    """The lead of the best over its rival, drawn as a pair."""
    if models.bootstrap is None:
        return None
    best, rival, scheme = models.by_area[0], models.bootstrap.next_best, models.schemes[0]
    difference = models.area(scheme, best) - models.area(scheme, rival)
    return {"model": best, "against": rival, "difference": difference, **_interval_bounds(models.bootstrap.difference)}


def _paired_test(pair: ModelPair) -> dict[str, Any]:
    """Two models and the paired test of their step areas, with p as it is among all pairs too."""
    numbers = {**asdict(pair.result), "p_value_by_holm": pair.adjusted_p}
    numbers["level"] = numbers.pop("confidence_level")  # the key that the file has always had
    return {"model": pair.first, "against": pair.second, **{name: _nan_to_none(one) for name, one in numbers.items()}}


def _reversal_entry(reversal: ModelReversal) -> dict[str, Any]:
    return {
        "winner_left": reversal.loser,
        "winner_right": reversal.winner,
        "lead_left": reversal.left_difference,
        "lead_right": reversal.right_difference,
        "deciding_segments": reversal.n_required_segments,
        "largest_segments": [_recall_segment(segment) for segment in reversal.segments],
    }


def _recall_segment(segment: RecallSegment) -> dict[str, Any]:
    return {
        "model": segment.model,
        "recall_before": segment.recall_before,
        "recall_after": segment.recall_after,
        "gain": segment.gain,
        "threshold": segment.score,
        "rows": segment.rows,
        "positive_rows": segment.positives,
        "before_first_point": segment.is_start,
    }


def _scheme_lines(models: Models) -> Iterator[_Line]:
    for scheme in models.ranking.schemes:
        for model in models.ranking.models:
            facts = _model_values(models, scheme, model)
            interval, of = facts["interval"], facts["interval"]["method"]
            ends = {f"{of}_low": interval["low"], f"{of}_high": interval["high"]}
            numbers = {"area": facts["area"], "rank": facts["rank"], **ends}
            for quantity, value in numbers.items():
                yield _Line(quantity, value, scheme, model)


def _model_lines(models: Models) -> Iterator[_Line]:
    for model, points in models.points.items():
        yield _Line("roc_area", _nan_to_none(roc_area(points)), model=model)


def _pair_lines(models: Models) -> Iterator[_Line]:
    """The paired test of each pair; of step areas, whichever scheme is on the left."""
    for pair in map(_paired_test, models.pairs):
        for quantity, value in pair.items():
            if quantity not in _MODEL_COLUMNS:
                yield _Line(f"paired_test_{quantity}", value, "step", pair["model"], pair["against"])


def _bootstrap_lines(models: Models) -> Iterator[_Line]:
    scheme, drawn, paired = models.schemes[0], models.bootstrap, _paired_difference(models)
    for model, interval in drawn.areas.items() if drawn else ():
        ends = _interval_bounds(interval)
        yield _Line("bootstrap_low", ends["low"], scheme, model)
        yield _Line("bootstrap_high", ends["high"], scheme, model)
    if paired is not None:
        numbers = {"": paired["difference"], "_low": paired["low"], "_high": paired["high"]}
        for end, value in numbers.items():
            yield _Line(f"paired_difference{end}", value, scheme, paired["model"], paired["against"])
    for pair in drawn.pairs if drawn else ():
        yield _Line("share_ahead", pair.win_rate, scheme, pair.first, pair.second)


def _reversal_lines(models: Models) -> Iterator[_Line]:
    """Both leads, then each segment that decides with its rows."""
    reversal = models.reversal
    if reversal is None:
        return
    left, right = models.schemes
    yield _Line("lead", reversal.left_difference, left, reversal.loser, reversal.winner)
    yield _Line("lead", reversal.right_difference, right, reversal.winner, reversal.loser)
    yield _Line("deciding_segments", reversal.n_required_segments, right, reversal.winner, reversal.loser)
    for place, segment in enumerate(reversal.segments, start=1):
        numbers = {
            quantity: value for quantity, value in _recall_segment(segment).items() if quantity in _SEGMENT_QUANTITIES
        }
        for quantity, value in numbers.items():
            yield _Line(f"segment_{quantity}", value, right, segment.model, segment=place)


def _interval_bounds(interval: Interval) -> dict[str, float | None]:
    return {
        "low": _nan_to_none(interval.lower),
        "high": _nan_to_none(interval.upper),
        "level": interval.confidence_level,
    }


def _nan_to_none(value: float) -> float | None:
    return None if math.isnan(value) else float(value)
