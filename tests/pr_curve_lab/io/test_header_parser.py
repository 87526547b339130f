"""What headers say, in a dozen languages."""

import pytest

from pr_curve_lab.io.header_parser import is_name_match, parse_header


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
def test_headers_of_a_kind(kind, names):
    listed = [name.strip() for name in names.split(",")]
    assert {name: parse_header(name).kind for name in listed} == dict.fromkeys(listed, kind)


def test_a_score_is_about_the_label_that_it_is_named_after():
    for score, label in [
        ("churn_score", "Churned"),
        ("prob_mora", "moroso"),
        ("違約機率", "是否違約"),
        ("cure_score", "cured_90d"),
    ]:
        assert is_name_match(score, label)
    for score, label in [("risk", "churned"), ("churn_score", "fraud"), ("score_a", "label_a_b")]:
        assert not is_name_match(score, label)


@pytest.mark.parametrize("name", """   , (), 123, a, _, \ud83d\ude00, (g/cc)""")
def test_any_header_says_something_or_nothing(name):
    assert isinstance(parse_header(name).kind, str)
