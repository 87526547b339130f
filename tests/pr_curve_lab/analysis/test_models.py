"""Which pairs of models are listed and what is concluded about them, and reversals of the ranking."""

import math
from dataclasses import replace
from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import average_precision_score

from pr_curve_lab.analysis.alerts import build_deployment
from pr_curve_lab.analysis.model_resampling import BootstrapPair, BootstrapResult
from pr_curve_lab.analysis.models import (
    MAX_COLORED_MODELS,
    MAX_SEGMENTS,
    PairTest,
    crossing_of,
    model_areas,
    model_reversal,
    model_thresholds,
    models_in_color,
    pair_results,
    pair_tests,
)
from pr_curve_lab.analysis.thresholds import Requirements
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_dataset
from pr_curve_lab.schema.examples import example_dataset
from pr_curve_lab.schema.roles import Roles, infer_roles
from pr_metrics import (
    SCHEMES,
    Interval,
    OperatingPoints,
    PairedDifference,
    holm,
    operating_points,
    paired_difference,
    rank_models,
    rank_reversal,
)


def dataset_of(label, weight=None, unscored_positives=0, **scores):
    columns = {"label": np.asarray(label).astype(int), **scores} | ({} if weight is None else {"weight": weight})
    given = pd.DataFrame({name: np.asarray(values).astype(str) for name, values in columns.items()})
    roles = Roles("label", "1", tuple(scores), kind="models", unscored_positives=unscored_positives)
    return build_dataset(Table("t", given), replace(roles, weight=None if weight is None else "weight"))


def three_models(count=400):
    """Return labels and three models: two equally good ones, and one that is random."""
    rng = np.random.default_rng(6)
    label = rng.random(count) < 0.3
    seen = rng.normal(size=count) + 1.5 * label
    a, b = (np.round(seen + 0.4 * rng.normal(size=count), 3) for _ in range(2))
    return label, {"a": a, "b": b, "c": np.round(rng.normal(size=count), 3)}


def areas_of(label, scores, weight=None):
    return {name: average_precision_score(label, score, sample_weight=weight) for name, score in scores.items()}


def test_p_values_of_all_pairs_are_adjusted_together():
    label, scores = three_models()
    areas = areas_of(label, scores)
    by_area = sorted(scores, key=lambda name: -areas[name])
    pairs = pair_tests(dataset_of(label, **scores), areas_of(label, scores))
    assert [(one.first, one.second) for one in pairs] == [(by_area[i], by_area[j]) for i, j in ((0, 1), (0, 2), (1, 2))]
    for one in pairs:
        assert one.result == paired_difference(label, scores[one.first], scores[one.second])
        assert one.result.difference == pytest.approx(areas[one.first] - areas[one.second], abs=1e-12)
    assert [one.adjusted_p for one in pairs] == holm([one.result.p_value for one in pairs]).tolist()
    assert [one.status == "settled" for one in pairs] == [False, True, True]


def test_pairs_are_tested_with_weights():
    label, scores = three_models()
    weight = np.random.default_rng(1).integers(1, 5, label.size)
    first = pair_tests(dataset_of(label, weight, **scores), areas_of(label, scores, weight))[0]
    asked = paired_difference(label, scores[first.first], scores[first.second], sample_weight=weight)
    assert first.result == asked


def test_few_rows_of_a_class_are_not_tested():
    label, scores = three_models(20)
    label[:] = np.arange(20) < 9
    assert pair_tests(dataset_of(label, **scores), areas_of(label, scores)) == ()
    assert pair_tests(example_dataset("ten_rows"), {"score": 0.8}) == ()


def test_missed_positives_count_as_rows_of_their_class():
    rng = np.random.default_rng(2)
    label = np.arange(60) < 8
    scores = {name: np.round(rng.normal(size=60) + label, 3) for name in "ab"}
    areas = areas_of(label, scores)
    assert pair_tests(dataset_of(label, **scores), areas) == ()
    assert len(pair_tests(dataset_of(label, unscored_positives=2, **scores), areas)) == 1


