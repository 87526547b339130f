import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.metrics import fbeta_score

from pr_metrics import (
    SCHEMES,
    OperatingPoints,
    at_prevalence,
    at_thresholds,
    choose_threshold,
    f_contour,
    f_score,
    interpolated_crossing,
    nearest_thresholds,
    negative_predictive_value,
    net_benefit,
    operating_points,
    precision_at_k,
    threshold_index,
    tie_bounds,
)
from tests.rankings import rankings
from tests.reference import CASES, NET_BENEFIT

THREE = OperatingPoints.from_counts([0.9, 0.5, 0.1], [1, 1, 1], [0, 1, 1])
THREE_RANKED = OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 1])  # precision 1, 2/3, 1/2; recall 1/2, 1, 1
# Precision 1, 5/6, 8/11, 1/2; recall .3, .5, .8, 1; F1 .46, .625, .76, .67; FP 0 1 3 10, FN 7 5 2 0
FOUR = OperatingPoints.from_counts([4, 3, 2, 1], [3, 2, 3, 2], [0, 1, 2, 7])


@given(rankings(), st.floats(-10, 10))
def test_a_threshold_selects_the_rows_at_or_above_it(ranking, threshold):
    points = operating_points(ranking.y_true, ranking.y_score)
    called = ranking.y_score >= threshold
    index = threshold_index(points, threshold)
    if index is None:
        assert not called.any()
    else:
        assert points.true_positives[index] == ranking.y_true[called].sum()
        assert points.threshold[index] == ranking.y_score[called].min()


def test_a_grid_of_moved_points_is_not_as_measured():
    moved = at_prevalence(operating_points([1, 0, 1, 0, 0, 0], [6, 5, 4, 3, 2, 1]), 0.1)
    coarse = at_thresholds(moved, [4, 2])
    assert not coarse.as_measured
    with pytest.raises(ValueError, match="needs points as measured"):
        tie_bounds(coarse)


@given(rankings(), st.floats(1e-6, 1 - 1e-6))
def test_the_order_of_grid_and_prevalence_does_not_matter(ranking, prevalence):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(points.negatives > 0)
    grid = points.threshold[::2]
    coarse, moved = at_thresholds(points, grid), at_thresholds(at_prevalence(points, prevalence), grid)
    assert moved.false_positive_rate.tolist() == coarse.false_positive_rate.tolist()
    assert moved.false_positives.tolist() == at_prevalence(coarse, prevalence).false_positives.tolist()
    assert at_prevalence(moved, points.prevalence).false_positives.tolist() == coarse.false_positives.tolist()


def test_equal_thresholds_are_merged():
    merged = at_thresholds(THREE, [0.5, 0.5, 0.7, -0.0, 0.0]).threshold
    assert merged.tolist() == [0.7, 0.5, 0.0]
    assert not np.signbit(merged[-1])


def test_above_the_highest_score_there_is_no_point():
    assert at_thresholds(THREE, [2, 0.95, 0.9]).threshold.tolist() == [0.9]
    with pytest.raises(ValueError, match=r"not all be above the highest score, 0\.9, got 0\.95 as the lowest"):
        at_thresholds(THREE, [2, 0.95])


@given(rankings(), st.lists(st.floats(-10, 10), min_size=1, max_size=20))
def test_points_of_a_grid_are_the_counts_of_its_thresholds(ranking, thresholds):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    grid = [*thresholds, float(points.threshold[-1])]
    coarse = at_thresholds(points, grid)
    weight = np.ones(ranking.y_true.size) if ranking.sample_weight is None else ranking.sample_weight
    called = (ranking.y_score >= coarse.threshold[:, None]) * weight
    np.testing.assert_allclose(coarse.true_positives, called @ ranking.y_true, rtol=1e-12, atol=1e-300)
    np.testing.assert_allclose(coarse.false_positives, called @ (1 - ranking.y_true), rtol=1e-12, atol=1e-300)
    assert coarse.threshold.tolist() == sorted({t for t in grid if t <= points.threshold[0]}, reverse=True)


@pytest.mark.parametrize(("thresholds", "message"), [
    ([], "thresholds must have at least one row, got none"),
    (0.5, "thresholds must be a list or an array, got a float"),
    ([[0.5, 0.1, 0.2]], r"thresholds must be .*, got shape \(1, 3\), a row vector: pass its only row, \[0\]$"),
    ([0.5, np.nan], "thresholds must be finite, got nan at position 1"),
    ([np.inf, 0.5], "thresholds must be finite, got inf at position 0"),
    (["0.5"], "thresholds must be numbers, got '0.5' at position 0"),
])  # fmt: skip
def test_bad_thresholds_are_refused(thresholds, message):
    with pytest.raises(ValueError, match=message):
        at_thresholds(THREE, thresholds)


