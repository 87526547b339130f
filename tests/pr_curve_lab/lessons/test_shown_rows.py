import numpy as np
import pytest

from pr_curve_lab.lessons.lesson import StepSettings
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.lessons.step_data import step_data
from pr_metrics import operating_points


@pytest.mark.parametrize("key", LESSONS)
def test_the_drawn_rows_give_the_drawn_points(key):
    for number in range(1, len(LESSONS[key].steps) + 1):
        labeled_scores = step_data(LESSONS[key].settings(number)).labeled_scores
        counted = operating_points(labeled_scores.positive, labeled_scores.score, sample_weight=labeled_scores.weight)
        for name in ("threshold", "true_positives", "false_positives"):
            assert np.array_equal(getattr(counted, name), getattr(labeled_scores.points, name)), (number, name)


def test_a_pooled_row_has_the_weight_of_its_row():
    labeled_scores = step_data(StepSettings("five_rows", task="all")).labeled_scores
    weighed = {
        score: labeled_scores.weight[labeled_scores.score == score].sum()
        for score in np.unique(labeled_scores.score).tolist()
    }
    assert weighed == {0.1: 2, 0.2: 2, 0.3: 2, 0.4: 1, 0.5: 2, 0.6: 1, 0.7: 2, 0.8: 2, 0.9: 2}


def test_missed_positives_are_counted_without_rows():
    with_missed, without = (
        step_data(StepSettings("apples_oranges", missed=3)),
        step_data(StepSettings("apples_oranges")),
    )
    assert with_missed.labeled_scores.size == without.labeled_scores.size == 10
    assert with_missed.points.positives == without.points.positives + 3
    assert with_missed.points.precision.tolist() == without.points.precision.tolist()


def test_a_power_keeps_the_order_of_the_rows():
    squared, plain = step_data(StepSettings("ten_rows", power=2)), step_data(StepSettings("ten_rows"))
    assert squared.points.true_positives.tolist() == plain.points.true_positives.tolist()
    assert squared.points.threshold.tolist() == (plain.points.threshold**2).tolist()
