from dataclasses import replace
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics
from sklearn.metrics import auc, average_precision_score, precision_recall_curve

from pr_curve_lab.analysis.other_readings import (
    common_values,
    is_same_number,
    partial_values,
    predictions_column,
    prevalence_value,
)
from pr_curve_lab.analysis.published_number import ReportedNumber, parse_number
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_dataset
from pr_curve_lab.schema.examples import example_dataset, example_table
from pr_curve_lab.schema.roles import Roles
from pr_metrics import SCHEMES, at_prevalence
from tests.cases_of import cases_of

EXACT = Fraction(1, 10**9)  # one reading alone agrees to so many digits


def to_all_digits(area):
    """The number, published to nine digits."""
    return ReportedNumber(Fraction(round(area * 10**9), 10**9), EXACT)


def rows(seed=3, count=400):
    rng = np.random.default_rng(seed)
    label = (rng.random(count) < 0.2).astype(int)
    return label, np.round(rng.normal(size=count) + 1.3 * label, 4), rng.integers(1, 4, count)


def tasks_of(**columns):
    """The tasks of a table, and the table; columns that begin with score are scores."""
    given = {name: np.asarray(values).astype(str) for name, values in columns.items()}
    scores = tuple(name for name in columns if name.startswith("score"))
    roles = Roles("label", "1", scores, kind="one" if len(scores) == 1 else "models")
    for part in ("weight", "group"):
        if part in columns:
            roles = replace(roles, **{part: part})
    table = Table("t", pd.DataFrame(given))
    return build_dataset(table, roles), table


def every_reading(dataset, table, name="score"):
    return (*common_values(dataset, name, table), *partial_values(dataset, name))


def found(dataset, table, area, name="score"):
    """The readings that give an area to nine digits."""
    number = to_all_digits(area)
    readings = every_reading(dataset, table, name)
    return [(one.kind, one.which, one.metric) for one in readings if is_same_number(number, one.value)]


def hard_areas(label, hard):
    """Average precision of hard predictions, and the trapezoid that scikit-learn's `auc` makes of their curve."""
    precision, recall, _ = precision_recall_curve(label, hard)
    return average_precision_score(label, hard), auc(recall, precision)


def test_the_roc_area_is_asked_first():
    label, score, _ = rows()
    first = common_values(*with_name(tasks_of(label=label, score=score)))[0]
    assert (first.kind, first.metric) == ("rows", "roc_area")
    assert first.value == pytest.approx(metrics.roc_auc_score(label, score), abs=1e-12)


def with_name(given, name="score"):
    dataset, table = given
    return dataset, name, table


def test_a_column_of_predictions_gives_its_own_areas_and_rates():
    label, score, _ = rows()
    hard = (score + np.random.default_rng(1).normal(size=label.size) > 1).astype(int)
    given = tasks_of(label=label, score=score, y_pred=hard)
    values = {
        "step": hard_areas(label, hard)[0],
        "linear": hard_areas(label, hard)[1],
        "accuracy": metrics.accuracy_score(label, hard),
        "f1": metrics.f1_score(label, hard),
        "precision": metrics.precision_score(label, hard),
        "recall": metrics.recall_score(label, hard),
        "balanced_accuracy": metrics.balanced_accuracy_score(label, hard),
    }
    got = {one.metric: one.value for one in common_values(*with_name(given)) if one.kind == "predictions"}
    assert got == pytest.approx(values, abs=1e-12)
    assert [one.which for one in common_values(*with_name(given)) if one.kind == "predictions"] == ["y_pred"] * 7


@pytest.mark.parametrize(
    ("column", "values"), [("y_pred", ("spam", "ham")), ("预测", ("1", "0")), ("pred", ("True", "False"))]
)
def test_predictions_may_be_written_otherwise_than_labels(column, values):
    frame = pd.DataFrame({"y": ["spam", "ham", "spam", "ham", "ham"], "s": [0.9, 0.8, 0.7, 0.4, 0.1]})
    table = Table("t", frame.assign(**{column: [values[0], values[0], values[1], values[1], values[1]]}))
    dataset = build_dataset(table, Roles("y", "spam", ("s",)))
    readings = common_values(dataset, "s", table)
    assert [one.value for one in readings if (one.which, one.metric) == (column, "recall")] == [0.5]


def test_a_column_of_yes_and_no_that_is_no_prediction_is_none():
    label, score, _ = rows()
    sex = np.arange(label.size) % 2
    assert predictions_column(tasks_of(label=label, score=score, sex=sex)[1], cases_of(label, score)) is None
    above = (score > 1).astype(int)  # whatever it is called, it is a cut of the score
    assert predictions_column(tasks_of(label=label, score=score, alarm=above)[1], cases_of(label, score)) == "alarm"


def test_the_labels_of_other_tasks_are_no_predictions():
    readings = common_values(example_dataset("five_rows"), "y_a", example_table("five_rows"))
    assert "predictions" not in {one.kind for one in readings}


