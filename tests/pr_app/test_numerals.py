import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pr_app.numerals import distinct_texts, text_among_neighbours

VALUES = st.lists(st.floats(-1e6, 1e6).map(lambda value: value + 0.0), min_size=1, max_size=40, unique=True)


@given(VALUES)
def test_different_numbers_look_different(values):
    texts = distinct_texts(np.array(sorted(values, reverse=True)))
    assert len(set(texts)) == len(values)


@given(VALUES, st.data())
def test_one_of_many_differs_from_its_neighbours(values, data):
    ranked = np.array(sorted(values, reverse=True))
    index = data.draw(st.integers(0, len(values) - 1))
    text = text_among_neighbours(ranked, index)
    others = distinct_texts(ranked)
    assert float(text) == np.float64(text)
    assert abs(float(text) - ranked[index]) <= abs(ranked[index]) * 1e-2 + 1e-300
    assert len(others) == len(values)


def test_short_numbers_stay_short():
    assert distinct_texts(np.array([10.0, 9.0, 0.5])) == ["10", "9", "0.5"]
