"""Findings about the data in use for the page Summary, each with the page that shows it.

They are collected from the checks, the joined areas and the groups that other pages show. Only columns that look like
groups, but are not those in use, are looked at for this page alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from pr_curve_lab.analysis.areas import EqualAreas
from pr_curve_lab.analysis.averages import GroupAverages, split_by_group, task_matrix
from pr_curve_lab.analysis.formatting import format_area, format_count
from pr_curve_lab.analysis.intervals import (
    CONFIDENCE_LEVEL,
    GroupArea,
    clusters_notice,
    group_areas,
    low_area_groups,
    lowest_groups,
)
from pr_curve_lab.analysis.models import pair_tests
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.data_checks import check_data, check_scores
from pr_curve_lab.schema.dataset import Dataset, LabeledScores, groups_of_rows
from pr_curve_lab.schema.role_options import describe_roles
from pr_curve_lab.schema.roles import check_weight_column, group_columns
from pr_metrics import SCHEMES, AreaBounds

# Warnings in this order; those that are not listed follow in the order in which they are found. With those before the
# decision, every number may be wrong.
WORST_FIRST = (
    "one_score", "separates_perfectly", "scores_reversed", "training_rows", "hard_decisions", "rows_repeated",
    "chose_label", "chose_score", "chose_other_score", "chose_positive_even", "chose_positive_rarer",
    "decision", "train_test", "group_fails", "group_rates",
    "miscalibrated", "few_positives", "bins_hide", "joining_differs", "many_ties", "many_ties_weighted",
)  # fmt: skip
MIN_DIFFERENCE = 0.03  # of areas; a smaller one is no warning, because it hardly changes a decision
EACH_MODEL_KEYS = ("one_score", "separates_perfectly", "scores_reversed", "hard_decisions")  # reported of each model
CHECK_PAGES = {"many_ties": "schemes", "many_ties_weighted": "schemes", "few_positives": "balance"}  # others: data
# Choices of columns that may be wrong; the page Data has the others.
UNSURE_ROLE_KEYS = (
    "chose_label", "chose_score", "chose_other_score", "chose_positive_even", "chose_positive_rarer", "chose_no_total",
    "chose_total_of_classes",
)  # fmt: skip
# Notes on reading a file that may mean that rows are wrong or missing.
UNSURE_NOTE_KEYS = (
    "bytes_replaced", "cell_spans_lines", "encoding_guessed", "file_alone", "file_may_be_cut", "number_in_header",
    "rows_without_partner", "thousands_unsure",
)  # fmt: skip
CHOSEN_EXCLUSION_KEYS = ("excluded_repeated", "excluded_weightless", "unscored_missed")  # they change or lose nothing


OtherFinding = Literal[
    "fails",
    "unclear",  # not clearly better than the model that fails
    "lower",  # clearly better than that model, but lower than in all other groups, though not clearly
    "well",  # clearly better than that model, and not lower than in all other groups
]


@dataclass(frozen=True, slots=True)
class OtherModel:
    """How a model does in groups in which another one fails, and its smallest and largest area there."""

    name: str
    finding: OtherFinding
    least: float
    most: float


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Finding:
    """A finding, and the page that shows it with the selections that it needs there."""

    notice: Notice
    page: str
    is_warning: bool = True
    task: str = ""  # the model to select; "" for the one in view
    schemes: tuple[str, ...] = ()  # to select on the left and on the right
    group: str = ""  # the column of groups to choose; "" for the one in use
    opens: str = ""  # the key of the expander to open there
    text: str = ""  # the sentence, if it has none in the catalog
    others: tuple[OtherModel, ...] = ()  # how other models do in the groups that fail


def worded_finding(
    key: str, text: str, page: str, *, is_warning: bool = True, group: str = "", opens: str = ""
) -> Finding:
    """Return a finding with its sentence; key: its rank in `WORST_FIRST`."""
    return Finding(Notice(key), page, is_warning, text=text, group=group, opens=opens)


def worst_first(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings in the order of what they mean for the decision: it comes first, unless the data look wrong.

    >>> quiet, minor = Finding(Notice("chose_once"), "data", is_warning=False), Finding(Notice("few_positives"), "data")
    >>> [one.notice.key for one in worst_first([quiet, minor, Finding(Notice("one_score"), "data")])]
    ['one_score', 'few_positives', 'chose_once']
    """
    ranks = {key: rank for rank, key in enumerate(WORST_FIRST)}
    decision = ranks["decision"]

    def rank(one: Finding) -> tuple[bool, int]:
        key = "group_fails" if "worst" in one.notice.params else one.notice.key  # also several groups, folds or models
        found = ranks.get(key, len(ranks))
        return (not one.is_warning and found != decision, found)

    return sorted(findings, key=rank)


