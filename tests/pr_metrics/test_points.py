import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pr_metrics import SCHEMES, OperatingPoints, operating_points
from tests.rankings import rankings


def test_tied_rows_make_one_point():
    points = operating_points([1, 0, 1], [0.5, 0.5, 0.5])
    assert points.threshold.tolist() == [0.5]
    assert (points.true_positives.tolist(), points.false_positives.tolist()) == ([2], [1])


def test_rows_of_weight_zero_make_no_threshold():
    points = operating_points([1, 0, 1], [0.9, 0.5, 0.1], sample_weight=[1, 0, 2])
    assert points.threshold.tolist() == [0.9, 0.1]
    assert points.true_positives.tolist() == [1, 3]


def test_without_positives_recall_is_nan_with_one_warning():
    with pytest.warns(UserWarning, match="no positives") as caught:
        points = operating_points([0, 0], [0.2, 0.1])
    assert len(caught) == 1
    assert np.isnan(points.recall).all()
    assert points.precision.tolist() == [0.0, 0.0]


def test_without_negatives_precision_is_one():
    points = operating_points([1, 1], [0.2, 0.1])
    assert points.precision.tolist() == [1.0, 1.0]
    assert np.isnan(points.false_positive_rate).all()
    assert points.prevalence == 1.0


def test_points_cannot_be_changed():
    points = operating_points([1, 0], [0.2, 0.1])
    with pytest.raises(ValueError, match="read-only"):
        points.threshold[0] = 1.0
    with pytest.raises(AttributeError):
        points.positives = 3.0


@given(rankings(weights=("whole",)))
def test_whole_weights_equal_repeated_rows(ranking):
    times = ranking.sample_weight.astype(int)
    weighted = operating_points(ranking.y_true, ranking.y_score, sample_weight=ranking.sample_weight)
    repeated = operating_points(np.repeat(ranking.y_true, times), np.repeat(ranking.y_score, times))
    assert weighted.true_positives.tolist() == repeated.true_positives.tolist()
    assert weighted.false_positives.tolist() == repeated.false_positives.tolist()


@given(rankings())
def test_counts_give_the_same_points_as_rows(ranking):
    weight = np.ones(ranking.y_true.size) if ranking.sample_weight is None else ranking.sample_weight
    points = operating_points(ranking.y_true, ranking.y_score, sample_weight=weight)
    counted = OperatingPoints.from_counts(ranking.y_score, weight * ranking.y_true, weight * (1 - ranking.y_true))
    assert counted.threshold.tolist() == points.threshold.tolist()
    np.testing.assert_allclose(counted.true_positives, points.true_positives, rtol=1e-12)
    np.testing.assert_allclose(counted.false_positives, points.false_positives, rtol=1e-12, atol=1e-12)


def test_positives_that_were_never_scored_end_the_curve_early():
    points = OperatingPoints.from_counts([0.9, 0.5], [1, 1], [0, 1], total_positives=4)
    assert points.recall.tolist() == [0.25, 0.5]
    assert points.prevalence == 0.8


@given(rankings(), st.integers(0, 5))
def test_missed_positives_make_every_gain_in_recall_smaller(ranking, missed):
    rows = (ranking.y_true, ranking.y_score)
    scored = operating_points(*rows, sample_weight=ranking.sample_weight)
    total = scored.positives + missed
    points = operating_points(*rows, sample_weight=ranking.sample_weight, total_positives=total)
    assert points.unscored_positives == pytest.approx(missed)
    for scheme in SCHEMES.values():
        if scheme.levels is None and scheme.can_join(points):  # recall shrinks, precision stays
            assert scheme.area(points) == pytest.approx(scheme.area(scored) * scored.positives / total, abs=1e-9)


@pytest.mark.parametrize(("arguments", "options", "message"), [
    (([0.9], [1, 1], [0]), {}, "threshold and positives and negatives must have the same length, got 1 and 2 and 1"),
    (([0.9], [-1], [0]), {}, r"positives must be at least 0, got -1\.0 at position 0"),
    (([0.9], [1], [-1]), {}, r"negatives must be at least 0, got -1\.0 at position 0"),
    (([np.nan], [1], [0]), {}, "threshold must be finite, got nan at position 0"),
    (([0.9, 0.8], [1e308, 1e308], [0, 0]), {}, "positives and negatives must have a finite sum, got inf"),
    (([0.9], [0], [0]), {}, "must count at least one row"),
    (([0.9], [1.5e308], [1.5e308]), {}, "positives and negatives must have a finite sum, got inf"),
    (([0.9], [2], [0]), {"total_positives": "3"}, "total_positives must be a number .* got '3'"),
    (([0.9], [2], [0]), {"total_positives": [3]}, r"total_positives must be a number .* got \[3\]"),
    (([0.9], [2], [0]), {"total_positives": 1},
        r"total_positives must be a number of at least the sum of positives, 2\.0, got 1"),
    (([0.9], [2], [0]), {"total_positives": np.inf}, "total_positives must be .* got inf"),
])  # fmt: skip
def test_bad_counts_are_refused(arguments, options, message):
    with pytest.raises(ValueError, match=message):
        OperatingPoints.from_counts(*arguments, **options)


def test_a_total_may_differ_by_rounding():
    points = OperatingPoints.from_counts([0.3, 0.2, 0.1], [0.1, 0.2, 0.3], [0, 0, 0], total_positives=0.6)
    assert points.recall[-1] == 1.0


def test_a_change_of_the_callers_array_does_not_change_points():
    threshold = np.array([0.9, 0.5])
    view = threshold.view()
    view.flags.writeable = False
    points = OperatingPoints(view, np.array([1.0, 1.0]), np.array([0.0, 1.0]), 1.0, 1.0)
    threshold[0] = 99.0
    assert points.threshold[0] == 0.9


def test_copies_cannot_be_changed_either():
    points = operating_points([1, 0], [0.2, 0.1])
    for kept in (copy.deepcopy(points), pickle.loads(pickle.dumps(points))):
        assert kept.true_positives.tolist() == points.true_positives.tolist()
        assert not kept.threshold.flags.writeable
        assert not kept.counts[0].flags.writeable
