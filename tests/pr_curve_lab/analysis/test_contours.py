import numpy as np
import pytest

from pr_curve_lab.analysis.decision_curve import BENEFIT_LEVELS, benefit_contours
from pr_metrics import OperatingPoints, net_benefit


@pytest.mark.parametrize("negatives", [10**5, 10**7])
@pytest.mark.parametrize("costs", [(1.0, 5.0, 0.0), (4.0, 1.0, 1.0), (0.5, 0.0, 3.0)])
def test_every_place_of_a_line_has_the_share_of_the_largest_net_benefit(costs, negatives):
    """Net benefit as the library counts it, of a threshold at that place, whatever the class balance."""
    weight = costs[0] / (costs[1] + costs[2])
    probability = weight / (1 + weight)
    lines = benefit_contours(*costs)
    assert [line.score for line in lines] == list(BENEFIT_LEVELS)
    for line in lines:
        for recall, precision in zip(line.curve.recall[1::37], line.curve.precision[1::37], strict=True):
            hits = recall * 1000
            counts = np.array([hits]), np.array([hits * (1 - precision) / precision])
            points = OperatingPoints(np.array([1.0]), *counts, 1000, negatives)
            largest = 1000 / (1000 + negatives)
            assert net_benefit(points, [probability])[0] / largest == pytest.approx(line.score, abs=1e-9)


def test_lines_begin_where_every_called_row_is_positive():
    for line in benefit_contours(2.0, 3.0, 0.0)[1:]:
        assert (line.curve.recall[0], line.curve.precision[0]) == (line.score, 1)
        assert (np.diff(line.curve.precision) < 0).all()
        assert line.position[0] in line.curve.recall
    nothing = benefit_contours(2.0, 3.0, 0.0)[0]
    assert set(nothing.curve.precision.round(12)) == {0.4}


def test_costs_of_nothing():
    assert benefit_contours(1.0, 0.0, 0.0) == ()
    free = benefit_contours(0.0, 2.0, 0.0)[2]  # alarms are free: only recall counts
    assert (free.curve.precision[0], *set(free.curve.precision[1:])) == (1, 0)
