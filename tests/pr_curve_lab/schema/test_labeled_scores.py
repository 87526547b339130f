import pandas as pd
import pytest
from sklearn.metrics import average_precision_score

from pr_curve_lab.io.limits import Problem
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_cases
from pr_curve_lab.schema.infer_roles import infer_roles
from pr_curve_lab.schema.labeled_scores import LabeledScores
from pr_curve_lab.schema.roles import Roles
from pr_curve_lab.schema.uploads import read_table
from pr_metrics import SCHEMES

ROLES = Roles("label", "1", ("score",))


def table_of(**columns):
    return Table("t.csv", pd.DataFrame(columns))


def counted(table, roles=None, **options):
    return build_cases(table, roles or infer_roles(table), **options)


@pytest.mark.parametrize(
    "labels",
    [[1, 0, 1, 0], [1.0, 0.0, 1.0, 0.0], [1, -1, 1, -1], [True, False, True, False], ["pos", "neg", "pos", "neg"]],
)
def test_labels_of_every_kind_count_the_same(labels):
    cases = counted(table_of(label=labels, score=[0.9, 0.5, 0.4, 0.1]))
    assert cases.positive.tolist() == [True, False, True, False]
    assert SCHEMES["step"].area(cases.points) == pytest.approx(
        average_precision_score([1, 0, 1, 0], [0.9, 0.5, 0.4, 0.1])
    )


def test_the_other_value_can_be_the_positive_one():
    table = table_of(label=["a", "b", "a"], score=[0.9, 0.5, 0.4])
    assert counted(table, Roles("label", "b", ("score",))).positive.tolist() == [False, True, False]


def test_three_classes_need_a_choice_and_then_count_one_against_the_rest():
    table = table_of(label=["a", "b", "c", "a"], score=[0.9, 0.5, 0.4, 0.3])
    assert counted(table) == [Problem("label_not_binary", row=3, column="label", value="c", values="a, b, c")]
    cases = counted(table, Roles("label", "a", ("score",)))
    assert cases.positive.tolist() == [True, False, False, True]
    assert cases.negative_values == ("b", "c")


def test_numbers_among_text_are_read_and_the_odd_one_is_named_with_its_row():
    table = table_of(label=[1, 0, 1], score=["0.9", "high", "low"])
    assert counted(table) == [Problem("score_not_number", row=2, column="score", value="high", count=2)]


def test_rows_that_lack_something_are_named_and_can_be_left_out():
    table = read_table("t.csv", b"label,score\n1,0.9\n,0.8\n0,\n0,NaN\n0,0.2\n1,0.1\n")
    assert counted(table) == [
        Problem("label_missing", row=2, column="label", count=1, line=3),
        Problem("score_missing", row=3, column="score", count=2, line=4),
    ]
    cases = counted(table, exclude=True)
    assert cases.score.tolist() == [0.9, 0.2, 0.1]
    assert cases.excluded == (
        Problem("left_out_label", row=2, column="label", count=1, line=3),
        Problem("left_out_score", row=3, column="score", count=2, line=4),
    )


def test_rows_of_weight_zero_are_left_out_and_said():
    cases = counted(table_of(label=[1, 0, 1], score=[0.9, 0.5, 0.4], w=[1, 2, 0]), Roles("label", "1", ("score",), "w"))
    assert cases.weight.tolist() == [1, 2]
    assert cases.excluded == (Problem("left_out_weightless", row=3, column="w", count=1),)


TWO = {"label": [1, 0], "score": [0.9, 0.5]}
TEXT = {"label": ["a", "b"], "score": [0.9, 0.5]}
WEIGHTED = Roles("label", "1", ("score",), "w")

BAD = {
    "one class": ({**TWO, "label": [1, 1]}, ROLES, "one_class"),
    "one text class": ({**TWO, "label": ["a", "a"]}, Roles("label", "a", ("score",)), "one_class"),
    "no positive value": (TEXT, Roles("label", None, ("score",)), "positive_unknown"),
    "absent positive value": (TEXT, Roles("label", "c", ("score",)), "positive_unknown"),
    "scores as labels": (
        {"label": range(30), "score": range(30)},
        Roles("score", None, ("label",)),
        "label_many_values",
    ),
    "label as score": (TWO, Roles("label", "1", ("label",)), "score_is_label"),
    "text as score": ({**TWO, "score": ["a", "b"]}, ROLES, "score_not_number"),
    "infinity": ({**TWO, "score": [0.9, float("inf")]}, ROLES, "score_infinite"),
    "infinity as text": ({**TWO, "score": ["", "-inf"]}, ROLES, "score_infinite"),
    "large integers": ({**TWO, "score": [2**53 + 1, 1]}, ROLES, "score_too_large"),
    "longer integers": ({**TWO, "score": [123456789012345678901.0, 3.0]}, ROLES, "score_too_large"),
    "a large integer and a fraction": ({**TWO, "score": [2.0**60, 0.5]}, ROLES, "score_too_large"),
    "overflowing weights": ({**TWO, "w": [1e308, 1e308]}, WEIGHTED, "weight_sum_infinite"),
    "negative weight": ({**TWO, "w": [1, -1]}, WEIGHTED, "weight_negative"),
    "zero weights": ({**TWO, "w": [0, 0]}, WEIGHTED, "weight_all_zero"),
    "text weight": ({**TWO, "w": ["x", "1"]}, WEIGHTED, "weight_not_number"),
    "infinite weight": ({**TWO, "w": [1, float("inf")]}, WEIGHTED, "weight_infinite"),
}


@pytest.mark.parametrize("kind", BAD)
def test_what_cannot_be_counted_is_a_problem(kind):
    columns, roles, key = BAD[kind]
    problems = build_cases(table_of(**columns), roles)
    assert key in [problem.key for problem in problems]


def test_leaving_rows_out_can_leave_one_class_or_nothing():
    table = table_of(label=["1", "0", "1"], score=["0.9", "", "0.4"])
    assert counted(table, exclude=True) == [Problem("one_class_left", column="label", value="1")]
    assert counted(table_of(label=["1", "0"], score=["", ""]), ROLES, exclude=True) == [
        Problem("no_rows_left", name="t.csv")
    ]


def test_only_zero_weights_where_the_positives_are_leave_one_class():
    table = table_of(label=[1, 0, 0], score=[0.9, 0.5, 0.1], w=[0, 1, 1])
    assert counted(table, Roles("label", "1", ("score",), "w")) == [
        Problem("one_class_left", column="label", value="0")
    ]


def test_one_missing_label_does_not_turn_the_classes_round():
    table = read_table("t.csv", b"label,score\n1,0.1\n0,.9\nNaN,0.4\n1,.2\n")
    assert infer_roles(table).positive == "1"
    assert counted(table, exclude=True).positive.tolist() == [True, False, True]


def test_a_class_called_na_counts():
    cases = counted(read_table("t.csv", b"label,score\nNA,0.9\nEU,0.5\nNA,0.2\n"), Roles("label", "NA", ("score",)))
    assert isinstance(cases, LabeledScores)
    assert cases.positive.tolist() == [True, False, True]


def test_large_fractions_and_exponents_are_scores_like_any_other():
    assert isinstance(counted(table_of(label=[1, 0], score=[1e300, -1e300])), LabeledScores)
    assert isinstance(counted(table_of(label=[1, 0], score=[4503599627370497.5, 0.5])), LabeledScores)
