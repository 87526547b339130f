"""`prlab ap` and `prlab points`: areas under every scheme with their intervals, and the operating points as CSV.

Of classes and labels their averages too, and of groups of rows (folds, regions) each by itself with their mean: what
the page Averages shows, by the first scheme.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pr_curve_lab.cli.output import CommandError, escape_control_characters, show_json, show_table
from pr_curve_lab.cli.rows import Rows, with_rows

if TYPE_CHECKING:
    from pr_curve_lab.analysis.averages import Folds
    from pr_curve_lab.analysis.intervals import AreaInterval, GroupArea
    from pr_curve_lab.schema.dataset import Dataset
    from pr_curve_lab.schema.labeled_scores import LabeledScores

ROW_COLUMNS = ("rows", "positives", "by chance", "ties at worst", "on average", "at best")
AREA_COLUMNS = ("area", "low", "high")
GROUP_COLUMNS = ("rows", "positives", *AREA_COLUMNS, "by chance")
BIN_COLUMNS = ("least", "most")  # of counts in bins of scores


def _schemes(incomplete: str) -> list[str]:
    from pr_metrics import SCHEMES

    return [key for key in SCHEMES if key.startswith(incomplete)]


def _validate_schemes(schemes: Sequence[str] | None) -> list[str]:
    """The schemes that are named, else all; checked before a large file is read."""
    from pr_curve_lab.i18n.names import RENAMED_SCHEMES
    from pr_metrics import SCHEMES

    current = [RENAMED_SCHEMES.get(key, key) for key in schemes or ()]
    try:
        return [SCHEMES[key].key for key in dict.fromkeys(current)] or list(SCHEMES)
    except KeyError as error:
        raise CommandError(str(error.args[0])) from None


def _areas(
    rows: Rows,
    *,
    scheme: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY", help="Way of joining; may be repeated.", autocompletion=_schemes, callback=_validate_schemes
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON in full precision.")] = False,
) -> None:
    """Areas under every scheme, with intervals, ties and chance."""
    cases = rows.cases()
    models = [_model(rows, name, cases.get(name), scheme or ()) for name in rows.dataset.names]
    joined = (scheme or ["step"])[0]
    over_classes = rows.dataset.kind in ("classes", "labels")
    averaged = _averages(rows.dataset, joined) if over_classes else {}
    grouped = _group_results(rows.dataset, joined)
    if as_json:
        of_each = {} if over_classes else {name: found.json_values for name, found in grouped.items()}
        models = [{**one, **({"groups": of_each[one["name"]]} if one["name"] in of_each else {})} for one in models]
        of_all = {"groups": grouped[""].json_values} if over_classes and grouped else {}
        show_json({**rows.json_values, "models": models, **({"averages": averaged} if averaged else {}), **of_all})
        return
    _show_rows(models)
    print()
    _show_areas(models)
    if averaged:
        _show_averages(averaged)
    for name, found in grouped.items():
        _show_groups(name if len(models) > 1 else "", found, rows.dataset)


areas = with_rows(_areas)


@dataclass(frozen=True)
class GroupResult:
    """One number in every group of rows, as the page Averages has it."""

    folds: Folds
    groups: tuple[GroupArea | None, ...]  # each by itself; none of averages over classes or labels
    scheme: str
    all_rows_area: float  # of all rows in one list
    column: str
    average: str = ""

    @property
    def json_values(self) -> dict[str, Any]:
        """The entries of JSON."""
        from pr_curve_lab.analysis.intervals import low_area_group

        folds, fails, mean = self.folds, low_area_group(self.groups), self.folds.interval
        columns = zip(folds.names, folds.rows.tolist(), folds.positives.tolist(), folds.area.tolist(), strict=True)
        each = [{"name": name, "rows": rows, "positives": count, "area": area} for name, rows, count, area in columns]
        for line, one in zip(each, self.groups, strict=False):
            line |= {} if one is None else {"interval": _interval(one.interval), "random": one.chance}
        return {
            "column": self.column,
            "called": folds.kind,
            "scheme": self.scheme,
            **({"average": self.average} if self.average else {}),
            "each": each,
            "mean": folds.mean,
            "standard_deviation": folds.std,
            "interval": mean and {"low": mean.lower, "high": mean.upper, "level": mean.confidence_level, "method": "t"},
            "all_rows": self.all_rows_area,
            "fails": None if fails is None else folds.names[fails],
        }


def _averages(dataset: Dataset, scheme: str) -> dict[str, Any]:
    """The averages over classes or labels."""
    from pr_curve_lab.analysis.averages import AVERAGE_KINDS, compute_average, task_matrix

    matrix = task_matrix(dataset)
    return {"scheme": scheme, **{kind: compute_average(matrix, kind, scheme).area for kind in AVERAGE_KINDS}}


def _group_results(dataset: Dataset, scheme: str) -> dict[str, GroupResult]:
    """Every model in each group of rows, by its name; of classes and labels their macro average, under no name."""
    from pr_curve_lab.analysis.averages import average_by_fold, compute_average, split_by_group, task_matrix
    from pr_curve_lab.analysis.intervals import group_areas
    from pr_metrics import SCHEMES

    if dataset.group is None or len(dataset.group_names) < 2:
        return {}
    several, found = dataset.kind in ("classes", "labels"), {}
    for name in ("",) if several else dataset.valid_names:
        matrix = task_matrix(dataset, None if several else (name,))
        kind, joined = "macro" if several else "micro", scheme if SCHEMES[scheme].can_join(matrix.pooled) else "step"
        parts, column = split_by_group(matrix, dataset.group, dataset.unscored.by_group), str(dataset.roles.group)
        folds = average_by_fold(parts, dataset.group_names, kind, joined, column=column)
        of_all = compute_average(matrix, kind, joined).area
        by_itself = () if several else group_areas(parts, joined)
        found[name] = GroupResult(folds, by_itself, joined, of_all, column, kind if several else "")
    return found


def _show_averages(averages: dict[str, Any]) -> None:
    """The averages, the scheme named."""
    kinds = [kind for kind in averages if kind != "scheme"]
    print()
    show_table(
        ["average", "scheme", "area"],
        [[kind, averages["scheme"], _format_area(averages[kind])] for kind in kinds],
        numbers=["area"],
    )


def _show_groups(name: str, result: GroupResult, dataset: Dataset) -> None:
    """What the page Averages says of the groups, and each of them; of groups the least area first."""
    from pr_curve_lab.analysis.formatting import format_count
    from pr_curve_lab.analysis.intervals import clusters_message, order_by_area
    from pr_curve_lab.i18n.area_sentences import interval_method_name
    from pr_curve_lab.i18n.markup import strip_markdown
    from pr_curve_lab.i18n.messages import format_problems, messages_in
    from pr_curve_lab.i18n.model_sentences import SentenceFormat
    from pr_curve_lab.i18n.names import group_names, group_warning, groups_sentence, mean_sentence

    messages, fmt, folds = messages_in("en"), SentenceFormat(name=lambda text: f"'{text}'"), result.folds
    print()
    of = f"{name}: " if name else ""
    print(
        escape_control_characters(
            f"{of}{groups_sentence(folds, result.groups, result.average, messages, fmt)} ({result.scheme})"
        )
    )
    if why := group_warning(folds, result.groups, messages, fmt):
        print(why)
    print(strip_markdown(mean_sentence(folds, result.all_rows_area, messages, fmt)))
    if dataset.unscored.by_group is None:
        missed = format_count(dataset.unscored.positives)
        print(messages.format(f"averages.{folds.kind}.missed", missed=missed))
    lines, names = [], group_names(folds, messages)
    for index in order_by_area(folds.area) if folds.kind == "groups" else range(len(names)):
        one = result.groups[index] if result.groups else None
        beside = None if one is None else one.interval
        ends = [None, None] if beside is None else [beside.interval.lower, beside.interval.upper]
        counts = [_format_count(folds.rows[index]), _format_count(folds.positives[index])]
        numbers = map(_format_area, (float(folds.area[index]), *ends, one and one.chance))
        lines.append(
            [names[index], *counts, *numbers, "" if beside is None else interval_method_name(beside, messages)]
        )
    said = clusters_message(result.groups, dataset.clusters, result.column)
    if result.groups and said is not None and said.key == "clusters_few_in_groups":  # the others are said of all rows
        print(format_problems(said))
    header = [result.column, *GROUP_COLUMNS, "interval"]
    shown = range(len(header)) if result.groups else (0, 1, 2, 3)
    kept = [[line[at] for at in shown] for line in lines]
    show_table([header[at] for at in shown], kept, numbers=[name for name in GROUP_COLUMNS if name != result.column])


def _model(rows: Rows, name: str, cases: LabeledScores | None, schemes: Sequence[str]) -> dict[str, Any]:
    """The facts about one model; without positives or negatives its areas are undefined."""
    if cases is None:
        column = rows.dataset.positive[:, rows.dataset.names.index(name)]
        nothing: dict[str, Any] = dict.fromkeys(schemes)
        counts = {"rows": int(column.size), "positives": int(column.sum())}
        none = {"areas": nothing, "interval": nothing, "tie_range": None, "random": None}
        return {"name": name, **counts, **none, "prevalence": rows.dataset.points(name).prevalence}
    from pr_curve_lab.analysis.intervals import step_interval
    from pr_curve_lab.analysis.prevalence import row_limits
    from pr_metrics import SCHEMES, tie_bounds

    points, weighted, limits = cases.points, cases.is_weighted, row_limits(cases)
    step = step_interval(cases)
    there = [key for key in schemes if SCHEMES[key].can_join(points)]
    areas = {key: SCHEMES[key].area(points) if key in there else math.nan for key in schemes}
    ties = None if weighted or cases.bins is not None else tie_bounds(points)
    return {
        "name": name,
        "rows": cases.size,
        "positives": cases.positives,
        "areas": areas,
        **_bounds(cases, schemes),
        "interval": {key: _interval(step.interval_of(key, areas[key])) for key in there},
        "tie_range": None if ties is None else {"worst": ties.lower, "expected": ties.expected, "best": ties.upper},
        "random": None if limits is None else limits.random,
        "prevalence": points.prevalence,
    }


def _interval(interval: AreaInterval) -> dict[str, Any]:
    found = interval.interval
    return {"low": found.lower, "high": found.upper, "level": found.confidence_level, "method": interval.method}


def _bounds(cases: LabeledScores, schemes: Sequence[str]) -> dict[str, Any]:
    """The ends of what areas can be where lines hold several scores; elsewhere nothing is said of any."""
    from pr_curve_lab.analysis.areas import scheme_area_bounds

    found = {key: one for key in schemes if (one := scheme_area_bounds(cases, key)) is not None}
    return {"bounds": {key: {"least": one.lower, "most": one.upper} for key, one in found.items()}} if found else {}


def _show_rows(models: Sequence[dict[str, Any]]) -> None:
    """Print what is the same for every scheme."""
    lines = []
    for one in models:
        ties = one["tie_range"] or {}
        numbers = [one["random"], *(ties.get(end) for end in ("worst", "expected", "best"))]
        counts = [_format_count(one["rows"]), _format_count(one["positives"])]
        lines.append([one["name"], *counts, *map(_format_area, numbers)])
    show_table(["model", *ROW_COLUMNS], lines, numbers=ROW_COLUMNS)


def _show_areas(models: Sequence[dict[str, Any]]) -> None:
    """The areas with the ends of their intervals."""
    from pr_curve_lab.i18n.messages import messages_in

    messages, lines = messages_in("en"), []
    more = BIN_COLUMNS if any("bounds" in one for one in models) else ()
    for one in models:
        for key, area in one["areas"].items():
            ends = one["interval"].get(key) or {}
            bounds = one.get("bounds", {}).get(key, {})
            numbers = map(_format_area, (area, ends.get("low"), ends.get("high"), *(bounds.get(end) for end in more)))
            way = messages.format(f"interval.short_{ends['method']}") if ends else ""
            lines.append([one["name"], key, *numbers, way, messages.format(f"schemes.{key}.name")])
    numbers_of = (*AREA_COLUMNS, *more)
    show_table(["model", "scheme", *numbers_of, "interval", "points joined"], lines, numbers=numbers_of)


def _format_area(area: float | None) -> str:
    from pr_curve_lab.analysis.formatting import format_area

    return "–" if area is None or math.isnan(area) else format_area(area)


def _format_count(count: float) -> str:
    from pr_curve_lab.analysis.formatting import format_count

    return format_count(count)


if TYPE_CHECKING:
    import numpy as np


def _points(
    rows: Rows, *, as_json: Annotated[bool, typer.Option("--json", help="Print JSON in full precision.")] = False
) -> None:
    """Operating points as CSV: counts, precision and recall."""
    from pr_curve_lab.analysis.thresholds import points_columns

    tables = {name: points_columns(cases.points) for name, cases in rows.cases().items()}
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


points = with_rows(_points)


def _write_rows(columns: Mapping[str, np.ndarray], name: str | None) -> None:
    """Write the lines below the header, numbers to the bit: by Arrow, since a million take pandas ten seconds."""
    import pyarrow as pa
    from pyarrow.csv import WriteOptions, write_csv

    table = pa.table({column: pa.array(values, from_pandas=True) for column, values in columns.items()})
    if name is not None:
        names = pa.repeat(name, table.num_rows)
        table = table.add_column(0, "model", names)
    write_csv(table, sys.stdout.buffer, WriteOptions(include_header=False, quoting_style="needed"))
