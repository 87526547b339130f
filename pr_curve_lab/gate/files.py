"""The gate on two files: read, matched, tested, with all that was guessed about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict, Unpack

from pr_curve_lab.gate.two_files import Asked, File, RowsError, two_files
from pr_curve_lab.i18n.plain_problems import in_words
from pr_curve_lab.reading.cases.binary_tasks import BinaryTasks, build_binary_tasks
from pr_curve_lab.reading.cases.data_checks import notices
from pr_curve_lab.reading.formats.table import Table, text_of
from pr_curve_lab.reading.roles.choices import choices
from pr_metrics import NoWorse, no_worse
from pr_metrics.uncertainty.noninferiority import LOSS


@dataclass(frozen=True, eq=False)
class FilesDecision:
    """A decision on two files, the columns it rests on, and sentences about what was guessed or left out."""

    decision: NoWorse
    label: str
    positive: str | None
    new_score: str  # as its file names it
    old_score: str
    weight: str | None
    notices: tuple[str, ...]
    table: Table
    tasks: BinaryTasks  # named by the files: the new model, the old one
    groups: str | None = None


class Columns(TypedDict, total=False):
    """Columns and the positive value that somebody names."""

    label: str | None
    score: str | None  # of both files
    positive: str | None
    groups: str | None
    independent: bool
    weight: str | None
    header: int | None  # its row in both files, the first being 1


def gate_files(
    new: File, old: File, *, loss: float = LOSS, leave_out: bool = False, **columns: Unpack[Columns]
) -> FilesDecision:
    """Decide by `no_worse` on two files of any format that is read; rows are matched by an id, else in their order.

    new, old: name and bytes. leave_out: whether rows that lack a cell are left out. What is not named is guessed, also
    groups: persons, images or queries, unless `independent`.

    Raises
    ------
    ValueError: what `two_files`, the checks of the rows and `no_worse` refuse, as a sentence.

    >>> rows = b"y,p\\n" + b"1,0.9\\n0,0.2\\n1,0.3\\n0,0.1\\n" * 5
    >>> found = gate_files(("new.csv", rows), ("old.csv", rows))
    >>> found.decision.passed, found.label, found.positive, found.new_score
    (True, 'y', '1', 'p')
    """
    asked = Asked(**columns)
    both = two_files(new, old, asked)
    tasks = build_binary_tasks(both.table, both.roles, leave_out=leave_out)
    if not isinstance(tasks, BinaryTasks):
        raise RowsError(*tasks)
    scores = tasks.score[:, 0], tasks.score[:, 1]
    group = tasks.groups_together if asked.groups is None else _groups(both.table, asked.groups, tasks)
    decision = no_worse(tasks.positive[:, 0], *scores, loss=loss, groups=group, sample_weight=tasks.weight)
    return FilesDecision(
        decision,
        both.roles.label,
        both.roles.positive,
        both.new_score,
        both.old_score,
        both.roles.weight,
        _notices(both.table, tasks, is_named=asked.groups is not None),
        both.table,
        tasks,
        None if group is None else both.roles.cluster,
    )


def _groups(table: Table, column: str, tasks: BinaryTasks) -> list[str]:
    names = text_of(table.frame[column])[tasks.row].tolist()
    if "" in names:
        raise ValueError(f"{table.name}: {column} is empty in row {int(tasks.row[names.index('')]) + 1}")
    return list(names)


def _notices(table: Table, tasks: BinaryTasks, *, is_named: bool) -> tuple[str, ...]:
    """Sentences on what was done to the files, chosen and left out, and on what looks odd about either model.

    is_named: whether somebody named the column of what is kept together.
    """
    clusters = [] if is_named or tasks.clusters is None else [tasks.clusters.notice]
    odd = [one for name in tasks.names for one in notices(tasks.cases(name), table)]
    said = [*table.notes, *(choice.said for choice in choices(table, tasks.roles)), *tasks.left_out, *clusters, *odd]
    return tuple(dict.fromkeys(in_words(one) for one in said))
