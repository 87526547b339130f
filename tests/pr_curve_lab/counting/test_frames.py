import numpy as np
import pyarrow as pa
import pytest

from pr_curve_lab.counting.frames import count_scores
from pr_curve_lab.counting.score_counts import LeftOut
from pr_metrics import SCHEMES, area_bounds, merge_counts, operating_points, round_scores
from tests.engines import ENGINES, as_frame, table_of

NUMBERS = ("score", "positives", "negatives", "rows", "lowest", "highest")
NAN = float("nan")
SMALL = pa.table(
    {
        "p": pa.array([0.9, 0.9, 0.5, -0.0, 0.0, None, NAN, 0.5, 0.5, 0.9]),
        "y": ["yes", "no", "no", "yes", "no", "yes", "no", None, "yes", "yes"],
        "w": pa.array([1.0, 2.0, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0, None, NAN]),
        "g": ["a", "a", "b", "b", "b", "a", "a", "b", None, "a"],
    }
)
KINDS = {  # kinds of labels: positive, negative, and the value that is passed as positive
    "text": ("spam", "ham", "spam"),
    "whole numbers": (1, 0, 1),
    "bools": (True, False, True),
    "bools by a number": (True, False, 1),
    "floats": (1.0, 0.0, 1),
    "numbers by a bool": (1, 0, True),
}


def counts_as_dict(counts):
    return {name: getattr(counts, name).tolist() for name in NUMBERS} | {"left out": counts.left_out}


@pytest.fixture(params=ENGINES)
def framed(request):
    return lambda table: as_frame(request.param, table)


def test_counted_by_hand(framed):
    counts = count_scores(framed(SMALL), "p", "y", positive="yes")
    assert counts.score.tolist() == [0.9, 0.5, 0]
    assert counts.positives.tolist() == [2, 1, 1]
    assert counts.negatives.tolist() == [1, 1, 1]
    assert counts.rows.tolist() == [3, 2, 2]
    assert counts.left_out == LeftOut(score=2, label=1)
    assert not np.signbit(counts.score[-1])
    assert counts.points().precision.round(3).tolist() == [0.667, 0.6, 0.571]


def test_weights_counted_by_hand(framed):
    counts = count_scores(framed(SMALL), "p", "y", positive="yes", weight="w")
    assert counts.positives.tolist() == [1, 0, 1]
    assert counts.negatives.tolist() == [2, 0.5, 1]
    assert counts.left_out == LeftOut(score=2, label=1, weight=2)
    assert counts.weighted


def test_groups_counted_by_hand(framed):
    counts = count_scores(framed(SMALL), "p", "y", positive="yes", group="g")
    assert counts.group.tolist() == ["a", "b", "b"]
    assert counts.left_out == LeftOut(score=2, group=1, label=1)
    by_group = counts.points_by_group()
    assert {name: (points.positives, points.negatives) for name, points in by_group.items()} == {
        "a": (2, 1),
        "b": (1, 2),
    }


OPTIONS = ({"decimals": 2}, {"decimals": -1}, {"group": "g"}, {"group": "n", "decimals": 1})


@pytest.mark.parametrize(("kind", "options"), [*((kind, {}) for kind in KINDS), *(("text", one) for one in OPTIONS)])
def test_every_engine_gives_exactly_the_same_counts(framed, kind, options):
    positive, negative, sought = KINDS[kind]
    table = table_of(positive, negative)
    expected = count_scores(table, "p", "y", positive=sought, **options)
    counts = count_scores(framed(table), "p", "y", positive=sought, **options)
    assert counts_as_dict(counts) == counts_as_dict(expected)
    if "group" in options:
        assert counts.group.tolist() == expected.group.tolist()


