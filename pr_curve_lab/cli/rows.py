"""Files of rows, the options that say how their columns are understood, and the files that a command writes.

Every command that counts rows has the same options; it takes what was read as its first argument.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from pr_curve_lab.cli.output import CommandError, problem_error, progress, show_json, show_message


def with_options(
    command: Callable[..., None],
    common: Callable[..., None],
    convert: Callable[..., Any],
    *,
    defaults: dict[str, Any] | None = None,
) -> Callable[..., None]:
    """A command with the options of a signature after its own arguments; its first argument is what they are taken for.

    defaults: of options, other than those of the signature.

    >>> def report(rows: list[str], *, title: str = "") -> None: print(rows, title)
    >>> def columns(label: str = "y") -> None: ...
    >>> with_options(report, columns, lambda **given: list(given.values()))(label="fraud", title="A")
    ['fraud'] A
    """
    asked = signature(common).parameters
    first, *own = signature(command).parameters.values()
    arguments = [one for one in own if one.kind is Parameter.POSITIONAL_OR_KEYWORD]
    options = [one.replace(default=(defaults or {}).get(one.name, one.default)) for one in asked.values()]
    every = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in (*arguments, *options, *own[len(arguments) :])]

    def run(**given: Any) -> None:
        command(convert(**{name: given.pop(name) for name in asked}), **given)

    hints = {**get_type_hints(common, include_extras=True), **_hints(command, first.name)}
    run.__doc__, run.__name__ = command.__doc__, command.__name__
    run.__annotations__ = {one.name: hints[one.name] for one in every}
    run.__signature__ = signature(common).replace(  # type: ignore[attr-defined]
        parameters=[one.replace(annotation=hints[one.name]) for one in every], return_annotation=None
    )
    return run


def _hints(command: Callable[..., None], first: str) -> dict[str, Any]:
    """The types of a command's own arguments."""
    return {name: hint for name, hint in get_type_hints(command, include_extras=True).items() if name != first}


if TYPE_CHECKING:
    from pr_curve_lab.io.table import Table
    from pr_curve_lab.schema.column_ranks import Decision
    from pr_curve_lab.schema.dataset import Dataset
    from pr_curve_lab.schema.infer_roles import TableSchema
    from pr_curve_lab.schema.labeled_scores import LabeledScores
    from pr_curve_lab.schema.roles import Roles

STDIN = "-"
Header = Annotated[
    int | None, typer.Option(min=0, metavar="ROW", help="Row of the header, the first being 1; 0 where there is none.")
]
Independent = Annotated[
    bool, typer.Option("--independent", help="Take rows as independent, also those of one person, image or query.")
]
MAX_COMPLETION_BYTES = 2**20  # bytes; of a larger file no column names are read while somebody types
MAX_LISTED = 12  # columns or values in a sentence


class AmbiguousColumnsError(CommandError):
    """The refusal to choose between columns that are as likely to be the label or the score."""

    def __init__(self, guess: TableSchema) -> None:
        self.candidates = {
            role: [*decision.selected, *decision.alternatives]
            for role, decision in guess.by_role.items()
            if decision.certainty == "open"
        }
        said = [
            f"which column is the {role}? As likely are {_join_names(columns)}: name it by --{role}"
            for role, columns in self.candidates.items()
        ]
        super().__init__("\n".join(said))
        self.notices = said

    @property
    def json_values(self) -> dict[str, Any]:
        """The entries of JSON in place of an answer."""
        return {"columns": None, "notices": self.notices, "candidates": self.candidates}


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


def _columns(incomplete: str) -> list[str]:
    """The names of columns that begin so, for a shell that completes them."""
    from pr_curve_lab.io.limits import Problem
    from pr_curve_lab.schema.uploads import read_upload

    typed = os.environ.get("_TYPER_COMPLETE_ARGS") or os.environ.get("COMP_WORDS", "")  # as shells hand it to typer
    paths = [Path(word) for word in _split_command(typed)]
    files = [one for one in paths if one.is_file() and one.stat().st_size <= MAX_COMPLETION_BYTES]
    tables = [read_upload(one.name, one.read_bytes()) for one in files]
    names = [name for table in tables if not isinstance(table, Problem) for name in table.frame.columns]
    return [name for name in dict.fromkeys(names) if name.startswith(incomplete)]