@pytest.mark.parametrize(("shares", "at"), [(True, 0.5), (False, 0.0)])
def test_without_predictions_probabilities_are_cut_at_a_half_and_decision_values_at_0(shares, at):
    label, score, _ = rows()
    score = np.round(1 / (1 + np.exp(1 - score)), 4) if shares else score - 1
    given, hard = tasks_of(label=label, score=score), (score >= at).astype(int)
    which = "0.5" if shares else "0"
    step, linear = hard_areas(label, hard)
    assert ("cut", which, "step") in found(*given, step)
    assert ("cut", which, "linear") in found(*given, linear)
    assert ("cut", which, "accuracy") in found(*given, metrics.accuracy_score(label, hard))


def test_the_cut_at_the_best_f1_and_the_best_rates():
    label, score, _ = rows()
    cuts = {cut: (score >= cut).astype(int) for cut in np.unique(score)}
    best = max(cuts, key=lambda cut: metrics.f1_score(label, cuts[cut]))
    given = tasks_of(label=label, score=score)
    step, linear = hard_areas(label, cuts[best])
    assert [(kind, metric) for kind, _, metric in found(*given, step)] == [("best_f1_cut", "step")]
    assert [(kind, metric) for kind, _, metric in found(*given, linear)] == [("best_f1_cut", "linear")]
    assert [one[0] for one in found(*given, metrics.f1_score(label, cuts[best]))] == ["best"]
    accuracy = max(metrics.accuracy_score(label, hard) for hard in cuts.values())
    assert ("best", "accuracy") in [(kind, metric) for kind, _, metric in found(*given, accuracy)]


def test_the_score_turned_round():
    label, score, _ = rows()
    given = tasks_of(label=label, score=score)
    assert found(*given, average_precision_score(label, -score)) == [("turned", None, "step")]
    assert found(*given, metrics.roc_auc_score(label, -score)) == [("turned", None, "roc_area")]


def test_scores_that_were_rounded():
    label, score, _ = rows()
    area = average_precision_score(label, np.round(score, 1))
    assert found(*tasks_of(label=label, score=score), area) == [("decimals", 1, "step")]


def test_weights_that_were_left_out():
    label, score, weight = rows()
    precision, recall, _ = precision_recall_curve(label, score)
    dataset = tasks_of(label=label, score=score, weight=weight)
    assert found(*dataset, auc(recall, precision)) == [("unweighted", None, "linear")]


@pytest.mark.parametrize(("turned", "kind"), [(1, "other_label"), (-1, "other_class")])
def test_the_other_class_as_positive_with_the_score_as_it_is_or_turned(turned, kind):
    label, score, _ = rows()
    area = average_precision_score(1 - label, turned * score)
    assert found(*tasks_of(label=label, score=score), area) == [(kind, None, "step")]


def test_another_score_of_the_file():
    label, score, _ = rows()
    other = np.random.default_rng(9).normal(size=label.size) + label
    dataset = tasks_of(label=label, score=score, score2=other)
    assert found(*dataset, average_precision_score(label, other)) == [("other_score", "score2", "step")]


def test_columns_that_could_be_score_or_label_as_well():
    label, score, _ = rows()
    other = np.round(np.random.default_rng(9).random(label.size) + label, 3)
    relapse = np.where(np.random.default_rng(8).random(label.size) < 0.2, 1 - label, label)
    table = Table("t", pd.DataFrame({"y": label, "relapse": relapse, "a": score, "b": other}))
    dataset = build_dataset(table, Roles("y", "1", ("a",)))
    readings = {(one.kind, one.which, one.metric): one.value for one in common_values(dataset, "a", table)}
    assert readings["other_score", "b", "step"] == pytest.approx(average_precision_score(label, other), abs=1e-12)
    assert readings["other_score", "b", "roc_area"] == pytest.approx(metrics.roc_auc_score(label, other), abs=1e-12)
    area = average_precision_score(relapse, score)
    assert readings["label_column", "relapse", "step"] == pytest.approx(area, abs=1e-12)


def test_one_fold_and_the_mean_of_folds():
    label, score, _ = rows()
    fold = np.arange(label.size) ** 2 % 3  # of unequal sizes
    given, areas, roc = tasks_of(label=label, score=score, group=fold), [], []
    for one in (0, 1):
        here = fold == one
        areas.append(average_precision_score(label[here], score[here]))
        roc.append(metrics.roc_auc_score(label[here], score[here]))
        assert found(*given, areas[-1]) == [("fold", f"group = {one}", "step")]
    assert found(*given, np.mean(areas)) == [("mean", "group", "step")]
    assert found(*given, np.mean(roc)) == [("mean", "group", "roc_area")]
    counts = np.bincount(fold)
    assert found(*given, np.average(areas, weights=counts)) == [("mean_by_rows", "group", "step")]
    positives = np.bincount(fold, label)
    assert found(*given, np.average(areas, weights=positives)) == [("mean_by_positives", "group", "step")]


