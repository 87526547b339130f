import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import t as student

from pr_metrics import SCHEMES, NoninferiorityTest, noninferiority_test, operating_points, paired_difference
from pr_metrics.rows import validate_rows
from pr_metrics.uncertainty.noninferiority import BIAS_FACTOR, POWER, VARIANCE_FACTOR
from pr_metrics.uncertainty.paired_difference import influence_difference, model_area

STEP = SCHEMES["step"]

LABEL = np.arange(100) < 30
REPEATS = 400


def two_models(seed=5, noise=0.3, worse=0.0):
    """Return the correlated scores of a new model and of an old one."""
    rng = np.random.default_rng(seed)
    old = rng.normal(size=LABEL.size) + 1.5 * LABEL
    return old + noise * rng.normal(size=LABEL.size) - worse * LABEL, old


def bound_distance(parts, level=0.95):
    """Return how many standard errors the bound lies above the difference; parts: influences by independent sample."""
    error = math.sqrt(sum(part.size / (part.size - 1) * ((part - part.mean()) ** 2).sum() for part in parts))
    skew = max(0, sum(((part - part.mean()) ** 3).sum() for part in parts) / error**3)
    reach = student.ppf(level, min(part.size for part in parts) - 1)
    reach += BIAS_FACTOR * math.sqrt(sum(1 / part.size for part in parts))
    return reach + skew * (1 + 2 * reach**2) / 6


def influences(new, old, weight=None, group=None):
    areas = [model_area(validate_rows(LABEL, score, sample_weight=weight), None, group) for score in (new, old)]
    return influence_difference(*areas)


def test_the_bound_is_that_of_the_paired_test_with_allowances():
    new, old = two_models(worse=0.5)
    found, paired = noninferiority_test(LABEL, new, old), paired_difference(LABEL, new, old)
    assert found.difference == paired.difference
    assert [found.area_a, found.area_b] == [STEP.area(operating_points(LABEL, score)) for score in (new, old)]
    reach = bound_distance(influences(new, old))
    assert found.upper == pytest.approx(found.difference + reach * paired.standard_error, abs=1e-4)
    more = VARIANCE_FACTOR / 30 * found.detectable * (1 - found.detectable)
    far = (reach + student.ppf(POWER, 29)) * math.sqrt(paired.standard_error**2 + more)
    assert found.detectable == pytest.approx(0.01 + far, abs=1e-4)
    assert (found.rows, found.positives, found.loss, found.confidence_level) == (100, 30, 0.01, 0.95)


@pytest.mark.parametrize("worse", [0.2, 0.6, 1.0, 1.4])
@pytest.mark.parametrize("seed", range(10))
def test_the_decision_agrees_with_the_p_value(worse, seed):
    found = noninferiority_test(LABEL, *two_models(seed, worse=worse))
    at_bound = noninferiority_test(LABEL, *two_models(seed, worse=worse), loss=max(0.0, -found.upper))
    assert found.passed == (found.p_value >= 0.05)
    if found.upper < 0:
        assert at_bound.p_value == pytest.approx(0.05, abs=1e-9)
        assert found.passed == (found.upper >= -0.01)


def test_only_a_right_skew_raises_the_bound():
    """One positive of many falls from the top to the bottom, or rises."""
    score = np.append(np.arange(30, 0, -1.0), -np.arange(70.0))
    fallen = np.where(np.arange(100) == 0, -20.5, score)
    for new, old in ((fallen, score), (score, fallen)):
        found, error = noninferiority_test(LABEL, new, old), paired_difference(LABEL, new, old).standard_error
        parts = influences(new, old)
        assert (found.upper - found.difference) / error == pytest.approx(bound_distance(parts), abs=1e-2)
    assert bound_distance(influences(score, fallen)) > bound_distance(influences(fallen, score)) + 0.5


def true_area(above, positives=30, negatives=70):
    """Return the true step area of two normal classes, the positives with the mean `above`."""
    edges = np.linspace(9, -5, 4000)
    hits, alarms = (np.array([math.erfc((edge - mean) / math.sqrt(2)) / 2 for edge in edges]) for mean in (above, 0.0))
    return float((np.diff(hits, prepend=0.0) * positives * hits / (positives * hits + negatives * alarms)).sum())


