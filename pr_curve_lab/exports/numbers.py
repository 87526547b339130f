"""Numbers and rows of the results in full precision, as JSON and CSV.

A `JsonRecord` is for programs: nested names and numbers. The CSV lists the same numbers, one per row. Both include
bootstrap intervals only if the page has computed them.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from pr_curve_lab.analysis.formatting import format_json
from pr_curve_lab.analysis.intervals import CONFIDENCE_LEVEL, AreaInterval, GroupArea, low_area_groups
from pr_curve_lab.analysis.model_resampling import N_RESAMPLES
from pr_curve_lab.analysis.prevalence import row_limits
from pr_curve_lab.analysis.thinning import points_columns, uniform_indices
from pr_curve_lab.i18n.messages import single_line
from pr_metrics import Interval, OperatingPoints, __version__, roc_area, signature

if TYPE_CHECKING:
    from pr_curve_lab.analysis.averages import GroupAverages
    from pr_curve_lab.analysis.calibration import Calibration
    from pr_curve_lab.analysis.group_rates import GroupRates
    from pr_curve_lab.analysis.models import ModelReversal, ModelThresholds
    from pr_curve_lab.analysis.prevalence import Balance, Balances, PermutationBand
    from pr_curve_lab.analysis.train_test import TrainTestGap
    from pr_curve_lab.exports.results import Averages, CurveResults, Models
    from pr_curve_lab.schema.dataset import LabeledScores
    from pr_curve_lab.schema.roles import Roles

JsonRecord = dict[str, Any]
Line = dict[str, Any]  # a row of the CSV by column; columns that do not apply are left out


@dataclass(frozen=True)
class NumberExport:
    """The numbers of a page as a JSON record, and the rows of the CSV made from it."""

    columns: tuple[str, ...]  # of the CSV, without the last one, the signature of an area
    record: Callable[[], JsonRecord]
    lines: Callable[[JsonRecord], Iterable[Line]]

    def json(self, citations: Sequence[str]) -> bytes:
        """Return the record with the citations; undefined numbers are null."""
        made_by = {"pr_metrics": __version__}
        return format_json({**self.record(), "citation": list(citations), "made_by": made_by}).encode("utf-8")

    def csv(self) -> bytes:
        """Return a table with one number per row in full precision; undefined numbers are empty cells."""
        text = io.StringIO()
        table = csv.DictWriter(text, (*self.columns, "signature"), restval="", lineterminator="\n")
        table.writeheader()
        table.writerows(
            {column: _csv_cell(cell) for column, cell in line.items()} for line in self.lines(self.record())
        )
        return text.getvalue().encode("utf-8")


def _csv_cell(cell: object) -> object:
    if isinstance(cell, str):
        return escape_formula(cell)
    return None if isinstance(cell, float) and math.isnan(cell) else cell


FORMULA_PREFIXES = ("=", "+", "-", "@")  # prefixes with which a spreadsheet takes text as a formula
TEXT_PREFIX = "'"  # prefix with which it takes it as text


def escape_formula(text: str) -> str:
    """Return text in one line, escaped if a spreadsheet would take it as a formula.

    >>> escape_formula("=1+1"), escape_formula("fold 1")
    ("'=1+1", 'fold 1')
    """
    line = re.sub(r"\s+", " ", text)
    return TEXT_PREFIX + line if line.lstrip().startswith(FORMULA_PREFIXES) else line


def curve_numbers(results: CurveResults) -> NumberExport:
    """Return the numbers of one curve: areas with their intervals, the selected threshold, and the calibration."""
    return NumberExport(
        ("quantity", "scheme", "threshold", "bin", "value"), lambda: _curve_record(results), _curve_lines
    )


def _curve_record(results: CurveResults) -> JsonRecord:
    """Return all numbers and choices of a curve."""
    left, right = results.sides
    labeled_scores, points, roles = results.rounded_labeled_scores, results.points, results.labeled_scores.roles
    return {
        "data": {
            "name": labeled_scores.name,
            "task": (results.task.name or None) if results.task else None,
            "subgroup": labeled_scores.group_name,
            "split": _split_record(roles),
            "rows": labeled_scores.size,
            "positive_rows": labeled_scores.positive_rows,
            "positives_never_scored": points.unscored_positives,
            "tied_rows": results.sample.tied,
            "rows_left_out": labeled_scores.n_excluded_rows,
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
                "cluster": labeled_scores.cluster_column,
            },
            "scores_rounded_to_decimals": results.decimals,
        },
        "areas": results.areas,
        "signatures": {key: signature(points, key, area=area) for key, area in results.areas.items()},
        "intervals": {key: interval_record(interval) for key, interval in results.intervals.items()},
        "compared": {"left": left, "right": right, "difference": results.areas[right] - results.areas[left]},
        "threshold": {
            name: float(value)
            for name, value in points_columns(points, results.selected_index).items()
            if name != "share_called"
        },
        "groups": None if results.group_rates is None else rates_record(results.group_rates),
        "calibration": None if results.calibration is None else _calibration_record(results.calibration),
        "operating_points": _point_record(points),
    }


def _split_record(roles: Roles) -> JsonRecord | None:
    """Return the only split whose rows count."""
    return None if roles.selected_split is None else dict(zip(("column", "value"), roles.selected_split, strict=True))


def _calibration_record(found: Calibration) -> JsonRecord:
    """Return the Brier score with its parts, as on the page, and the bins of the reliability curve."""
    brier, curve = found.brier, found.curve
    columns = {
        "from": curve.lower_edge,
        "to": curve.upper_edge,
        "rows": curve.rows,
        "mean_score": curve.mean_probability,
        "share_positive": curve.fraction_positive,
        "share_low": curve.lower,
        "share_high": curve.upper,
    }
    return {
        "brier": {
            "score": brier.score,
            "reliability": brier.reliability,
            "resolution": brier.generalized_resolution,
            "uncertainty": brier.uncertainty,
            "skill": brier.skill,
        },
        "bins_by": found.strategy,
        "bins": _named_rows(tuple(columns), [values.tolist() for values in columns.values()]),
        "level": CONFIDENCE_LEVEL,
    }


def rates_record(rates: GroupRates) -> JsonRecord:
    """Return precision and recall of each group at the selected threshold, in the order of the page Threshold."""
    found = {"recall": rates.recall, "precision": rates.precision}
    return {
        "column": rates.column,
        "each": [
            {
                "name": rates.names[group],
                "positives": float(rates.positives[group]),
                "called": float(rates.called[group]),
                **{name: float(rate.value[group]) for name, rate in found.items()},
                **{f"{name}_low": float(rate.lower[group]) for name, rate in found.items()},
                **{f"{name}_high": float(rate.upper[group]) for name, rate in found.items()},
            }
            for group in rates.order
        ],
        "level": CONFIDENCE_LEVEL,
        "fails": [rates.names[group] for group in rates.low_groups],
        "threshold": rates.threshold,
    }


def interval_record(interval: AreaInterval | Interval) -> JsonRecord:
    """Return the bounds of an interval and its confidence level; for an area also the method."""
    found = interval if isinstance(interval, Interval) else interval.interval
    method = {} if isinstance(interval, Interval) else {"method": interval.method}
    return {"low": found.lower, "high": found.upper, "level": found.confidence_level, **method}


MAX_POINTS = 5000  # operating points in the file; the page Threshold has all of them as CSV
POINT_COLUMNS = ("threshold", "true_positives", "false_positives", "precision", "recall")


def _point_record(points: OperatingPoints) -> JsonRecord:
    size = int(points.threshold.size)
    shown = uniform_indices(size, MAX_POINTS)
    chosen = "all" if shown.size == size else f"{shown.size} of {size}"
    note = f"{chosen} operating points, {'' if shown.size == size else 'evenly chosen, '}strictest threshold first"
    return {"total": size, "note": note, **{name: getattr(points, name)[shown].tolist() for name in POINT_COLUMNS}}


DATA_COUNTS = (
    "rows", "positive_rows", "positives_never_scored", "tied_rows", "rows_left_out", "positives", "negatives",
    "prevalence", "distinct_scores",
)  # fmt: skip


def _curve_lines(record: JsonRecord) -> Iterator[Line]:
    yield from _lines({name: record["data"][name] for name in DATA_COUNTS})
    for scheme, area in record["areas"].items():
        yield from _lines({"area": area}, scheme=scheme, signature=record["signatures"][scheme])
        yield from _lines(_ends("interval", record["intervals"][scheme]), scheme=scheme)
    at = dict(record["threshold"])
    yield from _lines(at, threshold=at.pop("threshold"))
    if (found := record["calibration"]) is not None:
        yield from _lines({f"brier_{name}": value for name, value in found["brier"].items()})
        for number, one in enumerate(found["bins"], start=1):
            yield from _lines({f"bin_{name}": value for name, value in one.items()}, bin=number)


def _lines(numbers: Mapping[str, object], **of: object) -> Iterator[Line]:
    """Yield a row for each number; of: further columns."""
    return ({"quantity": quantity, **of, "value": value} for quantity, value in numbers.items())


def _ends(prefix: str, interval: JsonRecord) -> dict[str, float]:
    return {f"{prefix}_{end}": interval[end] for end in ("low", "high")}


SCHEME_QUANTITIES = ("area", "chance_corrected_area", "normalised_area", "shuffled_low", "shuffled_high", "p_value")
FIXED_SCHEMES = {"random_order_area": "step", "worst_order_area": "step", "least_possible_area": "continuous"}
THRESHOLD_QUANTITIES = ("precision", "recall")
COMMON_QUANTITIES = ("prevalence", "area", *THRESHOLD_QUANTITIES)  # already exported at the prevalence of the data


def balance_numbers(
    results: CurveResults, balances: Balances, permutation_band: PermutationBand | None = None
) -> NumberExport:
    """Return the numbers of a curve, and those of the page Class balance at both prevalences."""

    def record() -> JsonRecord:
        at = {"scheme": balances.scheme, "threshold": float(results.points.threshold[results.selected_index])}
        values = values_by_balance(results, balances, permutation_band)
        return {"balances": [at | numbers for numbers in values], **_curve_record(results)}

    return NumberExport(("quantity", "scheme", "threshold", "prevalence", "bin", "value"), record, _balance_lines)


def values_by_balance(
    results: CurveResults, balances: Balances, permutation_band: PermutationBand | None = None
) -> list[dict[str, float]]:
    """Return every number by name, first at the prevalence of the data, then at the target if there is one.

    Undefined numbers are nan. So are, at the target, numbers that count individual rows.

    >>> from datetime import date
    >>> from pr_curve_lab.analysis.prevalence import compare_balances
    >>> from pr_curve_lab.analysis.thinning import Resolution
    >>> from pr_curve_lab.exports.results import CurveResults
    >>> from pr_curve_lab.schema.examples import example_labeled_scores, example_table
    >>> labeled_scores, table = example_labeled_scores("ten_rows"), example_table("ten_rows")
    >>> results = CurveResults(labeled_scores, table, report_date=date(2026, 3, 1))
    >>> own, asked = values_by_balance(results, compare_balances(results.points, 0.1, "step", Resolution(300)))
    >>> round(own["area"], 3), round(asked["area"], 3), own["recall"] == asked["recall"]
    (0.859, 0.697, True)
    """
    limits, test = row_limits(results.labeled_scores), permutation_band
    own_only = {
        "random_order_area": math.nan if limits is None else limits.random,
        "worst_order_area": math.nan if limits is None else limits.minimum,
        "shuffled_low": math.nan if test is None else test.lower,
        "shuffled_high": math.nan if test is None else test.upper,
        "p_value": math.nan if test is None else test.p_value,
    }
    roc = {"roc_area": results.roc.area}  # the same at every prevalence
    index, unknown = results.selected_index, dict.fromkeys(own_only, math.nan)
    own = _balance_values(balances.measured, index) | roc | own_only
    return [own, _balance_values(balances.target, index) | roc | unknown] if balances.has_target_prevalence else [own]


def _balance_values(balance: Balance, index: int) -> dict[str, float]:
    return {
        "prevalence": balance.points.prevalence,
        "area": balance.area,
        "least_possible_area": balance.minimum_area,
        "chance_corrected_area": balance.chance_corrected_area,
        "normalised_area": balance.normalized_area,
        "area_under_gain": balance.gain_area,
        "precision": float(balance.points.precision[index]),
        "recall": float(balance.points.recall[index]),
    }


def _balance_lines(record: JsonRecord) -> Iterator[Line]:
    """Yield the rows of every curve with the prevalence of the data, then those that only this page has."""
    own = record["balances"][0]["prevalence"]
    yield from ({**line, "prevalence": own} for line in _curve_lines(record))
    for index, balance in enumerate(record["balances"]):
        for quantity, value in balance.items():
            if quantity in ("scheme", "threshold") or (index == 0 and quantity in COMMON_QUANTITIES):
                continue
            scheme = balance["scheme"] if quantity in SCHEME_QUANTITIES else FIXED_SCHEMES.get(quantity, "")
            threshold = balance["threshold"] if quantity in THRESHOLD_QUANTITIES else None
            of = {"scheme": scheme, "threshold": threshold, "prevalence": balance["prevalence"]}
            yield {"quantity": quantity, **of, "value": value}


MEANS = ("macro", "weighted")  # averages that are weighted means of the areas of tasks


def average_numbers(averages: Averages) -> NumberExport:
    """Return the selected average, all averages, the tasks and the groups."""
    columns = ("quantity", "average", "scheme", "name", "value")
    return NumberExport(columns, lambda: _average_record(averages), _average_lines)


def _average_record(averages: Averages) -> JsonRecord:
    several, labeled_scores, groups = averages.is_multi_task, averages.curve.labeled_scores, averages.group_averages
    without_mean = {} if averages.train_test is None else {"mean": math.nan, "deviation": math.nan}
    return {
        "data": {
            "name": labeled_scores.name,
            "split": _split_record(labeled_scores.roles),
            "rows": averages.rows,
            "weight": labeled_scores.roles.weight,
        },
        "average": averages.average if several else None,
        "scheme": averages.scheme,
        "area": averages.overall_average.area,
        "signature": averages.signature,
        "averages": {kind: parts.area for kind, parts in averages.by_kind.items()} if several else None,
        "tasks": _task_record(averages),
        "folds": None if groups is None else group_record(groups, averages.group_areas) | without_mean,
        "train_test": None if averages.train_test is None else _train_test_record(averages.train_test),
        "groups": None if averages.curve.group_rates is None else rates_record(averages.curve.group_rates),
        "task_by_group": None if averages.task_by_group is None else _average_record(averages.task_by_group),
    }


def _train_test_record(gap: TrainTestGap) -> JsonRecord:
    """Return the areas on training and test rows, and their gap."""
    parts = {
        name: {
            "name": one.name,
            "rows": one.rows,
            "positives": one.positives,
            "prevalence": one.prevalence,
            "area": one.area,
        }
        for name, one in (("train", gap.train), ("test", gap.test))
    }
    return {
        **parts,
        "gap": gap.gap,
        "interval": interval_record(gap.interval),
        "p_value": gap.p_value,
        "train_area_at_test_prevalence": gap.train_area_at_test_prevalence,
    }


def _task_record(averages: Averages) -> list[JsonRecord]:
    """Return each task with its area, and for each of `MEANS` its weight and its part of the average."""
    columns = averages.matrix.names, averages.matrix.scored_positives.tolist(), averages.task_areas.tolist()
    tasks = _named_rows(("name", "positives", "area"), columns)
    if averages.is_multi_task:
        for index, task in enumerate(tasks):
            task["share"] = {kind: float(averages.by_kind[kind].weight[index]) for kind in MEANS}
            task["part"] = {kind: float(averages.weighted_areas(kind)[index]) for kind in MEANS}
    return tasks


def _named_rows(names: Sequence[str], columns: Sequence[Sequence[Any]]) -> list[JsonRecord]:
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]


def group_record(groups: GroupAverages, group_areas: Sequence[GroupArea | None]) -> JsonRecord:
    """Return each group, for one task with its interval and chance level, and their mean."""
    mean = groups.interval
    columns = groups.names, groups.rows.tolist(), groups.positives.tolist(), groups.area.tolist()
    each = _named_rows(("name", "rows", "positives", "area"), columns)
    for record, area in zip(each, group_areas, strict=False):
        record |= {} if area is None else {"interval": interval_record(area.interval), "chance": area.chance}
    return {
        "each": each,
        "fails": [groups.names[group] for group in low_area_groups(group_areas, groups.names)],
        "interval": None if mean is None else {**interval_record(mean), "method": "corrected t"},
        "mean": groups.mean,
        "deviation": groups.std,
    }


def _average_lines(record: JsonRecord) -> Iterator[Line]:
    """Yield the selected average as `area`, then the tasks, all averages with weights of the tasks, and the groups."""
    tasks, groups, averages = record["tasks"], record["folds"], record["averages"]
    chosen = {"average": record["average"] or "", "scheme": record["scheme"]}
    yield from _lines({"area": record["area"]}, **chosen, signature=record["signature"])
    for quantity, of in (("area", {"scheme": record["scheme"]}), ("positives", {})):
        for task in tasks:
            yield from _lines({quantity: task[quantity]}, **of, name=task["name"])
    for kind, area in (averages or {}).items():
        yield from _lines({"area_of_average": area}, average=kind, scheme=record["scheme"])
    for quantity, of in (("share", {}), ("part", {"scheme": record["scheme"]})) if averages else ():
        for kind in MEANS:
            for task in tasks:
                yield from _lines({quantity: task[quantity][kind]}, average=kind, **of, name=task["name"])
    if groups is not None:
        for group in groups["each"]:
            yield from _lines({"area_of_fold": group["area"]}, **chosen, name=group["name"])
        ends = _ends("interval", groups["interval"]) if groups["interval"] else {}
        totals = {**ends, "mean": groups["mean"], "deviation": groups["deviation"]}
        if record["train_test"] is None:
            yield from _lines({f"{name}_of_folds": value for name, value in totals.items()}, **chosen)
    if (gap := record["train_test"]) is not None:
        for part in ("train", "test"):
            counts = {f"{part}_{name}": gap[part][name] for name in ("rows", "positives", "prevalence")}
            yield from _lines(counts, name=gap[part]["name"])
            yield from _lines({f"{part}_area": gap[part]["area"]}, **chosen, name=gap[part]["name"])
        compared = {"gap": gap["gap"], **_ends("gap", gap["interval"]), "gap_p_value": gap["p_value"]}
        moved = {"train_area_at_test_prevalence": gap["train_area_at_test_prevalence"]}
        yield from _lines(compared | moved, **chosen)
    if (rates := record["groups"]) is not None:
        yield from _lines({"threshold": rates["threshold"]})
        for group in rates["each"]:
            numbers = {f"{name}_of_group": value for name, value in group.items() if name not in ("name", "positives")}
            yield from _lines(numbers, name=group["name"])
    if (one := record["task_by_group"]) is not None:
        yield from (line | {"quantity": f"task_{line['quantity']}"} for line in _average_lines(one))


_SEGMENT_QUANTITIES = ("recall_before", "recall_after", "gain", "threshold", "rows", "positive_rows")  # of a segment


def model_numbers(models: Models, name: str) -> NumberExport:
    """Return every model's areas, ranks and intervals, the pairs, and why another model is best on the right."""
    columns = ("quantity", "scheme", "model", "against", "segment", "value")
    return NumberExport(columns, lambda: _models_record(models, name), _models_lines)


