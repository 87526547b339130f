"""Alerts and costs of a day equal those of its rows, counted one by one."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pr_curve_lab.analysis.alerts import alerts_by_day, build_deployment, build_deployment_by_day, weight_by_amount
from pr_curve_lab.analysis.thresholds import Costs, Requirements, find_threshold, min_cost_index, total_benefit
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_metrics import OperatingPoints, operating_points
from tests.fraud_log import fraud_log
from tests.labeled_scores import make_labeled_scores
from tests.rankings import rankings

PREVALENCES = st.floats(0.001, 0.999)
ROWS = st.integers(1, 10**6)


def test_a_day_of_five_thousand_rows_by_hand():
    # Recall 1/2 at a false positive rate of 1/4; of 5000 rows 100 are positive.
    points = OperatingPoints.from_counts([0.9, 0.1], [10, 10], [20, 60])
    day = build_deployment(points, prevalence=0.02, rows=5000).expected_counts(0)
    assert (day.true_positives, day.false_negatives) == pytest.approx((50, 50))
    assert day.alerts == pytest.approx(50 + 4900 / 4)
    assert day.precision == pytest.approx(50 / 1275)
    assert day.recall == 0.5


def test_without_options_a_day_is_exactly_the_data():
    points = example_labeled_scores("breast_cancer").points
    used = build_deployment(points)
    assert used.points is used.source_points is points
    assert not used.has_target_prevalence
    assert not used.has_other_counts
    for index in range(0, points.threshold.size, 7):
        day = used.expected_counts(index)
        assert day.true_positives == points.true_positives[index]
        assert day.alerts == points.true_positives[index] + points.false_positives[index]


def test_only_another_prevalence_or_rows_per_day_change_the_deployment():
    points = example_labeled_scores("breast_cancer").points
    assert not build_deployment(points, prevalence=points.prevalence).has_target_prevalence
    assert build_deployment(points, rows=1000).has_other_counts
    assert build_deployment(points, rows=469).per_day  # the number of rows in the file, but it is given
    assert not build_deployment(points, prevalence=0.1).per_day


@given(rankings(weights=("none", "whole", "real")), PREVALENCES, ROWS)
def test_counts_of_a_day_are_the_rates_times_its_rows(ranking, prevalence, rows):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(points.negatives > 0)
    used = build_deployment(points, prevalence=prevalence, rows=rows)
    for index in range(points.threshold.size):
        day = used.expected_counts(index)
        right = rows * prevalence * points.recall[index]
        false = rows * (1 - prevalence) * points.false_positive_rate[index]
        assert (day.true_positives, day.alerts) == pytest.approx((right, right + false), rel=1e-9)
        assert day.true_positives + day.false_negatives == pytest.approx(rows * prevalence, rel=1e-9)
        assert used.to_point_units(day.alerts) == pytest.approx(
            used.points.true_positives[index] + used.points.false_positives[index], rel=1e-9
        )


@pytest.mark.parametrize("rows", [0, -1, np.inf, np.nan])
def test_a_day_needs_rows(rows):
    with pytest.raises(ValueError, match="rows must be a number above 0, got"):
        build_deployment(OperatingPoints.from_counts([1], [1], [1]), rows=rows)


def random_labeled_scores(seed, *, weighted, count=60):
    """Return labeled scores with many ties, and the generator that made them."""
    rng = np.random.default_rng(seed)
    label = rng.random(count) < 0.4
    label[:2] = True, False
    weight = rng.integers(1, 4, count).astype(float) if weighted else None
    return make_labeled_scores(label, np.round(rng.random(count) + 0.3 * label, 1), weight), rng


def labeled_scores_on_days(seed, *, weighted):
    labeled_scores, rng = random_labeled_scores(seed, weighted=weighted)
    day = rng.integers(-1, 5, labeled_scores.size)
    day[:2] = 0
    return labeled_scores, day


def row_weights(labeled_scores):
    return np.ones(labeled_scores.size) if labeled_scores.weight is None else labeled_scores.weight


def count_by_day(labeled_scores, day, threshold):
    """Return the weight of positives and of all rows at or above a threshold by day; 0 for a day without such rows."""
    weight = row_weights(labeled_scores)
    found = {one: [0.0, 0.0] for one in sorted(set(day[day >= 0].tolist()))}
    for w, d, s, positive in zip(
        weight.tolist(), day.tolist(), labeled_scores.score, labeled_scores.positive, strict=True
    ):
        if d >= 0 and s >= threshold:
            found[d][0] += w * bool(positive)
            found[d][1] += w
    return found


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_alerts_by_day_equal_counting_row_by_row(seed, weighted):
    labeled_scores, day = labeled_scores_on_days(seed, weighted=weighted)
    used = build_deployment_by_day(labeled_scores, day)
    assert used.per_day
    assert used.n_rows * len(set(day[day >= 0])) == pytest.approx(sum(row_weights(labeled_scores)[day >= 0]))
    for index, threshold in enumerate(labeled_scores.points.threshold):
        by_day = count_by_day(labeled_scores, day, threshold)
        alerts = [one for _, one in by_day.values()]
        found = alerts_by_day(labeled_scores, day, used, index, 3.0)
        assert (found.min_alerts, found.max_alerts) == (min(alerts), max(alerts))
        assert found.days_above == sum(one > 3 for one in alerts)
        assert by_day[found.max_day][1] == max(alerts)
        assert found.days_at_max == sum(one == pytest.approx(max(alerts)) for one in alerts)
        assert used.alerts(every_day=True)[index] == max(alerts)
        assert used.alerts(every_day=False)[index] == pytest.approx(sum(alerts) / len(alerts), rel=1e-12)
        assert used.expected_counts(index).true_positives == pytest.approx(
            sum(one for one, _ in by_day.values()) / len(by_day), rel=1e-12
        )


@pytest.mark.parametrize("weighted", [False, True])
def test_at_another_class_balance_each_day_has_more_negatives(weighted):
    labeled_scores, day = labeled_scores_on_days(3, weighted=weighted)
    used = build_deployment_by_day(labeled_scores, day, prevalence=0.1)
    weight = row_weights(labeled_scores)
    own = labeled_scores.points.prevalence
    moved = np.where(labeled_scores.positive, 0.1 / own, 0.9 / (1 - own)) * weight
    dated = day >= 0
    moved *= weight[dated].sum() / moved[dated].sum()  # a day keeps its rows
    for index, threshold in enumerate(labeled_scores.points.threshold):
        called = dated & (labeled_scores.score >= threshold)
        alerts = [moved[called & (day == one)].sum() for one in range(5)]
        found = alerts_by_day(labeled_scores, day, used, index)
        assert (found.min_alerts, found.max_alerts) == pytest.approx((min(alerts), max(alerts)), rel=1e-9)
        assert used.alerts(every_day=True)[index] == pytest.approx(max(alerts), rel=1e-9)
        assert used.alerts(every_day=False)[index] == pytest.approx(sum(alerts) / 5, rel=1e-9)


@pytest.mark.parametrize("prevalence", [None, 0.1])
@pytest.mark.parametrize("seed", range(4))
def test_costs_of_a_day_follow_from_its_counts(seed, prevalence):
    labeled_scores, day = labeled_scores_on_days(seed, weighted=False)  # some rows have no day
    used, costs = build_deployment_by_day(labeled_scores, day, prevalence=prevalence), Costs(2.0, 7.0, 3.0)
    brings = []
    for index in range(labeled_scores.points.threshold.size):
        counts = used.expected_counts(index)
        false_positives = counts.alerts - counts.true_positives
        brings.append(3 * counts.true_positives - 2 * false_positives - 7 * counts.false_negatives)
    of_amounts = weight_by_amount(used, labeled_scores, np.ones(labeled_scores.size))
    for counted in (used, of_amounts):
        assert [total_benefit(counted, costs, index) for index in range(len(brings))] == pytest.approx(brings)
        assert brings[min_cost_index(counted, costs)] == pytest.approx(max(brings))


def test_days_of_one_class_are_refused():
    labeled_scores = make_labeled_scores(np.array([True, True, False]), np.array([0.9, 0.5, 0.1]), None)
    with pytest.raises(ValueError, match="rows that have a day must be of both classes"):
        build_deployment_by_day(labeled_scores, np.array([0, 1, -1]))


def fraud_labeled_scores():
    log = fraud_log()
    days = sorted({day for day, _, _ in log})
    label, score = (np.array([row[at] for row in log]) for at in (1, 2))
    return log, make_labeled_scores(label == 1, score, None), np.array([days.index(day) for day, _, _ in log])


def test_a_limit_for_every_day_holds_on_the_busiest_day():
    log, labeled_scores, day = fraud_labeled_scores()
    used = build_deployment_by_day(labeled_scores, day)
    every, mean = (find_threshold(used, Requirements(alerts=20, every_day=one)).index for one in (True, False))
    assert (labeled_scores.points.threshold[every], labeled_scores.points.threshold[mean]) == (0.873, 0.714)
    busiest = alerts_by_day(labeled_scores, day, used, mean, 20)
    assert (busiest.max_alerts, sorted({one for one, _, _ in log})[busiest.max_day]) == (38, "2026-10-18")
    assert busiest.days_above == 23
    assert Requirements(alerts=20, every_day=True).failed_requirements(used, mean) == ("max_alerts",)
    assert Requirements(alerts=20, every_day=False).failed_requirements(used, mean) == ()


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("prevalence", [None, 0.02])
@pytest.mark.parametrize("seed", range(4))
def test_costs_by_amount_equal_summing_row_by_row(seed, prevalence, weighted):
    labeled_scores, rng = random_labeled_scores(seed, weighted=weighted)
    amount = np.round(rng.exponential(100, labeled_scores.size))
    used = build_deployment(labeled_scores.points, prevalence=prevalence, rows=1000)
    money, costs = weight_by_amount(used, labeled_scores, amount), Costs(40.0, 1.0, 0.5)
    weight = row_weights(labeled_scores)
    total = weight.sum()
    share = labeled_scores.points.prevalence if prevalence is None else prevalence
    positives, negatives = weight[labeled_scores.positive].sum(), weight[~labeled_scores.positive].sum()
    each = np.where(labeled_scores.positive, 1000 * share / positives, 1000 * (1 - share) / negatives)  # rows a day
    if prevalence is None:
        assert each == pytest.approx(1000 / total)
    gains = []
    for threshold in labeled_scores.points.threshold:
        called = labeled_scores.score >= threshold
        gain = np.where(labeled_scores.positive, np.where(called, 0.5 * amount, -amount), np.where(called, -40.0, 0.0))
        gains.append(float((weight * each * gain).sum()))
    found = [total_benefit(money, costs, index) for index in range(len(gains))]
    assert found == pytest.approx(gains)
    nothing = float((weight * each * np.where(labeled_scores.positive, -amount, 0)).sum())
    assert total_benefit(money, costs, None) == pytest.approx(nothing)
    assert gains[min_cost_index(money, costs)] == pytest.approx(max(gains))


def test_positives_of_amount_zero_are_not_worth_an_alert():
    labeled_scores = make_labeled_scores(np.array([1, 0, 0, 1]), np.array([0.9, 0.6, 0.5, 0.4]))
    money = weight_by_amount(build_deployment(labeled_scores.points), labeled_scores, np.array([0.0, 0, 0, 10]))
    assert min_cost_index(money, Costs(100.0, 1.0)) == 0
