"""Intervals of rows that came in persons: as wide as so many persons allow, not as so many rows."""

from functools import partial

import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.analysis.alerts import build_deployment
from pr_curve_lab.analysis.averages import split_by_group, task_matrix
from pr_curve_lab.analysis.intervals import clusters_message, group_areas, step_interval
from pr_curve_lab.analysis.model_resampling import bootstrap_models, model_data
from pr_curve_lab.analysis.models import model_pairs
from pr_curve_lab.analysis.thresholds import full_band
from pr_metrics import SCHEMES, area_interval_of_rows, curve_band_of_rows, paired_difference
from tests.pr_curve_lab.persons import copies, persons
from tests.pr_curve_lab.schema.test_extra_columns import tasks_of

TIMES = 25**0.5  # of the width at least: each person has 25 equal rows, and the class balance varies with persons
MORE = 1.5


def log_odds(share):
    return np.log(share / (1 - share))


def width(interval):
    return float(log_odds(interval.upper) - log_odds(interval.lower))


def beside(cases, scheme="step"):
    return step_interval(cases).interval_of(scheme, SCHEMES[scheme].area(cases.points))


@pytest.mark.parametrize("scheme", ["step", "linear", "continuous", "envelope"])
def test_rows_that_are_25_copies_of_40_make_the_interval_five_times_as_wide(scheme):
    together, apart = (beside(tasks_of(copies(), **one).cases("p"), scheme) for one in ({}, {"cluster": None}))
    assert (together.method, together.reason) == ("groups", "clusters")
    assert apart.method == "influence"
    assert TIMES < width(together.interval) / width(apart.interval) < MORE * TIMES
    area = SCHEMES[scheme].area(tasks_of(copies()).cases("p").points)
    assert together.interval.lower < area < together.interval.upper


def test_copies_tell_as_much_as_one_row_of_each():
    once = tasks_of(persons(each=1), cluster="patient_id").cases("p")
    assert width(beside(tasks_of(copies()).cases("p")).interval) == pytest.approx(width(beside(once).interval))


def test_the_interval_is_that_of_pr_metrics():
    cases, frame = tasks_of(persons()).cases("p"), persons()
    assert beside(cases).interval == area_interval_of_rows(frame.y, frame.p, groups=frame.patient_id)


def test_weights_weigh_within_persons():
    frame = persons().assign(sample_weight=np.random.default_rng(0).integers(1, 5, 1000) + 0.5)
    cases = tasks_of(frame).cases("p")
    assert cases.is_weighted
    found = beside(cases).interval
    expected = area_interval_of_rows(frame.y, frame.p, sample_weight=frame.sample_weight, groups=frame.patient_id)
    assert (found.lower, found.upper) == pytest.approx((expected.lower, expected.upper))


def test_lines_that_count_rows_are_those_rows():
    frame = copies(each=1).assign(n=25)
    counts = tasks_of(frame, weight="n", cluster="patient_id").cases("p")
    assert counts.is_frequency_weight
    rows = tasks_of(copies()).cases("p")
    assert counts.clusters.message == rows.clusters.message
    ends = [(one.interval.lower, one.interval.upper) for one in map(beside, (counts, rows))]
    assert ends[0] == pytest.approx(ends[1])


def test_an_area_beside_that_of_steps_lies_in_its_interval_at_the_edges_too():
    cases = tasks_of(persons()).cases("p")
    step = step_interval(cases)
    assert step.interval_of("linear", step.area).interval == step.interval
    assert (step.interval_of("linear", 0.0).interval.lower, step.interval_of("linear", 1.0).interval.upper) == (
        0.0,
        1.0,
    )
    perfect = tasks_of(persons().assign(p=lambda one: one.y)).cases("p")
    assert beside(perfect).interval.upper == 1.0
    assert beside(perfect, "linear").interval.lower <= SCHEMES["linear"].area(perfect.points)


def test_pairs_of_models_are_tested_with_persons_kept_together():
    frame = persons(models=("p", "q"))
    (pair,) = model_pairs(tasks_of(frame, scores=("p", "q"), kind="models"), {"p": 0.8, "q": 0.7})
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
    frame, cases = persons(), tasks_of(persons()).cases("p")
    band = full_band(build_deployment(cases.points), cases)
    expected = curve_band_of_rows(frame.y, frame.p, groups=frame.patient_id)
    np.testing.assert_array_equal(band.upper, expected.upper)
    apart = full_band(build_deployment(cases.points), tasks_of(frame, cluster=None).cases("p"))
    wide = [float(np.interp(0.5, one.recall, one.upper - one.lower)) for one in (band, apart)]
    assert wide[0] > 1.5 * wide[1]


def of_groups(dataset):
    return group_areas(split_by_group(task_matrix(dataset, ("p",)), dataset.group), "step")


def test_groups_of_rows_keep_the_persons_of_each_together_where_each_has_enough():
    frame = persons()
    enough = tasks_of(frame.assign(region=np.arange(1000) // 500), group="region")
    assert {one.interval.reason for one in of_groups(enough)} == {"clusters"}
    said = partial(clusters_message, clusters=enough.clusters, column="region")
    assert said(of_groups(enough)).key == "clusters_together"
    few = tasks_of(frame.assign(region=np.arange(1000) // 300), group="region")
    assert {one.interval.method for one in of_groups(few)} == {"influence"}
    assert clusters_message(of_groups(few), few.clusters, "region").key == "clusters_few_in_groups"


def test_a_hospital_by_itself_is_one_of_none():
    frame = pd.DataFrame(persons("hospital"))
    dataset = tasks_of(frame, group="hospital", cluster="hospital")
    assert clusters_message(of_groups(dataset), dataset.clusters, "hospital") is None
