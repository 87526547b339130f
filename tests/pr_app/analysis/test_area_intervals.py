"""One interval beside an area, by the way that its rows and its scheme allow."""

import numpy as np
import pytest

from pr_app.analysis.area_intervals import influence_interval, interval_beside
from pr_metrics import SCHEMES, area_interval, logit_interval, operating_points


def rows(positives, *, seed=2):
    rng = np.random.default_rng(seed)
    label = np.arange(4 * positives) < positives
    return label, rng.normal(size=label.size) + label


def beside(points, scheme="step", *, weighted=False):
    area = SCHEMES[scheme].area(points)
    found = influence_interval(points, weighted=weighted)
    return interval_beside(scheme, area, round(points.positives), found, weighted=weighted)


@pytest.mark.parametrize(("positives", "method", "reason"), [(49, "logit", "few"), (50, "influence", "enough")])
def test_a_step_area_takes_the_way_that_its_positives_allow(positives, method, reason):
    points = operating_points(*rows(positives))
    found = beside(points)
    by_number = logit_interval(SCHEMES["step"].area(points), positives)
    expected = by_number if method == "logit" else area_interval(points)
    assert (found.method, found.reason, found.found) == (method, reason, expected)


@pytest.mark.parametrize("scheme", [key for key in SCHEMES if key != "step"])
def test_another_scheme_has_the_interval_by_number(scheme):
    points = operating_points(*rows(80))
    found = beside(points, scheme)
    assert (found.method, found.reason) == ("logit", "scheme")
    assert found.found == logit_interval(SCHEMES[scheme].area(points), 80)


def test_weights_are_no_rows_even_where_they_are_whole():
    label, score = rows(80)
    points = operating_points(label, score, sample_weight=np.full(label.size, 3))
    found = influence_interval(points, weighted=True)
    assert found is None
    assert interval_beside("step", 0.5, 80, found, weighted=True).reason == "weights"


def test_where_no_row_shows_any_spread_that_is_the_reason():
    label = np.arange(240) < 60
    found = beside(operating_points(label, label))
    assert (found.method, found.reason, found.found.low, found.found.high) == ("logit", "spread", 0.0, 1.0)


def test_positives_without_a_score_are_positives():
    label, score = rows(40)
    points = operating_points(label, score, total_positives=60)
    found = beside(points)
    assert (found.method, found.found) == ("influence", area_interval(points))
    assert influence_interval(operating_points(label, score, total_positives=60.5), weighted=False) is None
