from dataclasses import replace
from math import hypot, nan

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t as student

from pr_curve_lab.analysis.train_test import MIN_CLASS_ROWS, train_test_gap
from pr_curve_lab.i18n.group_sentences import train_test_text
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.roles import infer_roles
from pr_metrics import SCHEMES, area_standard_error, operating_points
from pr_metrics.uncertainty.influence import variance_by_class


def train_test_rows(seed, size=400, *, gain=0.0):
    """Return rows of both splits; gain: how much better the training rows are ranked."""
    rng = np.random.default_rng(seed)
    label, train = rng.random(size) < 0.3, np.arange(size) % 2 == 0
    score = rng.normal(size=size) + label * (1 + gain * train)
    return pd.DataFrame({"y": label.astype(int), "score": score, "split": np.where(train, "train", "test")})


def gap_of(frame, *, exclude=False, **roles):
    table = Table("t", frame)
    return train_test_gap(table, replace(infer_roles(table), **roles), "score", exclude=exclude)


def points_of(frame, split):
    part = frame[frame.split == split]
    return operating_points(part.y, part.score)


def test_the_gap_and_its_interval_by_hand():
    frame = train_test_rows(1, gain=1.0)
    found, (train, test) = gap_of(frame), [points_of(frame, split) for split in ("train", "test")]
    areas = [SCHEMES["step"].area(points) for points in (train, test)]
    assert (found.train.area, found.test.area, found.gap) == (*areas, areas[0] - areas[1])
    error = hypot(area_standard_error(train), area_standard_error(test))
    parts = [one for points in (train, test) for one in variance_by_class(points)]
    degrees = sum(one.variance for one in parts) ** 2 / sum(one.variance**2 / one.degrees for one in parts)
    far = student.ppf(0.975, degrees) * error
    assert (found.interval.lower, found.interval.upper) == pytest.approx((found.gap - far, found.gap + far), abs=1e-6)
    assert found.p_value == pytest.approx(2 * student.sf(found.gap / error, degrees), rel=1e-3)
    assert found.is_significant == (found.interval.lower > 0)


def test_equal_rankings_seldom_differ_by_more_than_chance():
    tables = [Table("t", train_test_rows(seed, 200)) for seed in range(200)]
    roles = infer_roles(tables[0])
    share = np.mean([train_test_gap(one, roles, "score", exclude=False).is_significant for one in tables])
    assert share <= 0.1  # 0.05 expected, with a standard deviation of 0.015


def test_a_training_set_without_a_mistake_differs_from_a_test_set_with_many():
    frame = train_test_rows(2)
    frame.loc[frame.split == "train", "score"] = frame.y
    found = gap_of(frame)
    assert found.train.area == 1
    assert found.is_significant
    assert found.interval.lower > 0


def test_splits_without_a_mistake_have_no_interval():
    frame = train_test_rows(3)
    frame["score"] = frame.y
    found = gap_of(frame)
    assert (found.gap, found.p_value, found.has_few_rows) == (0, pytest.approx(nan, nan_ok=True), False)
    assert messages_in("en").format("averages.train_test_no_spread") in train_test_text(found, messages_in("en"))


def test_splits_of_one_score_have_no_interval_and_are_not_perfect():
    found = gap_of(train_test_rows(3).assign(score=0.5))
    assert (found.train.area, found.test.area) == (found.train.prevalence, found.test.prevalence)
    assert np.isnan(found.interval.lower)
    assert messages_in("en").format("averages.train_test_no_spread") in train_test_text(found, messages_in("en"))


@pytest.mark.parametrize("label", [0, 1])
def test_few_rows_of_a_class_have_a_gap_without_an_interval(label):
    frame = train_test_rows(4)
    in_class = frame.y == label
    found = gap_of(frame[~in_class | (frame.split == "train") | (in_class.cumsum() < MIN_CLASS_ROWS)])
    assert 0 < (found.test.positives if label else found.test.rows - found.test.positives) < MIN_CLASS_ROWS
    assert found.has_few_rows
    assert np.isnan(found.p_value)
    assert not found.is_significant


# Positives without a score count as rows of weight 1.
@pytest.mark.parametrize(("weight", "n_unscored"), [(2.5, 0), (1.0, 40)])
def test_equal_weights_change_nothing(weight, n_unscored):
    frame = train_test_rows(5, gain=0.5)
    frame["score"] = frame.score.mask(frame.index < n_unscored)
    plain = gap_of(frame, unscored_policy="missed")
    weighted = gap_of(frame.assign(sample_weight=weight), unscored_policy="missed")
    assert (weighted.gap, weighted.p_value) == pytest.approx((plain.gap, plain.p_value), rel=1e-9)


def test_rows_of_little_weight_hardly_count():
    frame = train_test_rows(5, gain=0.5)
    heavy = frame.index % 4 < 2
    found, expected = gap_of(frame.assign(sample_weight=np.where(heavy, 1, 1e-6))), gap_of(frame[heavy])
    assert found.gap == pytest.approx(expected.gap, rel=1e-4)
    assert found.interval.upper == pytest.approx(expected.interval.upper, rel=0.05)


def test_rows_of_weight_0_are_in_no_cluster():
    frame = train_test_rows(5, gain=0.5).assign(customer_id=lambda one: one.index // 4)
    weight = (frame.index % 5 > 0).astype(float)
    found, expected = gap_of(frame.assign(sample_weight=weight)), gap_of(frame[weight > 0].assign(sample_weight=1.0))
    assert (found.gap, found.p_value) == pytest.approx((expected.gap, expected.p_value), rel=1e-9)


def test_incomplete_rows_are_left_out_on_request():
    frame = train_test_rows(5, gain=0.5)
    frame["score"] = frame.score.mask(frame.index == 3)
    assert gap_of(frame) is None
    assert gap_of(frame, exclude=True).p_value == gap_of(frame.drop(index=3)).p_value


def test_clusters_of_four_equal_rows_at_least_double_the_interval():
    frame = train_test_rows(5, gain=0.5)
    copies = pd.concat([frame.assign(customer_id=np.arange(len(frame)))] * 4)
    apart, together = gap_of(copies.drop(columns="customer_id")), gap_of(copies)
    assert together.gap == apart.gap == gap_of(frame).gap
    widths = [one.interval.upper - one.interval.lower for one in (apart, together)]
    assert widths[1] >= 2 * widths[0]


def test_another_share_of_positives_moves_the_area():
    frame = train_test_rows(6, 800)
    rare = frame[(frame.y == 0) | (frame.split == "train") | (frame.index % 3 == 0)]
    found = gap_of(rare)
    assert found.test.prevalence < found.train.prevalence
    assert found.train_area_at_test_prevalence < found.train.area


@pytest.mark.parametrize("splits", [("train", "train"), ("a", "b"), ("test", "test")])
def test_a_table_without_both_splits_has_no_gap(splits):
    frame = train_test_rows(7)
    frame["split"] = np.where(frame.split == "train", *splits)
    assert gap_of(frame) is None


def test_a_split_of_one_class_has_no_gap():
    frame = train_test_rows(8)
    assert gap_of(frame[(frame.y == 1) | (frame.split == "train")]) is None
