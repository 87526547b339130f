from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.data_checks import check_data
from pr_curve_lab.schema.dataset import LabeledScores, build_dataset, build_labeled_scores
from pr_curve_lab.schema.examples import example_labeled_scores, example_table
from pr_curve_lab.schema.role_options import describe_roles, fix_options
from pr_curve_lab.schema.roles import Roles, infer_roles


def keys(labels, scores, positive="1"):
    table = Table("t", pd.DataFrame({"label": labels, "score": scores}))
    roles = infer_roles(table)
    labeled_scores = build_labeled_scores(table, type(roles)(roles.label, positive, roles.scores))
    assert isinstance(labeled_scores, LabeledScores)
    return [notice.key for notice in check_data(labeled_scores, table)]


@pytest.mark.parametrize("example", ["apples_oranges", "breast_cancer"])
def test_healthy_cases_get_no_notice(example):
    assert check_data(example_labeled_scores(example), example_table(example)) == []


def test_scores_the_wrong_way_round_are_noticed():
    assert keys([0, 0, 1, 1], [4, 3, 2, 1]) == ["scores_reversed"]
    assert keys([1, 1, 0, 0], [4, 3, 2, 1]) == []


def test_the_share_of_ordered_pairs_counts_ties_half():
    table = Table("t", pd.DataFrame({"label": [0, 1, 1], "score": [5, 5, 1]}))
    labeled_scores = build_labeled_scores(table, infer_roles(table))
    assert check_data(labeled_scores, table)[0] == Notice("scores_reversed", share=0.25, column="score")


def test_decisions_in_place_of_scores_are_noticed():
    assert keys([1, 0] * 5, [1, 0] * 5) == ["hard_decisions"]
    assert keys([1, 0], [1, 1]) == ["one_score"]


def test_many_ties_are_noticed():
    assert keys([1, 1, 0, 1, 0, 0], [3, 3, 2, 2, 1, 1]) == ["many_ties"]


def test_few_positives_are_noticed():
    assert keys([1] * 9 + [0] * 41, range(50, 0, -1)) == ["few_positives"]
    assert keys([1] * 10 + [0] * 40, range(50, 0, -1)) == []


def test_one_against_the_rest_is_said():
    assert keys(["a", "b", "c"], [3, 2, 1], positive="a") == ["one_against_rest"]


RNG = np.random.default_rng(7)
TRUTH = np.arange(200) % 4 == 0
SCORE = np.round(RNG.random(200) + TRUTH * 0.4, 12)


def looked_at(frame, roles=None):
    """What is noticed about a table, with the first remedy of each, and how to go back."""
    table = Table("t", frame)
    roles = roles or infer_roles(table)
    labeled_scores = build_labeled_scores(table, roles)
    assert isinstance(labeled_scores, LabeledScores)
    return table, roles, {one.key: (one, fix_options(one, table, roles)) for one in check_data(labeled_scores, table)}


def one_click_and_back(frame, key, back, roles=None):
    """The points before, with the remedy, and after it was undone."""
    table, roles, noticed = looked_at(frame, roles)
    offer = noticed[key][1][0]
    undo = next(one for one in describe_roles(table, offer.roles) if one.notice.key == back).options[-1]
    assert undo.roles == roles
    return [build_labeled_scores(table, one).points for one in (roles, offer.roles)]


def test_rows_that_come_again_count_once_by_one_click():
    frame = pd.DataFrame({"id": range(200), "label": TRUTH.astype(int), "score": SCORE})
    twice = pd.concat([frame, frame.iloc[:30]])
    before, after = one_click_and_back(twice, "rows_repeated", "chose_once")
    assert (before.positives, after.positives) == (58.0, 50.0)
    table, roles, noticed = looked_at(twice)
    assert noticed["rows_repeated"][0] == Notice("rows_repeated", row=201, count=30)
    assert build_dataset(table, replace(roles, drop_duplicates=True)).excluded == (
        Notice("excluded_repeated", row=201, count=30),
    )


def test_tied_rows_are_no_repeated_ones():
    coarse = pd.DataFrame({"label": TRUTH.astype(int), "score": np.round(SCORE, 2)})
    assert "rows_repeated" not in looked_at(coarse)[2]
    assert "rows_repeated" not in looked_at(pd.DataFrame({"label": TRUTH.astype(int), "score": SCORE}))[2]