TWO = {"a": 0.6, "b": 0.5}


def bootstrap_result(low, high, first="a", second="b", ahead=0.75):
    pair = BootstrapPair(first, second, Interval(low, high, 0.95), ahead)
    return BootstrapResult({}, second, pair.difference, (pair,))


def paired_test(low, high, p):
    return (PairTest("a", "b", PairedDifference(0.1, 0.05, low, high, p, 0.95), p),)


@pytest.mark.parametrize(
    ("low", "high", "rows", "finding", "doubtful"),
    [
        (-0.1, 0.2, 20, "open", True),
        (0.0, 0.2, 20, "open", True),
        (0.1, 0.2, 20, "settled", False),
        (0.1, 0.2, 9, "few", True),
        (0.0, 0.0, 9, "none", True),
    ],
)
def test_without_a_test_the_bootstrap_interval_decides(low, high, rows, finding, doubtful):
    found = pair_results(TWO, (), bootstrap_result(low, high), min_class_rows=rows)
    (pair,) = found.pairs
    assert (pair.status, pair.lower, pair.upper, pair.win_rate) == (finding, low, high, 0.75)
    assert pair.difference == pytest.approx(0.1)
    assert math.isnan(pair.p)
    assert found.is_ambiguous == doubtful


def test_among_several_models_the_bootstrap_does_not_decide():
    found = pair_results(TWO | {"c": 0.1}, (), bootstrap_result(0.1, 0.2), min_class_rows=20)
    assert ([pair.status for pair in found.pairs], found.is_ambiguous, found.is_matrix) == (["alone"], False, False)


@pytest.mark.parametrize(
    ("low", "p", "finding", "doubtful"),
    [
        (0.1, 0.01, "settled", False),
        (0.1, 0.2, "alone", True),
        (-0.1, 0.2, "open", True),
        (0.1, math.nan, "unknown", False),
    ],
)
def test_a_paired_test_decides_instead_of_the_bootstrap(low, p, finding, doubtful):
    found = pair_results(TWO, paired_test(low, 0.3, p), bootstrap_result(-1, 1), min_class_rows=20)
    (pair,) = found.pairs
    assert (pair.status, pair.lower, pair.upper, pair.win_rate) == (finding, low, 0.3, 0.75)
    assert found.is_ambiguous == doubtful
    without = pair_results(TWO, paired_test(low, 0.3, p), None, min_class_rows=20)
    assert math.isnan(without.pairs[0].win_rate)
    assert without.is_ambiguous == doubtful


@pytest.mark.parametrize("count", [2, 4, 5, 9])
def test_four_models_make_a_matrix_but_five_do_not(count):
    names = [f"m{index}" for index in range(count)]
    areas = {name: 0.9 - index / 20 for index, name in enumerate(names)}
    interval = Interval(-1, 1, 0.95)
    pairs = tuple(BootstrapPair(*pair, interval, 0.5) for pair in combinations(names, 2))
    found = pair_results(areas, (), BootstrapResult({}, names[1], interval, pairs), min_class_rows=20)
    expected = list(combinations(names, 2)) if count <= 4 else [(names[0], rival) for rival in names[1:7]]
    assert [(pair.first, pair.second) for pair in found.pairs] == expected
    assert (found.n_pairs, found.is_matrix) == (math.comb(count, 2), count <= 4)


FOUR = example_dataset("four_models")
STEP_AND_LINE = ("step", "linear")


def ranking_of(dataset):
    return rank_models({name: dataset.points(name) for name in dataset.names})


def reversal_of(dataset, schemes):
    return model_reversal(ranking_of(dataset), schemes, dataset.points, dataset.labeled_scores)


