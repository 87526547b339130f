"""The gate as an assertion for tests of any kind; it needs only NumPy, and its report the extra `app`."""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path

from numpy.typing import ArrayLike

from pr_metrics import NoninferiorityTest, noninferiority_test
from pr_metrics.uncertainty.noninferiority import DEFAULT_LOSS


def assert_no_worse(
    y_true: ArrayLike,
    y_score_a: ArrayLike,
    y_score_b: ArrayLike,
    *,
    loss: float = DEFAULT_LOSS,
    confidence_level: float = 0.95,
    groups: ArrayLike | None = None,
    strict: bool = False,
    report: str | os.PathLike[str] | None = None,
) -> NoninferiorityTest:
    """Assert that a new model's step area is not worse than an old one's by more than `loss`.

    Parameters
    ----------
    y_true, y_score_a, y_score_b, loss, confidence_level, groups
        As `noninferiority_test` takes them: `y_score_a` are the scores of the new model, `y_score_b` of the old one.
    strict : bool, default False
        Whether too few positives to tell are a failure; otherwise they are a warning, which pytest lists after its run.
    report : path-like, optional
        Path of an HTML report, written for every decision; missing folders are created. Without the extra `app` a
        message says that no report was written.

    Returns
    -------
    NoninferiorityTest
        The decision, if it is not a failure.

    Raises
    ------
    AssertionError
        The new model is worse by more than `loss`, or, if `strict`, there are too few positives to tell.
    ValueError
        As `noninferiority_test`.

    Warns
    -----
    UserWarning
        There are too few positives to tell.

    Examples
    --------
    >>> assert_no_worse([1, 1, 0, 0], [0.9, 0.3, 0.2, 0.4], [0.9, 0.3, 0.2, 0.4]).outcome
    'no_worse'
    """
    decision = noninferiority_test(
        y_true, y_score_a, y_score_b, loss=loss, confidence_level=confidence_level, groups=groups
    )
    report_sentence = "" if report is None else _write_report(Path(report), decision, (y_true, y_score_a, y_score_b))
    undecided = decision.outcome == "too_few_positives"
    if not decision.passed or (strict and undecided):
        raise AssertionError(decision.sentence + report_sentence)
    if undecided:
        warnings.warn(decision.sentence, UserWarning, stacklevel=2)
    return decision


def _write_report(path: Path, decision: NoninferiorityTest, rows: tuple[ArrayLike, ArrayLike, ArrayLike]) -> str:
    """Write the report, and return the end of the error message: where it is, or why there is none."""
    try:
        from pr_curve_lab.gate.report import report_of_rows
    except ModuleNotFoundError as missing:
        report_sentence = f"; no report was written: it needs {missing.name}, install pr-curve-lab[app]"
        if decision.passed:
            print(report_sentence.removeprefix("; "), file=sys.stderr)
        return report_sentence
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(report_of_rows(decision, *rows))
    return f"; report: {path}"
