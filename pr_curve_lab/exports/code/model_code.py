"""The lines of Python that compute the areas of several models again, with pr_metrics and with scikit-learn."""

from __future__ import annotations

from collections.abc import Sequence

from pr_curve_lab.exports.code.python_code import (
    Wanted,
    areas_with_scikit_learn,
    found_of,
    interval_of_groups,
    total_of,
)


def both(
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
    read = _read(file, models, weighted=weighted, clustered=clustered)
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
    read = [*_read(file, models, weighted=weighted), *(f"    {line}" for line in found_of(wanted))]
    theirs = [*imports, "", *read, *(f"    {line}" if line else "" for line in lines)]
    return {"pr_metrics": "\n".join(ours), "scikit-learn": "\n".join(theirs)}


def _read(file: str, models: Sequence[str], *, weighted: bool, clustered: bool = False) -> list[str]:
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
