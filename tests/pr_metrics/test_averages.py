import warnings
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score

from pr_metrics import SCHEMES, JoinedCurve, average_components, average_precision, mean_curve, operating_points
from tests.rankings import rankings


@dataclass(frozen=True)
class LabelMatrix:
    """An indicator matrix, its scores and the weights of its rows."""

    y_true: np.ndarray
    y_score: np.ndarray
    sample_weight: np.ndarray | None


@st.composite
def label_matrices(draw: st.DrawFn) -> LabelMatrix:
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    rows, columns = draw(st.integers(1, 40)), draw(st.integers(2, 6))
    label = (rng.random((rows, columns)) < draw(st.sampled_from((0.0, 0.1, 0.5, 0.9)))).astype(int)
    label[np.arange(rows), rng.integers(columns, size=rows)] = 1
    label[rng.integers(rows, size=columns), np.arange(columns)] = 1
    score = rng.integers(0, draw(st.sampled_from((1, 2, 5, 100_000))), (rows, columns)) / 7
    weight = draw(st.sampled_from((None, rng.integers(1, 5, rows).astype(float), rng.random(rows) + 0.01)))
    return LabelMatrix(label, score, weight)


# Five rows and two labels; the last three rows count twice.
LABELS = [[1, 0], [1, 0], [0, 1], [0, 1], [0, 1]]
SCORES = [[0.5, 0.5], [0.6, 0.4], [0.7, 0.3], [0.8, 0.2], [0.9, 0.1]]
WEIGHTS = [1, 1, 2, 2, 2]


@given(rankings())
def test_average_precision_is_the_area_of_the_scheme(ranking):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    for key, scheme in SCHEMES.items():
        if not scheme.can_join(points):
            continue
        value = average_precision(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight, scheme=key)
        assert value == scheme.area(points)


@given(label_matrices(), st.sampled_from(["micro", "macro", "weighted", "samples", None]))
def test_averages_equal_scikit_learn(matrix, average):
    rows = {"average": average, "sample_weight": matrix.sample_weight}
    value = average_precision(matrix.y_true, matrix.y_score, **rows)
    np.testing.assert_allclose(value, average_precision_score(matrix.y_true, matrix.y_score, **rows), atol=1e-12)


@given(st.integers(3, 6), st.integers(0, 2**32 - 1), st.sampled_from(["micro", "macro", "weighted", None]))
def test_classes_equal_scikit_learn(classes, seed, average):
    rng = np.random.default_rng(seed)
    y_true = rng.permutation(np.append(np.arange(classes), rng.integers(classes, size=20)))
    y_score = rng.integers(0, 5, (y_true.size, classes))
    expected = average_precision_score(y_true, y_score, average=average)
    np.testing.assert_allclose(average_precision(y_true, y_score, average=average), expected, atol=1e-12)
    names = np.array(["ant", "bee", "cow", "dog", "elk", "fox"])[:classes]
    np.testing.assert_allclose(average_precision(names[y_true], y_score, average=average), expected, atol=1e-12)


@given(label_matrices(), st.data())
def test_every_scheme_can_be_averaged(matrix, data):
    whole = matrix.sample_weight is None or (matrix.sample_weight % 1 == 0).all()
    usable = [key for key, scheme in SCHEMES.items() if whole or scheme.check is None]
    scheme = data.draw(st.sampled_from(usable))
    columns = [
        average_precision(labels, scores, sample_weight=matrix.sample_weight, scheme=scheme)
        for labels, scores in zip(matrix.y_true.T, matrix.y_score.T, strict=True)
    ]
    rows = [
        average_precision(labels, scores, scheme=scheme)
        for labels, scores in zip(matrix.y_true, matrix.y_score, strict=True)
    ]
    asked = {"sample_weight": matrix.sample_weight, "scheme": scheme}
    none, macro, samples = (
        average_precision(matrix.y_true, matrix.y_score, average=average, **asked)
        for average in ("none", "macro", "samples")
    )
    assert none.tolist() == columns
    assert macro == pytest.approx(np.mean(columns), abs=1e-14)
    assert samples == pytest.approx(np.average(rows, weights=matrix.sample_weight), abs=1e-12)


def test_classes_may_be_any_values():
    y_score = [[0.9, 0.1, 0], [0.2, 0.8, 0], [0.1, 0.2, 0.7]]
    for classes in ([2.5, 7, 9], np.array(["x", "y", "z"], dtype=object), pd.Categorical(["x", "y", "z"])):
        assert average_precision(classes, y_score) == 1.0
    mixed = np.array([7, "x", b"x"], dtype=object)
    assert average_precision(mixed, y_score, labels=mixed) == 1.0
    assert average_precision([False, True], [[0.9, 0.1], [0.2, 0.8]], labels=[False, True]) == 1.0


