from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics
from sklearn.metrics import auc, average_precision_score, precision_recall_curve

from pr_curve_lab.analysis.alternative_values import common_values, partial_values, predictions_column, prevalence_value
from pr_curve_lab.analysis.reported_number import ReportedNumber, match_area, parse_number
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_dataset
from pr_curve_lab.schema.examples import example_dataset, example_table
from pr_curve_lab.schema.roles import Roles
from pr_metrics import SCHEMES, at_prevalence
from tests.labeled_scores import make_labeled_scores

EXACT = Fraction(1, 10**9)  # with nine digits only one reading agrees
RNG = np.random.default_rng(3)
LABEL = (RNG.random(400) < 0.2).astype(int)
SCORE, WEIGHT = np.round(RNG.normal(size=400) + 1.3 * LABEL, 4), RNG.integers(1, 4, 400)
OTHER = np.random.default_rng(9).normal(size=LABEL.size) + LABEL
NAMED = np.where(LABEL == 1, "1", np.where(np.arange(LABEL.size) % 3 == 0, "unknown", "0"))


def to_nine_digits(area):
    """Return the number as it would be reported with nine digits."""
    return ReportedNumber(Fraction(round(area * 10**9), 10**9), EXACT)


def dataset_and_table(**columns):
    """Return a dataset and its table; columns whose names begin with score are scores."""
    given = {name: np.asarray(values).astype(str) for name, values in columns.items()}
    scores = tuple(name for name in columns if name.startswith("score"))
    roles = Roles("label", "1", scores, kind="one" if len(scores) == 1 else "models")
    for part in ("weight", "group"):
        if part in columns:
            roles = replace(roles, **{part: part})
    table = Table("t", pd.DataFrame(given))
    return build_dataset(table, roles), table


def every_reading(dataset, table, name="score"):
    return (*common_values(dataset, name, table), *partial_values(dataset, name, table))


def matching_readings(dataset, table, area, name="score"):
    """Return the readings that agree with an area to nine digits."""
    number = to_nine_digits(area)
    readings = every_reading(dataset, table, name)
    return [(one.kind, one.which, one.metric) for one in readings if match_area(number, one.value) == "rounded"]


def hard_areas(label, hard):
    """Return average precision of hard predictions, and the trapezoidal area of scikit-learn's `auc`."""
    precision, recall, _ = precision_recall_curve(label, hard)
    return average_precision_score(label, hard), auc(recall, precision)


def test_the_roc_area_comes_first():
    first = common_values(*with_name(dataset_and_table(label=LABEL, score=SCORE)))[0]
    assert (first.kind, first.metric) == ("rows", "roc_area")
    assert first.value == pytest.approx(metrics.roc_auc_score(LABEL, SCORE), abs=1e-12)


def with_name(given, name="score"):
    dataset, table = given
    return dataset, name, table


def test_a_column_of_predictions_gives_its_own_areas_and_rates():
    hard = (SCORE + np.random.default_rng(1).normal(size=LABEL.size) > 1).astype(int)
    given = dataset_and_table(label=LABEL, score=SCORE, y_pred=hard)
    values = {
        "step": hard_areas(LABEL, hard)[0],
        "linear": hard_areas(LABEL, hard)[1],
        "accuracy": metrics.accuracy_score(LABEL, hard),
        "f1": metrics.f1_score(LABEL, hard),
        "precision": metrics.precision_score(LABEL, hard),
        "recall": metrics.recall_score(LABEL, hard),
        "balanced_accuracy": metrics.balanced_accuracy_score(LABEL, hard),
    }
    got = {one.metric: one.value for one in common_values(*with_name(given)) if one.kind == "predictions"}
    assert got == pytest.approx(values, abs=1e-12)
    assert [one.which for one in common_values(*with_name(given)) if one.kind == "predictions"] == ["y_pred"] * 7


@pytest.mark.parametrize(
    ("column", "values"), [("y_pred", ("spam", "ham")), ("预测", ("1", "0")), ("pred", ("True", "False"))]
)
def test_predictions_may_have_other_values_than_labels(column, values):
    frame = pd.DataFrame({"y": ["spam", "ham", "spam", "ham", "ham"], "s": [0.9, 0.8, 0.7, 0.4, 0.1]})
    table = Table("t", frame.assign(**{column: [values[0], values[0], values[1], values[1], values[1]]}))
    dataset = build_dataset(table, Roles("y", "spam", ("s",)))
    readings = common_values(dataset, "s", table)
    assert [one.value for one in readings if (one.which, one.metric) == (column, "recall")] == [0.5]


