from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pr_curve_lab.analysis.alerts import build_deployment
from pr_curve_lab.analysis.areas import joined_area
from pr_curve_lab.analysis.decision_curve import benefit_contours, decision_curve, f_contours
from pr_curve_lab.analysis.thinning import measured_points, target_prevalence_points
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting.labels import MAX_LABELS, Box, FreeSpace, box_of, points_in_box, sample_line
from pr_curve_lab.plotting.threshold import (
    RESOLUTION,
    SIDES,
    Background,
    MarkedPoints,
    RequirementLine,
    TextOverride,
    marker_update,
    net_benefit_figure,
    requirement_coordinates,
    requirement_labels,
    threshold_curve_figure,
)
from pr_curve_lab.schema.examples import example_dataset, example_labeled_scores
from pr_metrics import SCHEMES, at_prevalence, operating_points
from tests.kinds_of_rows import KINDS_OF_ROWS
from tests.pr_curve_lab.plotting.drawn import closed_area, overlap, trace
from tests.rankings import rankings

WORDS = messages_in("en")


def still_of(points, *, contour_beta=None, lines=()):
    behind = lines if contour_beta is None else f_contours(contour_beta)
    joined = joined_area(points, "step", RESOLUTION)
    return threshold_curve_figure(joined, measured_points(points), WORDS, background=Background(behind))


def drawn(points, marked, **options):
    still = still_of(points, **options)
    return still, marker_update(still, points, marked, WORDS)


