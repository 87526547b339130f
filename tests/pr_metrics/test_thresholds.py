from hypothesis import given
from hypothesis import strategies as st

from pr_metrics import operating_points, point_in_force
from tests.rankings import rankings


@given(rankings(), st.floats(-10, 10))
def test_a_threshold_amounts_to_the_rows_at_or_above_it(ranking, threshold):
    points = operating_points(ranking.y_true, ranking.y_score)
    called = ranking.y_score >= threshold
    index = point_in_force(points, threshold)
    if index is None:
        assert not called.any()
    else:
        assert points.true_positives[index] == ranking.y_true[called].sum()
        assert points.threshold[index] == ranking.y_score[called].min()
