import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pr_curve_lab.analysis.alerts import build_deployment
from pr_curve_lab.analysis.decision_curve import BENEFIT_LEVELS, benefit_contours, decision_curve
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_metrics import OperatingPoints, net_benefit, operating_points
from tests.rankings import rankings

PREVALENCES = st.one_of(st.none(), st.floats(0.001, 0.999))


def best_net_benefit(ranking, share, odds, thresholds):
    """Return the largest net benefit of one of the thresholds, from the rows alone."""
    weight = np.ones(ranking.y_true.size) if ranking.sample_weight is None else ranking.sample_weight
    positive, called = ranking.y_true == 1, ranking.y_score[:, None] >= np.asarray(thresholds)
    recall, rate = (weight[part] @ called[part] / weight[part].sum() for part in (positive, ~positive))
    return (share * recall - (1 - share) * rate * odds).max()


@given(rankings(weights=("none", "whole")), PREVALENCES)
def test_every_net_benefit_equals_that_of_the_rows(ranking, prevalence):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(points.negatives > 0)
    used = build_deployment(points, prevalence=prevalence)
    curve, share = decision_curve(used), points.prevalence if prevalence is None else prevalence
    assert curve.is_probability == (ranking.y_score.min() >= 0 and ranking.y_score.max() <= 1)
    for at in range(0, curve.probability.size, 17):
        odds = curve.probability[at] / (1 - curve.probability[at])
        everything = share - (1 - share) * odds
        assert curve.treat_all[at] == pytest.approx(everything, rel=1e-9, abs=1e-9)
        thresholds = [curve.probability[at]] if curve.is_probability else [*points.threshold, np.inf]
        assert curve.model[at] == pytest.approx(best_net_benefit(ranking, share, odds, thresholds), rel=1e-9, abs=1e-9)


def test_gains_are_where_the_model_is_better_than_all_or_none():
    # From .9 on half of the positives and no negative are predicted positive; from .4 on all rows.
    points = OperatingPoints.from_counts([0.9, 0.4], [5, 5], [0, 10])
    curve = decision_curve(build_deployment(points))
    assert (curve.gains, curve.has_more) == (((0.4, 0.9),), False)  # up to .4 the model treats all
    assert curve.model[curve.probability == 0.2] == curve.treat_all[curve.probability == 0.2]


def test_a_single_point_has_no_gains():
    assert decision_curve(build_deployment(OperatingPoints.from_counts([0.5], [5], [5]))).gains == ()
    assert decision_curve(build_deployment(OperatingPoints.from_counts([7], [5], [5]))).gains == ()


def test_treating_all_rows_misses_unscored_positives():
    points = OperatingPoints.from_counts([0.9, 0.4], [4, 1], [0, 5], total_positives=10)
    curve = decision_curve(build_deployment(points))
    assert curve.treat_all[0] == curve.model[0] == 5 / 15


def test_rare_positives_have_a_shorter_and_finer_axis():
    points = OperatingPoints.from_counts([0.3, 0.1], [5, 5], [0, 10])
    curve = decision_curve(build_deployment(points, prevalence=0.001))
    assert curve.probability[-1] == 0.5
    assert (curve.probability <= 0.001).sum() >= 40
    assert (np.diff(curve.probability) > 0).all()


@settings(max_examples=40)
@given(rankings(weights=("none", "whole")), PREVALENCES)
def test_gains_agree_with_a_fine_grid(ranking, prevalence):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(points.negatives > 0)
    used, share = build_deployment(points, prevalence=prevalence), prevalence or points.prevalence
    bounded = ranking.y_score.min() >= 0 and ranking.y_score.max() <= 1
    curve, leading = decision_curve(used), []
    for probability in np.linspace(0.0005, 0.9995, 100):
        odds = probability / (1 - probability)
        best = best_net_benefit(ranking, share, odds, [probability] if bounded else points.threshold)
        if best > max(0.0, share - (1 - share) * odds) + 1e-9:
            leading.append(probability)
    outside = [one for one in leading if not any(low - 1e-9 <= one <= high + 1e-9 for low, high in curve.gains)]
    inside = sum(high - low for low, high in curve.gains)
    assert curve.has_more or len(outside) * 0.01 <= 0.1 * inside + 0.005
    alone = [(low, high) for low, high in curve.gains if high - low > 0.02]
    assert all(any(low < one < high for one in leading) for low, high in alone)


def test_the_axis_goes_beyond_all_gains_that_are_named():
    # 3 positives at .9; 2 positives and 40 negatives at .6: for p up to .9 the three rows at .9 gain.
    curve = decision_curve(build_deployment(OperatingPoints.from_counts([0.9, 0.6], [3, 2], [0, 40])))
    assert curve.gains == ((0.6, 0.9),)
    assert curve.probability[-1] == pytest.approx(0.95)