def _models_record(models: Models, name: str) -> JsonRecord:
    return {
        "data": {
            "name": name,
            "subgroup": models.dataset.group_name,
            "split": _split_record(models.dataset.roles),
            "rows": models.positive.size,
            "positive_rows": int(models.positive.sum()),
        },
        "positives_never_scored": models.dataset.unscored_positives.total,
        "weighted": models.dataset.weight is not None,
        "cluster": models.dataset.cluster_column,
        "schemes": {
            scheme: {
                model: {
                    "area": models.area(scheme, model),
                    "rank": models.rank(scheme, model) or None,
                    "signature": signature(models.points[model], scheme, area=models.area(scheme, model)),
                    "interval": interval_record(models.interval(scheme, model)),
                }
                for model in models.ranking.models
            }
            for scheme in models.ranking.schemes
        },
        "roc_areas": {model: roc_area(points) for model, points in models.points.items()},
        "compared": list(models.schemes),
        "bootstrap": _bootstrap_record(models),
        "paired_tests": [
            {
                **_pair(pair.first, pair.second),
                **{field: value for field, value in asdict(pair.result).items() if field != "confidence_level"},
                "p_value_by_holm": pair.adjusted_p,
                "level": pair.result.confidence_level,
            }
            for pair in models.pairs
        ],
        "at_requirement": None if models.thresholds is None else _thresholds_record(models.thresholds),
        "change_of_winner": None if models.reversal is None else _reversal_record(models.reversal),
    }


