import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_curve_lab.analysis.thinning import MARKER_SPACING, MAX_MARKERS, drop_inner_vertices, marker_indices, spaced_mask
from pr_metrics import SCHEMES, operating_points
from tests.rankings import rankings


@given(rankings(), st.sampled_from(list(SCHEMES)))
def test_fewer_vertices_have_the_same_area_and_extent(ranking, scheme):
    curve = SCHEMES[scheme].curve(operating_points(ranking.y_true, ranking.y_score))
    thin = drop_inner_vertices(curve)
    assert thin.polygon_area == pytest.approx(curve.polygon_area, abs=1e-12)
    assert thin.recall.size <= curve.recall.size
    for recall in np.unique(curve.recall):
        before, after = curve.precision[curve.recall == recall], thin.precision[thin.recall == recall]
        assert (before.min(), before.max(), before[0], before[-1]) == (after.min(), after.max(), after[0], after[-1])
        assert after.size <= 4


def test_a_long_run_of_negatives_is_two_vertices():
    points = operating_points([1] + [0] * 999, range(1000, 0, -1))
    assert drop_inner_vertices(SCHEMES["step"].curve(points)).recall.tolist() == [0, 1, 1]


def test_markers_stay_few_and_keep_the_ends():
    recall = np.linspace(0, 1, 50_000)
    shown = marker_indices(recall)
    assert shown.size <= MAX_MARKERS
    assert (shown[0], shown[-1]) == (0, recall.size - 1)


@given(rankings())
def test_circles_keep_their_distance(ranking):
    points = operating_points(ranking.y_true, ranking.y_score)
    room = spaced_mask(points.recall, points.precision)
    circles = np.column_stack((points.recall, points.precision))[room]
    gaps = np.abs(np.diff(circles, axis=0)).max(axis=1)
    assert room[0]
    assert room[-1]
    assert (gaps[:-1] >= MARKER_SPACING - 1e-12).all()  # the last point is drawn wherever it is
