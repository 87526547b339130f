"""Whatever `pr_metrics` returns is shown in one line, which begins with what it is."""

import numpy as np
import pytest

import pr_metrics
from pr_metrics import SCHEMES, TOOLS

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
    "receipt": pr_metrics.area_terms(POINTS, "step"),
    **{f"scheme {key}": scheme for key, scheme in SCHEMES.items()},
    **{f"tool {key}": tool for key, tool in TOOLS.items()},
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_fits_a_line(name):
    shown = repr(RESULTS[name])
    assert shown.startswith(f"{type(RESULTS[name]).__name__}(")
    assert shown.endswith(")")
    assert len(shown) <= 120
    assert "\n" not in shown


def test_the_line_of_a_test_has_its_p_value():
    found = RESULTS["paired"]
    assert f"p_value={found.p_value:.5g}" in repr(found)