def labels(change):
    """Return the labels of thresholds with their boxes."""
    return {note["text"]: box_of(note) for note in change.annotations if "≥" in note["text"]}


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_the_chosen_point_is_marked_with_its_threshold(example):
    points = example_labeled_scores(example).points
    for chosen in {0, points.threshold.size // 2, points.threshold.size - 1}:
        still, change = drawn(points, MarkedPoints(chosen))
        assert change.traces["selected"] == {"x": [points.recall[chosen]], "y": [points.precision[chosen]]}
        assert change.traces["grid"] == {"x": [], "y": []}
        assert set(change.traces) <= {one.name for one in still.data}
        (bold,) = [text for text in labels(change) if text.startswith("<b>")]
        assert float(bold.strip("</b>≥ ")) == pytest.approx(points.threshold[chosen], rel=1e-2)


def test_points_of_a_grid_have_no_labels():
    points = example_labeled_scores("sixteen_rows").points
    _, change = drawn(points, MarkedPoints(0, grid=(1, 5)))
    assert change.traces["grid"]["x"] == points.recall[[1, 5]].tolist()
    assert [text for text in labels(change) if text.startswith("<b>")] == ["<b>≥ 0.9</b>"]


def crossed(still, box):
    """Return how many samples of the curve and of the class balance a label covers."""
    lines = [trace(still, name) for name in ("curve", "baseline")]
    return sum(points_in_box(sample_line(np.asarray(line.x), np.asarray(line.y)), box) for line in lines)


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_no_label_covers_the_curve(example):
    dataset = example_dataset(example)
    for name in dataset.valid_names[:2]:
        points = dataset.points(name)
        for chosen in np.unique(np.linspace(0, points.threshold.size - 1, 9).round().astype(int)):
            still, change = drawn(points, MarkedPoints(int(chosen)))
            assert {text: crossed(still, box) for text, box in labels(change).items() if crossed(still, box)} == {}


@given(rankings(), st.floats(0, 1), st.sampled_from([None, 0.5, 1.0, 2.0]))
def test_labels_of_any_data_are_few_and_do_not_overlap(ranking, share, beta):
    """One label is bold, and the curve passes through none of the others."""
    points = operating_points(ranking.y_true, ranking.y_score)
    still, change = drawn(points, MarkedPoints(int(share * (points.threshold.size - 1))), contour_beta=beta)
    found = labels(change)
    assert 1 <= len(found) <= MAX_LABELS + 1
    assert not any(overlap(one, other) for one, other in combinations(found.values(), 2))
    assert sum(note["text"].startswith("<b>") for note in change.annotations) == 1
    assert [text for text, box in found.items() if not text.startswith("<b>") and crossed(still, box)] == []


def of_contours(change):
    return [note for note in change.annotations if note.get("name") == "contour"]


@pytest.mark.parametrize("costs", [(1.0, 5.0, 0.0), (1.0, 1.0, 0.0), (5.0, 1.0, 1.0)])
@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_no_label_of_a_contour_covers_the_curve(example, costs):
    points = example_labeled_scores(example).points
    for lines in (f_contours(1.0), benefit_contours(*costs)):
        still, change = drawn(points, MarkedPoints(points.threshold.size // 2), lines=lines)
        on_lines = [sample_line(one.x, one.y) for one in still.data if one.name == "contour"]
        for note in of_contours(change):
            assert crossed(still, box_of(note)) == 0
            assert any(np.hypot(x - note["x"], y - note["y"]).min() < 0.02 for x, y in (line.T for line in on_lines))


def test_the_label_of_a_contour_moves_along_it_away_from_the_curve_and_circles():
    points = operating_points([1, 0, 0, 0, 1, 0, 0, 1], [8, 7, 6, 5, 4, 3, 2, 1])
    still, change = drawn(points, MarkedPoints(0), lines=f_contours(1.0))
    before = {note.text: (note.x, note.y) for note in still.layout.annotations}
    moved = [note for note in of_contours(change) if (note["x"], note["y"]) != before[note["text"]]]
    assert [note["text"] for note in moved] == ["F1 = 0.2", "F1 = 0.4"]
    for note in moved:
        assert f"F1 = {2 * note['x'] * note['y'] / (note['x'] + note['y']):.3g}" == note["text"]


def test_the_label_of_a_contour_disappears_behind_the_threshold():
    points = operating_points([1, 0, 1, 0, 0], [5, 4, 3, 2, 1])
    everywhere = [
        [note["text"] for note in drawn(points, MarkedPoints(chosen), contour_beta=1.0)[1].annotations]
        for chosen in range(5)
    ]
    assert any("F1 = 0.8" in texts for texts in everywhere)
    assert all("F1 = 0.2" in texts for texts in everywhere)


def test_the_static_figure_does_not_depend_on_the_threshold():
    points = example_labeled_scores("sixteen_rows").points
    one, other = (drawn(points, MarkedPoints(chosen))[0] for chosen in (0, 5))
    assert one == other


def test_contours_are_drawn_on_demand():
    points = example_labeled_scores("sixteen_rows").points
    plain = still_of(points)
    with_contours = still_of(points, contour_beta=1.0)
    assert [one.name for one in plain.data].count("contour") == 0
    assert [one.name for one in with_contours.data].count("contour") == 4
    assert "F1 = 0.8" in [note.text for note in with_contours.layout.annotations]


def test_the_tooltip_has_every_count_of_a_point():
    labeled_scores = example_labeled_scores("sixteen_rows")
    points = labeled_scores.points
    read = trace(still_of(points), "points").customdata
    called = labeled_scores.score >= points.threshold[6]
    counts = [(called & labeled_scores.positive).sum(), (called & ~labeled_scores.positive).sum()]
    counts += [(~called & labeled_scores.positive).sum(), (~called & ~labeled_scores.positive).sum()]
    f1 = 2 * counts[0] / (2 * counts[0] + counts[1] + counts[2])
    assert read[6].tolist() == pytest.approx([points.threshold[6], *counts, f1, called.mean()])


def test_a_long_curve_is_drawn_from_few_points():
    rng = np.random.default_rng(0)
    positive = rng.random(100_000) < 0.3
    points = operating_points(positive, rng.normal(size=100_000) + positive)
    still, change = drawn(points, MarkedPoints(500))
    assert still.layout.meta["kept"] < 15 * RESOLUTION.width  # corners for each pixel
    curve = trace(still, "curve")
    assert closed_area(curve) == pytest.approx(SCHEMES["step"].area(points), abs=1e-12)
    assert len(labels(change)) <= MAX_LABELS + 1


@pytest.mark.parametrize("prevalence", [0.001, 0.01, 0.05, 0.3, 0.8])
def test_the_label_of_the_class_balance_does_not_cover_the_curve(prevalence):
    rng = np.random.default_rng(3)
    positive = rng.random(4000) < 0.03
    points = at_prevalence(operating_points(positive, np.round(rng.normal(size=4000) + 2 * positive, 2)), prevalence)
    joined = joined_area(points, "step", RESOLUTION)
    figure = threshold_curve_figure(joined, measured_points(points), WORDS)
    (label,) = (note.to_plotly_json() for note in figure.layout.annotations if "class balance" in note.text)
    line = sample_line(joined.curve.recall, joined.curve.precision)
    assert points_in_box(line, box_of(label)) == 0


SHARES = st.one_of(st.none(), st.floats(0.01, 1))


def lines_of(precision, recall, slope):
    at = {"precision": precision, "recall": recall, "alerts": slope}
    return tuple(RequirementLine(f"required_{name}", value, name) for name, value in at.items() if value is not None)


def plain_still(points):
    return threshold_curve_figure(joined_area(points, "step", RESOLUTION), measured_points(points), WORDS)


def inside(x, y, corners_x, corners_y):
    """Return whether a position lies in a polygon: an upward ray crosses its border an odd number of times."""
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
def test_the_shaded_region_is_where_all_requirements_hold(precision, recall, slope, seed):
    lines = lines_of(precision, recall, slope)
    room = requirement_coordinates(lines)["requirements_hold"]
    if len(lines) < 2:
        assert room == {"x": [], "y": []}
        return
    for x, y in np.random.default_rng(seed).random((40, 2)):
        holds = y >= (precision or 0) and x >= (recall or 0) and y >= (slope or 0) * x
        edges = [abs(y - (precision or 0)), abs(x - (recall or 0)), abs(y - (slope or 0) * x)]
        if min(edges) > 1e-6:
            assert inside(x, y, np.array(room["x"]), np.array(room["y"])) == holds


@given(rankings(weights=("none", "whole")), st.floats(0.01, 0.99), st.integers(1, 5000), st.integers(1, 5000))
def test_points_above_the_line_of_alerts_have_fewer_alerts(ranking, prevalence, rows, alerts):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(points.negatives > 0)
    used = build_deployment(points, prevalence=prevalence, rows=rows)
    line = RequirementLine("required_alerts", used.points.positives / used.to_point_units(alerts), "")
    (x0, x1), (y0, y1) = line.coordinates
    assert (x0, y0) == (0, 0)
    for index in range(points.threshold.size):
        recall, precision = used.points.recall[index], used.points.precision[index]
        far = used.expected_counts(index).alerts - alerts
        if abs(far) > 1e-6 * alerts and recall > 0:
            assert (precision > recall * y1 / x1) == (far < 0)


def test_every_requirement_is_a_labeled_line():
    points = example_labeled_scores("breast_cancer").points
    still = plain_still(points)
    change = marker_update(still, points, MarkedPoints(200), WORDS, lines_of(0.8, 0.3, 1.5))
    assert set(change.traces) <= {one.name for one in still.data}
    assert change.traces["required_precision"] == {"x": [0.0, 1.0], "y": [0.8, 0.8]}
    assert change.traces["required_recall"] == {"x": [0.3, 0.3], "y": [0.0, 1.0]}
    assert change.traces["required_alerts"]["x"] == [0.0, pytest.approx(2 / 3)]
    texts = [note["text"] for note in change.annotations]
    assert [text for text in texts if text in ("precision", "recall", "alerts")] == ["precision", "recall", "alerts"]
    without = marker_update(still, points, MarkedPoints(200), WORDS)
    assert without.traces["required_precision"] == without.traces["requirements_hold"] == {"x": [], "y": []}


@given(rankings(), SHARES, SHARES, st.one_of(st.none(), st.floats(0.01, 20)), st.floats(0, 1))
def test_labels_of_requirements_cover_no_other_label(ranking, precision, recall, slope, share):
    points = operating_points(ranking.y_true, ranking.y_score)
    still = plain_still(points)
    change = marker_update(
        still, points, MarkedPoints(int(share * (points.threshold.size - 1))), WORDS, lines_of(precision, recall, slope)
    )
    names = ("precision", "recall", "alerts")
    named = [note for note in change.annotations if note["text"] in names]
    others = [note for note in change.annotations if note not in named and "yref" not in note]
    for note in named:
        assert not any(overlap(box_of(note), box_of(other)) for other in others)
    required = (precision, recall, slope)
    assert len(named) == sum(value is not None for value in required)


def test_the_label_of_a_line_without_room_beside_it_has_a_leader_line():
    lines = (RequirementLine("required_alerts", 0.1, "≤ 15 alerts every day"),)
    (label,) = requirement_labels(lines, FreeSpace(boxes=[Box(0, 0, 1, 0.3)]))
    assert (label["x"], label["y"], label["showarrow"]) == (0.5, 0.05, True)
    assert box_of(label).bottom > 0.3


def test_the_label_of_alerts_does_not_cover_the_curve_below_it():
    rng = np.random.default_rng(7)
    positive = rng.random(6000) < 0.022
    top = rng.random(6000) < 0.42
    score = rng.normal(size=6000) + positive * np.where(top, 4.2, 0.75)
    points = operating_points(positive, score)
    still, lines = still_of(points), (RequirementLine("required_alerts", 0.22, "15 alerts every day"),)
    (note,) = [
        one for one in marker_update(still, points, MarkedPoints(60), WORDS, lines).annotations if "15" in one["text"]
    ]
    curve = sample_line(points.recall, points.precision)
    assert points_in_box(curve, box_of(note, min(SIDES.values()), min(SIDES.values()))) == 0


def test_the_label_of_another_class_balance_stays_at_its_line():
    rng = np.random.default_rng(7)
    positive = rng.random(1500) < 0.1
    points = at_prevalence(operating_points(positive, rng.normal(size=1500) + 1.8 * positive), 0.02)
    still, lines = plain_still(points), (RequirementLine("required_alerts", 0.55, "alerts"),)
    (label,) = [one for one in marker_update(still, points, MarkedPoints(9), WORDS, lines).annotations
                if "class balance" in one["text"]]  # fmt: skip
    assert (label["y"], label.get("showarrow", False)) == (points.prevalence, False)


def test_no_requirement_crosses_the_label_of_the_class_balance():
    rng = np.random.default_rng(3)
    positive = rng.random(4000) < 0.05
    points = operating_points(positive, rng.normal(size=4000) + 3 * positive)
    still, lines = plain_still(points), (RequirementLine("required_alerts", 0.43, "alerts"),)
    (label,) = [one for one in marker_update(still, points, MarkedPoints(9), WORDS, lines).annotations
                if "class balance" in one["text"]]  # fmt: skip
    assert label["y"] == points.prevalence
    assert points_in_box(sample_line(*map(np.array, lines[0].coordinates)), box_of(label)) == 0


def test_a_chart_at_another_balance_names_it():
    own = example_labeled_scores("breast_cancer").points
    moved = at_prevalence(own, 0.01)
    joined = joined_area(moved, "step", RESOLUTION)
    words = TextOverride(WORDS.raw("balance.hover"), "0.01")
    figure = threshold_curve_figure(joined, target_prevalence_points(own, moved), WORDS, override=words)
    curve = next(one for one in figure.data if one.name == "curve")
    assert closed_area(curve) == pytest.approx(SCHEMES["step"].area(moved), abs=1e-12)
    points = next(one for one in figure.data if one.name == "points")
    assert points.y.tolist() == points.customdata[:, 4].tolist()
    assert points.customdata[:, 3].max() == own.precision.max()
    assert points.hovertemplate == WORDS.raw("balance.hover")
    assert "class balance 0.01" in [note.text for note in figure.layout.annotations]


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
@pytest.mark.parametrize("prevalence", [None, 0.01])
def test_the_net_benefit_chart_has_three_labeled_lines(example, prevalence):
    curve = decision_curve(build_deployment(example_labeled_scores(example).points, prevalence=prevalence))
    figure = net_benefit_figure(curve, messages_in("en"))
    lines = {one.name: one for one in figure.data}
    assert lines["model"].x.tolist() == lines["all"].x.tolist() == curve.probability.tolist()
    assert lines["model"].y.tolist() == curve.model.tolist()
    assert lines["all"].y.tolist() == curve.treat_all.tolist()
    assert set(lines["none"].y) == {0}
    bottom, top = figure.layout.yaxis.range
    assert top > max(curve.model.max(), curve.treat_all.max())
    assert [note.text for note in figure.layout.annotations] == ["the model", "flag all", "flag none"]
    for note in figure.layout.annotations:
        assert 0 <= note.x <= figure.layout.xaxis.range[1]
        assert bottom <= note.y <= top
    assert len({(round(note.x, 1), np.round(note.y / top, 1)) for note in figure.layout.annotations}) == 3


def test_the_net_benefit_of_a_bad_model_stays_in_the_picture_without_a_name_on_it():
    rng = np.random.default_rng(7)
    positive = rng.random(6000) < 0.022
    score = 1 / (1 + np.exp(2.7 - rng.normal(size=6000) - 2 * positive))  # too high as probabilities
    curve = decision_curve(build_deployment(operating_points(positive, score)))
    figure = net_benefit_figure(curve, WORDS)
    bottom, top = figure.layout.yaxis.range
    assert bottom < curve.model.min() < -0.25 * curve.model.max()
    (note,) = [one for one in figure.layout.annotations if one.text == "flag all"]
    width, height = 0.1 * curve.probability[-1], 0.15 * (top - bottom)
    beside = (curve.probability >= note.x) & (curve.probability <= note.x + width)
    assert not ((curve.model[beside] > note.y) & (curve.model[beside] < note.y + height)).any()