def _thresholds_record(found: ModelThresholds) -> JsonRecord:
    """Return the requirements with the class balance, and the best threshold of each model that has one."""
    required = found.requirements
    return {
        "prevalence": found.deployment.points.prevalence,
        "required": {"precision": required.precision, "recall": required.recall, "alerts": required.alerts},
        "maximized": found.maximized,
        "models": {one.model: asdict(one) for one in found.reached},
        "without_threshold": list(found.unreached),
    }


def _pair(model: str, against: str) -> dict[str, str]:
    return {"model": model, "against": against}


def _bootstrap_record(models: Models) -> JsonRecord | None:
    """Return bootstrap intervals of each model, of the difference between the best two, and of the pairs."""
    drawn = models.bootstrap
    if drawn is None:
        return None
    best, rival, scheme = models.by_area[0], drawn.next_best, models.schemes[0]
    difference = models.area(scheme, best) - models.area(scheme, rival)
    return {
        "scheme": scheme,
        "resamples": N_RESAMPLES,
        "intervals": {model: interval_record(interval) for model, interval in drawn.areas.items()},
        "paired_difference": {**_pair(best, rival), "difference": difference, **interval_record(drawn.difference)},
        "pairs": [
            {**_pair(pair.first, pair.second), "share_ahead": pair.win_rate, **interval_record(pair.difference)}
            for pair in drawn.pairs
        ],
    }