def test_a_binary_column_that_is_no_cut_of_the_score_is_no_prediction():
    labeled_scores = make_labeled_scores(LABEL, SCORE)
    _, table = dataset_and_table(label=LABEL, score=SCORE, sex=np.arange(LABEL.size) % 2)
    assert predictions_column(table, labeled_scores) is None
    _, table = dataset_and_table(label=LABEL, score=SCORE, alarm=(SCORE > 1).astype(int))
    assert predictions_column(table, labeled_scores) == "alarm"  # whatever it is called, it is a cut of the score


def test_the_labels_of_other_tasks_are_no_predictions():
    readings = common_values(example_dataset("five_rows"), "y_a", example_table("five_rows"))
    assert "predictions" not in {one.kind for one in readings}


@pytest.mark.parametrize(("shares", "at"), [(True, 0.5), (False, 0.0)])
def test_without_predictions_the_score_is_cut_at_its_usual_threshold(shares, at):
    score = np.round(1 / (1 + np.exp(1 - SCORE)), 4) if shares else SCORE - 1
    given, hard = dataset_and_table(label=LABEL, score=score), (score >= at).astype(int)
    which = "0.5" if shares else "0"
    step, linear = hard_areas(LABEL, hard)
    assert ("cut", which, "step") in matching_readings(*given, step)
    assert ("cut", which, "linear") in matching_readings(*given, linear)
    assert ("cut", which, "accuracy") in matching_readings(*given, metrics.accuracy_score(LABEL, hard))


def test_the_best_f1_and_accuracy_are_found():
    cuts = {cut: (cut <= SCORE).astype(int) for cut in np.unique(SCORE)}
    best = max(cuts, key=lambda cut: metrics.f1_score(LABEL, cuts[cut]))
    given = dataset_and_table(label=LABEL, score=SCORE)
    step, linear = hard_areas(LABEL, cuts[best])
    assert [(kind, metric) for kind, _, metric in matching_readings(*given, step)] == [("best_f1_cut", "step")]
    assert [(kind, metric) for kind, _, metric in matching_readings(*given, linear)] == [("best_f1_cut", "linear")]
    assert [one[0] for one in matching_readings(*given, metrics.f1_score(LABEL, cuts[best]))] == ["best"]
    accuracy = max(metrics.accuracy_score(LABEL, hard) for hard in cuts.values())
    assert ("best", "accuracy") in [(kind, metric) for kind, _, metric in matching_readings(*given, accuracy)]


@pytest.mark.parametrize(
    ("more", "area", "reading"),
    [
        ({}, average_precision_score(LABEL, -SCORE), ("turned", None, "step")),
        ({}, metrics.roc_auc_score(LABEL, -SCORE), ("turned", None, "roc_area")),
        ({}, average_precision_score(LABEL, np.round(SCORE, 1)), ("decimals", 1, "step")),
        ({}, average_precision_score(1 - LABEL, SCORE), ("other_label", None, "step")),
        ({}, average_precision_score(1 - LABEL, -SCORE), ("other_class", None, "step")),
        ({"weight": WEIGHT}, hard_areas(LABEL, SCORE)[1], ("unweighted", None, "linear")),
        ({"score2": OTHER}, average_precision_score(LABEL, OTHER), ("other_score", "score2", "step")),
        (
            {"label": NAMED},
            average_precision_score(LABEL[NAMED != "unknown"], SCORE[NAMED != "unknown"]),
            ("left_out", "unknown", "step"),
        ),
    ],
    ids=str,
)
def test_an_area_of_another_reading_matches_it_alone(more, area, reading):
    assert matching_readings(*dataset_and_table(**{"label": LABEL, "score": SCORE} | more), area) == [reading]


def test_without_a_third_label_no_rows_were_left_out():
    readings = every_reading(*dataset_and_table(label=LABEL, score=SCORE))
    assert "left_out" not in {one.kind for one in readings}


def test_other_columns_are_tried_as_score_and_label():
    other = np.round(np.random.default_rng(9).random(LABEL.size) + LABEL, 3)
    relapse = np.where(np.random.default_rng(8).random(LABEL.size) < 0.2, 1 - LABEL, LABEL)
    table = Table("t", pd.DataFrame({"y": LABEL, "relapse": relapse, "a": SCORE, "b": other}))
    dataset = build_dataset(table, Roles("y", "1", ("a",)))
    readings = {(one.kind, one.which, one.metric): one.value for one in common_values(dataset, "a", table)}
    assert readings["other_score", "b", "step"] == pytest.approx(average_precision_score(LABEL, other), abs=1e-12)
    assert readings["other_score", "b", "roc_area"] == pytest.approx(metrics.roc_auc_score(LABEL, other), abs=1e-12)
    area = average_precision_score(relapse, SCORE)
    assert readings["label_column", "relapse", "step"] == pytest.approx(area, abs=1e-12)


