"""Whatever takes points says in one sentence that something else is none."""

import inspect

import pytest

import pr_metrics
from pr_metrics import SCHEMES, operating_points

OF_POINTS = [
    name
    for name in pr_metrics.__all__
    if inspect.isfunction(getattr(pr_metrics, name))
    and next(iter(inspect.signature(getattr(pr_metrics, name)).parameters)) == "points"
    and name != "rank_models"
]
ARGUMENTS = {
    "at_prevalence": [0.1], "at_thresholds": [[0.5]], "compare": ["step", "linear"], "net_benefit": [[0.1]],
    "threshold_index": [0.5], "point_region": [0], "precision_at_k": [3], "area_terms": ["step"], "round_scores": [1],
}  # fmt: skip
NAMED = {"break_ties": {"order": "worst"}}


@pytest.mark.parametrize("given", [[0.9, 0.5], None, {"model": 1}, 0.5], ids=repr)
@pytest.mark.parametrize("name", OF_POINTS)
def test_what_is_no_points_is_refused_by_its_type(name, given):
    message = f"^points must be OperatingPoints, as operating_points makes them, got {type(given).__name__}$"
    with pytest.raises(ValueError, match=message):
        getattr(pr_metrics, name)(given, *ARGUMENTS.get(name, []), **NAMED.get(name, {}))


@pytest.mark.parametrize("key", SCHEMES)
def test_so_does_every_scheme(key):
    for ask in (SCHEMES[key].area, SCHEMES[key].curve, SCHEMES[key].can_join, SCHEMES[key].segments):
        with pytest.raises(ValueError, match="points must be OperatingPoints"):
            ask([0.9, 0.5])


def test_models_and_curves_are_looked_at_one_by_one():
    points = operating_points([1, 0], [2, 1])
    with pytest.raises(ValueError, match="points must be a mapping of names to OperatingPoints, got list"):
        pr_metrics.rank_models([points])
    with pytest.raises(ValueError, match=r"points\['b'\] must be OperatingPoints, .* got list"):
        pr_metrics.rank_models({"a": points, "b": [0.5]})
    with pytest.raises(ValueError, match=r"curves\[1\] must be a JoinedCurve, .* got OperatingPoints"):
        pr_metrics.mean_curve([SCHEMES["step"].curve(points), points])
    with pytest.raises(ValueError, match="curves must be a list of JoinedCurve, got JoinedCurve"):
        pr_metrics.mean_curve(SCHEMES["step"].curve(points))


def test_a_checked_function_is_called_and_documented_as_before():
    points = operating_points([1, 0], [2, 1])
    assert pr_metrics.f_score(points=points, beta=2.0).tolist() == pr_metrics.f_score(points, 2.0).tolist()
    assert list(inspect.signature(pr_metrics.f_score).parameters) == ["points", "beta"]
    assert pr_metrics.f_score.__doc__
