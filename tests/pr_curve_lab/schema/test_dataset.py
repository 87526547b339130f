"""Tasks of classes, labels and models, and positives without a score."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import average_precision_score

from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import Dataset, build_dataset, positive_class_score
from pr_curve_lab.schema.role_options import describe_roles, fix_options
from pr_curve_lab.schema.roles import Roles, infer_roles
from pr_curve_lab.schema.table_files import read_matched_table
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


def build(columns, roles=None, **options):
    table = table_of(columns)
    return build_dataset(table, roles or infer_roles(table), **options)


def test_each_class_is_a_one_vs_rest_task():
    dataset = build(CLASSES)
    assert (dataset.kind, dataset.names) == ("classes", ("a", "b", "c"))
    assert dataset.positive[:, 1].tolist() == [False, True, False, False, True, False]
    labeled_scores = dataset.labeled_scores("b")
    roles = labeled_scores.roles
    assert (roles.label, roles.positive, roles.scores) == ("obs", "b", ("p_b",))
    assert labeled_scores.negative_values == ("a", "c")
    expected = average_precision_score([0, 1, 0, 0, 1, 0], CLASSES["p_b"])
    assert SCHEMES["step"].area(labeled_scores.points) == pytest.approx(expected)


def test_the_label_is_inferred_from_names_of_class_scores():
    columns = {"flower": CLASSES["obs"], **{name: CLASSES[name] for name in ("p_a", "p_b", "p_c")}}
    dataset = build({"id": [4, 8, 1, 9, 3, 7], **columns, "fold": [True, False] * 3})
    assert (dataset.roles.label, dataset.roles.group, dataset.names) == ("flower", "fold", ("a", "b", "c"))


def test_group_names_are_in_natural_order():
    dataset = build(CLASSES)
    assert dataset.group_names == ("fold 2", "fold 10")
    assert dataset.group_of_row.tolist() == [1, 0, 0, 0, 1, 1]


def test_labels_are_paired_with_scores_by_name():
    dataset = build(LABELS)
    assert (dataset.kind, dataset.names) == ("labels", ("y_dog", "y_cat"))
    assert dataset.score[:, 1].tolist() == LABELS["s_cat"]
    assert dataset.positive[:, 0].tolist() == [False, False, True, True]
    assert dataset.labeled_scores("y_cat").roles.label == "y_cat"


def test_models_share_one_label():
    dataset = build(MODELS)
    assert (dataset.kind, dataset.names) == ("models", ("tree", "forest"))
    assert (dataset.positive[:, 0] == dataset.positive[:, 1]).all()
    assert dataset.labeled_scores("forest").score.tolist() == MODELS["forest"]


def test_a_column_called_score_is_the_only_score():
    assert build({"label": [1, 0], "age": [0.5, 0.25], "score": [0.9, 0.2]}).names == ("score",)


def test_a_row_that_lacks_one_score_is_excluded_from_all_tasks():
    dataset = build({**CLASSES, "p_b": [0.2, None, 0.3, 0.3, 0.4, 0.5]}, exclude=True)
    assert dataset.row_index.tolist() == [0, 2, 3, 4, 5]
    assert dataset.score.shape == dataset.positive.shape == (5, 3)
    assert dataset.group_of_row.tolist() == [1, 0, 0, 1, 1]
    assert dataset.excluded == (Notice("excluded_score", row=2, column="p_b", count=1),)


def test_a_class_without_rows_has_an_undefined_area():
    dataset = build({**CLASSES, "p_d": [0.0, 0.0, 0.1, 0.0, 0.0, 0.0]})
    assert dataset.names == ("a", "b", "c", "d")
    assert dataset.valid_names == ("a", "b", "c")
    assert np.isnan(SCHEMES["step"].area(dataset.points("d")))


def test_a_column_not_named_after_a_class_is_not_a_score():
    scores = {"a": CLASSES["p_a"], "b": CLASSES["p_b"], "c": CLASSES["p_c"]}
    assert build({"obs": CLASSES["obs"], **scores, "weight": [1.5] * 6}).names == ("a", "b", "c")


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
def test_inconsistent_roles_are_a_problem(key):
    dataset = build(*BAD[key])
    assert [problem.key for problem in dataset] == [key]


def test_a_column_of_unique_values_is_not_a_group():
    columns = {"y": [0, 1] * 150, "score": np.linspace(0, 1, 300), "group": range(300)}
    assert infer_roles(table_of(columns)).group is None


ROLES = Roles("y", "1", ("s",))


def table(**columns):
    return Table("t", pd.DataFrame({"y": [1, 0, 1, 0], "s": [0.9, 0.8, 0.7, 0.1], **columns}))


def dataset_of(table, roles):
    dataset = build_dataset(table, roles)
    assert isinstance(dataset, Dataset), dataset
    return dataset


def test_unscored_positives_lower_the_maximum_recall():
    points = dataset_of(table(), replace(ROLES, unscored_positives=2)).points("s")
    assert points.recall.tolist() == [0.25, 0.25, 0.5, 0.5]


def test_all_models_have_the_same_unscored_positives():
    roles = replace(ROLES, scores=("s", "t"), kind="models", unscored_positives=2)
    dataset = dataset_of(table(t=[0.1, 0.2, 0.3, 0.4]), roles)
    assert [dataset.points(name).positives for name in dataset.names] == [4.0, 4.0]
    assert dataset.labeled_scores("t").positives == 4


def test_an_inferred_column_of_total_positives_can_be_removed():
    given = table(num_gt=[5] * 4)
    roles = infer_roles(given)
    assert (roles.total_positives, roles.scores) == ("num_gt", ("s",))
    assert dataset_of(given, roles).points("s").positives == 5.0
    choice = next(one for one in describe_roles(given, roles) if one.notice.key == "chose_total")
    as_scored = choice.options[0].roles
    assert dataset_of(given, as_scored).points("s").positives == 2.0
    back = next(one for one in describe_roles(given, as_scored) if one.notice.key == "chose_no_total")
    assert back.options[0].roles == roles


def test_total_positives_may_be_given_per_group():
    given = table(image=["a", "a", "b", "b"], num_gt=[3, 3, 1, 1])
    dataset = dataset_of(given, replace(ROLES, group="image", total_positives="num_gt", total_positives_by="image"))
    assert dataset.points("s").positives == 4.0
    assert dataset.unscored_positives.by_group.tolist() == [2.0, 0.0]


def test_totals_per_image_are_inferred_for_a_thousand_images():
    count = 1000
    columns = {"image": np.repeat(np.arange(count), 2), "label": [1, 0] * count, "score": np.linspace(0, 1, 2 * count)}
    given = Table("t", pd.DataFrame({**columns, "num_gt": np.repeat(np.arange(count) % 3 + 1, 2)}))
    roles = infer_roles(given)
    assert (roles.total_positives, roles.total_positives_by, roles.group) == ("num_gt", "image", None)
    assert dataset_of(given, roles).points("score").positives == sum(row % 3 + 1 for row in range(count))


def test_options_switch_between_one_total_and_one_per_image():
    given = table(image=["a", "a", "b", "b"], num_gt=[3] * 4)
    roles = infer_roles(given)
    assert (roles.total_positives_by, dataset_of(given, roles).points("s").positives) == (None, 3.0)
    each = next(one for one in describe_roles(given, roles) if one.notice.key == "chose_total").options[1].roles
    assert (each.total_positives_by, dataset_of(given, each).points("s").positives) == ("image", 6.0)
    back = next(one for one in describe_roles(given, each) if one.notice.key == "chose_total_of_each").options[1].roles
    assert back == roles


def test_unscored_positives_per_fold_need_images_in_one_fold():
    columns = {"image": list("aabb"), "fold": [1, 1, 2, 2], "num_gt": [3, 3, 2, 2]}
    dataset = dataset_of(
        table(**columns), replace(ROLES, group="fold", total_positives="num_gt", total_positives_by="image")
    )
    assert dataset.unscored_positives.by_group.tolist() == [2.0, 1.0]
    across = dataset_of(
        table(**{**columns, "fold": [1, 2, 1, 2]}),
        replace(ROLES, group="fold", total_positives="num_gt", total_positives_by="image"),
    )
    assert across.unscored_positives.by_group is None


@pytest.mark.parametrize(
    ("columns", "roles", "key"),
    [
        ({"n": [3, 3, 1, 1]}, {}, "total_varies"),
        ({"n": [1, 1, 1, 1]}, {}, "total_too_small"),
        (
            {"n": [0, 0, 1, 1], "image": ["a", "a", "b", "b"]},
            {"total_positives_by": "image"},
            "total_of_each_too_small",
        ),
        ({"n": [3, 2, 1, 1], "image": ["a", "a", "b", "b"]}, {"total_positives_by": "image"}, "total_varies"),
        ({"n": [3, None, 3, 3]}, {}, "total_missing"),
        ({"n": ["3", "3", "many", "3"]}, {}, "total_not_number"),
        ({"n": [3.5, 3.5, 3.5, 3.5]}, {}, "total_not_whole"),
        ({"n": [3, 3, 1.5, 1.5], "image": ["a", "a", "b", "b"]}, {"total_positives_by": "image"}, "total_not_whole"),
    ],
)
def test_invalid_totals_of_positives_are_refused(columns, roles, key):
    problems = build_dataset(table(**columns), replace(ROLES, total_positives="n", **roles))
    assert [problem.key for problem in problems] == [key]


def test_the_unscored_policy_decides_about_rows_without_a_score():
    given = Table("t", pd.DataFrame({"y": [1, 0, 1, 0, 1], "s": [0.9, 0.8, 0.7, None, None]}))
    assert build_dataset(given, ROLES) == [Notice("score_missing", row=4, column="s", count=2)]
    dataset = dataset_of(given, replace(ROLES, unscored_policy="missed"))
    assert dataset.points("s").recall.tolist() == pytest.approx([1 / 3, 1 / 3, 2 / 3])
    assert dataset.excluded == (Notice("unscored_missed", row=4, count=2, positives=1),)
    assert (dataset.labeled_scores("s").size, dataset.labeled_scores("s").n_excluded_rows) == (3, 1)
    assert dataset_of(given, replace(ROLES, unscored_policy="left_out")).points("s").positives == 2.0


def test_unscored_positives_are_counted_by_weight_per_group():
    columns = {"y": [1, 0, 1, 0, 1], "s": [0.9, 0.8, 0.7, 0.6, None], "w": [1, 1, 2, 1, 4], "g": list("aabbb")}
    roles = replace(ROLES, weight="w", group="g", unscored_policy="missed")
    dataset = dataset_of(Table("t", pd.DataFrame(columns)), roles)
    assert dataset.points("s").positives == 7.0
    assert dataset.unscored_positives.by_group.tolist() == [0.0, 4.0]
    assert [dataset.take_group(group).labeled_scores("s").n_excluded_rows for group in "ab"] == [0, 0]


def test_excluded_rows_are_counted_in_their_own_group():
    columns = {"y": [1, 0, 1, 0, None, None], "s": [0.9, 0.8, 0.7, 0.6, 0.5, 0.4], "g": list("aabbbc")}
    dataset = build_dataset(Table("t", pd.DataFrame(columns)), replace(ROLES, group="g"), exclude=True)
    assert [dataset.take_group(group).labeled_scores("s").n_excluded_rows for group in "ab"] == [0, 1]
    assert dataset.labeled_scores("s").n_excluded_rows == 2


def test_only_rows_of_the_chosen_split_are_missing_or_excluded():
    columns = {"y": [1, 0, 1, 0, 1, 0], "s": [None, 0.8, 0.7, 0.6, 0.5, None], "part": ["a", "a", "b", "b", "b", "b"]}
    given, roles = Table("t", pd.DataFrame(columns)), replace(ROLES, split="part", split_value="b")
    assert build_dataset(given, roles) == [Notice("score_missing", row=6, column="s", count=1)]
    found = build_dataset(given, roles, exclude=True)
    assert found.excluded == (Notice("excluded_score", row=6, column="s", count=1),)
    assert found.labeled_scores("s").n_excluded_rows == 1


def test_a_group_without_scored_rows_is_dropped():
    columns = {"y": [1, 0, 1, 0, 1], "s": [0.9, 0.8, 0.7, 0.6, None], "g": list("aabbc")}
    dataset = dataset_of(Table("t", pd.DataFrame(columns)), replace(ROLES, group="g", unscored_policy="missed"))
    assert (dataset.group_names, dataset.unscored_positives.by_group) == (("a", "b"), None)


def test_unscored_positives_of_several_classes_are_refused():
    columns = {"y": ["a", "b", "c"], "a": [0.9, 0.1, 0.2], "b": [0.1, 0.8, 0.2], "c": [0.1, 0.1, 0.7]}
    roles = Roles("y", None, ("a", "b", "c"), kind="classes", unscored_positives=2)
    assert build_dataset(Table("t", pd.DataFrame(columns)), roles) == [Notice("missed_of_several")]


def test_a_suggested_fix_counts_unretrieved_documents_as_missed():
    judged = b"id,relevant\n" + b"".join(b"d%d,%d\n" % (row, row % 2) for row in range(6))
    run = b"id,score\nd0,0.9\nd1,0.8\nd4,0.5\nd3,0.4\n"
    for files in ([("run.csv", run), ("judged.csv", judged)], [("judged.csv", judged), ("run.csv", run)]):
        matched = read_matched_table(files)
        roles = infer_roles(matched)
        dataset = dataset_of(matched, roles)
        assert dataset.points("run").positives == 2.0
        assert [(one.key, one.params["positives"]) for one in dataset.excluded] == [("unscored_left_out", 1)]
        (offer,) = fix_options(dataset.excluded[0], matched, roles)
        missed = dataset_of(matched, offer.roles)
        assert fix_options(missed.excluded[0], matched, offer.roles)[0].roles == roles
        assert missed.points("run").recall[-1] == pytest.approx(2 / 3)
        assert missed.score[:, 0].tolist() == dataset.score[:, 0].tolist()
        assert dict(zip(matched.frame["id"], matched.frame["run"].fillna(0), strict=True))["d3"] == 0.4


def test_runs_are_matched_on_rows_that_all_of_them_scored():
    judged = b"id,label\n" + b"".join(b"d%d,%d\n" % (row, row in (1, 2, 4, 6)) for row in range(1, 9))
    one = b"id,score\nd1,0.9\nd2,0.8\nd3,0.7\nd5,0.3\n"
    other = b"id,score\nd2,0.9\nd3,0.8\nd4,0.7\n"
    matched = read_matched_table([("l.csv", judged), ("ra.csv", one), ("rb.csv", other)])
    assert list(matched.frame["id"]) == ["d2", "d3"]
    assert infer_roles(matched).unscored_policy == "asked"


def test_a_column_of_totals_beside_classes_gives_a_notice():
    columns = {"y": list("abc"), "a": [0.9, 0.1, 0.2], "b": [0.1, 0.8, 0.2], "c": [0.1, 0.1, 0.7], "num_gt": [3] * 3}
    given = Table("t", pd.DataFrame(columns))
    notices = [choice.notice for choice in describe_roles(given, infer_roles(given))]
    assert Notice("chose_total_of_classes", column="num_gt") in notices


TRUTH, PREDICTED = ["yes", "no", "yes", "no"], ["yes", "yes", "no", "no"]


def test_confidence_in_the_negative_value_is_subtracted_from_1():
    table = table_of({"truth": TRUTH, "predicted": PREDICTED, "confidence": [0.9, 0.6, 0.7, 0.95]})
    roles = infer_roles(table)
    assert (roles.prediction, roles.positive) == ("predicted", "yes")
    assert build_dataset(table, roles).score[:, 0] == pytest.approx([0.9, 0.6, 0.3, 0.05])


def test_percent_is_subtracted_from_100_and_other_units_negated():
    predicted = pd.Series(["a", "b"])
    assert positive_class_score(np.array([90.0, 80.0]), predicted, "a").tolist() == [90, 20]
    assert positive_class_score(np.array([9000.0, 800.0]), predicted, "a").tolist() == [9000, -800]


def test_a_weight_that_is_also_label_or_score_is_refused():
    table = table_of({"label": [1, 0], "score": [0.9, 0.8]})
    for other in ("label", "score"):
        problems = build_dataset(table, Roles("label", "1", ("score",), other))
        assert [problem.key for problem in problems] == ["weight_is_other"]
