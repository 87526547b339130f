import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.plotting import palette
from pr_curve_lab.plotting.areas import difference_figure
from pr_curve_lab.plotting.labels import SLOTS
from pr_curve_lab.schema.examples import example_cases
from pr_curve_lab.schema.labeled_scores import LabeledScores
from pr_curve_lab.schema.roles import Roles
from pr_metrics import SCHEMES, operating_points
from tests.joined_sides import differences_of
from tests.kinds_of_rows import KINDS_OF_ROWS
from tests.rankings import rankings


def strip_of(cases, left, right, language="en"):
    pair = differences_of(cases, left, right)
    return pair, difference_figure(pair, palette.style_of(right), messages_in(language), same_data="1")


def texts(figure, *, short=False):
    slots = figure.layout.annotations[SLOTS:] if short else figure.layout.annotations[:SLOTS]
    return [note.text for note in slots if note.visible]


@given(rankings(), st.sampled_from(list(SCHEMES)), st.sampled_from(list(SCHEMES)))
def test_the_strip_has_the_area_of_the_difference(ranking, left, right):
    points = operating_points(ranking.y_true, ranking.y_score)
    rows = (np.arange(ranking.y_true.size), ranking.y_true == 1, ranking.y_score, None, points)
    pair, figure = strip_of(LabeledScores("t", Roles("y", "1", ("s",)), *rows, (), ()), left, right)
    x, y = np.asarray(figure.data[0].x), np.asarray(figure.data[0].y)
    assert figure.data[0].name == "difference"
    assert float((np.diff(x) * (y[1:] + y[:-1]) / 2).sum()) == pytest.approx(pair.difference_of_areas, abs=1e-12)
    low, high = figure.layout.yaxis.range
    assert low <= y.min(initial=0) <= y.max(initial=0) <= high


@pytest.mark.parametrize(
    ("language", "long", "short"),
    [
        ("en", "≥ 0.5: 100 tied rows, 10 positive", "≥ 0.5: 100 rows"),
        ("zh", "≥ 0.5：100 行同分，其中正例 10 个", "≥ 0.5：100 行"),
    ],
)
def test_the_segment_of_a_tie_group_is_named(language, long, short):
    _, figure = strip_of(example_cases("constant"), "step", "linear", language)
    assert texts(figure) == [long]
    assert texts(figure, short=True) == [short]


def test_a_single_row_is_not_called_tied():
    _, figure = strip_of(example_cases("apples_oranges"), "step", "linear")
    assert texts(figure)
    assert all(": 1 row, " in text for text in texts(figure))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_the_largest_segment_is_always_named_above_the_bars(example, scheme, language):
    pair, figure = strip_of(example_cases(example), "step", scheme, language)
    assert len(figure.layout.annotations) == len(figure.layout.shapes) == 2 * SLOTS
    if pair.threshold:
        assert any(f"≥ {pair.threshold[0]}" in text for text in texts(figure))
    highest = max([0.0, *pair.strip.y.tolist()])
    for pole, note in zip(figure.layout.shapes, figure.layout.annotations, strict=True):
        if note.visible:
            assert highest < note.y < figure.layout.yaxis.range[1]
            assert pole.y1 == note.y
            assert pole.y0 <= highest
