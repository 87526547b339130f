import numpy as np
import pytest
from hypothesis import given

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting.score_distribution import BINS, score_distribution_figure, threshold_line
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_metrics import OperatingPoints, operating_points
from tests.kinds_of_rows import KINDS_OF_ROWS
from tests.rankings import rankings

WORDS = messages_in("en")


def heights(figure, name):
    return np.asarray(next(one for one in figure.data if one.name == name).y)


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_bars_are_the_shares_of_each_class(example):
    labeled_scores = example_labeled_scores(example)
    figure = score_distribution_figure(labeled_scores.points, WORDS)
    span = tuple(figure.layout.xaxis.range)
    for name, sign, rows in (("positives", 1, labeled_scores.positive), ("negatives", -1, ~labeled_scores.positive)):
        counts, _ = np.histogram(labeled_scores.score[rows], BINS, span)
        assert heights(figure, name).sum() == pytest.approx(sign)
        assert (np.cumsum(sign * heights(figure, name) * rows.sum()) >= np.cumsum(counts) - 1 - 1e-9).all()


@given(rankings())
def test_every_row_is_in_a_bar(ranking):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    figure = score_distribution_figure(points, WORDS)
    low, high = figure.layout.yaxis.range
    for name, sign, total in (("positives", 1, points.positives), ("negatives", -1, points.negatives)):
        assert heights(figure, name).sum() == pytest.approx(sign if total else 0)
        assert low <= heights(figure, name).min() <= heights(figure, name).max() <= high


def test_the_largest_possible_range_of_scores_is_drawn():
    points = OperatingPoints.from_counts([1.7e308, -1.7e308], [1, 1], [0, 2])
    figure = score_distribution_figure(points, WORDS)
    assert heights(figure, "positives")[[0, -1]].tolist() == [0.5, 0.5]


def test_the_threshold_is_a_line_over_the_full_height():
    figure = score_distribution_figure(example_labeled_scores("sixteen_rows").points, WORDS)
    change = threshold_line(figure, 0.5, "≥ 0.5")
    assert change.traces["threshold"] == {"x": [0.5, 0.5], "y": list(figure.layout.yaxis.range)}
    assert change.annotations[-1]["text"] == "<b>≥ 0.5</b>"
    assert {note["text"] for note in change.annotations[:-1]} == {"positives", "negatives"}


@pytest.mark.parametrize("scores", [[0.9, 0.7, 0.3, 0.1], [1.0, 0.6, 0.3, 0.0], [0.7, 0.35, 0.3], [0.9, 0.58, 0.1]])
def test_a_row_at_the_threshold_is_drawn_to_its_right(scores):
    """A score on an edge belongs to the bin on its right, although in binary 0.1 + 10 * 0.02 is above 0.3."""
    points = operating_points([1] * len(scores), scores)
    figure = score_distribution_figure(points, WORDS)
    bars = next(one for one in figure.data if one.name == "positives")
    left = np.asarray(bars.x) - np.asarray(bars.width) / 2
    last = max(scores) - (max(scores) - min(scores)) / BINS
    assert left[np.asarray(bars.y) > 0] == pytest.approx([*sorted(scores)[:-1], last])


def test_a_share_is_never_written_as_negative():
    for example in KINDS_OF_ROWS:
        axis = score_distribution_figure(example_labeled_scores(example).points, WORDS).layout.yaxis
        assert not any(text.startswith(("-", "−")) for text in axis.ticktext)
        assert max(axis.tickvals) <= max(axis.range)
        assert [abs(100 * value) for value in axis.tickvals] == pytest.approx(
            [float(text.rstrip("%")) for text in axis.ticktext], rel=1e-2
        )
