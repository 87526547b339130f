import numpy as np
import pytest

from pr_metrics import OperatingPoints, operating_points
from pr_metrics.interpolation import curve_from_segments, linear, linear_truncated, lower, step, step_sum, upper

# Four rows ranked positive, negative, positive, negative: recall .5 .5 1 1, precision 1 1/2 2/3 1/2.
FOUR = OperatingPoints.from_counts([4, 3, 2, 1], [1, 0, 1, 0], [0, 1, 0, 1])
TOP_IS_NEGATIVE = OperatingPoints.from_counts([2, 1], [0, 1], [1, 0])


def test_a_step_goes_up_first_and_then_across():
    curve = curve_from_segments(step(FOUR))
    assert curve.recall.tolist() == [0, 0.5, 0.5, 0.5, 1, 1]
    assert curve.precision.round(3).tolist() == [1, 1, 0.5, 0.667, 0.667, 0.5]


@pytest.mark.parametrize("unit", [5e-324, 1e-320, 1e-308, 1e-290, 1e300])
def test_the_unit_of_the_weights_changes_no_step(unit):
    label, score = [1, 0, 1, 0, 1, 0, 0, 1], [9, 8, 7, 6, 5, 3, 3, 2]
    weighted = operating_points(label, score, sample_weight=[unit] * 8)
    assert step_sum(weighted) == pytest.approx(step_sum(operating_points(label, score)), rel=1e-14)


def test_a_straight_line_starts_from_the_invented_point():
    curve = curve_from_segments(linear(TOP_IS_NEGATIVE))
    assert (curve.recall.tolist(), curve.precision.tolist()) == ([0, 0, 1], [1, 0, 0.5])


def test_lower_and_upper_take_the_ends_of_each_gain():
    assert lower(FOUR).height_after.round(3).tolist() == [1, 0.5, 0.5, 0.5]
    assert upper(FOUR).height_after.round(3).tolist() == [1, 1, 0.667, 0.667]


def test_what_lies_before_the_first_point_is_cut_off():
    assert linear_truncated(FOUR).area.tolist() == [0, 0, linear(FOUR).area[2], 0]
    curve = curve_from_segments(linear_truncated(FOUR))
    assert (curve.recall[:3].tolist(), curve.precision[:3].tolist()) == ([0, 0.5, 0.5], [0, 0, 1])


def test_a_curve_that_begins_at_recall_0_has_nothing_to_cut_off():
    curve = curve_from_segments(linear_truncated(TOP_IS_NEGATIVE))
    assert (curve.recall.tolist(), curve.precision.tolist()) == ([0, 1], [0, 0.5])
    assert np.isclose(linear_truncated(TOP_IS_NEGATIVE).area.sum(), 0.25)
