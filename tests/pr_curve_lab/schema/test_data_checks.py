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
def test_plausible_data_get_no_notice(example):
    assert check_data(example_labeled_scores(example), example_table(example)) == []


def test_reversed_scores_get_a_notice():
    assert keys([0, 0, 1, 1], [4, 3, 2, 1]) == ["scores_reversed"]
    assert keys([1, 1, 0, 0], [4, 3, 2, 1]) == []


def test_ties_count_half_in_the_share_of_ordered_pairs():
    table = Table("t", pd.DataFrame({"label": [0, 1, 1], "score": [5, 5, 1]}))
    labeled_scores = build_labeled_scores(table, infer_roles(table))
    assert check_data(labeled_scores, table)[0] == Notice("scores_reversed", share=0.25, column="score")


def test_hard_decisions_or_constant_scores_get_a_notice():
    assert keys([1, 0] * 5, [1, 0] * 5) == ["hard_decisions"]
    assert keys([1, 0], [1, 1]) == ["one_score"]


def test_many_ties_get_a_notice():
    assert keys([1, 1, 0, 1, 0, 0], [3, 3, 2, 2, 1, 1]) == ["many_ties"]


def test_few_positives_get_a_notice():
    assert keys([1] * 9 + [0] * 41, range(50, 0, -1)) == ["few_positives"]
    assert keys([1] * 10 + [0] * 40, range(50, 0, -1)) == []


def test_one_vs_rest_gets_a_notice():
    assert keys(["a", "b", "c"], [3, 2, 1], positive="a") == ["one_against_rest"]


RNG = np.random.default_rng(7)
TRUTH = np.arange(200) % 4 == 0
SCORE = np.round(RNG.random(200) + TRUTH * 0.4, 12)


def notices_of(frame, roles=None):
    """The table, its roles, and its notices by key, each with the suggested fixes."""
    table = Table("t", frame)
    roles = roles or infer_roles(table)
    labeled_scores = build_labeled_scores(table, roles)
    assert isinstance(labeled_scores, LabeledScores)
    return table, roles, {one.key: (one, fix_options(one, table, roles)) for one in check_data(labeled_scores, table)}


def points_before_and_after_fix(frame, key, back, roles=None):
    """The points before and after the suggested fix, which can be undone."""
    table, roles, notices = notices_of(frame, roles)
    offer = notices[key][1][0]
    undo = next(one for one in describe_roles(table, offer.roles) if one.notice.key == back).options[-1]
    assert undo.roles == roles
    return [build_labeled_scores(table, one).points for one in (roles, offer.roles)]


def test_a_suggested_fix_drops_duplicate_rows():
    frame = pd.DataFrame({"id": range(200), "label": TRUTH.astype(int), "score": SCORE})
    twice = pd.concat([frame, frame.iloc[:30]])
    before, after = points_before_and_after_fix(twice, "rows_repeated", "chose_once")
    assert (before.positives, after.positives) == (58.0, 50.0)
    table, roles, notices = notices_of(twice)
    assert notices["rows_repeated"][0] == Notice("rows_repeated", row=201, count=30)
    assert build_dataset(table, replace(roles, drop_duplicates=True)).excluded == (
        Notice("excluded_repeated", row=201, count=30),
    )


def test_tied_rows_are_not_reported_as_duplicates():
    coarse = pd.DataFrame({"label": TRUTH.astype(int), "score": np.round(SCORE, 2)})
    assert "rows_repeated" not in notices_of(coarse)[2]
    assert "rows_repeated" not in notices_of(pd.DataFrame({"label": TRUTH.astype(int), "score": SCORE}))[2]


def test_a_score_is_suggested_in_place_of_hard_decisions():
    frame = pd.DataFrame({"label": TRUTH.astype(int), "score": (SCORE > 0.7).astype(int), "other": SCORE})
    table, _, notices = notices_of(frame)
    offer = notices["hard_decisions"][1][0]
    assert (offer.action, offer.roles.scores) == ("take", ("other",))
    assert build_labeled_scores(table, offer.roles).points.threshold.size > 100


def test_the_notice_on_ties_has_the_range_of_the_area():
    notices = notices_of(pd.DataFrame({"label": [1, 0, 1, 0], "score": [2, 2, 1, 1]}))[2]
    facts = notices["many_ties"][0].params
    assert (facts["low"], facts["high"]) == (pytest.approx(0.5), pytest.approx((1 + 2 / 3) / 2))
    weighted = pd.DataFrame({"label": [1, 0, 1, 0], "score": [2, 2, 1, 1], "sample_weight": [1, 2, 1, 1]})
    assert "many_ties_weighted" in notices_of(weighted)[2]


