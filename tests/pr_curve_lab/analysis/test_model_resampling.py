from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm

from pr_curve_lab.analysis.model_resampling import (
    N_RESAMPLES,
    _rank,
    _recalls,
    bootstrap_models,
    bootstrap_recall_lead,
    estimate_seconds,
    model_data,
    model_data_of_schemes,
)
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_dataset
from pr_curve_lab.schema.examples import example_dataset
from pr_curve_lab.schema.roles import Roles
from pr_metrics import (
    SCHEMES,
    OperatingPoints,
    bootstrap_areas,
    bootstrap_difference,
    bootstrap_interval,
    bootstrap_weighted_interval,
    choose_threshold,
    operating_points,
)
from pr_metrics.uncertainty.bootstrap import interval_of_samples

FOUR = example_dataset("four_models")
POINTS = {name: FOUR.points(name) for name in FOUR.names}
BY_AREA = ("forest", "neighbours", "logistic", "tree")
AREAS = dict(zip(BY_AREA, (0.9, 0.8, 0.7, 0.6), strict=True))


def ignore_progress(_):
    pass


def bootstrap_one(contest, report=ignore_progress):
    (found,) = bootstrap_models([contest], report).values()
    return found


def tasks_like(dataset, names):
    """Return a model for each name on the same rows, all with the first model's scores."""
    frame = pd.DataFrame({"y": dataset.positive[:, 0].astype(int), **dict.fromkeys(names, dataset.score[:, 0])})
    return build_dataset(Table("t", frame), Roles("y", "1", tuple(names), kind="models"))


@pytest.mark.parametrize("scheme", ["step", "linear"])
def test_intervals_are_those_of_the_package(scheme):
    found = bootstrap_one(model_data(FOUR, POINTS, AREAS, scheme))
    scores = [FOUR.score[:, FOUR.names.index(name)] for name in BY_AREA]
    areas = bootstrap_areas(FOUR.positive[:, 0], scores, scheme=scheme)
    for name, drawn in zip(BY_AREA, areas.T, strict=True):
        interval, alone = found.areas[name], bootstrap_interval(POINTS[name], scheme=scheme)
        units = min(FOUR.positive[:, 0].sum(), (~FOUR.positive[:, 0]).sum())
        area = SCHEMES[scheme].area(POINTS[name])
        assert interval == interval_of_samples(
            area, drawn, 0.95, n_units=units, positives=int(FOUR.positive[:, 0].sum())
        )
        assert (interval.lower, interval.upper) == pytest.approx((alone.lower, alone.upper), abs=0.02)
    assert tuple(found.areas) == BY_AREA
    best, second = (FOUR.score[:, FOUR.names.index(name)] for name in ("forest", "neighbours"))
    assert found.difference == bootstrap_difference(FOUR.positive[:, 0], best, second, scheme=scheme)


@pytest.mark.parametrize("scheme", ["step", "linear"])
def test_every_pair_of_the_best_is_compared_on_the_same_samples(scheme):
    found = bootstrap_one(model_data(FOUR, POINTS, AREAS, scheme))
    assert [(pair.first, pair.second) for pair in found.pairs] == list(combinations(BY_AREA, 2))
    scores = {name: FOUR.score[:, FOUR.names.index(name)] for name in BY_AREA}
    areas = dict(
        zip(BY_AREA, bootstrap_areas(FOUR.positive[:, 0], list(scores.values()), scheme=scheme).T, strict=True)
    )
    for pair in found.pairs:
        label = FOUR.positive[:, 0]
        assert pair.difference == bootstrap_difference(label, scores[pair.first], scores[pair.second], scheme=scheme)
        ahead = np.mean(areas[pair.first] > areas[pair.second] + 1e-12)
        level = np.mean(np.abs(areas[pair.first] - areas[pair.second]) <= 1e-12)
        assert pair.win_rate == pytest.approx(ahead + level / 2)


def test_the_first_seven_models_and_the_next_best_are_paired():
    names = [f"m{k}" for k in range(9)]
    label = FOUR.positive[:, 0].astype(int)
    columns = dict.fromkeys(names[:8], FOUR.score[:, 0]) | {"m8": FOUR.score[:, 1]}
    table = Table("nine", pd.DataFrame({"y": label, **columns}))
    dataset = build_dataset(table, Roles("y", "1", tuple(names), kind="models"))
    points = {name: dataset.points(name) for name in names}
    contest = model_data(dataset, points, dict.fromkeys(names, 0.9) | {"m8": 0.5}, "step")
    assert contest.paired_models == (*names[:7], "m8")
    found = bootstrap_one(contest)
    assert found.difference == bootstrap_difference(label, FOUR.score[:, 0], FOUR.score[:, 1])
    assert {pair.win_rate for pair in found.pairs if pair.second != "m8"} == {0.5}  # equal models