@pytest.mark.parametrize("options", [{}, {"decimals": 3}, {"group": "g"}])
def test_every_engine_gives_the_same_weights_except_for_rounding(framed, options):
    table = table_of("spam", "ham")
    expected = count_scores(table, "p", "y", positive="spam", weight="w", **options)
    counts = count_scores(framed(table), "p", "y", positive="spam", weight="w", **options)
    assert counts.score.tolist() == expected.score.tolist()
    assert counts.rows.tolist() == expected.rows.tolist()
    assert counts.left_out == expected.left_out
    np.testing.assert_allclose(counts.positives, expected.positives, rtol=1e-12)  # engines add in different order
    np.testing.assert_allclose(counts.negatives, expected.negatives, rtol=1e-12)


@pytest.mark.parametrize("decimals", [0, 1, 2, 4, -1])
def test_scores_are_rounded_as_by_numpy(framed, decimals):
    score = np.concatenate((np.arange(-400, 400) / 8, np.random.default_rng(0).normal(size=300) * 20, [0.285, 1.005]))
    label = np.arange(score.size) % 3 == 0
    counts = count_scores(framed(pa.table({"p": score, "y": label})), "p", "y", positive=True, decimals=decimals)
    rounded = round_scores(operating_points(label, score), decimals)
    assert counts.decimals == decimals
    assert counts.points().threshold.tolist() == rounded.threshold.tolist()
    assert counts.points().true_positives.tolist() == rounded.true_positives.tolist()
    assert counts.points().false_positives.tolist() == rounded.false_positives.tolist()


@pytest.mark.parametrize(
    ("columns", "positive", "sentence"),
    [
        ({"y": ["1", "0"]}, 1, "positive must be a value of 'y', got 1; there are '0', '1'"),
        ({"y": [1, 0]}, "1", "positive must be a value of 'y', got '1'; there are 0, 1"),
        ({"y": [True, False]}, "True", "positive must be a value of 'y', got 'True'; there are False, True"),
        ({"y": [True, False]}, 2, "positive must be a value of 'y', got 2; there are False, True"),
        ({"y": [2, 3]}, 1, "positive must be a value of 'y', got 1; there are 2, 3"),
        ({"y": ["no", "no"]}, "yes", "positive must be a value of 'y', got 'yes'; there are 'no'"),
        ({"p": ["1", "2"]}, 1, "score must be numbers, got a column of String, 'p'"),
        ({"p": [np.inf, 0.1]}, 1, "score must be finite, got inf in 1 rows"),
        ({"p": [None, 0.1], "y": [1, None]}, 1, "frame must have a row with a score and a label, got 2 rows without"),
        ({"p": [2**53 + 2, 1]}, 1, "(must be at most 2..53 in size to be exact, got|Integer value) 9007199254740994"),
        ({"q": [1.0, 2.0]}, 1, "weight must be a column, got 'w'; there are 'p', 'y', 'q'"),
        ({"w": [-1.0, 2.0]}, 1, "weight must be at least 0, got -1.0"),
        ({"w": [np.inf, 2.0]}, 1, "weight must be finite and have a finite sum"),
    ],
)
def test_invalid_columns_are_refused(framed, columns, positive, sentence):
    table = pa.table({"p": [0.5, 0.1], "y": [1, 0]} | columns)
    weight = "w" if {"w", "q"} & columns.keys() else None
    with pytest.raises(ValueError, match=sentence):
        count_scores(framed(table), "p", "y", positive=positive, weight=weight)


@pytest.mark.parametrize("weight", [np.inf, -1.0])
@pytest.mark.parametrize("row", [{"p": None, "y": 1}, {"p": None, "y": 0}, {"y": None}, {"y": 1, "g": None}], ids=str)
def test_weights_of_rows_that_are_left_out_are_not_checked(framed, row, weight):
    rows = [{"p": 0.5, "y": 1, "g": "a"}, {"p": 0.1, "y": 0, "g": "a"}, {"p": 0.5, "g": "a"} | row]
    table = pa.Table.from_pylist([{"w": 1.0} | rows[0], {"w": 1.0} | rows[1], {"w": weight} | rows[2]])
    counts = count_scores(framed(table), "p", "y", positive=1, weight="w", group="g")
    assert [counts.positives.tolist(), counts.negatives.tolist()] == [[1, 0], [0, 1]]
    assert counts.left_out.total == 1


