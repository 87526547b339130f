from dataclasses import replace
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import auc, average_precision_score, precision_recall_curve

from pr_app.analysis.other_readings import balance_reading, is_number, other_readings
from pr_app.analysis.published_number import Published, read_published
from pr_app.reading.cases.binary_tasks import build_binary_tasks
from pr_app.reading.examples import example_tasks
from pr_app.reading.roles.roles import Roles
from pr_app.reading.tables import Table
from pr_metrics import SCHEMES, at_prevalence

EXACT = Fraction(1, 10**9)  # one reading alone agrees to so many digits


def to_all_digits(area):
    """The number, published to nine digits."""
    return Published(Fraction(round(area * 10**9), 10**9), EXACT)


def rows(seed=3, count=400):
    rng = np.random.default_rng(seed)
    label = (rng.random(count) < 0.2).astype(int)
    return label, np.round(rng.normal(size=count) + 1.3 * label, 4), rng.integers(1, 4, count)


def tasks_of(**columns):
    given = {name: np.asarray(values).astype(str) for name, values in columns.items()}
    scores = tuple(name for name in columns if name.startswith("score"))
    roles = Roles("label", "1", scores, kind="one" if len(scores) == 1 else "models")
    for part in ("weight", "group"):
        if part in columns:
            roles = replace(roles, **{part: part})
    return build_binary_tasks(Table("t", pd.DataFrame(given)), roles)


def found(tasks, area, name="score"):
    """The readings that give an area to nine digits."""
    number = to_all_digits(area)
    return [(one.kind, one.which, one.scheme) for one in other_readings(tasks, name) if is_number(number, one.area)]


def test_scores_that_were_rounded():
    label, score, _ = rows()
    area = average_precision_score(label, np.round(score, 1))
    assert found(tasks_of(label=label, score=score), area) == [("decimals", 1, "step")]


def test_weights_that_were_left_out():
    label, score, weight = rows()
    precision, recall, _ = precision_recall_curve(label, score)
    tasks = tasks_of(label=label, score=score, weight=weight)
    assert found(tasks, auc(recall, precision)) == [("unweighted", None, "linear")]


@pytest.mark.parametrize(("turned", "kind"), [(1, "other_label"), (-1, "other_class")])
def test_the_other_class_as_positive_with_the_score_as_it_is_or_turned(turned, kind):
    label, score, _ = rows()
    area = average_precision_score(1 - label, turned * score)
    assert found(tasks_of(label=label, score=score), area) == [(kind, None, "step")]


def test_another_score_of_the_file():
    label, score, _ = rows()
    other = np.random.default_rng(9).normal(size=label.size) + label
    tasks = tasks_of(label=label, score=score, score2=other)
    assert found(tasks, average_precision_score(label, other)) == [("other_score", "score2", "step")]


def test_one_fold_and_the_mean_of_folds():
    label, score, _ = rows()
    fold = np.arange(label.size) % 3
    tasks, areas = tasks_of(label=label, score=score, group=fold), []
    for one in range(3):
        areas.append(average_precision_score(label[fold == one], score[fold == one]))
        assert found(tasks, areas[-1]) == [("fold", str(one), "step")]
    assert found(tasks, np.mean(areas)) == [("mean_of_folds", None, "step")]


def test_an_average_of_the_classes():
    tasks = example_tasks("digits")
    areas = [average_precision_score(tasks.positive[:, k], tasks.score[:, k]) for k in range(10)]
    assert found(tasks, np.mean(areas), "0") == [("average", "macro", "step")]


@pytest.mark.parametrize("digits", [3, 4, 7])
def test_a_class_balance_gives_the_number_as_it_is_printed(digits):
    label, score, _ = rows()
    points = tasks_of(label=label, score=score).points("score")
    for prevalence in (0.0301, 0.1, 0.99 * points.prevalence):
        number = read_published(f"{SCHEMES['step'].area(at_prevalence(points, prevalence)):.{digits}f}")
        found = balance_reading(points, number)
        area = SCHEMES["step"].area(at_prevalence(points, float(found.which)))
        assert (found.area, f"{area:.{digits}f}") == (area, number.text)
        assert float(found.which) == pytest.approx(prevalence, rel=10 ** (1 - digits) * 5)


def test_a_number_that_no_class_balance_gives_has_none():
    label, score, _ = rows()
    assert balance_reading(tasks_of(label=label, score=score).points("score"), to_all_digits(0.0000001)) is None
    separated = tasks_of(label=[1, 1, 0, 0], score=[4, 3, 2, 1]).points("score")
    assert balance_reading(separated, to_all_digits(0.123)) is None


def test_missed_positives_are_counted_in_every_reading_or_it_is_none():
    label, score, weight = rows()
    fold = np.arange(label.size) % 2
    given = {"label": label, "score": score, "weight": weight, "group": fold, "all": label.sum() + 9}
    frame = pd.DataFrame({name: np.broadcast_to(values, label.shape).astype(str) for name, values in given.items()})
    roles = Roles("label", "1", ("score",), group="group", missed=9)
    unknown = other_readings(build_binary_tasks(Table("t", frame), roles), "score")
    assert {one.kind for one in unknown} == {"decimals"}  # nobody knows which fold missed them
    weighted = other_readings(build_binary_tasks(Table("t", frame), replace(roles, weight="weight")), "score")
    assert {one.kind for one in weighted} == {"decimals"}
    area = next(one.area for one in unknown if (one.which, one.scheme) == (1, "step"))
    assert area == pytest.approx(average_precision_score(label, np.round(score, 1)) * label.sum() / (label.sum() + 9))


def test_of_each_fold_its_own_missed_positives_are_counted():
    label, score, _ = rows()
    fold = np.arange(label.size) % 2
    total = np.where(fold == 0, label[fold == 0].sum() + 5, label[fold == 1].sum() + 1)
    given = pd.DataFrame({"label": label, "score": score, "group": fold, "total": total}).astype(str)
    roles = Roles("label", "1", ("score",), group="group", total="total", total_by="group")
    readings = other_readings(build_binary_tasks(Table("t", given), roles), "score")
    for one, missed in ((0, 5), (1, 1)):
        of_fold = label[fold == one]
        scored = average_precision_score(of_fold, score[fold == one])
        area = next(r.area for r in readings if (r.kind, r.which, r.scheme) == ("fold", str(one), "step"))
        assert area == pytest.approx(scored * of_fold.sum() / (of_fold.sum() + missed), abs=1e-12)


def test_rows_of_one_label_that_were_left_out():
    label, score, _ = rows()
    named = np.where(label == 1, "1", np.where(np.arange(label.size) % 3 == 0, "unknown", "0"))
    judged = named != "unknown"
    published = to_all_digits(average_precision_score(label[judged], score[judged]))
    found = [
        one for one in other_readings(tasks_of(label=named, score=score), "score") if is_number(published, one.area)
    ]
    assert [(one.kind, one.which, one.scheme) for one in found] == [("left_out", "unknown", "step")]
    assert not [one for one in other_readings(tasks_of(label=label, score=score), "score") if one.kind == "left_out"]