def test_one_segment_changes_the_best_of_four_models():
    reversal = reversal_of(FOUR, STEP_AND_LINE)
    assert (reversal.left_best, reversal.right_best, reversal.n_required_segments) == ("forest", "neighbours", 1)
    (segment,) = reversal.segments
    scores = FOUR.score[:, FOUR.names.index("neighbours")]
    at_one = scores == 1.0
    assert (segment.model, segment.threshold, segment.rows) == ("neighbours", "1", int(at_one.sum()))
    assert segment.positives == int(FOUR.positive[at_one, 0].sum()) == 25
    assert (segment.recall_before, segment.recall_after) == (0.0, pytest.approx(25 / 46))
    # At score 1.0, 25 of 26 are positive. The line from (0, 1) is higher than the step by half of 1/26 on average.
    assert segment.gain == pytest.approx(25 / 46 * (1 - 25 / 26) / 2)
    assert segment.is_start


def test_a_reversal_has_the_areas_of_both_models():
    reversal = reversal_of(FOUR, STEP_AND_LINE)
    for model in ("forest", "neighbours"):
        expected = [SCHEMES[key].area(FOUR.points(model)) for key in STEP_AND_LINE]
        assert reversal.areas[model] == pytest.approx(expected, abs=1e-15)
    (forest_left, forest_right), (others_left, others_right) = reversal.areas["forest"], reversal.areas["neighbours"]
    assert reversal.left_difference == pytest.approx(forest_left - others_left)
    assert reversal.right_difference == pytest.approx(others_right - forest_right)


def test_exchanged_schemes_have_the_same_deciding_segment():
    reversal = reversal_of(FOUR, ("linear", "step"))
    assert (reversal.left_best, reversal.right_best) == ("neighbours", "forest")
    assert reversal.segments[0].model == "neighbours"
    assert reversal.segments[0].gain == pytest.approx(reversal_of(FOUR, STEP_AND_LINE).segments[0].gain)


def test_the_same_best_model_is_no_reversal():
    assert reversal_of(FOUR, ("step", "envelope")) is None
    assert reversal_of(FOUR, ("step", "step")) is None


def test_a_tie_under_one_scheme_is_no_reversal():
    constant = OperatingPoints.from_counts([1], [10], [90])
    half = OperatingPoints.from_counts([2, 1], [1, 9], [9, 81])  # two thresholds, both at the prevalence
    points = {"constant": constant, "half": half}
    ranking = rank_models(points, ["step", "linear"])
    assert [len(ranking.best_models(key)) for key in STEP_AND_LINE] == [2, 1]
    assert model_reversal(ranking, STEP_AND_LINE, points.__getitem__, {}.__getitem__) is None


def random_pair(seed):
    """Return a dataset of a model and of another one whose scores are rounded."""
    rng = np.random.default_rng(seed)
    label = (rng.random(2000) < 0.2).astype(int)
    fine = 1 / (1 + np.exp(-rng.normal(size=2000) - 2 * label))
    rough = np.round(np.clip(fine + 0.02 * rng.normal(size=2000), 0, 1), 2)
    table = Table("pair", pd.DataFrame({"label": label, "fine": fine, "rough": rough}))
    return build_dataset(table, infer_roles(table))


def test_at_most_a_few_segments_are_listed():
    found = 0
    for seed in range(30):
        dataset = random_pair(seed)
        reversal = reversal_of(dataset, ("step", "upper"))
        if reversal is not None:
            points = (dataset.points(name) for name in (reversal.left_best, reversal.right_best))
            change = rank_reversal(*points, "step", "upper")
            assert reversal.n_required_segments == change.n_deciding
            assert [one.gain for one in reversal.segments] == change.gain[
                : min(reversal.n_required_segments, MAX_SEGMENTS)
            ].tolist()
            for one in reversal.segments:
                same = dataset.score[:, dataset.names.index(one.model)] == float(one.threshold)
                assert (one.rows, one.positives) == (int(same.sum()), int(dataset.positive[same, 0].sum()))
            found += reversal.n_required_segments > MAX_SEGMENTS
    assert found > 0


