"""Labeled scores of rows, problems of invalid rows, and counts, which give the same numbers as their rows."""

import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.analysis.averages import split_by_group, task_matrix
from pr_curve_lab.analysis.intervals import group_areas, step_interval
from pr_curve_lab.analysis.prevalence import row_limits
from pr_curve_lab.analysis.thresholds import count_class_ties_in_rows, has_tied_positive
from pr_curve_lab.analysis.tools import tool_numbers
from pr_curve_lab.i18n.citations import area_sentence, sample_summary
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.data_checks import check_data
from pr_curve_lab.schema.dataset import LabeledScores, build_dataset, build_labeled_scores, tie_groups_at
from pr_curve_lab.schema.roles import Roles, infer_roles
from pr_curve_lab.schema.row_selection import read_label_columns
from pr_curve_lab.schema.table_files import read_table
from pr_curve_lab.web.play import MAX_ROWS, sample_rows

ROLES = Roles("label", "1", ("score",))


def table_of(**columns):
    return Table("t.csv", pd.DataFrame(columns))


def build(table, roles=None, **options):
    return build_labeled_scores(table, roles or infer_roles(table), **options)


def test_three_classes_need_a_positive_value_for_one_vs_rest():
    table = table_of(label=["a", "b", "c", "a"], score=[0.9, 0.5, 0.4, 0.3])
    assert build(table) == [Notice("label_not_binary", row=3, column="label", value="c", values="a, b, c")]
    labeled_scores = build(table, Roles("label", "a", ("score",)))
    assert labeled_scores.positive.tolist() == [True, False, False, True]
    assert labeled_scores.negative_values == ("b", "c")


def test_the_first_score_that_is_not_a_number_is_reported():
    table = table_of(label=[1, 0, 1], score=["0.9", "high", "low"])
    assert build(table) == [Notice("score_not_number", row=2, column="score", value="high", count=2)]


def test_incomplete_rows_are_reported_and_can_be_excluded():
    table = read_table("t.csv", b"label,score\n1,0.9\n,0.8\n0,\n0,NaN\n0,0.2\n1,0.1\n")
    assert build(table) == [
        Notice("label_missing", row=2, column="label", count=1, line=3),
        Notice("score_missing", row=3, column="score", count=2, line=4),
    ]
    labeled_scores = build(table, exclude=True)
    assert labeled_scores.score.tolist() == [0.9, 0.2, 0.1]
    assert labeled_scores.excluded == (
        Notice("excluded_label", row=2, column="label", count=1, line=3),
        Notice("excluded_score", row=3, column="score", count=2, line=4),
    )


def test_rows_of_weight_zero_are_excluded_with_a_notice():
    labeled_scores = build(
        table_of(label=[1, 0, 1], score=[0.9, 0.5, 0.4], w=[1, 2, 0]), Roles("label", "1", ("score",), "w")
    )
    assert labeled_scores.weight.tolist() == [1, 2]
    assert labeled_scores.excluded == (Notice("excluded_weightless", row=3, column="w", count=1),)


TWO = {"label": [1, 0], "score": [0.9, 0.5]}
TEXT = {"label": ["a", "b"], "score": [0.9, 0.5]}
WEIGHTED = Roles("label", "1", ("score",), "w")

BAD = {
    "no positive value": (TEXT, Roles("label", None, ("score",)), "positive_unknown"),
    "absent positive value": (TEXT, Roles("label", "c", ("score",)), "positive_unknown"),
    "scores as labels": (
        {"label": range(30), "score": range(30)},
        Roles("score", None, ("label",)),
        "label_many_values",
    ),
    "label as score": (TWO, Roles("label", "1", ("label",)), "score_is_label"),
    "infinity as text": ({**TWO, "score": ["", "-inf"]}, ROLES, "score_infinite"),
    "large integers": ({**TWO, "score": [2**53 + 1, 1]}, ROLES, "score_too_large"),
    "longer integers": ({**TWO, "score": [123456789012345678901.0, 3.0]}, ROLES, "score_too_large"),
    "a large integer and a fraction": ({**TWO, "score": [2.0**60, 0.5]}, ROLES, "score_too_large"),
    "overflowing weights": ({**TWO, "w": [1e308, 1e308]}, WEIGHTED, "weight_sum_infinite"),
    "zero weights": ({**TWO, "w": [0, 0]}, WEIGHTED, "weight_all_zero"),
}


