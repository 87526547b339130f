import numpy as np
import pytest

from pr_curve_lab.analysis.prevalence import balances, roc_curve_area
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting.labels import box_of, points_in_box, sample_line
from pr_curve_lab.plotting.prevalence import RESOLUTION, active_point_update, prevalence_curve_figure, roc_figure
from pr_curve_lab.schema.examples import example_cases
from tests.kinds_of_rows import KINDS_OF_ROWS

WORDS = messages_in("en")


def roc_of(points):
    return roc_figure(roc_curve_area(points, RESOLUTION), points, WORDS, same_data="1")


def test_the_mark_is_the_point_and_its_label_names_the_threshold():
    still = roc_of(example_cases("ten_rows").points)
    change = active_point_update(still, 0.25, 0.5, "0.7", WORDS)
    assert change.traces == {"chosen": {"x": [0.25], "y": [0.5]}}
    assert change.annotations[-1]["text"] == "<b>≥ 0.7</b>"
    assert [note["text"] for note in change.annotations[:-1]] == [note.text for note in still.layout.annotations]


@pytest.mark.parametrize("at", [(-0.5, 0.5), (-np.inf, 0.5), (0.5, np.nan)])
def test_a_point_outside_the_picture_has_no_mark(at):
    still = roc_of(example_cases("ten_rows").points)
    change = active_point_update(still, *at, "0.7", WORDS)
    assert change.traces == {"chosen": {"x": [], "y": []}}
    assert len(change.annotations) == len(still.layout.annotations)


@pytest.mark.parametrize("prevalence", [None, 0.001, 0.05, 0.3, 0.9])
@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_the_label_stands_inside_and_covers_no_other(example, prevalence):
    points = example_cases(example).points
    both = balances(points, prevalence, "step", RESOLUTION)
    still = prevalence_curve_figure(both, WORDS, same_data="1")
    for index in np.unique(np.linspace(0, points.threshold.size - 1, 12).round().astype(int)):
        at = float(points.recall[index]), float(both.target.points.precision[index])
        *others, label = active_point_update(still, *at, "0.123", WORDS).annotations
        box = box_of(label)
        assert 0 <= box.left < box.right <= 1
        covered = [
            note["text"] for note in others if "domain" not in str(note.get("yref")) and box.overlaps(box_of(note))
        ]
        assert covered == []


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
@pytest.mark.parametrize("prevalence", [None, 0.05, 0.3])
def test_the_curve_seldom_passes_through_the_label(example, prevalence):
    """Where curves fill the picture the label covers least of them; nearly everywhere it finds a free place."""
    points = example_cases(example).points
    both = balances(points, prevalence, "step", RESOLUTION)
    still = prevalence_curve_figure(both, WORDS, same_data="1")
    lines = [sample_line(np.asarray(one.x), np.asarray(one.y)) for one in still.data if one.name in ("curve", "own")]
    crossed = []
    chosen = np.unique(np.linspace(0, points.threshold.size - 1, 25).round().astype(int))
    for index in chosen:
        at = float(points.recall[index]), float(both.target.points.precision[index])
        box = box_of(active_point_update(still, *at, "0.123", WORDS).annotations[-1])
        crossed.append(any(points_in_box(line, box) for line in lines))
    assert sum(crossed) <= len(chosen) / 20
