"""Tests of the findings of the page Summary, with files made here."""

from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
import pytest

from pr_curve_lab.analysis.areas import equal_areas, scheme_area_bounds
from pr_curve_lab.analysis.averages import average_by_group, split_by_group, task_matrix
from pr_curve_lab.analysis.intervals import group_areas
from pr_curve_lab.analysis.summary import (
    MIN_DIFFERENCE,
    UNSURE_ROLE_KEYS,
    WORST_FIRST,
    Finding,
    OtherModel,
    areas_by_group,
    compare_in_groups,
    compare_with_best,
    data_findings,
    group_findings,
    joining_findings,
    merge_models,
    other_group_findings,
    other_model_findings,
    step_areas,
    worded_finding,
    worst_first,
)
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.dataset import build_dataset
from pr_curve_lab.schema.examples import example_labeled_scores
from pr_curve_lab.schema.roles import Roles, infer_roles_and_certainty, with_group
from pr_curve_lab.schema.table_files import read_table

RNG = np.random.default_rng(7)
LABEL = np.arange(400) % 4 == 0
GOOD = (RNG.normal(size=400) + LABEL).round(4)
CALIBRATED = RNG.permutation(np.linspace(0.001, 0.5, 400))  # 0.25 on average, as are the positives
NOISE = RNG.normal(size=400)


def found_in(columns, *, exclude=False, **roles):
    """Return the findings about a table of columns by key, with the roles that are inferred, or others."""
    table = columns if isinstance(columns, Table) else Table("t", pd.DataFrame(columns))
    inferred = infer_roles_and_certainty(table).roles
    dataset = build_dataset(table, replace(inferred, **roles), exclude=exclude)
    tasks = [dataset.labeled_scores(name) for name in dataset.valid_names]
    others = tuple(tasks[1:]) if dataset.kind == "models" else ()
    return {one.notice.key: one for one in data_findings(table, dataset, tasks[0], others)}


def read(text):
    return read_table("t.csv", text.encode())


