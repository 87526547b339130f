"""`prlab ap`: the area under every scheme, with its interval, what ties hide, and what chance alone would give."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pr_app.command.given_rows import Rows, with_rows
from pr_app.command.printed import show_json, show_table
from pr_app.command.refused import CommandError

if TYPE_CHECKING:
    from pr_app.reading.cases.cases import Cases

OF_ROWS = ("rows", "positives", "by chance", "ties at worst", "on average", "at best")
OF_AREAS = ("area", "low", "high")
OF_BINS = ("least", "most")  # of counts in bins of scores


def _schemes(incomplete: str) -> list[str]:
    from pr_metrics import SCHEMES

    return [key for key in SCHEMES if key.startswith(incomplete)]


def _checked(schemes: Sequence[str] | None) -> list[str]:
    """The schemes that are named, else all; checked before a large file is read."""
    from pr_metrics import SCHEMES

    try:
        return [SCHEMES[key].key for key in dict.fromkeys(schemes or ())] or list(SCHEMES)
    except KeyError as error:
        raise CommandError(str(error.args[0])) from None


def _areas(
    rows: Rows,
    *,
    scheme: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY", help="Way of joining; may be repeated.", autocompletion=_schemes, callback=_checked
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON in full precision.")] = False,
) -> None:
    """Areas under every scheme, with intervals, ties and chance."""
    cases = rows.cases()
    models = [_model(rows, name, cases.get(name), scheme or ()) for name in rows.tasks.names]
    if as_json:
        show_json({**rows.facts, "models": models})
        return
    _show_rows(models)
    print()
    _show_areas(models)


areas = with_rows(_areas)


def _model(rows: Rows, name: str, cases: Cases | None, schemes: Sequence[str]) -> dict[str, Any]:
    """The facts about one model; without positives or negatives its areas are undefined."""
    if cases is None:
        column = rows.tasks.positive[:, rows.tasks.names.index(name)]
        nothing: dict[str, Any] = dict.fromkeys(schemes)
        counts = {"rows": int(column.size), "positives": int(column.sum())}
        none = {"areas": nothing, "interval": nothing, "tie_range": None, "random": None}
        return {"name": name, **counts, **none, "prevalence": rows.tasks.points(name).prevalence}
    from pr_app.analysis.area_intervals import influence_interval, interval_beside
    from pr_app.analysis.class_balance import row_limits
    from pr_metrics import SCHEMES, tie_range

    points, weighted, limits = cases.points, cases.is_weighted, row_limits(cases)
    found = influence_interval(points, weighted=weighted)
    there = [key for key in schemes if SCHEMES[key].applies_to(points)]
    areas = {key: SCHEMES[key].area(points) if key in there else math.nan for key in schemes}
    beside = {key: interval_beside(key, areas[key], cases.positives, found, weighted=weighted) for key in there}
    ties = None if weighted or cases.bins is not None else tie_range(points)
    return {
        "name": name,
        "rows": cases.size,
        "positives": cases.positives,
        "areas": areas,
        **_bounds(cases, schemes),
        "interval": {
            key: {"low": one.found.low, "high": one.found.high, "level": one.found.level, "method": one.method}
            for key, one in beside.items()
        },
        "tie_range": None if ties is None else {"worst": ties.worst, "expected": ties.expected, "best": ties.best},
        "random": None if limits is None else limits.random,
        "prevalence": points.prevalence,
    }


def _bounds(cases: Cases, schemes: Sequence[str]) -> dict[str, Any]:
    """The ends of what areas can be where lines hold several scores; elsewhere nothing is said of any."""
    from pr_app.analysis.hidden_in_bins import hidden_bounds

    found = {key: one for key in schemes if (one := hidden_bounds(cases, key)) is not None}
    return {"bounds": {key: {"least": one.least, "most": one.most} for key, one in found.items()}} if found else {}


def _show_rows(models: Sequence[dict[str, Any]]) -> None:
    """Print what is the same for every scheme."""
    lines = []
    for one in models:
        ties = one["tie_range"] or {}
        numbers = [one["random"], *(ties.get(end) for end in ("worst", "expected", "best"))]
        counts = [_count(one["rows"]), _count(one["positives"])]
        lines.append([one["name"], *counts, *map(_area, numbers)])
    show_table(["model", *OF_ROWS], lines, numbers=OF_ROWS)


def _show_areas(models: Sequence[dict[str, Any]]) -> None:
    """The areas with the ends of their intervals."""
    from pr_app.wording.catalogue import words_in

    words, lines = words_in("en"), []
    more = OF_BINS if any("bounds" in one for one in models) else ()
    for one in models:
        for key, area in one["areas"].items():
            ends = one["interval"].get(key) or {}
            bounds = one.get("bounds", {}).get(key, {})
            numbers = map(_area, (area, ends.get("low"), ends.get("high"), *(bounds.get(end) for end in more)))
            lines.append([one["name"], key, *numbers, words.say(f"schemes.{key}.name")])
    numbers_of = (*OF_AREAS, *more)
    show_table(["model", "scheme", *numbers_of, "points joined"], lines, numbers=numbers_of)


def _area(area: float | None) -> str:
    from pr_app.analysis.printed_areas import PRINTED_DECIMALS
    from pr_app.analysis.rounding import rounded_text

    return "–" if area is None or math.isnan(area) else rounded_text(area, f".{PRINTED_DECIMALS}f")


def _count(count: float) -> str:
    from pr_app.wording.numerals import count_text

    return count_text(count)
