"""Checks for suspicious data: rows that can be counted but look wrong, and scores that are not probabilities.

These are only notes and never refuse data: a ranking may be bad, and a teacher may want it so.

Converting scores to probabilities keeps the order of the rows, so thresholds change, but curves and areas do not.
"""

from __future__ import annotations

import numpy as np

from pr_curve_lab.io.column_names import PROBABILITIES, split_name
from pr_curve_lab.io.limits import Notice
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.column_values import at_rows, has_fractions
from pr_curve_lab.schema.dataset import PER_CENT, LabeledScores, from_log_odds
from pr_curve_lab.schema.roles import TRAIN_NAMES, Roles, infer_test_split
from pr_metrics import tie_bounds

MIN_ROWS_FOR_MEAN, MIN_POSITIVES_FOR_MEAN = 100, 10  # needed to compare the mean score with the share of positives
# Ratio and difference of the mean score and the share of positives that are reported.
MIN_RATIO, MIN_DIFFERENCE = 2.0, 0.05


def is_probability_name(column: str) -> bool:
    """Whether the name of a column says that it holds probabilities.

    >>> is_probability_name("prob_default"), is_probability_name("probe")
    (True, False)
    """
    return any(word in PROBABILITIES for word in split_name(column))


def check_probability(cases: LabeledScores) -> Notice | None:
    """Return a note if scores that are named like probabilities do not look like probabilities."""
    column = cases.roles.scores[0]
    if not is_probability_name(column) or column in cases.roles.inverted or cases.roles.prediction is not None:
        return None
    low, high = float(cases.score.min()), float(cases.score.max())
    if low >= 0 and high <= 1:
        return _check_mean_score(cases, column)
    percent = low >= 0 and high <= PER_CENT
    key = "probability_percent" if percent else "probability_logit" if _is_logit(cases) else "probability_outside"
    return Notice(key, column=column, low=f"{low:.4g}", high=f"{high:.4g}")


def _is_logit(cases: LabeledScores) -> bool:
    """Whether scores may be log odds: on both sides of 0, and still distinct as probabilities."""
    threshold = cases.points.threshold
    return bool(threshold[0] > 0 > threshold[-1]) and np.unique(from_log_odds(threshold)).size == threshold.size


def _check_mean_score(cases: LabeledScores, column: str) -> Notice | None:
    positives = cases.positive_rows
    if cases.size < MIN_ROWS_FOR_MEAN or positives < MIN_POSITIVES_FOR_MEAN or cases.points.unscored_positives:
        return None
    mean, share = float(np.average(cases.score, weights=cases.weight)), cases.points.prevalence
    if abs(mean - share) < MIN_DIFFERENCE or max(mean, share) < MIN_RATIO * min(mean, share):
        return None
    return Notice("probability_mean", column=column, mean=mean, share=share)


FEW_POSITIVES = 10  # with fewer, the interval of any average precision is wider than 0.3
MANY_TIES = 0.5  # share of rows that have the same score as another row
MAX_FRACTION = 0.99  # a share below 1 is reported as at most this
DECIMALS = 3  # of an area
MANY_ROWS = 40  # more cannot be counted by hand, so few positives are not intended
MIN_CLASS_ROWS = 20  # a random model does not separate so many rows of each class
FEW_ROWS = 10  # with fewer, two distinct scores can occur by chance
HARD_DECISIONS = 2  # distinct scores: yes or no instead of a ranking


def check_data(cases: LabeledScores, table: Table) -> list[Notice]:
    """Check the direction, the ties, the class counts and the scale of the scores, and the rows that were counted.

    >>> from pr_curve_lab.schema.examples import example_cases, example_table
    >>> [notice.key for notice in check_data(example_cases("constant"), example_table("constant"))]
    ['one_score']
    """
    of_cases = (
        _check_direction,
        _check_ties,
        _check_class_split,
        _check_positive_count,
        _check_class_count,
        check_probability,
    )
    found = [
        *(check(cases) for check in of_cases),
        check_duplicates(cases, table),
        _check_train_rows(table, cases.roles),
    ]
    return [notice for notice in found if notice is not None]


