"""Named columns are used as named; the other roles are inferred."""

from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.column_values import label_values
from pr_curve_lab.schema.roles import (
    Roles,
    find_splits,
    group_columns,
    infer_roles,
    infer_roles_and_certainty,
    with_group,
)


def table_of(**columns):
    return Table("t.csv", pd.DataFrame(columns))


@pytest.mark.parametrize(
    ("columns", "roles"),
    [
        ({"y_true": [True, False], "y_pred": [0.9, 0.5]}, Roles("y_true", "True", ("y_pred",))),
        (
            {"id": [11, 12, 13], "truth": [-1, 1, 1], "model_score": [0.1, 0.9, 0.4]},
            Roles("truth", "1", ("model_score",)),
        ),
        ({"truth": ["cat", "dog", "cat"], "p": [0.1, 0.9, 0.4]}, Roles("truth", "dog", ("p",))),
        ({"标签": ["反", "正", "反"], "得分": [0.1, 0.9, 0.4]}, Roles("标签", "正", ("得分",))),
        ({"a": [0.1, 0.9, 0.4], "b": ["x", "y", "x"]}, Roles("b", "y", ("a",))),
        (
            {"fold": [1, 2, 1], "weights": [1, 1, 2], "score": [0.9, 0.5, 0.4]},
            Roles("fold", "2", ("score",), "weights"),
        ),
        ({"fold": [1, 2, 1], "group": [0.5, 0.1, 0.2]}, Roles("fold", "2", ("group",))),
        ({"label": [1, 0], "sample_weight": [1, 2], "fold": [1, 2]}, Roles("label", "1", ("sample_weight",))),
        (
            {"id": [4, 9, 2], "group": ["case", "control", "case"], "score": [0.9, 0.5, 0.4]},
            Roles("group", "case", ("score",)),
        ),
        ({"u": [1, 1], "score": [0.9, 0.5]}, Roles("u", "1", ("score",))),
        ({"u": [1.0, 1.0, 1.0], "v": [0.9, 0.5, 0.5]}, Roles("u", "1", ("v",))),
        ({"obs": ["a", "b", "c"], "a": [0.1, 0.9, 0.4], "b": [0.5, 0.5, 0.2]}, Roles("obs", None, ("a",))),
        (
            {"y": [0, 1, 0], "s": [0.1, 0.9, 0.4], "sample_weight": [1, 2, 1], "Fold": ["f1", "f1", "f2"]},
            Roles("y", "1", ("s",), "sample_weight", "Fold"),
        ),
        (
            {"truth": ["A", "B"], "Class1": [0.1, 0.9], "Class2": [0.9, 0.1], "weight": [70, 80]},
            Roles("truth", "B", ("Class1",)),
        ),
        ({"label": [1, 0, 1], "score": ["high", "", "0.4"], "w": [2, 1, 3]}, Roles("label", "1", ("score",))),
        ({"obs": ["a", "b"], "pred": ["a", "a"], "a": [0.9, 0.4]}, Roles("obs", "a", ("a",))),
        ({"id": [1, 2, 3], "truth": [1, 0, 1], "model_a": [0.7, 0.3, 0.7]}, Roles("truth", "1", ("model_a",))),
        ({"n": [7, 8, 9], "truth": [1, 0, 1], "points": [5, 3, 5]}, Roles("truth", "1", ("points",))),
        (
            {"amount": [514.43, 60.2, 9.5], "boosted": [0.1, 0.9, 0.1], "fraud": [0, 1, 0]},
            Roles("fraud", "1", ("boosted",)),
        ),
        (
            {
                "amount": [514.43, 60.2, 9.5],
                "new": [0.1, 0.9, 0.1],
                "old": [0.2, 0.2, 0.4],
                "fraud": ["no", "yes", "no"],
            },
            Roles("fraud", "yes", ("new", "old"), kind="models"),
        ),
        ({"loan_amount": [514.43, 60.2, 9.5], "z": [-1.5, 0.5, -1.5], "bad": [0, 1, 0]}, Roles("bad", "1", ("z",))),
        (
            {"day": [20260901, 20260902, 20260904], "points": [5, 3, 5], "bad": [0, 1, 0]},
            Roles("bad", "1", ("points",)),
        ),
        ({"truth": [0, 1, 0], "value": [-1.5, 0.5, -1.5], "age": [31, 40, 52]}, Roles("truth", "1", ("value",))),
        ({"truth": [0, 1, 0], "price": [3.5, 1.5, 2.5]}, Roles("truth", "1", ("price",))),
        ({"patient_id": [41, 17, 99], "truth": [1, 0, 1], "points": [5, 3, 5]}, Roles("truth", "1", ("points",))),
    ],
)
def test_roles_are_inferred_from_names_and_values(columns, roles):
    assert infer_roles(table_of(**columns)) == roles


