import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from pr_curve_lab.analysis.prevalence import compare_balances, gain_curve_area, roc_curve_area
from pr_curve_lab.analysis.thinning import marker_indices
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.plotting.labels import box_of, points_in_box, sample_line
from pr_curve_lab.plotting.prevalence import (
    MIN_GAIN,
    RESOLUTION,
    gain_figure,
    prevalence_curve_figure,
    roc_figure,
    selected_point_update,
)
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_metrics import at_prevalence, gains, minimum_precision, operating_points
from tests.kinds_of_rows import KINDS_OF_ROWS
from tests.pr_curve_lab.plotting.drawn import closed_area, overlap, texts, trace

WORDS = messages_in("en")


def target_figure(points, prevalence, scheme="step", words=WORDS):
    return prevalence_curve_figure(compare_balances(points, prevalence, scheme, RESOLUTION), words)


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_points_and_baseline_are_drawn_at_the_selected_balance(example):
    points = example_labeled_scores(example).points
    figure = target_figure(points, 0.2)
    shown = marker_indices(points.recall)
    assert trace(figure, "points").x.tolist() == points.recall[shown].tolist()
    assert trace(figure, "points").y.tolist() == at_prevalence(points, 0.2).precision[shown].tolist()
    assert trace(figure, "baseline").y.tolist() == pytest.approx([0.2, 0.2], rel=1e-12)
    edge = trace(figure, "unachievable")
    assert edge.y.tolist() == pytest.approx(minimum_precision(edge.x, 0.2).tolist(), rel=1e-12)
    assert (trace(figure, "points").customdata[:, 0] == points.threshold[shown]).all()


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_at_the_own_balance_only_the_datas_curve_is_drawn(example):
    points = example_labeled_scores(example).points
    figure = target_figure(points, None)
    assert [one for one in figure.data if one.name == "own"] == []
    assert figure == target_figure(points, points.prevalence)
    assert trace(figure, "points").y.tolist() == points.precision[marker_indices(points.recall)].tolist()


def test_the_datas_own_curve_is_drawn_behind_with_a_name():
    points = example_labeled_scores("sixteen_rows").points
    figure = target_figure(points, 0.1)
    own = target_figure(points, None)
    assert trace(figure, "own").y.tolist() == np.float32(trace(own, "curve").y).tolist()
    assert "at the data's 0.56" in texts(figure)


BALANCES = (None, 0.001, 0.05, 0.2, 0.5, 0.9)
CASES = dict.fromkeys([(prevalence, "en") for prevalence in BALANCES] + [(0.05, language) for language in LANGUAGES])


@pytest.mark.parametrize(("prevalence", "language"), CASES)
@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_no_label_covers_another(example, prevalence, language):
    words = messages_in(language)
    figure = target_figure(example_labeled_scores(example).points, prevalence, words=words)
    assert words.format("balance.unachievable") in texts(figure)
    boxes = {note.text: box_of(note.to_plotly_json()) for note in figure.layout.annotations if note.yref != "y domain"}
    moved = prevalence not in (None, example_labeled_scores(example).points.prevalence)
    assert len(boxes) == (4 if moved else 3)
    for text, box in boxes.items():
        assert 0 <= box.left < box.right <= 1, text
        assert not [other for other in boxes if other != text and overlap(box, boxes[other])], text


def test_a_balance_that_rounds_to_1_has_no_edge():
    points = operating_points([1, 0, 1], [3, 2, 1], sample_weight=[1e20, 1, 1])
    figure = target_figure(points, None)
    assert [one for one in figure.data if one.name == "unachievable"] == []


def roc_of(points):
    return roc_figure(roc_curve_area(points, RESOLUTION), points, WORDS)


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_the_roc_chart_has_the_rates_and_the_area_of_scikit_learn(example):
    labeled_scores = example_labeled_scores(example)
    figure = roc_of(labeled_scores.points)
    shown = marker_indices(labeled_scores.points.recall)
    assert trace(figure, "points").x.tolist() == labeled_scores.points.false_positive_rate[shown].tolist()
    assert trace(figure, "points").y.tolist() == labeled_scores.points.recall[shown].tolist()
    area = roc_auc_score(labeled_scores.positive, labeled_scores.score, sample_weight=labeled_scores.weight)
    assert closed_area(trace(figure, "curve")) == pytest.approx(area, abs=1e-12)