def test_separate_ranges_of_gains_are_distinguished():
    # From .2 to .6 seven positives among fifteen rows gain up to 7/15; from .6 on the two rows at .9 alone gain.
    points = OperatingPoints.from_counts([0.9, 0.6, 0.2], [2, 5, 3], [0, 8, 40])
    curve = decision_curve(build_deployment(points))
    assert curve.gains == ((0.2, 7 / 15), (0.6, 0.9))


def test_gains_that_rest_on_few_rows_are_known():
    few = OperatingPoints.from_counts([0.9, 0.6, 0.2], [2, 5, 3], [0, 8, 40])  # 2 and 15 rows
    assert decision_curve(build_deployment(few)).few_rows_from == 0.2
    points = OperatingPoints.from_counts([0.9, 0.6, 0.2], [2, 15, 9], [0, 24, 120])  # 2 and 41 rows
    assert decision_curve(build_deployment(points)).few_rows_from == 17 / 41
    many = OperatingPoints.from_counts([0.9, 0.6, 0.2], [40, 100, 60], [0, 160, 800])
    assert decision_curve(build_deployment(many)).few_rows_from is None


def test_only_the_ranges_of_gains_widest_in_odds_are_returned():
    thresholds = [0.95, 0.9, 0.8, 0.75, 0.6, 0.55, 0.4, 0.35, 0.02]
    points = OperatingPoints.from_counts(thresholds, [9, 0, 4, 0, 3, 0, 2, 0, 1], [0, 2, 0, 4, 0, 8, 0, 20, 900])
    curve = decision_curve(build_deployment(points))
    # Left out are .55 to 13/19 and .75 to 9/11: wider in probability than .9 to .95, but narrower in odds.
    assert curve.gains == ((0.02, 9 / 26), (0.35, 8 / 15), (0.9, 0.95))
    assert curve.has_more


def test_a_tiny_range_is_left_out_of_the_gains():
    points = example_labeled_scores("breast_cancer").points
    used = build_deployment(points)
    curve = decision_curve(used)
    ((low, high),) = curve.gains
    lead = curve.model - np.maximum(curve.treat_all, 0.0)
    assert (lead[(curve.probability > 0) & (curve.probability < low)] < 1e-3).all()
    inside = (curve.probability > low) & (curve.probability < high)
    assert (lead[inside] > 0).mean() > 0.98
    # In this tiny range, which is left out, the model is better than treating all.
    all_called = (points.positives - points.negatives * 0.00005 / 0.99995) / (points.positives + points.negatives)
    assert net_benefit(points, [0.00005])[0] > all_called


@pytest.mark.parametrize("negatives", [10**5, 10**7])
@pytest.mark.parametrize("costs", [(1.0, 5.0, 0.0), (4.0, 1.0, 1.0), (0.5, 0.0, 3.0)])
def test_every_vertex_of_a_contour_has_its_net_benefit(costs, negatives):
    """A point at a vertex has this net benefit in pr_metrics, as a share of the largest one, at any class balance."""
    weight = costs[0] / (costs[1] + costs[2])
    probability = weight / (1 + weight)
    lines = benefit_contours(*costs)
    assert [line.score for line in lines] == list(BENEFIT_LEVELS)
    for line in lines:
        for recall, precision in zip(line.curve.recall[1::37], line.curve.precision[1::37], strict=True):
            hits = recall * 1000
            counts = np.array([hits]), np.array([hits * (1 - precision) / precision])
            points = OperatingPoints(np.array([1.0]), *counts, 1000, negatives)
            largest = 1000 / (1000 + negatives)
            assert net_benefit(points, [probability])[0] / largest == pytest.approx(line.score, abs=1e-9)


def test_contours_begin_at_precision_1():
    for line in benefit_contours(2.0, 3.0, 0.0)[1:]:
        assert (line.curve.recall[0], line.curve.precision[0]) == (line.score, 1)
        assert (np.diff(line.curve.precision) < 0).all()
        assert line.position[0] in line.curve.recall
    nothing = benefit_contours(2.0, 3.0, 0.0)[0]
    assert set(nothing.curve.precision.round(12)) == {0.4}


def test_contours_of_costs_that_are_zero():
    assert benefit_contours(1.0, 0.0, 0.0) == ()
    free = benefit_contours(0.0, 2.0, 0.0)[2]  # false alarms cost nothing, so only recall counts
    assert (free.curve.precision[0], *set(free.curve.precision[1:])) == (1, 0)
