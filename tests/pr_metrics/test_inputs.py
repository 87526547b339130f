from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_matrix

from pr_metrics import operating_points

SCORES = [0.9, 0.5, 0.4]


@pytest.mark.parametrize(
    ("labels", "pos_label"),
    [
        ([1, 0, 1], None),
        ([1.0, 0.0, 1.0], None),
        ([1, -1, 1], None),
        ([True, False, True], None),
        (np.array([1, 0, 1], dtype=np.uint8), None),
        (["yes", "no", "yes"], "yes"),
        (np.array(["yes", "no", "yes"], dtype=object), "yes"),
        (pd.Series(["yes", "no", "yes"]), "yes"),
        (pd.Series([1, 0, 1], dtype="Int64"), None),
        (pd.Series([True, False, True], dtype="boolean"), None),
        (pd.Categorical(["yes", "no", "yes"]), "yes"),
        ([0, 1, 0], 0),
        ([2, 1, 2], 2),
        ([False, True, False], False),
    ],
)
def test_labels_of_every_kind_mean_the_same(labels, pos_label):
    points = operating_points(labels, SCORES, pos_label=pos_label)
    assert points.true_positives.tolist() == [1, 1, 2]
    assert points.false_positives.tolist() == [0, 1, 1]


@pytest.mark.parametrize("scores", [[9, 5, 4], np.array(SCORES, dtype=np.float32), pd.Series(SCORES), [9.0, 5, 4]])
def test_scores_of_every_kind_rank_the_same(scores):
    assert operating_points([1, 0, 1], scores).true_positives.tolist() == [1, 1, 2]


def test_negative_zero_is_the_same_score_as_zero():
    points = operating_points([1, 0], [0.0, -0.0])
    assert points.threshold.tolist() == [0.0]
    assert not np.signbit(points.threshold[0])


def test_two_scores_that_print_alike_are_two_thresholds():
    assert operating_points([1, 0], [0.3, 0.1 + 0.2]).threshold.size == 2


def test_the_callers_arrays_are_left_as_they_were():
    labels, scores, weights = np.array([1, 0]), np.array([-0.0, 1.0]), np.array([1.0, 0.0])
    operating_points(labels, scores, sample_weight=weights)
    assert labels.tolist() == [1, 0]
    assert np.signbit(scores[0])
    assert weights.tolist() == [1.0, 0.0]