@pytest.mark.parametrize("threshold", [np.nan, "0.5", None, [0.5], 1j])
def test_a_threshold_must_be_a_number(threshold):
    with pytest.raises(ValueError, match="threshold must be a number, got"):
        threshold_index(operating_points([1, 0], [2, 1]), threshold)


def test_infinite_thresholds_select_all_rows_or_none():
    points = operating_points([1, 0], [2, 1])
    assert (threshold_index(points, -np.inf), threshold_index(points, np.inf)) == (1, None)


def test_best_f1_of_the_sixteen_rows():
    scores = [0.9, 0.8, 0.7, 0.6, 0.55, 0.5, 0.4, 0.35, 0.3, 0.2]
    points = OperatingPoints.from_counts(scores, [1, 1, 2, 1, 1, 1, 0, 0, 1, 1], [0, 0, 0, 0, 0, 1, 2, 1, 2, 1])
    best = choose_threshold(points)
    assert best.threshold == 0.5
    assert f_score(points)[best.index] == pytest.approx(14 / 17)


@given(rankings(weights=("none", "whole", "real")), st.floats(0, 1), st.sampled_from([None, 0.5, 0.01]))
def test_a_chosen_threshold_is_the_point_of_its_index(ranking, precision, prevalence):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    points = points if prevalence is None or not 0 < points.prevalence < 1 else at_prevalence(points, prevalence)
    chosen = choose_threshold(points, min_precision=precision)
    for name in ("threshold", "recall", "precision", "true_positives", "false_positives") if chosen else ():
        assert getattr(chosen, name) == getattr(points, name)[chosen.index]
        assert type(getattr(chosen, name)) is float


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64, np.longdouble])
def test_a_chosen_threshold_counts_the_rows_at_or_above_it(kind):
    label, score = np.array([1, 0, 1, 1, 0]), np.array([0.9, 0.8, 0.7, 0.1, 0.1]).astype(np.float32).astype(kind)
    chosen = choose_threshold(operating_points(label, score), min_precision=0.6)
    called = score >= chosen.threshold
    assert (called & (label == 1)).sum() == chosen.true_positives == 3
    assert (called & (label == 0)).sum() == chosen.false_positives == 2


@pytest.mark.parametrize("mistaken", [float, np.array([0.9, 0.5]).__ge__, lambda chosen: [0.9, 0.5][chosen]])
def test_a_chosen_threshold_is_not_a_number(mistaken):
    with pytest.raises(TypeError):
        mistaken(choose_threshold(THREE_RANKED))
    with pytest.raises(ValueError, match="thresholds must be numbers, got ChosenThreshold"):
        at_thresholds(THREE_RANKED, [choose_threshold(THREE_RANKED)])


@pytest.mark.parametrize(("points", "required", "index"), [
    (THREE_RANKED, {"min_precision": 0.6}, 1),  # most recall
    (THREE_RANKED, {"min_recall": 0.9}, 1),  # most precision
    (THREE_RANKED, {"min_recall": 0.9, "min_precision": 0.5}, 1),  # largest F1
    (THREE_RANKED, {"max_alerts": 3}, 1),
    (THREE_RANKED, {"max_alerts": 2.9}, 0),
    (THREE_RANKED, {"max_alerts": 100}, 1),  # later thresholds find no more positives
    (FOUR, {"min_precision": 0.5, "max_alerts": 20}, 3),  # most recall
    (FOUR, {"min_precision": 0.7, "max_alerts": 20}, 2),
    (FOUR, {"min_recall": 0.4}, 1),  # most precision
    (FOUR, {"min_recall": 0.4, "max_alerts": 20}, 2),  # largest F1
    (FOUR, {"min_recall": 0.4, "max_alerts": 7}, 1),
    (FOUR, {"cost_fp": 1, "cost_fn": 1}, 2),  # costs 7, 6, 5, 10
    (FOUR, {"cost_fp": 5, "cost_fn": 1}, 0),  # costs 7, 10, 17, 50
    (FOUR, {"cost_fp": 1, "cost_fn": 4}, 3),  # costs 28, 21, 11, 10
    (FOUR, {"cost_fp": 1, "cost_fn": 4, "max_alerts": 11}, 2),
    (FOUR, {"cost_fp": 0, "cost_fn": 1}, 3),
    (FOUR, {"cost_fp": 1, "cost_fn": 0}, 0),
    (FOUR, {"cost_fp": 4e307, "cost_fn": 1.6e308}, 3),  # as with 1 and 4
    (FOUR, {"cost_fp": 5e-320, "cost_fn": 1e-320}, 0),  # as with 5 and 1
])  # fmt: skip
def test_requirements_are_met_by_the_best_achievable_point(points, required, index):
    assert choose_threshold(points, **required).index == index


