import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import average_precision_score

from pr_curve_lab.analysis.models import model_pairs
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_dataset
from pr_curve_lab.schema.examples import example_dataset
from pr_curve_lab.schema.roles import Roles
from pr_metrics import holm, paired_difference


def tasks_of(label, weight=None, missed=0, **scores):
    columns = {"label": np.asarray(label).astype(int), **scores} | ({} if weight is None else {"weight": weight})
    given = pd.DataFrame({name: np.asarray(values).astype(str) for name, values in columns.items()})
    roles = Roles(
        "label", "1", tuple(scores), weight=None if weight is None else "weight", kind="models", missed=missed
    )
    return build_dataset(Table("t", given), roles)


def three_models(count=400):
    """The first two are as good as each other, the third is no good."""
    rng = np.random.default_rng(6)
    label = rng.random(count) < 0.3
    seen = rng.normal(size=count) + 1.5 * label
    a, b = (np.round(seen + 0.4 * rng.normal(size=count), 3) for _ in range(2))
    return label, {"a": a, "b": b, "c": np.round(rng.normal(size=count), 3)}


def areas_of(label, scores, weight=None):
    return {name: average_precision_score(label, score, sample_weight=weight) for name, score in scores.items()}


def test_every_pair_is_tested_and_all_tests_are_one_family():
    label, scores = three_models()
    areas = areas_of(label, scores)
    by_area = sorted(scores, key=lambda name: -areas[name])
    pairs = model_pairs(tasks_of(label, **scores), areas_of(label, scores))
    assert [(one.first, one.second) for one in pairs] == [(by_area[i], by_area[j]) for i, j in ((0, 1), (0, 2), (1, 2))]
    for one in pairs:
        assert one.result == paired_difference(label, scores[one.first], scores[one.second])
        assert one.result.difference == pytest.approx(areas[one.first] - areas[one.second], abs=1e-12)
    assert [one.adjusted_p for one in pairs] == holm([one.result.p_value for one in pairs]).tolist()
    assert [one.is_significant for one in pairs] == [False, True, True]


def test_weights_weigh_in_the_test():
    label, scores = three_models()
    weight = np.random.default_rng(1).integers(1, 5, label.size)
    first = model_pairs(tasks_of(label, weight, **scores), areas_of(label, scores, weight))[0]
    asked = paired_difference(label, scores[first.first], scores[first.second], sample_weight=weight)
    assert first.result == asked


def test_with_few_rows_of_a_class_there_is_no_verdict():
    label, scores = three_models(20)
    label[:] = np.arange(20) < 9
    assert model_pairs(tasks_of(label, **scores), areas_of(label, scores)) == ()
    assert model_pairs(example_dataset("ten_rows"), {"score": 0.8}) == ()


def test_missed_positives_are_positives_too_where_few_are_counted():
    rng = np.random.default_rng(2)
    label = np.arange(60) < 8
    scores = {name: np.round(rng.normal(size=60) + label, 3) for name in "ab"}
    areas = areas_of(label, scores)
    assert model_pairs(tasks_of(label, **scores), areas) == ()
    assert len(model_pairs(tasks_of(label, missed=2, **scores), areas)) == 1