def test_at_most_21_label_values_are_listed():
    assert len(label_values(table_of(label=range(500)), "label")) == 21


def test_a_column_with_the_argmax_of_the_scores_is_not_the_label():
    scores = {"a": [0.7, 0.1, 0.2, 0.6], "b": [0.2, 0.8, 0.1, 0.3], "c": [0.1, 0.1, 0.7, 0.1]}
    table = table_of(age=[55, 15, 88, 41], **scores, Call=["a", "b", "c", "a"], subtype=["a", "b", "c", "b"])
    assert infer_roles(table).label == "subtype"


ROWS = Table(
    "t",
    pd.DataFrame(
        {
            "clicked": [1, 0, 1, 0, 0],
            "bought": ["yes", "no", "no", "no", "no"],
            "p": [0.9, 0.2, 0.4, 0.3, 0.1],
            "old": [0.8, 0.7, 0.1, 0.2, 0.3],
            "weight": [1.5, 2.5, 1.0, 1.0, 2.0],
            "split": ["test", "test", "train", "test", "test"],
        }
    ),
)
CLASSES = Table("t", pd.DataFrame({"y": ["a", "b", "c"], "p_a": [0.8, 0.1, 0.1], "p_b": [0.1, 0.8, 0.1], "p_c": 0.2}))


COUNTS = Table("t", pd.DataFrame({"score": [0.9, 0.9, 0.2, 0.2], "label": [1, 0, 1, 0], "count": [7, 2, 3, 9]}))
SURE = Table(
    "t",
    pd.DataFrame({"y": ["a", "b", "b", "a"], "predicted": ["a", "b", "a", "a"], "confidence": [0.9, 0.8, 0.6, 0.7]}),
)
TOTAL = Table("t", pd.DataFrame({"y": [1, 0, 1], "p": [0.9, 0.1, 0.4], "num_positives": 9, "sample_weight": [1, 2, 1]}))
UNSCORED = Table("t", pd.DataFrame({"y": [1, 0, 1], "p": [0.9, 0.1, None]}), has_unscored_rows=True)


@pytest.mark.parametrize("table", [ROWS, CLASSES, COUNTS, SURE, TOTAL, UNSCORED])
@pytest.mark.parametrize("named", [("label",), ("scores",), ("label", "scores")])
def test_naming_the_inferred_columns_changes_nothing(table, named):
    inferred = infer_roles(table)
    assert infer_roles(table, **{name: getattr(inferred, name) for name in named}) == inferred


@pytest.mark.parametrize(("label", "positive"), [("clicked", "1"), ("bought", "yes")])
@pytest.mark.parametrize("score", ["p", "old"])
def test_roles_that_are_not_named_are_inferred(label, positive, score):
    expected = Roles(label, positive, (score,), group="split", split_value="test")
    assert infer_roles(ROWS, label=label, scores=[score]) == expected