def test_a_fold_without_positives_is_left_out_of_the_mean_or_counts_as_0():
    label, score, _ = rows()
    fold = np.where(label == 0, np.arange(label.size) % 3, np.arange(label.size) % 2)  # none in the last
    areas = [average_precision_score(label[fold == one], score[fold == one]) for one in (0, 1)]
    given = tasks_of(label=label, score=score, group=fold)
    assert found(*given, np.mean(areas)) == [("mean", "group", "step")]
    assert found(*given, np.sum(areas) / 3) == [("mean_with_zeros", "group", "step")]


def test_an_average_of_the_classes():
    dataset, table = example_dataset("digits"), example_table("digits")
    columns = [(dataset.positive[:, k], dataset.score[:, k]) for k in range(10)]
    for metric, score in (("step", average_precision_score), ("roc_area", metrics.roc_auc_score)):
        areas = [score(*column) for column in columns]
        assert found(dataset, table, np.mean(areas), "0") == [("average", "macro", metric)]
        weighted = np.average(areas, weights=dataset.positive.sum(axis=0))
        assert found(dataset, table, weighted, "0") == [("average", "weighted", metric)]
        pooled = score(dataset.positive.ravel(), dataset.score.ravel())
        assert found(dataset, table, pooled, "0") == [("average", "micro", metric)]


@pytest.mark.parametrize("digits", [3, 4, 7])
def test_a_class_balance_gives_the_number_as_it_is_printed(digits):
    label, score, _ = rows()
    points = tasks_of(label=label, score=score)[0].points("score")
    for prevalence in (0.0301, 0.1, 0.99 * points.prevalence):
        number = parse_number(f"{SCHEMES['step'].area(at_prevalence(points, prevalence)):.{digits}f}")
        found = prevalence_value(points, number)
        area = SCHEMES["step"].area(at_prevalence(points, float(found.which)))
        assert (found.value, f"{area:.{digits}f}") == (area, number.text)
        assert float(found.which) == pytest.approx(prevalence, rel=10 ** (1 - digits) * 5)


def test_a_number_that_no_class_balance_gives_has_none():
    label, score, _ = rows()
    assert prevalence_value(tasks_of(label=label, score=score)[0].points("score"), to_all_digits(0.0000001)) is None
    separated = tasks_of(label=[1, 1, 0, 0], score=[4, 3, 2, 1])[0].points("score")
    assert prevalence_value(separated, to_all_digits(0.123)) is None


def test_missed_positives_are_counted_in_every_reading_or_it_is_none():
    label, score, weight = rows()
    fold = np.arange(label.size) % 2
    given = {"label": label, "score": score, "weight": weight, "group": fold, "all": label.sum() + 9}
    frame = pd.DataFrame({name: np.broadcast_to(values, label.shape).astype(str) for name, values in given.items()})
    roles = Roles("label", "1", ("score",), group="group", missed=9)
    unknown = partial_values(build_dataset(Table("t", frame), roles), "score")
    assert {one.kind for one in unknown} == {"decimals"}  # nobody knows which fold missed them
    weighted = build_dataset(Table("t", frame), replace(roles, weight="weight"))
    assert {one.kind for one in partial_values(weighted, "score")} == {"decimals"}
    known = {one.kind for one in common_values(weighted, "score", Table("t", frame))}
    assert not known & {"mean", "unweighted", "other_label", "other_class"}
    area = next(one.value for one in unknown if (one.which, one.metric) == (1, "step"))
    assert area == pytest.approx(average_precision_score(label, np.round(score, 1)) * label.sum() / (label.sum() + 9))


def test_of_each_fold_its_own_missed_positives_are_counted():
    label, score, _ = rows()
    fold = np.arange(label.size) % 2
    total = np.where(fold == 0, label[fold == 0].sum() + 5, label[fold == 1].sum() + 1)
    given = pd.DataFrame({"label": label, "score": score, "group": fold, "total": total}).astype(str)
    roles = Roles("label", "1", ("score",), group="group", total="total", total_by="group")
    readings = partial_values(build_dataset(Table("t", given), roles), "score")
    for one, missed in ((0, 5), (1, 1)):
        of_fold = label[fold == one]
        scored = average_precision_score(of_fold, score[fold == one])
        area = next(r.value for r in readings if (r.which, r.metric) == (f"group = {one}", "step"))
        assert area == pytest.approx(scored * of_fold.sum() / (of_fold.sum() + missed), abs=1e-12)


def test_rows_of_one_label_that_were_left_out():
    label, score, _ = rows()
    named = np.where(label == 1, "1", np.where(np.arange(label.size) % 3 == 0, "unknown", "0"))
    judged = named != "unknown"
    area = average_precision_score(label[judged], score[judged])
    assert found(*tasks_of(label=named, score=score), area) == [("left_out", "unknown", "step")]
    assert not [one for one in every_reading(*tasks_of(label=label, score=score)) if one.kind == "left_out"]