@pytest.mark.parametrize("classes", [[0, 1, 1], [False, True, True], ["a", "b", "b"], [-1, 1, 1]])
def test_two_columns_of_two_classes_need_labels(classes):
    y_score = np.array([[0.6, 0.4], [0.7, 0.3], [0.2, 0.8]])
    with pytest.raises(ValueError, match=r"one column beside labels of two values, got two: pass the .* \[:, 1\], or"):
        average_precision(classes, y_score)
    with pytest.raises(ValueError, match="one column beside labels of two values"):
        average_precision(classes, y_score, average=None)
    positive = average_precision(classes, y_score[:, 1], pos_label=classes[1])
    both = average_precision(classes, y_score, labels=[classes[0], classes[1]])
    assert positive == average_precision_score(np.array(classes) == classes[1], y_score[:, 1])
    assert both == pytest.approx(
        (positive + average_precision_score(np.array(classes) != classes[1], y_score[:, 0])) / 2
    )
    with pytest.raises(ValueError, match=r"y_score must be one-dimensional, got shape \(3, 2\); of two classes pass"):
        operating_points(classes, y_score, pos_label=classes[1])


@pytest.mark.parametrize("kind", [list, np.array, pd.DataFrame])
def test_a_single_column_counts_as_a_vector(kind):
    label, score, weight = [1, 0, 1], [0.5, 0.7, 0.9], [1.0, 2.0, 3.0]
    columns = [kind([[value] for value in values]) for values in (label, score, weight)]
    expected = average_precision(label, score, sample_weight=weight)
    assert average_precision(label, columns[1], sample_weight=weight) == expected
    assert average_precision(columns[0], score, sample_weight=weight) == expected
    points = operating_points(columns[0], columns[1], sample_weight=columns[2])
    assert SCHEMES["step"].area(points) == expected
    text = kind([["yes"], ["no"], ["yes"]])
    assert average_precision(text, columns[1], pos_label="yes", sample_weight=columns[2]) == expected


def test_one_class_alone_has_an_area_of_1():
    assert average_precision(["a", "a"], [[0.1], [0.7]], average=None).tolist() == [1.0]


def test_named_columns_score_the_classes_of_their_names():
    y_true, y_score = ["b", "a", "c"], [[0.1, 0.8, 0.3], [0.2, 0.7, 0.9], [0.9, 0.6, 0.5]]
    named = average_precision(y_true, pd.DataFrame(y_score, columns=["c", "b", "a"]), average=None)
    assert named.tolist() == [1.0, 1.0, 1.0]
    numbered = average_precision(y_true, pd.DataFrame(y_score), average=None)
    assert numbered.tolist() == average_precision(y_true, y_score, average=None).tolist()


def test_a_column_without_positives_is_left_out_with_a_warning():
    y_true, y_score = ["a", "b", "b", "a"], [[4, 0, 1, 2], [3, 1, 2, 2], [2, 4, 0, 1], [1, 3, 0, 1]]
    asked = {"labels": ["a", "b", "cat", "dog"]}
    with pytest.warns(UserWarning, match=r"no positives in column 'cat', 'dog': its average precision is nan") as said:
        values = average_precision(y_true, y_score, **asked, average=None)
    assert len(said) == 1
    assert said[0].filename == __file__
    np.testing.assert_allclose(values, [3 / 4, 5 / 6, np.nan, np.nan])
    with pytest.warns(UserWarning, match="'cat', 'dog'"):
        assert average_precision(y_true, y_score, **asked) == pytest.approx((3 / 4 + 5 / 6) / 2)
    with pytest.warns(UserWarning, match="'cat', 'dog'"):
        weighted = average_precision(y_true, y_score, **asked, average="weighted", sample_weight=[2, 1, 1, 1])
    assert weighted == pytest.approx((3 * (2 / 3 + 1 / 3 * 3 / 5) + 2 * 5 / 6) / 5)


def test_a_column_of_an_indicator_matrix_is_named_by_its_number():
    with pytest.warns(UserWarning, match="no positives in column 1:"):
        assert average_precision([[1, 0], [0, 0]], [[1, 2], [0, 1]]) == 1.0
    with pytest.warns(UserWarning, match="no positives in column 'late':"):
        assert average_precision([[1, 0], [0, 0]], [[1, 2], [0, 1]], labels=["early", "late"]) == 1.0