def _check_direction(cases: LabeledScores) -> Notice | None:
    points = cases.points
    rate, recall = points.false_positive_rate, points.recall / points.recall[-1]  # among the scored positives
    width, rise = np.diff(rate, prepend=0.0), np.diff(recall, prepend=0.0)
    order_kept = float((width * (recall - rise / 2)).sum())  # probability that a positive outranks a negative
    return Notice("scores_reversed", share=order_kept, column=cases.roles.scores[0]) if order_kept < 0.5 else None


def _check_ties(cases: LabeledScores) -> Notice | None:
    distinct = cases.points.threshold.size
    if distinct == 1:
        return Notice("one_score", column=cases.roles.scores[0])
    if distinct <= HARD_DECISIONS and cases.size >= FEW_ROWS:
        return Notice("hard_decisions", column=cases.roles.scores[0])
    rows = _score_counts(cases)
    tied = float(rows[rows > 1].sum())
    share = tied / cases.size if tied == cases.size else min(tied / cases.size, MAX_FRACTION)
    if share <= MANY_TIES or cases.bins is not None:  # only the bins make the scores equal
        return None
    if cases.is_weighted:
        return Notice("many_ties_weighted", column=cases.roles.scores[0], share=share, distinct=distinct)
    ends = tie_bounds(cases.points)
    if round(ends.lower, DECIMALS) == round(ends.upper, DECIMALS):
        return None
    facts = {"share": share, "distinct": distinct, "low": ends.lower, "high": ends.upper}
    return Notice("many_ties", column=cases.roles.scores[0], **facts)


def _check_class_split(cases: LabeledScores) -> Notice | None:
    """Return a note if every positive outranks every negative: often the score was made from the label."""
    positives = cases.positive_rows
    if min(positives, cases.size - positives) < MIN_CLASS_ROWS:
        return None
    found_all = int(np.argmax(cases.points.true_positives))
    if cases.points.false_positives[found_all] > 0:
        return None
    return Notice("separates_perfectly", column=cases.roles.scores[0])


def _score_counts(cases: LabeledScores) -> np.ndarray:
    """Return the number of rows with each score; without weights, the points already contain it."""
    if not cases.is_weighted:
        return np.diff(cases.points.true_positives + cases.points.false_positives, prepend=0.0)
    _, rows = np.unique(cases.score, return_counts=True)
    return np.asarray(rows)


def _check_train_rows(table: Table, roles: Roles) -> Notice | None:
    """Return a note if training rows count although the table has rows for testing."""
    judged = infer_test_split(table, roles.group)
    if judged is None or (roles.subset is not None and roles.subset.casefold() not in TRAIN_NAMES):
        return None
    return Notice("training_rows", column=roles.group, value=judged)


def _check_positive_count(cases: LabeledScores) -> Notice | None:
    positives = cases.positive_rows
    return Notice("few_positives", count=positives) if positives < FEW_POSITIVES and cases.size > MANY_ROWS else None


def _check_class_count(cases: LabeledScores) -> Notice | None:
    others = cases.negative_values
    return Notice("one_against_rest", value=cases.roles.positive, count=len(others)) if len(others) > 1 else None


MIN_ROWS_FOR_DUPLICATES = 20  # fewer can repeat each other by chance
MIN_DUPLICATE_FRACTION = 0.02  # of the rows
MAX_TIED_FRACTION = 0.01  # of the remaining rows; with more ties the scores are coarse, and equal rows are natural


def check_duplicates(cases: LabeledScores, table: Table) -> Notice | None:
    """Return a note if rows are repeated although other rows almost never share a score, which suggests a mistake."""
    column = table.frame[cases.roles.scores[0]]
    if (
        cases.size < MIN_ROWS_FOR_DUPLICATES
        or cases.roles.drop_duplicates
        or cases.weight is not None
        or not has_fractions(column)
    ):
        return None
    apart = cases.points.threshold.size
    if apart > (1 - MIN_DUPLICATE_FRACTION) * cases.size:
        return None
    again = table.frame.duplicated().to_numpy() & np.isin(np.arange(len(table.frame)), cases.row)
    if again.sum() < MIN_DUPLICATE_FRACTION * cases.size or apart < (1 - MAX_TIED_FRACTION) * (
        cases.size - again.sum()
    ):
        return None
    return at_rows("rows_repeated", again)