def test_a_named_column_loses_its_inferred_role():
    roles = infer_roles(COUNTS, label="label", scores=["count"])
    assert (roles.scores, roles.weight) == (("count",), None)
    roles = infer_roles(ROWS, label="split", scores=["p"])
    assert (roles.label, roles.group, roles.split_value) == ("split", None, None)
    roles = infer_roles(TOTAL, scores=["sample_weight"], weight="num_positives")
    assert (roles.label, roles.weight, roles.total_positives) == ("y", "num_positives", None)
    assert infer_roles(TOTAL, weight="num_positives").total_positives is None
    roles = infer_roles(COUNTS, weight="score")
    assert (roles.label, roles.scores, roles.weight) == ("label", ("count",), "score")
    assert infer_roles(TOTAL, weight="y").label != "y"


def test_a_weight_is_inferred_beside_a_named_label_or_score():
    table = Table("t", TOTAL.frame.assign(other=[0, 1, 1], q=[0.5, 0.6, 0.7]))
    for named in ({"label": "other"}, {"scores": ["q"]}, {"label": "other", "scores": ["q"]}):
        assert infer_roles(table, **named).weight == "sample_weight"


@pytest.mark.parametrize("label", ["clicked", "bought"])
def test_a_score_is_inferred_beside_a_named_label(label):
    roles = infer_roles(ROWS, label=label)
    assert roles.label == label
    assert roles.scores[0] == "p"
    assert label not in roles.scores


def test_a_label_is_inferred_beside_a_named_score():
    roles = infer_roles(ROWS, scores=["old"])
    assert roles.scores == ("old",)
    assert roles.label in ("clicked", "bought")


def test_several_named_scores_are_models_or_classes():
    assert infer_roles(ROWS, label="clicked", scores=["p", "old"]).kind == "models"
    assert infer_roles(CLASSES, label="y", scores=["p_a", "p_b", "p_c"]).kind == "classes"


def test_a_named_positive_value_is_used_with_its_class_score():
    assert infer_roles(ROWS, label="bought", scores=["p"], positive="no").positive == "no"
    roles = infer_roles(CLASSES, positive="b")
    assert (roles.positive, roles.scores, roles.kind) == ("b", ("p_b",), "one")


def test_the_other_of_two_columns_gets_the_other_role():
    table = Table("t", pd.DataFrame({"a": [1, 0, 1], "b": [0, 1, 1]}))
    assert infer_roles(table, label="b").scores == ("a",)
    assert infer_roles(table, scores=["b"]).label == "a"


def test_a_group_becomes_the_label_if_no_other_column_is_left():
    table = Table("t", pd.DataFrame({"y": [1, 0, 1, 0], "p": [0.9, 0.2, 0.4, 0.1], "fold": [1, 1, 2, 2]}))
    assert infer_roles(table).group == "fold"
    assert infer_roles(table, label="p", scores=["y"]).group == "fold"
    assert infer_roles(table, scores=["y", "p"]).label == "fold"
    assert infer_roles(table, scores=["y", "p", "fold"]).scores == ("y", "p", "fold")


def test_roles_beside_a_named_column_follow_the_headers():
    rows = {"label": [1, 0, 1, 0], "flag": [1, 1, 0, 0], "outcome": [0, 1, 1, 0], "p_no": [0.1, 0.9, 0.2, 0.7]}
    table = Table("t", pd.DataFrame({**rows, "p_yes": [0.9, 0.1, 0.8, 0.3], "kind": ["yes", "no", "yes", "no"]}))
    assert infer_roles(table).label == "label"
    assert infer_roles(table, scores=["label"]).label == "outcome"
    assert infer_roles(table, label="kind").scores[0] == "p_yes"
    table = Table("t", pd.DataFrame({**rows, "x": [2.5, 3.5, 2.5, 4.5], "sample_weight": [1.5, 2.5, 3.5, 4.5]}))
    table.frame.pop("p_no")
    assert infer_roles(table, label="flag").scores[0] == "x"
    table = Table("t", pd.DataFrame({**rows, "score": [3, 4, 3, 5]}))
    assert infer_roles(table, label="flag").scores == ("score",)


