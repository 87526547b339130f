"""Intervals beside areas: one way for all rows, and as wide as so many persons allow where rows came in persons."""

from functools import partial

import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.analysis.alerts import build_deployment
from pr_curve_lab.analysis.averages import split_by_group, task_matrix
from pr_curve_lab.analysis.intervals import clusters_notice, group_areas, step_interval, step_interval_of
from pr_curve_lab.analysis.model_resampling import bootstrap_models, model_data
from pr_curve_lab.analysis.models import pair_tests
from pr_curve_lab.analysis.thresholds import full_band
from pr_metrics import (
    SCHEMES,
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


def beside(label, score, scheme="step", *, weight=None, total_positives=None):
    points = operating_points(label, score, sample_weight=weight, total_positives=total_positives)
    positives = int(label.sum()) + round(points.unscored_positives)
    step = step_interval_of(points, label, score, weight, None, positives=positives)
    return step.interval_of(scheme, SCHEMES[scheme].area(points))


@pytest.mark.parametrize("positives", [5, 49, 50, 200])
def test_a_step_area_has_that_of_pr_metrics_however_many_positives_there_are(positives):
    found = beside(*rows(positives))
    assert (found.method, found.reason) == ("influence", "rows")
    assert found.interval == area_interval(operating_points(*rows(positives)))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_another_scheme_has_it_as_far_from_its_area_in_log_odds(scheme):
    found, (expected, way) = beside(*rows(30), scheme), expected_interval(*rows(30), scheme)
    assert found.method == way == ("logit" if scheme in BY_NUMBER else "influence")
    assert (found.interval.lower, found.interval.upper) == pytest.approx((expected.lower, expected.upper), abs=1e-14)


def test_weights_weigh_rows_and_are_not_so_many_rows():
    label, score = rows(80)
    weight = np.full(label.size, 3.0)
    once, thrice = beside(label, score), beside(label, score, weight=weight)
    assert thrice.method == "influence"
    assert (thrice.interval.lower, thrice.interval.upper) == pytest.approx((once.interval.lower, once.interval.upper))


@pytest.mark.parametrize("scheme", ["step", "linear"])
def test_where_no_row_shows_any_spread_it_is_by_number_and_that_is_the_reason(scheme):
    label = np.arange(240) < 60
    found = beside(label, label, scheme)
    assert (found.method, found.reason, found.interval.lower, found.interval.upper) == ("logit", "spread", 0.0, 1.0)
    same = beside(label, np.ones(240), scheme)
    area = SCHEMES[scheme].area(operating_points(label, np.ones(240)))
    assert (same.reason, same.interval) == ("spread", logit_interval(area, 60))


def test_positives_without_a_score_are_positives():
    label, score = rows(40)
    found = beside(label, score, total_positives=60)
    assert found.interval == area_interval(operating_points(label, score, total_positives=60))
    part = beside(label, score, total_positives=60.5)
    assert part.interval == area_interval_of_rows(label, score, total_positives=60.5)


TIMES = 25**0.5  # of the width at least: each person has 25 equal rows, and the class balance varies with persons
MORE = 1.5


def log_odds(share):
    return np.log(share / (1 - share))


def width(interval):
    return float(log_odds(interval.upper) - log_odds(interval.lower))


def found_of(labeled_scores, scheme="step"):
    return step_interval(labeled_scores).interval_of(scheme, SCHEMES[scheme].area(labeled_scores.points))


@pytest.mark.parametrize("scheme", ["step", "linear", "continuous", "envelope"])
def test_rows_that_are_25_copies_of_40_make_the_interval_five_times_as_wide(scheme):
    together, apart = (
        found_of(tasks_of(copies(), **one).labeled_scores("p"), scheme) for one in ({}, {"cluster": None})
    )
    assert (together.method, together.reason) == ("groups", "clusters")
    assert apart.method == "influence"
    assert TIMES < width(together.interval) / width(apart.interval) < MORE * TIMES
    area = SCHEMES[scheme].area(tasks_of(copies()).labeled_scores("p").points)
    assert together.interval.lower < area < together.interval.upper


def test_copies_tell_as_much_as_one_row_of_each():
    once = tasks_of(persons(each=1), cluster="patient_id").labeled_scores("p")
    assert width(found_of(tasks_of(copies()).labeled_scores("p")).interval) == pytest.approx(
        width(found_of(once).interval)
    )


def test_the_interval_is_that_of_pr_metrics():
    labeled_scores, frame = tasks_of(persons()).labeled_scores("p"), persons()
    assert found_of(labeled_scores).interval == area_interval_of_rows(frame.y, frame.p, groups=frame.patient_id)


def test_weights_weigh_within_persons():
    frame = persons().assign(sample_weight=np.random.default_rng(0).integers(1, 5, 1000) + 0.5)
    labeled_scores = tasks_of(frame).labeled_scores("p")
    assert labeled_scores.is_weighted
    found = found_of(labeled_scores).interval
    expected = area_interval_of_rows(frame.y, frame.p, sample_weight=frame.sample_weight, groups=frame.patient_id)
    assert (found.lower, found.upper) == pytest.approx((expected.lower, expected.upper))


def test_lines_that_count_rows_are_those_rows():
    frame = copies(each=1).assign(n=25)
    counts = tasks_of(frame, weight="n", cluster="patient_id").labeled_scores("p")
    assert counts.is_frequency_weight
    rows = tasks_of(copies()).labeled_scores("p")
    assert counts.clusters.notice == rows.clusters.notice
    ends = [(one.interval.lower, one.interval.upper) for one in map(found_of, (counts, rows))]
    assert ends[0] == pytest.approx(ends[1])


def test_an_area_beside_that_of_steps_lies_in_its_interval_at_the_edges_too():
    labeled_scores = tasks_of(persons()).labeled_scores("p")
    step = step_interval(labeled_scores)
    assert step.interval_of("linear", step.area).interval == step.interval
    assert (step.interval_of("linear", 0.0).interval.lower, step.interval_of("linear", 1.0).interval.upper) == (
        0.0,
        1.0,
    )
    perfect = tasks_of(persons().assign(p=lambda one: one.y)).labeled_scores("p")
    assert found_of(perfect).interval.upper == 1.0
    assert found_of(perfect, "linear").interval.lower <= SCHEMES["linear"].area(perfect.points)


def test_pairs_of_models_are_tested_with_persons_kept_together():
    frame = persons(models=("p", "q"))
    (pair,) = pair_tests(tasks_of(frame, scores=("p", "q"), kind="models"), {"p": 0.8, "q": 0.7})
    assert pair.result == paired_difference(frame.y, frame.p, frame.q, groups=frame.patient_id)


def test_samples_of_models_draw_persons():
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


def test_the_band_keeps_persons_together():
    frame, labeled_scores = persons(), tasks_of(persons()).labeled_scores("p")
    band = full_band(build_deployment(labeled_scores.points), labeled_scores)
    expected = curve_band_of_rows(frame.y, frame.p, groups=frame.patient_id)
    np.testing.assert_array_equal(band.upper, expected.upper)
    apart = full_band(build_deployment(labeled_scores.points), tasks_of(frame, cluster=None).labeled_scores("p"))
    wide = [float(np.interp(0.5, one.recall, one.upper - one.lower)) for one in (band, apart)]
    assert wide[0] > 1.5 * wide[1]


def of_groups(dataset):
    return group_areas(split_by_group(task_matrix(dataset, ("p",)), dataset.group), "step")


def test_groups_of_rows_keep_the_persons_of_each_together_where_each_has_enough():
    frame = persons()
    enough = tasks_of(frame.assign(region=np.arange(1000) // 500), group="region")
    assert {one.interval.reason for one in of_groups(enough)} == {"clusters"}
    said = partial(clusters_notice, clusters=enough.clusters, column="region")
    assert said(of_groups(enough)).key == "clusters_together"
    few = tasks_of(frame.assign(region=np.arange(1000) // 300), group="region")
    assert {one.interval.method for one in of_groups(few)} == {"influence"}
    assert clusters_notice(of_groups(few), few.clusters, "region").key == "clusters_few_in_groups"


def test_a_hospital_by_itself_is_one_of_none():
    frame = pd.DataFrame(persons("hospital"))
    dataset = tasks_of(frame, group="hospital", cluster="hospital")
    assert clusters_notice(of_groups(dataset), dataset.clusters, "hospital") is None