def _reversal_record(reversal: ModelReversal) -> JsonRecord:
    return {
        "winner_left": reversal.left_best,
        "winner_right": reversal.right_best,
        "lead_left": reversal.left_difference,
        "lead_right": reversal.right_difference,
        "deciding_segments": reversal.n_required_segments,
        "largest_segments": [
            {
                "model": segment.model,
                "recall_before": segment.recall_before,
                "recall_after": segment.recall_after,
                "gain": segment.gain,
                "threshold": segment.score,
                "rows": segment.rows,
                "positive_rows": segment.positives,
                "before_first_point": segment.is_start,
            }
            for segment in reversal.segments
        ],
    }


def _models_lines(record: JsonRecord) -> Iterator[Line]:
    for scheme, models in record["schemes"].items():
        for model, found in models.items():
            ends = _ends(found["interval"]["method"], found["interval"])
            of = {"scheme": scheme, "model": model}
            yield from _lines({"area": found["area"]}, **of, signature=found["signature"])
            yield from _lines({"rank": found["rank"], **ends}, **of)
    for model, area in record["roc_areas"].items():
        yield from _lines({"roc_area": area}, model=model)
    for pair in record["paired_tests"]:  # tests are always of step areas
        tested = {f"paired_test_{quantity}": value for quantity, value in pair.items() if not isinstance(value, str)}
        yield from _lines(tested, scheme="step", **_pair(pair["model"], pair["against"]))
    for model, found in (record["at_requirement"] or {"models": {}})["models"].items():
        reached = {f"{name}_at_requirement": found[name] for name in ("threshold", "precision", "recall")}
        yield from _lines(reached, model=model)
    yield from _bootstrap_lines(record["bootstrap"]) if record["bootstrap"] else ()
    yield from _reversal_lines(record["change_of_winner"], *record["compared"]) if record["change_of_winner"] else ()


