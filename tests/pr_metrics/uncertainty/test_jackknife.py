import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pr_metrics import SCHEMES, OperatingPoints, area_bias, operating_points
from tests.rankings import rankings

STEP = SCHEMES["step"]


def area(label, score, missed):
    total = label.sum() + missed
    return STEP.area(operating_points(label, score, total_positives=total)) if label.any() else 0.0


def by_leaving_out(label, score, missed):
    """The same by computing the area without each row."""
    whole, found = area(label, score, missed), {0: [], 1: [area(label, score, missed - 1)] * missed if missed else []}
    for row in range(label.size):
        rest = np.arange(label.size) != row
        found[label[row]].append(area(label[rest], score[rest], missed))
    return sum((len(areas) - 1) * (np.mean(areas) - whole) for areas in found.values() if areas)


@given(rankings(weights=("none",)), st.sampled_from([0, 3]))
def test_it_is_that_of_leaving_out_each_row(ranking, missed):
    label, score = ranking.y_true[:40], ranking.y_score[:40]
    assume(label.sum() + missed > 1 and (label == 0).sum() != 1 and label.any())
    points = operating_points(label, score, total_positives=label.sum() + missed)
    assert area_bias(points) == pytest.approx(by_leaving_out(label, score, missed), abs=1e-9)


def test_three_and_three_by_hand():
    # + - + - + -: AP = (1 + 2/3 + 3/5) / 3 = 34/45. Without a positive: (1/2 + 2/4)/2, (1 + 2/4)/2, (1 + 2/3)/2, in all
    # 25/12. Without a negative: (1 + 1 + 3/4)/3, (1 + 2/3 + 3/4)/3, 34/45. The bias 2 (25/36 - 34/45) + 2 (m - 34/45).
    points = operating_points([1, 0, 1, 0, 1, 0], [6, 5, 4, 3, 2, 1])
    without = (2.75 / 3 + (1 + 2 / 3 + 0.75) / 3 + 34 / 45) / 3
    assert area_bias(points) == pytest.approx(2 * (25 / 36 - 34 / 45) + 2 * (without - 34 / 45), abs=1e-14)


def test_it_shrinks_as_rows_grow_in_number():
    few, many = (OperatingPoints.from_counts([3, 2, 1], [8 * n, 4 * n, 2 * n], [n, 5 * n, 9 * n]) for n in (1, 100))
    assert area_bias(few) > 50 * area_bias(many) > 0


def test_a_class_of_one_row_cannot_be_left_out():
    assert math.isnan(area_bias(operating_points([1, 0, 0], [3, 2, 1])))
    assert math.isnan(area_bias(operating_points([1, 1, 0], [3, 2, 1])))
    assert area_bias(operating_points([1, 1], [3, 2])) == 0
    with pytest.raises(ValueError, match="area_bias needs points that count rows"):
        area_bias(operating_points([1, 0], [2, 1], sample_weight=[0.5, 1]))
