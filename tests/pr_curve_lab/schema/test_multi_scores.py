import pandas as pd
import pytest

from pr_curve_lab.schema.multi_scores import binary_score_columns, classes_by_column, labels_by_column, model_columns


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
def test_classes_are_found_in_the_names_of_their_columns(values, columns, classes):
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
def test_labels_and_scores_are_paired_by_what_their_names_share(labels, columns, paired):
    assert labels_by_column(labels, columns) == paired


def test_models_are_fractions_between_zero_and_one():
    frame = pd.DataFrame(
        {"age": [41.5, 17.0], "forest": [0.25, 0.5], "hits": [0.0, 1.0], "tree": [0.5, None], "rank": [1, 2]}
    )
    assert model_columns(frame, list(frame.columns)) == ["forest", "tree"]


def test_the_probabilities_of_two_classes_are_no_two_models():
    assert model_columns(pd.DataFrame({"no": [0.3, 0.875], "yes": [0.7, 0.125]}), ["no", "yes"]) == []


def test_one_column_does_not_score_both_values():
    frame = pd.DataFrame({"p1": [0.9, 0.2], "p2": [0.8, 0.3]})
    assert binary_score_columns(frame, "1", "-1", ["p1", "p2"]) is None


def test_numbered_models_with_a_bad_cell_are_no_two_classes():
    frame = pd.DataFrame({"model_0": [0.1, 0.2], "model_1": [0.9, 0.8]})
    assert binary_score_columns(frame, "1", "0", list(frame)) == ("model_1", "model_0")
    assert binary_score_columns(frame.assign(model_0=["0.1", "x"]), "1", "0", list(frame)) is None
