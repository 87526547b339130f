import math

import numpy as np
import pytest
from scipy.stats import t as student

from pr_metrics import SCHEMES, operating_points, paired_difference, paired_differences
from tests.pr_metrics.uncertainty.naive_bootstrap import two_models

STEP = SCHEMES["step"]
LITTLE = 1e-6  # change of the weight of a row


def area(label, score, weight, missed=0):
    total = (label * weight).sum() + missed
    return STEP.area(operating_points(label, score, sample_weight=weight, total_positives=total))


def weighted_derivatives(label, score, weight, missed=0):
    """Return the derivative of a model's area by the weight of each row, times that weight."""
    found = []
    for row in range(label.size):
        more, less = weight.copy(), weight.copy()
        more[row] += LITTLE
        less[row] -= LITTLE
        changed = area(label, score, more, missed) - area(label, score, less, missed)
        found.append(changed / (2 * LITTLE) * weight[row])
    return np.array(found)


def weighted_derivatives_of_difference(label, first, second, weight, missed=0):
    """Return the derivative of the difference by the weight of each row, times that weight."""
    one, other = (weighted_derivatives(label, score, weight, missed) for score in (first, second))
    return one - other


def lowest_influence(label, each):
    """Return the influence of the row that lowers the area most, minus the mean of its class."""
    return min((each[side] - each[side].mean()).min() for side in (label, ~label))


def variance(values):
    return values.size / (values.size - 1) * np.square(values - values.mean()).sum()


@pytest.mark.parametrize("weights", [False, True])
def test_the_standard_error_follows_from_the_influence_of_rows(weights):
    label, first, second = two_models()
    weight = np.random.default_rng(1).random(label.size) + 0.5 if weights else np.ones(label.size)
    found = paired_difference(label, first, second, sample_weight=weight if weights else None)
    assert found.difference == pytest.approx(area(label, first, weight) - area(label, second, weight), abs=1e-14)
    each = weighted_derivatives_of_difference(label, first, second, weight)
    parts = [variance(each[label]), variance(each[~label])]
    assert found.standard_error == pytest.approx(math.sqrt(sum(parts)), rel=1e-5)
    sizes = label.sum() - 1, (~label).sum() - 1
    degrees = sum(parts) ** 2 / sum(one**2 / size for one, size in zip(parts, sizes, strict=True))
    below, above = (
        math.hypot(found.standard_error, lowest_influence(label, weighted_derivatives(label, score, weight)))
        for score in (first, second)
    )
    facing_0 = below if found.difference > 0 else above
    assert found.p_value == pytest.approx(2 * student.sf(abs(found.difference) / facing_0, degrees), rel=1e-2)
    far = student.isf(0.025, degrees)
    ends = found.difference - far * below, found.difference + far * above
    assert (found.lower, found.upper) == pytest.approx(ends, abs=1e-4)


@pytest.mark.slow
def test_near_an_area_of_1_the_interval_covers_the_difference():
    """The areas are .9994 and .9985. Without one more influence at either end the coverage would be 92.4%."""
    held, label = [], np.arange(1000) < 500
    for rng in map(np.random.default_rng, range(3)):
        for _ in range(400):
            shared, own, other = rng.normal(size=(3, 1000))
            seen = [math.sqrt(0.7) * shared + math.sqrt(0.3) * one for one in (own, other)]
            found = paired_difference(label, 4.6 * label + seen[0], 4.2 * label + seen[1])
            held.append(found.lower <= 0.0009 <= found.upper)
    assert 0.935 < np.mean(held) < 0.965


@pytest.mark.parametrize("weights", [False, True])
def test_groups_are_left_out_in_turn(weights):
    label, first, second = two_models()
    group = np.random.default_rng(2).integers(0, 23, label.size)
    weight = np.random.default_rng(1).random(label.size) + 0.5 if weights else np.ones(label.size)
    without = []
    for one in range(23):
        rest = group != one
        given = label[rest], weight[rest]
        without.append(area(given[0], first[rest], given[1]) - area(given[0], second[rest], given[1]))
    for names in (group, np.array([f"patient {one}" for one in group])):
        found = paired_difference(label, first, second, groups=names, sample_weight=weight if weights else None)
        assert found.standard_error == pytest.approx(math.sqrt(22 / 23 * np.var(without) * 23), rel=1e-9)
    assert found.p_value == pytest.approx(2 * student.sf(abs(found.difference) / found.standard_error, 22), rel=1e-2)