def test_a_score_that_separates_perfectly_gets_a_notice():
    leaking = pd.DataFrame({"label": TRUTH.astype(int), "score": TRUTH + RNG.random(200) / 10, "other": SCORE})
    notices = notices_of(leaking)[2]
    assert notices["separates_perfectly"][1][0].roles.scores == ("other",)
    few = pd.DataFrame({"label": [1, 1, 0, 0], "score": [4, 3, 2, 1]})
    assert "separates_perfectly" not in notices_of(few)[2]


def test_a_suggested_fix_removes_one_of_two_models():
    frame = pd.DataFrame({"y": TRUTH.astype(int), "score_a": TRUTH + RNG.random(200) / 10, "score_b": SCORE})
    _, roles, notices = notices_of(frame, Roles("y", "1", ("score_a", "score_b"), kind="models"))
    offer = notices["separates_perfectly"][1][0]
    assert (roles.kind, offer.action, offer.roles.scores, offer.roles.kind) == (
        "models",
        "without",
        ("score_b",),
        "one",
    )


def test_ties_are_no_reason_to_leave_a_model_out():
    frame = pd.DataFrame({"y": TRUTH.astype(int), "score_a": SCORE.round(1), "score_b": SCORE})
    assert notices_of(frame, Roles("y", "1", ("score_a", "score_b"), kind="models"))[2]["many_ties"][1] == ()
    assert notices_of(frame, Roles("y", "1", ("score_a",)))[2]["many_ties"][1][0].roles.scores == ("score_b",)


def test_a_suggested_fix_removes_training_rows():
    frame = pd.DataFrame({"y": TRUTH.astype(int), "score": SCORE, "split": ["train"] * 100 + ["test"] * 100})
    table = Table("t", frame)
    roles = infer_roles(table)
    assert roles.split_value == "test"
    before, after = points_before_and_after_fix(frame, "training_rows", "chose_part", replace(roles, split_value=None))
    assert before.positives + before.negatives == 200
    assert after.positives + after.negatives == 100


def test_all_splits_are_suggested_if_one_has_few_positives():
    frame = pd.DataFrame({"y": [1] * 18 + [0] * 82, "score": SCORE[:100], "split": ["train", "test"] * 50})
    offer = notices_of(frame)[2]["few_positives"][1][0]
    assert (offer.action, offer.roles.split_value) == ("take_all", None)


@pytest.mark.parametrize(
    ("scores", "key", "back", "thresholds"),
    [
        (SCORE / 2 * 100, "probability_percent", "chose_percent", (0.0, 1.0)),
        (np.log(SCORE + 0.01), "probability_logit", "chose_logit", (0.0, 1.0)),
    ],
)
def test_a_suggested_rescaling_to_probabilities_keeps_precision(scores, key, back, thresholds):
    frame = pd.DataFrame({"y": TRUTH.astype(int), "prob": scores})
    before, after = points_before_and_after_fix(frame, key, back)
    assert after.precision.tolist() == before.precision.tolist()
    assert thresholds[0] <= after.threshold.min() < after.threshold.max() <= thresholds[1]


def test_probabilities_far_from_the_prevalence_get_a_notice():
    frame = pd.DataFrame({"y": TRUTH.astype(int), "prob": SCORE / 4 + 0.6})
    facts = notices_of(frame)[2]["probability_mean"][0].params
    assert facts["share"] == 0.25
    assert facts["mean"] == pytest.approx(frame["prob"].mean())
    assert "probability_mean" not in notices_of(frame.assign(prob=SCORE / 4))[2]
    assert "probability_outside" in notices_of(frame.assign(prob=SCORE * 500))[2]
    assert notices_of(pd.DataFrame({"y": TRUTH.astype(int), "score": SCORE * 500}))[2] == {}


def test_unscored_positives_do_not_make_scores_look_reversed():
    table = Table("t", pd.DataFrame({"y": [1, 1, 0, 0], "score": [4, 3, 2, 1]}))
    roles = replace(infer_roles(table), unscored_positives=40)
    assert check_data(build_labeled_scores(table, roles), table) == []
