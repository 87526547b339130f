"""Commands `prlab ap` and `prlab points`: areas under every scheme with intervals, and operating points as CSV.

For several classes or labels, `prlab ap` also prints their averages, and for groups of rows (folds, regions) the area
of each group and their mean, as on the page Groups, by the first scheme.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow.csv import WriteOptions, write_csv

from pr_curve_lab.analysis.areas import scheme_area_bounds
from pr_curve_lab.analysis.averages import (
    AVERAGE_KINDS,
    GroupAverages,
    average_by_group,
    compute_average,
    split_by_group,
    task_matrix,
)
from pr_curve_lab.analysis.formatting import NumberText, format_count, format_threshold
from pr_curve_lab.analysis.group_rates import GroupRates, group_rates
from pr_curve_lab.analysis.intervals import GroupArea, clusters_notice, group_areas, order_by_area, step_interval
from pr_curve_lab.analysis.prevalence import row_limits
from pr_curve_lab.analysis.thinning import points_columns
from pr_curve_lab.cli.output import Cell, escape_control_characters, show_json, show_table
from pr_curve_lab.cli.rows import InputRows
from pr_curve_lab.exports.numbers import group_record, interval_record, rates_record
from pr_curve_lab.i18n.area_sentences import interval_method_name
from pr_curve_lab.i18n.group_sentences import group_warning, groups_sentence, mean_sentence, rates_sentence
from pr_curve_lab.i18n.messages import Messages, SentenceFormat, format_notices, messages_in, strip_markdown
from pr_curve_lab.i18n.names import group_names
from pr_curve_lab.schema.dataset import Dataset, LabeledScores
from pr_metrics import SCHEMES, choose_threshold, parse_signature, signature, tie_bounds


def print_areas(rows: InputRows, schemes: Sequence[str], *, as_json: bool) -> None:
    """Print the areas under some schemes with their intervals, the range over ties and the area by chance."""
    labeled_scores = rows.labeled_scores()
    models = [_model(rows, name, labeled_scores.get(name), schemes) for name in rows.dataset.names]
    joined = schemes[0]
    over_classes = rows.dataset.kind in ("classes", "labels")
    averaged = _averages(rows.dataset, joined) if over_classes else {}
    grouped = _group_results(rows.dataset, joined)
    if as_json:
        of_each = {} if over_classes else {name: found.json_values for name, found in grouped.items()}
        models = [{**one, **({"groups": of_each[one["name"]]} if one["name"] in of_each else {})} for one in models]
        of_groups = {"groups": grouped[""].json_values} if over_classes and grouped else {}
        show_json({**rows.json_values, "models": models, **({"averages": averaged} if averaged else {}), **of_groups})
        return
    _show_rows(models)
    _show_areas(models)
    if averaged:
        print()
        show_table(["average", "scheme", "area"], [[kind, joined, averaged[kind]] for kind in AVERAGE_KINDS])
    for name, found in grouped.items():
        _show_groups(name if len(models) > 1 else "", found, rows.dataset)


@dataclass(frozen=True)
class GroupResult:
    """The area in each group of rows, as on the page Groups."""

    group_averages: GroupAverages
    group_areas: tuple[GroupArea | None, ...]  # interval and chance of each; empty for averages over classes or labels
    scheme: str
    all_rows_area: float  # of all rows together
    column: str
    average: str = ""
    rates: GroupRates | None = None  # at the threshold of the largest F1 over all rows; None for classes or labels
    threshold: str = ""  # of the rates

    @property
    def json_values(self) -> dict[str, Any]:
        """Entries of the JSON output."""
        record = group_record(self.group_averages, self.group_areas)
        for group in record["each"]:
            group |= {"random": group.pop("chance")} if "chance" in group else {}
        return {
            "column": self.column,
            "called": self.group_averages.kind,
            "scheme": self.scheme,
            **({"average": self.average} if self.average else {}),
            "each": record["each"],
            "mean": record["mean"],
            "standard_deviation": record["deviation"],
            "interval": record["interval"],
            "all_rows": self.all_rows_area,
            "fails": record["fails"],
            "at_threshold": None if self.rates is None else rates_record(self.rates),
        }


def _averages(dataset: Dataset, scheme: str) -> dict[str, Any]:
    """The averages over classes or labels."""
    matrix = task_matrix(dataset)
    return {"scheme": scheme, **{kind: compute_average(matrix, kind, scheme).area for kind in AVERAGE_KINDS}}


def _group_results(dataset: Dataset, scheme: str) -> dict[str, GroupResult]:
    """Return the result of each model by its name; for classes or labels that of the macro average, by ""."""
    if dataset.group_of_row is None or len(dataset.group_names) < 2:
        return {}
    several, found = dataset.kind in ("classes", "labels"), {}
    for name in ("",) if several else dataset.valid_names:
        matrix = task_matrix(dataset, None if several else (name,))
        kind, joined = "macro" if several else "micro", scheme if SCHEMES[scheme].can_join(matrix.pooled) else "step"
        parts = split_by_group(matrix, dataset.group_of_row, dataset.unscored_positives.by_group)
        column = str(dataset.roles.group)
        averages = average_by_group(parts, dataset.group_names, kind, joined, column=column)
        overall_area = compute_average(matrix, kind, joined).area
        areas = () if several else group_areas(parts, joined)
        best = None if several else choose_threshold(matrix.points[0])
        found[name] = GroupResult(averages, areas, joined, overall_area, column, kind if several else "")
        if best is not None:
            thresholds = matrix.points[0].threshold
            rates = group_rates(dataset, name, float(thresholds[best.index]))
            found[name] = replace(found[name], rates=rates, threshold=format_threshold(thresholds, best.index))
    return found


def _show_groups(name: str, result: GroupResult, dataset: Dataset) -> None:
    """Print what the page Groups says about the groups, then each of them; the lowest area first unless folds."""
    messages, fmt, groups = messages_in("en"), SentenceFormat(name=lambda text: f"'{text}'"), result.group_averages
    print()
    of = f"{name}: " if name else ""
    print(
        escape_control_characters(
            f"{of}{groups_sentence(groups, result.group_areas, result.average, messages, fmt)} ({result.scheme})"
        )
    )
    if why := group_warning(groups, result.group_areas, messages, fmt):
        print(why)
    print(strip_markdown(mean_sentence(groups, result.all_rows_area, messages, fmt)))
    if dataset.unscored_positives.by_group is None:
        unscored = format_count(dataset.unscored_positives.total)
        print(messages.format(f"averages.{groups.kind}.missed", missed=unscored))
    notice = clusters_notice(result.group_areas, dataset.clusters, result.column)
    # Other notices were shown for all rows.
    if result.group_areas and notice is not None and notice.key == "clusters_few_in_groups":
        print(format_notices(notice))
    lines: list[list[Cell]] = []
    names = group_names(groups, messages)
    order = order_by_area(groups.area) if groups.kind == "groups" else list(range(len(names)))
    for index in order:
        counts = [format_count(groups.rows[index]), format_count(groups.positives[index])]
        line: list[Cell] = [names[index], *counts, float(groups.area[index])]
        if area := result.group_areas[index] if result.group_areas else None:
            ends = [area.interval.interval.lower, area.interval.interval.upper]
            line += [*ends, area.chance, interval_method_name(area.interval, messages)]
        elif result.group_areas:
            line += [None, None, None, ""]
        lines.append(line)
    more = ["low", "high", "by chance", "interval"] if result.group_areas else []
    show_table([result.column, "rows", "positives", "area", *more], lines)
    if result.rates is not None:
        threshold = NumberText(result.threshold)
        print(f"\n{messages.format(f'averages.{groups.kind}.at_threshold', threshold=threshold)} (largest F1)")
        _show_rates(result.rates, order, messages, fmt)


def _show_rates(rates: GroupRates, order: Sequence[int], messages: Messages, fmt: SentenceFormat) -> None:
    """Print which groups fail at a threshold, then recall and precision of each, with intervals."""
    if fails := rates_sentence(rates, messages, fmt):
        print(escape_control_characters(fails))
    lines: list[list[Cell]] = []
    for group in order:
        line: list[Cell] = [rates.names[group]]
        for total, rate in ((rates.positives, rates.recall), (rates.called, rates.precision)):
            line += [
                format_count(float(total[group])),
                *(float(one[group]) for one in (rate.value, rate.lower, rate.upper)),
            ]
        lines.append(line)
    ends = ("low", "high")
    show_table([rates.column, "positives", "recall", *ends, "called", "precision", *ends], lines)


def _model(rows: InputRows, name: str, labeled_scores: LabeledScores | None, schemes: Sequence[str]) -> dict[str, Any]:
    """Return the record of one model; without positives or negatives its areas are undefined."""
    if labeled_scores is None:
        column = rows.dataset.positive[:, rows.dataset.names.index(name)]
        nothing: dict[str, Any] = dict.fromkeys(schemes)
        counts = {"rows": int(column.size), "positives": int(column.sum())}
        none = {"areas": nothing, "signatures": {}, "interval": nothing, "tie_range": None, "random": None}
        return {"name": name, **counts, **none, "prevalence": rows.dataset.points(name).prevalence}
    points, weighted, limits = labeled_scores.points, labeled_scores.is_weighted, row_limits(labeled_scores)
    step = step_interval(labeled_scores)
    there = [key for key in schemes if SCHEMES[key].can_join(points)]
    areas = {key: SCHEMES[key].area(points) if key in there else math.nan for key in schemes}
    ties = None if weighted or labeled_scores.bins is not None else tie_bounds(points)
    return {
        "name": name,
        "rows": labeled_scores.size,
        "positives": labeled_scores.positives,
        "areas": areas,
        "signatures": {key: signature(points, key, area=areas[key]) for key in there},
        **_bounds(labeled_scores, schemes),
        "interval": {key: interval_record(step.scheme_interval(key, areas[key])) for key in there},
        "tie_range": None if ties is None else {"worst": ties.lower, "expected": ties.expected, "best": ties.upper},
        "random": None if limits is None else limits.random,
        "prevalence": points.prevalence,
    }


def _bounds(labeled_scores: LabeledScores, schemes: Sequence[str]) -> dict[str, Any]:
    """Return the bounds of each area if lines of the file are bins of scores, else an empty record."""
    found = {key: one for key in schemes if (one := scheme_area_bounds(labeled_scores, key)) is not None}
    return {"bounds": {key: {"least": one.lower, "most": one.upper} for key, one in found.items()}} if found else {}


def _show_rows(models: Sequence[dict[str, Any]]) -> None:
    """Print the values of each model that do not depend on the scheme."""
    ends = {"worst": "ties at worst", "expected": "on average", "best": "at best"}
    lines = []
    for one in models:
        ties = one["tie_range"] or {}
        lines.append([*(one[key] for key in ("name", "rows", "positives", "random")), *(ties.get(end) for end in ends)])
    show_table(["model", "rows", "positives", "by chance", *ends.values()], lines)


def _show_areas(models: Sequence[dict[str, Any]]) -> None:
    """Print the areas with their intervals, and with their bounds if lines of the file are bins of scores."""
    messages, lines = messages_in("en"), []
    bounds = ("least", "most") if any("bounds" in one for one in models) else ()
    for one in models:
        for key, area in one["areas"].items():
            interval, found = one["interval"].get(key) or {}, one.get("bounds", {}).get(key, {})
            ends = [interval.get("low"), interval.get("high"), *map(found.get, bounds)]
            method = messages.format(f"interval.short_{interval['method']}") if interval else ""
            lines.append([one["name"], key, area, *ends, method, messages.format(f"schemes.{key}.name")])
    print()
    show_table(["model", "scheme", "area", "low", "high", *bounds, "interval", "points joined"], lines)
    print()
    show_table(
        ["model", "signature"],
        [[one["name"], parse_signature(text).short()] for one in models for text in one.get("signatures", {}).values()],
    )


def print_points(rows: InputRows, *, as_json: bool) -> None:
    """Print the operating points as CSV."""
    tables = {name: points_columns(labeled_scores.points) for name, labeled_scores in rows.labeled_scores().items()}
    if as_json:
        models = [
            {"name": name, "points": {column: values.tolist() for column, values in table.items()}}
            for name, table in tables.items()
        ]
        show_json({**rows.json_values, "models": models})
        return
    several = len(rows.dataset.names) > 1
    columns = next(iter(tables.values()))
    print(",".join([*(["model"] if several else []), *columns]), flush=True)
    for name, table in tables.items():
        _write_rows(table, name if several else None)


def _write_rows(columns: Mapping[str, np.ndarray], name: str | None) -> None:
    """Write the rows as CSV in full precision, with Arrow, since pandas takes ten seconds for a million rows."""
    table = pa.table({column: pa.array(values, from_pandas=True) for column, values in columns.items()})
    if name is not None:
        names = pa.repeat(name, table.num_rows)
        table = table.add_column(0, "model", names)
    write_csv(table, sys.stdout.buffer, WriteOptions(include_header=False, quoting_style="needed"))