def _split_command(text: str) -> list[str]:
    """The words of a line that somebody is typing, of which a quotation mark may still be open.

    >>> _split_command("prlab ap 'my models.csv' --score 'f")
    ['prlab', 'ap', 'my models.csv', '--score', 'f']
    """
    for end in ("", "'", '"'):
        try:
            return shlex.split(text + end)
        except ValueError:
            continue
    return text.split()


def _row_options(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="FILE", help="Files of labels and scores; - is standard input.")
    ] = None,
    label: Annotated[
        str | None, typer.Option("--label", "-l", metavar="COLUMN", help="Column of labels.", autocompletion=_columns)
    ] = None,
    score: Annotated[
        list[str] | None,
        typer.Option(
            "--score", "-s", metavar="COLUMN", help="Column of scores; several are models.", autocompletion=_columns
        ),
    ] = None,
    positive: Annotated[str | None, typer.Option(metavar="VALUE", help="Label value that is positive.")] = None,
    weight: Annotated[
        str | None, typer.Option("--weight", "-w", metavar="COLUMN", help="Column of weights.", autocompletion=_columns)
    ] = None,
    groups: Annotated[
        str | None,
        typer.Option(
            "--groups",
            "--clusters",
            metavar="COLUMN",
            help="Column of persons, images or queries, whose rows intervals keep together.",
            autocompletion=_columns,
        ),
    ] = None,
    independent: Independent = False,
    leave_out: Annotated[bool, typer.Option("--leave-out", help="Leave out rows that lack a cell.")] = False,
    header: Header = None,
) -> None:
    """Files, and how their columns are understood."""