BOTH_POSITIVE_ON_TOP = np.where(LABEL, 2.0, 0.0) + RNG.random(400).round(4)
REPEATED = {"label": np.append(LABEL, LABEL[:20]).astype(int), "score": np.append(GOOD, GOOD[:20])}
MISSING = {"label": LABEL.astype(int), "score": pd.Series(GOOD).mask(np.arange(400) == 9)}
USERS = {"user": np.arange(400) // 8, "label": LABEL.astype(int), "score": GOOD}
BINNED = "score,highest,positives,negatives\n.9,.9,2,0\n.3,.7,4,4\n.1,.2,1,9\n"
CASES = {  # key of the finding: a file that has it, and whether it is a warning
    "one_score": ({"label": LABEL.astype(int), "score": [0.5] * 400}, True),
    "separates_perfectly": ({"label": LABEL.astype(int), "score": BOTH_POSITIVE_ON_TOP}, True),
    "scores_reversed": ({"label": LABEL.astype(int), "score": -GOOD}, True),
    "training_rows": (
        {"label": LABEL.astype(int), "score": GOOD, "split": np.where(np.arange(400) < 200, "train", "test")},
        True,
    ),
    "hard_decisions": ({"label": LABEL.astype(int), "score": (GOOD > 0.5) * 1.0}, True),
    "rows_repeated": (REPEATED, True),
    "few_positives": ({"label": (np.arange(400) % 80 == 0).astype(int), "score": GOOD}, True),
    "many_ties": ({"label": LABEL.astype(int), "score": GOOD.round(1)}, True),
    "probability_mean": ({"label": LABEL.astype(int), "prob": (CALIBRATED + 1) / 2}, True),
    "probability_percent": ({"label": LABEL.astype(int), "prob": CALIBRATED * 100}, True),
    "excluded_score": (MISSING, True),
    "weight_unused": ({"label": LABEL.astype(int), "score": GOOD, "w": RNG.random(400)}, True),
    "clusters_together": (USERS, False),
    "one_against_rest": ({"label": np.where(LABEL, "a", np.where(GOOD > 1, "b", "c")), "score": GOOD}, False),
    "chose_positive_rarer": ({"kind": np.where(LABEL, "kiwi", "plum"), "score": GOOD}, True),
    "decimal_comma": (read("label;score\n1;0,9\n0;0,5\n1;0,3\n0;0,1\n"), False),
    "number_in_header": (read("label,0.7\n1,0.9\n0,0.5\n1,0.3\n0,0.1\n"), True),
}  # fmt: skip
OPTIONS = {
    "training_rows": {"split_value": None},
    "excluded_score": {"exclude": True},
    "weight_unused": {"weight": None},
    "one_against_rest": {"positive": "a"},
}


@pytest.mark.parametrize(("key", "is_warning"), [(key, case[1]) for key, case in CASES.items()], ids=list(CASES))
def test_a_finding_appears_where_it_should(key, is_warning):
    assert found_in(CASES[key][0], **OPTIONS.get(key, {}))[key].is_warning == is_warning


def test_ties_that_hardly_change_the_area_are_no_warning():
    pairs = -(np.arange(400) // 2)  # only the tenth pair has both classes, after 18 positives
    ties = found_in({"label": (np.arange(400) < 19).astype(int), "score": pairs})["many_ties"]
    assert ties.notice.params["high"] - ties.notice.params["low"] == pytest.approx(1 / 19 / 20)
    assert not ties.is_warning


def test_nothing_is_found_in_good_rows():
    assert found_in({"label": LABEL.astype(int), "score": GOOD}) == {}
    assert found_in({"label": LABEL.astype(int), "prob": np.where(LABEL, CALIBRATED, CALIBRATED[::-1])}) == {}


def test_every_check_has_a_short_sentence_in_every_language():
    for language in ("en", "zh"):
        catalog = messages_in(language).catalog
        short = {*CASES, *WORST_FIRST, *UNSURE_ROLE_KEYS} - {
            "decimal_comma", "number_in_header", "chose_no_total", "chose_total_of_classes",
            "decision", "group_rates", "miscalibrated", "train_test",
        }  # fmt: skip
        assert {f"summary.finding.{key}" for key in short} <= catalog.keys()


def test_a_useless_model_is_found_though_another_is_in_view():
    models = {"label": LABEL.astype(int), "good": GOOD, "twin": GOOD + NOISE / 2, "bad": -GOOD}
    found = found_in(models, scores=("good", "twin", "bad"), kind="models")
    assert found["scores_reversed"].task == "bad"
    assert found["scores_reversed"].notice.params["column"] == "bad"


def test_warnings_come_first_and_the_worst_of_them_at_the_top():
    found = found_in({**USERS, "label": (np.arange(400) % 80 == 0).astype(int), "score": -GOOD.round(1)})
    keys = [one.notice.key for one in worst_first(list(found.values())[::-1])]
    assert keys.index("few_positives") < keys.index("many_ties") < keys.index("clusters_together") == len(keys) - 1


def test_the_decision_comes_first_unless_the_data_look_wrong():
    decision = worded_finding("decision", "Use 0.5.", "curve", is_warning=False)
    gap = worded_finding("train_test", "0.9 and 0.7", "averages")
    differs = joining_findings(equal_areas(example_labeled_scores("constant").points), None)[0]
    reversed_scores, read = Finding(Notice("scores_reversed"), "data"), Finding(Notice("decimal_comma"), "data", False)
    ordered = [reversed_scores, decision, gap, differs, read]
    assert worst_first(ordered[::-1]) == ordered


def test_ways_of_joining_that_differ_by_a_hundredth_are_no_warning():
    (found,) = joining_findings(equal_areas(example_labeled_scores("sixteen_rows").points)[2:5], None)
    assert 0.01 < found.notice.params["most"] - found.notice.params["least"] < MIN_DIFFERENCE
    assert not found.is_warning


def test_ways_of_joining_agree_or_differ_with_a_tool_at_each_end():
    agree = joining_findings(equal_areas(example_labeled_scores("ten_rows").points), None)
    assert [one.notice.key for one in agree] == ["joining_differs"]
    printed = equal_areas(example_labeled_scores("constant").points)
    (found,) = joining_findings(printed, None)
    assert (found.notice.params["least"], found.notice.params["most"]) == (printed[0].area, printed[-1].area)
    assert found.is_warning
    assert found.schemes == (printed[0].schemes[0], printed[-1].schemes[0])
    (alike,) = joining_findings(printed[:1], None)
    assert (alike.notice.key, alike.is_warning) == ("joining_agrees", False)


def test_bins_that_hide_the_curve_are_found_once():
    table = read(BINNED)
    found = found_in(table)
    assert "bins_read" not in found
    dataset = build_dataset(table, infer_roles_and_certainty(table).roles)
    labeled_scores = dataset.labeled_scores(dataset.names[0])
    bounds = scheme_area_bounds(labeled_scores, "step")
    hidden = joining_findings(equal_areas(labeled_scores.points), bounds)[-1].notice
    assert (hidden.key, hidden.params) == ("bins_hide", {"least": bounds.lower, "most": bounds.upper})


def groups_of(above, column="site", **roles):
    """Return what is found in four groups of 300 rows, given how far positives are above negatives in each.

    roles: more of them; the column `user` has the same value in 40 rows.
    """
    rng = np.random.default_rng(3)
    label, group = np.arange(1200) % 5 == 0, np.arange(1200) // 300
    score = rng.normal(size=1200) + label * np.array(above)[group]
    label = label & ~np.isnan(np.array(above)[group])
    names, users = np.array(["1", "2", "3", "4"])[group], np.arange(1200) // 40
    frame = pd.DataFrame({column: names, "y": label.astype(int), "score": np.nan_to_num(score), "user": users})
    dataset = build_dataset(Table("t", frame), Roles("y", "1", ("score",), group=column, **roles))
    parts = split_by_group(task_matrix(dataset), dataset.group_of_row)
    averaged = average_by_group(parts, dataset.group_names, "micro", "step", column=column)
    return group_findings(averaged, group_areas(parts, "step"), dataset)


@pytest.mark.parametrize(("column", "key"), [("site", "group_fails"), ("fold", "fold_fails")])
def test_a_group_that_fails_is_named_with_the_others(column, key):
    (found,) = groups_of([2.0, 2.0, 0.0, 2.0], column)
    assert (found.notice.key, found.notice.params["worst"], found.page) == (key, ("3",), "averages")
    assert found.notice.params["area"] < 0.4 < found.notice.params["least"]


@pytest.mark.parametrize(("column", "key"), [("site", "groups_fail"), ("fold", "folds_fail")])
def test_two_groups_that_fail_are_named_together(column, key):
    (found,) = groups_of([2.0, 0.0, 0.0, 2.0], column)
    assert (found.notice.key, set(found.notice.params["worst"])) == (key, {"2", "3"})
    assert found.notice.params["area"] < 0.4 < found.notice.params["least"]


def grouped(rng, n_columns, n_rows=600):
    """Return a table with random columns of two to four groups, and its roles."""
    label = rng.random(n_rows) < 0.2
    names = ("site", "hospital", "cohort", "sex")[:n_columns]
    columns = {name: rng.integers(2 + number % 3, size=n_rows) for number, name in enumerate(names)}
    return Table("t", pd.DataFrame({"y": label * 1, "score": rng.normal(size=n_rows) + 1.5 * label} | columns))


def test_a_group_that_fails_is_found_in_a_column_that_is_not_the_group():
    table = grouped(np.random.default_rng(2), 3, n_rows=3000)
    here = table.frame["hospital"] == 2
    score = np.where(here, np.random.default_rng(3).normal(size=3000), table.frame["score"])
    split = np.where(np.arange(3000) % 3 == 0, "train", "test")
    table = Table("t", table.frame.assign(score=score, split=split))
    roles = Roles("y", "1", ("score",), group="split", split_value="test")
    (found,) = other_group_findings(table, build_dataset(table, roles), "score")
    facts = found.notice.params
    assert (found.notice.key, facts["worst"], found.group, found.page) == (
        "group_fails",
        ("2",),
        "hospital",
        "averages",
    )
    grouped_by_it = build_dataset(table, with_group(table, roles, "hospital"))
    parts = split_by_group(task_matrix(grouped_by_it), grouped_by_it.group_of_row)
    areas = [one.area for one in group_areas(parts, "step")]
    assert (facts["area"], facts["least"]) == (areas[2], min(areas[:2]))


def test_several_columns_together_name_a_group_as_rarely_as_one():
    rng, draws = np.random.default_rng(5), 150
    named = 0
    for _ in range(draws):
        table = grouped(rng, 4)
        dataset = build_dataset(table, Roles("y", "1", ("score",)))
        named += bool(other_group_findings(table, dataset, "score"))
    assert named / draws <= 0.05


def test_models_beside_the_one_in_view_together_name_a_group_as_rarely_as_one():
    rng, draws, named = np.random.default_rng(6), 150, 0
    for _ in range(draws):
        table = grouped(rng, 2)
        models = {f"m{number}": table.frame["score"] + rng.normal(size=600) for number in range(3)}
        table = Table("t", table.frame.assign(**models))
        dataset = build_dataset(table, Roles("y", "1", ("score", *models), kind="models"))
        named += bool(other_model_findings(table, dataset, "score"))
    assert named / draws <= 0.05


def noise_at_which_a_model_fails(n_models=0, n_columns=1):
    """Return with how much noise in the scores of one site a model is named, beside good ones and other columns."""
    every = grouped(np.random.default_rng(2), 4, n_rows=3000).frame
    frame, score = every[["y", *every.columns[2 : 2 + n_columns]]], every["score"]
    noise = np.random.default_rng(3).normal(size=3000)
    good = {f"good{number}": score + 0.001 * number for number in range(n_models)}
    named = []
    for share in np.linspace(0.05, 0.4, 36):
        weak = score.where(frame["site"] != 1, (1 - share) * score + 4 * share * noise)
        table = Table("t", frame.assign(score=score, **good, weak=weak))
        roles = Roles("y", "1", ("score", *good, "weak"), group="site", kind="models")
        found = other_model_findings(table, build_dataset(table, roles), "score")
        named += [share for one in found if one.task == "weak"]
    return named


def test_a_model_among_several_or_in_several_columns_needs_stronger_evidence():
    alone = set(noise_at_which_a_model_fails())
    assert set(noise_at_which_a_model_fails(n_models=4)) < alone
    assert set(noise_at_which_a_model_fails(n_columns=4)) < alone


def models_failing_in_a_site(n_models, better=0.0):
    """Return what is said beside a good model of others, of which the last is better everywhere by a number."""
    table = grouped(np.random.default_rng(2), 1, n_rows=3000)
    label, is_in_site = table.frame["y"], table.frame["site"] == 1
    score = np.where(is_in_site, np.random.default_rng(3).normal(size=3000), table.frame["score"])
    models = {f"m{number}": score + (number == n_models - 1) * better * label for number in range(1, n_models)}
    table = Table("t", table.frame.assign(**models))
    roles = Roles("y", "1", ("score", *models), group="site", kind="models" if models else "one")
    return merge_models(other_model_findings(table, build_dataset(table, roles), "score"), "score")


@pytest.mark.parametrize(("n_models", "key"), [(2, "group_fails"), (3, "models_fail"), (6, "models_fail")])
def test_groups_that_fail_for_models_not_in_view_are_named_once(n_models, key):
    (found,) = models_failing_in_a_site(n_models)
    facts = found.notice.params
    assert (found.notice.key, found.task, found.group, facts["worst"]) == (key, "m1", "site", ("1",))
    if n_models > 2:
        assert facts["models"] == tuple(f"m{number}" for number in range(1, n_models))


@pytest.mark.parametrize("n_models", [1, 7])
def test_one_model_or_many_are_not_looked_at(n_models):
    assert models_failing_in_a_site(n_models) == []


def test_models_of_which_one_does_better_in_the_group_than_another_elsewhere_are_named_apart():
    found = models_failing_in_a_site(3, better=2.5)
    assert [(one.notice.key, one.task) for one in found] == [("group_fails", "m1"), ("group_fails", "m2")]
    assert found[1].notice.params["area"] > found[0].notice.params["least"]


FEW = 20  # positives of a site, too few to tell that a model fails there


@pytest.mark.parametrize(
    ("other", "positives", "finding"),
    [
        ([2.0, 2.0, 2.0], 80, "well"),
        ([2.0, 1.6, 2.0], FEW, "lower"),
        ([0.0, 0.0, 0.0], 80, "unclear"),
        ([2.0, 0.0, 2.0], 80, None),
    ],
)
def test_a_group_in_which_one_model_fails_tells_how_the_other_does_there(other, positives, finding):
    rng, sites = np.random.default_rng(5), np.repeat([0, 1, 2], 400)
    label = np.concatenate([np.arange(400) < n for n in (80, positives, 80)]).astype(int)
    noise = rng.normal(size=(2, 1200))
    weak, beside = (np.array(above)[sites] * label for above in ([3.0, 0.0, 3.0], other))
    frame = pd.DataFrame({"y": label, "weak": weak + noise[0], "other": beside + noise[1], "site": sites})
    table = Table("t", frame)
    dataset = build_dataset(table, Roles("y", "1", ("weak", "other"), group="site", kind="models"))
    found = [replace(one, task="weak") for one in other_model_findings(table, dataset, "other")]
    found += other_model_findings(table, dataset, "weak")
    areas_of = partial(areas_by_group, table, dataset)
    (one,) = compare_in_groups(found, table, dataset, "weak", areas_of)
    assert one.notice.key == ("group_fails" if finding else "models_fail_apart")
    area = areas_of("other", "site")["1"].area
    assert one.others == ((OtherModel("other", finding, area, area),) if finding else ())


def test_nothing_is_found_in_groups_that_are_alike():
    assert groups_of([2.0] * 4) == []


def test_positives_without_a_score_are_missing_in_groups():
    (found,) = groups_of([2.0] * 4, unscored_positives=2)
    assert (found.notice.key, found.notice.params["missed"]) == ("groups_missed", "2")


def test_too_few_clusters_in_groups_are_reported():
    (found,) = groups_of([2.0] * 4, cluster="user")
    assert (found.notice.key, found.notice.params["column"]) == ("clusters_few_in_groups", "user")


def test_a_group_without_positives_is_named():
    (found,) = groups_of([2.0, np.nan, 2.0, 2.0])
    assert (found.notice.key, found.notice.params["names"]) == ("groups_absent", ("2",))


def models_of(other, **more):
    scores = {"good": GOOD, "other": other, **more}
    frame = pd.DataFrame({"label": LABEL.astype(int), **scores})
    return build_dataset(Table("t", frame), Roles("label", "1", tuple(scores), kind="models"))


def test_a_model_is_compared_with_the_best_other_one():
    dataset = models_of(NOISE)
    areas = step_areas(dataset)
    found = compare_with_best(dataset, "good", areas)
    assert found.difference == areas["good"] - areas["other"] > 0
    assert not found.is_ambiguous
    assert compare_with_best(dataset, "other", areas).difference == -found.difference


def test_a_difference_that_may_be_chance_is_ambiguous():
    dataset = models_of(GOOD + NOISE / 20)
    assert compare_with_best(dataset, "good", step_areas(dataset)).is_ambiguous
    same = models_of(GOOD)
    assert compare_with_best(same, "good", step_areas(same)).difference == 0


def test_a_difference_among_several_models_is_corrected_as_on_the_page_models():
    more, rng = GOOD + 1.1 * NOISE, np.random.default_rng(3)
    two = models_of(more)
    assert not compare_with_best(two, "good", step_areas(two)).is_ambiguous
    five = models_of(more, **{name: GOOD + 1.3 * rng.normal(size=400) for name in "abc"})
    assert compare_with_best(five, "good", step_areas(five)).other == "other"
    assert compare_with_best(five, "good", step_areas(five)).is_ambiguous


def test_a_single_score_is_compared_with_none():
    dataset = models_of(GOOD)
    assert compare_with_best(dataset, "good", {"good": 0.5}) is None
