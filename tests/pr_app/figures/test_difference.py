import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_app.figures.difference import difference_figure
from pr_app.words import words_in
from pr_metrics import SCHEMES, compare, operating_points
from tests.rankings import rankings


@given(rankings(), st.sampled_from(list(SCHEMES)), st.sampled_from(list(SCHEMES)))
def test_the_strip_has_the_area_of_the_difference(ranking, left, right):
    pair = compare(operating_points(ranking.y_true, ranking.y_score), left, right)
    figure = difference_figure(pair, words_in("en"), same_data="1")
    x, y = np.asarray(figure.data[0].x), np.asarray(figure.data[0].y)
    assert figure.data[0].name == "difference"
    assert float((np.diff(x) * (y[1:] + y[:-1]) / 2).sum()) == pytest.approx(pair.difference, abs=1e-12)
    low, high = figure.layout.yaxis.range
    assert low <= y.min(initial=0) <= y.max(initial=0) <= high
