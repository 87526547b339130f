"""Public docstrings pass numpydoc's validation, name their sources and describe all fields."""

import dataclasses
import inspect
import re

import numpy as np
import numpydoc.validate
import pytest
from numpydoc.docscrape import NumpyDocString

import pr_metrics
from pr_metrics import SCHEMES, TOOLS

FUNCTIONS = [name for name in pr_metrics.__all__ if inspect.isfunction(getattr(pr_metrics, name))]
CLASSES = [name for name in pr_metrics.__all__ if inspect.isclass(getattr(pr_metrics, name))]
# These look up or compare, and have no formula of their own.
NO_SOURCE = {
    "at_thresholds", "bin_counts", "compare", "merge_counts", "nearest_thresholds", "threshold_index", "rank_models",
    "rank_reversal",
}  # fmt: skip
# Checks of numpydoc: known sections in order; parameters and results with names, types, descriptions; an example.
CHECKS = {"GL06", "GL07", "GL08", "PR01", "PR02", "PR03", "PR04", "PR07", "PR10", "RT01", "RT03", "YD01", "EX01"}


def _methods(name):
    for method, value in vars(getattr(pr_metrics, name)).items():
        if not method.startswith("_") and (inspect.isfunction(value) or isinstance(value, classmethod | property)):
            yield f"{name}.{method}"


def _errors(name, checks):
    return [message for code, message in numpydoc.validate.validate(f"pr_metrics.{name}")["errors"] if code in checks]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_numpydoc_accepts_a_function(name):
    assert _errors(name, CHECKS) == []


@pytest.mark.parametrize("name", CLASSES)
def test_numpydoc_accepts_a_class(name):  # fields are listed as attributes, which the next test compares
    assert _errors(name, CHECKS - {"PR01"}) == []


@pytest.mark.parametrize("name", [method for name in CLASSES for method in _methods(name)])
def test_numpydoc_accepts_a_method(name):  # its class has the example
    assert _errors(name, CHECKS - {"EX01"}) == []


@pytest.mark.parametrize("name", [name for name in CLASSES if dataclasses.is_dataclass(getattr(pr_metrics, name))])
def test_a_class_describes_its_fields_in_order(name):
    documented = NumpyDocString(inspect.getdoc(getattr(pr_metrics, name)))
    listed = [one.name for section in ("Parameters", "Attributes") for one in documented[section]]
    fields = [one.name for one in dataclasses.fields(getattr(pr_metrics, name)) if not one.name.startswith("_")]
    assert [one for one in listed if one in fields] == fields


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_names_its_errors_and_its_source(name):
    documented = NumpyDocString(inspect.getdoc(getattr(pr_metrics, name)))
    assert documented["Raises"]
    assert bool(documented["References"]) == (name not in NO_SOURCE)


def test_the_package_docstring_names_every_function():
    named = re.findall("`(.*?)`", inspect.getdoc(pr_metrics))
    assert sorted(named) == sorted([*FUNCTIONS, "SCHEMES", "TOOLS"])


def test_all_names_of_the_package_are_listed():
    exported = {
        name
        for name, value in vars(pr_metrics).items()
        if not name.startswith("_") and getattr(value, "__module__", "").startswith("pr_metrics")
    }
    assert exported | {"SCHEMES", "TOOLS"} == set(pr_metrics.__all__)


RNG = np.random.default_rng(0)
LABEL = RNG.integers(0, 2, 300)
SCORE, OTHER = np.round(RNG.random(300) + 0.3 * LABEL, 2), RNG.random(300)
POINTS = pr_metrics.operating_points(LABEL, SCORE)
MODELS = {"a" * 60: POINTS, "b": pr_metrics.operating_points(LABEL, OTHER)}
RESULTS = {
    "points": POINTS,
    "chosen": pr_metrics.choose_threshold(POINTS, min_precision=0.6),
    "curve": pr_metrics.mean_curve([SCHEMES["step"].curve(POINTS)]),
    "gain": pr_metrics.gain_curve(POINTS),
    "roc": pr_metrics.roc_curve(POINTS),
    "ties": pr_metrics.tie_bounds(POINTS),
    "interval": pr_metrics.area_interval(POINTS),
    "band": pr_metrics.curve_band(POINTS),
    "region": pr_metrics.point_region(POINTS, 5),
    "paired": pr_metrics.paired_difference(LABEL, SCORE, OTHER),
    "comparison": pr_metrics.compare(POINTS, "step", "linear"),
    "ranking": pr_metrics.rank_models(MODELS),
    "average": pr_metrics.average_components(np.c_[LABEL, 1 - LABEL], np.c_[SCORE, -SCORE]),
    "permutation": pr_metrics.permutation_test(POINTS, n_permutations=20),
    "calibration": pr_metrics.calibration_curve(LABEL, SCORE / 2),
    "brier": pr_metrics.brier_score(LABEL, SCORE / 2),
    "terms": pr_metrics.area_terms(POINTS, "step"),
    "bins": pr_metrics.bin_counts([2, 1], [1, 0], [0, 1]),
    **{f"scheme {key}": scheme for key, scheme in SCHEMES.items()},
    **{f"tool {key}": tool for key, tool in TOOLS.items()},
}


@pytest.mark.parametrize("name", RESULTS)
def test_the_repr_of_a_result_fits_one_line(name):
    shown = repr(RESULTS[name])
    assert shown.startswith(f"{type(RESULTS[name]).__name__}(")
    assert shown.endswith(")")
    assert len(shown) <= 120
    assert "\n" not in shown


def test_the_repr_of_a_test_has_its_p_value():
    found = RESULTS["paired"]
    assert f"p_value={found.p_value:.5g}" in repr(found)