def test_a_positive_of_weight_zero_does_not_count():
    with pytest.warns(UserWarning, match="no positives in column 1:"):
        values = average_precision([[1, 0], [0, 1]], [[1, 2], [0, 1]], average=None, sample_weight=[1, 0])
    np.testing.assert_array_equal(values, [1.0, np.nan])


def test_rows_without_positives_are_left_out_with_a_warning():
    y_true, y_score = [[1, 0, 0], [0, 0, 0], [0, 1, 0]], [[3, 2, 1], [3, 2, 1], [3, 2, 1]]
    with pytest.warns(UserWarning, match="no positives in 1 of 3 rows: they are left out") as said:
        value = average_precision(y_true, y_score, average="samples", sample_weight=[1, 5, 3])
    assert len(said) == 1
    assert said[0].filename == __file__
    assert value == (1 * 1 + 3 * 1 / 2) / 4


@pytest.mark.parametrize("average", ["macro", "weighted", "samples", "micro"])
def test_without_any_positive_every_average_is_nan(average):
    with pytest.warns(UserWarning, match="no positives") as said:
        assert np.isnan(average_precision([[0, 0], [0, 0]], [[1, 2], [0, 1]], average=average))
    assert len(said) == 1


def test_micro_and_samples_do_not_warn_of_columns_without_positives():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for average in ("micro", "samples"):
            assert average_precision([[1, 0], [1, 0]], [[2, 1], [4, 3]], average=average) > 0


