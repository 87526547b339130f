"""Functions of points refuse other types, and points of weights where they need rows."""

import copy
import inspect
import pickle
from dataclasses import fields, is_dataclass

import numpy as np
import pytest

import pr_metrics
from pr_metrics import (
    SCHEMES,
    OperatingPoints,
    area_interval,
    at_prevalence,
    at_thresholds,
    bootstrap_interval,
    operating_points,
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
NAMED = {"break_ties": {"n_repeats": 3}}


def call_with_points(name, points):
    return getattr(pr_metrics, name)(points, *ARGUMENTS.get(name, []), **NAMED.get(name, {}))


@pytest.mark.parametrize("given", [[0.9, 0.5], None, {"model": 1}, 0.5], ids=repr)
@pytest.mark.parametrize("name", OF_POINTS)
def test_every_function_of_points_refuses_other_types(name, given):
    message = f"^points must be OperatingPoints, as operating_points makes them, got {type(given).__name__}$"
    with pytest.raises(ValueError, match=message):
        call_with_points(name, given)


@pytest.mark.parametrize("key", SCHEMES)
def test_every_scheme_refuses_other_types(key):
    for ask in (SCHEMES[key].area, SCHEMES[key].curve, SCHEMES[key].can_join, SCHEMES[key].segments):
        with pytest.raises(ValueError, match="points must be OperatingPoints"):
            ask([0.9, 0.5])


def test_each_model_and_each_curve_is_checked():
    points = operating_points([1, 0], [2, 1])
    with pytest.raises(ValueError, match="points must be a mapping of names to OperatingPoints, got list"):
        pr_metrics.rank_models([points])
    with pytest.raises(ValueError, match=r"points\['b'\] must be OperatingPoints, .* got list"):
        pr_metrics.rank_models({"a": points, "b": [0.5]})
    with pytest.raises(ValueError, match=r"curves\[1\] must be a JoinedCurve, .* got OperatingPoints"):
        pr_metrics.mean_curve([SCHEMES["step"].curve(points), points])
    with pytest.raises(ValueError, match="curves must be a list of JoinedCurve, got JoinedCurve"):
        pr_metrics.mean_curve(SCHEMES["step"].curve(points))


def test_the_check_keeps_the_signature_and_the_docstring():
    points = operating_points([1, 0], [2, 1])
    assert pr_metrics.f_score(points=points, beta=2.0).tolist() == pr_metrics.f_score(points, 2.0).tolist()
    assert list(inspect.signature(pr_metrics.f_score).parameters) == ["points", "beta"]
    assert pr_metrics.f_score.__doc__


LABEL, SCORE, WEIGHT = [1, 0, 1, 0, 1, 0], [6, 5, 4, 3, 2, 1], [1, 5, 3, 2, 4, 1]
OF_ROWS = {
    "area_interval": "area_interval_of_rows", "interval_method": "area_interval_of_rows",
    "area_standard_error": "area_interval_of_rows", "bootstrap_interval": "bootstrap_weighted_interval",
    "permutation_test": "permutation_weighted_test", "curve_band": "curve_band_of_rows",
    "point_region": "point_region_of_rows", "area_bias": None, "tie_bounds": None, "break_ties": None,
}  # fmt: skip
DERIVED = {
    "itself": lambda points: points,
    "at_thresholds": lambda points: at_thresholds(points, [3.5, 1]),
    "round_scores": lambda points: round_scores(points, -1),
    "take": lambda points: points.take([0, 2]),
    "copy": copy.copy,
    "pickle": lambda points: pickle.loads(pickle.dumps(points)),
    "there and back": lambda points: at_prevalence(at_prevalence(points, 0.1), points.prevalence),
}


@pytest.mark.parametrize("name", OF_ROWS)
def test_errors_about_weighted_points_name_the_called_function(name):
    with pytest.raises(ValueError, match=f"^{name} needs points that count rows of weight 1") as refused:
        call_with_points(name, operating_points(LABEL, SCORE, sample_weight=WEIGHT))
    assert "frequency_weight" in str(refused.value)
    named = OF_ROWS[name]
    assert f"{named} takes" in str(refused.value) if named else "weights are not rows" in str(refused.value)
    assert named is None or hasattr(pr_metrics, named)
    with pytest.raises(ValueError, match=f"^{name} needs points as measured, got points moved to prevalence 0.1"):
        call_with_points(name, at_prevalence(operating_points(LABEL, SCORE), 0.1))
    with pytest.raises(ValueError, match=rf"^{name} needs .* got true_positives 1\.5 at position 0"):
        call_with_points(name, OperatingPoints.from_counts([2, 1], [1.5, 1], [1, 1]))


WITHOUT_POSITIVES = [
    "area_interval", "bootstrap_interval", "curve_band", "point_region", "permutation_test", "tie_bounds", "break_ties",
    "area_standard_error", "roc_area", "area_under_gain", "gain_curve", "f_score",
]  # fmt: skip


@pytest.mark.parametrize("name", WITHOUT_POSITIVES)
def test_without_positives_results_are_nan(name):
    with pytest.warns(UserWarning, match="no positives"):
        found = call_with_points(name, operating_points([0, 0], [2, 2]))
    names = [one.name for one in fields(found) if one.name != "confidence_level"] if is_dataclass(found) else []
    assert all(np.size(one) and np.isnan(one).all() for one in ([getattr(found, name) for name in names] or [found]))


LEVELED = {
    name: [operating_points(LABEL, SCORE), *ARGUMENTS.get(name, [])] if name in OF_POINTS else [LABEL, SCORE]
    for name in pr_metrics.__all__
    if inspect.isfunction(getattr(pr_metrics, name))
    and "confidence_level" in inspect.signature(getattr(pr_metrics, name)).parameters
} | {
    "logit_interval": [0.5, 10], "point_region_of_rows": [LABEL, SCORE, 3], "paired_difference": [LABEL, SCORE, SCORE],
    "paired_differences": [LABEL, [SCORE, SCORE]], "noninferiority_test": [LABEL, SCORE, SCORE],
    "bootstrap_weighted_interval": [LABEL, SCORE], "bootstrap_difference": [LABEL, SCORE, SCORE],
}  # fmt: skip


@pytest.mark.parametrize("level", [0, 1, 95])
@pytest.mark.parametrize("name", LEVELED)
def test_a_confidence_level_lies_between_0_and_1(name, level):
    with pytest.raises(ValueError, match=f"confidence_level must be between 0 and 1, both excluded, got {level}"):
        getattr(pr_metrics, name)(*LEVELED[name], confidence_level=level)


@pytest.mark.parametrize("way", DERIVED)
@pytest.mark.parametrize("kind", ["sample_weight", "frequency_weight"])
def test_derived_points_keep_their_kind_of_weights(way, kind):
    points = operating_points(LABEL, SCORE, **{kind: WEIGHT})
    assert points.weighted == (kind == "sample_weight")
    assert DERIVED[way](points).weighted == points.weighted
    assert at_prevalence(points, 0.1).take([1]).weighted == points.weighted


def test_frequency_weights_count_as_repeated_rows():
    counted = operating_points(LABEL, SCORE, frequency_weight=WEIGHT)
    repeated = operating_points(np.repeat(LABEL, WEIGHT), np.repeat(SCORE, WEIGHT))
    assert counted.true_positives.tolist() == [1, 1, 4, 4, 8, 8]
    assert area_interval(counted) == area_interval(repeated)
    assert bootstrap_interval(counted) == bootstrap_interval(repeated)


@pytest.mark.parametrize("weight", [np.ones(6), [1] * 6, [0, 1, 1, 1, 1, 1]])
def test_weights_of_0_and_1_do_not_make_points_weighted(weight):
    points = operating_points(LABEL, SCORE, sample_weight=weight)
    assert not points.weighted
    assert tie_bounds(points).upper <= 1


def test_equal_weights_other_than_1_make_points_weighted():
    """A hundred rows of weight 100 are not ten thousand rows."""
    assert operating_points(LABEL, SCORE, sample_weight=[100] * 6).weighted


@pytest.mark.parametrize(("given", "message"), [
    ({"frequency_weight": [1, 2, 3, 4, 5, 0.5]}, r"frequency_weight must be whole .* got 0\.5 at position 5"),
    ({"frequency_weight": [1, -2, 3, 4, 5, 1]}, r"frequency_weight must be whole .* got -2\.0 at position 1"),
    ({"frequency_weight": [0] * 6}, "frequency_weight must count at least one row, got 6 zeros"),
    ({"frequency_weight": [1, 2]}, "y_true and frequency_weight must have the same length, got 6 and 2"),
    ({"frequency_weight": WEIGHT, "sample_weight": WEIGHT}, "sample_weight and frequency_weight must not both"),
])  # fmt: skip
def test_invalid_frequency_weights_are_refused(given, message):
    with pytest.raises(ValueError, match=message):
        operating_points(LABEL, SCORE, **given)
