import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_metrics import logit_interval

AREAS = st.floats(1e-6, 1 - 1e-6)
COUNTS = st.integers(1, 10**9)


def test_ten_positives_leave_a_wide_interval():
    interval = logit_interval(0.7265, 10)
    assert (interval.lower, interval.upper) == pytest.approx((0.398, 0.914), abs=5e-4)
    assert interval.confidence_level == 0.95


def test_an_area_of_one_half_by_hand():
    # m = 0, t = 1/sqrt(100/4) = 1/5, z = 1.2815515655: the ends are s(-+0.2563103131).
    interval = logit_interval(0.5, 100, confidence_level=0.8)
    assert (interval.lower, interval.upper) == pytest.approx((0.4362709303, 0.5637290697), abs=1e-10)


@given(AREAS, COUNTS, st.floats(1e-6, 1 - 1e-6))
def test_the_area_lies_inside(area, positives, level):
    interval = logit_interval(area, positives, level)
    assert 0 <= interval.lower <= area * (1 + 1e-12)
    assert area * (1 - 1e-12) <= interval.upper <= 1
    assert interval.lower < interval.upper


@given(AREAS, COUNTS)
def test_the_mirrored_area_has_the_mirrored_interval(area, positives):
    one, other = logit_interval(area, positives), logit_interval(1 - area, positives)
    assert (one.lower, one.upper) == pytest.approx((1 - other.upper, 1 - other.lower), abs=1e-9)


@given(AREAS, st.integers(1, 10**6))
def test_more_positives_and_a_lower_level_narrow_it(area, positives):
    interval = logit_interval(area, positives)
    for narrower in (logit_interval(area, 4 * positives), logit_interval(area, positives, 0.8)):
        assert narrower.lower >= interval.lower
        assert narrower.upper <= interval.upper
    assert logit_interval(area, 100 * positives).lower > interval.lower


@pytest.mark.parametrize("area", [0, 1, 1 + 2e-16, 1e-300, 1 - 1e-16])
def test_at_the_ends_the_interval_says_nothing(area):
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
    ((0.5, 10, 1.0), r"confidence_level must be between 0 and 1, both excluded, got 1\.0"),
    ((0.5, 10, 95), "confidence_level must be between 0 and 1, both excluded, got 95"),
])  # fmt: skip
def test_bad_input_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        logit_interval(*arguments)