def share_found(outcome, loss, *, allowed):
    above = np.linspace(0.0, 1.5, 151)
    areas = np.array([true_area(one) for one in above])
    lower = float(np.interp(areas[-1] - loss, areas, above))
    rng, found = np.random.default_rng(19), 0
    for _ in range(REPEATS):
        both, *own = rng.normal(size=(3, LABEL.size))
        new, old = (math.sqrt(0.7) * both + math.sqrt(0.3) * noise for noise in own)
        found += noninferiority_test(LABEL, new + lower * LABEL, old + 1.5 * LABEL, loss=allowed).outcome == outcome
    return found / REPEATS


@pytest.mark.slow
def test_error_rate_and_power_are_as_stated():
    """benchmarks/gate.py simulates more kinds of rows. The shares may be off by three standard errors."""
    granted = 3 * math.sqrt(0.05 * 0.95 / REPEATS)
    assert 0 < share_found("worse", 0.05, allowed=0.05) < 0.05 + granted
    stated = noninferiority_test(LABEL, *two_models(noise=math.sqrt(0.6)), loss=0.05).detectable
    assert POWER - granted < share_found("worse", stated, allowed=0.05) < 0.98


@pytest.mark.slow
def test_a_model_at_the_allowed_loss_is_rarely_called_no_worse():
    granted = 3 * math.sqrt(0.05 * 0.95 / REPEATS)
    assert share_found("no_worse", 0.05, allowed=0.05) < 0.05 + granted
    assert share_found("no_worse", 0.0, allowed=0.3) > 0.5


def test_an_equal_ranking_passes_at_any_allowed_loss():
    _, old = two_models()
    found = noninferiority_test(LABEL, np.exp(old), old, loss=0)
    assert (found.passed, found.difference, found.upper, found.p_value, found.detectable) == (True, 0, 0, 1, 0)
    assert noninferiority_test([1, 0, 0], [3, 2, 1], [3, 2, 1]).passed  # no spread is known, and none is needed


def test_without_any_spread_the_difference_decides():
    perfect, constant = [4, 3, 2, 1], [0, 0, 0, 0]
    found = noninferiority_test([1, 1, 0, 0], constant, perfect, loss=0.4)
    assert (found.passed, found.difference, found.upper, found.p_value) == (False, -0.5, -0.5, 0)
    assert noninferiority_test([1, 1, 0, 0], constant, perfect, loss=0.5).passed
    assert noninferiority_test([1, 1, 0, 0], perfect, constant).passed
    perfect = np.arange(10) < 7
    assert noninferiority_test(perfect, np.zeros(10), perfect, loss=0.3).passed  # 0.7 - 1 rounds to slightly below -0.3


def test_groups_without_spread_are_refused():
    """Two equal groups have the same influence, whatever the influence of their rows."""
    label, new, old = (np.tile(rows, 2) for rows in ([1, 0, 1, 0, 0], [1, 2, 3, 4, 0], [9, 2, 3, 1, 0]))
    group = np.repeat([0, 1], 5)
    assert 0 < noninferiority_test(label, new, old).p_value < 1
    with pytest.raises(ValueError, match="groups must show a spread where the areas differ, got 2 of one influence"):
        noninferiority_test(label, new, old, groups=group)
    assert noninferiority_test(label, old, old, groups=group, loss=0).passed


@pytest.mark.parametrize("weight", [None, np.random.default_rng(1).random(100) + 0.5])
@pytest.mark.parametrize("group", [None, np.arange(100) % 17])
def test_weights_and_groups_count_as_in_the_paired_difference(weight, group):
    new, old = two_models(worse=0.5)
    more = {"sample_weight": weight, "groups": group}
    found, paired = noninferiority_test(LABEL, new, old, **more), paired_difference(LABEL, new, old, **more)
    assert found.difference == paired.difference
    reach = bound_distance(influences(new, old, weight, group))
    assert found.upper == pytest.approx(found.difference + reach * paired.standard_error, abs=1e-3)
    without = np.where(np.arange(100) == 50, 0, 1 if weight is None else weight)
    assert noninferiority_test(LABEL, new, old, sample_weight=without, groups=group).rows == 99


