"""What a notebook's user passes gives a value or a sentence, each held against what scikit-learn makes of it."""

import warnings
from types import FunctionType

import numpy as np
import pytest
from sklearn.metrics import average_precision_score

from pr_metrics import average_precision
from tests.pr_metrics.notebook_inputs import OTHER_VALUE, OURS_ALONE, REFUSED, REFUSED_BY_US, SAME

TABLES = (SAME, OURS_ALONE, OTHER_VALUE, REFUSED, REFUSED_BY_US)


def made(given):
    return given() if isinstance(given, FunctionType) else given


def ours(y_true, y_score, options):
    return average_precision(made(y_true), made(y_score), **options)


def scikit_learns(y_true, y_score, options):
    """The value of scikit-learn, which has no labels and warns where we refuse."""
    known = {name: value for name, value in options.items() if name != "labels"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return average_precision_score(made(y_true), made(y_score), **known)


def test_there_are_a_hundred_inputs_and_no_name_comes_twice():
    names = [name for table in TABLES for name in table]
    assert len(names) == len(set(names)) >= 100


@pytest.mark.parametrize("name", SAME)
def test_the_value_is_scikit_learns(name):
    assert ours(*SAME[name]) == pytest.approx(scikit_learns(*SAME[name]), abs=1e-12)


@pytest.mark.parametrize("name", OURS_ALONE)
def test_where_scikit_learn_refuses_the_value_is_that_of_plain_arrays(name):
    *given, plain = OURS_ALONE[name]
    assert ours(*given) == pytest.approx(scikit_learns(*plain), abs=1e-12)
    with pytest.raises(Exception):  # noqa: B017, PT011 - of which kind is not ours to say
        scikit_learns(*given)


@pytest.mark.parametrize("name", OTHER_VALUE)
def test_another_value_than_scikit_learns_has_its_reason(name):
    *given, value, warning, reason = OTHER_VALUE[name]
    if warning is None:
        found = ours(*given)
    else:
        with pytest.warns(UserWarning, match=warning):
            found = ours(*given)
    assert found == pytest.approx(value, abs=1e-12, nan_ok=True)
    assert np.isfinite(scikit_learns(*given))
    assert scikit_learns(*given) != pytest.approx(value, abs=1e-3), reason


@pytest.mark.parametrize("name", REFUSED)
def test_what_scikit_learn_refuses_too_is_refused_in_a_sentence(name):
    *given, sentence = REFUSED[name]
    with pytest.raises(ValueError, match=sentence):
        ours(*given)
    with pytest.raises(Exception):  # noqa: B017, PT011
        scikit_learns(*given)


@pytest.mark.parametrize("name", REFUSED_BY_US)
def test_what_scikit_learn_takes_is_refused_for_a_reason(name):
    *given, sentence, reason = REFUSED_BY_US[name]
    with pytest.raises(ValueError, match=sentence):
        ours(*given)
    assert np.isfinite(scikit_learns(*given)), reason
