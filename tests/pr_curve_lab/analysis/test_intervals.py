"""Intervals of areas: one method for all rows, and wider intervals for rows in clusters, such as persons."""

from functools import partial

import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.analysis.alerts import build_deployment
from pr_curve_lab.analysis.averages import TaskMatrix, split_by_group, task_matrix
from pr_curve_lab.analysis.intervals import (
    AreaInterval,
    GroupArea,
    clusters_notice,
    find_group_difference,
    group_areas,
    low_area_groups,
    step_interval,
    step_interval_of,
)
from pr_curve_lab.analysis.model_resampling import bootstrap_models, model_data
from pr_curve_lab.analysis.models import pair_tests
from pr_curve_lab.analysis.thresholds import band_or_reason
from pr_metrics import (
    SCHEMES,
    Interval,
    area_interval,
    area_interval_of_rows,
    curve_band_of_rows,
    logit_interval,
    operating_points,
    paired_difference,
)
from tests.expected_intervals import BY_NUMBER, expected_interval
from tests.pr_curve_lab.persons import copies, persons, tasks_of


def rows(positives, *, seed=2):
    rng = np.random.default_rng(seed)
    label = np.arange(4 * positives) < positives
    return label, rng.normal(size=label.size) + label


def interval_of_rows(label, score, scheme="step", *, weight=None, total_positives=None):
    points = operating_points(label, score, sample_weight=weight, total_positives=total_positives)
    positives = int(label.sum()) + round(points.unscored_positives)
    step = step_interval_of(points, label, score, weight, None, positives=positives)
    return step.scheme_interval(scheme, SCHEMES[scheme].area(points))


@pytest.mark.parametrize("positives", [5, 49, 50, 200])
def test_the_step_area_has_the_interval_of_pr_metrics(positives):
    found = interval_of_rows(*rows(positives))
    assert (found.method, found.reason) == ("influence", "rows")
    assert found.interval == area_interval(operating_points(*rows(positives)))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_another_scheme_has_an_interval_of_equal_width_in_log_odds(scheme):
    found, (expected, way) = interval_of_rows(*rows(30), scheme), expected_interval(*rows(30), scheme)
    assert found.method == way == ("logit" if scheme in BY_NUMBER else "influence")
    assert (found.interval.lower, found.interval.upper) == pytest.approx((expected.lower, expected.upper), abs=1e-14)


def test_equal_weights_do_not_change_the_interval():
    label, score = rows(80)
    weight = np.full(label.size, 3.0)
    once, thrice = interval_of_rows(label, score), interval_of_rows(label, score, weight=weight)
    assert thrice.method == "influence"
    assert (thrice.interval.lower, thrice.interval.upper) == pytest.approx((once.interval.lower, once.interval.upper))


@pytest.mark.parametrize("scheme", ["step", "linear"])
def test_without_spread_it_is_the_logit_interval(scheme):
    label = np.arange(240) < 60
    found = interval_of_rows(label, label, scheme)
    assert (found.method, found.reason, found.interval.lower, found.interval.upper) == ("logit", "spread", 0.0, 1.0)
    same = interval_of_rows(label, np.ones(240), scheme)
    area = SCHEMES[scheme].area(operating_points(label, np.ones(240)))
    assert (same.reason, same.interval) == ("spread", logit_interval(area, 60))


def test_unscored_positives_count_in_the_interval():
    label, score = rows(40)
    found = interval_of_rows(label, score, total_positives=60)
    assert found.interval == area_interval(operating_points(label, score, total_positives=60))
    part = interval_of_rows(label, score, total_positives=60.5)
    assert part.interval == area_interval_of_rows(label, score, total_positives=60.5)


TIMES = 25**0.5  # least factor of the width: each person has 25 equal rows, and the class balance varies too
MORE = 1.5


def log_odds(share):
    return np.log(share / (1 - share))


def width(interval):
    return float(log_odds(interval.upper) - log_odds(interval.lower))


def interval_of_scores(labeled_scores, scheme="step"):
    return step_interval(labeled_scores).scheme_interval(scheme, SCHEMES[scheme].area(labeled_scores.points))


