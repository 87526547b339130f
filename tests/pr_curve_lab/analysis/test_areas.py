"""Areas with their curves, rounded scores, and bins: the true curve lies in the shaded region."""

import io

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pr_curve_lab.analysis.areas import (
    EDGE_VERTICES,
    PRINTED_TOLERANCE,
    JoinedArea,
    ThinnedArea,
    areas_by_decimals,
    available_decimals,
    joined_area,
    joined_areas,
    round_labeled_scores,
    scheme_area_bounds,
    ties_any,
    unknown_region,
)
from pr_curve_lab.analysis.prevalence import gain_curve_area, roc_curve_area
from pr_curve_lab.analysis.thinning import Resolution, ThinnedCurve
from pr_curve_lab.counting.score_counts import counts_at
from pr_curve_lab.schema.dataset import LabeledScores, build_labeled_scores
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_curve_lab.schema.roles import Roles, infer_roles
from pr_curve_lab.schema.table_files import read_table
from pr_metrics import SCHEMES, area_bounds, area_under_gain, at_prevalence, bin_counts, operating_points, roc_area
from tests.kinds_of_rows import KINDS_OF_ROWS
from tests.rankings import rankings

PICTURE = Resolution(300)
HALF = ThinnedCurve(np.array([0.0, 1.0]), np.array([1.0, 0.0]))


@settings(max_examples=50)
@given(rankings(), st.sampled_from([None, 1e-6, 0.3, 0.99]))
def test_every_area_equals_pr_metrics(ranking, prevalence):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(points.negatives > 0)
    points = points if prevalence is None else at_prevalence(points, prevalence)
    for key, joined in joined_areas(points, PICTURE).items():
        assert (joined.scheme, joined.area) == (key, SCHEMES[key].area(points))
    assert roc_curve_area(points, PICTURE).area == roc_area(points)
    assert gain_curve_area(points, PICTURE).area == area_under_gain(points)


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_a_known_area_is_not_computed_again(example, monkeypatch):
    points = example_labeled_scores(example).points
    areas = {key: scheme.area(points) for key, scheme in SCHEMES.items() if scheme.can_join(points)}
    monkeypatch.setattr("pr_metrics.schemes.Scheme.area", None)
    assert {key: joined_area(points, key, PICTURE, area=area).area for key, area in areas.items()} == areas


@pytest.mark.parametrize("area", [0.5 + 2 * PRINTED_TOLERANCE, 0.5 - 2 * PRINTED_TOLERANCE, 0.0, np.inf])
def test_an_area_that_its_curve_does_not_have_is_refused(area):
    with pytest.raises(ValueError, match=r"area must be that of the curve, 0\.5, got"):
        JoinedArea(scheme="step", curve=HALF, area=area)


@pytest.mark.parametrize("area", [0.5, 0.5 + PRINTED_TOLERANCE / 2, np.nan])
def test_an_area_may_be_nan_or_differ_by_rounding(area):
    assert ThinnedArea(curve=HALF, area=area).curve is HALF


def labeled_scores_of(text, weight=None):
    labeled_scores = build_labeled_scores(
        read_table("t.csv", text.encode()), Roles("label", "1", ("score",), weight=weight)
    )
    assert isinstance(labeled_scores, LabeledScores), labeled_scores
    return labeled_scores


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_rounded_labeled_scores_have_the_points_of_rounded_scores(example):
    labeled_scores = example_labeled_scores(example)
    for decimals in (3, 1, 0, -1):
        coarse = round_labeled_scores(labeled_scores, decimals)
        again = operating_points(labeled_scores.positive, np.round(labeled_scores.score, decimals))
        assert coarse.points.threshold.tolist() == again.threshold.tolist()
        assert coarse.points.true_positives.tolist() == again.true_positives.tolist()
        assert np.isin(coarse.score, coarse.points.threshold).all()
    assert round_labeled_scores(labeled_scores, None) is labeled_scores


def test_rounded_labeled_scores_keep_their_weights():
    labeled_scores = labeled_scores_of("label,score,w\n1,0.52,2\n0,0.48,3\n1,0.1,1\n", weight="w")
    coarse = round_labeled_scores(labeled_scores, 1)
    assert coarse.points.true_positives.tolist() == [2, 3]
    assert coarse.points.false_positives.tolist() == [3, 3]
    assert coarse.weight is labeled_scores.weight


@pytest.mark.parametrize(
    ("example", "offered"),
    [
        ("apples_oranges", (-1,)),
        ("sixteen_rows", (1, 0)),
        ("constant", ()),
        ("improved", (-1,)),
        ("breast_cancer", (6, 5, 4, 3, 2, 1, 0)),
    ],
)
def test_only_decimals_that_tie_rows_are_offered(example, offered):
    assert available_decimals(example_labeled_scores(example).points) == offered