def test_the_selected_model_is_among_those_in_color():
    good = [OperatingPoints.from_counts([3, 2, 1], [9 - n, n, 1], [1, 2 * n, 87 - 2 * n]) for n in range(6)]
    ranking = rank_models({f"m{n}": one for n, one in enumerate(good)}, ["step", "linear"])
    assert models_in_color(ranking, STEP_AND_LINE, "") == ("m0", "m1", "m2", "m3")
    assert models_in_color(ranking, STEP_AND_LINE, "m5") == ("m0", "m1", "m2", "m5")
    assert len(models_in_color(ranking_of(FOUR), STEP_AND_LINE, "")) == MAX_COLORED_MODELS
    assert set(models_in_color(ranking_of(FOUR), STEP_AND_LINE, "tree")) == set(FOUR.names)


def test_areas_are_those_of_the_scheme():
    areas = model_areas(ranking_of(FOUR), "envelope")
    assert areas == {name: SCHEMES["envelope"].area(FOUR.points(name)) for name in FOUR.names}


def deployments(*counts, **used):
    """Return a deployment for each model, given its positives and negatives at each threshold, strictest first."""
    return tuple(build_deployment(OperatingPoints.from_counts(range(len(p), 0, -1), p, n), **used) for p, n in counts)


# Precision 1, 3/4, 4/8 and recall 1/4, 3/4, 1; then precision 1/2, 2/3, 4/8 and recall 1/4, 1/2, 1.
SMALL = ([1, 2, 1], [0, 1, 3]), ([1, 1, 2], [1, 0, 3])


@pytest.mark.parametrize(
    ("required", "maximized", "reached", "unreached"),
    [
        (Requirements(precision=0.7), "recall", [("a", 0.75, 0.75)], ("b",)),
        (Requirements(precision=0.6), "recall", [("a", 0.75, 0.75), ("b", 2 / 3, 0.5)], ()),
        (Requirements(recall=0.5), "precision", [("a", 0.75, 0.75), ("b", 2 / 3, 0.5)], ()),
        (Requirements(alerts=3.0), "recall", [("b", 2 / 3, 0.5), ("a", 1.0, 0.25)], ()),
        (Requirements(precision=0.7, recall=0.7), "f1", [("a", 0.75, 0.75)], ("b",)),
    ],
)
def test_models_are_compared_at_measured_thresholds_that_meet_the_requirements(required, maximized, reached, unreached):
    found = model_thresholds(("a", "b"), deployments(*SMALL), required)
    assert (found.maximized, found.unreached, found.is_example) == (maximized, unreached, False)
    assert [(one.model, one.precision, one.recall) for one in found.reached] == reached


@pytest.mark.parametrize(("required", "prevalence", "reason"), [
    (Requirements(precision=0.6), None, None),
    (Requirements(precision=0.6, recall=0.0), None, None),
    (Requirements(precision=0.6, alerts=4.0), None, None),  # the model with more alerts has 4
    (Requirements(precision=0.6, alerts=3.0), None, "alerts"),
    (Requirements(precision=0.5), 0.4, "balance"),
    (Requirements(precision=0.7), None, "one"),
    (Requirements(precision=0.6, recall=0.5), None, "measure"),
    (Requirements(alerts=3.0), None, "alerts"),
    (Requirements(recall=0.0), None, "measure"),  # nothing is required
])  # fmt: skip
def test_a_lead_in_recall_is_that_at_a_precision_alone(required, prevalence, reason):
    found = model_thresholds(("a", "b"), deployments(*SMALL, prevalence=prevalence), required)
    assert found.why_no_lead(rows_of_models()) == reason


def rows_of_models(**facts):
    return SimpleNamespace(**{"has_unscored_positives": False, "n_units": 20, "positives": 20} | facts)


