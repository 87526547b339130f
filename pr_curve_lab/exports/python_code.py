"""Python code that computes the numbers of a page again, with pr_metrics and with scikit-learn.

It reads the exported file of rows, so it need not repeat how an unusual file was understood. Each printed line begins
with the name of its number. Comments in the code are in English.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pr_curve_lab.exports.results import Averages, CurveResults
from pr_metrics import signature
from pr_metrics.tolerances import LEVEL_ROUNDING

MAX_SCHEME_LINES = 2  # schemes with a line each; for more, the code loops over all that apply


@dataclass(frozen=True, slots=True)
class CodeRequest:
    """The numbers that the code prints, and their rows."""

    file: str  # name of the file of rows; safe inside quotation marks
    schemes: Sequence[str]  # keys, in the order of printing
    weighted: bool = False
    decimals: int | None = None  # to which scores are rounded
    threshold: float | None = None  # print precision and recall at this threshold
    difference: bool = False  # print the second scheme's area minus the first's
    prevalence: float | None = None  # move the points to this prevalence
    threshold_prevalence: float | None = None  # print the precision at the threshold at this prevalence too
    total_positives: float | None = None  # all positives, if some are unscored
    clustered: bool = False  # whether the interval of the step area uses clusters
    models: Sequence[str] = ()  # several scores, each printed after its name; (): the one score of the file


Variable = Literal["curve", "forward", "before", "best", "levels", "counts"]
# Code that computes variables from the rows before any area, in this order, each at most once.
_STEPS: dict[Variable, str] = {
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
_SKLEARN_FUNCTIONS: dict[Variable, str] = {"curve": "precision_recall_curve", "counts": "roc_curve"}


@dataclass(frozen=True, slots=True)
class SklearnArea:
    """How to compute the area of a scheme from scikit-learn's curve."""

    area: str  # an expression
    variables: tuple[Variable, ...] = ("curve", "forward")
    imports: tuple[str, ...] = ()  # functions of sklearn.metrics besides those in `_SKLEARN_FUNCTIONS`


SKLEARN_AREAS = {
    "step": SklearnArea(
        "average_precision_score(label, score{weights}){times}", (), imports=("average_precision_score",)
    ),
    "linear": SklearnArea("auc(recall, precision)", ("curve",), imports=("auc",)),
    "linear_flat": SklearnArea("(gain * (before + p) / 2).sum()", ("curve", "forward", "before")),
    "linear_truncated": SklearnArea("(gain[1:] * (p[:-1] + p[1:]) / 2).sum()"),
    "lower": SklearnArea("(gain * np.minimum(before, p)).sum()", ("curve", "forward", "before")),
    "upper": SklearnArea("(gain * np.maximum(before, p)).sum()", ("curve", "forward", "before")),
    "continuous": SklearnArea("(tp[0] ** 2 / (tp[0] + fp[0]) + pieces.sum()) / positives{times}", ("counts",)),
    "envelope": SklearnArea("(gain * best).sum()", ("curve", "forward", "best")),
    "eleven_point": SklearnArea("mean_of_levels(11)", ("curve", "forward", "levels")),
    "hundred_one_point": SklearnArea("mean_of_levels(101)", ("curve", "forward", "levels")),
}
_NOT_SUPPORTED = "# {scheme}: scikit-learn has nothing that joins the points so; pr_metrics has."


def curve_code(results: CurveResults, schemes: Sequence[str], **numbers: Any) -> dict[str, str]:
    """Return the code for each package, for the rows of a curve; numbers: fields of `CodeRequest`."""
    request = CodeRequest(
        f"{results.stem}_rows.csv",
        schemes,
        weighted=results.labeled_scores.weight is not None,
        decimals=results.decimals,
        total_positives=results.total_positives,
        clustered=results.labeled_scores.cluster_of_row is not None,
        **numbers,
    )
    code = {"pr_metrics": pr_metrics_code(request), "scikit-learn": sklearn_code(request)}
    if request.models or request.prevalence is not None or len(schemes) > MAX_SCHEME_LINES:
        return code
    areas = {key: results.areas[key] for key in schemes}
    return _with_signatures(
        code, [signature(results.points, key, area=area, short=True) for key, area in areas.items()]
    )


