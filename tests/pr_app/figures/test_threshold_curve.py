import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_app.examples import EXAMPLES, example_cases
from pr_app.figures.threshold_curve import threshold_curve_figure
from pr_app.figures.threshold_labels import label_box
from pr_app.words import words_in
from pr_metrics import operating_points
from tests.rankings import rankings

WORDS = words_in("en")


def trace(figure, name):
    return next(one for one in figure.data if one.name == name)


def labels(figure):
    return [note for note in figure.layout.annotations if note.text.startswith(("≥", "<b>≥"))]


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_chosen_point_is_marked_with_its_threshold(example):
    points = example_cases(example).points
    for chosen in {0, points.threshold.size // 2, points.threshold.size - 1}:
        figure = threshold_curve_figure(points, chosen, WORDS, same_data="1")
        mark = trace(figure, "chosen")
        assert (mark.x.tolist(), mark.y.tolist()) == ([points.recall[chosen]], [points.precision[chosen]])
        bold = [note.text for note in labels(figure) if note.text.startswith("<b>")]
        assert len(bold) == 1
        assert float(bold[0].strip("</b>≥ ")) == pytest.approx(points.threshold[chosen], rel=1e-2)


@given(rankings(), st.floats(0, 1))
def test_labels_are_few_and_never_cover_each_other(ranking, share):
    points = operating_points(ranking.y_true, ranking.y_score)
    chosen = int(share * (points.threshold.size - 1))
    figure = threshold_curve_figure(points, chosen, WORDS, same_data="1")
    boxes = [label_box(note.x, note.y, note.text.replace("<b>", "").replace("</b>", "")) for note in labels(figure)]
    assert 1 <= len(boxes) <= 6
    for index, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[index + 1 :])


def test_zoom_survives_a_move_of_the_threshold_and_not_a_change_of_data():
    points = example_cases("sixteen_rows").points
    one, other = (threshold_curve_figure(points, chosen, WORDS, same_data="1") for chosen in (0, 5))
    assert one.layout.uirevision == other.layout.uirevision
    assert one.layout.xaxis == other.layout.xaxis
    assert [drawn.name for drawn in one.data] == [drawn.name for drawn in other.data]
    assert threshold_curve_figure(points, 0, WORDS, same_data="2").layout.uirevision != one.layout.uirevision


def test_contours_come_on_demand():
    points = example_cases("sixteen_rows").points
    plain = threshold_curve_figure(points, 0, WORDS, same_data="1")
    with_contours = threshold_curve_figure(points, 0, WORDS, same_data="1", contour_beta=1.0)
    assert [drawn.name for drawn in plain.data].count("contour") == 0
    assert [drawn.name for drawn in with_contours.data].count("contour") == 4
    assert "F1 = 0.8" in [note.text for note in with_contours.layout.annotations]
