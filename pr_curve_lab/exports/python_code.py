"""Lines of Python that compute the numbers of a page again, with pr_metrics and with scikit-learn.

They read the file of rows as they were counted, so they need not repeat how a strange file was understood. Each line
that is printed begins with the name of its number. Comments are in English, as code is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pr_curve_lab.i18n.names import Need, entry_of
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


_MISSED = "# scikit-learn knows nothing of positives that were never scored; pr_metrics does."


@dataclass(frozen=True, slots=True)
class WantedAverage:
    """The average that the lines print, and its file: labels first, then scores, then weight and group."""

    file: str
    tasks: int
    average: str | None  # None of a single task
    scheme: str
    weighted: bool = False
    folds: int = 0  # that have an area
    missed: float = 0.0  # positives of a single task that were never scored
    missed_in_folds: tuple[float, ...] = ()  # of each of these folds, in the order of their names as text


def average_code(wanted: WantedAverage) -> dict[str, str]:
    """The lines for each package that computes."""
    return {"pr_metrics": _with_pr_metrics(wanted), "scikit-learn": _with_scikit_learn(wanted)}


def _with_pr_metrics(wanted: WantedAverage) -> str:
    """Print the average of all rows, and the mean and the standard deviation of the folds.

    >>> print(_with_pr_metrics(WantedAverage("three_rows.csv", 3, "macro", "step")))
    import numpy as np
    from pr_metrics import average_precision
    <BLANKLINE>
    rows = np.loadtxt("three_rows.csv", delimiter=",", skiprows=1, usecols=range(6))
    labels, scores = rows[:, :3], rows[:, 3:6]
    how = {"average": "macro", "scheme": "step"}
    print("area", average_precision(labels, scores, **how))
    """
    if wanted.missed:
        return _with_missed(wanted)
    kind = [] if wanted.average is None else [f'"average": "{wanted.average}"']
    how = ", ".join([*kind, f'"scheme": "{wanted.scheme}"'])
    lines = [
        "import numpy as np",
        "from pr_metrics import average_precision",
        "",
        *_read_average_code(wanted, group=wanted.folds > 0),
        f"how = {{{how}}}",
        f'print("area", average_precision(labels, scores{_weights(wanted)}, **how))',
    ]
    if wanted.folds:
        at = ", sample_weight=weight[fold]" if wanted.weighted else ""
        lines += [
            "folds = [group == name for name in np.unique(group)]",
            "folds = [fold for fold in folds if labels[fold].any()]  # without positives there is no area",
            f"areas = [average_precision(labels[fold], scores[fold]{at}, **how) for fold in folds]",
            *_spread(wanted),
        ]
    return "\n".join(lines)


def _with_missed(wanted: WantedAverage) -> str:
    """The areas of one task and of its folds, with the positives that were never scored in the total of each."""
    given, weights, scored = "labels[rows], scores[rows]", "", "labels[rows].sum()"
    if wanted.weighted:
        weights, scored = ", sample_weight=weight[rows]", "weight[rows] @ labels[rows]"
    lines = [
        "import numpy as np",
        "from pr_metrics import SCHEMES, operating_points",
        "",
        *_read_average_code(wanted, group=wanted.folds > 0),
        "def area(rows, missed):",
        f"    points = operating_points({given}{weights}, total_positives=missed + {scored})",
        f'    return SCHEMES["{wanted.scheme}"].area(points)',
        "",
        f'print("area", area(slice(None), {wanted.missed!r}))',
    ]
    if wanted.folds:
        missed = ", ".join(f"{one!r}" for one in wanted.missed_in_folds)
        lines += [
            "folds = [group == name for name in np.unique(group)]",
            f"missed = [{missed}]",
            "areas = [area(fold, count) for fold, count in zip(folds, missed) if labels[fold].any()]",
            *_spread(wanted),
        ]
    return "\n".join(lines)


def _with_scikit_learn(wanted: WantedAverage) -> str:
    """Lines for scikit-learn, which averages areas that are joined in steps only.

    >>> print(_with_scikit_learn(WantedAverage("three_rows.csv", 3, "macro", "linear")))
    # scikit-learn averages areas that are joined in steps only; pr_metrics any.
    >>> print(_with_scikit_learn(WantedAverage("three_rows.csv", 3, "micro", "step")))
    import numpy as np
    from sklearn.metrics import average_precision_score
    <BLANKLINE>
    rows = np.loadtxt("three_rows.csv", delimiter=",", skiprows=1, usecols=range(6))
    labels, scores = rows[:, :3], rows[:, 3:6]
    print("area", average_precision_score(labels, scores, average="micro"))
    """
    if not entry_of(wanted.scheme).averaged:
        return "# scikit-learn averages areas that are joined in steps only; pr_metrics any."
    if wanted.missed:
        return _MISSED
    weights = _weights(wanted)
    kind = "" if wanted.average is None else f', average="{wanted.average}"'
    counted = ""
    of_folds = wanted.folds > 0 and wanted.average is None
    read = _read_average_code(wanted, group=of_folds)
    lines = ["import numpy as np", "from sklearn.metrics import average_precision_score", "", *read]
    if wanted.average in ("macro", "weighted"):
        lines.append("some = labels.any(axis=0)  # scikit-learn would count a column without positives as 0")
        counted = "[:, some]"
    if wanted.average == "samples":
        lines.append("some = labels.any(axis=1)  # scikit-learn would count a row without positives as 0")
        counted, weights = "[some]", ", sample_weight=weight[some]" if wanted.weighted else ""
    lines.append(f'print("area", average_precision_score(labels{counted}, scores{counted}{kind}{weights}))')
    if of_folds:
        at = ", sample_weight=weight[fold]" if wanted.weighted else ""
        lines += [
            "folds = [group == name for name in np.unique(group[labels == 1])]",
            f"areas = [average_precision_score(labels[fold], scores[fold]{at}) for fold in folds]",
            *_spread(wanted),
        ]
    return "\n".join(lines)


def _read_average_code(wanted: WantedAverage, *, group: bool) -> list[str]:
    """Labels and scores as matrices, or as columns where there is one task."""
    count = wanted.tasks
    numbers = 2 * count + wanted.weighted
    lines = [f'rows = np.loadtxt("{wanted.file}", delimiter=",", skiprows=1, usecols=range({numbers}))']
    if count == 1:
        lines.append("labels, scores = rows[:, 0], rows[:, 1]")
    else:
        lines.append(f"labels, scores = rows[:, :{count}], rows[:, {count}:{2 * count}]")
    if wanted.weighted:
        lines.append(f"weight = rows[:, {2 * count}]")
    if group:
        lines += [
            f"column = {{'delimiter': ',', 'skiprows': 1, 'usecols': {numbers}, 'quotechar': '\"', 'comments': None}}",
            f'group = np.loadtxt("{wanted.file}", dtype=str, encoding="utf-8", **column)',
        ]
    return lines


def _spread(wanted: WantedAverage) -> list[str]:
    """The mean, and the standard deviation where there is more than one fold."""
    deviation = ['print("deviation_of_folds", np.std(areas, ddof=1))'] if wanted.folds > 1 else []
    return ['print("mean_of_folds", np.mean(areas))', *deviation]


def _weights(wanted: WantedAverage) -> str:
    return ", sample_weight=weight" if wanted.weighted else ""


def model_code(
    file: str,
    models: Sequence[str],
    schemes: Sequence[str],
    *,
    weighted: bool,
    total_positives: float | None = None,
    clustered: bool = False,
) -> dict[str, str]:
    """The lines for each package that computes; each model's name is printed before its areas."""
    keys = tuple(dict.fromkeys(schemes))
    read = _read_model_code(file, models, weighted=weighted, clustered=clustered)
    has_interval = clustered and "step" in keys
    weights = ", sample_weight=weight" if weighted else ""
    ours = [
        "import numpy as np",
        f"from pr_metrics import SCHEMES{', area_interval_of_rows' if has_interval else ''}, operating_points",
        "",
        *read,
        f"    points = operating_points(label, score{weights}{total_of(total_positives)})",
        *(f'    print("{key}", SCHEMES["{key}"].area(points))' for key in keys),
        *(f"    {line}" for line in (interval_of_groups(weighted=weighted) if has_interval else [])),
    ]
    wanted = Wanted(file, keys, weighted=weighted, total_positives=total_positives)
    imports, lines = areas_with_scikit_learn(wanted)
    read = [*_read_model_code(file, models, weighted=weighted), *(f"    {line}" for line in found_of(wanted))]
    theirs = [*imports, "", *read, *(f"    {line}" if line else "" for line in lines)]
    return {"pr_metrics": "\n".join(ours), "scikit-learn": "\n".join(theirs)}


def _read_model_code(file: str, models: Sequence[str], *, weighted: bool, clustered: bool = False) -> list[str]:
    """The file's columns, and the loop over the models; their names are written as Python writes text."""
    count = len(models)
    weight = [f"weight = rows[:, {1 + count}]"] if weighted else []
    weight += [f"cluster = rows[:, {1 + count + weighted}]"] if clustered else []
    names = [f"    {model!r}," for model in models]
    return [
        f'rows = np.loadtxt("{file}", delimiter=",", skiprows=1, usecols=range({1 + count + weighted + clustered}))',
        f"label, scores = rows[:, 0], rows[:, 1:{1 + count}]",
        *weight,
        "names = [",
        *names,
        "]",
        "for name, score in zip(names, scores.T):",
        "    print(name)",
    ]
