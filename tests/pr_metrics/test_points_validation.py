"""Whatever takes points says in one sentence that something else is none."""

import copy
import inspect
import pickle

import numpy as np
import pytest

import pr_metrics
from pr_metrics import (
    SCHEMES,
    OperatingPoints,
    area_bias,
    area_interval,
    area_standard_error,
    at_prevalence,
    at_thresholds,
    bootstrap_interval,
    break_ties,
    curve_band,
    interval_method,
    operating_points,
    permutation_test,
    point_region,
    round_scores,
    tie_bounds,
)

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


LABEL, SCORE, WEIGHT = [1, 0, 1, 0, 1, 0], [6, 5, 4, 3, 2, 1], [1, 5, 3, 2, 4, 1]
OF_ROWS = {
    area_interval: "area_interval_of_rows",
    interval_method: "area_interval_of_rows",
    area_standard_error: "area_interval_of_rows",
    bootstrap_interval: "bootstrap_weighted_interval",
    permutation_test: "permutation_weighted_test",
    curve_band: "curve_band_of_rows",
    area_bias: None,
    tie_bounds: None,
}
DERIVED = {
    "itself": lambda points: points,
    "at_thresholds": lambda points: at_thresholds(points, [3.5, 1]),
    "round_scores": lambda points: round_scores(points, -1),
    "take": lambda points: points.take([0, 2]),
    "copy": copy.copy,
    "pickle": lambda points: pickle.loads(pickle.dumps(points)),
    "there and back": lambda points: at_prevalence(at_prevalence(points, 0.1), points.prevalence),
}


@pytest.mark.parametrize("function", OF_ROWS)
def test_weights_of_rows_are_refused_by_the_function_that_was_called(function):
    with pytest.raises(ValueError, match=f"^{function.__name__} needs points that count rows") as refused:
        function(operating_points(LABEL, SCORE, sample_weight=WEIGHT))
    assert "frequency_weight" in str(refused.value)
    named = OF_ROWS[function]
    assert named is None or (hasattr(pr_metrics, named) and named in str(refused.value))


def test_the_region_and_the_orders_refuse_them_too():
    points = operating_points(LABEL, SCORE, sample_weight=WEIGHT)
    with pytest.raises(ValueError, match=r"^point_region needs .* point_region_of_rows takes rows with weights"):
        point_region(points, 0)
    with pytest.raises(ValueError, match=r"^break_ties needs .* weights are not rows"):
        break_ties(points, n_repeats=2)


@pytest.mark.parametrize("way", DERIVED)
@pytest.mark.parametrize("kind", ["sample_weight", "frequency_weight"])
def test_points_made_of_points_have_the_same_kind_of_weights(way, kind):
    points = operating_points(LABEL, SCORE, **{kind: WEIGHT})
    assert points.weighted == (kind == "sample_weight")
    assert DERIVED[way](points).weighted == points.weighted
    assert at_prevalence(points, 0.1).take([1]).weighted == points.weighted


def test_frequencies_count_as_that_many_rows():
    counted = operating_points(LABEL, SCORE, frequency_weight=WEIGHT)
    repeated = operating_points(np.repeat(LABEL, WEIGHT), np.repeat(SCORE, WEIGHT))
    assert counted.true_positives.tolist() == [1, 1, 4, 4, 8, 8]
    assert area_interval(counted) == area_interval(repeated)
    assert bootstrap_interval(counted) == bootstrap_interval(repeated)


@pytest.mark.parametrize("weight", [np.ones(6), [1] * 6, [0, 1, 1, 1, 1, 1]])
def test_weights_of_1_are_none(weight):
    points = operating_points(LABEL, SCORE, sample_weight=weight)
    assert not points.weighted
    assert tie_bounds(points).upper <= 1


def test_equal_weights_other_than_1_are_weights():
    """A hundred rows of weight 100 are not ten thousand rows."""
    assert operating_points(LABEL, SCORE, sample_weight=[100] * 6).weighted


@pytest.mark.parametrize(("given", "message"), [
    ({"frequency_weight": [1, 2, 3, 4, 5, 0.5]}, r"frequency_weight must be whole .* got 0\.5 at position 5"),
    ({"frequency_weight": [1, -2, 3, 4, 5, 1]}, r"frequency_weight must be whole .* got -2\.0 at position 1"),
    ({"frequency_weight": [0] * 6}, "frequency_weight must count at least one row, got 6 zeros"),
    ({"frequency_weight": [1, 2]}, "y_true and frequency_weight must have the same length, got 6 and 2"),
    ({"frequency_weight": WEIGHT, "sample_weight": WEIGHT}, "sample_weight and frequency_weight must not both"),
])  # fmt: skip
def test_what_is_no_frequency_is_refused(given, message):
    with pytest.raises(ValueError, match=message):
        operating_points(LABEL, SCORE, **given)


def test_counts_that_are_sums_of_weights_are_named_by_their_place():
    points = OperatingPoints.from_counts([2, 1], [1.5, 1], [1, 1])
    with pytest.raises(ValueError, match=r"^area_interval needs .* got true_positives 1\.5 at position 0"):
        area_interval(points)
