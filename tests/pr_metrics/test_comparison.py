from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pr_metrics import SCHEMES, OperatingPoints, compare, operating_points, rank_models, rank_reversal
from tests.rankings import rankings


def test_constant_scores_differ_by_the_extrapolated_start():
    pair = compare(OperatingPoints.from_counts([0.5], [10], [90]), "step", "linear")
    assert (pair.left_area, pair.right_area) == pytest.approx((0.1, 0.55))
    assert pair.segment_difference.tolist() == pytest.approx([0.45])
    assert (pair.recall_before.tolist(), pair.recall_after.tolist()) == ([0.0], [1.0])


@given(rankings(), st.sampled_from(list(SCHEMES)), st.sampled_from(list(SCHEMES)))
def test_segments_sum_to_the_difference_of_the_areas(ranking, left, right):
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    assume(SCHEMES[left].can_join(points) and SCHEMES[right].can_join(points))
    pair = compare(points, left, right)
    assert pair.segment_difference.sum() == pytest.approx(pair.difference, abs=1e-12)
    assert pair.difference == pytest.approx(SCHEMES[right].area(points) - SCHEMES[left].area(points), abs=1e-15)


def test_segments_of_levels_end_at_the_points():
    # Recall .5 at precision 1, recall 1 at precision 1/2: the eleven columns have 6/11 at 1 and 5/11 at 1/2.
    pair = compare(OperatingPoints.from_counts([2, 1], [1, 1], [0, 2]), "step", "eleven_point")
    assert pair.recall_after.tolist() == [0.5, 1.0]
    assert pair.segment_difference.tolist() == pytest.approx([0, 1 / 22 * (1 - 0.5)])


def test_area_beyond_the_last_point_is_listed():
    # The curve ends at recall 1/4; three of eleven levels are reached, and 3/11 is more than 1/4.
    pair = compare(OperatingPoints.from_counts([1], [1], [0], total_positives=4), "step", "eleven_point")
    assert (pair.recall_before.tolist(), pair.recall_after.tolist()) == ([0.0, 0.25], [0.25, 1.0])
    assert pair.segment_difference.tolist() == pytest.approx([0, 3 / 11 - 1 / 4])
    assert np.isnan(pair.threshold[-1])


def test_an_unknown_scheme_is_named():
    with pytest.raises(ValueError, match=r"right must be one of step, .*, got 'spline'"):
        compare(OperatingPoints.from_counts([1], [1], [1]), "step", "spline")


CONSTANT = OperatingPoints.from_counts([1], [10], [90])
SHARPER = OperatingPoints.from_counts([2, 1], [1, 9], [1, 89])  # one positive and one negative above the rest


def test_the_ranks_of_two_models_by_hand():
    # Step: 0.1 against 1/10 * 1/2 + 9/10 * 1/10 = 0.14. Linear: (1 + 0.1)/2 against 1/10 * 3/4 + 9/10 * 3/10 = 0.345.
    ranking = rank_models({"constant": CONSTANT, "sharper": SHARPER}, ["step", "linear"])
    assert ranking.schemes == ("step", "linear")
    assert ranking.area.tolist() == [pytest.approx([0.1, 0.14]), pytest.approx([0.55, 0.345])]
    assert ranking.rank.tolist() == [[2, 1], [1, 2]]
    assert (ranking.best_models("step"), ranking.best_models("linear")) == (("sharper",), ("constant",))


def test_equal_areas_share_a_rank():
    perfect = OperatingPoints.from_counts([2, 1], [10, 0], [0, 90])
    ranking = rank_models({"a": CONSTANT, "b": CONSTANT, "c": perfect, "d": SHARPER}, ["step"])
    assert ranking.rank.tolist() == [[3, 3, 1, 2]]
    same = rank_models({"a": SHARPER, "b": SHARPER, "c": CONSTANT}, ["step"])
    assert same.rank.tolist() == [[1, 1, 3]]
    assert same.best_models("step") == ("a", "b")