@pytest.mark.parametrize("prevalence", [1e-6, 0.1, 0.999])
@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_the_class_balance_does_not_move_any_vertex(example, prevalence):
    points = example_labeled_scores(example).points
    still, moved = (roc_of(one) for one in (points, at_prevalence(points, prevalence)))
    assert moved.layout == still.layout
    for one, other in zip(still.data, moved.data, strict=True):
        assert (one.name, list(one.x), list(one.y)) == (other.name, list(other.x), list(other.y))


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_the_number_and_the_name_of_the_diagonal_do_not_overlap(example):
    figure = roc_of(example_labeled_scores(example).points)
    number, name = (box_of(note.to_plotly_json()) for note in figure.layout.annotations if note.yref != "y domain")
    assert not overlap(number, name)


def gain_of(points):
    return gain_figure(gain_curve_area(points, RESOLUTION), points, WORDS)


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_circles_are_the_points_with_enough_recall(example):
    points = at_prevalence(example_labeled_scores(example).points, 0.4)
    figure, of_points = gain_of(points), gains(points)
    inside = of_points.recall_gain >= 0
    assert trace(figure, "points").x.tolist() == of_points.recall_gain[inside].tolist()
    assert trace(figure, "points").y.tolist() == of_points.precision_gain[inside].tolist()
    assert trace(figure, "points").customdata[:, 0].tolist() == points.threshold[inside].tolist()


def test_gains_far_below_0_are_cut_off_but_count():
    points = at_prevalence(example_labeled_scores("top_is_negative").points, 0.001)
    figure = gain_of(points)
    assert figure.layout.yaxis.range[0] == pytest.approx(MIN_GAIN - 0.01)
    assert trace(figure, "curve").cliponaxis
    assert closed_area(trace(figure, "curve")) < -100


def test_the_mark_is_the_point_and_its_label_names_the_threshold():
    still = roc_of(example_labeled_scores("ten_rows").points)
    change = selected_point_update(still, 0.25, 0.5, "0.7", WORDS)
    assert change.traces == {"selected": {"x": [0.25], "y": [0.5]}}
    assert change.annotations[-1]["text"] == "<b>≥ 0.7</b>"
    assert [note["text"] for note in change.annotations[:-1]] == [note.text for note in still.layout.annotations]


@pytest.mark.parametrize("at", [(-0.5, 0.5), (-np.inf, 0.5), (0.5, np.nan)])
def test_a_point_outside_the_picture_has_no_mark(at):
    still = roc_of(example_labeled_scores("ten_rows").points)
    change = selected_point_update(still, *at, "0.7", WORDS)
    assert change.traces == {"selected": {"x": [], "y": []}}
    assert len(change.annotations) == len(still.layout.annotations)


@pytest.mark.parametrize("prevalence", [None, 0.001, 0.05, 0.3, 0.9])
@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_the_label_covers_no_other_and_rarely_a_curve(example, prevalence):
    """Nearly always there is a free position; where curves fill the chart, the label covers as little as possible."""
    points = example_labeled_scores(example).points
    both = compare_balances(points, prevalence, "step", RESOLUTION)
    still = prevalence_curve_figure(both, WORDS)
    lines = [sample_line(np.asarray(one.x), np.asarray(one.y)) for one in still.data if one.name in ("curve", "own")]
    chosen, crossed = np.unique(np.linspace(0, points.threshold.size - 1, 25).round().astype(int)), 0
    for index in chosen:
        at = float(points.recall[index]), float(both.target.points.precision[index])
        *others, label = selected_point_update(still, *at, "0.123", WORDS).annotations
        box = box_of(label)
        assert 0 <= box.left < box.right <= 1
        assert not any(overlap(box, box_of(note)) for note in others if "domain" not in str(note.get("yref")))
        crossed += any(points_in_box(line, box) for line in lines)
    if prevalence not in (0.001, 0.9):  # a curve runs along an edge there
        assert crossed <= len(chosen) / 20