# Inputs that are refused as vectors and as matrices are in notebook_inputs.py.
BAD = {
    "scheme of nothing": (([[0, 0]], [[1, 2]]), {"scheme": "spline"}, "scheme must be one of .* got 'spline'"),
    "three dimensions": (([1], [[[1]]]), {}, r"y_score must have one or two dimensions, got shape \(1, 1, 1\)"),
    "three dimensional labels": (([[[1]]], [[1]]), {}, r"y_true must be two-dimensional, got shape \(1, 1, 1\)"),
    "no columns": (([[], []], [[], []]), {}, r"y_score must have at least one row and one column, got shape \(2, 0\)"),
    "missing indicator": (
        (pd.DataFrame({"a": [1, None], "b": [0, 1]}), [[1, 2], [3, 4]]), {}, r"y_true\[:, 0\] must be finite, got nan"
    ),
    "missing class": ((["a", None], [[1, 2], [3, 4]]), {}, "y_true must be known in every row, got None at position 1"),
    "too many classes": ((["a", "b", "c"], [[1, 2]] * 3), {}, "labels must name the 2 columns .* None and 3 classes"),
    "missing label": ((["a"], [[1, 2]]), {"labels": np.array(["a", None], dtype=object)}, "labels must be known"),
    "class without a column": (
        (["a", "x"], [[1, 2]] * 2), {"labels": ["a", "b"]}, "y_true must be one of the labels 'a', 'b', got 'x' at"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_errors_state_the_value_and_its_position(name):
    arguments, options, message = BAD[name]
    with pytest.raises(ValueError, match=message):
        average_precision(*arguments, **options)


AVERAGED = ["micro", "macro", "weighted", "samples"]


def test_the_components_of_the_five_row_example():
    parts = {name: average_components(LABELS, SCORES, average=name, sample_weight=WEIGHTS) for name in AVERAGED}
    assert parts["macro"].component == pytest.approx([0.1964285714, 0.6388888889])
    assert parts["macro"].weight.tolist() == [0.5, 0.5]
    assert parts["weighted"].weight.tolist() == [0.25, 0.75]
    assert parts["samples"].weight.tolist() == [0.125, 0.125, 0.25, 0.25, 0.25]
    areas = {name: round(one.area, 10) for name, one in parts.items()}
    assert areas == {"micro": 0.3611111111, "macro": 0.4176587302, "weighted": 0.5282738095, "samples": 0.5625}


@pytest.mark.parametrize("average", AVERAGED)
@pytest.mark.parametrize("scheme", ["step", "linear", "continuous", "eleven_point"])
def test_weighted_components_sum_to_the_average(average, scheme):
    rng = np.random.default_rng(5)
    y_true, y_score = rng.random((60, 4)) < 0.3, rng.random((60, 4)).round(1)
    y_true[:, 0] |= ~y_true.any(axis=1)  # every row has a positive
    parts = average_components(y_true, y_score, average=average, scheme=scheme)
    assert parts.weight.sum() == pytest.approx(1)
    assert (parts.component * parts.weight).sum() == pytest.approx(parts.area)
    assert parts.area == average_precision(y_true, y_score, average=average, scheme=scheme)


def test_a_column_without_positives_has_weight_0():
    with pytest.warns(UserWarning, match="no positives in column 'b'"):
        parts = average_components(
            ["a", "a", "c"], [[0.9, 0, 0.1], [0.8, 0, 0.2], [0.3, 0, 0.7]], labels=["a", "b", "c"]
        )
    assert np.isnan(parts.component[1])
    assert parts.weight.tolist() == [0.5, 0, 0.5]


def test_components_without_an_average_are_refused():
    with pytest.raises(ValueError, match="average must be one of micro, macro, weighted, samples, got 'none'"):
        average_components(LABELS, SCORES, average="none")


@pytest.mark.parametrize("average", ["micro", "macro", "weighted", "samples"])
def test_every_average_of_one_column_is_its_area(average):
    label, score = [[1], [0], [1], [0]], [[0.2], [0.9], [0.8], [0.1]]
    expected = average_precision_score(label, score, average=average)
    assert average_precision(label, score, average=average) == pytest.approx(expected, abs=1e-15)
    assert average_components(label, score, average=average).area == pytest.approx(expected, abs=1e-15)


def test_one_column_that_is_not_averaged_gives_an_array():
    label, score = [[1], [0], [1], [0]], [[0.2], [0.9], [0.8], [0.1]]
    for average in (None, "none"):
        found = average_precision(label, score, average=average)
        assert found.shape == (1,)
        assert average_precision(np.ravel(label), np.ravel(score), average=average) == found[0]


FLAT = JoinedCurve(np.array([0.0, 1.0]), np.array([0.5, 0.5]))
STAIRS = JoinedCurve(np.array([0.0, 0.5, 0.5, 1.0]), np.array([1.0, 1.0, 0.4, 0.4]))
SLOPE = JoinedCurve(np.array([0.0, 1.0]), np.array([1.0, 0.0]))


def test_the_mean_curve_averages_both_sides_of_a_step():
    mean = mean_curve([STAIRS, FLAT])
    assert mean.recall.tolist() == [0, 0.5, 0.5, 1]
    assert mean.precision.tolist() == pytest.approx([0.75, 0.75, 0.45, 0.45])


def test_the_mean_curve_uses_the_weights():
    mean = mean_curve([SLOPE, FLAT], weights=[1, 3])
    assert mean.precision.tolist() == pytest.approx([0.625, 0.375])


def test_a_curve_alone_is_its_own_mean():
    alone = mean_curve([STAIRS])
    assert (alone.recall.tolist(), alone.precision.tolist()) == (STAIRS.recall.tolist(), STAIRS.precision.tolist())


def test_a_curve_counts_as_0_beyond_its_end():
    short = JoinedCurve(np.array([0.0, 0.5]), np.array([1.0, 1.0]))
    mean = mean_curve([short, FLAT])
    assert mean.polygon_area == pytest.approx((0.5 + 0.5) / 2)
    assert mean.precision.tolist() == pytest.approx([0.75, 0.75, 0.25, 0.25])


def test_the_mean_curve_is_extrapolated_up_to_the_first_measured_point():
    early = SCHEMES["linear"].curve(operating_points([1, 1, 1, 1, 0], [5, 4, 3, 2, 1]))
    late = SCHEMES["linear"].curve(operating_points([1, 1, 0], [1, 1, 1]))
    assert mean_curve([late]).n_extrapolated == 1
    mean = mean_curve([early, late])
    assert mean.recall[mean.n_extrapolated] == 0.25
    assert mean_curve([early, FLAT]).n_extrapolated == 0


@given(
    st.lists(rankings(), min_size=1, max_size=4),
    st.sampled_from(["step", "linear", "linear_truncated", "eleven_point"]),
)
def test_the_area_of_the_mean_is_the_mean_of_the_areas(several, scheme):
    points = [operating_points(one.y_true, one.y_score) for one in several]
    curves = [SCHEMES[scheme].curve(one) for one in points]
    weights = np.arange(1, len(curves) + 1)
    expected = np.average([SCHEMES[scheme].area(one) for one in points], weights=weights)
    assert mean_curve(curves, weights).polygon_area == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("curves", "weights", "message"), [
    ([], None, "curves must be at least one, got none"),
    ([FLAT], [1, 2], "weights must be one for each of the 1 curves, got 2"),
    ([FLAT, FLAT], [1, -1], "weights must be at least 0 and not all 0, got -1.0 as the least"),
    ([FLAT, FLAT], [0, 0], "weights must be at least 0 and not all 0, got 0.0 as the least"),
])  # fmt: skip
def test_invalid_curves_and_weights_are_refused(curves, weights, message):
    with pytest.raises(ValueError, match=message):
        mean_curve(curves, weights)
