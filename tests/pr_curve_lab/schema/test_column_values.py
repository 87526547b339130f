"""The positive value: by words, by the header, by the scores' names, else the rarer; never by which scores higher.

Columns that score classes, labels or models are found by their names.
"""

import pandas as pd
import pytest

from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.column_values import (
    Positive,
    binary_score_columns,
    classes_by_column,
    infer_positive,
    label_values,
    labels_by_column,
    model_columns,
    positive_by_text,
)
from pr_curve_lab.schema.roles import infer_roles
from pr_curve_lab.schema.table_files import read_table


def table_of(label, header="y", **scores):
    return Table("t.csv", pd.DataFrame({header: label, **(scores or {"s": range(len(label))})}))


def positive_of(label, header="y", **scores):
    return infer_positive(table_of(label, header, **scores), header, list(scores))


@pytest.mark.parametrize(
    ("positive", "negative", "is_plain"),
    [
        ("yes", "no", True), ("TRUE", "FALSE", True), ("是", "否", True), ("+", "-", True), ("Ja", "Nein", True),
        ("阳性", "阴性", True), ("disease", "Healthy", False), ("malignant", "benign", False), ("M", "B", False),
        ("fraud", "legit", False), ("Case", "Control", False), ("spam", "ham", False), ("fail", "pass", False),
        ("failure", "normal", False), ("Charged Off", "Fully Paid", False), ("churned", "stayed", False),
        ("fraud", "not_fraud", False), ("spam", "non-spam", False), ("违约", "未违约", False),
        ("unpaid", "paid", False), ("DoS Hulk", "BENIGN", False),
        ("Yes", "No", True), ("YES", "NO", True), ("y", "n", True), ("Y", "N", True), ("true", "false", True),
        ("True", "False", True), ("T", "F", True), ("pos", "neg", True), ("Positive", "Negative", True),
        ("POS", "NEG", True), ("disease", "healthy", False), ("case", "control", False), ("sick", "well", False),
        ("default", "paid", False), ("churn", "stay", False), ("有", "无", True), ("正", "负", True),
        ("ja", "nein", True), ("oui", "non", True), ("sí", "no", True), ("si", "no", True),
        ("disease", "no disease", False), ("欺诈", "非欺诈", False), ("relevant", "irrelevant", False),
        ("relevant", "not relevant", False), ("anomaly", "normal", False), ("infected", "uninfected", False),
        ("toxic", "non_toxic", False), ("clicked", "not clicked", False), ("fraudulent", "legitimate", False),
        ("event", "nonevent", False), ("survived", "not survived", False), ("diabetes", "no_diabetes", False),
        ("malware", "benign", False), ("attack", "normal", False),
        ("不合格", "合格", False), ("不良", "良品", False), ("异常", "正常", False), ("未通过", "通过", False),
        ("流失", "在网", False), ("欺诈", "正常", False), ("有缺陷", "无缺陷", False), ("有故障", "无故障", False),
        ("不正常", "正常", False), ("FAILED", "Passed", False), ("bad", "good", False), ("NG", "OK", False),
        ("defekt", "in Ordnung", False), ("not ok", "ok", False), ("failure", "success", False), ("won", "lost", False),
        ("real", "bogus", False), ("abnormal", "normal", False), ("disease", "No disease", False),
    ],
)  # fmt: skip
def test_the_positive_word_does_not_depend_on_the_order(positive, negative, is_plain):
    assert positive_by_text(positive, negative) == positive_by_text(negative, positive) == (positive, is_plain)


@pytest.mark.parametrize("pair", [("m", "f"), ("cat", "dog"), ("Good", "Poor"), ("1", "2"), ("a", "b")])
def test_unknown_words_have_no_positive_one(pair):
    assert positive_by_text(*pair) is None


