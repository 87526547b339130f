import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_metrics import SCHEMES, JoinedCurve, mean_curve, operating_points
from tests.rankings import rankings

FLAT = JoinedCurve(np.array([0.0, 1.0]), np.array([0.5, 0.5]))
STAIRS = JoinedCurve(np.array([0.0, 0.5, 0.5, 1.0]), np.array([1.0, 1.0, 0.4, 0.4]))
SLOPE = JoinedCurve(np.array([0.0, 1.0]), np.array([1.0, 0.0]))


def test_heights_are_averaged_on_both_sides_of_a_step():
    mean = mean_curve([STAIRS, FLAT])
    assert mean.recall.tolist() == [0, 0.5, 0.5, 1]
    assert mean.precision.tolist() == pytest.approx([0.75, 0.75, 0.45, 0.45])


def test_a_curve_of_more_weight_counts_more():
    mean = mean_curve([SLOPE, FLAT], weights=[1, 3])
    assert mean.precision.tolist() == pytest.approx([0.625, 0.375])


def test_a_curve_alone_is_its_own_mean():
    alone = mean_curve([STAIRS])
    assert (alone.recall.tolist(), alone.precision.tolist()) == (STAIRS.recall.tolist(), STAIRS.precision.tolist())


def test_a_curve_that_has_ended_counts_as_nothing():
    short = JoinedCurve(np.array([0.0, 0.5]), np.array([1.0, 1.0]))
    mean = mean_curve([short, FLAT])
    assert mean.polygon_area == pytest.approx((0.5 + 0.5) / 2)
    assert mean.precision.tolist() == pytest.approx([0.75, 0.75, 0.25, 0.25])


def test_the_mean_of_invented_starts_is_invented_up_to_the_first_measured_point():
    early = SCHEMES["linear"].curve(operating_points([1, 1, 1, 1, 0], [5, 4, 3, 2, 1]))
    late = SCHEMES["linear"].curve(operating_points([1, 1, 0], [1, 1, 1]))
    assert mean_curve([late]).n_extrapolated == 1
    mean = mean_curve([early, late])
    assert mean.recall[mean.n_extrapolated] == 0.25
    assert mean_curve([early, FLAT]).n_extrapolated == 0


@given(
    st.lists(rankings(), min_size=1, max_size=4),
    st.sampled_from(["step", "linear", "linear_truncated", "eleven_point"]),
)
def test_the_area_of_the_mean_is_the_mean_of_the_areas(several, scheme):
    points = [operating_points(one.y_true, one.y_score) for one in several]
    curves = [SCHEMES[scheme].curve(one) for one in points]
    weights = np.arange(1, len(curves) + 1)
    expected = np.average([SCHEMES[scheme].area(one) for one in points], weights=weights)
    assert mean_curve(curves, weights).polygon_area == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("curves", "weights", "message"),
    [
        ([], None, "curves must be at least one, got none"),
        ([FLAT], [1, 2], "weights must be one for each of the 1 curves, got 2"),
        ([FLAT, FLAT], [1, -1], "weights must be at least 0 and not all 0, got -1.0 as the least"),
        ([FLAT, FLAT], [0, 0], "weights must be at least 0 and not all 0, got 0.0 as the least"),
    ],
)
def test_what_cannot_be_averaged_is_refused(curves, weights, message):
    with pytest.raises(ValueError, match=message):
        mean_curve(curves, weights)