def test_no_threshold_is_chosen_if_no_point_meets_the_requirements():
    assert choose_threshold(THREE_RANKED, max_alerts=0) is None
    assert choose_threshold(FOUR, min_recall=0.9, max_alerts=7) is None


@given(
    rankings(weights=("none", "whole")),
    st.one_of(st.none(), st.floats(0, 1)),
    st.one_of(st.none(), st.floats(0, 1)),
    st.one_of(st.none(), st.integers(0, 400)),
    st.integers(0, 9),
    st.integers(1, 9),
)
def test_no_point_that_meets_the_requirements_costs_less(ranking, precision, recall, alerts, cost_fp, cost_fn):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    asked = {"min_precision": precision, "min_recall": recall, "max_alerts": alerts}
    chosen = choose_threshold(points, **asked, cost_fp=cost_fp, cost_fn=cost_fn)
    called = points.true_positives + points.false_positives
    costs = cost_fp * points.false_positives + cost_fn * (points.positives - points.true_positives)
    met = [
        (cost, index)
        for index, cost in enumerate(costs)
        if (precision is None or points.precision[index] >= precision)
        and (recall is None or points.recall[index] >= recall)
        and (alerts is None or called[index] <= alerts)
    ]
    assert (chosen is None) == (not met)
    if met:
        assert costs[chosen.index] == min(met)[0]


def nearest_index(points, **required):
    return {name: chosen.index for name, chosen in nearest_thresholds(points, **required).items()}


def test_the_nearest_point_of_a_requirement_meets_the_others():
    # 3, 6, 11 and 20 rows are predicted positive
    assert nearest_index(FOUR, min_precision=0.8, min_recall=0.8) == {"min_precision": 2, "min_recall": 1}
    assert nearest_index(FOUR, min_precision=0.8, max_alerts=2) == {"max_alerts": 0}
    assert nearest_index(FOUR, min_precision=0.7, min_recall=0.8, max_alerts=7) == {"min_recall": 1, "max_alerts": 2}
    assert nearest_thresholds(FOUR, min_precision=0.9, min_recall=0.9, max_alerts=2) == {}
    assert nearest_index(FOUR, max_alerts=2) == {"max_alerts": 0}
    assert nearest_thresholds(FOUR) == {}


@given(
    rankings(weights=("none", "whole", "real")),
    st.one_of(st.none(), st.floats(0, 1)),
    st.one_of(st.none(), st.floats(0, 1)),
    st.one_of(st.none(), st.integers(0, 400)),
    st.one_of(st.none(), st.floats(0.01, 0.99)),
)
def test_no_other_point_comes_nearer(ranking, precision, recall, alerts, prevalence):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    if prevalence is not None and points.negatives:
        points = at_prevalence(points, prevalence)
    reached = {
        "min_precision": points.precision.tolist(),
        "min_recall": points.recall.tolist(),
        "max_alerts": [-called for called in (points.true_positives + points.false_positives).tolist()],
    }
    asked = {"min_precision": precision, "min_recall": recall, "max_alerts": alerts}
    limits = {name: limit if name != "max_alerts" else -limit for name, limit in asked.items() if limit is not None}
    found = nearest_index(points, **asked)
    for name in reached:
        others = [
            index
            for index in range(points.threshold.size)
            if all(reached[other][index] >= limit for other, limit in limits.items() if other != name)
        ]
        assert (name in found) == (name in limits and bool(others))
        if name in found:
            assert found[name] in others
            assert reached[name][found[name]] == max(reached[name][index] for index in others)


def test_without_positives_no_threshold_is_chosen():
    with pytest.warns(UserWarning, match="no positives"):
        points = operating_points([0, 0], [0.2, 0.1])
    assert choose_threshold(points, min_recall=0.5) is None
    assert choose_threshold(points, cost_fp=1, cost_fn=1) is None