def test_the_influence_of_rows_is_summed_for_many_groups(monkeypatch):
    label, first, second = two_models()
    group = np.random.default_rng(2).integers(0, 23, label.size)
    each = weighted_derivatives_of_difference(label, first, second, np.ones(label.size))
    sums = np.array([each[group == one].sum() for one in range(23)])
    monkeypatch.setattr("pr_metrics.uncertainty.paired_difference.MAX_JACKKNIFE_SIZE", 0)
    found = paired_difference(label, first, second, groups=group)
    assert found.standard_error == pytest.approx(math.sqrt(variance(sums)), rel=1e-5)


def test_missed_positives_add_to_the_standard_error():
    label, first, second = two_models(rows=60)
    found = paired_difference(label, first, second, total_positives=label.sum() + 4)
    each = weighted_derivatives_of_difference(label, first, second, np.ones(label.size), missed=4)
    lost = -found.difference / (label.sum() + 4)
    parts = variance(np.append(each[label], [lost] * 4)), variance(each[~label])
    assert found.standard_error == pytest.approx(math.sqrt(sum(parts)), rel=1e-5)


def test_exchanged_models_negate_the_difference():
    label, first, second = two_models()
    weight = np.random.default_rng(1).random(label.size) + 0.5
    one = paired_difference(label, first, second, sample_weight=weight)
    other = paired_difference(label, second, first, sample_weight=7 * weight)
    assert (other.difference, other.lower, other.upper) == pytest.approx((-one.difference, -one.upper, -one.lower))
    assert (other.p_value, other.standard_error) == pytest.approx((one.p_value, one.standard_error))


def test_models_that_rank_alike_do_not_differ():
    label, first, _ = two_models()
    found = paired_difference(label, first, np.exp(first), confidence_level=0.9)
    assert (found.difference, found.standard_error, found.lower, found.upper, found.p_value) == (0, 0, 0, 0, 1)
    assert found.confidence_level == 0.9


@pytest.mark.parametrize("more", [{}, {"sample_weight": [2, 2, 2, 2]}, {"groups": [1, 2, 1, 2]}])
def test_a_difference_without_spread_has_no_p_value(more):
    """No row of a perfect and of a constant ranking shows how much their areas may vary."""
    found = paired_difference([1, 1, 0, 0], [4, 3, 2, 1], [0, 0, 0, 0], **more)
    assert found.difference > 0.25
    assert math.isnan(found.p_value)
    assert math.isnan(found.upper)


def test_groups_of_weight_zero_are_ignored():
    label, first, second = two_models()
    group, weight = np.arange(label.size) % 17, np.ones(label.size)
    weight[group == 3] = 0
    given = paired_difference(label, first, second, groups=group, sample_weight=weight)
    seen = weight > 0
    assert given == paired_difference(label[seen], first[seen], second[seen], groups=group[seen])


def test_a_class_of_one_row_has_no_interval():
    found = paired_difference([1, 0, 0], [3, 2, 1], [2, 3, 1])
    assert found.difference == 0.5
    assert all(math.isnan(one) for one in (found.standard_error, found.lower, found.upper, found.p_value))


def test_several_models_are_compared_in_pairs():
    label, first, second = two_models()
    third = np.random.default_rng(3).normal(size=label.size)
    group = np.arange(label.size) % 17
    for more in ({}, {"groups": group}, {"confidence_level": 0.8}):
        found = paired_differences(label, [first, second, third], **more)
        pairs = [(first, second), (first, third), (second, third)]
        assert found == [paired_difference(label, *pair, **more) for pair in pairs]


@pytest.mark.parametrize(("more", "said"), [
    ({"groups": [1, 1, 1, 1]}, "groups must name at least two groups, got one"),
    ({"groups": ["a", None, "b", "a"]}, "groups .* at position 1"),
    ({"groups": [1, float("nan"), 2, 1]}, "groups .* at position 1"),
    ({"groups": [1, 2]}, "y_true and groups must have the same length, got 4 and 2"),
    ({"groups": [[1, 2, 1, 2]]}, "groups must be one-dimensional"),
    ({"groups": [1, 2, 1, 2], "total_positives": 5}, "total_positives cannot be used with groups"),
])  # fmt: skip
def test_invalid_groups_are_refused(more, said):
    with pytest.raises(ValueError, match=said):
        paired_difference([1, 0, 1, 0], [4, 3, 2, 1], [3, 4, 2, 1], **more)
    with pytest.raises(ValueError, match="y_true and y_score must have the same length"):
        paired_difference([1, 0, 1], [3, 2, 1], [3, 2])