def _with_signatures(code: Mapping[str, str], signatures: Sequence[str]) -> dict[str, str]:
    """Return the code with the signatures of its areas as comments in its last lines."""
    return {package: "\n".join([text, *(f"# {one}" for one in signatures)]) for package, text in code.items()}


def pr_metrics_code(request: CodeRequest) -> str:
    """Return code that computes the numbers with pr_metrics.

    >>> print(pr_metrics_code(CodeRequest("ten_rows_rows.csv", ["step"])))
    import numpy as np
    from pr_metrics import SCHEMES, operating_points
    <BLANKLINE>
    rows = np.loadtxt("ten_rows_rows.csv", delimiter=",", skiprows=1, usecols=(0, 1))
    label, score = rows.T
    points = operating_points(label, score)
    print("step", SCHEMES["step"].area(points))
    """
    takes, weights = ["SCHEMES", "operating_points"], _template_values(request)["weights"]
    total = "" if request.total_positives is None else f", total_positives={_number(request.total_positives)}"
    lines = [f"points = operating_points(label, score{weights}{total})"]
    if request.prevalence is not None:
        takes.append("at_prevalence")
        lines.append(f"points = at_prevalence(points, {request.prevalence!r})")
    lines += _area_lines(request)
    if request.threshold is not None:
        takes.append("threshold_index")
        lines += [
            f"at = threshold_index(points, {request.threshold!r})",
            'print("precision", points.precision[at])',
            'print("recall", points.recall[at])',
        ]
    if request.threshold_prevalence is not None:
        takes.append("at_prevalence")
        moved = f"at_prevalence(points, {request.threshold_prevalence!r})"
        lines.append(f'print("{_target_name(request)}", {moved}.precision[at])')
    if request.clustered and "step" in request.schemes and request.prevalence is None:
        takes.append("area_interval_of_rows")
        lines += [
            f"interval = area_interval_of_rows(label, score{weights}, groups=cluster)",
            'print("interval_low", interval.lower)',
            'print("interval_high", interval.upper)',
        ]
    imports = ["import numpy as np", _import_line("pr_metrics", sorted(takes))]
    return "\n".join([*imports, "", *_load_lines(request), *_loop_over_models(lines, request)])


def _number(value: float) -> str:
    return repr(int(value)) if float(value).is_integer() else repr(float(value))


def _area_lines(request: CodeRequest) -> list[str]:
    if len(request.schemes) <= MAX_SCHEME_LINES:
        return _print_lines({key: f'SCHEMES["{key}"].area(points)' for key in request.schemes}, request)
    return [
        "for key, scheme in SCHEMES.items():",
        "    if scheme.can_join(points):",
        "        print(key, scheme.area(points))",
    ]


def sklearn_code(request: CodeRequest) -> str:
    """Return code for scikit-learn, or NumPy where it has no function for a scheme; `davis_goadrich` has neither.

    >>> print(sklearn_code(CodeRequest("ten_rows_rows.csv", ["linear"])))
    import numpy as np
    from sklearn.metrics import auc, precision_recall_curve
    <BLANKLINE>
    rows = np.loadtxt("ten_rows_rows.csv", delimiter=",", skiprows=1, usecols=(0, 1))
    label, score = rows.T
    precision, recall, _ = precision_recall_curve(label, score)
    print("linear", auc(recall, precision))
    """
    request = replace(request, clustered=False)  # scikit-learn has no confidence intervals
    reweighted = request if request.prevalence is None else replace(request, weighted=True)
    imports, lines = _sklearn_area_lines(reweighted)
    at_target = replace(request, prevalence=request.threshold_prevalence)
    lines = [*_scored_fraction_lines(request), *_prevalence_lines(request), *lines, *_target_lines(at_target)]
    return "\n".join([*imports, "", *_load_lines(request), *_loop_over_models(lines, request)])


