import numpy as np
import pytest

from pr_curve_lab.analysis.alerts import build_deployment, weight_by_amount
from pr_curve_lab.analysis.thresholds import Costs, min_cost_index, total_benefit
from tests.cases_of import cases_of


def rows(seed, weighted):
    rng = np.random.default_rng(seed)
    label = rng.random(50) < 0.3
    label[:2] = True, False
    weight = rng.integers(1, 4, 50).astype(float) if weighted else None
    return cases_of(label, np.round(rng.random(50) + 0.3 * label, 1), weight), np.round(rng.exponential(100, 50))


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("prevalence", [None, 0.02])
@pytest.mark.parametrize("seed", range(4))
def test_costs_by_amount_are_those_summed_row_by_row(seed, prevalence, weighted):
    cases, amount = rows(seed, weighted)
    used = build_deployment(cases.points, prevalence=prevalence, rows=1000)
    money, costs = weight_by_amount(used, cases, amount), Costs(40.0, 1.0, 0.5)
    weight = np.ones(50) if cases.weight is None else cases.weight
    total = weight.sum()
    share = cases.points.prevalence if prevalence is None else prevalence
    positives, negatives = weight[cases.positive].sum(), weight[~cases.positive].sum()
    each = np.where(cases.positive, 1000 * share / positives, 1000 * (1 - share) / negatives)  # rows a day
    if prevalence is None:
        assert each == pytest.approx(1000 / total)
    gains = []
    for threshold in cases.points.threshold:
        called = cases.score >= threshold
        gain = np.where(cases.positive, np.where(called, 0.5 * amount, -amount), np.where(called, -40.0, 0.0))
        gains.append(float((weight * each * gain).sum()))
    found = [total_benefit(money, costs, index) for index in range(len(gains))]
    assert found == pytest.approx(gains)
    nothing = float((weight * each * np.where(cases.positive, -amount, 0)).sum())
    assert total_benefit(money, costs, None) == pytest.approx(nothing)
    assert gains[min_cost_index(money, 40.0, 1.0, 0.5)] == pytest.approx(max(gains))


def test_the_strictest_threshold_is_cheapest_where_its_only_positive_is_worth_nothing():
    cases = cases_of(np.array([1, 0, 0, 1]), np.array([0.9, 0.6, 0.5, 0.4]))
    money = weight_by_amount(build_deployment(cases.points), cases, np.array([0.0, 0, 0, 10]))
    assert min_cost_index(money, 100.0, 1.0, 0.0) == 0


def test_equal_amounts_choose_as_plain_costs_do():
    cases, _ = rows(7, weighted=False)
    used = build_deployment(cases.points)
    assert min_cost_index(weight_by_amount(used, cases, np.full(50, 10.0)), 30.0, 1.0, 0.0) == min_cost_index(
        used, 30.0, 10.0, 0.0
    )