@pytest.mark.parametrize("scheme", ["step", "linear", "continuous", "envelope"])
def test_clusters_of_25_equal_rows_widen_the_interval_five_times(scheme):
    together, apart = (
        interval_of_scores(tasks_of(copies(), **one).labeled_scores("p"), scheme) for one in ({}, {"cluster": None})
    )
    assert (together.method, together.reason) == ("groups", "clusters")
    assert apart.method == "influence"
    assert TIMES < width(together.interval) / width(apart.interval) < MORE * TIMES
    area = SCHEMES[scheme].area(tasks_of(copies()).labeled_scores("p").points)
    assert together.interval.lower < area < together.interval.upper


def test_clusters_without_spread_have_the_logit_interval_by_their_number():
    labeled_scores = tasks_of(copies().assign(p=0.25 + copies().y / 2)).labeled_scores("p")
    found = interval_of_scores(labeled_scores)
    assert (found.method, found.reason) == ("logit", "cluster_spread")
    assert found.interval == logit_interval(1.0, labeled_scores.clusters.count)
    assert labeled_scores.clusters.count != labeled_scores.positives


def test_copies_in_a_cluster_give_the_interval_of_one_row_each():
    once = tasks_of(persons(each=1), cluster="patient_id").labeled_scores("p")
    often = tasks_of(copies()).labeled_scores("p")
    assert width(interval_of_scores(often).interval) == pytest.approx(width(interval_of_scores(once).interval))


def test_the_interval_of_clusters_is_that_of_pr_metrics():
    labeled_scores, frame = tasks_of(persons()).labeled_scores("p"), persons()
    assert interval_of_scores(labeled_scores).interval == area_interval_of_rows(
        frame.y, frame.p, groups=frame.patient_id
    )


def test_weights_count_within_clusters():
    frame = persons().assign(sample_weight=np.random.default_rng(0).integers(1, 5, 1000) + 0.5)
    labeled_scores = tasks_of(frame).labeled_scores("p")
    assert labeled_scores.is_weighted
    found = interval_of_scores(labeled_scores).interval
    expected = area_interval_of_rows(frame.y, frame.p, sample_weight=frame.sample_weight, groups=frame.patient_id)
    assert (found.lower, found.upper) == pytest.approx((expected.lower, expected.upper))


def test_frequency_weights_in_clusters_count_as_rows():
    frame = copies(each=1).assign(n=25)
    counts = tasks_of(frame, weight="n", cluster="patient_id").labeled_scores("p")
    assert counts.is_frequency_weight
    rows = tasks_of(copies()).labeled_scores("p")
    assert counts.clusters.notice == rows.clusters.notice
    ends = [(one.interval.lower, one.interval.upper) for one in map(interval_of_scores, (counts, rows))]
    assert ends[0] == pytest.approx(ends[1])


def test_an_area_near_0_or_1_lies_in_its_interval():
    labeled_scores = tasks_of(persons()).labeled_scores("p")
    step = step_interval(labeled_scores)
    assert step.scheme_interval("linear", step.area).interval == step.interval
    assert (step.scheme_interval("linear", 0.0).interval.lower, step.scheme_interval("linear", 1.0).interval.upper) == (
        0.0,
        1.0,
    )
    perfect = tasks_of(persons().assign(p=lambda one: one.y)).labeled_scores("p")
    assert interval_of_scores(perfect).interval.upper == 1.0
    assert interval_of_scores(perfect, "linear").interval.lower <= SCHEMES["linear"].area(perfect.points)


def test_pairs_of_models_are_tested_by_cluster():
    frame = persons(models=("p", "q"))
    (pair,) = pair_tests(tasks_of(frame, scores=("p", "q"), kind="models"), {"p": 0.8, "q": 0.7})
    assert pair.result == paired_difference(frame.y, frame.p, frame.q, groups=frame.patient_id)


def test_the_bootstrap_of_models_samples_clusters():
    frame = copies().assign(q=lambda one: (one.p * 7) % 1)
    leads = []
    for changed in ({}, {"cluster": None}):
        dataset = tasks_of(frame, scores=("p", "q"), kind="models", **changed)
        points = {name: dataset.points(name) for name in dataset.names}
        areas = {name: SCHEMES["linear"].area(one) for name, one in points.items()}
        found = bootstrap_models([model_data(dataset, points, areas, "linear")], lambda _: None)["linear"]
        leads.append(found.difference.upper - found.difference.lower)
        assert all(found.areas[name].lower < areas[name] < found.areas[name].upper for name in areas)
    assert TIMES < leads[0] / leads[1] < MORE * TIMES


