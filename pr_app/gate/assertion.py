"""The gate as an assertion, for tests of any kind; NumPy is enough for it, a report needs the app's extra."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from numpy.typing import ArrayLike

from pr_metrics import NoWorse, no_worse
from pr_metrics.uncertainty.no_worse import LOSS


def assert_no_worse(
    y_true: ArrayLike,
    new: ArrayLike,
    old: ArrayLike,
    *,
    loss: float = LOSS,
    level: float = 0.95,
    clusters: ArrayLike | None = None,
    report: str | os.PathLike[str] | None = None,
) -> NoWorse:
    """Assert that a new model's step area is not worse than an old one's by more than `loss`, as `no_worse` decides.

    report: path of an HTML report that is written whatever the decision, with its folders. Without the app's extra it
    is not, and is said not to be.

    Raises
    ------
    AssertionError: the new model is worse by more than that.
    ValueError: as `no_worse`.

    >>> assert_no_worse([1, 1, 0, 0], [0.9, 0.3, 0.2, 0.4], [0.8, 0.6, 0.5, 0.1]).passed
    True
    """
    decision = no_worse(y_true, new, old, loss=loss, level=level, clusters=clusters)
    said = "" if report is None else _written(Path(report), decision, (y_true, new, old))
    if not decision.passed:
        raise AssertionError(decision.sentence + said)
    return decision


def _written(path: Path, decision: NoWorse, rows: tuple[ArrayLike, ArrayLike, ArrayLike]) -> str:
    """Write the report; returns the end of the sentence, which says where it is or why it is not."""
    try:
        from pr_app.gate.report import report_of_rows
    except ModuleNotFoundError as missing:
        said = f"; no report was written: it needs {missing.name}, install pr-curve-lab[app]"
        if decision.passed:
            print(said.removeprefix("; "), file=sys.stderr)
        return said
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(report_of_rows(decision, *rows))
    return f"; report: {path}"