def test_labels_of_zeros_alone_are_accepted(framed):
    counts = count_scores(framed(pa.table({"p": [0.5, 0.1], "y": [0, 0]})), "p", "y", positive=1)
    assert counts.negatives.tolist() == [1, 1]


def test_errors_suggest_columns_and_name_types():
    with pytest.raises(ValueError, match=r"score must be a column, got 'P'; did you mean 'p'.; there are 'p', 'y'"):
        count_scores(SMALL.select(["p", "y"]), "P", "y", positive="yes")
    with pytest.raises(ValueError, match=r"frame must be a data frame of pandas, polars, .*, got list"):
        count_scores([1], "p", "y", positive="yes")
    with pytest.raises(ValueError, match=r"decimals must leave fewer than 2..51 steps of 10..-decimals, got 300"):
        count_scores(SMALL, "p", "y", positive="yes", decimals=300)


@pytest.mark.parametrize("name", ['a"b', "a.b", "a b;", "a'b", "数 据", "select", "a`b", "$1", "a\\b", "{x}"])
def test_columns_of_any_name_are_found(framed, name):
    table = pa.table({name: [0.5, 0.1], name + "2": ["yes", "no"]})
    frame = framed(table)
    if {".", "`"} & set(name) and "spark" in type(frame).__module__:
        with pytest.raises(ValueError, match="score must be a name without dots and backticks in Spark, got"):
            count_scores(frame, name, name + "2", positive="yes")
    else:
        assert count_scores(frame, name, name + "2", positive="yes").positives.tolist() == [1, 0]


@pytest.mark.parametrize("kind", [pa.float32(), pa.int8(), pa.int64(), pa.bool_()], ids=str)
def test_scores_of_any_dtype_become_float64(framed, kind):
    table = pa.table({"p": pa.array([1, 0, 1]).cast(kind), "y": [1, 0, 0]})
    assert count_scores(framed(table), "p", "y", positive=1).score.tolist() == [1, 0]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_rounded_counts_bound_the_area_of_the_unrounded_scores(scheme):
    table = table_of(True, False)
    rows = table.to_pandas()[["p", "y"]].astype(float).dropna()
    bounds = area_bounds(count_scores(table, "p", "y", positive=True, decimals=1).binned(), scheme=scheme)
    assert bounds.lower <= SCHEMES[scheme].area(operating_points(rows["y"], rows["p"])) <= bounds.upper
    assert bounds.width > 0


def test_halves_have_the_bins_of_the_whole(framed):
    table = table_of(1, 0)
    halves = [count_scores(framed(part), "p", "y", positive=1, decimals=1) for part in (table[:900], table[900:])]
    whole = count_scores(framed(table), "p", "y", positive=1, decimals=1)
    assert counts_as_dict(halves[0].merge(halves[1])) == counts_as_dict(whole)
    merged, binned = merge_counts(*(half.binned() for half in halves)), whole.binned()
    for name in ("lower_edge", "upper_edge", "min_score", "max_score", "positives", "negatives"):
        assert getattr(merged, name).tolist() == getattr(binned, name).tolist()


def test_bins_of_rounded_counts_by_hand(framed):
    table = pa.table({"p": [0.94, 0.86, 0.84, -0.04], "y": [1, 0, 1, 0], "w": [2.0, 1.0, 1.0, 3.0]})
    binned = count_scores(framed(table), "p", "y", positive=1, weight="w", decimals=1).binned()
    assert binned.lower_edge.round(3).tolist() == [0.85, 0.75, -0.05]
    assert binned.upper_edge.round(3).tolist() == [0.95, 0.85, 0.05]
    assert binned.min_score.tolist() == [0.86, 0.84, -0.04]
    assert binned.max_score.tolist() == [0.94, 0.84, -0.04]
    assert binned.negatives.tolist() == [1, 0, 3]
    assert not binned.is_integer  # weights of a bin may add up to a whole number
