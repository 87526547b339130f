"""Read files of rows, find the roles of their columns, and report notices about them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pr_curve_lab.cli.output import CommandError, problem_error, progress, show_message
from pr_curve_lab.i18n.messages import format_notices
from pr_curve_lab.io.local_files import read_local_files
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.column_ranks import Decision
from pr_curve_lab.schema.column_values import label_values
from pr_curve_lab.schema.data_checks import check_data
from pr_curve_lab.schema.dataset import Dataset, LabeledScores, build_dataset
from pr_curve_lab.schema.role_options import describe_roles
from pr_curve_lab.schema.roles import InferredRoles, Roles, check_weight_column, infer_roles_and_certainty
from pr_curve_lab.schema.table_files import read_matched_table
from pr_metrics.validation import close_match_text

STDIN = "-"
MAX_LISTED = 12  # columns or values listed in a sentence


@dataclass(frozen=True)
class InputRows:
    """A table, the roles of its columns, the dataset built from them, and notices for the user."""

    table: Table
    roles: Roles
    dataset: Dataset
    notices: tuple[str, ...]

    @property
    def columns(self) -> dict[str, Any]:
        """Roles of the columns, for JSON."""
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
        """Entries of the JSON output that say which columns were used, with the notices."""
        return {"columns": self.columns, "notices": list(self.notices)}

    def labeled_scores(self) -> dict[str, LabeledScores]:
        """The rows of each model, class or label that has positives and negatives."""
        return {name: self.dataset.labeled_scores(name) for name in self.dataset.valid_names}


def read_rows(
    files: Sequence[str],
    label: str | None = None,
    score: Sequence[str] | None = None,
    positive: str | None = None,
    weight: str | None = None,
    cluster: str | None = None,
    independent: bool = False,
    leave_out: bool = False,
    header: int | None = None,
    missed: int | None = None,
) -> InputRows:
    """Read files and build their dataset; columns that are not named are guessed as in the app.

    Raises
    ------
    CommandError: a file, a column or the rows are invalid, or several columns are equally likely and none is named.
    """
    check_clusters(cluster, independent=independent)
    with progress(f"Reading {', '.join(files)}"):
        table, scores = read_matched_table(read_input_files(files), header), tuple(dict.fromkeys(score or ()))
        if isinstance(table, Notice):
            raise problem_error(table)
        for name in (label, *scores, weight, cluster):
            if name is not None:
                _check_is_one_of(f"No column '{name}'", name, list(table.frame.columns))
        found = infer_roles_and_certainty(table, label=label, scores=scores, positive=positive, weight=weight)
        if found.is_ambiguous:
            raise _ambiguous_columns_error(found)
        roles = replace(found.roles, cluster=None if independent else cluster or found.roles.cluster)
        if missed is not None:
            roles = replace(roles, unscored_positives=missed)
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
    rows = InputRows(table, roles, dataset, (*guessed, *others, *_warnings(table, roles, dataset)))
    for notice in rows.notices:
        show_message(notice)
    return rows


def _ambiguous_columns_error(schema: InferredRoles) -> CommandError:
    """Return an error that asks which of several equally likely columns is the label or the score."""
    candidates = {
        role: [*decision.selected, *decision.alternatives]
        for role, decision in schema.by_role.items()
        if decision.certainty == "ambiguous"
    }
    sentences = [
        f"which column is the {role}? Equally likely are {_join_names(columns)}: choose one with --{role}"
        for role, columns in candidates.items()
    ]
    values = {"columns": None, "notices": sentences, "candidates": candidates}
    return CommandError("\n".join(sentences), values)


def check_clusters(cluster: str | None, *, independent: bool) -> None:
    """Raise an error if rows are to be both kept together and taken as independent."""
    if cluster is not None and independent:
        raise CommandError("--groups keeps rows together and --independent does not: give only one of them")


def read_input_files(files: Sequence[str]) -> list[tuple[str, bytes]]:
    """Return the name and content of each file, or of standard input for "-".

    Raises
    ------
    CommandError: a file does not exist or cannot be opened; standard input is named twice.
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
    """Return the message for a file that cannot be opened, or does not exist; the latter suggests similar names."""
    if reason:
        return f"'{name}' cannot be opened: {reason}"
    folder = Path(name).parent
    there = [one.name for one in folder.iterdir() if one.is_file()] if folder.is_dir() else []
    return f"No file '{name}'{close_match_text(Path(name).name, there) or '.'}"


def _check_is_one_of(sentence: str, name: str, available: list[str]) -> None:
    """Raise an error for an unknown name, which suggests similar names, else lists the available ones."""
    if name in available:
        return
    raise CommandError(f"{sentence}{close_match_text(name, available) or f'; there are {_join_names(available)}.'}")


def _warnings(table: Table, roles: Roles, dataset: Dataset) -> list[str]:
    """Return what the page Data says about the same rows, without duplicates."""
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
    """Return warnings about the rows of each model; of warnings of one kind, only the first few are given in full."""
    warnings: dict[str, dict[str, list[str]]] = {}  # names of models, by kind of warning and sentence
    for name in dataset.valid_names:
        for one in check_data(dataset.labeled_scores(name), table):
            if one.key != "one_against_rest" or dataset.kind != "classes":
                warnings.setdefault(one.key, {}).setdefault(format_notices(one), []).append(name)
    is_plain, lines = len(dataset.names) == 1, []
    for of_kind in warnings.values():
        sentences = list(of_kind.items())
        lines += [
            sentence if is_plain or len(names) > 1 or f"'{names[0]}'" in sentence else f"'{names[0]}': {sentence}"
            for sentence, names in sentences[:MAX_LISTED]
        ]
        others = [name for _, names in sentences[MAX_LISTED:] for name in names]
        lines += [f"The same holds, with other numbers, for {_join_names(others)}."] if others else []
    return lines


def inferred_columns_text(roles: Roles, *, label: bool, scores: bool, weight: bool) -> list[str]:
    """Return a sentence on the columns that were guessed with their roles, or nothing if all were named.

    label, scores, weight: whether they were guessed.
    """
    positive = f" (positive: '{roles.positive}')" if roles.positive is not None else ""
    what = f"labels {', '.join(map(repr, roles.labels))}" if roles.kind == "labels" else f"label '{roles.label}'"
    only = f" (only '{roles.split_value}')" if roles.split_value is not None else ""
    is_guessed_by_text = {
        f"{what}{positive}": label,
        f"score {_join_names(roles.scores)}": scores,
        f"weight '{roles.weight}'": weight and roles.weight is not None,
        f"group '{roles.group}'{'' if roles.split else only}": roles.group is not None,
        f"split '{roles.split}'{only}": roles.split is not None,
    }
    guessed = [text for text, is_guessed in is_guessed_by_text.items() if is_guessed]
    return [f"as guessed: {', '.join(guessed)}"] if guessed else []


def _alternative_sentence(role: str, decision: Decision) -> str:
    """Return a sentence on columns that could be meant instead of those chosen."""
    return f"the {role} could also be {_join_names(decision.alternatives)}: if so, use --{role}"


def _join_names(names: Sequence[str]) -> str:
    """Join names in quotation marks; if there are many, only the first ones."""
    more = f" and {len(names) - MAX_LISTED} more" if len(names) > MAX_LISTED else ""
    return ", ".join(f"'{name}'" for name in names[:MAX_LISTED]) + more
