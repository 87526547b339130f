import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_metrics import SCHEMES, OperatingPoints, operating_points, receipt
from tests.rankings import rankings


def test_receipt_of_four_rows_by_hand():
    points = OperatingPoints.from_counts([0.8, 0.4, 0.35, 0.1], [1, 0, 1, 0], [0, 1, 0, 1])
    bill = receipt(points, "linear")
    assert bill.threshold.tolist() == [0.8, 0.4, 0.35, 0.1]
    assert bill.height_before.tolist() == pytest.approx([1, 1, 1 / 2, 2 / 3])
    assert bill.height_after.tolist() == pytest.approx([1, 1 / 2, 2 / 3, 1 / 2])
    assert bill.area.tolist() == pytest.approx([1 / 2, 0, 7 / 24, 0])


@given(rankings(), st.sampled_from(list(SCHEMES)))
def test_the_last_total_is_the_area(ranking, scheme):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    bill = receipt(points, scheme)
    assert bill.running_total[-1] == pytest.approx(SCHEMES[scheme].area(points), abs=1e-12)
    assert bill.recall_before[0] == 0.0
    assert bill.recall_after[:-1].tolist() == bill.recall_before[1:].tolist()