def _scored_fraction_lines(request: CodeRequest) -> list[str]:
    """Compute the fraction of all positives that were scored, as scikit-learn does not support unscored positives."""
    if request.total_positives is None:
        return []
    scored = "weight[label == 1].sum()" if request.weighted else "label.sum()"
    return [f"found = {scored} / {_number(request.total_positives)}  # of all positives; the others were never scored"]


def _prevalence_lines(request: CodeRequest) -> list[str]:
    """Compute weights of the negatives that give the target prevalence."""
    if request.prevalence is None:
        return []
    asked = request.prevalence
    share = "np.average(label, weights=weight)" if request.weighted else "label.mean()"
    if request.total_positives is not None:
        total = _number(request.total_positives)
        negatives = "weight[label == 0].sum()" if request.weighted else "(label == 0).sum()"
        share = f"{total} / ({total} + {negatives})"
    times = "weight * " if request.weighted else ""
    return [
        f"share, asked = {share}, {asked!r}  # of positives: as it is, and as it is asked for",
        f"weight = {times}np.where(label == 1, 1, share * (1 - asked) / (asked * (1 - share)))",
    ]


def _sklearn_area_lines(request: CodeRequest) -> tuple[list[str], list[str]]:
    """Return the imports, and the lines that compute the areas from `label` and `score`."""
    recipes = {key: SKLEARN_AREAS[key] for key in request.schemes if key in SKLEARN_AREAS}
    needs = [step for step in _STEPS if any(step in recipe.variables for recipe in recipes.values())]
    facts = _template_values(request)
    at = _threshold_lines(request)
    areas = {key: recipe.area.format(**facts) for key, recipe in recipes.items()}
    steps = [line for step in needs for line in _STEPS[step].format(**facts).split("\n")]
    lines = [*steps, *([""] if len(needs) > 1 else []), *_print_lines(areas, request), *at]
    lines += [_NOT_SUPPORTED.format(scheme=key) for key in request.schemes if key not in recipes]
    takes = {name for recipe in recipes.values() for name in recipe.imports}
    takes |= {_SKLEARN_FUNCTIONS[step] for step in needs if step in _SKLEARN_FUNCTIONS} | (
        {"precision_score", "recall_score"} if at else set()
    )
    return _import_lines(sorted(takes)), lines


def _template_values(request: CodeRequest) -> dict[str, str]:
    """Return the parts of the code that depend on weights and on unscored positives."""
    missed = request.total_positives is not None
    counts = ("weight[label == 1].sum()", "weight[label == 0].sum()")
    return {
        "weights": ", sample_weight=weight" if request.weighted else "",
        "totals": ", ".join(counts) if request.weighted else "(label == 1).sum(), (label == 0).sum()",
        "rounding": f"{LEVEL_ROUNDING:g}",
        "times": " * found" if missed else "",
        "scaled": "\nrecall = recall * found" if missed else "",
    }


def _load_lines(request: CodeRequest) -> list[str]:
    """Load the columns of the file as arrays; all versions of NumPy read every number exactly."""
    others = [*(["weight"] if request.weighted else []), *(["cluster"] if request.clustered else [])]
    first_other = 1 + (len(request.models) or 1)
    count = first_other + len(others)
    columns = f"range({count})" if request.models else str(tuple(range(count)))
    read = f'rows = np.loadtxt("{request.file}", delimiter=",", skiprows=1, usecols={columns})'
    if not request.models:
        rounded = [] if request.decimals is None else [f"score = score.round({request.decimals})"]
        return [read, f"{', '.join(['label', 'score', *others])} = rows.T", *rounded]
    return [
        read,
        f"label, scores = rows[:, 0], rows[:, 1:{first_other}]",
        *(f"{name} = rows[:, {column}]" for column, name in enumerate(others, start=first_other)),
        "names = [",
        *(f"    {model!r}," for model in request.models),
        "]",
    ]


def _loop_over_models(lines: list[str], request: CodeRequest) -> list[str]:
    """Return the lines; for several models, in a loop over their scores that also prints their names."""
    if not request.models:
        return lines
    loop = ["for name, score in zip(names, scores.T):", "    print(name)"]
    return [*loop, *(f"    {line}" if line else "" for line in lines)]