N_ROWS = 240
MIN_RIGHT, MAX_AMBIGUOUS = 0.9, 0.1  # shares of the realistic tables
WORDS = {
    "en": ("yes", "no"), "de": ("ja", "nein"), "fr": ("oui", "non"), "es": ("sí", "no"), "pt": ("sim", "não"),
    "it": ("sì", "no"), "nl": ("ja", "nee"), "pl": ("tak", "nie"), "ru": ("да", "нет"), "tr": ("evet", "hayır"),
    "cs": ("ano", "ne"), "sv": ("ja", "nej"), "vi": ("có", "không"),
    "zh": ("是", "否"), "ja": ("はい", "いいえ"), "ko": ("예", "아니오"),
}  # fmt: skip
TABLES = Path(__file__).with_name("realistic_tables.txt").read_text()


@pytest.mark.slow
def test_realistic_tables_get_no_wrong_roles_without_alternatives():
    tables = [line.split(" | ") for line in TABLES.splitlines()]
    found = {" | ".join(line): verdict(line, seed) for seed, line in enumerate(tables)}
    counted = Counter(found.values())
    assert [line for line, one in found.items() if one == "wrong"] == []
    assert [line for line, one in found.items() if ("?" in line) != (one == "ambiguous")] == []
    assert counted["right"] >= MIN_RIGHT * len(tables)
    assert counted["ambiguous"] <= MAX_AMBIGUOUS * len(tables)


def verdict(line, seed):
    """Whether the roles are "right", "ambiguous", "wrong", or the right column is offered as an "alternative"."""
    language, *columns = line
    marked = {column.rpartition(":")[0]: column.rpartition(":")[2] for column in columns}
    frame = pd.DataFrame(made(language, marked, np.random.default_rng(seed)))
    found = infer_roles_and_certainty(Table("t.csv", frame))
    if found.is_ambiguous:
        return "ambiguous"
    label = next((name for name, kind in marked.items() if "!" in kind), None)
    scores = {name for name, kind in marked.items() if "*" in kind}
    words = marked.get(label, "").rstrip("!").partition("=")[2]
    is_turned = bool(words) and found.roles.positive != words.split("/")[0]
    if (found.roles.label, set(found.roles.scores)) == (label, scores):
        return "wrong" if is_turned else "right"
    named = {*found.label.selected, *found.label.alternatives, *found.score.selected, *found.score.alternatives}
    is_offered = {label, *scores} <= named and (found.label.alternatives or found.score.alternatives)
    return "alternative" if is_offered else "wrong"


def made(language, marked, rng):
    """The values of the columns."""
    truth = rng.permutation(N_ROWS) < N_ROWS // 4
    yes, no = WORDS[language]
    signal, noise = 1.2 * truth, rng.normal(size=N_ROWS)
    logit = signal + noise
    values = {
        "id": lambda: rng.permutation(N_ROWS) + 1001,
        "str": lambda: [f"r{number}" for number in rng.permutation(N_ROWS)],
        "n": lambda: rng.integers(18, 90, N_ROWS),
        "f": lambda: rng.random(N_ROWS).round(3),
        "b": lambda: rng.integers(0, 2, N_ROWS),
        "j": lambda: np.where(rng.random(N_ROWS) < 0.4, yes, no),
        "o": lambda: (rng.random(N_ROWS) < np.where(truth, 0.4, 0.25)).astype(int),
        "t": lambda: rng.choice(["A", "B", "C"], N_ROWS),
        "y": lambda: truth.astype(int),
        "w": lambda words=(yes, no): np.where(truth, *words),
        "e": lambda: (truth ^ (rng.random(N_ROWS) < 0.1)).astype(int),
        "p": lambda: (1 / (1 + np.exp(-logit))).round(4),
        "r": lambda: (100 / (1 + np.exp(-logit))).round(1),
        "l": lambda: (signal + 0.8 * noise + 0.6 * rng.normal(size=N_ROWS)).round(3),
        "q": lambda: (1 / (1 + np.exp(-signal - 0.8 * noise - 0.6 * rng.normal(size=N_ROWS)))).round(4),
        "d": lambda: (logit > 1).astype(int),
        "h": lambda: (650 - 60 * signal - 48 * noise - 36 * rng.normal(size=N_ROWS)).round(),
        "k": lambda: np.clip((3 + 2 * truth + 2 * rng.normal(size=N_ROWS)).round(), 0, 12).astype(int),
    }
    kinds = {name: kind.rstrip("!*?").partition("=") for name, kind in marked.items()}
    return {name: values[kind](*[words.split("/")] if words else []) for name, (kind, _, words) in kinds.items()}


