import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t as student

from pr_metrics.uncertainty.t_distribution import exact_t_half_width, t_half_width, two_sided_p


@pytest.mark.parametrize("degrees", [9, 20, 49.5, 1000])
@pytest.mark.parametrize("p", [0.001, 0.01, 0.05, 0.3, 0.9])
def test_it_is_student_s_within_three_per_cent(degrees, p):
    assert two_sided_p(student.isf(p / 2, degrees), degrees) == pytest.approx(p, rel=0.03)


@pytest.mark.parametrize("degrees", [9, 20, 1000])
def test_the_usual_limits_are_right_to_three_digits(degrees):
    assert t_half_width(0.95, degrees) == pytest.approx(student.isf(0.025, degrees), rel=1e-3)


@given(st.floats(0.5, 0.999), st.floats(1, 1e6))
def test_limits_and_p_belong_together(level, degrees):
    assert two_sided_p(t_half_width(level, degrees), degrees) == pytest.approx(1 - level, rel=1e-6)


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 5, 9, 30, 199])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.99])
def test_for_few_whole_degrees_the_limits_are_exact(level, degrees):
    assert exact_t_half_width(level, degrees) == pytest.approx(student.isf((1 - level) / 2, degrees), rel=1e-9)
