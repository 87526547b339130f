import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import average_precision_score

from pr_curve_lab.io.limits import Problem
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import Dataset, build_dataset
from pr_curve_lab.schema.infer_roles import infer_roles
from pr_curve_lab.schema.roles import Roles
from pr_metrics import SCHEMES

CLASSES = {
    "obs": ["a", "b", "c", "a", "b", "c"],
    "p_a": [0.7, 0.1, 0.2, 0.3, 0.3, 0.1],
    "p_b": [0.2, 0.8, 0.3, 0.3, 0.4, 0.5],
    "p_c": [0.1, 0.1, 0.5, 0.4, 0.3, 0.4],
    "fold": ["fold 10", "fold 2", "fold 2", "fold 2", "fold 10", "fold 10"],
}
LABELS = {"y_cat": [1, 0, 1, 0], "y_dog": [0, 0, 1, 1], "s_dog": [0.2, 0.3, 0.9, 0.8], "s_cat": [0.9, 0.2, 0.3, 0.4]}
MODELS = {"truth": ["yes", "no", "yes", "no"], "tree": [0.5, 0.5, 0.5, 0.25], "forest": [0.9, 0.1, 0.45, 0.5]}


def table_of(columns):
    return Table("t.csv", pd.DataFrame(columns))


def asked(columns, roles=None, **options):
    table = table_of(columns)
    return build_dataset(table, roles or infer_roles(table), **options)


def test_classes_are_asked_each_against_the_rest():
    dataset = asked(CLASSES)
    assert (dataset.kind, dataset.names) == ("classes", ("a", "b", "c"))
    assert dataset.positive[:, 1].tolist() == [False, True, False, False, True, False]
    cases = dataset.cases("b")
    assert (cases.roles.label, cases.roles.positive, cases.roles.scores) == ("obs", "b", ("p_b",))
    assert cases.negative_values == ("a", "c")
    expected = average_precision_score([0, 1, 0, 0, 1, 0], CLASSES["p_b"])
    assert SCHEMES["step"].area(cases.points) == pytest.approx(expected)


def test_the_label_is_known_by_the_scores_of_its_classes():
    columns = {"flower": CLASSES["obs"], **{name: CLASSES[name] for name in ("p_a", "p_b", "p_c")}}
    dataset = asked({"id": [4, 8, 1, 9, 3, 7], **columns, "fold": [True, False] * 3})
    assert (dataset.roles.label, dataset.roles.group, dataset.names) == ("flower", "fold", ("a", "b", "c"))


def test_groups_come_in_their_natural_order():
    dataset = asked(CLASSES)
    assert dataset.group_names == ("fold 2", "fold 10")
    assert dataset.group.tolist() == [1, 0, 0, 0, 1, 1]


def test_labels_go_with_the_scores_of_their_name():
    dataset = asked(LABELS)
    assert (dataset.kind, dataset.names) == ("labels", ("y_dog", "y_cat"))
    assert dataset.score[:, 1].tolist() == LABELS["s_cat"]
    assert dataset.positive[:, 0].tolist() == [False, False, True, True]
    assert dataset.cases("y_cat").roles.label == "y_cat"


def test_models_are_asked_the_same():
    dataset = asked(MODELS)
    assert (dataset.kind, dataset.names) == ("models", ("tree", "forest"))
    assert (dataset.positive[:, 0] == dataset.positive[:, 1]).all()
    assert dataset.cases("forest").score.tolist() == MODELS["forest"]


def test_a_score_that_is_called_score_stands_alone():
    assert asked({"label": [1, 0], "age": [0.5, 0.25], "score": [0.9, 0.2]}).names == ("score",)


def test_all_tasks_have_the_same_rows():
    dataset = asked({**CLASSES, "p_b": [0.2, None, 0.3, 0.3, 0.4, 0.5]}, exclude=True)
    assert dataset.row.tolist() == [0, 2, 3, 4, 5]
    assert dataset.score.shape == dataset.positive.shape == (5, 3)
    assert dataset.group.tolist() == [1, 0, 0, 1, 1]
    assert dataset.excluded == (Problem("left_out_score", row=2, column="p_b", count=1),)


def test_a_class_that_no_row_has_is_kept_but_has_no_curve():
    dataset = asked({**CLASSES, "p_d": [0.0, 0.0, 0.1, 0.0, 0.0, 0.0]})
    assert dataset.names == ("a", "b", "c", "d")
    assert dataset.valid_names == ("a", "b", "c")
    assert np.isnan(SCHEMES["step"].area(dataset.points("d")))


def test_a_bare_column_named_like_no_class_is_not_a_score():
    bare = {"obs": CLASSES["obs"], "a": CLASSES["p_a"], "b": CLASSES["p_b"], "c": CLASSES["p_c"], "weight": [1.5] * 6}
    assert asked(bare).names == ("a", "b", "c")


BAD = {
    "class_unmatched": (CLASSES, Roles("obs", None, ("p_a", "p_b"), kind="classes")),
    "labels_unequal": (LABELS, Roles("y_cat", "1", ("s_cat", "s_dog"), kind="labels", labels=("y_cat",))),
    "indicator_not_binary": (
        {**LABELS, "y_dog": [2, 3, 4, 5]},
        Roles("y_cat", "1", ("s_cat", "s_dog"), kind="labels", labels=("y_cat", "y_dog")),
    ),
    "score_is_label": (LABELS, Roles("y_cat", "1", ("s_cat", "y_cat"), kind="models")),
    "group_many_values": (
        {"y": [0, 1] * 150, "s": np.linspace(0, 1, 300), "g": range(300)},
        Roles("y", "1", ("s",), group="g"),
    ),
}


@pytest.mark.parametrize("key", BAD)
def test_what_does_not_fit_together_is_a_problem(key):
    dataset = asked(*BAD[key])
    assert [problem.key for problem in dataset] == [key]


def test_a_column_that_tells_rows_apart_is_no_group():
    columns = {"y": [0, 1] * 150, "score": np.linspace(0, 1, 300), "group": range(300)}
    assert infer_roles(table_of(columns)).group is None


def test_one_score_is_one_question():
    dataset = asked({"label": [1, 0, 1], "score": [0.9, 0.5, 0.4]})
    assert isinstance(dataset, Dataset)
    assert (dataset.kind, dataset.names, dataset.group) == ("one", ("score",), None)