def with_rows(command: Callable[..., None], *, allow_none: bool = False) -> Callable[..., None]:
    """A command with the options above after its own arguments; it is called with the rows, or with None if it may."""

    def read_options(**options: Any) -> Rows | None:
        if options["files"]:
            return read_rows(**options)
        for name in (name for name, value in options.items() if value not in (None, False, [])):
            raise CommandError(f"--{name.replace('_', '-')} needs a FILE")
        return None

    run = with_options(command, _row_options, read_options, defaults={} if allow_none else {"files": Parameter.empty})

    @wraps(run)
    def run_with_json_errors(**given: Any) -> None:
        try:
            run(**given)
        except AmbiguousColumnsError as error:
            if given.get("as_json"):
                show_json(error.json_values)
            raise

    return run_with_json_errors


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
    CommandError: a file, a column or the rows are refused.
    OpenColumnsError: two columns are as likely to be the label or the score, and none is named.
    """
    from pr_curve_lab.schema.dataset import Dataset, build_dataset
    from pr_curve_lab.schema.infer_roles import infer_schema_with

    check_groups(groups, independent=independent)
    with progress(f"Reading {', '.join(files)}"):
        table, scores = read_table_files(files, header), tuple(dict.fromkeys(score or ()))
        _check_columns(table, [name for name in (label, *scores, weight, groups) if name is not None])
        found = infer_schema_with(table, label=label, scores=scores, positive=positive, weight=weight)
        if found.is_open:
            raise AmbiguousColumnsError(found)
        roles = replace(found.roles, cluster=None if independent else groups or found.roles.cluster)
        if positive is not None:
            _check_positive(table, roles.label, positive)
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


def check_groups(groups: str | None, *, independent: bool) -> None:
    """Refuse to keep rows together and to take them as independent at once."""
    if groups is not None and independent:
        raise CommandError("--groups keeps rows together and --independent does not: give one of them")


def read_table_files(files: Sequence[str], header: int | None = None) -> Table:
    """The table of files, put side by side where there are several. header: its row in each of them.

    Raises
    ------
    CommandError: a file is not there, or cannot be read.
    """
    from pr_curve_lab.io.limits import Problem
    from pr_curve_lab.schema.uploads import join_tables, read_upload

    tables = []
    for name, content in read_files(files):
        table = read_upload(name, content, header=header)
        if isinstance(table, Problem):
            raise problem_error(table)
        tables.append(table)
    together = join_tables(tables) if len(tables) > 1 else tables[0]
    if isinstance(together, Problem):
        raise problem_error(together)
    return together


def read_files(files: Sequence[str]) -> list[tuple[str, bytes]]:
    """The files, each with its name; standard input is one too.

    Raises
    ------
    CommandError: a file is not there, or cannot be opened; standard input is asked for twice.
    """
    from pr_curve_lab.io.limits import Problem
    from pr_curve_lab.io.local_files import read_local_files

    if list(files).count(STDIN) > 1:
        raise CommandError("standard input can be read once only")
    found = read_local_files([Path(one) for one in files if one != STDIN])
    if isinstance(found, Problem):
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
    """The sentence on a file that is not there, with the names of its neighbours that are near, or cannot be opened."""
    from pr_metrics.validation import close_match_text

    if reason:
        return f"'{name}' cannot be opened: {reason}"
    folder = Path(name).parent
    there = [one.name for one in folder.iterdir() if one.is_file()] if folder.is_dir() else []
    return f"No file '{name}'{close_match_text(Path(name).name, there) or '.'}"


def _check_columns(table: Table, names: Sequence[str]) -> None:
    for name in names:
        _check_is_one_of(f"No column '{name}'", name, list(table.frame.columns))


def _check_positive(table: Table, label: str, positive: str) -> None:
    from pr_curve_lab.schema.column_values import label_values

    _check_is_one_of(f"No value '{positive}' in the column '{label}'", positive, label_values(table, label))


def _check_is_one_of(sentence: str, name: str, available: list[str]) -> None:
    """Refuse a name that is not there, with those that are near, else with those that there are."""
    from pr_metrics.validation import close_match_text

    if name in available:
        return
    raise CommandError(f"{sentence}{close_match_text(name, available) or f'; there are {_join_names(available)}.'}")


def _warnings(table: Table, roles: Roles, dataset: Dataset) -> list[str]:
    """The sentences of the page Data about the same rows, each once."""
    from pr_curve_lab.i18n.messages import format_problems
    from pr_curve_lab.io.limits import Problem
    from pr_curve_lab.schema.role_options import describe_roles
    from pr_curve_lab.schema.roles import check_weight_column

    unused = check_weight_column(table, roles)
    chosen = [
        choice.message
        for choice in describe_roles(table, roles)
        if choice.message.key not in ("chose_score", "chose_label")
    ]
    found = [*table.notes, *chosen, *dataset.excluded, *([unused] if unused else [])]
    if roles.weight is not None:
        found.append(
            Problem("weight_is_count" if dataset.is_frequency_weight else "weight_is_weight", column=roles.weight)
        )
    if dataset.clusters is not None:
        found.append(dataset.clusters.message)
    return list(dict.fromkeys([*map(format_problems, found), *_data_warnings(table, dataset)]))


def _data_warnings(table: Table, dataset: Dataset) -> list[str]:
    """Oddities of the rows; one of a single model among several names it, and one of many is said in full of a few."""
    from pr_curve_lab.i18n.messages import format_problems
    from pr_curve_lab.schema.data_checks import check_data

    said: dict[str, dict[str, list[str]]] = {}  # the models by kind of oddity and sentence
    for name in dataset.valid_names:
        for one in check_data(dataset.cases(name), table):
            if one.key != "one_against_rest" or dataset.kind != "classes":
                said.setdefault(one.key, {}).setdefault(format_problems(one), []).append(name)
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
    only = f" (only '{roles.part}')" if roles.part is not None else ""
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


STDOUT = STDIN


def _check_output(output: str | None) -> str | None:
    if output is not None and output != STDOUT and not Path(output).absolute().parent.is_dir():
        raise CommandError(f"There is no folder '{Path(output).parent}'")
    return output


Output = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", callback=_check_output, help="- is standard output.")
]


def write_output(output: str, content: bytes) -> None:
    """Write a file and say so, or write to standard output.

    Raises
    ------
    CommandError: it cannot be written.
    """
    if output == STDOUT:
        sys.stdout.buffer.write(content)
        return
    try:
        Path(output).write_bytes(content)
    except OSError as error:
        raise CommandError(f"'{output}' cannot be written: {error.strerror}") from None
    show_message(f"written: {output}")
