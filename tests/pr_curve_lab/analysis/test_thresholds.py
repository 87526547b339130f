"""Chosen thresholds and costs compared with all thresholds, counted row by row."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pr_curve_lab.analysis.alerts import build_deployment
from pr_curve_lab.analysis.thresholds import (
    Costs,
    Requirements,
    find_threshold,
    limit_binds,
    min_cost_index,
    precision_at_alerts,
    total_benefit,
)
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_metrics import OperatingPoints, operating_points
from tests.rankings import rankings

SHARES = st.one_of(st.none(), st.floats(0, 1))
MARGIN = 1e-9  # nearer to a limit than this, either answer is right


def counts_of_a_day(ranking, prevalence, rows):
    """Return precision, recall, alerts, true positives and misses of a day at every threshold, strictest first."""
    weight = np.ones(ranking.y_true.size) if ranking.sample_weight is None else ranking.sample_weight
    positive, counted = ranking.y_true == 1, weight > 0
    own = weight[positive].sum() / weight.sum()
    share = own if prevalence is None else prevalence
    a_day = weight.sum() if rows is None else rows
    found = []
    for threshold in np.unique(ranking.y_score[counted])[::-1]:
        called = ranking.y_score >= threshold
        recall = weight[called & positive].sum() / weight[positive].sum()
        rate = weight[called & ~positive].sum() / max(weight[~positive].sum(), 1e-300)
        right, false = a_day * share * recall, a_day * (1 - share) * rate
        found.append((right / (right + false), recall, right + false, right, a_day * share - right))
    return np.array(found)


def deployment_of(ranking, prevalence, rows):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(points.negatives > 0)
    return build_deployment(points, prevalence=prevalence, rows=rows)


@given(
    rankings(weights=("none", "whole", "real")),
    st.one_of(st.none(), st.floats(0.001, 0.999)),
    st.one_of(st.none(), st.integers(1, 5000)),
    SHARES,
    SHARES,
    st.one_of(st.none(), st.integers(0, 5000)),
)
def test_the_threshold_is_the_best_that_meets_all_requirements(ranking, prevalence, rows, precision, recall, alerts):
    used, table = deployment_of(ranking, prevalence, rows), counts_of_a_day(ranking, prevalence, rows)
    limits = [(0, precision or 0), (1, recall or 0), (2, -np.inf if alerts is None else -alerts)]
    signed = table * [1, 1, -1, 1, 1]
    slack = np.min([signed[:, at] - limit for at, limit in limits], axis=0)
    scale = 1 + (alerts or 0)
    surely, perhaps = slack >= MARGIN * scale, slack >= -MARGIN * scale
    found = find_threshold(used, Requirements(precision, recall, alerts))
    if found.index is None:
        assert not surely.any()
        assert all(not surely[index] for index in found.nearest.values())
        named = {"min_precision": 0, "min_recall": 1, "max_alerts": 2}
        for name, index in found.nearest.items():
            far = [signed[index, at] - limit for at, limit in limits if at != named[name]]
            assert not found.one_can_be_dropped or min(far) >= -MARGIN * scale  # the other requirements are met
        return
    assert perhaps[found.index]
    assert found.nearest == {}
    harmonic = 2 * table[:, 0] * table[:, 1] / np.maximum(table[:, 0] + table[:, 1], 1e-300)
    best = {"recall": table[:, 1], "precision": table[:, 0], "f1": harmonic}[found.maximized]
    if surely.any():
        assert best[found.index] >= best[surely].max() - MARGIN
    required = [bool(precision), bool(recall), alerts is not None]
    rules = {(False, True, False): "precision", (False, False, False): "f1"}
    assert found.maximized == rules.get(tuple(required), "f1" if recall else "recall")


@given(
    rankings(weights=("none", "whole")),
    st.floats(0.001, 0.999),
    st.integers(1, 5000),
    st.integers(0, 9),
    st.integers(0, 9),
    st.integers(0, 9),
)
def test_no_other_threshold_costs_less(ranking, prevalence, rows, false_alarm, missed, benefit):
    used, table = deployment_of(ranking, prevalence, rows), counts_of_a_day(ranking, prevalence, rows)
    costs = Costs(false_alarm, missed, benefit)
    index = min_cost_index(used, costs)
    if false_alarm == 0 == missed + benefit:
        assert index is None
        return
    right, false = table[:, 3], table[:, 2] - table[:, 3]
    brings = benefit * right - false_alarm * false - missed * table[:, 4]
    assert total_benefit(used, costs, index) == pytest.approx(brings[index], rel=1e-9, abs=1e-9 * rows)
    assert brings[index] >= brings.max() - 1e-9 * rows * (false_alarm + missed + benefit)
    assert total_benefit(used, costs, None) == pytest.approx(-missed * rows * prevalence, rel=1e-9)


def test_a_limit_of_whole_alerts_is_met_exactly():
    points = example_labeled_scores("breast_cancer").points  # 469 rows
    for index in (0, 9, 100):
        called = float(points.true_positives[index] + points.false_positives[index])
        for rows in (469, 938, 4690):
            alerts = called * rows / 469
            found = find_threshold(build_deployment(points, rows=rows), Requirements(alerts=alerts))
            assert called_rows(points, found.index) <= called
            assert points.recall[found.index] == points.recall[index]


def called_rows(points, index):
    return points.true_positives[index] + points.false_positives[index]


def test_requirements_that_cannot_be_met_together():
    # precision 1/2, 2/3; recall 1/2, 1
    used = build_deployment(OperatingPoints.from_counts([2, 1], [1, 1], [1, 0]))
    found = find_threshold(used, Requirements(0.9, None, 1))
    assert (found.index, found.nearest, found.one_can_be_dropped) == (
        None,
        {"min_precision": 1, "max_alerts": 0},
        False,
    )
    assert find_threshold(used, Requirements(0.6, 0.9, 2)).nearest == {"max_alerts": 1}
    assert find_threshold(used, Requirements(0.6, 0.9, 2)).one_can_be_dropped


def test_each_requirement_has_its_own_nearest_threshold():
    # precision 0, 20/21, 20/51, 21/52; recall 0, 20/21, 20/21, 1
    used = build_deployment(OperatingPoints.from_counts([4, 3, 2, 1], [0, 20, 0, 1], [1, 0, 30, 0]))
    found = find_threshold(used, Requirements(0.9, 1.0, 1))
    assert (found.index, found.one_can_be_dropped) == (None, False)
    assert found.nearest == {"min_precision": 1, "min_recall": 3, "max_alerts": 0}


def test_a_crossing_line_is_named_only_without_a_limit_on_alerts():
    used = build_deployment(OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 1]))
    assert find_threshold(used, Requirements(0.8, 0.7, None)).crossing_index == 1
    assert find_threshold(used, Requirements(0.8, 0.7, 2)).crossing_index is None


def test_precision_of_the_highest_scores_per_day():
    used = build_deployment(OperatingPoints.from_counts([3, 2], [1, 1], [0, 2]), rows=400)
    assert precision_at_alerts(used, 100) == 1
    assert precision_at_alerts(used, 250) == pytest.approx((1 + 0.5) / 2.5)
    assert precision_at_alerts(used, 0) is None
    assert precision_at_alerts(used, 401) is None


@pytest.mark.parametrize("prevalence", [0.017, 0.1, 0.35, 0.9])
def test_all_rows_of_a_day_have_the_precision_of_the_loosest_threshold(prevalence):
    points = OperatingPoints.from_counts([3, 2], [1, 6], [7, 19])
    for rows in range(1, 200):
        used = build_deployment(points, prevalence=prevalence, rows=rows)
        assert precision_at_alerts(used, rows) == pytest.approx(prevalence, rel=1e-9)


def test_a_limit_binds_if_the_best_threshold_without_it_is_another():
    rng = np.random.default_rng(2)
    positive = rng.random(300) < 0.3
    points = operating_points(positive, np.round(rng.normal(size=300) + positive, 1))
    used = build_deployment(points)
    for alerts in range(1, 300, 7):
        for required in (Requirements(alerts=alerts), Requirements(0.5, None, alerts), Requirements(0.4, 0.2, alerts)):
            index = find_threshold(used, required).index
            if index is None:
                continue
            free = find_threshold(used, required._replace(alerts=None)).index
            free = free if required.n_requirements > 1 else points.threshold.size - 1
            assert limit_binds(used, required, index) == (index != free)