@pytest.mark.parametrize("kind", BAD)
def test_invalid_roles_or_values_are_a_problem(kind):
    columns, roles, key = BAD[kind]
    problems = build_labeled_scores(table_of(**columns), roles)
    assert key in [problem.key for problem in problems]


def test_exclusion_that_leaves_one_class_or_no_rows_is_refused():
    table = table_of(label=["1", "0", "1"], score=["0.9", "", "0.4"])
    assert build(table, exclude=True) == [Notice("one_class_left", column="label", value="1")]
    assert build(table_of(label=["1", "0"], score=["", ""]), ROLES, exclude=True) == [
        Notice("no_rows_left", name="t.csv")
    ]


def test_one_class_left_by_zero_weights_is_a_problem():
    table = table_of(label=[1, 0, 0], score=[0.9, 0.5, 0.1], w=[0, 1, 1])
    assert build(table, Roles("label", "1", ("score",), "w")) == [Notice("one_class_left", column="label", value="0")]


def test_a_class_called_na_is_not_a_missing_value():
    labeled_scores = build(
        read_table("t.csv", b"label,score\nNA,0.9\nEU,0.5\nNA,0.2\n"), Roles("label", "NA", ("score",))
    )
    assert isinstance(labeled_scores, LabeledScores)
    assert labeled_scores.positive.tolist() == [True, False, True]


def test_large_floats_are_valid_scores():
    assert isinstance(build(table_of(label=[1, 0], score=[1e300, -1e300])), LabeledScores)
    assert isinstance(build(table_of(label=[1, 0], score=[4503599627370497.5, 0.5])), LabeledScores)


UNKNOWN_ORDER = "unknown order of equal scores"


def frame_of(rows, positives, seed=3):
    draws = np.random.default_rng(seed)
    label = np.arange(rows) < positives
    score = np.round(draws.normal(0.3 + 0.15 * label, 0.2), 2)
    return pd.DataFrame({"y": label.astype(int), "p": score, "site": np.where(draws.random(rows) < 0.4, "a", "b")})


def tasks_of(frame, kind):
    """The tasks of rows, or of their counts in one of the two forms that a database writes."""
    keys = [name for name in frame.columns if name != "y"]
    if kind == "grouped":
        frame = frame.groupby(["y", *keys], as_index=False).size().rename(columns={"size": "n"})
    elif kind == "counts":
        sums = frame.assign(positives=frame["y"], negatives=1 - frame["y"]).groupby(keys, as_index=False)
        frame = sums[["positives", "negatives"]].sum().rename(columns={"p": "score"})
    table = read_table("t.csv", frame.to_csv(index=False).encode())
    assert isinstance(table, Table)
    return build_dataset(table, infer_roles(table)), table


def labeled_scores_of(kind, rows=2000, positives=400):
    dataset, table = tasks_of(frame_of(rows, positives)[["y", "p"]], kind)
    return dataset.labeled_scores(dataset.names[0]), table


@pytest.fixture(scope="module")
def of_rows():
    return labeled_scores_of("rows")


@pytest.mark.parametrize("kind", ["grouped", "counts"])
def test_counts_have_the_ties_and_intervals_of_their_rows(kind, of_rows):
    (rows, _), (counts, table) = of_rows, labeled_scores_of(kind)
    assert (counts.size, counts.positives, counts.is_weighted) == (2000, 400, False)
    assert counts.lines == len(table.frame) < 2000
    for of in (count_class_ties_in_rows, has_tied_positive, row_limits):
        assert of(counts) == of(rows)
    found = [step_interval(one).interval for one in (counts, rows)]
    assert found[0] == found[1]
    at = rows.points.threshold
    groups = [tie_groups_at(one, at) for one in (counts, rows)]
    assert groups[0].rows.tolist() == groups[1].rows.tolist()
    assert groups[0].positives.tolist() == groups[1].positives.tolist()


