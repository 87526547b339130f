"""Rows that a table names in another order are refused; other names, and no names, are no matter."""

import numpy as np
import pandas as pd
import pytest

from pr_metrics import (
    OperatingPoints,
    average_precision,
    bin_counts,
    noninferiority_test,
    operating_points,
    paired_difference,
)

LABEL, SCORE = pd.Series([1, 0, 1]), [0.9, 0.8, 0.7]
IN_THE_SAME_ORDER = {
    "text": ([*"cab"], [*"cab"]),
    "numbers of another dtype": (pd.Index([2, 0, 1], dtype="int8"), pd.Index([2.0, 0.0, 1.0])),
    "other names": ([7, 0, 1], [0, 1, 2]),
    "names twice": ([7, 7, 1], [1, 1, 7]),
    "text and numbers": (["a", 0, 1], [0, 1, "a"]),  # have no order; taken as they stand
}


@pytest.mark.parametrize("name", IN_THE_SAME_ORDER)
def test_rows_are_matched_by_place_where_names_do_not_contradict(name):
    first, second = (pd.Series(LABEL.to_numpy(), index=index) for index in IN_THE_SAME_ORDER[name])
    points = operating_points(first, pd.Series(SCORE, index=second.index))
    assert points.true_positives.tolist() == [1, 1, 2]


DAYS, LEVELS = pd.date_range("2020", periods=3), pd.MultiIndex.from_tuples([("a", 1), ("a", 2), ("b", 1)])
REORDERED = {
    "numbers": ([0, 1, 2], [0, 2, 1], "1 and 2 at position 1"),
    "text": ([*"abc"], [*"bca"], "'a' and 'b' at position 0"),
    "names twice": ([7, 7, 1], [1, 7, 7], "7 and 1 at position 0"),
    "days": (DAYS, DAYS[::-1], r".*2020-01-01.* and .*2020-01-03.* at position 0"),
    "several levels": (LEVELS, LEVELS[[0, 2, 1]], r"\('a', 2\) and \('b', 1\) at position 1"),
}


@pytest.mark.parametrize("name", REORDERED)
def test_the_same_names_in_another_order_are_refused(name):
    first, second, came = REORDERED[name]
    with pytest.raises(ValueError, match=f"have their rows in the same order, got index {came}: order both"):
        operating_points(pd.Series(LABEL.to_numpy(), index=first), pd.Series(SCORE, index=second))


def test_every_column_of_rows_is_looked_at():
    turned = pd.Series([1, 2, 3], index=[2, 1, 0])
    with pytest.raises(ValueError, match=r"^y_true and sample_weight must have"):
        operating_points(LABEL, SCORE, sample_weight=turned)
    with pytest.raises(ValueError, match=r"^y_score and sample_weight must have"):
        average_precision([0, 1, 2], pd.DataFrame(np.eye(3)), sample_weight=turned)
    with pytest.raises(ValueError, match=r"^y_true and groups must have"):
        paired_difference(LABEL, SCORE, SCORE, groups=turned)
    with pytest.raises(ValueError, match=r"^y_true and y_score_b must have"):
        noninferiority_test(LABEL, pd.Series(SCORE), turned)
    with pytest.raises(ValueError, match=r"^y_score_a and y_score_b must have"):
        noninferiority_test(LABEL.to_numpy(), pd.Series(SCORE), turned)
    with pytest.raises(ValueError, match=r"^y_true and sample_weight must have"):
        noninferiority_test(LABEL, SCORE, SCORE, sample_weight=turned)
    with pytest.raises(ValueError, match=r"^scores\[0\] and scores\[1\] must have"):
        paired_difference(LABEL.to_numpy(), pd.Series(SCORE), turned)


def test_counts_by_score_are_looked_at():
    positives, negatives = pd.Series([1, 2], index=[0.9, 0.5]), pd.Series([3, 1], index=[0.5, 0.9])
    with pytest.raises(
        ValueError, match=r"^positives and negatives must have .* got index 0\.9 and 0\.5 at position 0"
    ):
        OperatingPoints.from_counts(positives.index, positives, negatives)
    with pytest.raises(ValueError, match=r"^positives and negatives must have"):
        bin_counts(positives.index, positives, negatives)
    ordered = OperatingPoints.from_counts(positives.index, positives, negatives[positives.index])
    assert ordered.false_positives.tolist() == [1, 4]