def test_areas_of_one_fold_and_means_of_folds_are_found():
    fold = np.arange(LABEL.size) ** 2 % 3  # of unequal sizes
    given, areas, roc = dataset_and_table(label=LABEL, score=SCORE, group=fold), [], []
    for one in (0, 1):
        here = fold == one
        areas.append(average_precision_score(LABEL[here], SCORE[here]))
        roc.append(metrics.roc_auc_score(LABEL[here], SCORE[here]))
        assert matching_readings(*given, areas[-1]) == [("fold", f"group = {one}", "step")]
    assert matching_readings(*given, np.mean(areas)) == [("mean", "group", "step")]
    assert matching_readings(*given, np.mean(roc)) == [("mean", "group", "roc_area")]
    counts = np.bincount(fold)
    assert matching_readings(*given, np.average(areas, weights=counts)) == [("mean_by_rows", "group", "step")]
    positives = np.bincount(fold, LABEL)
    assert matching_readings(*given, np.average(areas, weights=positives)) == [("mean_by_positives", "group", "step")]


def test_a_fold_without_positives_is_left_out_or_counts_as_0():
    fold = np.where(LABEL == 0, np.arange(LABEL.size) % 3, np.arange(LABEL.size) % 2)  # no positives in the last fold
    areas = [average_precision_score(LABEL[fold == one], SCORE[fold == one]) for one in (0, 1)]
    given = dataset_and_table(label=LABEL, score=SCORE, group=fold)
    assert matching_readings(*given, np.mean(areas)) == [("mean", "group", "step")]
    assert matching_readings(*given, np.sum(areas) / 3) == [("mean_with_zeros", "group", "step")]


def test_rows_that_do_not_count_here_are_tried_with_every_model():
    split = np.where(np.arange(LABEL.size) % 3 == 0, "test", "train")
    frame = pd.DataFrame({"label": LABEL, "split": split, "score": SCORE, "other": OTHER})
    frame.loc[RNG.random(LABEL.size) < 0.05, "other"] = np.nan
    frame.loc[RNG.random(LABEL.size) < 0.05, "score"] = np.nan
    table = Table("t", frame)
    roles = Roles("label", "1", ("score", "other"), kind="models", group="split", split_value="test")
    dataset = build_dataset(table, roles, exclude=True)
    alone = build_dataset(table, replace(roles, split_value=None), exclude=True).take_group("test")
    values = [
        {one.reading: one.value for one in every_reading(rows, table) if one.metric == "step"}
        for rows in (dataset, alone)  # the only rows that count, or one of two groups
    ]
    parts = {"all_rows": ("split = test", frame), "fold": ("split = train", frame[split == "train"])}
    for name, of_name in (("score", None), ("other", "other")):
        for kind, (which, part) in ({"own_rows": (None, frame[split == "test"])} | parts).items():
            own, shared = part.dropna(subset=[name]), part.dropna()
            for rows in (own, shared) if kind in parts else (own,):
                area = average_precision_score(rows.label, rows[name])
                for found in values:
                    assert found[kind, which, of_name, len(rows)] == pytest.approx(area, abs=1e-12)


def test_parts_by_columns_not_in_use_and_scores_filled_with_0_are_tried():
    row = np.arange(LABEL.size)
    dates = np.where(row % 2 == 0, "2026-03-0", "2026-04-0") + (1 + row % 9).astype(str).astype(object)
    frame = pd.DataFrame(
        {"label": LABEL, "score": SCORE, "other": OTHER, "region": np.array(["n", "s", "w"])[row % 3], "date": dates}
    )
    frame.loc[row % 20 == 0, "score"] = frame.loc[row % 23 == 0, "other"] = np.nan
    table = Table("t", frame.assign(date=frame.date.where(row % 7 > 0, "")))
    dataset = build_dataset(table, Roles("label", "1", ("score", "other"), kind="models"), exclude=True)
    found = {(*one.reading, one.metric): one.value for one in every_reading(dataset, table)}
    assert not any(str(which).endswith(" = ") for _, which, *_ in found)
    of = {"step": average_precision_score, "roc_area": metrics.roc_auc_score}
    month = table.frame.date.str[:7]
    parts = {f"region = {one}": frame.region == one for one in "nsw"} | {
        f"date = {one}": month == one for one in set(month) - {""}
    }
    own, shared = frame.dropna(subset=["score"]), frame.dropna(subset=["score", "other"])
    for metric, area in of.items():
        for (which, mask), rows in product(parts.items(), (own, shared)):
            part = rows[mask[rows.index]]
            value = found["fold", which, None, len(part), metric]
            assert value == pytest.approx(area(part.label, part.score), abs=1e-12)
        for one, rows in product("nsw", (own, shared)):
            rest = rows[rows.region != one]
            value = found["all_but", f"region = {one}", None, len(rest), "step"]
            assert value == pytest.approx(average_precision_score(rest.label, rest.score), abs=1e-12)
        filled = found["zero_filled", None, None, len(frame), metric]
        assert filled == pytest.approx(area(frame.label, frame.score.fillna(0)), abs=1e-12)