def data_findings(
    table: Table, dataset: Dataset, in_view: LabeledScores, other_models: tuple[LabeledScores, ...] = ()
) -> tuple[Finding, ...]:
    """Return what is known about the rows and the file, and the choices of columns that may be wrong.

    in_view: the scores of the selected model, class or label. other_models: of these only what makes a model useless is
    reported.

    >>> from pr_curve_lab.schema.examples import example_dataset, example_table
    >>> constant = example_dataset("constant")
    >>> [one.notice for one in data_findings(example_table("constant"), constant, constant.labeled_scores("score"))]
    [Notice('one_score', column='score')]
    """
    checks = [
        Finding(notice, CHECK_PAGES.get(notice.key, "data"), _is_check_warning(notice))
        for notice in check_data(in_view, table)
        if notice.key != "one_against_rest" or dataset.kind != "classes"  # each class is one against the rest
    ]
    for other in other_models:
        found = [notice for notice in check_scores(other) if notice.key in EACH_MODEL_KEYS]
        checks += [Finding(notice, "data", task=other.roles.scores[0]) for notice in found]
    excluded = [Finding(notice, "data", notice.key not in CHOSEN_EXCLUSION_KEYS) for notice in in_view.excluded]
    unused = check_weight_column(table, dataset.roles)
    clusters = in_view.clusters
    more = [Finding(unused, "data")] if unused else []
    more += [] if clusters is None else [Finding(clusters.notice, "data", not clusters.is_active)]
    return (*checks, *_role_findings(table, dataset), *excluded, *more, *_file_findings(table))


def _is_check_warning(notice: Notice) -> bool:
    if notice.key == "many_ties":
        return bool(notice.params["high"] - notice.params["low"] >= MIN_DIFFERENCE)
    return notice.key != "one_against_rest"


def _role_findings(table: Table, dataset: Dataset) -> list[Finding]:
    """Return the choices of columns that may be wrong, with the names of other columns that are possible."""
    choices = [
        Notice(choice.notice.key, **choice.notice.params, others=tuple(option.value for option in choice.options))
        for choice in describe_roles(table, dataset.roles)
    ]
    return [Finding(notice, "data") for notice in choices if notice.key in UNSURE_ROLE_KEYS]


def _file_findings(table: Table) -> list[Finding]:
    return [Finding(note, "data", note.key in UNSURE_NOTE_KEYS) for note in table.notes if note.key != "bins_read"]


def joining_findings(printed: Sequence[EqualAreas], bounds: AreaBounds | None) -> list[Finding]:
    """Return whether all ways of joining the points agree to three decimals, and what bins of scores hide.

    printed: the areas of all schemes, smallest first. bounds: those of the step area, if bins hide a part of the curve.

    >>> from pr_curve_lab.analysis.areas import equal_areas
    >>> from pr_metrics import OperatingPoints
    >>> (found,) = joining_findings(equal_areas(OperatingPoints.from_counts([1], [1], [9])), None)
    >>> found.schemes, found.notice.params["most"]
    (('linear_truncated', 'linear'), 0.55)
    """
    least, most = printed[0], printed[-1]
    hidden = [] if bounds is None else [_finding("bins_hide", "areas", least=bounds.lower, most=bounds.upper)]
    if len(printed) == 1:
        return [_finding("joining_agrees", "schemes", is_warning=False), *hidden]
    found = _finding(
        "joining_differs",
        "areas",
        is_warning=most.area - least.area >= MIN_DIFFERENCE,
        schemes=(least.schemes[0], most.schemes[0]),
        least=least.area,
        most=most.area,
        count=sum(len(one.schemes) for one in printed),
    )
    return [found, *hidden]