@pytest.mark.parametrize(
    ("label", "header", "scores", "positive"),
    [
        (["F", "N", "N"], "is_fraud", {}, Positive("F", "header")),
        (["h", "d", "d"], "diseased", {}, Positive("d", "header")),
        ([0, 5, 5], "y", {}, Positive("5", "header")),
        (["a", "b", "b"], "class", {"p_b": [0.1, 0.2, 0.3]}, Positive("b", "score")),
        (["a", "b", "b"], "class", {"p_a": [0.1, 0.2, 0.3], "p_b": [0.9, 0.8, 0.7]}, Positive("a", "rarer")),
        (["x", "z", "z"], "class", {}, Positive("x", "rarer")),
        ([1, 1, 2], "class", {}, Positive("2", "coded")),
        ([1, 2, 2], "class", {}, Positive("2", "coded")),
        ([3, 4, 4], "class", {}, Positive("3", "rarer")),
        (["z", "x"], "class", {}, Positive("z", "even")),
        (["x", "z"], "class", {}, Positive("z", "even")),
        ([True, False], "class", {}, Positive("True", "plain")),
        (["a", "b", "c"], "class", {}, None),
        ([1, 2, 2], "病理(1恶性2良性)", {}, Positive("1", "header")),
        ([0, 1, 1], "status (0 = dead, 1 = alive)", {}, Positive("0", "header")),
        ([0, 1, 1], "alive=1 dead=0", {}, Positive("0", "header")),
        ([0, 1, 1], "是否死亡（是=0，否=1）", {}, Positive("0", "header")),
        ([0, 1, 1], "death 1 year", {}, Positive("1", "plain")),
    ],
)
def test_the_positive_value_is_inferred_with_a_reason(label, header, scores, positive):
    assert positive_of(label, header, **scores) == positive


@pytest.mark.parametrize("flip", [1, -1])
def test_the_positive_value_does_not_depend_on_the_ranking(flip):
    label = ["disease", "healthy"] * 3
    table = table_of(label, score=[flip * value for value in (0.1, 0.9, 0.3, 0.8, 0.2, 0.7)])
    assert infer_roles(table).positive == "disease"


@pytest.mark.parametrize(
    ("header", "score"),
    [
        ("label,p_0,p_1", "p_1"),
        ("label,prob_pos,prob_neg", "prob_pos"),
        ("label,0,1", "1"),
        ("label,P(no),P(yes)", "P(yes)"),
        ("label,model_0,model_1", "model_1"),
    ],
)
def test_the_score_column_of_the_positive_value_is_selected(header, score):
    table = read_table("t.csv", f"{header}\n1,0.25,0.75\n0,0.5,0.5\n".encode())
    assert infer_roles(table).scores == (score,)


def test_a_passed_value_is_positive_only_if_a_name_asks_for_it():
    assert positive_of(["pass", "fail"], "verdict", score=[0.1, 0.9]) == Positive("fail", "meaning")
    assert positive_of(["合格", "不合格"], "检验结果", 得分=[0.1, 0.9]) == Positive("不合格", "meaning")
    assert positive_of(["合格", "不合格"], "检验结果", 不合格概率=[0.1, 0.9]) == Positive("不合格", "meaning")
    assert positive_of(["合格", "不合格"], "检验结果", 合格概率=[0.1, 0.9]) == Positive("合格", "score")
    assert positive_of(["pass", "fail"], "passed", score=[0.1, 0.9]) == Positive("pass", "header")


def test_a_risk_score_makes_the_rejected_value_positive():
    assert positive_of(["approved", "rejected"], "decision", risk_score=[0.1, 0.9]) == Positive("rejected", "score")
    assert positive_of(["approved", "rejected"], "decision", score=[0.1, 0.9]) == Positive("approved", "meaning")


def test_each_model_uses_its_score_of_the_positive_value():
    header = "label,Logit (0),Logit (1),Forest (0),Forest (1)"
    table = read_table("t.csv", f"{header}\n1,0.25,0.75,0.4,0.6\n0,0.5,0.5,0.7,0.3\n".encode())
    assert infer_roles(table).scores == ("Logit (1)", "Forest (1)")


def test_two_numbered_models_are_not_classes():
    table = read_table("t.csv", b"label,model_0,model_1\n1,0.25,0.5\n0,0.5,0.5\n1,0.75,0.9\n")
    assert infer_roles(table).scores == ("model_0", "model_1")


@pytest.mark.parametrize("values", [["0.0", "1.0", ""], ["1.0", "0", "0.0"], ["-1.0", "1.0", "-1.0"]])
def test_numeric_label_values_stored_as_text_are_normalized(values):
    assert positive_of(values) == Positive("1", "plain")