@pytest.mark.parametrize("kind", ["grouped", "counts"])
def test_counts_get_the_notices_and_citation_of_their_rows(kind, of_rows):
    (rows, table), (counts, lines) = of_rows, labeled_scores_of(kind)
    notices = [
        [(one.key, one.params.get("share")) for one in check_data(*of)] for of in ((counts, lines), (rows, table))
    ]
    assert notices[0] == notices[1] != []
    citations = [area_sentence("step", 0.5, sample_summary(one), messages_in("en")) for one in (counts, rows)]
    assert citations[0] == citations[1]
    assert counts.excluded == ()


def test_tools_agree_on_counts_unless_they_need_the_row_order(of_rows):
    by_row, by_count = (tool_numbers(one).reports for one in (of_rows[0], labeled_scores_of("counts")[0]))
    refused = {key for key, report in by_count.items() if getattr(report, "reason", "") == UNKNOWN_ORDER}
    assert {"COCO", "VOC2010", "trec_eval.map"} <= refused
    assert "sklearn.average_precision" not in refused
    for key in by_row.keys() - refused:
        assert getattr(by_count[key], "reason", by_count[key]) == getattr(
            by_row[key], "reason", pytest.approx(by_row[key], abs=1e-7, nan_ok=True)
        )


def test_tools_that_need_the_row_order_accept_untied_counts():
    frame = pd.DataFrame({"score": [0.9, 0.5, 0.1], "positives": [1, 0, 1], "negatives": [0, 1, 0]})
    table = read_table("t.csv", frame.to_csv(index=False).encode())
    dataset = build_dataset(table, infer_roles(table))
    reports = tool_numbers(dataset.labeled_scores(dataset.names[0])).reports
    assert [key for key, one in reports.items() if getattr(one, "reason", "") == UNKNOWN_ORDER] == []


@pytest.mark.parametrize(("rows", "kept"), [(100, 100), (2000, MAX_ROWS)])
def test_sample_rows_draws_rows_of_weight_1_from_counts(rows, kept):
    played = sample_rows(labeled_scores_of("counts", rows, rows // 5)[0])
    assert len(played) == kept
    assert {row.weight for row in played} == {1.0}
    assert sum(row.positive for row in played) == pytest.approx(kept / 5, rel=0.4)


@pytest.mark.parametrize("kind", ["grouped", "counts"])
def test_groups_of_counts_have_the_intervals_of_their_rows(kind):
    areas = []
    for one in ("rows", kind):
        dataset, _ = tasks_of(frame_of(2000, 400), one)
        assert dataset.group_names == ("a", "b")
        areas.append(group_areas(split_by_group(task_matrix(dataset), dataset.group_of_row), "step"))
    assert areas[0] == areas[1]


def test_a_column_called_weights_is_not_a_count_of_rows():
    frame = frame_of(200, 40)[["y", "p"]].assign(weights=2)
    table = read_table("t.csv", frame.to_csv(index=False).encode())
    dataset = build_dataset(table, infer_roles(table))
    labeled_scores = dataset.labeled_scores(dataset.names[0])
    assert (labeled_scores.size, labeled_scores.is_weighted) == (200, True)


@pytest.mark.parametrize(("values", "positive"), [((1, 0), "1"), ((1, -1), "1"), (("yes", "no"), "yes")])
def test_every_indicator_column_gets_its_positive_value(values, positive):
    frame = pd.DataFrame({"cat": values, "dog": values, "s_cat": [0.9, 0.1], "s_dog": [0.2, 0.8]})
    roles = Roles("cat", positive, ("s_cat", "s_dog"), kind="labels", labels=("cat", "dog"))
    labels, problems = read_label_columns(Table("t", frame), roles)
    assert problems == []
    assert labels.targets == {"cat": ("cat", positive), "dog": ("dog", positive)}