def _finding(key: str, page: str, *, is_warning: bool = True, schemes: tuple[str, ...] = (), **facts: Any) -> Finding:
    """Return a finding that no check of the data makes."""
    return Finding(Notice(key, **facts), page, is_warning, schemes=schemes)


def group_findings(groups: GroupAverages, areas: Sequence[GroupArea | None], dataset: Dataset) -> list[Finding]:
    """Return whether groups or folds fail, which of them have no area, and how intervals use clusters of rows."""
    is_fold = groups.kind == "folds" and all(name.isdecimal() for name in groups.names)
    found = _failing_groups(areas, groups.names, groups.column, kind="fold" if is_fold else "group")
    absent = [name for name, has_area in zip(groups.names, groups.has_area.tolist(), strict=True) if not has_area]
    if absent:
        found.append(_finding("groups_absent", "averages", names=tuple(absent)))
    if dataset.unscored_positives.by_group is None:
        missed = format_count(dataset.unscored_positives.total)
        found.append(_finding("groups_missed", "averages", missed=missed))
    clusters = clusters_notice(areas, dataset.clusters, dataset.roles.group)
    if clusters is not None and dataset.clusters is not None and clusters != dataset.clusters.notice:
        found.append(Finding(clusters, "averages"))
    return found


def _failing_groups(
    areas: Sequence[GroupArea | None], names: Sequence[str], column: str, *, kind: Literal["fold", "group"] = "group"
) -> list[Finding]:
    """Return one finding that names all groups that fail, or none."""
    fails = low_area_groups(areas, names)
    if not fails:
        return []
    known = {index: one.area for index, one in enumerate(areas) if one is not None}
    least = min(area for index, area in known.items() if index not in fails)
    key, worst = f"{kind}_fails" if len(fails) == 1 else f"{kind}s_fail", tuple(names[index] for index in fails)
    return [_finding(key, "averages", worst=worst, column=column, area=known[fails[-1]], least=least)]


MAX_GROUP_COLUMNS = 8
MAX_GROUPED_ROWS = 2_000_000  # rows times columns, which takes about a second


def checked_columns(table: Table, dataset: Dataset) -> list[str]:
    """Return the columns, beside the groups in use, in which groups that fail are looked for.

    >>> from pr_curve_lab.schema.examples import example_dataset, example_table
    >>> checked_columns(example_table("four_models"), example_dataset("four_models"))
    []
    """
    return _first_columns(group_columns(table, dataset.roles), dataset)