@pytest.mark.parametrize(
    ("values", "known"),
    [
        (["+", "-"], ["+", "-"]),
        (["none", "tumor"], ["none", "tumor"]),
        (["NA", "EU"], ["NA", "EU"]),
        (["NA", "yes"], ["yes"]),
        (["?", "1"], ["1"]),
        (["NA", "EU", "AS"], ["EU", "AS"]),
    ],
)
def test_the_other_values_decide_whether_na_is_missing(values, known):
    assert label_values(Table("t", pd.DataFrame({"y": values, "s": range(len(values))})), "y") == known


def test_na_with_a_score_column_is_a_class():
    frame = pd.DataFrame({"y": ["NA", "EU", "AS"], "p_NA": [0.1] * 3, "p_EU": [0.2] * 3, "p_AS": [0.7] * 3})
    assert label_values(Table("t", frame), "y") == ["NA", "EU", "AS"]


def test_column_names_are_not_split_if_no_cell_can_be_missing(monkeypatch):
    monkeypatch.setattr("pr_curve_lab.schema.column_values.split_name", None)  # which thousands of columns would cost
    assert label_values(Table("t", pd.DataFrame({"y": ["b", "a"], "s": [1, 2]})), "y") == ["b", "a"]


@pytest.mark.parametrize(
    ("values", "columns", "classes"),
    [
        (["VF", "F"], ["VF", "F"], {"VF": "VF", "F": "F"}),
        (["0", "1", "10"], ["p_0", "p_1", "p_10", "fold"], {"p_0": "0", "p_1": "1", "p_10": "10"}),
        (["cat", "dog"], ["cat_prob", "dog_prob", "n"], {"cat_prob": "cat", "dog_prob": "dog"}),
        (["a", "b"], ["p.a", "p.b", "p.c", "q.a"], {"p.a": "a", "p.b": "b", "p.c": "c"}),
        (["a", "b"], ["p_a", "q_b"], None),
        (["猫", "狗"], ["概率 猫", "概率 狗"], {"概率 猫": "猫", "概率 狗": "狗"}),
    ],
)
def test_classes_are_matched_to_columns_by_name(values, columns, classes):
    assert classes_by_column(values, columns) == classes


@pytest.mark.parametrize(
    ("labels", "columns", "paired"),
    [
        (["y_cat", "y_dog"], ["p_dog", "p_cat"], {"p_dog": "y_dog", "p_cat": "y_cat"}),
        (["Cat true", "Dog true"], ["cat score", "dog score"], {"cat score": "Cat true", "dog score": "Dog true"}),
        (["cat", "dog"], ["score cat"], None),
        (["y", "label"], ["p", "score"], None),
        (["y_cat", "label_cat"], ["p_cat", "s_cat"], None),
    ],
)
def test_labels_and_scores_are_paired_by_name(labels, columns, paired):
    assert labels_by_column(labels, columns) == paired


def test_columns_of_models_are_fractions_between_0_and_1():
    frame = pd.DataFrame(
        {"age": [41.5, 17.0], "forest": [0.25, 0.5], "hits": [0.0, 1.0], "tree": [0.5, None], "rank": [1, 2]}
    )
    assert model_columns(frame, list(frame.columns)) == ["forest", "tree"]


def test_complementary_probabilities_are_not_two_models():
    assert model_columns(pd.DataFrame({"no": [0.3, 0.875], "yes": [0.7, 0.125]}), ["no", "yes"]) == []


def test_one_score_column_cannot_match_both_values():
    frame = pd.DataFrame({"p1": [0.9, 0.2], "p2": [0.8, 0.3]})
    assert binary_score_columns(frame, "1", "-1", ["p1", "p2"]) is None


def test_score_columns_of_two_classes_must_be_numeric():
    frame = pd.DataFrame({"model_0": [0.1, 0.2], "model_1": [0.9, 0.8]})
    assert binary_score_columns(frame, "1", "0", list(frame)) == ("model_1", "model_0")
    assert binary_score_columns(frame.assign(model_0=["0.1", "x"]), "1", "0", list(frame)) is None