@pytest.mark.parametrize(("requirements", "message"), [
    ({"min_precision": 1.1}, r"min_precision must be between 0 and 1, got 1\.1"),
    ({"min_recall": -0.1}, r"min_recall must be between 0 and 1, got -0\.1"),
    ({"min_recall": "half"}, "min_recall must be between 0 and 1, got 'half'"),
    ({"max_alerts": -1}, "max_alerts must be a number of at least 0, got -1"),
    ({"max_alerts": np.nan}, "max_alerts must be a number of at least 0, got nan"),
    ({"cost_fp": 1}, "cost_fp and cost_fn must come together, got 1 and None"),
    ({"cost_fn": 1}, "cost_fp and cost_fn must come together, got None and 1"),
    ({"cost_fp": -1, "cost_fn": 1}, "cost_fp must be a number of at least 0, got -1"),
    ({"cost_fp": 1, "cost_fn": np.inf}, "cost_fn must be a number of at least 0, got inf"),
    ({"cost_fp": 0, "cost_fn": 0}, "cost_fp and cost_fn must not both be 0"),
    ({"cost_fp": 1, "cost_fn": 1, "beta": 2}, "beta must not come with cost_fp and cost_fn"),
    ({"min_precision": 0.1, "beta": 0}, r"beta must be between 1e-50 and 1e\+50, got 0"),
])  # fmt: skip
def test_impossible_requirements_are_refused(requirements, message):
    with pytest.raises(ValueError, match=message):
        choose_threshold(THREE_RANKED, **requirements)


@pytest.mark.parametrize(
    ("required", "piece"),
    [
        ({"min_precision": 0.8, "min_recall": 0.7}, 1),  # from (.5, 1) to (1, 2/3)
        ({"min_precision": 0.9, "min_recall": 0.7}, None),
        ({"min_precision": 1.0}, 0),
        ({"min_recall": 1.0}, 1),
        ({}, 0),
    ],
)
def test_the_first_crossing_line_is_found(required, piece):
    assert interpolated_crossing(THREE_RANKED, **required) == piece


@given(rankings(), st.floats(0, 1), st.floats(0, 1))
def test_a_line_crosses_if_a_point_meets_the_requirements(ranking, precision, recall):
    points = operating_points(ranking.y_true, ranking.y_score)
    piece = interpolated_crossing(points, min_precision=precision, min_recall=recall)
    if choose_threshold(points, min_precision=precision, min_recall=recall) is not None:
        assert piece is not None
    curve = SCHEMES["linear"].curve(points)
    fine = np.linspace(recall, 1, 200)
    on_the_line = np.interp(fine, curve.recall, curve.precision)
    if (on_the_line >= precision + 1e-9).any():
        assert piece is not None
    if piece is not None:
        at_its_corners = curve.precision[curve.recall >= recall]  # a line may fall straight down at one recall
        assert max(on_the_line.max(), at_its_corners.max()) >= precision - 1e-2


@given(rankings(weights=("none",)), st.sampled_from([0.5, 1.0, 2.0]))
def test_f_score_equals_scikit_learn(ranking, beta):
    points = operating_points(ranking.y_true, ranking.y_score)
    middle = points.threshold.size // 2
    called = ranking.y_score >= points.threshold[middle]
    expected = fbeta_score(ranking.y_true, called, beta=beta, zero_division=0)
    assert f_score(points, beta)[middle] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("beta", [0, -1, np.inf, np.nan, 1e200, "1"])
def test_beta_must_be_positive(beta):
    with pytest.raises(ValueError, match=r"beta must be between 1e-50 and 1e\+50, got"):
        f_score(THREE_RANKED, beta)
    with pytest.raises(ValueError, match=r"beta must be between 1e-50 and 1e\+50, got"):
        f_contour(0.5, beta)


@given(st.floats(0.05, 0.95), st.floats(0.2, 5))
def test_every_point_of_a_contour_has_its_score(score, beta):
    contour = f_contour(score, beta)
    p, r = contour.precision, contour.recall
    np.testing.assert_allclose((1 + beta**2) * p * r / (beta**2 * p + r), score, rtol=1e-9)
    assert (p[0], r[-1]) == pytest.approx((1.0, 1.0))


@pytest.mark.parametrize("score", [0, 1, 2])
def test_a_contour_needs_a_score_between_0_and_1(score):
    with pytest.raises(ValueError, match="score must be between 0 and 1, both excluded"):
        f_contour(score)


PROBABILITIES = st.floats(0, 1, exclude_max=True)
STORED = [(case, moved) for case in NET_BENEFIT["cases"] for moved in ("at_its_own", "moved")]