BAD = {
    "lengths": (([1, 0], [0.5]), {}, "y_true and y_score must have the same length, got 2 and 1"),
    "weight length": (
        ([1, 0], [0.5, 0.4]),
        {"sample_weight": [1]},
        "sample_weight must have the same length, got 2 and 1",
    ),
    "two dimensions": (([[1, 0]], [0.5, 0.4]), {}, r"y_true must be one-dimensional, got shape \(1, 2\)"),
    "generator": (([1, 0], (score for score in (0.5, 0.4))), {}, "y_score must be a list or an array, got a generator"),
    "set": (({1, 0}, [0.5, 0.4]), {}, "y_true must be a list or an array, got a set"),
    "sparse": (([1, 0], csr_matrix([[0.5, 0.4]])), {}, "y_score must be a list or an array, got a csr_matrix"),
    "nothing": (([1, 0], None), {}, "y_score must be a list or an array, got a NoneType"),
    "decimal": (([1, 0], [Decimal("0.5"), 1]), {}, r"y_score must be float or int, got Decimal\('0.5'\) at position 0"),
    "decimal label": (([Decimal(1), Decimal(0)], [0.5, 0.4]), {}, r"got Decimal\('1'\), a Decimal, at position 0"),
    "empty": (([], []), {}, "y_true must have at least one row, got none"),
    "nan": (([1, 0], [0.5, np.nan]), {}, "y_score must be finite, got nan at position 1"),
    "infinity": (([1, 0], [np.inf, 0.1]), {}, "y_score must be finite, got inf at position 0"),
    "text score": (([1, 0], ["a", "b"]), {}, "y_score must be numbers, got 'a' at position 0"),
    "one text score": (
        ([1, 0], np.array([0.5, "b"], dtype=object)),
        {},
        "y_score must be numbers, got 'b' at position 1",
    ),
    "missing score": (([1, 0], [0.5, None]), {}, "y_score must be numbers, got None at position 1"),
    "complex score": (([1, 0], [0.5, 1j]), {}, "y_score must be numbers"),
    "large integers": (([1, 0], [2**53 + 1, 1]), {}, r"y_score must be at most 2\*\*53 .* at position 0"),
    "huge integers": (([1, 0], [1, 2**70]), {}, r"y_score must be at most 2\*\*53 .* at position 1"),
    "soft label": (([1, 0.3], [0.5, 0.4]), {}, "y_true must be 0 or 1 .*, got 0.3 at position 1"),
    "third label": (([1, 0, 2], SCORES), {}, "y_true must be 0 or 1 .*, got 2 at position 2"),
    "mixed signs": (([1, 0, -1], SCORES), {}, "y_true must be 0 or 1 .*, got -1 at position 2"),
    "nan among text": (
        (["a", np.nan, "a"], SCORES),
        {"pos_label": "a"},
        "y_true must be known in every row, got nan at position 1",
    ),
    "text among numbers": (([1, 0, 1], [0.9, 0.7, "x"]), {}, "y_score must be numbers, got 'x' at position 2"),
    "rows of different length": (
        ([[1], [0, 1]], [0.5, 0.4]),
        {},
        "y_true must have one or two dimensions, got rows of",
    ),
    "large among fractions": (([1, 0], [2**53 + 1, 0.5]), {}, r"y_score must be at most 2\*\*53 .* at position 0"),
    "unsigned integers": (
        ([1, 0], np.array([1, 2**63], dtype=np.uint64)),
        {},
        r"y_score must be at most 2\*\*53 .*, got 9223372036854775808 at position 1",
    ),
    "larger than float64": (([1, 0], [Fraction(10**400), 1]), {}, "y_score must be finite in float64, .* position 0"),
    "finer than float64": (
        ([1, 0], np.array([1, 1 + np.finfo(np.longdouble).eps], dtype=np.longdouble)),
        {},
        "y_score must be exact in float64, got .* at position 1",
    ),
    "three large labels": (
        ([2**70, 2**70 + 1, 2**70 + 2], SCORES),
        {"pos_label": 2**70},
        "at most two values, got a third one, 1180591620717411303426, at position 2",
    ),
    "nan label": (([1, np.nan], [0.5, 0.4]), {}, "y_true must be known in every row, got nan at position 1"),
    "missing label": (
        (["a", None], [0.5, 0.4]),
        {"pos_label": "a"},
        "y_true must be known in every row, got None at position 1",
    ),
    "missing pandas label": (
        (pd.Series([1, pd.NA], dtype="Int64"), [0.5, 0.4]),
        {},
        "y_true must be known in every row, got nan at position 1",
    ),
    "missing among objects": (
        (pd.Series(["a", pd.NA], dtype=object), [0.5, 0.4]),
        {"pos_label": "a"},
        "y_true must be known in every row, got <NA> at position 1",
    ),
    "text without pos_label": ((["a", "b"], [0.5, 0.4]), {}, "pos_label must name the positive class .* 'a', 'b'"),
    "absent pos_label": ((["a", "b"], [0.5, 0.4]), {"pos_label": "c"}, "pos_label must be a value of y_true, got 'c'"),
    "pos_label of another type": (
        ([1, 0], [0.5, 0.4]),
        {"pos_label": "1"},
        "pos_label must be a value of y_true, got '1'",
    ),
    "several pos_labels": (
        (["a", "b"], [0.5, 0.4]),
        {"pos_label": np.array(["a", "b"])},
        "pos_label must be one known",
    ),
    "masked score": (
        ([1, 0], np.ma.array([0.5, 0.4], mask=[0, 1])),
        {},
        "y_score must be known .* masked .* position 1",
    ),
    "large among others": (
        ([1, 0], np.array([2**60, 0.5], dtype=object)),
        {},
        r"y_score must be at most 2\*\*53 .* at position 0",
    ),
    "astronomic": (([1, 0], [10**400, 1]), {}, r"y_score must be at most 2\*\*53 .* at position 0"),
    "third text": (
        (["a", "b", "c"], SCORES),
        {"pos_label": "a"},
        "at most two values, got a third one, 'c', at position 2",
    ),
    "negative weight": (
        ([1, 0], [0.5, 0.4]),
        {"sample_weight": [1, -2]},
        "sample_weight must be at least 0, got -2.0 at position 1",
    ),
    "zero weights": (
        ([1, 0], [0.5, 0.4]),
        {"sample_weight": [0, 0]},
        "sample_weight must have a weight above 0, got 2 zeros",
    ),
    "nan weight": (
        ([1, 0], [0.5, 0.4]),
        {"sample_weight": [1, np.nan]},
        "sample_weight must be finite, got nan at position 1",
    ),
    "overflow": (
        ([1, 0], [0.5, 0.4]),
        {"sample_weight": [1e308, 1e308]},
        "sample_weight must have a finite sum, got inf",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_with_what_came_and_where(name):
    arguments, options, message = BAD[name]
    with pytest.raises(ValueError, match=message):
        operating_points(*arguments, **options)


def test_large_labels_are_told_apart():
    points = operating_points([2**70, 2**70 + 1], [2, 1], pos_label=2**70)
    assert points.true_positives.tolist() == [1, 1]


def test_bytes_seen_as_bools_are_true_whatever_they_hold():
    label = np.array([2, 0, 255], dtype=np.uint8).view(bool)
    assert operating_points(label, [3, 2, 1]).true_positives.tolist() == [1, 1, 2]
    many = np.tile(label, 2_000)
    points = operating_points(many, np.random.default_rng(0).random(many.size))
    assert points.positives == 4_000


@pytest.mark.parametrize("values", [["0.5", "0.2"], np.array(["0.5", "0.2"], dtype=object), [0.5, "0.2"]])
def test_text_that_is_a_number_is_told_how_to_become_one(values):
    with pytest.raises(ValueError, match=r"y_score must be numbers, got .* pass \.astype\(float\)"):
        operating_points([1, 0], values)
    with pytest.raises(ValueError, match=r"y_score must be numbers, got 'high' at position 0$"):
        operating_points([1, 0], ["high", "low"])


def test_a_row_vector_is_named():
    with pytest.raises(
        ValueError, match=r"y_score must be one-dimensional, got shape \(1, 3\), a row vector: .*\[0\]$"
    ):
        operating_points([1, 0, 1], [[0.3, 0.2, 0.1]])