def _threshold_lines(request: CodeRequest) -> list[str]:
    if request.threshold is None:
        return []
    weights, times = (_template_values(request)[name] for name in ("weights", "times"))
    return [
        f"called = score >= {request.threshold!r}",
        f'print("precision", precision_score(label, called{weights}))',
        f'print("recall", recall_score(label, called{weights}){times})',
    ]


def _target_lines(request: CodeRequest) -> list[str]:
    """Print the precision at the threshold at the target prevalence, if there is one."""
    if request.threshold_prevalence is None:
        return []
    precision = "precision_score(label, called, sample_weight=weight)"
    return [*_prevalence_lines(request), f'print("{_target_name(request)}", {precision})']


def _target_name(request: CodeRequest) -> str:
    return f"precision_at_class_balance_{request.threshold_prevalence!r}"


def _print_lines(areas: dict[str, str], request: CodeRequest) -> list[str]:
    """Print each area; store them in variables first if their difference is printed too."""
    if not request.difference or len(areas) < 2:
        return [f'print("{key}", {area})' for key, area in areas.items()]
    first, second = areas
    return [
        *(f"{key} = {area}" for key, area in areas.items()),
        *(f'print("{key}", {key})' for key in areas),
        f'print("difference", {second} - {first})',
    ]


def _import_lines(names: list[str]) -> list[str]:
    return ["import numpy as np", *([_import_line("sklearn.metrics", names)] if names else [])]


def _import_line(package: str, names: list[str]) -> str:
    line = f"from {package} import {', '.join(names)}"
    if len(line) > 88:  # split as formatters do
        return "\n".join([f"from {package} import (", *(f"    {name}," for name in names), ")"])
    return line


_UNSCORED_NOT_SUPPORTED = "# scikit-learn knows nothing of positives that were never scored; pr_metrics does."
_NOT_AVERAGED = "# scikit-learn averages areas that are joined in steps only; pr_metrics any."


def average_code(averages: Averages) -> dict[str, str]:
    """Return the code for each package that prints an average of all rows, and the mean and deviation of the groups."""
    unscored = averages.matrix.unscored_positives
    pr_metrics = _unscored_average_code(averages) if unscored else _pr_metrics_average_code(averages)
    if averages.scheme != "step":
        sklearn = _NOT_AVERAGED
    else:
        sklearn = _UNSCORED_NOT_SUPPORTED if unscored else _sklearn_average_code(averages)
    return _with_signatures({"pr_metrics": pr_metrics, "scikit-learn": sklearn}, [averages.signature])


def _pr_metrics_average_code(averages: Averages) -> str:
    kind = [f'"average": "{averages.average}"'] if averages.is_multi_task else []
    how = ", ".join([*kind, f'"scheme": "{averages.scheme}"'])
    lines = [
        "import numpy as np",
        "from pr_metrics import average_precision",
        "",
        *_load_matrix_lines(averages, group=averages.group_averages is not None),
        f"how = {{{how}}}",
        f'print("area", average_precision(labels, scores{_weight_keyword(averages)}, **how))',
    ]
    if averages.group_averages is not None:
        lines += [
            "folds = [group == name for name in np.unique(group)]",
            "folds = [fold for fold in folds if labels[fold].any()]  # without positives there is no area",
            f"areas = [average_precision(labels[fold], scores[fold]{_weight_keyword(averages, 'fold')}, **how)"
            " for fold in folds]",
            *_group_mean_lines(averages),
        ]
    return "\n".join(lines)