def _bootstrap_lines(record: JsonRecord) -> Iterator[Line]:
    scheme, lead = record["scheme"], record["paired_difference"]
    for model, interval in record["intervals"].items():
        yield from _lines(_ends("bootstrap", interval), scheme=scheme, model=model)
    numbers = {"paired_difference": lead["difference"], **_ends("paired_difference", lead)}
    yield from _lines(numbers, scheme=scheme, **_pair(lead["model"], lead["against"]))
    for pair in record["pairs"]:
        yield from _lines({"share_ahead": pair["share_ahead"]}, scheme=scheme, **_pair(pair["model"], pair["against"]))


def _reversal_lines(record: JsonRecord, left: str, right: str) -> Iterator[Line]:
    """Yield both differences, then each deciding segment with its rows."""
    left_best, right_best = record["winner_left"], record["winner_right"]
    yield from _lines({"lead": record["lead_left"]}, scheme=left, **_pair(left_best, right_best))
    numbers = {"lead": record["lead_right"], "deciding_segments": record["deciding_segments"]}
    yield from _lines(numbers, scheme=right, **_pair(right_best, left_best))
    for number, segment in enumerate(record["largest_segments"], start=1):
        quantities = {f"segment_{quantity}": segment[quantity] for quantity in _SEGMENT_QUANTITIES}
        yield from _lines(quantities, scheme=right, model=segment["model"], segment=number)


