"""Against the rows of each day, counted one by one."""

from collections import Counter, defaultdict
from itertools import pairwise

import numpy as np
import pytest

from pr_curve_lab.analysis.alerts import alerts_by_day, build_deployment_by_day
from pr_curve_lab.analysis.thresholds import Requirements, find_threshold
from tests.cases_of import cases_of
from tests.fraud_log import DAYS, fraud_log


def rows(seed, weighted):
    rng = np.random.default_rng(seed)
    label = rng.random(60) < 0.4
    label[:2] = True, False
    weight = rng.integers(1, 4, 60).astype(float) if weighted else None
    day = rng.integers(-1, 5, 60)
    day[:2] = 0
    return cases_of(label, np.round(rng.random(60), 1), weight), day


def counted_by_day(cases, day, threshold):
    """The weight of positives and of all rows at or above a threshold, by day; a day without such rows has 0."""
    weight = np.ones(day.size) if cases.weight is None else cases.weight
    found = {one: [0.0, 0.0] for one in sorted(set(day[day >= 0].tolist()))}
    for w, d, s, positive in zip(weight.tolist(), day.tolist(), cases.score, cases.positive, strict=True):
        if d >= 0 and s >= threshold:
            found[d][0] += w * bool(positive)
            found[d][1] += w
    return found


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_alerts_of_each_day_are_those_counted_row_by_row(seed, weighted):
    cases, day = rows(seed, weighted)
    used = build_deployment_by_day(cases, day)
    for index, threshold in enumerate(cases.points.threshold):
        by_day = counted_by_day(cases, day, threshold)
        alerts = [one for _, one in by_day.values()]
        found = alerts_by_day(cases, day, used, index, 3.0)
        assert (found.min_alerts, found.max_alerts) == (min(alerts), max(alerts))
        assert found.days_above == sum(one > 3 for one in alerts)
        assert by_day[found.max_day][1] == max(alerts)
        assert used.alerts(every_day=True)[index] == max(alerts)
        assert used.alerts(every_day=False)[index] == pytest.approx(sum(alerts) / len(alerts), rel=1e-12)
        assert used.day(index).true_positives == pytest.approx(
            sum(one for one, _ in by_day.values()) / len(by_day), rel=1e-12
        )


@pytest.mark.parametrize("weighted", [False, True])
def test_at_another_class_balance_each_day_has_more_negatives(weighted):
    cases, day = rows(3, weighted)
    used = build_deployment_by_day(cases, day, prevalence=0.1)
    weight = np.ones(60) if cases.weight is None else cases.weight
    own = cases.points.prevalence
    moved = np.where(cases.positive, 0.1 / own, 0.9 / (1 - own)) * weight
    dated = day >= 0
    moved *= weight[dated].sum() / moved[dated].sum()  # a day keeps its rows
    for index, threshold in enumerate(cases.points.threshold):
        called = dated & (cases.score >= threshold)
        alerts = [moved[called & (day == one)].sum() for one in range(5)]
        found = alerts_by_day(cases, day, used, index)
        assert (found.min_alerts, found.max_alerts) == pytest.approx((min(alerts), max(alerts)), rel=1e-9)
        assert used.alerts(every_day=True)[index] == pytest.approx(max(alerts), rel=1e-9)
        assert used.alerts(every_day=False)[index] == pytest.approx(sum(alerts) / 5, rel=1e-9)


def test_a_day_has_its_rows_and_no_more():
    cases, day = rows(1, weighted=True)
    used = build_deployment_by_day(cases, day)
    assert used.per_day
    assert used.n_rows * len(set(day[day >= 0])) == pytest.approx(cases.weight[day >= 0].sum())


def test_days_of_one_class_are_refused():
    cases = cases_of(np.array([True, True, False]), np.array([0.9, 0.5, 0.1]), None)
    with pytest.raises(ValueError, match="rows that have a day must be of both classes"):
        build_deployment_by_day(cases, np.array([0, 1, -1]))


def test_a_looser_threshold_has_no_quieter_day():
    cases, day = rows(2, weighted=False)
    used = build_deployment_by_day(cases, day)
    found = [alerts_by_day(cases, day, used, index) for index in range(cases.points.threshold.size)]
    for strict, loose in pairwise(found):
        assert loose.min_alerts >= strict.min_alerts
        assert loose.max_alerts >= strict.max_alerts
        assert loose.days_above == 0


def fraud_cases():
    log = fraud_log()
    days = sorted({day for day, _, _ in log})
    label, score = (np.array([row[at] for row in log]) for at in (1, 2))
    return log, cases_of(label == 1, score, None), np.array([days.index(day) for day, _, _ in log])


def best_by_hand(log, limit, *, most_of):
    """Of the thresholds whose alerts, counted by day, are few enough: the most fraud found, strictest first."""
    by_score = defaultdict(list)
    for day, fraud, score in log:
        by_score[score].append((day, fraud))
    alerts, found, best = Counter(), 0, None
    for score in sorted(by_score, reverse=True):
        alerts.update(day for day, _ in by_score[score])
        found += sum(fraud for _, fraud in by_score[score])
        if most_of(alerts) <= limit and (best is None or found > best[1]):
            best = (score, found)
    return best


@pytest.mark.parametrize("limit", [5, 10, 20, 50])
@pytest.mark.parametrize("every_day", [True, False])
def test_at_most_so_many_alerts_a_day_in_a_log_of_sixty_days(limit, every_day):
    log, cases, day = fraud_cases()
    used = build_deployment_by_day(cases, day)
    found = find_threshold(used, Requirements(alerts=limit, every_day=every_day))
    most_of = (lambda alerts: max(alerts.values())) if every_day else (lambda alerts: alerts.total() / DAYS)
    threshold, right = best_by_hand(log, limit, most_of=most_of)
    assert cases.points.threshold[found.index] == threshold
    assert cases.points.true_positives[found.index] == right


def test_the_limit_of_every_day_is_that_of_the_busiest():
    log, cases, day = fraud_cases()
    used = build_deployment_by_day(cases, day)
    every, mean = (find_threshold(used, Requirements(alerts=20, every_day=one)).index for one in (True, False))
    assert (cases.points.threshold[every], cases.points.threshold[mean]) == (0.873, 0.714)
    busiest = alerts_by_day(cases, day, used, mean, 20)
    assert (busiest.max_alerts, sorted({one for one, _, _ in log})[busiest.max_day]) == (38, "2026-10-18")
    assert busiest.days_above == 23
    assert Requirements(alerts=20, every_day=True).failed_requirements(used, mean) == ("max_alerts",)
    assert Requirements(alerts=20, every_day=False).failed_requirements(used, mean) == ()