@pytest.mark.parametrize(
    ("facts", "reason"),
    [({"n_units": 19}, "few"), ({"positives": 19}, "few"), ({"has_unscored_positives": True}, "unscored")],
)
def test_a_lead_in_recall_needs_enough_scored_rows(facts, reason):
    found = model_thresholds(("a", "b"), deployments(*SMALL), Requirements(precision=0.6))
    assert found.why_no_lead(rows_of_models(**facts)) == reason


def test_between_two_points_there_is_no_threshold():
    straight = deployments(([1, 9], [0, 10]))  # the line from precision 1 to 10/20 passes 0.8, but no threshold does
    found = model_thresholds(("a",), straight, Requirements(precision=0.8, recall=0.3))
    assert (found.reached, found.unreached) == ((), ("a",))


def test_if_no_model_meets_the_requirement_the_nearest_is_named():
    others = deployments(SMALL[1], ([3, 1], [2, 2]))  # the second has more recall, with precision 3/5
    found = model_thresholds(("a", "b"), others, Requirements(precision=0.9))
    assert (found.reached, found.unreached, found.maximized) == ((), ("a", "b"), "recall")
    assert (found.nearest.model, found.nearest.precision) == ("a", 2 / 3)
    both = model_thresholds(("a",), deployments(SMALL[1]), Requirements(precision=0.9, recall=0.9))
    assert both.nearest is None
    assert model_thresholds(("a",), deployments(SMALL[1]), Requirements(alerts=0.5)).nearest is None


def test_the_example_of_a_requirement_may_be_reached_by_one_model_alone():
    found = model_thresholds(("a", "b"), deployments(([6, 4], [4, 86]), ([8, 2], [2, 88])), None)
    assert (found.requirements.precision, found.unreached) == (0.8, ("a",))


@pytest.mark.parametrize(
    ("counts", "prevalence", "precision"),
    [
        (([8, 2], [2, 88]), None, 0.8),
        (([6, 4], [4, 86]), None, 0.5),  # no threshold has more than 0.6
        (([90, 5], [0, 5]), None, 0.99),  # calling all positive has 0.95
        (([8, 2], [2, 88]), 0.01, 0.2),  # 0.8 * 0.01 / (0.8 * 0.01 + 0.99 * 2 / 90) is 0.267
        (([1], [999]), None, 0.8),
        (([1, 29, 70], [0, 20, 880]), None, 0.5),  # the first point has a precision of 1 and one positive of 100
        (([30, 70], [970, 98930]), None, 0.02),  # rare positives: no threshold has more than 0.03
    ],
)
def test_the_example_of_a_requirement_is_reached_and_more_than_chance(counts, prevalence, precision):
    found = model_thresholds(("a",), deployments(counts, prevalence=prevalence), None)
    assert (found.is_example, found.requirements.precision) == (True, precision)


def test_curves_that_cross_share_the_difference_of_their_areas():
    rng = np.random.default_rng(7)
    label = rng.random(3000) < 0.1
    top = rng.random(3000) < 0.45
    of_all = rng.normal(size=3000) + 1.9 * label
    of_the_top = rng.normal(size=3000) + label * np.where(top, 4.2, 0.75)
    points = operating_points(label, of_the_top), operating_points(label, of_all)
    crossing = crossing_of(("top", "all"), points)
    assert (crossing.first, crossing.second) == ("top", "all")
    assert 0.4 < crossing.recall < 0.65
    areas = [SCHEMES["step"].area(one) for one in points]
    assert crossing.first_gain - crossing.second_gain == pytest.approx(areas[0] - areas[1])
    assert crossing_of(("all", "top"), points[::-1]) == crossing
    assert crossing_of(("a", "a"), (points[0], points[0])) is None
    better = operating_points(label, of_all + label)
    assert crossing_of(("better", "all"), (better, points[1])) is None