def test_rounding_errors_do_not_change_ranks():
    rng = np.random.default_rng(4)
    counts = rng.integers(1, 9, (2, 50))
    whole, tenths = (OperatingPoints.from_counts(np.arange(50), *(counts * unit)) for unit in (1, 0.1))
    ranking = rank_models({"whole": whole, "tenths": tenths}, ["step", "linear"])
    assert (ranking.area[:, 0] != ranking.area[:, 1]).any()
    assert ranking.rank.tolist() == [[1, 1], [1, 1]]


@settings(max_examples=30)
@given(st.lists(rankings(), min_size=1, max_size=5))
def test_ranks_are_those_of_the_areas(several):
    points = {
        str(index): operating_points(one.y_true, one.y_score, sample_weight=one.sample_weight)
        for index, one in enumerate(several)
    }
    ranking = rank_models(points)
    assert set(ranking.schemes) >= set(SCHEMES) - {"davis_goadrich"}
    for key, areas, ranks in zip(ranking.schemes, ranking.area, ranking.rank, strict=True):
        assert areas.tolist() == [SCHEMES[key].area(one) for one in points.values()]
        for area, rank in zip(areas, ranks, strict=True):
            assert rank == 1 + sum(other > area + 1e-12 for other in areas)
        assert ranking.best_models(key) != ()


def test_a_scheme_that_does_not_apply_to_all_is_left_out_or_refused():
    parts = OperatingPoints.from_counts([2, 1], [1.5, 1], [0, 2])
    assert "davis_goadrich" not in rank_models({"rows": SHARPER, "parts": parts}).schemes
    with pytest.raises(ValueError, match="davis_goadrich"):
        rank_models({"rows": SHARPER, "parts": parts}, ["davis_goadrich"])


def test_without_positives_there_is_no_rank():
    with pytest.warns(UserWarning, match="no positives"):
        nothing = operating_points([0, 0], [1, 2])
    ranking = rank_models({"nothing": nothing, "sharper": SHARPER}, ["step"])
    assert ranking.rank.tolist() == [[0, 1]]
    assert rank_models({"nothing": nothing}, ["step"]).best_models("step") == ()


def test_bad_arguments_are_named():
    with pytest.raises(ValueError, match="points must hold at least one model, got none"):
        rank_models({})
    with pytest.raises(ValueError, match=r"schemes must be one of step, .*, got 'spline'"):
        rank_models({"a": SHARPER}, ["spline"])
    with pytest.raises(ValueError, match="scheme must be one of step, got 'linear'"):
        rank_models({"a": SHARPER}, ["step"]).best_models("linear")


def test_a_reversal_of_two_models_by_hand():
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


def lead_without_segments(points_a, points_b, left, right, deciding):
    """Return b's lead under the right scheme if both schemes agreed in the `deciding` segments of largest gain."""
    terms = []
    for sign, points in ((-1, points_a), (1, points_b)):
        edges = [0.0, *points.recall.tolist(), 1.0]
        for before, after in pairwise(edges):
            terms.append(sign * (_area(points, right, before, after) - _area(points, left, before, after)))
    terms.sort(reverse=True)
    lead = SCHEMES[right].area(points_b) - SCHEMES[right].area(points_a)
    return lead - sum(terms[:deciding])


def _area(points, scheme, before, after):
    """Return the area of the drawn curve between two recalls at which it has vertices."""
    curve = SCHEMES[scheme].curve(points)
    inside = (curve.recall >= before) & (curve.recall <= after)
    x, y = curve.recall[inside], curve.precision[inside]
    return float((np.diff(x) * (y[1:] + y[:-1]) / 2).sum())


def random_pairs():
    """Yield models that change places: one with distinct scores, and one whose scores are rounded."""
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


def test_the_deciding_segments_are_as_few_as_possible():
    turned = 0
    for a, b, left, right in random_pairs():
        turn = rank_reversal(a, b, left, right)
        assert turn.gain.sum() == pytest.approx(turn.change, abs=1e-12)
        assert (np.diff(turn.gain) <= 0).all()
        assert lead_without_segments(a, b, left, right, turn.n_deciding) < 0
        assert lead_without_segments(a, b, left, right, turn.n_deciding - 1) > 0
        turned += 1
    assert turned > 5


def test_each_segment_belongs_to_its_model():
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
