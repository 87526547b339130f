from itertools import pairwise

import numpy as np
import pytest

from pr_metrics import SCHEMES, OperatingPoints, operating_points, rank_reversal

CONSTANT = OperatingPoints.from_counts([1], [10], [90])
SHARPER = OperatingPoints.from_counts([2, 1], [1, 9], [1, 89])  # one positive and one negative above the rest


def test_two_models_by_hand():
    # Step: 0.14 against 0.1. Linear: 0.345 against 0.55. The constant model gains (1 - 0.1)/2 in its only segment; the
    # sharper one gains 1/10 * (3/4 - 1/2) in its first and 9/10 * (0.3 - 0.1) in its second, which counts against b.
    turn = rank_reversal(SHARPER, CONSTANT, "step", "linear")
    assert (turn.difference_left, turn.difference_right, turn.change) == pytest.approx((0.04, 0.205, 0.245))
    assert turn.gain.tolist() == pytest.approx([0.45, -0.025, -0.18])
    assert turn.is_from_b.tolist() == [True, False, False]
    assert turn.segment.tolist() == [0, 0, 1]
    assert turn.threshold.tolist() == [1, 2, 1]
    assert turn.recall_before.tolist() == [0, 0, 0.1]
    assert turn.recall_after.tolist() == [1, 0.1, 1]
    assert turn.n_deciding == 1


def test_what_one_model_loses_is_what_the_other_gains():
    # From linear to step the sharper model passes because the constant one loses 0.45.
    turn = rank_reversal(CONSTANT, SHARPER, "linear", "step")
    assert turn.gain.tolist() == pytest.approx([0.45, -0.025, -0.18])
    assert turn.is_from_b.tolist() == [False, True, True]
    assert (turn.difference_left, turn.difference_right, turn.n_deciding) == (
        pytest.approx(0.205),
        pytest.approx(0.04),
        1,
    )


def test_two_segments_are_needed_where_the_largest_alone_is_too_small():
    # a: a negative, then the rest: step 1/2. b: 2/5 up to recall 1/2, then 1/2, step 9/20. Straight lines from
    # (0, 1) take 1/4 from a, which starts at precision 0, and give b 1/2 * 7/10 + 1/2 * 9/20 = 23/40, a lead of 13/40.
    a = OperatingPoints.from_counts([2, 1], [0, 4], [1, 3])
    b = OperatingPoints.from_counts([2, 1], [2, 2], [3, 1])
    turn = rank_reversal(a, b, "step", "linear")
    assert (turn.difference_left, turn.difference_right) == pytest.approx((0.05, 0.325))
    assert turn.gain.tolist() == pytest.approx([0.25, 0.15, 0, -0.025])
    assert turn.is_from_b.tolist() == [False, True, False, True]
    assert turn.n_deciding == 2


def lead_without(points_a, points_b, left, right, deciding):
    """b's lead under the right scheme, had the schemes agreed in the `deciding` segments of largest gain."""
    terms = []
    for sign, points in ((-1, points_a), (1, points_b)):
        edges = [0.0, *points.recall.tolist(), 1.0]
        for before, after in pairwise(edges):
            terms.append(sign * (_area(points, right, before, after) - _area(points, left, before, after)))
    terms.sort(reverse=True)
    lead = SCHEMES[right].area(points_b) - SCHEMES[right].area(points_a)
    return lead - sum(terms[:deciding])


def _area(points, scheme, before, after):
    """Area of the drawn curve between two recalls, both of which it has vertices at."""
    curve = SCHEMES[scheme].curve(points)
    inside = (curve.recall >= before) & (curve.recall <= after)
    x, y = curve.recall[inside], curve.precision[inside]
    return float((np.diff(x) * (y[1:] + y[:-1]) / 2).sum())


def random_pairs():
    """Models that change places: one with fine scores, and one, better by a little or not, with few distinct ones."""
    for seed in range(80):
        rng = np.random.default_rng(seed)
        label = rng.random(200) < rng.choice([0.05, 0.3, 0.7])
        label[0] = True
        weight = rng.random(200) + 0.1 if seed % 3 == 0 else None
        fine = rng.normal(size=200) + 2 * label
        rough = np.round(fine + rng.normal(size=200) * rng.random(), 0)
        one, other = (operating_points(label, score, sample_weight=weight) for score in (fine, rough))
        left, right = ("step", "linear", "upper")[seed % 2 :][:2]
        leads = [SCHEMES[key].area(one) - SCHEMES[key].area(other) for key in (left, right)]
        if leads[0] * leads[1] < 0 and min(map(abs, leads)) > 1e-9:
            yield (one, other, left, right) if leads[0] > 0 else (other, one, left, right)


def test_the_deciding_segments_are_the_fewest_without_which_a_stays_ahead():
    turned = 0
    for a, b, left, right in random_pairs():
        turn = rank_reversal(a, b, left, right)
        assert turn.gain.sum() == pytest.approx(turn.change, abs=1e-12)
        assert (np.diff(turn.gain) <= 0).all()
        assert lead_without(a, b, left, right, turn.n_deciding) < 0
        assert lead_without(a, b, left, right, turn.n_deciding - 1) > 0
        turned += 1
    assert turned > 5


def test_each_segment_is_that_of_its_model():
    for a, b, left, right in random_pairs():
        turn = rank_reversal(a, b, left, right)
        for points, pair, own in ((a, turn.a, ~turn.is_from_b), (b, turn.b, turn.is_from_b)):
            assert sorted(turn.segment[own].tolist()) == list(range(pair.segment_difference.size))
            assert turn.threshold[own].tolist() == pair.threshold[turn.segment[own]].tolist()
            assert turn.recall_after[own].tolist() == points.recall[turn.segment[own]].tolist()
            assert turn.recall_before[own].tolist() == pair.recall_before[turn.segment[own]].tolist()


def test_a_model_that_is_not_ahead_is_refused():
    with pytest.raises(
        ValueError, match=r"points_a must have a larger area than points_b under step, got a lead of -0"
    ):
        rank_reversal(CONSTANT, SHARPER, "step", "linear")
    with pytest.raises(
        ValueError, match=r"points_b must have a larger area than points_a under step, got a lead of -0"
    ):
        rank_reversal(SHARPER, CONSTANT, "step", "step")
    with pytest.raises(ValueError, match=r"points_a must have a larger area .* got a lead of 0"):
        rank_reversal(SHARPER, SHARPER, "step", "linear")
    with pytest.raises(ValueError, match=r"right must be one of step, .*, got 'spline'"):
        rank_reversal(SHARPER, CONSTANT, "step", "spline")
