import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pr_curve_lab.analysis.alerts import build_deployment
from pr_curve_lab.analysis.areas import joined_area
from pr_curve_lab.analysis.thinning import measured_points, target_prevalence_points
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting.labels import box_of
from pr_curve_lab.plotting.threshold import (
    RESOLUTION,
    RequirementLine,
    SelectedPoints,
    TextOverride,
    marker_update,
    requirement_coordinates,
    threshold_curve_figure,
)
from pr_curve_lab.schema.examples import example_cases
from pr_metrics import SCHEMES, at_prevalence, operating_points
from tests.rankings import rankings

WORDS = messages_in("en")
SHARES = st.one_of(st.none(), st.floats(0.01, 1))


def lines_of(precision, recall, slope):
    at = {"wish_precision": precision, "wish_recall": recall, "wish_alerts": slope}
    return tuple(RequirementLine(name, value, name[5:]) for name, value in at.items() if value is not None)


def still_of(points):
    return threshold_curve_figure(
        joined_area(points, "step", RESOLUTION), measured_points(points), WORDS, same_data="1"
    )


def inside(x, y, corners_x, corners_y):
    """Whether a place lies in a polygon: an upward ray meets its border an odd number of times."""
    odd = False
    for (x0, y0), (x1, y1) in zip(
        zip(corners_x, corners_y, strict=True),
        zip(np.roll(corners_x, -1), np.roll(corners_y, -1), strict=True),
        strict=True,
    ):
        if (x0 > x) != (x1 > x) and y < y0 + (x - x0) / (x1 - x0) * (y1 - y0):
            odd = not odd
    return odd


@given(SHARES, SHARES, st.one_of(st.none(), st.floats(0.01, 20)), st.integers(0, 2**32 - 1))
def test_the_room_is_where_all_wishes_hold(precision, recall, slope, seed):
    lines = lines_of(precision, recall, slope)
    room = requirement_coordinates(lines)["wishes_hold"]
    if len(lines) < 2:
        assert room == {"x": [], "y": []}
        return
    for x, y in np.random.default_rng(seed).random((40, 2)):
        holds = y >= (precision or 0) and x >= (recall or 0) and y >= (slope or 0) * x
        edges = [abs(y - (precision or 0)), abs(x - (recall or 0)), abs(y - (slope or 0) * x)]
        if min(edges) > 1e-6:
            assert inside(x, y, np.array(room["x"]), np.array(room["y"])) == holds


@given(rankings(weights=("none", "whole")), st.floats(0.01, 0.99), st.integers(1, 5000), st.integers(1, 5000))
def test_above_the_line_of_alerts_lie_the_points_with_fewer(ranking, prevalence, rows, alerts):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(points.negatives > 0)
    used = build_deployment(points, prevalence=prevalence, rows=rows)
    line = RequirementLine("wish_alerts", used.points.positives / used.to_point_units(alerts), "")
    (x0, x1), (y0, y1) = line.coordinates
    assert (x0, y0) == (0, 0)
    for index in range(points.threshold.size):
        recall, precision = used.points.recall[index], used.points.precision[index]
        far = used.day(index).alerts - alerts
        if abs(far) > 1e-6 * alerts and recall > 0:
            assert (precision > recall * y1 / x1) == (far < 0)


def test_every_wish_is_a_line_of_the_picture_and_has_a_label():
    points = example_cases("breast_cancer").points
    still = still_of(points)
    change = marker_update(still, points, SelectedPoints(200), WORDS, lines_of(0.8, 0.3, 1.5))
    assert set(change.traces) <= {one.name for one in still.data}
    assert change.traces["wish_precision"] == {"x": [0.0, 1.0], "y": [0.8, 0.8]}
    assert change.traces["wish_recall"] == {"x": [0.3, 0.3], "y": [0.0, 1.0]}
    assert change.traces["wish_alerts"]["x"] == [0.0, pytest.approx(2 / 3)]
    texts = [note["text"] for note in change.annotations]
    assert [text for text in texts if text in ("precision", "recall", "alerts")] == ["precision", "recall", "alerts"]
    without = marker_update(still, points, SelectedPoints(200), WORDS)
    assert without.traces["wish_precision"] == without.traces["wishes_hold"] == {"x": [], "y": []}


@given(rankings(), SHARES, SHARES, st.one_of(st.none(), st.floats(0.01, 20)), st.floats(0, 1))
def test_labels_of_wishes_cover_no_other(ranking, precision, recall, slope, share):
    points = operating_points(ranking.y_true, ranking.y_score)
    still = still_of(points)
    change = marker_update(
        still,
        points,
        SelectedPoints(int(share * (points.threshold.size - 1))),
        WORDS,
        lines_of(precision, recall, slope),
    )
    named = [note for note in change.annotations if note["text"] in ("precision", "recall", "alerts")]
    others = [note for note in change.annotations if note not in named]
    for note in named:
        assert not any(box_of(note).overlaps(box_of(other)) for other in others)


def test_a_moved_picture_has_the_moved_area_and_says_both_balances():
    own = example_cases("breast_cancer").points
    moved = at_prevalence(own, 0.01)
    joined = joined_area(moved, "step", RESOLUTION)
    words = TextOverride(WORDS.raw("balance.hover"), WORDS.format("curve.balance_moved", prevalence="0.01", own="0.69"))
    figure = threshold_curve_figure(joined, target_prevalence_points(own, moved), WORDS, same_data="1", override=words)
    curve = next(one for one in figure.data if one.name == "curve")
    area = float((np.diff(curve.x) * (curve.y[1:] + curve.y[:-1]) / 2).sum())
    assert area == pytest.approx(SCHEMES["step"].area(moved), abs=1e-12)
    points = next(one for one in figure.data if one.name == "points")
    assert points.y.tolist() == points.customdata[:, 4].tolist()
    assert points.customdata[:, 3].max() == own.precision.max()
    assert points.hovertemplate == WORDS.raw("balance.hover")
    assert "class balance 0.01, in the data 0.69" in [note.text for note in figure.layout.annotations]
