import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pr_curve_lab.analysis.alerts import build_deployment
from pr_curve_lab.schema.examples import example_cases
from pr_metrics import OperatingPoints, operating_points
from tests.rankings import rankings

PREVALENCES = st.floats(0.001, 0.999)
ROWS = st.integers(1, 10**6)


def test_a_day_of_five_thousand_rows_by_hand():
    # Recall 1/2 at a false positive rate of 1/4; of 5000 rows 100 are positive.
    points = OperatingPoints.from_counts([0.9, 0.1], [10, 10], [20, 60])
    day = build_deployment(points, prevalence=0.02, rows=5000).day(0)
    assert (day.true_positives, day.false_negatives) == pytest.approx((50, 50))
    assert day.alerts == pytest.approx(50 + 4900 / 4)
    assert day.precision == pytest.approx(50 / 1275)
    assert day.negative_predictive_value == pytest.approx(3675 / 3725)
    assert day.recall == 0.5


def test_where_nothing_else_is_said_a_day_is_the_data_to_the_bit():
    points = example_cases("breast_cancer").points
    used = build_deployment(points)
    assert used.points is used.source_points is points
    assert not used.has_target_prevalence
    assert not used.has_other_counts
    for index in range(0, points.threshold.size, 7):
        day = used.day(index)
        assert day.true_positives == points.true_positives[index]
        assert day.alerts == points.true_positives[index] + points.false_positives[index]


def test_the_data_s_own_balance_is_no_move_and_other_rows_are_another_day():
    points = example_cases("breast_cancer").points
    assert not build_deployment(points, prevalence=points.prevalence).has_target_prevalence
    assert build_deployment(points, rows=1000).has_other_counts
    assert build_deployment(points, rows=469).per_day  # as many as the file has, and yet a day
    assert not build_deployment(points, prevalence=0.1).per_day


@given(rankings(weights=("none", "whole", "real")), PREVALENCES, ROWS)
def test_a_day_is_the_rates_times_its_rows(ranking, prevalence, rows):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(points.negatives > 0)
    used = build_deployment(points, prevalence=prevalence, rows=rows)
    for index in range(points.threshold.size):
        day = used.day(index)
        right = rows * prevalence * points.recall[index]
        false = rows * (1 - prevalence) * points.false_positive_rate[index]
        assert (day.true_positives, day.alerts) == pytest.approx((right, right + false), rel=1e-9)
        assert day.true_positives + day.false_negatives == pytest.approx(rows * prevalence, rel=1e-9)
        assert used.to_point_units(day.alerts) == pytest.approx(
            used.points.true_positives[index] + used.points.false_positives[index], rel=1e-9
        )


@pytest.mark.parametrize("rows", [0, -1, np.inf, np.nan])
def test_a_day_needs_rows(rows):
    with pytest.raises(ValueError, match="rows must be a number above 0, got"):
        build_deployment(OperatingPoints.from_counts([1], [1], [1]), rows=rows)
