"""Inputs that a notebook's user may pass give a value or an error, and each is compared with scikit-learn's result."""

import warnings
from fractions import Fraction
from types import FunctionType

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import average_precision_score

from pr_metrics import (
    SCHEMES,
    TOOLS,
    OperatingPoints,
    average_precision,
    bin_counts,
    explain_tool_difference,
    noninferiority_test,
    operating_points,
    paired_difference,
)
from pr_metrics.validation import check_array
from tests.pr_metrics.notebook_inputs import OTHER_VALUE, OURS_ALONE, REFUSED, REFUSED_BY_US, SAME

TABLES = (SAME, OURS_ALONE, OTHER_VALUE, REFUSED, REFUSED_BY_US)


def call_if_function(given):
    return given() if isinstance(given, FunctionType) else given


def our_value(y_true, y_score, options):
    return average_precision(call_if_function(y_true), call_if_function(y_score), **options)


def scikit_learn_value(y_true, y_score, options):
    """Return scikit-learn's value. It has no argument `labels`, and only warns about some inputs that we refuse."""
    known = {name: value for name, value in options.items() if name != "labels"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return average_precision_score(call_if_function(y_true), call_if_function(y_score), **known)


def test_the_hundred_inputs_have_distinct_names():
    names = [name for table in TABLES for name in table]
    assert len(names) == len(set(names)) >= 100


@pytest.mark.parametrize("name", SAME)
def test_the_value_equals_scikit_learn(name):
    assert our_value(*SAME[name]) == pytest.approx(scikit_learn_value(*SAME[name]), abs=1e-12)


@pytest.mark.parametrize("name", OURS_ALONE)
def test_inputs_that_only_we_accept_have_the_value_of_plain_arrays(name):
    *given, plain = OURS_ALONE[name]
    assert our_value(*given) == pytest.approx(scikit_learn_value(*plain), abs=1e-12)
    with pytest.raises(Exception):  # noqa: B017, PT011 - scikit-learn chooses the kind of error
        scikit_learn_value(*given)


@pytest.mark.parametrize("name", OTHER_VALUE)
def test_a_value_other_than_that_of_scikit_learn_has_a_reason(name):
    *given, value, warning, reason = OTHER_VALUE[name]
    if warning is None:
        found = our_value(*given)
    else:
        with pytest.warns(UserWarning, match=warning):
            found = our_value(*given)
    assert found == pytest.approx(value, abs=1e-12, nan_ok=True)
    assert np.isfinite(scikit_learn_value(*given))
    assert scikit_learn_value(*given) != pytest.approx(value, abs=1e-3), reason


@pytest.mark.parametrize("name", REFUSED)
def test_inputs_that_scikit_learn_refuses_are_refused_in_a_sentence(name):
    *given, sentence = REFUSED[name]
    with pytest.raises(ValueError, match=sentence):
        our_value(*given)
    with pytest.raises(Exception):  # noqa: B017, PT011
        scikit_learn_value(*given)


@pytest.mark.parametrize("name", REFUSED_BY_US)
def test_inputs_that_only_we_refuse_have_a_reason(name):
    *given, sentence, reason = REFUSED_BY_US[name]
    with pytest.raises(ValueError, match=sentence):
        our_value(*given)
    assert np.isfinite(scikit_learn_value(*given)), reason


SCORES = [0.9, 0.5, 0.4]


def test_two_scores_that_print_alike_are_two_thresholds():
    assert operating_points([1, 0], [0.3, 0.1 + 0.2]).threshold.size == 2


BAD = {
    "mixed signs": (([1, 0, -1], SCORES), {}, "y_true must be 0 or 1 .*, got -1 at position 2"),
    "huge integers": (([1, 0], [1, 2**70]), {}, r"y_score must be at most 2\*\*53 .* at position 1"),
    "astronomic": (([1, 0], [10**400, 1]), {}, r"y_score must be at most 2\*\*53 .* at position 0"),
    "large among fractions": (([1, 0], [2**53 + 1, 0.5]), {}, r"y_score must be at most 2\*\*53 .* at position 0"),
    "large among objects": (([1, 0], np.array([2**60, 0.5], dtype=object)), {}, r"at most 2\*\*53 .* at position 0"),
    "larger than float64": (([1, 0], [Fraction(10**400), 1]), {}, "y_score must be finite in float64, .* position 0"),
    "third text": ((["a", "b", "c"], SCORES), {"pos_label": "a"}, "at most two values, got a third one, 'c', at"),
    "three large labels": (
        ([2**70, 2**70 + 1, 2**70 + 2], SCORES), {"pos_label": 2**70}, "got a third one, 1180591620717411303426, at"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_errors_state_the_value_and_its_position(name):
    arguments, options, message = BAD[name]
    with pytest.raises(ValueError, match=message):
        operating_points(*arguments, **options)


def test_large_labels_are_told_apart():
    points = operating_points([2**70, 2**70 + 1], [2, 1], pos_label=2**70)
    assert points.true_positives.tolist() == [1, 1]


def test_every_nonzero_byte_seen_as_bool_is_true():
    label = np.array([2, 0, 255], dtype=np.uint8).view(bool)
    assert operating_points(label, [3, 2, 1]).true_positives.tolist() == [1, 1, 2]
    many = np.tile(label, 2_000)
    points = operating_points(many, np.random.default_rng(0).random(many.size))
    assert points.positives == 4_000


@pytest.mark.parametrize("values", [["0.5", "0.2"], np.array(["0.5", "0.2"], dtype=object), [0.5, "0.2"]])
def test_numbers_as_text_are_refused_with_a_hint(values):
    with pytest.raises(ValueError, match=r"y_score must be numbers, got .* pass \.astype\(float\)"):
        operating_points([1, 0], values)
    with pytest.raises(ValueError, match=r"y_score must be numbers, got 'high' at position 0$"):
        operating_points([1, 0], ["high", "low"])


def test_a_row_vector_is_recognized():
    with pytest.raises(
        ValueError, match=r"y_score must be one-dimensional, got shape \(1, 3\), a row vector: .*\[0\]$"
    ):
        operating_points([1, 0, 1], [[0.3, 0.2, 0.1]])


class Unreadable:
    def __init__(self, refusal):
        self.refusal = refusal

    def __array__(self, dtype=None, copy=None):
        raise self.refusal


def test_an_array_is_not_copied():
    given = np.array([0.9, 0.5])
    assert check_array("y_score", given) is given


def test_other_errors_are_not_hidden():
    with pytest.raises(MemoryError):
        check_array("y_score", Unreadable(MemoryError()))


LABEL, SCORE = pd.Series([1, 0, 1]), [0.9, 0.8, 0.7]
IN_THE_SAME_ORDER = {
    "text": ([*"cab"], [*"cab"]),
    "numbers of another dtype": (pd.Index([2, 0, 1], dtype="int8"), pd.Index([2.0, 0.0, 1.0])),
    "other names": ([7, 0, 1], [0, 1, 2]),
    "names twice": ([7, 7, 1], [1, 1, 7]),
    "text and numbers": (["a", 0, 1], [0, 1, "a"]),  # cannot be sorted, so their order is not compared
}


@pytest.mark.parametrize("name", IN_THE_SAME_ORDER)
def test_rows_are_matched_by_position_unless_the_index_is_reordered(name):
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
def test_a_reordered_index_is_refused(name):
    first, second, came = REORDERED[name]
    with pytest.raises(ValueError, match=f"have their rows in the same order, got index {came}: order both"):
        operating_points(pd.Series(LABEL.to_numpy(), index=first), pd.Series(SCORE, index=second))


def test_the_index_of_every_argument_is_checked():
    turned = pd.Series([1, 2, 3], index=[2, 1, 0])
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


def test_the_index_of_counts_is_checked():
    positives, negatives = pd.Series([1, 2], index=[0.9, 0.5]), pd.Series([3, 1], index=[0.5, 0.9])
    with pytest.raises(
        ValueError, match=r"^positives and negatives must have .* got index 0\.9 and 0\.5 at position 0"
    ):
        OperatingPoints.from_counts(positives.index, positives, negatives)
    with pytest.raises(ValueError, match=r"^positives and negatives must have"):
        bin_counts(positives.index, positives, negatives)
    ordered = OperatingPoints.from_counts(positives.index, positives, negatives[positives.index])
    assert ordered.false_positives.tolist() == [1, 4]


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("trapezoid", "'linear'"), ("AUC", "'linear'"), ("average_precision", "'step'"),
        ("COCO", "'hundred_one_point'"), ("stpe", "'step'"),
        ("Linear", "'linear' or 'linear_flat' or 'linear_truncated'"), ("davis", "'davis_goadrich'"),
    ],
)  # fmt: skip
def test_the_nearest_scheme_is_suggested(asked, meant):
    with pytest.raises(KeyError) as found:
        SCHEMES[asked]
    assert found.value.args[0] == f"there is no scheme {asked!r}; did you mean {meant}?"
    with pytest.raises(ValueError, match=r"scheme must be one of step, .* did you mean") as refused:
        average_precision([1, 0], [2, 1], scheme=asked)
    assert str(refused.value).endswith(f"got {asked!r}; did you mean {meant}?")


def test_the_nearest_tool_is_suggested():
    with pytest.raises(KeyError, match=r"no tool 'sklearn'; did you mean 'sklearn\.average_precision_score' or"):
        TOOLS["sklearn"]
    with pytest.raises(ValueError, match=r"got 'xgboost'; did you mean 'xgboost\.aucpr'"):
        explain_tool_difference("xgboost", [1, 0], [2, 1])


@pytest.mark.parametrize("asked", ["", "zzzz", 7, None])
def test_nothing_is_suggested_for_an_unrelated_key(asked):
    with pytest.raises(KeyError) as found:
        TOOLS[asked]
    assert found.value.args[0] == f"there is no tool {asked!r}"


def test_a_registry_behaves_like_a_dict():
    assert "trapezoid" not in SCHEMES
    assert SCHEMES.get("trapezoid") is None
    assert SCHEMES["linear"].key == "linear"
