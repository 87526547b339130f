import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_curve_lab.schema.examples import example_cases
from pr_metrics import (
    SCHEMES,
    ChosenThreshold,
    OperatingPoints,
    at_prevalence,
    at_thresholds,
    choose_threshold,
    f_score,
    interpolated_crossing,
    nearest_thresholds,
    operating_points,
)
from tests.rankings import rankings

THREE = OperatingPoints.from_counts([3, 2, 1], [1, 1, 0], [0, 1, 1])  # precision 1, 2/3, 1/2; recall 1/2, 1, 1


def test_best_f1_of_the_sixteen_rows():
    points = example_cases("sixteen_rows").points
    best = choose_threshold(points)
    assert best.threshold == 0.5
    assert f_score(points)[best.index] == pytest.approx(14 / 17)


@given(rankings(weights=("none", "whole", "real")), st.floats(0, 1), st.sampled_from([None, 0.5, 0.01]))
def test_what_is_chosen_is_the_point_of_its_index(ranking, precision, prevalence):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    points = points if prevalence is None or not 0 < points.prevalence < 1 else at_prevalence(points, prevalence)
    chosen = choose_threshold(points, min_precision=precision)
    for name in ("threshold", "recall", "precision", "true_positives", "false_positives") if chosen else ():
        assert getattr(chosen, name) == getattr(points, name)[chosen.index]
        assert type(getattr(chosen, name)) is float


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64, np.longdouble])
def test_the_rows_that_the_threshold_calls_are_counted_in_it(kind):
    label, score = np.array([1, 0, 1, 1, 0]), np.array([0.9, 0.8, 0.7, 0.1, 0.1]).astype(np.float32).astype(kind)
    chosen = choose_threshold(operating_points(label, score), min_precision=0.6)
    called = score >= chosen.threshold
    assert (called & (label == 1)).sum() == chosen.true_positives == 3
    assert (called & (label == 0)).sum() == chosen.false_positives == 2


def test_a_threshold_read_off_its_line_is_the_threshold():
    score = [0.1 + 0.2, 0.3, 0.1]
    chosen = choose_threshold(operating_points([1, 0, 0], score))
    assert repr(chosen).startswith("ChosenThreshold(threshold=0.30000000000000004, recall=1, precision=1, ")


@pytest.mark.parametrize("mistaken", [float, np.array([0.9, 0.5]).__ge__, lambda chosen: [0.9, 0.5][chosen]])
def test_what_is_chosen_is_taken_for_no_number(mistaken):
    with pytest.raises(TypeError):
        mistaken(choose_threshold(THREE))
    with pytest.raises(ValueError, match="thresholds must be numbers, got ChosenThreshold"):
        at_thresholds(THREE, [choose_threshold(THREE)])


def test_a_requirement_is_met_by_the_best_achievable_point():
    assert choose_threshold(THREE, min_precision=0.6).index == 1  # most recall
    assert choose_threshold(THREE, min_recall=0.9).index == 1  # most precision
    assert choose_threshold(THREE, min_recall=0.9, min_precision=0.5).index == 1  # largest F1


def test_a_beta_decides_between_points_that_meet_a_requirement():
    points = OperatingPoints.from_counts([3, 2, 1], [4, 1, 5], [1, 0, 6])  # precision 4/5, 5/6, 10/17; recall .4, .5, 1
    assert choose_threshold(points, min_precision=0.5).index == 2
    assert choose_threshold(points, min_precision=0.5, beta=0.1).index == 1


def test_only_the_joined_line_passes_there():
    # A straight line from (.5, 1) to (1, 2/3) passes (.7, .87); no threshold does.
    assert choose_threshold(THREE, min_precision=0.8, min_recall=0.7) is None


def test_alerts_are_bounded_by_the_threshold_that_finds_most():
    assert choose_threshold(THREE, max_alerts=3).index == 1
    assert choose_threshold(THREE, max_alerts=2.9).index == 0
    assert choose_threshold(THREE, max_alerts=100).index == 1  # nothing more is found after it
    assert choose_threshold(THREE, max_alerts=0) is None


def test_alerts_are_counted_in_weight():
    points = operating_points([1, 1, 0], [3, 2, 1], sample_weight=[2.5, 1, 1])
    assert choose_threshold(points, max_alerts=3).index == 0
    assert choose_threshold(points, max_alerts=2) is None