def rows_csv(labeled_scores: LabeledScores, group: pd.Series | None = None) -> bytes:
    """Return the label (1 or 0) and the score of each row as used, then weight, cluster and group if there are any.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores
    >>> rows_csv(example_labeled_scores("ten_rows")).decode().splitlines()[:3]
    ['label,score', '1,0.7', '0,0.3']
    """
    others = {"weight": labeled_scores.weight, "cluster": labeled_scores.cluster_of_row, "group": group}
    return _table_csv({"label": labeled_scores.positive}, {"score": labeled_scores.score}, others)


def task_rows_csv(averages: Averages) -> bytes:
    """Return the label and the score of each row for every task."""
    matrix = averages.matrix
    positive = {f"label_{name}": matrix.positive[:, column] for column, name in enumerate(matrix.names)}
    score = {f"score_{name}": matrix.score[:, column] for column, name in enumerate(matrix.names)}
    return _table_csv(positive, score, {"weight": matrix.weight, "group": averages.curve.group})


def model_rows_csv(models: Models) -> bytes:
    """Return the label of each row, and the score of every model."""
    dataset = models.dataset
    score = {f"score_{name}": dataset.score[:, column] for column, name in enumerate(models.ranking.models)}
    others = {"weight": dataset.weight, "cluster": dataset.cluster_of_row, "group": models.curve.group}
    return _table_csv({"label": models.positive}, score, others)


def _table_csv(positive: Mapping[str, np.ndarray], score: Mapping[str, np.ndarray], extra: Mapping[str, Any]) -> bytes:
    """Return columns in full precision; clusters are numbered from 0."""
    columns: dict[str, Any] = {name: values.astype("int8") for name, values in positive.items()} | dict(score)
    columns = {single_line(name): values for name, values in columns.items()}
    columns |= {name: values for name, values in extra.items() if values is not None}
    if "group" in columns:
        group = columns["group"].reset_index(drop=True)
        columns["group"] = group if group.dtype.kind in "iufb" else group.astype(str).map(escape_formula)
    return pd.DataFrame(columns).to_csv(index=False, lineterminator="\n").encode("utf-8")
