"""Counts at each score become rows, and models below one another columns."""

import pandas as pd
import pytest

from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_cases, build_dataset
from pr_curve_lab.schema.infer_roles import infer_roles
from pr_curve_lab.schema.shapes import expand_counts, pivot_models
from pr_metrics import OperatingPoints

SCORE, POSITIVES, NEGATIVES = [0.9, 0.5, 0.1], [3, 1, 0], [0, 2, 4]


@pytest.mark.parametrize("names", [("positives", "negatives"), ("n_pos", "n_neg"), ("正例数", "负例数")])
def test_the_points_are_those_of_the_counts(names):
    frame = pd.DataFrame({"score": SCORE, names[0]: POSITIVES, names[1]: NEGATIVES})
    lines = expand_counts(Table("t.csv", frame))
    points = build_cases(lines, infer_roles(lines)).points
    expected = OperatingPoints.from_counts(SCORE, POSITIVES, NEGATIVES)
    assert points.true_positives.tolist() == expected.true_positives.tolist()
    assert points.false_positives.tolist() == expected.false_positives.tolist()


def test_a_line_without_rows_is_left_away():
    frame = pd.DataFrame({"score": SCORE, "positives": POSITIVES, "negatives": NEGATIVES})
    assert expand_counts(Table("t.csv", frame)).frame["count"].tolist() == [3, 1, 2, 4]


def test_sums_of_weights_are_weights():
    frame = pd.DataFrame({"score": SCORE, "positives": [3.5, 1, 0], "negatives": NEGATIVES})
    lines = expand_counts(Table("t.csv", frame))
    cases = build_cases(lines, infer_roles(lines))
    expected = OperatingPoints.from_counts(SCORE, [3.5, 1, 0], NEGATIVES)
    assert (cases.is_weighted, cases.size) == (True, 4)
    assert cases.points.true_positives.tolist() == expected.true_positives.tolist()


def test_a_group_goes_along():
    frame = pd.DataFrame({"group": ["a", "b", "b"], "score": SCORE, "positives": POSITIVES, "negatives": NEGATIVES})
    lines = expand_counts(Table("t.csv", frame))
    assert lines.frame["group"].tolist() == ["a", "b", "b", "b"]
    roles = infer_roles(lines)
    assert (roles.group, roles.weight) == ("group", "count")


@pytest.mark.parametrize("positives", [["3", "x", "0"], [-1, 1, 0], [None, 1, 0]])
def test_other_values_are_no_counts(positives):
    frame = pd.DataFrame({"score": SCORE, "positives": positives, "negatives": NEGATIVES})
    assert expand_counts(Table("t.csv", frame)) is None


def binned(**columns):
    return expand_counts(Table("t.csv", pd.DataFrame({**columns, "positives": POSITIVES, "negatives": NEGATIVES})))


def test_a_highest_score_beside_each_makes_bins():
    lines = binned(score=SCORE, highest=[0.95, 0.6, 0.1])
    assert [note.key for note in lines.notes] == ["counts_read", "bins_read"]
    assert lines.notes[1].params == {"count": 2, "column": "score", "highest": "highest"}
    cases = build_cases(lines, infer_roles(lines))
    assert cases.roles.scores == ("score",)
    assert cases.bins.counts_of(cases.points).max_score.tolist() == [0.95, 0.6, 0.1]
    assert binned(score=SCORE, highest=SCORE).bins is None


@pytest.mark.parametrize("highest", [[0.95, 0.9, 0.1], [0.95, 0.4, 0.1], [0.95, None, 0.1], [0.95, 0.6, 0.5]])
def test_bins_that_overlap_are_a_problem(highest):
    found = binned(score=SCORE, highest=highest)
    assert (found.key, found.params["column"]) == ("bins_overlap", "score")


def test_bins_may_stand_in_any_order():
    frame = pd.DataFrame({"score": SCORE, "highest": [0.95, 0.6, 0.1], "positives": POSITIVES, "negatives": NEGATIVES})
    turned = expand_counts(Table("t.csv", frame.iloc[::-1]))
    assert turned.bins.upper.tolist() == [0.1, 0.6, 0.95]


def test_sums_of_weights_are_said():
    frame = pd.DataFrame({"score": SCORE, "positives": [3.5, 1, 0], "negatives": NEGATIVES})
    assert expand_counts(Table("t.csv", frame)).notes[-1].key == "sums_read"


LABEL = [1, 0, 0, 1, 0]


def table_of(**columns):
    return Table("t.csv", pd.DataFrame(columns))


def test_cases_are_put_together_by_their_ids():
    table = table_of(
        case_id=[1, 2, 3, 4, 5, 5, 4, 3, 2, 1],
        model=["a"] * 5 + ["b"] * 5,
        label=LABEL + LABEL[::-1],
        score=[0.9, 0.8, 0.7, 0.6, 0.5, 0.51, 0.61, 0.71, 0.81, 0.91],
    )
    wide = pivot_models(table)
    assert wide.frame.to_dict("list") == {
        "case_id": [1, 2, 3, 4, 5],
        "label": LABEL,
        "a": [0.9, 0.8, 0.7, 0.6, 0.5],
        "b": [0.91, 0.81, 0.71, 0.61, 0.51],
    }
    assert wide.notes[0].params == {"column": "model", "count": 2, "listed": "a, b"}
    assert build_dataset(wide, infer_roles(wide)).names == ("a", "b")


def test_blocks_with_labels_of_their_own_are_no_models():
    labels = [*LABEL, 0, 1, 0, 1, 0]
    assert pivot_models(table_of(site=["n"] * 5 + ["s"] * 5, label=labels, score=range(10))) is None


def test_folds_and_blocks_of_different_length_are_no_models():
    assert pivot_models(table_of(fold=["n"] * 5 + ["s"] * 5, label=LABEL * 2, score=range(10))) is None
    assert pivot_models(table_of(model=["n"] * 6 + ["s"] * 4, label=LABEL * 2, score=range(10))) is None