def test_averages_of_the_classes_are_found():
    dataset, table = example_dataset("digits"), example_table("digits")
    columns = [(dataset.positive[:, k], dataset.score[:, k]) for k in range(10)]
    for metric, score in (("step", average_precision_score), ("roc_area", metrics.roc_auc_score)):
        areas = [score(*column) for column in columns]
        assert matching_readings(dataset, table, np.mean(areas), "0") == [("average", "macro", metric)]
        weighted = np.average(areas, weights=dataset.positive.sum(axis=0))
        assert matching_readings(dataset, table, weighted, "0") == [("average", "weighted", metric)]
        pooled = score(dataset.positive.ravel(), dataset.score.ravel())
        assert matching_readings(dataset, table, pooled, "0") == [("average", "micro", metric)]


@pytest.mark.parametrize("digits", [3, 4, 7])
def test_the_suggested_prevalence_gives_the_printed_number(digits):
    points = dataset_and_table(label=LABEL, score=SCORE)[0].points("score")
    for prevalence in (0.0301, 0.1, 0.99 * points.prevalence):
        number = parse_number(f"{SCHEMES['step'].area(at_prevalence(points, prevalence)):.{digits}f}")
        found = prevalence_value(points, number)
        area = SCHEMES["step"].area(at_prevalence(points, float(found.which)))
        assert (found.value, f"{area:.{digits}f}") == (area, number.text)
        assert float(found.which) == pytest.approx(prevalence, rel=10 ** (1 - digits) * 5)


def test_no_prevalence_is_suggested_if_none_gives_the_number():
    assert (
        prevalence_value(dataset_and_table(label=LABEL, score=SCORE)[0].points("score"), to_nine_digits(0.0000001))
        is None
    )
    separated = dataset_and_table(label=[1, 1, 0, 0], score=[4, 3, 2, 1])[0].points("score")
    assert prevalence_value(separated, to_nine_digits(0.123)) is None


def test_readings_that_cannot_count_missed_positives_are_left_out():
    fold = np.arange(LABEL.size) % 2
    given = {"label": LABEL, "score": SCORE, "weight": WEIGHT, "group": fold, "all": LABEL.sum() + 9}
    frame = pd.DataFrame({name: np.broadcast_to(values, LABEL.shape).astype(str) for name, values in given.items()})
    roles = Roles("label", "1", ("score",), group="group", unscored_positives=9)
    unknown = partial_values(build_dataset(Table("t", frame), roles), "score", Table("t", frame))
    assert {one.kind for one in unknown} == {"decimals"}  # it is unknown which fold missed them
    weighted = build_dataset(Table("t", frame), replace(roles, weight="weight"))
    assert {one.kind for one in partial_values(weighted, "score", Table("t", frame))} == {"decimals"}
    known = {one.kind for one in common_values(weighted, "score", Table("t", frame))}
    assert not known & {"mean", "unweighted", "other_label", "other_class"}
    area = next(one.value for one in unknown if (one.which, one.metric) == (1, "step"))
    assert area == pytest.approx(average_precision_score(LABEL, np.round(SCORE, 1)) * LABEL.sum() / (LABEL.sum() + 9))


def test_each_fold_counts_its_own_missed_positives():
    fold = np.arange(LABEL.size) % 2
    total = np.where(fold == 0, LABEL[fold == 0].sum() + 5, LABEL[fold == 1].sum() + 1)
    given = pd.DataFrame({"label": LABEL, "score": SCORE, "group": fold, "total": total}).astype(str)
    roles = Roles("label", "1", ("score",), group="group", total_positives="total", total_positives_by="group")
    readings = partial_values(build_dataset(Table("t", given), roles), "score", Table("t", given))
    for one, missed in ((0, 5), (1, 1)):
        of_fold = LABEL[fold == one]
        scored = average_precision_score(of_fold, SCORE[fold == one])
        area = next(r.value for r in readings if (r.which, r.metric) == (f"group = {one}", "step"))
        assert area == pytest.approx(scored * of_fold.sum() / (of_fold.sum() + missed), abs=1e-12)
