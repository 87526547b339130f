import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import auc, average_precision_score, precision_recall_curve

from pr_metrics import SCHEMES, OperatingPoints, operating_points, rank_models
from tests.rankings import rankings

CONSTANT = OperatingPoints.from_counts([1], [10], [90])
SHARPER = OperatingPoints.from_counts([2, 1], [1, 9], [1, 89])  # one positive and one negative above the rest


def test_two_models_by_hand():
    # Step: 0.1 against 1/10 * 1/2 + 9/10 * 1/10 = 0.14. Linear: (1 + 0.1)/2 against 1/10 * 3/4 + 9/10 * 3/10 = 0.345.
    ranking = rank_models({"constant": CONSTANT, "sharper": SHARPER}, ["step", "linear"])
    assert ranking.schemes == ("step", "linear")
    assert ranking.area.tolist() == [pytest.approx([0.1, 0.14]), pytest.approx([0.55, 0.345])]
    assert ranking.rank.tolist() == [[2, 1], [1, 2]]
    assert (ranking.best_models("step"), ranking.best_models("linear")) == (("sharper",), ("constant",))


def test_equal_areas_share_a_rank_and_the_next_is_behind_both():
    perfect = OperatingPoints.from_counts([2, 1], [10, 0], [0, 90])
    ranking = rank_models({"a": CONSTANT, "b": CONSTANT, "c": perfect, "d": SHARPER}, ["step"])
    assert ranking.rank.tolist() == [[3, 3, 1, 2]]
    same = rank_models({"a": SHARPER, "b": SHARPER, "c": CONSTANT}, ["step"])
    assert same.rank.tolist() == [[1, 1, 3]]
    assert same.best_models("step") == ("a", "b")


def test_rounding_noise_is_no_difference():
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


def test_areas_are_scikit_learns():
    rng = np.random.default_rng(8)
    label = rng.random(300) < 0.2
    scores = {name: np.round(rng.random(300) + label / 3, digits) for name, digits in (("fine", 9), ("rough", 1))}
    ranking = rank_models({name: operating_points(label, score) for name, score in scores.items()}, ["step", "linear"])
    for index, score in enumerate(scores.values()):
        precision, recall, _ = precision_recall_curve(label, score)
        expected = [average_precision_score(label, score), auc(recall, precision)]
        assert ranking.area[:, index] == pytest.approx(expected, abs=1e-12)


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
