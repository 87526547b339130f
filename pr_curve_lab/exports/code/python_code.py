"""The lines of Python that compute the numbers of a page again, with pr_metrics and with scikit-learn.

They read the file of rows as they were counted, so they need not repeat how a strange file was understood. Each line
that is printed begins with the name of its number. Comments are in English, as code is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pr_curve_lab.i18n.scheme_entries import Need, entry_of
from pr_metrics.tolerances import LEVEL_ROUNDING

FEW = 2  # schemes that are written one by one; more of them are all that apply


@dataclass(frozen=True, slots=True)
class Wanted:
    """The numbers that the lines print, and their rows."""

    file: str  # of the rows; a name that is safe between quotation marks
    schemes: Sequence[str]  # keys, in the order in which they are printed
    weighted: bool = False
    decimals: int | None = None  # that scores are rounded to
    threshold: float | None = None  # at which precision and recall are printed
    difference: bool = False  # of the two schemes, the second minus the first
    prevalence: float | None = None  # to which the points are moved
    total_positives: float | None = None  # all there are, where some were never scored
    clustered: bool = False  # whether the interval of the step area keeps rows together


# What is made of the rows before any area, in this order, each at most once.
_STEPS: dict[Need, str] = {
    "curve": "precision, recall, _ = precision_recall_curve(label, score{weights}){scaled}",
    "forward": """
# Strictest threshold first, without the point (0, 1) that precision_recall_curve adds.
p, r = precision[-2::-1], recall[-2::-1]
gain = np.diff(r, prepend=0)""",
    "before": "before = np.append(p[0], p[:-1])  # the first precision carried back to recall 0",
    "best": "best = np.maximum.accumulate(p[::-1])[::-1]  # at this or any lower threshold",
    "levels": """
def mean_of_levels(count):  # of the best precision at each level of recall or beyond
    levels = np.linspace(0, 1, count)
    return np.mean([p[r >= level - {rounding}].max(initial=0) for level in levels])
""",
    "counts": """
