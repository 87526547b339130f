"""What bins hide: the true curve lies in the shade, and the true areas between the bounds."""

import io

import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.analysis.areas import EDGE_VERTICES, round_cases, scheme_area_bounds, unknown_region
from pr_curve_lab.counting.score_counts import counts_at
from pr_curve_lab.schema.dataset import build_cases
from pr_curve_lab.schema.examples import example_cases
from pr_curve_lab.schema.infer_roles import infer_roles
from pr_curve_lab.schema.uploads import read_upload
from pr_metrics import SCHEMES, area_bounds, bin_counts, operating_points

BINS = 12


@pytest.fixture(scope="module")
def rows():
    rng = np.random.default_rng(5)
    label = rng.random(4000) < 0.2
    return label, np.round(label + rng.normal(size=4000), 3)


@pytest.fixture(scope="module")
def counts(rows):
    label, score = rows
    return counts_at(score, label, ~label)


@pytest.fixture(scope="module")
def cases(counts):
    return cases_of(counts.in_bins(BINS))


def cases_of(counts, **changed):
    columns = {"score": counts.score, "highest": counts.highest}
    frame = pd.DataFrame({**columns, "positives": counts.positives, "negatives": counts.negatives, **changed})
    content = io.BytesIO()
    frame.to_parquet(content)
    table = read_upload("bins.parquet", content.getvalue())
    return build_cases(table, infer_roles(table))


def corners(cases):
    shape = unknown_region(cases)
    return shape.recall, shape.precision


@pytest.mark.parametrize("scheme", SCHEMES)
def test_bounds_are_those_of_the_bins_and_hold_the_area_of_the_rows(cases, rows, scheme):
    label, score = rows
    found = scheme_area_bounds(cases, scheme)
    assert found == area_bounds(bin_counts(score, label, ~label, max_points=BINS), scheme=scheme)
    assert found.lower < SCHEMES[scheme].area(operating_points(label, score)) < found.upper


def test_every_hidden_point_lies_in_the_shade_of_its_bin(cases, rows):
    recall, precision = (axis.reshape(-1, 2 * EDGE_VERTICES + 1)[:, :-1] for axis in corners(cases))
    true = operating_points(*rows)
    hidden = ~np.isin(true.threshold, cases.points.threshold)
    held = 0
    for x, y in zip(true.recall[hidden], true.precision[hidden], strict=True):
        inside = (recall[:, 0] <= x) & (x <= recall[:, EDGE_VERTICES - 1])
        rows_of = np.flatnonzero(inside)
        best = [np.interp(x, recall[row, :EDGE_VERTICES], precision[row, :EDGE_VERTICES]) for row in rows_of]
        worst = [
            np.interp(x, recall[row, EDGE_VERTICES:][::-1], precision[row, EDGE_VERTICES:][::-1]) for row in rows_of
        ]
        slack = 2e-3  # chords between the corners of curved edges
        assert any(low - slack <= y <= top + slack for low, top in zip(worst, best, strict=True)) or not rows_of.size
        held += bool(rows_of.size)
    assert held > 0.9 * hidden.sum()


def test_the_shade_begins_and_ends_at_points_of_the_curve(cases):
    recall, precision = (axis.reshape(-1, 2 * EDGE_VERTICES + 1) for axis in corners(cases))
    ends = set(zip(cases.points.recall.round(12), cases.points.precision.round(12), strict=True))
    assert set(zip(recall[:, EDGE_VERTICES].round(12), precision[:, EDGE_VERTICES].round(12), strict=True)) <= ends
    assert np.isnan(recall[:, -1]).all()
    assert np.isnan(precision[:, -1]).all()


def test_rows_hide_nothing():
    assert unknown_region(example_cases("improved")) is None
    assert scheme_area_bounds(example_cases("improved"), "step") is None


def test_rounded_scores_are_no_bins_of_the_file(cases):
    assert scheme_area_bounds(round_cases(cases, 0), "step") is None


def test_bins_of_weights_have_no_bounds_one_positive_at_a_time(counts):
    bins = counts.in_bins(BINS)
    weighted = cases_of(bins, positives=bins.positives * 0.5)
    assert scheme_area_bounds(weighted, "davis_goadrich") is None
    assert scheme_area_bounds(weighted, "step").width > 0