def test_progress_rises_to_1_across_models():
    heard = []
    bootstrap_one(model_data(FOUR, POINTS, AREAS, "step"), heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 1
    chunks = N_RESAMPLES // 25
    assert heard == pytest.approx(np.arange(1, chunks + 1) / chunks)  # all four models are sampled together
    nine = {f"m{k}": 0.9 - k / 20 for k in range(9)}
    dataset = tasks_like(FOUR, nine)
    heard.clear()
    bootstrap_one(model_data(dataset, {name: dataset.points(name) for name in nine}, nine, "step"), heard.append)
    assert heard[chunks - 1 :: chunks] == pytest.approx([7 / 9, 8 / 9, 1])


@pytest.mark.parametrize("unit", [1, 0.3, 100])
def test_rows_are_drawn_with_their_weights(unit):
    rng = np.random.default_rng(3)
    label, weight = rng.integers(0, 2, 80), rng.integers(1, 4, 80) * unit
    frame = pd.DataFrame({"y": label, "a": rng.random(80) + label, "b": rng.random(80), "w": weight})
    dataset = build_dataset(Table("t", frame), Roles("y", "1", ("a", "b"), weight="w", kind="models"))
    points = {name: dataset.points(name) for name in ("a", "b")}
    found = bootstrap_one(model_data(dataset, points, {"a": 0.9, "b": 0.5}, "step"))
    assert found.areas == {name: bootstrap_weighted_interval(label, frame[name], weight) for name in points}
    assert found.difference == bootstrap_difference(label, frame["a"], frame["b"], sample_weight=weight)


@pytest.mark.parametrize(
    ("areas", "rival"),
    [((0.9, 0.9, 0.8, 0.7), "logistic"), ((0.9, 0.9 - 1e-14, 0.8, 0.9), "logistic"), ((0.9,) * 4, "neighbours")],
)
def test_the_next_best_model_has_a_smaller_area(areas, rival):
    assert model_data(FOUR, POINTS, dict(zip(BY_AREA, areas, strict=True)), "step").next_best == rival


def test_more_rows_and_models_take_longer():
    few = estimate_seconds([model_data(FOUR, POINTS, {name: AREAS[name] for name in BY_AREA[:2]}, "step")])
    assert few < estimate_seconds([model_data(FOUR, POINTS, AREAS, "step")]) < 1
    many = replace(model_data(FOUR, POINTS, AREAS, "step"), positive=np.zeros(100_000, bool))
    assert estimate_seconds([many]) > 5
    rng = np.random.default_rng(0)
    points = OperatingPoints.from_counts(rng.random(100_000), rng.integers(0, 2, 100_000), np.ones(100_000))
    nine = {f"m{k}": 0.9 - k / 20 for k in range(9)}
    dataset = tasks_like(FOUR, nine)
    assert (
        estimate_seconds([model_data(dataset, dict.fromkeys(nine, points), nine, "step")]) > 5
    )  # two models are sampled alone


def test_unscored_positives_are_sampled_for_every_model():
    columns = {"y": FOUR.positive[:, 0].astype(int), "a": FOUR.score[:, 0], "b": FOUR.score[:, 1]}
    table = Table("four", pd.DataFrame(columns))
    dataset = build_dataset(table, Roles("y", "1", ("a", "b"), kind="models", unscored_positives=40))
    points = {name: dataset.points(name) for name in dataset.names}
    found = bootstrap_one(model_data(dataset, points, {"a": 0.9, "b": 0.8}, "step"))
    total = float(dataset.positive[:, 0].sum()) + 40
    alone = bootstrap_interval(points["a"])
    assert (found.areas["a"].lower, found.areas["a"].upper) == pytest.approx((alone.lower, alone.upper), abs=0.02)
    assert found.difference == bootstrap_difference(
        dataset.positive[:, 0], dataset.score[:, 0], dataset.score[:, 1], total_positives=total
    )


def test_all_schemes_at_once_equal_each_scheme_alone():
    areas = dict.fromkeys(SCHEMES, AREAS)
    areas["linear"] = {name: 1 - area for name, area in AREAS.items()}  # another model is the best there
    contests = model_data_of_schemes(FOUR, POINTS, areas)
    found = bootstrap_models(contests, ignore_progress)
    for contest in contests:
        assert found[contest.scheme] == bootstrap_one(contest)
    assert found["linear"].next_best != found["step"].next_best


def two_models(n_rows=400):
    rng = np.random.default_rng(3)
    label = rng.random(n_rows) < 0.2
    return data_of_two(label, rng.normal(size=n_rows) + 2.5 * label, rng.normal(size=n_rows) + label)


def data_of_two(label, *scores):
    frame = {"y": label.astype(int)} | dict(zip("ab", scores, strict=True))
    dataset = build_dataset(Table("t", pd.DataFrame(frame)), Roles("y", "1", ("a", "b"), kind="models"))
    points = {name: dataset.points(name) for name in dataset.names}
    return model_data(dataset, points, {name: SCHEMES["step"].area(one) for name, one in points.items()}, "step")


def test_each_sample_chooses_the_thresholds_of_both_models_again():
    data = two_models()
    interval = bootstrap_recall_lead(data, "a", "b", 0.8, ignore_progress)
    here = [best.recall if (best := choose_threshold(data.points[name], min_precision=0.8)) else 0.0 for name in "ab"]
    assert interval.lower < here[0] - here[1] < interval.upper
    assert interval.lower > 0
    assert interval == bootstrap_recall_lead(data, "a", "b", 0.8, ignore_progress)
    back = bootstrap_recall_lead(data, "b", "a", 0.8, ignore_progress)
    assert (-back.upper, -back.lower) == pytest.approx((interval.lower, interval.upper))
    same = bootstrap_recall_lead(data, "a", "a", 0.8, ignore_progress)
    assert (same.lower, same.upper) == (0, 0)


@pytest.mark.parametrize("precision", [0.5, 0.8, 0.95])
def test_the_recall_of_a_sample_is_that_of_its_rows(precision):
    rng = np.random.default_rng(0)
    data = two_models()
    rows = np.concatenate((np.flatnonzero(data.positive), np.flatnonzero(~data.positive)))
    ranked = _rank(data, "b", rows, precision)
    usual = rng.integers(0, 3, (4, rows.size))
    late = usual[0] * (np.argsort(ranked[0]) > 250)  # the 250 rows with the highest scores are not drawn
    for counts in (usual, late[np.newaxis]):
        for of_row, recall in zip(counts, _recalls(counts, ranked, precision), strict=True):
            drawn = np.repeat(rows, of_row)
            points = operating_points(data.positive[drawn], data.scores["b"][drawn])
            best = choose_threshold(points, min_precision=precision)
            assert recall == pytest.approx(best.recall if best else 0)


def test_few_rows_have_no_interval_of_the_lead_in_recall():
    data = two_models(60)  # 12 positives or so
    with pytest.raises(ValueError, match="20 rows of each class"):
        bootstrap_recall_lead(data, "a", "b", 0.8, ignore_progress)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n_positives", "prevalence", "means"),
    [(20, 0.2, (2.5, 1.5)), (20, 0.1, (2.0, 2.0)), (50, 0.1, (2.5, 2.0))],  # means of the positives of both models
)
def test_the_interval_of_the_lead_in_recall_mostly_contains_the_true_lead(n_positives, prevalence, means):
    rng, draws, precision = np.random.default_rng(1), 100, 0.5
    label = np.arange(round(n_positives / prevalence)) < n_positives
    threshold = np.linspace(-6, 9, 15_001)
    found = prevalence * norm.sf(threshold, np.array(means)[:, None])
    is_met = found >= precision * (found + (1 - prevalence) * norm.sf(threshold))
    recall = np.where(is_met, found, 0).max(axis=1) / prevalence
    contains = 0
    for _ in range(draws):
        common, *own = rng.normal(size=(3, label.size))  # a row that is hard for one model is hard for the other
        scores = (mean * label + 0.8 * common + 0.6 * noise for mean, noise in zip(means, own, strict=True))
        interval = bootstrap_recall_lead(data_of_two(label, *scores), "a", "b", precision, ignore_progress)
        contains += interval.lower - 1e-9 <= recall[0] - recall[1] <= interval.upper + 1e-9
    assert contains / draws >= 0.93