@pytest.mark.parametrize(("more", "said"), [
    ({"loss": -0.1}, "loss must be at least 0 and below 1, got -0.1"),
    ({"loss": 1}, "loss must be at least 0 and below 1, got 1"),
    ({"loss": "0.01"}, "loss must be at least 0 and below 1, got '0.01'"),
    ({"y_true": [0, 0, 0, 0]}, "y_true must have positives, got none in 4 rows"),
    ({"y_true": [1, 1, 1, 1]}, "y_true must have negatives, got none in 4 rows"),
    ({"y_true": [0, 1, 0, 0]}, "y_true must have two rows of each class"),
    ({"y_score_a": [1, 2, 3]}, "y_true and y_score_a and y_score_b must have the same length, got 4 and 3 and 4"),
    ({"y_score_b": [1, 2, float("nan"), 3]}, "y_score_b must be finite, got nan at position 2"),
    ({"y_true": [[1], [1, 0], [0], [0]]}, "y_true must have one or two dimensions, got rows of different length"),
    ({"y_true": iter([1, 1, 0, 0])}, "y_true must be a list or an array, got a list_iterator"),
    ({"groups": [1, 1, 2, 2]}, "y_true must have two rows of each class, in two groups"),
])  # fmt: skip
def test_invalid_input_is_refused(more, said):
    given = {"y_true": [1, 1, 0, 0], "y_score_a": [4, 2, 3, 1], "y_score_b": [4, 3, 1, 2], **more}
    with pytest.raises(ValueError, match=said):
        noninferiority_test(**given)


FELL = NoninferiorityTest(
    False, -0.029, -0.012, 0.003, 0.702, 0.731, 2000, 180, 0.01, 0.036, 0.95, "worse", -0.05, math.nan
)


def test_the_sentence_of_each_outcome():
    assert FELL.sentence == (
        "step area fell from 0.731 to 0.702 (-0.029, 95% upper bound -0.012): "
        "worse by more than the allowed 0.010, p = 0.003; 2,000 rows, 180 positives"
    )
    passed = replace(FELL, passed=True, outcome="no_worse", upper=0.03, lower=-0.002, p_value=0.2)
    assert passed.sentence.endswith(
        "95% lower bound -0.002): not worse by more than the allowed 0.010; 2,000 rows, 180 positives; "
        "a loss of 0.036 would be found with 80% power"
    )
    open_ = replace(FELL, passed=True, outcome="too_few_positives", upper=0.03, positives_needed=1400.0)
    assert open_.sentence == (
        "too few positives to tell: step area fell from 0.731 to 0.702 (-0.029, 95% bounds -0.050 and +0.030; "
        "allowed loss 0.010); 2,000 rows, 180 positives; "
        "a true difference of this size would be told with 80% power from about 1,400 positives"
    )
    assert replace(open_, positives_needed=math.nan).sentence.endswith("2,000 rows, 180 positives")
    assert replace(passed, detectable=0.8).sentence.endswith("; no loss would be found with 80% power")
    fine = replace(FELL, loss=0.0005, p_value=1e-9)
    assert "fell from 0.73100 to 0.70200" in fine.sentence
    assert "allowed 0.00050, p < 0.001" in fine.sentence
    assert "step area stayed at 0.731 (+0.000" in replace(passed, area_a=0.7312, difference=0.0002).sentence


def study(positives=22):
    """Return labels, 11% of them positive, and two models; with 22 positives the area falls from 0.648 to 0.490."""
    rows = round(positives * 200 / 22)
    label, rng = np.arange(rows) < positives, np.random.default_rng(563)
    both = rng.normal(size=rows)
    old, new = (above * label + both + 0.6 * rng.normal(size=rows) for above in (2.2, 1.7))
    return label, new, old


def test_a_fall_passes_if_the_positives_are_too_few():
    found = noninferiority_test(*study())
    assert (round(found.area_b, 3), round(found.area_a, 3), found.positives) == (0.648, 0.490, 22)
    assert (found.passed, found.outcome) == (True, "too_few_positives")
    assert found.lower < -0.01 < found.upper
    assert found.positives_needed == 69
    assert found.sentence.startswith("too few positives to tell: step area fell from 0.648 to 0.490")


def test_the_bounds_decide_the_outcome():
    label, new, old = study(400)
    worse = noninferiority_test(label, new, old)
    assert (worse.passed, worse.outcome) == (False, "worse")
    assert worse.upper < -0.01
    same = noninferiority_test(label, old + 0.01 * new, old)
    assert (same.passed, same.outcome) == (True, "no_worse")
    assert same.lower >= -0.01
    assert math.isnan(worse.positives_needed)
    assert math.isnan(same.positives_needed)


def test_exchanged_models_exchange_the_bounds():
    label, new, old = study()
    assert noninferiority_test(label, new, old).lower == pytest.approx(
        -noninferiority_test(label, old, new).upper, abs=1e-12
    )
