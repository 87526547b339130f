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
from pr_curve_lab.analysis.intervals import GroupArea, failing
from pr_curve_lab.analysis.model_resampling import RESAMPLES
from pr_curve_lab.analysis.models import ModelPair, RankReversal, RecallSegment
from pr_curve_lab.exports.analysis import MEANS, Averages, Models
from pr_curve_lab.exports.numbers import as_csv, as_json, defined, without_formulas
from pr_metrics import Interval, __version__, roc_area

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


_NAMES = ("model", "against")  # columns of the CSV that hold a visitor's own text
_OF_SEGMENT = ("recall_before", "recall_after", "gain", "threshold", "rows", "positive_rows")  # numbers


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
        *_of_schemes(models),
        *_of_models(models),
        *_of_pairs(models),
        *_of_samples(models),
        *_of_reversal(models),
    ]
    names = [without_formulas(pd.Series([getattr(line, of) for line in lines], dtype=object)) for of in _NAMES]
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("quantity", "scheme", *_NAMES, "segment", "value"))
    for line, model, against in zip(lines, *names, strict=True):
        value = "" if line.value is None else repr(line.value)
        table.writerow((line.quantity, line.scheme, model, against, line.segment, value))
    return text.getvalue().encode("utf-8")


def models_json(models: Models, name: str, citation: tuple[str, ...]) -> bytes:
    """Everything about the models that is a number or a choice; what is undefined is null."""
    left, right = models.schemes
    facts = {
        "data": {"name": name, "rows": models.positive.size, "positive_rows": int(models.positive.sum())},
        "positives_never_scored": models.tasks.never_scored.positives,
        "weighted": models.tasks.weight is not None,
        "cluster": models.tasks.cluster_column,
        "schemes": {
            scheme: {model: _under(models, scheme, model) for model in models.ranking.models}
            for scheme in models.ranking.schemes
        },
        "roc_areas": {model: _defined(roc_area(points)) for model, points in models.points.items()},
        "compared": [left, right],
        "bootstrap": _bootstrap(models),
        "paired_tests": [_tested(pair) for pair in models.pairs],
        "change_of_winner": None if models.reversal is None else _change(models.reversal),
        "citation": list(citation),
        "made_by": {"pr_metrics": __version__},
    }
    return json.dumps(facts, ensure_ascii=False, allow_nan=False, indent=1).encode("utf-8")


def _under(models: Models, scheme: str, model: str) -> dict[str, Any]:
    """Area, rank and interval of a model under a scheme, with the way that it was found."""
    beside = models.interval(scheme, model)
    return {
        "area": _defined(models.area(scheme, model)),
        "rank": models.rank(scheme, model) or None,
        "interval": {**_ends(beside.found), "method": beside.method},
    }


def _bootstrap(models: Models) -> dict[str, Any] | None:
    if models.sampled is None:
        return None
    return {
        "scheme": models.schemes[0],
        "resamples": RESAMPLES,
        "intervals": {model: _ends(interval) for model, interval in models.sampled.areas.items()},
        "paired_difference": _paired(models),
        "pairs": [
            {"model": pair.first, "against": pair.second, "share_ahead": pair.ahead, **_ends(pair.lead)}
            for pair in models.sampled.pairs
        ],
    }


def _paired(models: Models) -> dict[str, Any] | None:
    """The lead of the best over its rival, drawn as a pair."""
    if models.sampled is None:
        return None
    best, rival, scheme = models.by_area[0], models.sampled.rival, models.schemes[0]
    difference = models.area(scheme, best) - models.area(scheme, rival)
    return {"model": best, "against": rival, "difference": difference, **_ends(models.sampled.lead)}


def _tested(pair: ModelPair) -> dict[str, Any]:
    """Two models and the paired test of their step areas, with p as it is among all pairs too."""
    numbers = {**asdict(pair.found), "p_value_by_holm": pair.adjusted_p}
    return {"model": pair.first, "against": pair.second, **{name: _defined(one) for name, one in numbers.items()}}


def _change(reversal: RankReversal) -> dict[str, Any]:
    return {
        "winner_left": reversal.loser,
        "winner_right": reversal.winner,
        "lead_left": reversal.lead_left,
        "lead_right": reversal.lead_right,
        "deciding_segments": reversal.deciding,
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


def _of_schemes(models: Models) -> Iterator[_Line]:
    for scheme in models.ranking.schemes:
        for model in models.ranking.models:
            facts = _under(models, scheme, model)
            interval, of = facts["interval"], facts["interval"]["method"]
            ends = {f"{of}_low": interval["low"], f"{of}_high": interval["high"]}
            numbers = {"area": facts["area"], "rank": facts["rank"], **ends}
            for quantity, value in numbers.items():
                yield _Line(quantity, value, scheme, model)


def _of_models(models: Models) -> Iterator[_Line]:
    for model, points in models.points.items():
        yield _Line("roc_area", _defined(roc_area(points)), model=model)


def _of_pairs(models: Models) -> Iterator[_Line]:
    """The paired test of each pair; of step areas, whichever scheme is on the left."""
    for pair in map(_tested, models.pairs):
        for quantity, value in pair.items():
            if quantity not in _NAMES:
                yield _Line(f"paired_test_{quantity}", value, "step", pair["model"], pair["against"])


def _of_samples(models: Models) -> Iterator[_Line]:
    scheme, drawn, paired = models.schemes[0], models.sampled, _paired(models)
    for model, interval in drawn.areas.items() if drawn else ():
        ends = _ends(interval)
        yield _Line("bootstrap_low", ends["low"], scheme, model)
        yield _Line("bootstrap_high", ends["high"], scheme, model)
    if paired is not None:
        numbers = {"": paired["difference"], "_low": paired["low"], "_high": paired["high"]}
        for end, value in numbers.items():
            yield _Line(f"paired_difference{end}", value, scheme, paired["model"], paired["against"])
    for pair in drawn.pairs if drawn else ():
        yield _Line("share_ahead", pair.ahead, scheme, pair.first, pair.second)


def _of_reversal(models: Models) -> Iterator[_Line]:
    """Both leads, then each segment that decides with its rows."""
    reversal = models.reversal
    if reversal is None:
        return
    left, right = models.schemes
    yield _Line("lead", reversal.lead_left, left, reversal.loser, reversal.winner)
    yield _Line("lead", reversal.lead_right, right, reversal.winner, reversal.loser)
    yield _Line("deciding_segments", reversal.deciding, right, reversal.winner, reversal.loser)
    for place, segment in enumerate(reversal.segments, start=1):
        numbers = {quantity: value for quantity, value in _recall_segment(segment).items() if quantity in _OF_SEGMENT}
        for quantity, value in numbers.items():
            yield _Line(f"segment_{quantity}", value, right, segment.model, segment=place)


def _ends(interval: Interval) -> dict[str, float | None]:
    return {"low": _defined(interval.low), "high": _defined(interval.high), "level": interval.level}


def _defined(value: float) -> float | None:
    return None if math.isnan(value) else float(value)
