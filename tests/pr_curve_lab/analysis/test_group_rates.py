"""Precision and recall of groups at a threshold, counted by hand, and which group is said to fail."""

import math
from itertools import chain

import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.analysis.averages import task_matrix
from pr_curve_lab.analysis.group_rates import TEST_LEVEL, best_f1_rates, group_rates, rates_of_counts
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_dataset
from pr_curve_lab.schema.roles import Roles
from pr_metrics.uncertainty.intervals import wilson_interval


def rates_of(counts, roles=None, **columns):
    """Return the rates of groups, given TP, FP, FN and TN of each; found rows have score 1 and others 0.

    columns: more of them by their roles. roles: those of other columns.
    """
    kinds = (1, 1), (0, 1), (1, 0), (0, 0)  # label and score
    cells = [
        (name, *kind)
        for name, numbers in counts.items()
        for kind in chain.from_iterable([kind] * number for kind, number in zip(kinds, numbers, strict=True))
    ]
    group, label, score = zip(*cells, strict=True)
    table = pd.DataFrame({"group": group, "label": label, "score": score} | columns)
    more = {name: name for name in columns} | (roles or {})
    return group_rates(
        build_dataset(Table("t", table), Roles("label", "1", ("score",), group="group", **more)), "score", 1
    )


def test_rates_and_wilson_intervals_by_hand():
    found = rates_of({"a": (2, 6, 8, 4), "b": (10, 0, 0, 5), "c": (0, 0, 4, 4)})
    assert found.positives.tolist() == [10, 10, 4]
    assert found.called.tolist() == [8, 10, 0]
    assert found.recall.value.tolist() == [0.2, 1.0, 0.0]
    np.testing.assert_array_equal(found.precision.value, [0.25, 1.0, np.nan])  # nothing is called in c
    # (f + z^2/2n -+ z sqrt(f(1-f)/n + z^2/4n^2)) / (1 + z^2/n) for 2 of 10 and 10 of 10, with z = 1.959964
    assert found.recall.lower[:2].round(4).tolist() == [0.0567, 0.7225]
    assert found.recall.upper[:2].round(4).tolist() == [0.5098, 1.0]
    assert found.precision.lower[0].round(4) == 0.0715  # of 2 of 8
    assert [found.names[group] for group in found.order] == ["a", "c", "b"]  # a fails by its precision


def test_the_text_of_the_best_threshold_of_a_class_calls_the_same_rows():
    score = [0.99999, 0.99998, 0.99997, 0.2]
    table = pd.DataFrame({"label": ["a", "a", "b", "b"], "a": score, "b": [1 - one for one in score]})
    roles = Roles("label", None, ("a", "b"), kind="classes", labels=("a", "b"))
    (first, _) = best_f1_rates(task_matrix(build_dataset(Table("t", table), roles))).thresholds
    assert 0.99997 < float(first) <= 0.99998


def test_positives_without_a_score_are_not_found():
    label, score = [1, 1, 0, 1, 0, 0], ["1", "", "0", "1", "0", "0"]
    table = pd.DataFrame({"group": list("aaabbb"), "label": label, "score": score})
    roles = Roles("label", "1", ("score",), group="group", unscored_policy="missed")
    found = group_rates(build_dataset(Table("t", table), roles), "score", 1.0)
    assert (found.positives.tolist(), found.recall.value.tolist()) == ([2, 1], [0.5, 1.0])


SIMILAR = {"East": (20, 15, 20, 345), "South": (22, 16, 18, 344)}


@pytest.mark.parametrize("found", range(0, 21, 2))
def test_a_group_fails_if_its_recall_is_below_each_other_by_more_than_chance(found):
    rates = rates_of({"West": (found, 15, 40 - found, 345), **SIMILAR})
    value = np.array([found, 20, 22]) / 40
    lower, upper = wilson_interval(value, np.full(3, 40.0), TEST_LEVEL)
    apart = [value[k] - value[0] - math.hypot(upper[0] - value[0], value[k] - lower[k]) for k in (1, 2)]
    west = rates.names.index("West")
    assert rates.recall.low_groups == ((west,) if min(apart) > 0 else ())
    if found == 0:
        assert rates.low_groups == (west,)
        assert rates.recall.other_range(west) == (0.5, 0.55)
        assert rates.recall.other_range(rates.names.index(next(iter(SIMILAR))))[0] == 0.0


def test_two_equally_low_groups_fail_unless_they_are_most():
    low = {"West": (2, 15, 38, 345), "North": (2, 15, 38, 345)}
    found = rates_of({**low, **SIMILAR})
    assert [found.names[group] for group in found.recall.low_groups] == ["North", "West"]
    assert found.recall.other_range(found.recall.low_groups[0]) == (0.5, 0.55)
    assert rates_of({**low, "East": SIMILAR["East"]}).recall.low_groups == ()
    one_worse = rates_of({"West": (0, 15, 400, 345), "North": (40, 15, 160, 345), **SIMILAR})
    assert [one_worse.names[group] for group in one_worse.recall.low_groups] == ["West", "North"]


