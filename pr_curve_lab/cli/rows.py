"""Files of rows, read and understood, and what there is to say about that."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pr_curve_lab.cli.output import CommandError, problem_error, progress, show_message
from pr_curve_lab.i18n.messages import format_notices
from pr_curve_lab.io.limits import Notice
from pr_curve_lab.io.local_files import read_local_files
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.column_ranks import Decision
from pr_curve_lab.schema.column_values import label_values
from pr_curve_lab.schema.data_checks import check_data
from pr_curve_lab.schema.dataset import Dataset, LabeledScores, build_dataset
from pr_curve_lab.schema.role_options import describe_roles
from pr_curve_lab.schema.roles import Roles, TableSchema, check_weight_column, infer_schema
from pr_curve_lab.schema.uploads import read_joined_table
from pr_metrics.validation import close_match_text

STDIN = "-"
MAX_LISTED = 12  # columns or values in a sentence


@dataclass(frozen=True)
class Rows:
    """A table, how it is understood, and what there is to say about that."""

    table: Table
    roles: Roles
    dataset: Dataset
    notices: tuple[str, ...]

    @property
    def columns(self) -> dict[str, Any]:
        """The columns as they are understood, for JSON."""
        roles = self.dataset.roles
        positive = roles.positive if roles.kind in ("one", "models") else None
        return {
            "label": roles.label,
            "positive": positive,
            "scores": list(roles.scores),
            "weight": roles.weight,
            "groups": self.dataset.cluster_column,
        }

    @property
    def json_values(self) -> dict[str, Any]:
        """The entries of JSON that say what was counted."""
        return {"columns": self.columns, "notices": list(self.notices)}

    def cases(self) -> dict[str, LabeledScores]:
        """The rows of each model, class or label that has positives and negatives."""
        return {name: self.dataset.cases(name) for name in self.dataset.valid_names}


def read_rows(
    files: Sequence[str],
    label: str | None = None,
    score: Sequence[str] | None = None,
    positive: str | None = None,
    weight: str | None = None,
    groups: str | None = None,
    independent: bool = False,
    leave_out: bool = False,
    header: int | None = None,
) -> Rows:
    """Read files, understand their columns as they are named, else as the app guesses, and count the rows.

    Raises
    ------
    CommandError: a file, a column or the rows are refused, or another column is as likely and none is named.
    """
    check_groups(groups, independent=independent)
    with progress(f"Reading {', '.join(files)}"):
        table, scores = read_joined_table(read_input_files(files), header), tuple(dict.fromkeys(score or ()))
        if isinstance(table, Notice):
            raise problem_error(table)
        for name in (label, *scores, weight, groups):
            if name is not None:
                _check_is_one_of(f"No column '{name}'", name, list(table.frame.columns))
        found = infer_schema(table, label=label, scores=scores, positive=positive, weight=weight)
        if found.is_ambiguous:
            raise _ambiguous_columns_error(found)
        roles = replace(found.roles, cluster=None if independent else groups or found.roles.cluster)
        if positive is not None:
            sentence = f"No value '{positive}' in the column '{roles.label}'"
            _check_is_one_of(sentence, positive, label_values(table, roles.label))
        dataset = build_dataset(table, roles, exclude=leave_out)
    if not isinstance(dataset, Dataset):
        raise problem_error(*dataset)
    guessed = inferred_columns_text(roles, label=label is None, scores=not score, weight=weight is None)
    others = [
        _alternative_sentence(role, decision) for role, decision in found.by_role.items() if decision.alternatives
    ]
    rows = Rows(table, roles, dataset, (*guessed, *others, *_warnings(table, roles, dataset)))
    for notice in rows.notices:
        show_message(notice)
    return rows


def _ambiguous_columns_error(schema: TableSchema) -> CommandError:
    """The refusal to choose between columns that are as likely to be the label or the score."""
    candidates = {
        role: [*decision.selected, *decision.alternatives]
        for role, decision in schema.by_role.items()
        if decision.certainty == "ambiguous"
    }
    sentences = [
        f"which column is the {role}? As likely are {_join_names(columns)}: name it by --{role}"
        for role, columns in candidates.items()
    ]
    values = {"columns": None, "notices": sentences, "candidates": candidates}
    return CommandError("\n".join(sentences), values)


def check_groups(groups: str | None, *, independent: bool) -> None:
    """Refuse to keep rows together and to take them as independent at once."""
    if groups is not None and independent:
        raise CommandError("--groups keeps rows together and --independent does not: give one of them")


def read_input_files(files: Sequence[str]) -> list[tuple[str, bytes]]:
    """The files, each with its name; standard input is one too.

    Raises
    ------
    CommandError: a file is not there, or cannot be opened; standard input is asked for twice.
    """
    if list(files).count(STDIN) > 1:
        raise CommandError("standard input can be read once only")
    found = read_local_files([Path(one) for one in files if one != STDIN])
    if isinstance(found, Notice):
        raise CommandError(_missing_file_text(**found.params))
    named = iter(found)
    return [("standard input", _standard_input()) if one == STDIN else next(named) for one in files]


def _standard_input() -> bytes:
    try:
        if sys.stdin is not None:  # None where a shell has closed it
            return sys.stdin.buffer.read()
    except OSError:
        pass
    raise CommandError("standard input cannot be read")


def _missing_file_text(name: str, reason: str = "") -> str:
    """The sentence on a file that is not there, with the names of its neighbors that are near, or cannot be opened."""
    if reason:
        return f"'{name}' cannot be opened: {reason}"
    folder = Path(name).parent
    there = [one.name for one in folder.iterdir() if one.is_file()] if folder.is_dir() else []
    return f"No file '{name}'{close_match_text(Path(name).name, there) or '.'}"


def _check_is_one_of(sentence: str, name: str, available: list[str]) -> None:
    """Refuse a name that is not there, with those that are near, else with those that there are."""
    if name in available:
        return
    raise CommandError(f"{sentence}{close_match_text(name, available) or f'; there are {_join_names(available)}.'}")


def _warnings(table: Table, roles: Roles, dataset: Dataset) -> list[str]:
    """The sentences of the page Data about the same rows, each once."""
    unused = check_weight_column(table, roles)
    chosen = [
        choice.notice
        for choice in describe_roles(table, roles)
        if choice.notice.key not in ("chose_score", "chose_label")
    ]
    found = [*table.notes, *chosen, *dataset.excluded, *([unused] if unused else [])]
    if roles.weight is not None:
        found.append(
            Notice("weight_is_count" if dataset.is_frequency_weight else "weight_is_weight", column=roles.weight)
        )
    if dataset.clusters is not None:
        found.append(dataset.clusters.notice)
    return list(dict.fromkeys([*map(format_notices, found), *_data_warnings(table, dataset)]))


def _data_warnings(table: Table, dataset: Dataset) -> list[str]:
    """Oddities of the rows; one of a single model among several names it, and one of many is said in full of a few."""
    said: dict[str, dict[str, list[str]]] = {}  # the models by kind of oddity and sentence
    for name in dataset.valid_names:
        for one in check_data(dataset.cases(name), table):
            if one.key != "one_against_rest" or dataset.kind != "classes":
                said.setdefault(one.key, {}).setdefault(format_notices(one), []).append(name)
    is_plain, lines = len(dataset.names) == 1, []
    for of_kind in said.values():
        sentences = list(of_kind.items())
        lines += [
            sentence if is_plain or len(names) > 1 or f"'{names[0]}'" in sentence else f"'{names[0]}': {sentence}"
            for sentence, names in sentences[:MAX_LISTED]
        ]
        others = [name for _, names in sentences[MAX_LISTED:] for name in names]
        lines += [f"The same, with other numbers: {_join_names(others)}."] if others else []
    return lines


def inferred_columns_text(roles: Roles, *, label: bool, scores: bool, weight: bool) -> list[str]:
    """The sentence on columns that were guessed, each with its part; none where all were named.

    label, scores, weight: whether nobody named them.
    """
    positive = f" (positive: '{roles.positive}')" if roles.positive is not None else ""
    what = f"labels {', '.join(map(repr, roles.labels))}" if roles.kind == "labels" else f"label '{roles.label}'"
    only = f" (only '{roles.subset}')" if roles.subset is not None else ""
    said = {
        f"{what}{positive}": label,
        f"score {_join_names(roles.scores)}": scores,
        f"weight '{roles.weight}'": weight and roles.weight is not None,
        f"group '{roles.group}'{only}": roles.group is not None,
    }
    guessed = [part for part, is_guessed in said.items() if is_guessed]
    return [f"as guessed: {', '.join(guessed)}"] if guessed else []


def _alternative_sentence(role: str, decision: Decision) -> str:
    """The sentence on columns that could be meant in place of those that were taken."""
    return f"the {role} could also be {_join_names(decision.alternatives)}: say --{role} if it is"


def _join_names(names: Sequence[str]) -> str:
    """Names in quotation marks; of many the first ones."""
    more = f" and {len(names) - MAX_LISTED} more" if len(names) > MAX_LISTED else ""
    return ", ".join(f"'{name}'" for name in names[:MAX_LISTED]) + more
