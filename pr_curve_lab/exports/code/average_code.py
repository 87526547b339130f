"""The lines of Python that compute an average again, with pr_metrics and with scikit-learn."""

from __future__ import annotations

from dataclasses import dataclass

from pr_curve_lab.i18n.scheme_entries import entry_of

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


def both(wanted: WantedAverage) -> dict[str, str]:
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
        *_read(wanted, group=wanted.folds > 0),
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
        *_read(wanted, group=wanted.folds > 0),
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
    read = _read(wanted, group=of_folds)
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


def _read(wanted: WantedAverage, *, group: bool) -> list[str]:
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
