import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import expit, logit
from scipy.stats import norm

from pr_metrics import logit_interval


def test_an_area_of_one_half_by_hand():
    # m = 0, t = 1/sqrt(100/4) = 1/5, z = 1.2815515655: the ends are s(-+0.2563103131).
    interval = logit_interval(0.5, 100, confidence_level=0.8)
    assert (interval.lower, interval.upper) == pytest.approx((0.4362709303, 0.5637290697), abs=1e-10)


@given(st.floats(1e-6, 1 - 1e-6), st.integers(1, 10**9), st.floats(1e-6, 1 - 1e-6))
def test_the_interval_is_symmetric_in_log_odds(area, positives, level):
    interval, error = logit_interval(area, positives, level), 1 / np.sqrt(positives * area * (1 - area))
    ends = expit(logit(area) + np.array([-1, 1]) * norm.isf((1 - level) / 2) * error)
    assert (interval.lower, interval.upper) == pytest.approx(tuple(ends), abs=1e-9)
    assert interval.confidence_level == level


@pytest.mark.parametrize("area", [0, 1, 1 + 2e-16, 1e-300, 1 - 1e-16])
def test_an_area_of_0_or_1_has_the_interval_from_0_to_1(area):
    interval = logit_interval(area, 10)
    assert (interval.lower, interval.upper) == (0.0, 1.0)


def test_an_undefined_area_has_an_undefined_interval():
    interval = logit_interval(np.nan, 10)
    assert np.isnan([interval.lower, interval.upper]).all()


@pytest.mark.parametrize(("arguments", "message"), [
    ((1.1, 10), r"area must be between 0 and 1, got 1\.1"),
    ((-0.1, 10), r"area must be between 0 and 1, got -0\.1"),
    (("0.5", 10), "area must be between 0 and 1, got '0.5'"),
    ((0.5, 0), "positives must be a whole number of at least 1, got 0"),
    ((0.5, 2.5), r"positives must be a whole number of at least 1, got 2\.5"),
    ((0.5, np.nan), "positives must be a whole number of at least 1, got nan"),
    ((0.5, np.inf), "positives must be a whole number of at least 1, got inf"),
    ((0.5, "10"), "positives must be a whole number of at least 1, got '10'"),
])  # fmt: skip
def test_bad_input_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        logit_interval(*arguments)