def test_huge_scores_have_no_decimals_to_round():
    points = operating_points([1, 0, 1], [1e305, 0.52, 0.51])
    assert not ties_any(points, 9)
    assert available_decimals(points) == (1,)


@given(rankings(), st.sampled_from(list(SCHEMES)))
def test_areas_by_decimals_are_those_of_rounded_scores(ranking, scheme):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(SCHEMES[scheme].can_join(points))
    areas = areas_by_decimals(points, (1, 0), "step", scheme)
    for index, decimals in enumerate((1, 0), start=1):
        again = operating_points(
            ranking.y_true, np.round(ranking.y_score, decimals), sample_weight=ranking.sample_weight
        )
        assert areas.thresholds[index] == again.threshold.size
        assert areas.areas[1][index] == pytest.approx(SCHEMES[scheme].area(again), abs=1e-9)
    assert areas.areas[0][0] == SCHEMES["step"].area(points)


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
def labeled_scores(counts):
    return labeled_scores_of_counts(counts.in_bins(BINS))


def labeled_scores_of_counts(counts, **changed):
    columns = {"score": counts.score, "highest": counts.highest}
    frame = pd.DataFrame({**columns, "positives": counts.positives, "negatives": counts.negatives, **changed})
    content = io.BytesIO()
    frame.to_parquet(content)
    table = read_table("bins.parquet", content.getvalue())
    return build_labeled_scores(table, infer_roles(table))


def corners(labeled_scores):
    shape = unknown_region(labeled_scores)
    return shape.recall, shape.precision


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_bounds_of_bins_contain_the_area_of_the_rows(labeled_scores, rows, scheme):
    label, score = rows
    found = scheme_area_bounds(labeled_scores, scheme)
    assert found == area_bounds(bin_counts(score, label, ~label, max_points=BINS), scheme=scheme)
    assert found.lower < SCHEMES[scheme].area(operating_points(label, score)) < found.upper


def test_every_hidden_point_lies_in_the_shaded_region_of_its_bin(labeled_scores, rows):
    recall, precision = (axis.reshape(-1, 2 * EDGE_VERTICES + 1)[:, :-1] for axis in corners(labeled_scores))
    true = operating_points(*rows)
    hidden = ~np.isin(true.threshold, labeled_scores.points.threshold)
    held = 0
    for x, y in zip(true.recall[hidden], true.precision[hidden], strict=True):
        inside = (recall[:, 0] <= x) & (x <= recall[:, EDGE_VERTICES - 1])
        rows_of = np.flatnonzero(inside)
        best = [np.interp(x, recall[row, :EDGE_VERTICES], precision[row, :EDGE_VERTICES]) for row in rows_of]
        worst = [
            np.interp(x, recall[row, EDGE_VERTICES:][::-1], precision[row, EDGE_VERTICES:][::-1]) for row in rows_of
        ]
        slack = 2e-3  # a curved edge is drawn by chords between its vertices
        assert any(low - slack <= y <= top + slack for low, top in zip(worst, best, strict=True)) or not rows_of.size
        held += bool(rows_of.size)
    assert held > 0.9 * hidden.sum()


def test_the_shaded_region_begins_and_ends_at_points_of_the_curve(labeled_scores):
    recall, precision = (axis.reshape(-1, 2 * EDGE_VERTICES + 1) for axis in corners(labeled_scores))
    ends = set(zip(labeled_scores.points.recall.round(12), labeled_scores.points.precision.round(12), strict=True))
    assert set(zip(recall[:, EDGE_VERTICES].round(12), precision[:, EDGE_VERTICES].round(12), strict=True)) <= ends
    assert np.isnan(recall[:, -1]).all()
    assert np.isnan(precision[:, -1]).all()


def test_rows_have_no_shaded_region_and_no_bounds():
    assert unknown_region(example_labeled_scores("improved")) is None
    assert scheme_area_bounds(example_labeled_scores("improved"), "step") is None


def test_rounded_bins_have_no_bounds(labeled_scores):
    assert scheme_area_bounds(round_labeled_scores(labeled_scores, 0), "step") is None


def test_bins_of_weights_have_no_bounds_under_davis_goadrich(counts):
    bins = counts.in_bins(BINS)
    weighted = labeled_scores_of_counts(bins, positives=bins.positives * 0.5)
    assert scheme_area_bounds(weighted, "davis_goadrich") is None
    assert scheme_area_bounds(weighted, "step").width > 0
