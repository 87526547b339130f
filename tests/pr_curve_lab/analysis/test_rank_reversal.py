import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.analysis.models import (
    MAX_COLORED_MODELS,
    MAX_SEGMENTS,
    model_areas,
    model_reversal,
    models_in_color,
    schemes_with_other_best,
)
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_dataset
from pr_curve_lab.schema.examples import example_dataset
from pr_curve_lab.schema.infer_roles import infer_roles
from pr_metrics import SCHEMES, OperatingPoints, rank_models, rank_reversal

FOUR = example_dataset("four_models")
STEP_AND_LINE = ("step", "linear")


def ranking_of(dataset):
    return rank_models({name: dataset.points(name) for name in dataset.names})


def turn_of(dataset, schemes):
    return model_reversal(ranking_of(dataset), schemes, dataset.points, dataset.cases)


def test_of_four_models_one_segment_decides():
    reversal = turn_of(FOUR, STEP_AND_LINE)
    assert (reversal.loser, reversal.winner, reversal.n_required_segments) == ("forest", "neighbours", 1)
    (segment,) = reversal.segments
    scores = FOUR.score[:, FOUR.names.index("neighbours")]
    at_one = scores == 1.0
    assert (segment.model, segment.threshold, segment.rows) == ("neighbours", "1", int(at_one.sum()))
    assert segment.positives == int(FOUR.positive[at_one, 0].sum()) == 25
    assert (segment.recall_before, segment.recall_after) == (0.0, pytest.approx(25 / 46))
    # Five neighbours that agree are right in 25 of 26: the line from (0, 1) is on average half of the rest higher.
    assert segment.gain == pytest.approx(25 / 46 * (1 - 25 / 26) / 2)
    assert segment.is_start


def test_both_models_have_their_areas_on_both_sides():
    reversal = turn_of(FOUR, STEP_AND_LINE)
    for model in ("forest", "neighbours"):
        expected = [SCHEMES[key].area(FOUR.points(model)) for key in STEP_AND_LINE]
        assert reversal.areas[model] == pytest.approx(expected, abs=1e-15)
    (forest_left, forest_right), (others_left, others_right) = reversal.areas["forest"], reversal.areas["neighbours"]
    assert reversal.left_difference == pytest.approx(forest_left - others_left)
    assert reversal.right_difference == pytest.approx(others_right - forest_right)


def test_the_other_way_round_the_loser_loses_what_the_winner_gained():
    reversal = turn_of(FOUR, ("linear", "step"))
    assert (reversal.loser, reversal.winner) == ("neighbours", "forest")
    assert reversal.segments[0].model == "neighbours"
    assert reversal.segments[0].gain == pytest.approx(turn_of(FOUR, STEP_AND_LINE).segments[0].gain)


def test_where_the_same_models_win_there_is_no_reversal():
    assert turn_of(FOUR, ("step", "envelope")) is None
    assert turn_of(FOUR, ("step", "step")) is None


def test_a_tie_that_only_one_side_has_is_no_reversal():
    constant = OperatingPoints.from_counts([1], [10], [90])
    half = OperatingPoints.from_counts([2, 1], [1, 9], [9, 81])  # two thresholds, both at the prevalence
    points = {"constant": constant, "half": half}
    ranking = rank_models(points, ["step", "linear"])
    assert [len(ranking.best_models(key)) for key in STEP_AND_LINE] == [2, 1]
    assert model_reversal(ranking, STEP_AND_LINE, points.__getitem__, {}.__getitem__) is None


def random_pair(seed):
    """A table of a model with fine scores and one whose scores are rounded."""
    rng = np.random.default_rng(seed)
    label = (rng.random(2000) < 0.2).astype(int)
    fine = 1 / (1 + np.exp(-rng.normal(size=2000) - 2 * label))
    rough = np.round(np.clip(fine + 0.02 * rng.normal(size=2000), 0, 1), 2)
    table = Table("pair", pd.DataFrame({"label": label, "fine": fine, "rough": rough}))
    return build_dataset(table, infer_roles(table))


def test_few_of_many_segments_are_named():
    found = 0
    for seed in range(30):
        dataset = random_pair(seed)
        reversal = turn_of(dataset, ("step", "upper"))
        if reversal is not None:
            points = (dataset.points(name) for name in (reversal.loser, reversal.winner))
            change = rank_reversal(*points, "step", "upper")
            assert reversal.n_required_segments == change.n_deciding
            assert [one.gain for one in reversal.segments] == change.gain[
                : min(reversal.n_required_segments, MAX_SEGMENTS)
            ].tolist()
            for one in reversal.segments:
                same = dataset.score[:, dataset.names.index(one.model)] == float(one.threshold)
                assert (one.rows, one.positives) == (int(same.sum()), int(dataset.positive[same, 0].sum()))
            found += reversal.n_required_segments > MAX_SEGMENTS
    assert found > 0


def test_in_colour_are_both_winners_the_one_in_view_and_the_best():
    good = [OperatingPoints.from_counts([3, 2, 1], [9 - n, n, 1], [1, 2 * n, 87 - 2 * n]) for n in range(6)]
    ranking = rank_models({f"m{n}": one for n, one in enumerate(good)}, ["step", "linear"])
    assert models_in_color(ranking, STEP_AND_LINE, "") == ("m0", "m1", "m2", "m3")
    assert models_in_color(ranking, STEP_AND_LINE, "m5") == ("m0", "m1", "m2", "m5")
    assert len(models_in_color(ranking_of(FOUR), STEP_AND_LINE, "")) == MAX_COLORED_MODELS
    assert set(models_in_color(ranking_of(FOUR), STEP_AND_LINE, "tree")) == set(FOUR.names)


def test_schemes_with_other_winners_are_those_whose_winners_differ():
    ranking = ranking_of(FOUR)
    assert schemes_with_other_best(ranking, "step") == ("linear", "upper")
    assert set(schemes_with_other_best(ranking, "linear")) == set(SCHEMES) - {"linear", "upper"}


def test_areas_are_those_of_the_scheme():
    areas = model_areas(ranking_of(FOUR), "envelope")
    assert areas == {name: SCHEMES["envelope"].area(FOUR.points(name)) for name in FOUR.names}