@pytest.mark.parametrize(("name", "score"), [("confidence", [0.9, 0.6, 0.3, 0.05]), ("score", [0.9, 0.6, 0.7, 0.95])])
def test_a_score_of_the_positive_value_ignores_predictions(name, score):
    columns = {"truth": ["yes", "no", "yes", "no"], "predicted": ["yes", "yes", "no", "no"], name: score}
    assert infer_roles(Table("t", pd.DataFrame(columns))).prediction is None


def test_columns_that_look_like_groups_are_not_decisions_splits_or_measurements():
    rng, n_rows = np.random.default_rng(1), 60
    label = np.where(np.arange(n_rows) % 3 == 0, "yes", "no")
    columns = {"y": label, "score": rng.random(n_rows), "team": np.arange(n_rows) % 4, "ward": list("abc") * 20}
    columns |= {"decided": np.where(rng.random(n_rows) < 0.5, "yes", "no"), "part": ["train", "test"] * 30}
    columns |= {"region": np.arange(n_rows) % 5, "name": [f"n{row}" for row in range(n_rows)], "stars": [1, 2] * 30}
    table = Table("t", pd.DataFrame(columns))
    assert group_columns(table, Roles("y", "yes", ("score",))) == ["ward", "region"]
    assert group_columns(table, Roles("y", "yes", ("score",), group="region", cluster="ward")) == ["ward"]


@pytest.mark.parametrize("value", ["test", None])
def test_another_group_keeps_the_split_and_its_rows(value):
    frame = {"y": [1, 0, 1, 0], "s": [4, 3, 2, 1], "split": ["train", "test"] * 2, "sex": list("fmfm")}
    table = Table("t", pd.DataFrame(frame))
    roles = Roles("y", "1", ("s",), group="split", split_value=value)
    by_sex = with_group(table, roles, "sex")
    assert (by_sex.group, by_sex.split_column, by_sex.split_value) == ("sex", "split", value)
    assert with_group(table, by_sex, "split") == roles
    assert with_group(table, by_sex, None).split_column == "split"
    assert with_group(table, Roles("y", "1", ("s",), group="sex"), None) == Roles("y", "1", ("s",))


@pytest.mark.parametrize(
    ("header", "train", "test"),
    [
        ("split", "train", "test"), ("数据集", "训练", "测试"), ("集合", "训练集", "测试集"),
        ("划分", "训练集", "验证集"),
        ("part", "Train", "holdout"), ("来源", "train_set", "test_set"), ("usage", "training", "Validation"),
    ],
)  # fmt: skip
def test_training_and_test_rows_are_told_apart_by_any_header(header, train, test):
    rows = pd.DataFrame({header: [train, test] * 2, "fold": [1, 1, 2, 2], "y": [1, 1, 0, 0], "p": [0.9, 0.2, 0.1, 0.4]})
    roles = infer_roles(Table("t", rows))
    assert (roles.split_column, roles.split_value, roles.group, roles.label) == (header, test, "fold", "y")
    assert infer_roles(Table("t", rows), label="y", scores=["p"]) == roles
    alone = infer_roles(Table("t", rows.drop(columns="fold")))
    assert (alone.group, alone.split, alone.split_value) == (header, None, test)


@pytest.mark.parametrize("values", [["test", "valid"], ["train", "rest"], ["train", "test", "North"]])
def test_other_values_are_no_split(values):
    rows = pd.DataFrame({"part": values * 2, "y": [0, 1] * len(values), "p": [i / 10 for i in range(2 * len(values))]})
    assert infer_roles(Table("t", rows)).split_value is None


def test_test_rows_come_before_rows_for_validation():
    assert find_splits(["验证集", "训练集", "测试集"]) == ("训练集", "测试集")
