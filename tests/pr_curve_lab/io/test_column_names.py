"""Columns by their names: whole words, never a part of one."""

import pytest

from pr_curve_lab.io.column_names import group_named, is_id, label_named, score_named, weight_named


@pytest.mark.parametrize(
    "name",
    ["target_id", "classroom", "labeler", "predicted_class", "class_weight", "pred_label", "flat", "multiclass_id"],
)
def test_no_label(name):
    assert label_named([name]) is None


@pytest.mark.parametrize("name", ["true_label", "yTrue", "Ground-Truth", "actual class", "真实标签", "Y", "LABEL_2"])
def test_a_label(name):
    assert label_named(["age", name]) == name


@pytest.mark.parametrize("name", ["scoreboard", "probation", "patient", "lat", "score_id", "problem", "asp"])
def test_no_score(name):
    assert score_named([name]) is None


@pytest.mark.parametrize(
    ("names", "score"),
    [
        (["credit_score", "pd"], "pd"),
        (["points", "model score"], "model score"),
        ([".pred_yes"], ".pred_yes"),
        (["预测概率"], "预测概率"),
        (["predProba"], "predProba"),
    ],
)
def test_a_score(names, score):
    assert score_named(names) == score


def test_weights_and_groups():
    assert weight_named(["birth_weights", "weight", "w"]) is None
    assert weight_named(["Sample-Weight"]) == "Sample-Weight"
    assert group_named(["fold_change", "groupon", "cv_fold"]) == "cv_fold"
    assert [is_id(name) for name in ("patientID", "row_number", "prob_no", "idea", "#1")] == [
        True, True, False, False, False,
    ]  # fmt: skip
