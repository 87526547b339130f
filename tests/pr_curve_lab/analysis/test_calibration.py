from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given

from pr_curve_lab.analysis.calibration import calibration, calibration_problem, called_rows
from pr_curve_lab.io.table import ScoreBins, Table
from pr_curve_lab.schema.dataset import LabeledScores, build_labeled_scores
from pr_curve_lab.schema.roles import Roles
from pr_metrics import brier_score, calibration_curve
from tests.rankings import rankings


def rows_of(label, score, weight=None, **roles):
    frame = pd.DataFrame({"y": label, "s": score})
    if weight is not None:
        frame["w"], roles = weight, {**roles, "weight": "w"}
    found = build_labeled_scores(Table("t", frame), Roles("y", "1", ("s",), **roles))
    assert isinstance(found, LabeledScores)
    return found


@pytest.mark.parametrize(
    ("score", "key"),
    [
        ([0.9, 0.1, 0.4], None),
        ([1.0, 0.0, 0.5], None),
        ([1.1, 0.1, 0.4], "probability_outside"),
        ([0.9, -0.1, 0.4], "probability_outside"),
        ([1.0, 0.0, 1.0], "hard_decisions"),
    ],
)
def test_scores_that_cannot_be_probabilities_have_a_reason(score, key):
    problem = calibration_problem(rows_of([1, 0, 1], score))
    assert (problem and problem.key) == key


def test_turned_and_binned_scores_have_a_reason():
    plain = rows_of([1, 0, 1], [0.9, 0.1, 0.4])
    turned = rows_of([1, 0, 1], [0.9, 0.1, 0.4], inverted=("s",))
    assert calibration_problem(turned).key == "calibration_turned"
    ends = np.array([0.1, 0.4, 0.9])
    exact, wide = (replace(plain, bins=ScoreBins("s", ends, upper)) for upper in (ends, ends + 0.1))
    assert calibration_problem(exact) is None
    assert calibration_problem(wide).key == "calibration_bins"


def test_the_rows_from_a_threshold_on_by_hand():
    # From .5 on: .9, .7 and .5, which average .7; two of three are positive.
    called = called_rows(rows_of([1, 0, 1, 0], [0.9, 0.7, 0.5, 0.1]), 2)
    assert (called.threshold, called.rows) == (0.5, 3)
    assert (called.mean_probability, called.fraction_positive) == pytest.approx((0.7, 2 / 3), abs=1e-15)
    assert called.agrees


def test_weights_count_in_the_rows_from_a_threshold_on():
    called = called_rows(rows_of([1, 0, 0], [0.8, 0.6, 0.2], [3, 1, 5]), 1)
    assert called.rows == 2
    assert (called.mean_probability, called.fraction_positive) == pytest.approx((0.75, 0.75), abs=1e-15)


def test_scores_beyond_chance_do_not_agree():
    label, score = [1] * 40 + [0] * 60, [0.9] * 100
    called = called_rows(rows_of([*label, 0], [*score, 0.1]), 0)
    assert not called.agrees
    assert called.lower < 0.4 < called.upper < 0.9
    assert not called.is_threshold_the_share


@pytest.mark.parametrize(
    ("share", "score", "agrees"), [(0.3, 0.34, True), (0.3, 0.36, False), (0.02, 0.029, True), (0.02, 0.031, False)]
)
def test_scores_beyond_chance_agree_if_the_difference_changes_no_decision(share, score, agrees):
    positives = round(100_000 * share)
    label = [1] * positives + [0] * (100_001 - positives)
    called = called_rows(rows_of(label, [score] * 100_000 + [0.001]), 0)
    assert called.upper < score
    assert called.agrees is agrees


def test_the_bin_that_errs_most_beyond_chance_is_known():
    rng = np.random.default_rng(3)
    chance = rng.random(4000)
    label = rng.random(4000) < chance
    assert calibration(rows_of(label * 1, chance)).worst_bin is None
    shifted = np.where(chance > 0.55, chance, chance / 2)  # bins 0 to 2 are too low, the lowest of them least
    found = calibration(rows_of(label * 1, shifted))
    assert found.curve.lower_edge[found.worst_bin] == pytest.approx(0.2)
    assert found.curve.fraction_positive[found.worst_bin] > found.curve.upper[found.worst_bin - 1]


@given(rankings(weights=("none", "whole", "real")))
def test_counts_give_the_same_as_rows(ranking):
    label, score, weight = ranking.y_true, (ranking.y_score - ranking.y_score.min()), ranking.sample_weight
    label = np.append(label, 0)
    score = np.append(score / max(score.max(), 1e-300), 0.5)
    weight = None if weight is None else np.append(weight, 1.0)
    labeled_scores = rows_of(label, score, weight)
    found = calibration(labeled_scores)
    expected = calibration_curve(label, score, sample_weight=weight, strategy=found.strategy)
    np.testing.assert_allclose(found.curve.fraction_positive, expected.fraction_positive, atol=1e-12)
    np.testing.assert_allclose(found.curve.upper, expected.upper, atol=1e-12)
    assert found.brier.score == pytest.approx(brier_score(label, score, sample_weight=weight).score, abs=1e-12)
    last = labeled_scores.points.threshold.size - 1
    share = np.average(label, weights=weight)
    assert called_rows(labeled_scores, last).fraction_positive == pytest.approx(share, abs=1e-12)


def test_close_scores_are_in_bins_of_equal_numbers_of_rows():
    score = np.linspace(0.0, 0.19, 200)
    close, spread = (calibration(rows_of([1, 0] * 100, score * factor)) for factor in (1, 5))
    assert (close.strategy, close.curve.rows.tolist()) == ("quantile", [20] * 10)
    assert spread.strategy == "uniform"
    assert calibration(rows_of([1, 0] * 100, [0.1] * 200)).strategy == "uniform"  # one score makes one bin
    assert calibration(rows_of([1, 0] * 100, [0.99, 0.01] * 100)).strategy == "uniform"


def test_positives_without_a_score_are_left_out():
    known = rows_of([1, 0, 1], [0.9, 0.1, 0.4])
    more = rows_of([1, 0, 1], [0.9, 0.1, 0.4], unscored_positives=2.5)
    assert more.points.unscored_positives == 2.5
    assert calibration(more).brier == calibration(known).brier
    assert called_rows(more, 1) == called_rows(known, 1)