def test_the_band_uses_clusters():
    frame, labeled_scores = persons(), tasks_of(persons()).labeled_scores("p")
    band = band_or_reason(build_deployment(labeled_scores.points), labeled_scores)
    expected = curve_band_of_rows(frame.y, frame.p, groups=frame.patient_id)
    np.testing.assert_array_equal(band.upper, expected.upper)
    apart = band_or_reason(build_deployment(labeled_scores.points), tasks_of(frame, cluster=None).labeled_scores("p"))
    wide = [float(np.interp(0.5, one.recall, one.upper - one.lower)) for one in (band, apart)]
    assert wide[0] > 1.5 * wide[1]


def areas_of_groups(dataset):
    return group_areas(split_by_group(task_matrix(dataset, ("p",)), dataset.group_of_row), "step")


def test_groups_use_clusters_if_each_group_has_enough():
    frame = persons()
    enough = tasks_of(frame.assign(region=np.arange(1000) // 500), group="region")
    assert {one.interval.reason for one in areas_of_groups(enough)} == {"clusters"}
    said = partial(clusters_notice, clusters=enough.clusters, column="region")
    assert said(areas_of_groups(enough)).key == "clusters_together"
    few = tasks_of(frame.assign(region=np.arange(1000) // 300), group="region")
    assert {one.interval.method for one in areas_of_groups(few)} == {"influence"}
    assert clusters_notice(areas_of_groups(few), few.clusters, "region").key == "clusters_few_in_groups"


def test_groups_that_are_the_clusters_have_no_notice():
    frame = pd.DataFrame(persons("hospital"))
    dataset = tasks_of(frame, group="hospital", cluster="hospital")
    assert clusters_notice(areas_of_groups(dataset), dataset.clusters, "hospital") is None


def group_area(area, lower, upper, balanced=None):
    """Return the area of a group; balanced: the same three numbers at the common class balance."""
    even, low, high = balanced or (area, lower, upper)
    interval = AreaInterval(Interval(lower, upper, 0.95), "rows")
    return GroupArea(area, interval, 0.2, even, Interval(low, high, 0.95))


SMALL, OTHERS = group_area(0.708, 0.352, 0.878), [group_area(0.705, 0.574, 0.803), group_area(0.809, 0.695, 0.886)]
BALANCED = (0.6, 0.5, 0.7)


@pytest.mark.parametrize(("areas", "finding"), [
    ([group_area(0.326, 0.165, 0.496), *OTHERS], "fail"),
    ([group_area(0.326, 0.165, 0.496), SMALL, *OTHERS], "fail"),  # the small one cannot tell
    ([group_area(0.326, 0.165, 0.496), group_area(0.45, 0.2, 0.7), *OTHERS], "differ"),  # two are low
    ([group_area(0.65, 0.45, 0.8), SMALL, *OTHERS], "alike"),
    ([group_area(0.326, 0.165, 0.496, BALANCED), group_area(0.705, 0.574, 0.803, BALANCED)], "balance"),
    ([group_area(0.326, 0.165, 0.496), None], "unknown"),
])  # fmt: skip
def test_a_group_fails_if_it_is_apart_from_the_others(areas, finding):
    names = tuple("abcd"[: len(areas)])
    assert find_group_difference(areas, names) == finding
    assert low_area_groups(areas, names) == ((0,) if finding == "fail" else ())
    assert find_group_difference(areas[::-1], names) == finding


def test_training_and_test_rows_are_not_compared_as_groups():
    areas = group_area(0.9, 0.8, 0.95), group_area(0.3, 0.2, 0.4)
    assert find_group_difference(areas, ("train", "test")) == "unknown"


def test_equal_groups_of_unequal_size_rarely_differ():
    rng, found = np.random.default_rng(4), []
    for _ in range(300):
        positive = [rng.random(size) < 0.2 for size in (60, 400, 400, 400)]
        rows = [(one[:, None], (rng.normal(size=one.size) + 1.5 * one)[:, None]) for one in positive]
        areas = group_areas([TaskMatrix(("s",), *one, None) for one in rows], "step")
        found.append(find_group_difference(areas, tuple("abcd")))
    assert sum(one in ("fail", "differ") for one in found) / len(found) <= 0.05
