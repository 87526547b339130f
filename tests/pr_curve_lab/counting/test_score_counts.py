import numpy as np
import pytest

from pr_curve_lab.counting.score_counts import LeftOut, counts_at
from pr_metrics import OperatingPoints, area_bounds, bin_counts

GROUPED = counts_at([0.2, 0.9, 0.2], [1, 1, 0], [0, 2, 3], group=np.array(["b", "a", "a"]))


def test_groups_and_scores_are_sorted():
    assert GROUPED.group.tolist() == ["a", "a", "b"]
    assert GROUPED.score.tolist() == [0.9, 0.2, 0.2]
    assert GROUPED.rows.tolist() == [3, 3, 1]


def test_points_add_up_the_groups():
    points, expected = GROUPED.points(), OperatingPoints.from_counts([0.9, 0.2], [1, 1], [2, 3])
    assert points.threshold.tolist() == expected.threshold.tolist()
    assert points.false_positives.tolist() == expected.false_positives.tolist()


def test_an_unknown_group_is_refused_with_the_known_groups():
    assert GROUPED.of_group("b").positives.tolist() == [1]
    assert GROUPED.of_group("b").group is None
    with pytest.raises(ValueError, match="name must be a group, got 'c'; there are 'a', 'b'"):
        GROUPED.of_group("c")
    with pytest.raises(ValueError, match="there are no groups: count with group="):
        counts_at([1], [1], [1]).points_by_group()


def test_merged_counts_add_up():
    first, second = counts_at([0.5, -0.0], [1, 2], [0, 1]), counts_at([0.5, 0.0], [0, 1], [1, 0.5])
    merged = first.merge(second)
    assert merged.score.tolist() == [0.5, 0]
    assert merged.positives.tolist() == [1, 3]
    assert merged.negatives.tolist() == [1, 1.5]
    assert (first.weighted, merged.weighted) == (False, True)
    assert LeftOut(1, 2, 3, 4).add(LeftOut(weight=1)).total == 11
    with pytest.raises(ValueError, match="other must be counted with the same decimals, and with groups where these"):
        first.merge(GROUPED)


def test_bins_add_up_the_groups():
    assert GROUPED.binned().min_score.tolist() == [0.9, 0.2]
    assert GROUPED.binned(max_points=1).positives.tolist() == [2]


def test_the_repr_of_counts_fits_one_line():
    assert len(repr(GROUPED)) <= 120


def test_bins_are_those_of_the_whole_for_each_group():
    rng = np.random.default_rng(1)
    label, score, group = rng.random(500) < 0.3, rng.random(500), np.where(rng.random(500) < 0.5, "a", "b")
    counts = counts_at(score, label, ~label, group=group)
    found = counts.in_bins(20)
    whole = bin_counts(score, label, ~label, max_points=20)
    together = found.points()
    assert together.threshold.tolist() == whole.min_score.tolist()
    assert together.true_positives.tolist() == np.cumsum(whole.positives).tolist()
    assert set(found.highest) <= set(whole.max_score)
    for name in "ab":
        points = found.of_group(name).points()
        for at, hits in zip(points.threshold, points.true_positives, strict=True):
            assert hits == label[(group == name) & (score >= at)].sum()


def test_bins_of_bins_have_the_range_of_their_scores():
    counts = counts_at([4, 3, 2, 1], [1, 1, 0, 0], [0, 0, 1, 1]).in_bins(2)
    assert counts.binned().has_score_range.tolist() == (counts.lowest != counts.highest).tolist()
    assert area_bounds(counts.binned()) == area_bounds(
        bin_counts([4, 3, 2, 1], [1, 1, 0, 0], [0, 0, 1, 1], max_points=2)
    )