def _first_columns(columns: Sequence[str], dataset: Dataset, *, n_models: int = 1) -> list[str]:
    if dataset.kind in ("classes", "labels") or dataset.unscored_positives.total:  # whose groups are not known
        return []
    return list(columns[: min(MAX_GROUP_COLUMNS, MAX_GROUPED_ROWS // (n_models * len(dataset.positive)))])


def other_group_findings(table: Table, dataset: Dataset, task: str) -> list[Finding]:
    """Return the groups that fail in columns that look like groups, but are not the groups in use.

    At most eight columns are looked at, fewer if there are many rows. Because there are several, each group has to be
    lower at a higher confidence level, 1 - 0.05 / n for n columns (Bonferroni). So all of them together name a group
    that is as good as others in at most 5% of samples, as the column in use alone does on its page. A group that is
    named here is also named there, where intervals are narrower. Groups furthest below the others come first.

    >>> from pr_curve_lab.schema.examples import example_dataset, example_table
    >>> other_group_findings(example_table("digits"), example_dataset("digits"), "8")
    []
    """
    found = _findings_in_columns(table, dataset, (task,), checked_columns(table, dataset))
    return [replace(one, task="") for one in found]


MAX_OTHER_MODELS = 5  # with more, nothing is looked for


def other_model_findings(table: Table, dataset: Dataset, model: str) -> list[Finding]:
    """Return the groups that fail for models other than the one in view.

    For classes or labels, only the column in use is looked at. Each model counts as a test of each column, see
    `other_group_findings`, which has the same order.

    >>> from pr_curve_lab.schema.examples import example_dataset, example_table
    >>> other_model_findings(example_table("four_models"), example_dataset("four_models"), "tree")
    []
    """
    others = tuple(name for name in dataset.valid_names if name != model)
    return _findings_in_columns(table, dataset, others, _columns_of_models(table, dataset, len(others)))


def _columns_of_models(table: Table, dataset: Dataset, n_others: int) -> list[str]:
    """Return the columns of groups in which all models are looked at."""
    if not 0 < n_others <= MAX_OTHER_MODELS:
        return []
    in_use = [] if dataset.roles.group is None else [dataset.roles.group]
    if dataset.kind in ("classes", "labels"):
        return [] if dataset.unscored_positives.total else in_use
    return _first_columns([*in_use, *group_columns(table, dataset.roles)], dataset, n_models=n_others)


def merge_models(found: Sequence[Finding], model: str) -> list[Finding]:
    """Return one finding for models that fail in the same groups; of models not in view, only the first finding.

    Models have their own findings if some do better there than others do elsewhere. found: findings of groups that
    fail. model: the one in view.
    """
    first = {one.task: one for one in reversed(found) if one.task}
    alike: dict[Any, list[Finding]] = {}
    for one in found:
        if not one.task or first[one.task] is one:
            alike.setdefault((one.notice.params["column"], frozenset(one.notice.params["worst"])), []).append(one)
    return [one for same in alike.values() for one in _merge_models(same, model)]


def _merge_models(found: list[Finding], model: str) -> list[Finding]:
    found_by_area = sorted(found, key=lambda one: one.notice.params["area"])
    lowest, area = found_by_area[0], found_by_area[-1].notice.params["area"]
    least = min(one.notice.params["least"] for one in found)
    if len(found) == 1 or area >= least:
        return found
    facts = lowest.notice.params
    models = tuple(one.task or model for one in found_by_area)
    has_range = len(facts["worst"]) == 1 and format_area(facts["area"]) != format_area(area)
    key = "models_fail_apart" if has_range else "models_fail"
    facts = {**facts, "models": models, "lowest": facts["area"], "area": area, "least": least}
    return [replace(_finding(key, lowest.page, **facts), task=lowest.task, group=lowest.group)]


def compare_in_groups(
    found: Sequence[Finding],
    table: Table,
    dataset: Dataset,
    model: str,
    areas_of: Callable[[str, str], dict[str, GroupArea]],
) -> list[Finding]:
    """Merge findings of groups that fail, as `merge_models` does, and add how the models that they do not name do.

    found: all of them. areas_of: returns the areas by group for a model and a column.
    """
    merged, columns = merge_models(found, model), _columns_of_models(table, dataset, len(dataset.valid_names) - 1)
    failing = {(name, *place) for one in found for name in _models_of(one, model) for place in _places(one)}
    named = {(name, *place) for one in merged for name in _models_of(one, model) for place in _places(one)}
    compared = []
    for one in merged:
        worse, others = _models_of(one, model), []
        for name in dataset.valid_names:
            places = [(name, *place) for place in _places(one)]
            if name not in worse and one.notice.params["column"] in columns and named.isdisjoint(places):
                n_failing = len(failing.intersection(places))
                others.append(_other_model(name, worse, one.notice.params, n_failing, areas_of))
        compared.append(replace(one, others=tuple(other for other in others if other is not None)))
    return compared


def _models_of(finding: Finding, model: str) -> tuple[str, ...]:
    """Return the models that fail; model: the one in view."""
    return tuple(finding.notice.params.get("models", (finding.task or model,)))


def _places(finding: Finding) -> list[tuple[str, str]]:
    """Return the groups that fail, each with its column."""
    return [(finding.notice.params["column"], group) for group in finding.notice.params["worst"]]


def _other_model(
    name: str,
    worse: tuple[str, ...],
    facts: Mapping[str, Any],
    n_failing: int,
    areas_of: Callable[[str, str], dict[str, GroupArea]],
) -> OtherModel | None:
    """Return how a model does in groups in which others fail; None if it fails in some of them only.

    Better is clear as it is for two groups in `lowest_groups`. On the same rows that is cautious.
    """
    groups, areas = facts["worst"], areas_of(name, facts["column"])
    beside = [areas_of(one, facts["column"]) for one in worse]
    there = [areas[group].area for group in groups]
    finding: OtherFinding = "well"
    if n_failing:
        finding = "fails"
    elif not all(_is_lower(one[group], areas[group]) for group in groups for one in beside):
        finding = "unclear"
    elif min(there) < min(one.area for group, one in areas.items() if group not in groups):
        finding = "lower"
    return None if 0 < n_failing < len(groups) else OtherModel(name, finding, min(there), max(there))


def _is_lower(first: GroupArea, second: GroupArea) -> bool:
    bounds = [(one.area, one.interval.interval.lower, one.interval.interval.upper) for one in (first, second)]
    return lowest_groups(np.array(bounds).T) == (0,)


def areas_by_group(table: Table, dataset: Dataset, model: str, column: str) -> dict[str, GroupArea]:
    """Return the area of a model in each group that has positives.

    >>> from pr_curve_lab.schema.examples import example_dataset, example_table
    >>> areas = areas_by_group(example_table("digits"), example_dataset("digits"), "8", "fold")
    >>> {name: round(one.area, 2) for name, one in areas.items()}
    {'1': 0.49, '2': 0.66, '3': 0.58, '4': 0.64, '5': 0.67}
    """
    group_of_row, names = groups_of_rows(table.frame[column], dataset.row_index)
    areas = group_areas(split_by_group(task_matrix(dataset, (model,)), group_of_row), "step")
    return {name: one for name, one in zip(names, areas, strict=True) if one is not None}


def _findings_in_columns(
    table: Table, dataset: Dataset, tasks: tuple[str, ...], columns: Sequence[str]
) -> list[Finding]:
    """Return the groups that fail for each task in each column, those furthest below the others first."""
    found = []
    for column in columns:
        group_of_row, names = groups_of_rows(table.frame[column], dataset.row_index)
        level = 1 - (1 - CONFIDENCE_LEVEL) / (len(tasks) * len(columns))
        for task in tasks:
            matrix = task_matrix(dataset, (task,))
            areas = group_areas(split_by_group(matrix, group_of_row), "step", confidence_level=level)
            found += [replace(one, task=task, group=column) for one in _failing_groups(areas, names, column)]
    return sorted(found, key=lambda one: one.notice.params["area"] - one.notice.params["least"])


def step_areas(dataset: Dataset) -> dict[str, float]:
    """Return the step area of each model, class or label that has positives and negatives."""
    return {name: SCHEMES["step"].area(dataset.points(name)) for name in dataset.valid_names}


@dataclass(frozen=True, slots=True, weakref_slot=True)
class ModelComparison:
    """The model in view beside the best of the others, by step area."""

    model: str
    other: str
    area: float
    other_area: float
    n_models: int
    is_ambiguous: bool  # whether the difference may be due to chance, or there are too few rows to tell

    @property
    def difference(self) -> float:
        """The area of the model minus that of the other one."""
        return self.area - self.other_area


def compare_with_best(dataset: Dataset, model: str, areas: dict[str, float]) -> ModelComparison | None:
    """Compare a model with the best of the others; None if there is no other.

    The difference is ambiguous unless its p-value, adjusted for all pairs of models, is significant.

    >>> from pr_curve_lab.schema.examples import example_dataset
    >>> four = example_dataset("four_models")
    >>> found = compare_with_best(four, "tree", step_areas(four))
    >>> found.other, found.difference < 0, found.is_ambiguous
    ('forest', True, False)
    """
    others = {name: area for name, area in areas.items() if name != model}
    if model not in areas or not others:
        return None
    other = max(others, key=others.__getitem__)
    settled = ({one.first, one.second} for one in pair_tests(dataset, areas) if one.status == "settled")
    is_ambiguous = {model, other} not in settled
    return ModelComparison(model, other, areas[model], areas[other], len(areas), is_ambiguous)
