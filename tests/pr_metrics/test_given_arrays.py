"""What is no vector and no matrix is called by its type, and what NumPy may not read says why."""

import numpy as np
import pytest

from pr_metrics.validation import check_array


class Unreadable:
    def __init__(self, refusal):
        self.refusal = refusal

    def __array__(self, dtype=None, copy=None):
        raise self.refusal


def test_an_array_is_not_copied():
    given = np.array([0.9, 0.5])
    assert check_array("y_score", given) is given


@pytest.mark.parametrize(
    ("given", "came"),
    [((one for one in [1]), "a generator"), ({1}, "a set"), (None, "a NoneType"), ("10", "a str"), (7, "an int")],
)
def test_one_thing_is_called_by_its_type(given, came):
    with pytest.raises(ValueError, match=f"^y_true must be a list or an array, got {came}$"):
        check_array("y_true", given)


@pytest.mark.parametrize("refusal", [TypeError("on cuda:0"), RuntimeError("requires grad")])
def test_why_an_array_cannot_be_read_is_said(refusal):
    with pytest.raises(ValueError, match=f"^y_score must be a list or an array, got an Unreadable: {refusal}$"):
        check_array("y_score", Unreadable(refusal))


def test_what_goes_wrong_for_another_reason_is_not_hidden():
    with pytest.raises(MemoryError):
        check_array("y_score", Unreadable(MemoryError()))