def _unscored_average_code(averages: Averages) -> str:
    """Return code for the areas of one task and of its groups, each with its unscored positives in the total."""
    scored = "labels[rows].sum()" if averages.matrix.weight is None else "weight[rows] @ labels[rows]"
    given = f"labels[rows], scores[rows]{_weight_keyword(averages, 'rows')}"
    lines = [
        "import numpy as np",
        "from pr_metrics import SCHEMES, operating_points",
        "",
        *_load_matrix_lines(averages, group=averages.group_averages is not None),
        "def area(rows, missed):",
        f"    points = operating_points({given}, total_positives=missed + {scored})",
        f'    return SCHEMES["{averages.scheme}"].area(points)',
        "",
        f'print("area", area(slice(None), {averages.matrix.unscored_positives!r}))',
    ]
    if (groups := averages.group_averages) is not None:
        unscored = dict(zip(groups.names, groups.unscored_positives.tolist(), strict=True))
        missed = ", ".join(f"{unscored[name]!r}" for name in sorted(unscored))
        lines += [
            "folds = [group == name for name in np.unique(group)]",
            f"missed = [{missed}]",
            "areas = [area(fold, count) for fold, count in zip(folds, missed) if labels[fold].any()]",
            *_group_mean_lines(averages),
        ]
    return "\n".join(lines)


def _sklearn_average_code(averages: Averages) -> str:
    kind = f', average="{averages.average}"' if averages.is_multi_task else ""
    counted, weights, extra = "", _weight_keyword(averages), []
    if averages.is_multi_task and averages.average in ("macro", "weighted"):
        extra = ["some = labels.any(axis=0)  # scikit-learn would count a column without positives as 0"]
        counted = "[:, some]"
    if averages.is_multi_task and averages.average == "samples":
        extra = ["some = labels.any(axis=1)  # scikit-learn would count a row without positives as 0"]
        counted, weights = "[some]", _weight_keyword(averages, "some")
    by_group = averages.group_averages is not None and not averages.is_multi_task
    lines = [
        "import numpy as np",
        "from sklearn.metrics import average_precision_score",
        "",
        *_load_matrix_lines(averages, group=by_group),
        *extra,
        f'print("area", average_precision_score(labels{counted}, scores{counted}{kind}{weights}))',
    ]
    if by_group:
        at = _weight_keyword(averages, "fold")
        lines += [
            "folds = [group == name for name in np.unique(group[labels == 1])]",
            f"areas = [average_precision_score(labels[fold], scores[fold]{at}) for fold in folds]",
            *_group_mean_lines(averages),
        ]
    return "\n".join(lines)


def _load_matrix_lines(averages: Averages, *, group: bool) -> list[str]:
    """Load labels and scores as matrices, or as vectors for one task; then weight and group."""
    file, count = f"{averages.stem}_rows.csv", len(averages.matrix.names)
    weighted = averages.matrix.weight is not None
    numbers = 2 * count + weighted
    labels, scores = ("0", "1") if count == 1 else (f":{count}", f"{count}:{2 * count}")
    lines = [
        f'rows = np.loadtxt("{file}", delimiter=",", skiprows=1, usecols=range({numbers}))',
        f"labels, scores = rows[:, {labels}], rows[:, {scores}]",
    ]
    if weighted:
        lines.append(f"weight = rows[:, {2 * count}]")
    if group:
        lines += [
            f"column = {{'delimiter': ',', 'skiprows': 1, 'usecols': {numbers}, 'quotechar': '\"', 'comments': None}}",
            f'group = np.loadtxt("{file}", dtype=str, encoding="utf-8", **column)',
        ]
    return lines


def _group_mean_lines(averages: Averages) -> list[str]:
    """Print the mean, and the standard deviation if more than one group has an area; or training and test areas."""
    assert averages.group_averages is not None
    if averages.train_test is not None:
        return [
            "names = [name for name in np.unique(group) if labels[group == name].any()]",
            "for name, area in zip(names, areas):",
            "    print(name, area)",
        ]
    several = averages.group_averages.has_area.sum() > 1
    deviation = ['print("deviation_of_folds", np.std(areas, ddof=1))'] if several else []
    return ['print("mean_of_folds", np.mean(areas))', *deviation]


def _weight_keyword(averages: Averages, rows: str = "") -> str:
    if averages.matrix.weight is None:
        return ""
    return f", sample_weight=weight[{rows}]" if rows else ", sample_weight=weight"
