import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t as student

from pr_metrics import holm
from pr_metrics.uncertainty.t_distribution import exact_t_half_width, t_half_width, two_sided_p


@pytest.mark.parametrize("degrees", [9, 20, 49.5, 1000])
@pytest.mark.parametrize("p", [0.001, 0.01, 0.05, 0.3, 0.9])
def test_p_values_are_within_three_per_cent_of_student_s(degrees, p):
    assert two_sided_p(student.isf(p / 2, degrees), degrees) == pytest.approx(p, rel=0.03)


@pytest.mark.parametrize("degrees", [9, 20, 1000])
def test_95_per_cent_limits_have_three_correct_digits(degrees):
    assert t_half_width(0.95, degrees) == pytest.approx(student.isf(0.025, degrees), rel=1e-3)


@given(st.floats(0.5, 0.999), st.floats(1, 1e6))
def test_the_p_value_at_a_limit_is_one_minus_the_level(level, degrees):
    assert two_sided_p(t_half_width(level, degrees), degrees) == pytest.approx(1 - level, rel=1e-6)


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 5, 9, 30, 199])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.99])
def test_exact_limits_equal_scipy(level, degrees):
    assert exact_t_half_width(level, degrees) == pytest.approx(student.isf((1 - level) / 2, degrees), rel=1e-9)


P_VALUES = st.lists(st.floats(0, 1), max_size=12)


def test_four_adjusted_p_values_by_hand():
    # Sorted: .005, .01, .03, .04. Times 4, 3, 2, 1: .02, .03, .06, .04, and no value may be below the one before.
    assert holm([0.01, 0.04, 0.03, 0.005]).tolist() == pytest.approx([0.03, 0.06, 0.06, 0.02], abs=1e-15)


@given(P_VALUES, st.floats(0.001, 0.5))
def test_holm_rejects_what_the_step_down_procedure_rejects(p_values, level):
    adjusted = holm(p_values)
    left, order = len(p_values), np.argsort(p_values, kind="stable")
    rejected = set()
    for one in order:
        if p_values[one] * left > level:
            break
        rejected.add(int(one))
        left -= 1
    assert set(np.flatnonzero(adjusted <= level).tolist()) == rejected


@given(P_VALUES)
def test_no_adjusted_p_value_is_smaller(p_values):
    adjusted = holm(p_values)
    assert (adjusted >= np.array(p_values)).all()
    assert (adjusted <= 1).all()
    assert holm(p_values[:1]).tolist() == p_values[:1]


def test_a_nan_p_value_is_not_counted():
    adjusted = holm([0.02, np.nan, 0.5])
    assert adjusted[[0, 2]].tolist() == [0.04, 0.5]
    assert np.isnan(adjusted[1])


@pytest.mark.parametrize(("wrong", "said"), [
    ([0.5, 1.5], "p_values must be between 0 and 1, got 1.5 at position 1"),
    ([[0.5, 0.1, 0.2]], "p_values must be one-dimensional"),
])  # fmt: skip
def test_invalid_p_values_are_refused(wrong, said):
    with pytest.raises(ValueError, match=said):
        holm(wrong)
