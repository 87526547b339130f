from dataclasses import replace
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import auc, average_precision_score, precision_recall_curve

from pr_app.analysis.other_readings import other_readings
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
    """The readings that give an area to nine digits, but for the class balance, which always does."""
    readings = other_readings(tasks, name, to_all_digits(area))
    return [(one.kind, one.which, one.scheme) for one in readings if one.kind != "prevalence"]


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


def test_another_class_balance_comes_last():
    label, score, _ = rows()
    tasks = tasks_of(label=label, score=score)
    area = SCHEMES["step"].area(at_prevalence(tasks.points("score"), 0.03))
    (one,) = other_readings(tasks, "score", to_all_digits(area))
    assert (one.kind, one.which) == ("prevalence", pytest.approx(0.03, rel=1e-6))
    coarse = other_readings(tasks, "score", read_published(f"{area:.1f}"))
    assert coarse[-1].kind == "prevalence"


def test_a_number_that_nothing_gives_has_no_reading():
    label, score, _ = rows()
    assert other_readings(tasks_of(label=label, score=score), "score", to_all_digits(0.00001)) == ()
    separated = tasks_of(label=[1, 1, 0, 0], score=[4, 3, 2, 1])
    assert other_readings(separated, "score", to_all_digits(0.123)) == ()
