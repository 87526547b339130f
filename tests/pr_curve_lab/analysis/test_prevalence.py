import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pr_curve_lab.analysis.prevalence import (
    chance_precision,
    compare_balances,
    format_balances,
    permutation_bands,
    row_limits,
    weighted_permutation_bands,
)
from pr_curve_lab.analysis.thinning import Resolution
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_labeled_scores
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_curve_lab.schema.roles import Roles
from pr_metrics import (
    SCHEMES,
    OperatingPoints,
    area_under_gain,
    at_prevalence,
    chance_corrected_area,
    minimum_area,
    minimum_average_precision,
    normalized_area,
    operating_points,
    random_average_precision,
)
from tests.kinds_of_rows import EXAMPLES_AND_SCHEMES
from tests.rankings import rankings

PICTURE = Resolution(300)
A_THOUSAND_EACH = OperatingPoints.from_counts([2, 1], [500, 500], [160, 840])


def test_ten_times_the_negatives_by_hand():
    both = compare_balances(A_THOUSAND_EACH, 1 / 11, "step", PICTURE)
    assert both.has_target_prevalence
    assert both.measured.area == pytest.approx(0.5 * 500 / 660 + 0.5 * 0.5)
    assert both.target.area == pytest.approx(0.5 * 500 / 2100 + 0.5 / 11)
    assert (both.measured.text, both.target.text) == ("0.50", "0.09")


@pytest.mark.parametrize(("example", "scheme"), EXAMPLES_AND_SCHEMES)
def test_every_number_equals_pr_metrics(example, scheme):
    points = example_labeled_scores(example).points
    both = compare_balances(points, 0.03, scheme, PICTURE)
    for one, prevalence in ((both.measured, points.prevalence), (both.target, 0.03)):
        area = SCHEMES[scheme].area(at_prevalence(points, prevalence))
        assert one.area == area
        assert one.minimum_area == pytest.approx(minimum_area(prevalence), rel=1e-12)
        assert one.chance_corrected_area == pytest.approx(chance_corrected_area(area, prevalence), rel=1e-12, abs=1e-12)
        assert one.normalized_area == pytest.approx(normalized_area(area, prevalence), rel=1e-12, abs=1e-12)
        assert one.gain_area == area_under_gain(at_prevalence(points, prevalence))


@given(rankings())
def test_the_prevalence_of_the_data_gives_the_same_object(ranking):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(points.negatives > 0)
    for asked in (None, points.prevalence):
        both = compare_balances(points, asked, "step", PICTURE)
        assert not both.has_target_prevalence
        assert both.target is both.measured
        assert both.measured.points is points


@given(rankings(), st.floats(1e-9, 1 - 1e-9))
def test_two_prevalences_are_never_printed_alike(ranking, prevalence):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(points.negatives > 0)
    own, asked = format_balances(points.prevalence, prevalence)
    assert (own == asked) == (points.prevalence == prevalence)


def test_extreme_weights_have_no_chance_level():
    both = compare_balances(OperatingPoints.from_counts([2, 1], [1e20, 0], [0, 1]), None, "step", PICTURE)
    assert both.measured.area == 1.0
    assert all(
        math.isnan(value)
        for value in (both.measured.minimum_area, both.measured.chance_corrected_area, both.measured.normalized_area)
    )


@pytest.mark.parametrize("weight", [0.5, 2.0])
def test_weighted_rows_have_no_row_limits(weight):
    labeled_scores = example_labeled_scores("apples_oranges")
    assert row_limits(replace(labeled_scores, weight=np.full(labeled_scores.size, weight))) is None


@pytest.mark.parametrize("times", [1, 2])
def test_missed_positives_lower_chance_and_limits(times):
    scored = example_labeled_scores("sixteen_rows")
    positives, negatives = int(scored.points.positives), int(scored.points.negatives)
    points = operating_points(scored.positive, scored.score, total_positives=times * positives)
    limits = row_limits(replace(scored, points=points))
    assert limits.random == pytest.approx(random_average_precision(positives, negatives) / times)
    assert limits.minimum == pytest.approx(minimum_average_precision(positives, negatives) / times)
    own = compare_balances(points, None, "step", Resolution(300)).measured
    assert own.chance == pytest.approx(scored.points.prevalence / times)
    assert own.chance_corrected_area == pytest.approx(chance_corrected_area(own.area, own.chance))


@pytest.mark.parametrize("missed", [0, 40])
def test_weights_of_1_give_the_permutation_band_without_weights(missed):
    rng = np.random.default_rng(4)
    label = (rng.random(150) < 0.3).astype(int)
    columns = {"label": label, "score": np.round(rng.random(150) + 0.1 * label, 3), "weight": 1}
    table = Table("t", pd.DataFrame(columns).astype(str))
    roles = replace(Roles("label", "1", ("score",)), unscored_positives=missed)
    plain, weighted = (build_labeled_scores(table, replace(roles, weight=weight)) for weight in (None, "weight"))
    plain = permutation_bands(plain.points, ("step",), 1000)["step"]
    weighted = weighted_permutation_bands(weighted, ("step",), 1000)["step"]
    assert (weighted.lower, weighted.upper) == pytest.approx((plain.lower, plain.upper), abs=0.01)
    assert weighted.p_value == pytest.approx(plain.p_value, abs=0.05)


@pytest.mark.parametrize(("positives", "negatives"), [(1, 1), (2, 3), (3, 4), (4, 1), (3, 0)])
def test_mean_precision_at_each_hit_over_all_orders(positives, negatives):
    orders = combinations(range(1, positives + negatives + 1), positives)
    at_hits = np.array([[hits / place for hits, place in enumerate(places, start=1)] for places in orders])
    assert chance_precision(positives, negatives) == pytest.approx(at_hits.mean(axis=0), abs=1e-12)


def test_mean_precision_at_each_hit_over_random_orders():
    random = np.random.default_rng(5)
    places = np.sort([random.permutation(100)[:10] + 1 for _ in range(20_000)])
    assert chance_precision(10, 90) == pytest.approx((np.arange(1, 11) / places).mean(axis=0), abs=0.006)


@pytest.mark.parametrize(("positives", "negatives"), [(1, 9), (10, 90), (1000, 9000)])
def test_the_mean_curve_of_chance_has_the_area_by_bestgen(positives, negatives):
    mean = chance_precision(positives, negatives)
    assert mean.mean() == pytest.approx(random_average_precision(positives, negatives), abs=1e-12)
    assert (np.diff(mean) < 0).all()
    assert mean[-1] > positives / (positives + negatives)
