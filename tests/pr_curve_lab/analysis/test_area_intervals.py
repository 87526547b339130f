"""One interval beside an area, found in one way for these rows whatever joins their points."""

import numpy as np
import pytest

from pr_curve_lab.analysis.intervals import step_interval_of
from pr_metrics import SCHEMES, area_interval, area_interval_of_rows, logit_interval, operating_points
from tests.expected_intervals import BY_NUMBER, expected_interval


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


@pytest.mark.parametrize("scheme", ["linear", "upper", "davis_goadrich", "envelope"])
def test_it_holds_the_area_of_all_rows_of_the_kind_as_that_of_steps_does(scheme):
    """Of 400 samples of 30 positives; the truth is the area of a million rows."""
    rng, held = np.random.default_rng(0), []
    many = np.arange(1_000_000) < 250_000
    truth = SCHEMES[scheme].area(operating_points(many, rng.normal(size=many.size) + 1.5 * many))
    for _ in range(400):
        label = np.arange(120) < 30
        found = beside(label, rng.normal(size=120) + 1.5 * label, scheme).interval
        held.append(found.lower <= truth <= found.upper)
    assert 0.92 < np.mean(held) < 0.985


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
