"""Checks for suspicious data: rows that can be counted but look wrong, and scores that are not probabilities.

These are only notes and never refuse data: a ranking may be bad, and a teacher may want it so.

Converting scores to probabilities keeps the order of the rows, so thresholds change, but curves and areas do not.
"""

from __future__ import annotations

import numpy as np

from pr_curve_lab.io.column_names import PROBABILITIES, split_name
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.column_values import has_fractions, notice_at_rows
from pr_curve_lab.schema.dataset import PER_CENT, LabeledScores, from_log_odds
from pr_curve_lab.schema.roles import Roles, infer_test_split, split_kind
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


def check_probability(labeled_scores: LabeledScores) -> Notice | None:
    """Return a note if scores that are named like probabilities do not look like probabilities."""
    roles = labeled_scores.roles
    column = roles.scores[0]
    if not is_probability_name(column) or column in roles.inverted or roles.prediction is not None:
        return None
    low, high = float(labeled_scores.score.min()), float(labeled_scores.score.max())
    if low >= 0 and high <= 1:
        return _check_mean_score(labeled_scores, column)
    key = "probability_percent"
    if low < 0 or high > PER_CENT:
        key = "probability_logit" if _is_logit(labeled_scores.points.threshold) else "probability_outside"
    return Notice(key, column=column, low=f"{low:.4g}", high=f"{high:.4g}")


def _is_logit(threshold: np.ndarray) -> bool:
    """Whether scores may be log odds: on both sides of 0, and still distinct as probabilities."""
    return bool(threshold[0] > 0 > threshold[-1]) and np.unique(from_log_odds(threshold)).size == threshold.size


def _check_mean_score(labeled_scores: LabeledScores, column: str) -> Notice | None:
    is_small = labeled_scores.size < MIN_ROWS_FOR_MEAN or labeled_scores.positive_rows < MIN_POSITIVES_FOR_MEAN
    if is_small or labeled_scores.points.unscored_positives:
        return None
    mean = float(np.average(labeled_scores.score, weights=labeled_scores.weight))
    share = labeled_scores.points.prevalence
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


def check_data(labeled_scores: LabeledScores, table: Table) -> list[Notice]:
    """Check the direction, the ties, the class counts and the scale of the scores, and the rows that were counted.

    >>> from pr_curve_lab.schema.examples import example_labeled_scores, example_table
    >>> [notice.key for notice in check_data(example_labeled_scores("constant"), example_table("constant"))]
    ['one_score']
    """
    of_rows = check_duplicates(labeled_scores, table), _check_train_rows(table, labeled_scores.roles)
    return [*check_scores(labeled_scores), *(notice for notice in of_rows if notice is not None)]


def check_scores(labeled_scores: LabeledScores) -> list[Notice]:
    """Make those of these checks that need no table, as for each of several models."""
    checks = (
        check_direction,
        _check_ties,
        _check_class_split,
        _check_positive_count,
        _check_class_count,
        check_probability,
    )
    return [notice for check in checks if (notice := check(labeled_scores)) is not None]


def check_direction(labeled_scores: LabeledScores) -> Notice | None:
    """Return a note if positives rank below negatives more often than not."""
    points = labeled_scores.points
    rate, recall = points.false_positive_rate, points.recall / points.recall[-1]  # among the scored positives
    width, rise = np.diff(rate, prepend=0.0), np.diff(recall, prepend=0.0)
    order_kept = float((width * (recall - rise / 2)).sum())  # probability that a positive outranks a negative
    column = labeled_scores.roles.scores[0]
    return Notice("scores_reversed", share=order_kept, column=column) if order_kept < 0.5 else None


def _check_ties(labeled_scores: LabeledScores) -> Notice | None:
    column, distinct = labeled_scores.roles.scores[0], labeled_scores.points.threshold.size
    if distinct == 1:
        return Notice("one_score", column=column)
    if distinct <= HARD_DECISIONS and labeled_scores.size >= FEW_ROWS:
        return Notice("hard_decisions", column=column)
    rows = _score_counts(labeled_scores)
    tied = float(rows[rows > 1].sum())
    share = 1.0 if tied == labeled_scores.size else min(tied / labeled_scores.size, MAX_FRACTION)
    if share <= MANY_TIES or labeled_scores.bins is not None:  # only the bins make the scores equal
        return None
    if labeled_scores.is_weighted:
        return Notice("many_ties_weighted", column=column, share=share, distinct=distinct)
    ends = tie_bounds(labeled_scores.points)
    if round(ends.lower, DECIMALS) == round(ends.upper, DECIMALS):
        return None
    return Notice("many_ties", column=column, share=share, distinct=distinct, low=ends.lower, high=ends.upper)


def _check_class_split(labeled_scores: LabeledScores) -> Notice | None:
    """Return a note if every positive outranks every negative: often the score was made from the label."""
    positives = labeled_scores.positive_rows
    if min(positives, labeled_scores.size - positives) < MIN_CLASS_ROWS:
        return None
    found_all = int(np.argmax(labeled_scores.points.true_positives))
    if labeled_scores.points.false_positives[found_all] > 0:
        return None
    return Notice("separates_perfectly", column=labeled_scores.roles.scores[0])


def _score_counts(labeled_scores: LabeledScores) -> np.ndarray:
    """Return the number of rows with each score; without weights, the points already contain it."""
    if not labeled_scores.is_weighted:
        return np.diff(labeled_scores.points.true_positives + labeled_scores.points.false_positives, prepend=0.0)
    _, rows = np.unique(labeled_scores.score, return_counts=True)
    return np.asarray(rows)


def _check_train_rows(table: Table, roles: Roles) -> Notice | None:
    """Return a note if training rows count although the table has rows for testing."""
    judged = infer_test_split(table, roles.split_column)
    if judged is None or (roles.split_value is not None and split_kind(roles.split_value) != "train"):
        return None
    return Notice("training_rows", column=roles.split_column, value=judged)


def _check_positive_count(labeled_scores: LabeledScores) -> Notice | None:
    positives = labeled_scores.positive_rows
    is_few = positives < FEW_POSITIVES and labeled_scores.size > MANY_ROWS
    return Notice("few_positives", count=positives) if is_few else None


def _check_class_count(labeled_scores: LabeledScores) -> Notice | None:
    value, count = labeled_scores.roles.positive, len(labeled_scores.negative_values)
    return Notice("one_against_rest", value=value, count=count) if count > 1 else None


MIN_ROWS_FOR_DUPLICATES = 20  # fewer can repeat each other by chance
MIN_DUPLICATE_FRACTION = 0.02  # of the rows
MAX_TIED_FRACTION = 0.01  # of the remaining rows; with more ties the scores are coarse, and equal rows are natural


def check_duplicates(labeled_scores: LabeledScores, table: Table) -> Notice | None:
    """Return a note if rows are repeated although other rows almost never share a score, which suggests a mistake."""
    roles, size, distinct = labeled_scores.roles, labeled_scores.size, labeled_scores.points.threshold.size
    if size < MIN_ROWS_FOR_DUPLICATES or roles.drop_duplicates or labeled_scores.weight is not None:
        return None
    if not has_fractions(table.frame[roles.scores[0]]) or distinct > (1 - MIN_DUPLICATE_FRACTION) * size:
        return None
    again = table.frame.duplicated().to_numpy() & np.isin(np.arange(len(table.frame)), labeled_scores.row_index)
    if again.sum() < MIN_DUPLICATE_FRACTION * size or distinct < (1 - MAX_TIED_FRACTION) * (size - again.sum()):
        return None
    return notice_at_rows("rows_repeated", again)