def test_a_group_of_few_rows_does_not_fail():
    assert rates_of({"West": (0, 0, 2, 3), **SIMILAR}).low_groups == ()


def test_a_group_without_positives_does_not_fail():
    found = rates_of({"West": (0, 40, 0, 345), **SIMILAR})
    assert found.low_groups == ()
    assert np.isnan(found.precision.value[found.names.index("West")])


def test_fewer_positives_alone_make_no_group_fail():
    same = {"often": (500, 100, 500, 900), "seldom": (50, 190, 50, 1710)}  # recall 0.5 and false positive rate 0.1
    found = rates_of(same)
    assert found.precision.value.round(3).tolist() == [0.833, 0.208]
    assert found.low_groups == ()
    worse = rates_of({**same, "seldom": (50, 1100, 50, 800)})
    assert (worse.precision.low_groups, worse.recall.low_groups) == ((1,), ())


def test_weights_count_by_their_effective_number():
    counts = {"a": (2, 6, 8, 4), "b": (10, 0, 0, 5)}
    alike, unweighted = rates_of(counts, weight=[3.5] * 35), rates_of(counts)
    np.testing.assert_allclose(alike.recall.upper, unweighted.recall.upper)
    np.testing.assert_allclose(alike.precision.lower, unweighted.precision.lower)
    weight = [4.0, 1.0] + [1.0] * 6 + [1.0] * 8 + [1.0] * 19
    found = rates_of(counts, weight=weight)
    assert found.recall.value[0] == 5 / 13
    effective = np.array([13**2 / (4**2 + 9)])
    assert found.recall.lower[0] == wilson_interval(np.array([5 / 13]), effective)[0][0]


def test_rows_of_a_cluster_count_as_the_rows_that_would_vary_as_much():
    counts = {"West": (10, 20, 30, 40), **SIMILAR}
    twice = {name: tuple(2 * number for number in numbers) for name, numbers in counts.items()}
    n_rows = sum(map(sum, counts.values()))
    found = rates_of(twice, cluster=[number // 2 for number in range(2 * n_rows)])
    assert found.cluster_column == "cluster"
    # Of m pairs of equal rows, the variance of a share p is p (1 - p) / (m - 1).
    lower, upper = wilson_interval(found.recall.value, np.full(3, 39.0))
    np.testing.assert_allclose(found.recall.lower, lower)
    np.testing.assert_allclose(found.recall.upper, upper)
    assert (found.recall.lower < rates_of(twice).recall.lower).all()


def test_groups_that_are_the_clusters_vary_by_rows():
    counts = {"West": (0, 15, 40, 345), **SIMILAR}
    of_groups = rates_of(counts, {"cluster": "group"})
    assert of_groups.low_groups == rates_of(counts).low_groups != ()
    assert of_groups.cluster_column is None


def test_among_equal_groups_of_persons_one_fails_in_at_most_5_percent_of_samples():
    rng, fails, draws = np.random.default_rng(3), 0, 300
    person = np.repeat(np.arange(180), 5)
    group = np.array(["a", "b", "c"])[person // 60]
    for _ in range(draws):
        label = np.repeat(rng.random(180) < 0.3, 5) & (rng.random(900) < 0.8)
        score = (np.repeat(rng.normal(size=180), 5) + 1.5 * label + 0.3 * rng.normal(size=900) > 1).astype(float)
        table = pd.DataFrame({"group": group, "label": label.astype(int), "score": score, "person": person})
        roles = Roles("label", "1", ("score",), group="group", cluster="person")
        fails += group_rates(build_dataset(Table("t", table), roles), "score", 1).low_groups != ()
    assert fails / draws <= 0.05


@pytest.mark.parametrize(("n_groups", "n_bad"), [(2, 0), (3, 0), (4, 0), (8, 0), (6, 1), (8, 2)])
def test_groups_that_are_as_good_as_others_fail_in_at_most_5_percent_of_samples(n_groups, n_bad):
    rng, fails, draws = np.random.default_rng(n_groups), 0, 1000
    shares = np.tile([0.1 * 0.5, 0.9 * 0.1, 0.1 * 0.5, 0.9 * 0.9], (n_groups, 1))  # of TP, FP, FN and TN
    shares[:n_bad] = [0.1 * 0.1, 0.9 * 0.3, 0.1 * 0.9, 0.9 * 0.7]
    for tp, fp, fn, tn in rng.multinomial(300, shares, (draws, n_groups)).astype(float).transpose(0, 2, 1):
        rates = rates_of_counts(tp, tp + fp, tp + fn, fp + tn, (tp + fn, tp + fp))
        fails += any(group >= n_bad for rate in rates for group in rate.low_groups)
    assert fails / draws <= 0.05
