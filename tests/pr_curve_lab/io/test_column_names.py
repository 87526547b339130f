"""Columns are recognized by whole words of their names in a dozen languages, never by a part of a word."""

import pytest

from pr_curve_lab.io.column_names import (
    find_group_column,
    find_label_column,
    find_score_column,
    find_weight_column,
    is_id,
    is_name_match,
    parse_header,
)


@pytest.mark.parametrize(
    "name",
    ["target_id", "classroom", "labeler", "predicted_class", "class_weight", "pred_label", "flat", "multiclass_id"],
)
def test_names_that_are_no_label(name):
    assert find_label_column([name]) is None


@pytest.mark.parametrize("name", ["true_label", "yTrue", "Ground-Truth", "actual class", "真实标签", "Y", "LABEL_2"])
def test_names_of_a_label(name):
    assert find_label_column(["age", name]) == name


@pytest.mark.parametrize("name", ["scoreboard", "probation", "patient", "lat", "score_id", "problem", "asp"])
def test_names_that_are_no_score(name):
    assert find_score_column([name]) is None


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
def test_names_of_a_score(names, score):
    assert find_score_column(names) == score


def test_names_of_weights_and_groups():
    assert find_weight_column(["birth_weights", "weight", "w"]) is None
    assert find_weight_column(["Sample-Weight"]) == "Sample-Weight"
    assert find_group_column(["fold_change", "groupon", "cv_fold"]) == "cv_fold"
    assert [find_group_column(["regional", name]) for name in ("Sales Region", "地区")] == ["Sales Region", "地区"]
    assert [find_group_column([name]) for name in ("Office", "产线", "deadline", "office_hours")] == [
        "Office",
        "产线",
        None,
        None,
    ]
    assert [is_id(name) for name in ("patientID", "row_number", "prob_no", "idea", "#1")] == [
        True, True, False, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("attribute", """sex, Geschlecht, fumeur, estado civil, região, sposato, rookt, płeć, пол,
            cinsiyet, 婚姻状况, 性別, 성별"""),
        ("treatment", """treated, study_arm, Behandlungsgruppe, traitement, 治疗组, 投薬, 치료"""),
        ("split", """is_train, fold, set, em_treino, 训练集, выборка, 훈련"""),
        ("input", """amount, income, Alter, montant, edad, reddito, возраст, gelir, 年龄, 年収, 소득,
            days_to_death, dwell_s, 水温(℃), $LP-churn, MolWt, pKa_basic"""),
        ("grade", """test_score, credit_score, 满意度评分"""),
        ("outcome", """is_fraud, died, churned, Ausfall, décès, moroso, inadimplente, zgon,
            просрочка, 是否逾期, 違約, 再発, 이탈여부, readmitted within 30 days, deathflag row zork"""),
        ("label", """y, target, true_label, ground truth, Referable (ground truth), 真实标签,
            Zielvariable, 정답"""),
        ("score", """prob, p_hat, logit, risk, model_output, p_pass, Ausfallwahrscheinlichkeit,
            probabilité, puntuación, вероятность оттока, olasılık, 预测概率, 予測確率, 위험점수,
            rf_prob, $LRP-churn"""),
        ("decision", """flagged, predicted_class, 预测标签, $L-churn"""),
        ("identifier", """customer_id, Kundennummer, 客户编号, 고객ID"""),
        ("", """zork, x1, #3"""),
    ],
)  # fmt: skip
def test_the_kind_of_a_header(kind, names):
    listed = [name.strip() for name in names.split(",")]
    assert {name: parse_header(name).kind for name in listed} == dict.fromkeys(listed, kind)


def test_a_score_matches_the_label_that_it_is_named_after():
    for score, label in [
        ("churn_score", "Churned"),
        ("prob_mora", "moroso"),
        ("違約機率", "是否違約"),
        ("cure_score", "cured_90d"),
    ]:
        assert is_name_match(score, label)
    for score, label in [("risk", "churned"), ("churn_score", "fraud"), ("score_a", "label_a_b")]:
        assert not is_name_match(score, label)


@pytest.mark.parametrize("name", ["", "   ", "()", "123", "a", "_", "\ud83d\ude00", "(g/cc)"])
def test_any_header_can_be_parsed(name):
    assert isinstance(parse_header(name).kind, str)