def test_what_the_requirements_leave_to_be_wished():
    # precision 1, 5/6, 8/11, 1/2; recall .3, .5, .8, 1; F1 .46, .625, .76, .67
    points = OperatingPoints.from_counts([4, 3, 2, 1], [3, 2, 3, 2], [0, 1, 2, 7])
    assert choose_threshold(points, min_precision=0.5, max_alerts=20).index == 3  # most recall
    assert choose_threshold(points, min_precision=0.7, max_alerts=20).index == 2
    assert choose_threshold(points, min_recall=0.4).index == 1  # most precision
    assert choose_threshold(points, min_recall=0.4, max_alerts=20).index == 2  # largest F1
    assert choose_threshold(points, min_recall=0.4, max_alerts=7).index == 1
    assert choose_threshold(points, min_recall=0.9, max_alerts=7) is None


def test_costs_decide_by_hand():
    points = OperatingPoints.from_counts([4, 3, 2, 1], [3, 2, 3, 2], [0, 1, 2, 7])  # FP 0 1 3 10, FN 7 5 2 0
    assert choose_threshold(points, cost_fp=1, cost_fn=1).index == 2  # 7 6 5 10
    assert choose_threshold(points, cost_fp=5, cost_fn=1).index == 0  # 7 10 17 50
    assert choose_threshold(points, cost_fp=1, cost_fn=4).index == 3  # 28 21 11 10
    assert choose_threshold(points, cost_fp=1, cost_fn=4, max_alerts=11).index == 2
    assert choose_threshold(points, cost_fp=0, cost_fn=1).index == 3
    assert choose_threshold(points, cost_fp=1, cost_fn=0).index == 0


def test_of_equal_costs_the_strictest_wins():
    points = OperatingPoints.from_counts([2, 1], [1, 1], [0, 1])
    assert choose_threshold(points, cost_fp=1, cost_fn=1).index == 0


def test_costs_may_be_in_any_unit():
    points = OperatingPoints.from_counts([4, 3, 2, 1], [3, 2, 3, 2], [0, 1, 2, 7])
    assert choose_threshold(points, cost_fp=4e307, cost_fn=1.6e308).index == 3  # as with 1 and 4
    assert choose_threshold(points, cost_fp=5e-320, cost_fn=1e-320).index == 0  # as with 5 and 1


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


def test_each_requirement_is_missed_by_least_while_the_others_hold():
    # precision 1, 5/6, 8/11, 1/2; recall .3, .5, .8, 1; called 3, 6, 11, 20
    points = OperatingPoints.from_counts([4, 3, 2, 1], [3, 2, 3, 2], [0, 1, 2, 7])
    assert nearest_index(points, min_precision=0.8, min_recall=0.8) == {"min_precision": 2, "min_recall": 1}
    assert nearest_index(points, min_precision=0.8, max_alerts=2) == {"max_alerts": 0}
    assert nearest_index(points, min_precision=0.7, min_recall=0.8, max_alerts=7) == {
        "min_recall": 1,
        "max_alerts": 2,
    }
    assert nearest_thresholds(points, min_precision=0.9, min_recall=0.9, max_alerts=2) == {}
    assert nearest_index(points, max_alerts=2) == {"max_alerts": 0}
    assert nearest_thresholds(points) == {}


def test_a_nearest_threshold_comes_with_its_point():
    nearest = nearest_thresholds(THREE, min_precision=0.8, min_recall=0.9)
    assert nearest == {"min_precision": choose_threshold(THREE), "min_recall": ChosenThreshold(3.0, 0.5, 1.0, 1, 0, 0)}


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


def test_without_positives_there_is_nothing_to_find():
    with pytest.warns(UserWarning, match="no positives"):
        points = operating_points([0, 0], [0.2, 0.1])
    assert choose_threshold(points, min_recall=0.5) is None
    assert choose_threshold(points, cost_fp=1, cost_fn=1) is None


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
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
    ],
)
def test_impossible_wishes_are_refused(wishes, message):
    with pytest.raises(ValueError, match=message):
        choose_threshold(THREE, **wishes)


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
def test_the_first_line_that_passes_there_is_named(required, piece):
    assert interpolated_crossing(THREE, **required) == piece


def test_the_invented_start_may_be_the_only_line():
    points = OperatingPoints.from_counts([2, 1], [1, 1], [1, 0])  # precision 1/2, 2/3
    assert choose_threshold(points, min_precision=0.9) is None
    assert interpolated_crossing(points, min_precision=0.9) == 0
    assert interpolated_crossing(points, min_precision=0.9, min_recall=0.2) is None  # (0, 1) to (.5, .5) is at .8 there


@given(rankings(), st.floats(0, 1), st.floats(0, 1))
def test_a_line_passes_wherever_a_point_does(ranking, precision, recall):
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


def test_a_line_is_not_asked_for_the_impossible():
    with pytest.raises(ValueError, match=r"min_precision must be between 0 and 1, got 1\.5"):
        interpolated_crossing(THREE, min_precision=1.5)