def test_decisions_lead_to_the_scores_beside_them():
    frame = pd.DataFrame({"label": TRUTH.astype(int), "score": (SCORE > 0.7).astype(int), "other": SCORE})
    table, _, noticed = looked_at(frame)
    offer = noticed["hard_decisions"][1][0]
    assert (offer.action, offer.roles.scores) == ("take", ("other",))
    assert build_labeled_scores(table, offer.roles).points.threshold.size > 100


def test_ties_say_what_their_order_could_make_of_the_area():
    noticed = looked_at(pd.DataFrame({"label": [1, 0, 1, 0], "score": [2, 2, 1, 1]}))[2]
    facts = noticed["many_ties"][0].params
    assert (facts["low"], facts["high"]) == (pytest.approx(0.5), pytest.approx((1 + 2 / 3) / 2))
    weighted = pd.DataFrame({"label": [1, 0, 1, 0], "score": [2, 2, 1, 1], "sample_weight": [1, 2, 1, 1]})
    assert "many_ties_weighted" in looked_at(weighted)[2]


def test_a_score_that_separates_everything_is_suspected():
    leaking = pd.DataFrame({"label": TRUTH.astype(int), "score": TRUTH + RNG.random(200) / 10, "other": SCORE})
    noticed = looked_at(leaking)[2]
    assert noticed["separates_perfectly"][1][0].roles.scores == ("other",)
    few = pd.DataFrame({"label": [1, 1, 0, 0], "score": [4, 3, 2, 1]})
    assert "separates_perfectly" not in looked_at(few)[2]


def test_one_of_several_models_can_be_left_out():
    frame = pd.DataFrame({"y": TRUTH.astype(int), "score_a": TRUTH + RNG.random(200) / 10, "score_b": SCORE})
    _, roles, noticed = looked_at(frame, Roles("y", "1", ("score_a", "score_b"), kind="models"))
    offer = noticed["separates_perfectly"][1][0]
    assert (roles.kind, offer.action, offer.roles.scores, offer.roles.kind) == (
        "models",
        "without",
        ("score_b",),
        "one",
    )


def test_rows_of_the_training_are_taken_out_by_one_click():
    frame = pd.DataFrame({"y": TRUTH.astype(int), "score": SCORE, "split": ["train"] * 100 + ["test"] * 100})
    table = Table("t", frame)
    roles = infer_roles(table)
    assert roles.split_value == "test"
    before, after = one_click_and_back(frame, "training_rows", "chose_part", replace(roles, split_value=None))
    assert before.positives + before.negatives == 200
    assert after.positives + after.negatives == 100


def test_few_positives_may_be_more_in_all_parts():
    frame = pd.DataFrame({"y": [1] * 18 + [0] * 82, "score": SCORE[:100], "split": ["train", "test"] * 50})
    offer = looked_at(frame)[2]["few_positives"][1][0]
    assert (offer.action, offer.roles.split_value) == ("take_all", None)


@pytest.mark.parametrize(
    ("scores", "key", "back", "thresholds"),
    [
        (SCORE / 2 * 100, "probability_percent", "chose_percent", (0.0, 1.0)),
        (np.log(SCORE + 0.01), "probability_logit", "chose_logit", (0.0, 1.0)),
    ],
)
def test_thresholds_become_probabilities_by_one_click_and_areas_stay(scores, key, back, thresholds):
    frame = pd.DataFrame({"y": TRUTH.astype(int), "prob": scores})
    before, after = one_click_and_back(frame, key, back)
    assert after.precision.tolist() == before.precision.tolist()
    assert thresholds[0] <= after.threshold.min() < after.threshold.max() <= thresholds[1]


def test_probabilities_that_are_far_from_the_share_of_positives_are_said():
    frame = pd.DataFrame({"y": TRUTH.astype(int), "prob": SCORE / 4 + 0.6})
    facts = looked_at(frame)[2]["probability_mean"][0].params
    assert facts["share"] == 0.25
    assert facts["mean"] == pytest.approx(frame["prob"].mean())
    assert "probability_mean" not in looked_at(frame.assign(prob=SCORE / 4))[2]
    assert "probability_outside" in looked_at(frame.assign(prob=SCORE * 500))[2]
    assert looked_at(pd.DataFrame({"y": TRUTH.astype(int), "score": SCORE * 500}))[2] == {}


def test_missed_positives_turn_no_scores_round():
    table = Table("t", pd.DataFrame({"y": [1, 1, 0, 0], "score": [4, 3, 2, 1]}))
    roles = replace(infer_roles(table), unscored_positives=40)
    assert check_data(build_labeled_scores(table, roles), table) == []