# True and false positives grow together along a straight line between two thresholds.
fpr, tpr, _ = roc_curve(label, score{weights}, drop_intermediate=False)
positives, negatives = {totals}
tp, fp = tpr[1:] * positives, fpr[1:] * negatives
rising = np.diff(tp) > 0
new_tp, new_fp = np.diff(tp)[rising], np.diff(fp)[rising]
called = (tp + fp)[:-1][rising]
slope = 1 + new_fp / new_tp
offset = called - slope * tp[:-1][rising]
pieces = (new_tp - offset / slope * np.log1p((new_tp + new_fp) / called)) / slope""",
}
_TAKES: dict[Need, str] = {"curve": "precision_recall_curve", "counts": "roc_curve"}
_NOT_THERE = "# {scheme}: scikit-learn has nothing that joins the points so; pr_metrics has."


def with_pr_metrics(wanted: Wanted) -> str:
    """The numbers with pr_metrics.

    >>> print(with_pr_metrics(Wanted("ten_rows_rows.csv", ["step"])))
    import numpy as np
    from pr_metrics import SCHEMES, operating_points
    <BLANKLINE>
    rows = np.loadtxt("ten_rows_rows.csv", delimiter=",", skiprows=1, usecols=(0, 1))
    label, score = rows.T
    points = operating_points(label, score)
    print("step", SCHEMES["step"].area(points))
    """
    moved = [] if wanted.prevalence is None else [f"points = at_prevalence(points, {wanted.prevalence!r})"]
    takes = ["SCHEMES", *(["at_prevalence"] if moved else []), "operating_points"]
    takes += ["point_in_force"] if wanted.threshold is not None else []
    has_interval = wanted.clustered and "step" in wanted.schemes and wanted.prevalence is None
    takes += ["area_interval_of_rows"] if has_interval else []
    lines = [
        "import numpy as np",
        _import_of("pr_metrics", takes),
        "",
        *_read(wanted),
        f"points = operating_points(label, score{_facts(wanted)['weights']}{total_of(wanted.total_positives)})",
        *moved,
        *_areas_of_schemes(wanted),
    ]
    if wanted.threshold is not None:
        lines += [
            f"at = point_in_force(points, {wanted.threshold!r})",
            'print("precision", points.precision[at])',
            'print("recall", points.recall[at])',
        ]
    if has_interval:
        lines += interval_of_groups(weighted=wanted.weighted)
    return "\n".join(lines)


def interval_of_groups(*, weighted: bool) -> list[str]:
    """The lines that print the interval of the step area with rows of a cluster kept together.

    >>> print(interval_of_groups(weighted=False)[0])
    interval = area_interval_of_rows(label, score, groups=cluster)
    """
    weights = ", sample_weight=weight" if weighted else ""
    return [
        f"interval = area_interval_of_rows(label, score{weights}, groups=cluster)",
        'print("interval_low", interval.low)',
        'print("interval_high", interval.high)',
    ]


def total_of(positives: float | None) -> str:
    """The argument that tells of positives that were never scored.

    >>> total_of(12.0), total_of(None)
    (', total_positives=12', '')
    """
    return "" if positives is None else f", total_positives={_number(positives)}"


def _number(value: float) -> str:
    return repr(int(value)) if float(value).is_integer() else repr(float(value))


def _areas_of_schemes(wanted: Wanted) -> list[str]:
    if len(wanted.schemes) <= FEW:
        return _printed({key: f'SCHEMES["{key}"].area(points)' for key in wanted.schemes}, wanted)
    return [
        "for key, scheme in SCHEMES.items():",
        "    if scheme.applies_to(points):",
        "        print(key, scheme.area(points))",
    ]


def with_scikit_learn(wanted: Wanted) -> str:
    """The numbers with scikit-learn, and NumPy where it has no function for a scheme; None has for `davis_goadrich`.

    >>> print(with_scikit_learn(Wanted("ten_rows_rows.csv", ["linear"])))
    import numpy as np
    from sklearn.metrics import auc, precision_recall_curve
    <BLANKLINE>
    rows = np.loadtxt("ten_rows_rows.csv", delimiter=",", skiprows=1, usecols=(0, 1))
    label, score = rows.T
    precision, recall, _ = precision_recall_curve(label, score)
    print("linear", auc(recall, precision))
    """
    wanted = replace(wanted, clustered=False)  # scikit-learn has no intervals
    moved = wanted if wanted.prevalence is None else replace(wanted, weighted=True)
    imports, lines = areas_with_scikit_learn(moved)
    return "\n".join([*imports, "", *_read(wanted), *found_of(wanted), *_moved(wanted), *lines])


def found_of(wanted: Wanted) -> list[str]:
    """The share of all positives that were scored, which scikit-learn knows nothing of."""
    if wanted.total_positives is None:
        return []
    scored = "weight[label == 1].sum()" if wanted.weighted else "label.sum()"
    return [f"found = {scored} / {_number(wanted.total_positives)}  # of all positives; the others were never scored"]


def _moved(wanted: Wanted) -> list[str]:
    """Weights that give the negatives the share that is wanted."""
    if wanted.prevalence is None:
        return []
    asked = wanted.prevalence
    share = "np.average(label, weights=weight)" if wanted.weighted else "label.mean()"
    if wanted.total_positives is not None:
        total = _number(wanted.total_positives)
        negatives = "weight[label == 0].sum()" if wanted.weighted else "(label == 0).sum()"
        share = f"{total} / ({total} + {negatives})"
    times = "weight * " if wanted.weighted else ""
    return [
        f"share, asked = {share}, {asked!r}  # of positives: as it is, and as it is asked for",
        f"weight = {times}np.where(label == 1, 1, share * (1 - asked) / (asked * (1 - share)))",
    ]


def areas_with_scikit_learn(wanted: Wanted) -> tuple[list[str], list[str]]:
    """Imports, and the lines that make the areas of `label` and `score`, which are read before."""
    known = {key: entry_of(key).recipe for key in wanted.schemes}
    recipes = {key: recipe for key, recipe in known.items() if recipe is not None}
    needs = [step for step in _STEPS if any(step in recipe.needs for recipe in recipes.values())]
    facts = _facts(wanted)
    at = _at_threshold(wanted)
    areas = {key: recipe.area.format(**facts) for key, recipe in recipes.items()}
    steps = [line for step in needs for line in _STEPS[step].format(**facts).split("\n")]
    lines = [*steps, *([""] if len(needs) > 1 else []), *_printed(areas, wanted), *at]
    lines += [_NOT_THERE.format(scheme=key) for key in wanted.schemes if key not in recipes]
    takes = {name for recipe in recipes.values() for name in recipe.takes}
    takes |= {_TAKES[step] for step in needs if step in _TAKES} | ({"precision_score", "recall_score"} if at else set())
    return _imports(sorted(takes)), lines


def _facts(wanted: Wanted) -> dict[str, str]:
    """Differences of the lines, by weights and by positives that were never scored."""
    missed = wanted.total_positives is not None
    counts = ("weight[label == 1].sum()", "weight[label == 0].sum()")
    return {
        "weights": ", sample_weight=weight" if wanted.weighted else "",
        "totals": ", ".join(counts) if wanted.weighted else "(label == 1).sum(), (label == 0).sum()",
        "rounding": f"{LEVEL_ROUNDING:g}",
        "times": " * found" if missed else "",
        "scaled": "\nrecall = recall * found" if missed else "",
    }


def _read(wanted: Wanted) -> list[str]:
    """The file's columns as arrays; NumPy reads every number to the bit, in all its versions."""
    columns = ["label", "score", *(["weight"] if wanted.weighted else []), *(["cluster"] if wanted.clustered else [])]
    names, places = ", ".join(columns), tuple(range(len(columns)))
    rounded = [] if wanted.decimals is None else [f"score = score.round({wanted.decimals})"]
    read = f'rows = np.loadtxt("{wanted.file}", delimiter=",", skiprows=1, usecols={places})'
    return [read, f"{names} = rows.T", *rounded]


def _at_threshold(wanted: Wanted) -> list[str]:
    if wanted.threshold is None:
        return []
    weights, times = (_facts(wanted)[name] for name in ("weights", "times"))
    return [
        f"called = score >= {wanted.threshold!r}",
        f'print("precision", precision_score(label, called{weights}))',
        f'print("recall", recall_score(label, called{weights}){times})',
    ]


def _printed(areas: dict[str, str], wanted: Wanted) -> list[str]:
    """A line for each area; named first where their difference is wanted too."""
    if not wanted.difference or len(areas) < 2:
        return [f'print("{key}", {area})' for key, area in areas.items()]
    first, second = areas
    return [
        *(f"{key} = {area}" for key, area in areas.items()),
        *(f'print("{key}", {key})' for key in areas),
        f'print("difference", {second} - {first})',
    ]


def _imports(takes: list[str]) -> list[str]:
    return ["import numpy as np", *([_import_of("sklearn.metrics", takes)] if takes else [])]


def _import_of(package: str, takes: list[str]) -> str:
    line = f"from {package} import {', '.join(takes)}"
    if len(line) > 88:  # as formatters break it
        return "\n".join([f"from {package} import (", *(f"    {name}," for name in takes), ")"])
    return line
