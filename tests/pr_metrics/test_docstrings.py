"""Every public name explains itself: with an example that runs, its source, and what it refuses."""

import inspect
import re

import pytest

import pr_metrics

FUNCTIONS = [name for name in pr_metrics.__all__ if inspect.isfunction(getattr(pr_metrics, name))]
CLASSES = [name for name in pr_metrics.__all__ if inspect.isclass(getattr(pr_metrics, name))]
# These take points, which were checked when they were made, and refuse nothing.
NOTHING_TO_REFUSE = {"area_under_gain", "gain_curve", "gains", "negative_predictive_value", "roc_area", "roc_curve"}
# These look up or compare, and have no formula of their own.
NO_SOURCE = {
    "at_thresholds", "bin_counts", "compare", "merge_counts", "nearest_thresholds", "threshold_index", "rank_models",
    "rank_reversal",
}  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_has_an_example_its_source_and_its_refusals(name):
    text = inspect.getdoc(getattr(pr_metrics, name))
    assert text.split("\n\n")[0].endswith((".", ":"))
    assert ">>>" in text
    assert ("Raises\n------\nValueError" in text) == (name not in NOTHING_TO_REFUSE)
    assert ("Source" in text or " source " in text or "References\n-----" in text) == (name not in NO_SOURCE)


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_says_what_its_arrays_hold(name):
    text = inspect.getdoc(getattr(pr_metrics, name))
    source = inspect.getsource(getattr(pr_metrics, name))
    assert text
    if "FloatArray  #" in source or "FloatArray\n" in source:
        assert "shape (" in source


def test_the_docstring_of_the_package_is_a_map_of_all_functions():
    text = inspect.getdoc(pr_metrics)
    named = re.findall("`(.*?)`", text)
    assert sorted(named) == sorted([*FUNCTIONS, "SCHEMES", "TOOLS"])
    assert text.index("\nRows:") < text.index("\nPoints:") < text.index("\nNumbers:")


def test_all_names_of_the_package_are_listed():
    exported = {
        name
        for name, value in vars(pr_metrics).items()
        if not name.startswith("_") and getattr(value, "__module__", "").startswith("pr_metrics")
    }
    assert exported | {"SCHEMES", "TOOLS"} == set(pr_metrics.__all__)
