import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pr_curve_lab.analysis.areas import PLOT_TOLERANCE, JoinedArea, RenderedArea, joined_area, joined_areas
from pr_curve_lab.analysis.prevalence import gain_curve_area, roc_curve_area
from pr_curve_lab.analysis.thinning import RenderedCurve, Resolution
from pr_curve_lab.schema.examples import example_cases
from pr_metrics import SCHEMES, area_under_gain, at_prevalence, operating_points, roc_area
from tests.kinds_of_rows import KINDS_OF_ROWS
from tests.rankings import rankings

PICTURE = Resolution(300)
HALF = RenderedCurve(np.array([0.0, 1.0]), np.array([1.0, 0.0]))


@settings(max_examples=50)
@given(rankings(), st.sampled_from([None, 1e-6, 0.3, 0.99]))
def test_every_area_is_that_of_pr_metrics_and_has_its_curve(ranking, prevalence):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(points.negatives > 0)
    points = points if prevalence is None else at_prevalence(points, prevalence)
    for key, joined in joined_areas(points, PICTURE).items():
        assert (joined.scheme, joined.area) == (key, SCHEMES[key].area(points))
    assert roc_curve_area(points, PICTURE).area == roc_area(points)
    assert gain_curve_area(points, PICTURE).area == area_under_gain(points)


@pytest.mark.parametrize("example", KINDS_OF_ROWS)
def test_a_known_area_is_taken_and_not_computed_again(example, monkeypatch):
    points = example_cases(example).points
    areas = {key: scheme.area(points) for key, scheme in SCHEMES.items() if scheme.can_join(points)}
    monkeypatch.setattr("pr_metrics.schemes.Scheme.area", None)
    assert {key: joined_area(points, key, PICTURE, area=area).area for key, area in areas.items()} == areas


@pytest.mark.parametrize("area", [0.5 + 2 * PLOT_TOLERANCE, 0.5 - 2 * PLOT_TOLERANCE, 0.0, np.inf])
def test_an_area_is_refused_with_the_curve_of_another(area):
    with pytest.raises(ValueError, match=r"area must be that of the curve, 0\.5, got"):
        JoinedArea(scheme="step", curve=HALF, area=area)


@pytest.mark.parametrize("area", [0.5, 0.5 + PLOT_TOLERANCE / 2, np.nan])
def test_rounding_and_an_area_that_there_is_not_are_no_other_area(area):
    assert RenderedArea(curve=HALF, area=area).curve is HALF


def test_the_area_of_other_points_is_refused():
    points, others = (example_cases(example).points for example in ("apples_oranges", "constant"))
    with pytest.raises(ValueError, match="area must be that of the curve"):
        joined_area(points, "step", PICTURE, area=SCHEMES["step"].area(others))