def test_the_net_benefit_of_ten_rows_by_hand():
    # From .5 on three positives and one negative of ten rows are predicted positive; at even odds 3/10 - 1/10.
    points = operating_points([1, 1, 0, 1, 0, 1, 0, 0, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.4, 0.3, 0.2, 0.2, 0.1, 0.1])
    assert net_benefit(points, 0.5) == pytest.approx(0.2, abs=1e-15)
    # From .2 on: all four positives and four negatives; a false positive costs a quarter: .4 - .4 / 4.
    assert net_benefit(points, [[0.2], [0.95]]) == pytest.approx(np.array([[0.3], [0.0]]), abs=1e-15)


@pytest.mark.parametrize(("case", "moved"), STORED)
def test_net_benefit_equals_dcurves(case, moved):
    points = operating_points(CASES[case]["y_true"], CASES[case]["y_score"])
    if moved == "moved":
        points = at_prevalence(points, NET_BENEFIT["prevalence"])
    found, stored = net_benefit(points, NET_BENEFIT["thresholds"]), NET_BENEFIT["cases"][case][moved]
    assert found == pytest.approx(np.array(stored["score"]), abs=1e-12)
    odds = np.array(NET_BENEFIT["thresholds"]) / (1 - np.array(NET_BENEFIT["thresholds"]))
    assert points.prevalence - (1 - points.prevalence) * odds == pytest.approx(np.array(stored["all"]), abs=1e-12)


def as_probabilities(ranking):
    score = (ranking.y_score - ranking.y_score.min()) / (np.ptp(ranking.y_score) or 1)
    return operating_points(ranking.y_true, score, sample_weight=ranking.sample_weight)


@given(rankings(), PROBABILITIES)
def test_net_benefit_is_positive_if_precision_exceeds_the_probability(ranking, probability):
    points = as_probabilities(ranking)
    found = float(net_benefit(points, probability))
    called = np.flatnonzero(points.threshold >= probability)
    if called.size == 0:
        assert found == 0
    elif abs(points.precision[called[-1]] - probability) > 1e-9:
        assert (found > 0) is bool(points.precision[called[-1]] > probability)


@pytest.mark.parametrize("wrong", [1, -0.1, np.nan, [0.5, 1.5]])
def test_invalid_threshold_probabilities_are_refused(wrong):
    points = operating_points([1, 0], [0.9, 0.1])
    with pytest.raises(ValueError, match="probabilities must be at least 0 and below 1, got"):
        net_benefit(points, wrong)
    with pytest.raises(ValueError, match="probabilities must be numbers"):
        net_benefit(points, ["high"])


def test_the_negative_predictive_value_by_hand():
    found = negative_predictive_value(FOUR)
    assert found[:3] == pytest.approx([10 / 17, 9 / 14, 7 / 9])
    assert np.isnan(found[3])  # no row is predicted negative


@given(rankings(weights=("none", "whole")), st.floats(0.01, 0.99))
def test_negative_predictive_value_counts_the_rows_below_each_threshold(ranking, prevalence):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    weight = np.ones(ranking.y_true.size) if ranking.sample_weight is None else ranking.sample_weight
    found = negative_predictive_value(points)
    for index, threshold in enumerate(points.threshold[:-1]):
        below = ranking.y_score < threshold
        assert found[index] == pytest.approx(np.average(ranking.y_true[below] == 0, weights=weight[below]))
    if points.negatives:
        moved = negative_predictive_value(at_prevalence(points, prevalence))
        right, wrong = (1 - prevalence) * (1 - points.false_positive_rate[:-1]), prevalence * (1 - points.recall[:-1])
        assert moved[:-1] == pytest.approx(right / (right + wrong), rel=1e-9, abs=1e-12)


@given(rankings(weights=("none",)), st.integers(1, 300))
def test_precision_at_k_is_the_mean_over_orders_of_tied_rows(ranking, k):
    points = operating_points(ranking.y_true, ranking.y_score)
    k = min(k, ranking.y_true.size)
    cut = np.sort(ranking.y_score)[::-1][k - 1]
    above, tied = ranking.y_score > cut, ranking.y_score == cut
    hits = ranking.y_true[above].sum() + (k - above.sum()) * ranking.y_true[tied].mean()
    assert precision_at_k(points, k) == pytest.approx(hits / k)


@pytest.mark.parametrize("k", [0, -1, 20.5, np.nan, "two"])
def test_an_invalid_k_is_refused(k):
    with pytest.raises(ValueError, match="k must be above 0 and at most the 20 rows that have a score, got"):
        precision_at_k(FOUR, k)
