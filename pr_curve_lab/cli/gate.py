"""`prlab gate`: whether a new model may take an old one's place, as an exit code."""

from __future__ import annotations

import sys
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pr_curve_lab.cli.output import CommandError, drop_output, progress, refusal, say, show_json, show_sentence
from pr_curve_lab.cli.rows import (
    STDOUT,
    Header,
    Independent,
    Output,
    check_together,
    contents,
    guessed_sentence,
    with_options,
    write,
)

if TYPE_CHECKING:
    from pr_curve_lab.gate.files import FilesDecision

EXIT_WORSE, EXIT_UNDECIDED = 1, 3
ROLES = {"label": "label", "scores": "score", "weight": "weight"}  # and the options that name their columns
FACTS = ("label", "positive", "new_score", "old_score", "weight", "groups", "notices")


def _asked(
    label: Annotated[str | None, typer.Option("--label", "-l", metavar="COLUMN", help="Column of labels.")] = None,
    score: Annotated[str | None, typer.Option("--score", "-s", metavar="COLUMN", help="Column of scores.")] = None,
    positive: Annotated[str | None, typer.Option(metavar="VALUE", help="Label value that is positive.")] = None,
    weight: Annotated[str | None, typer.Option("--weight", "-w", metavar="COLUMN", help="Column of weights.")] = None,
    groups: Annotated[
        str | None, typer.Option("--groups", "--clusters", metavar="COLUMN", help="Column of what came together.")
    ] = None,
    independent: Independent = False,
    leave_out: Annotated[bool, typer.Option("--leave-out", help="Leave out rows that lack a cell.")] = False,
    header: Header = None,
) -> None:
    """How the columns of both files are understood."""


def _gate(
    columns: dict[str, Any],
    new: Annotated[str, typer.Argument(metavar="NEW", help="File of the new model; - is standard input.")],
    *,
    against: Annotated[str, typer.Option(metavar="OLD", help="File of the model whose place it would take.")],
    loss: Annotated[float, typer.Option(help="Loss of area that is allowed.")] = 0.01,
    strict: Annotated[bool, typer.Option("--strict", help="Exit code 3 where too few positives can tell.")] = False,
    output: Output = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON in full precision.")] = False,
) -> None:
    """Exit code 1 where a new model is surely worse than an old one."""
    if as_json and output == STDOUT:
        raise CommandError("standard output has room for --json or the report, not for both")
    check_together(columns["groups"], independent=columns["independent"])
    found = _decided(new, against, loss, columns)
    read = replace(found.tasks.roles, scores=tuple(dict.fromkeys((found.new_score, found.old_score))))
    guessed = guessed_sentence(read, **{role: columns[name] is None for role, name in ROLES.items()})
    found = replace(found, notices=(*guessed, *found.notices))
    for notice in found.notices:
        say(notice)
    try:
        _show(found, output, as_json=as_json)
        sys.stdout.flush()
    except BrokenPipeError:
        drop_output()  # the decision stays the exit code, whoever read of it
    if not found.decision.passed:
        raise typer.Exit(EXIT_WORSE)
    if strict and found.decision.outcome == "too_few_positives":
        raise typer.Exit(EXIT_UNDECIDED)


gate = with_options(_gate, _asked, dict)


def _show(found: FilesDecision, output: str | None, *, as_json: bool) -> None:
    """Print the decision and write its report, each where it was asked for."""
    if as_json:
        facts = {name: getattr(found, name) for name in FACTS}
        show_json({**facts, "clusters": found.groups, **asdict(found.decision)})  # the older name of groups
    elif output == STDOUT:
        say(found.decision.sentence)
    else:
        show_sentence(found.decision.sentence, bold=found.decision.outcome == "too_few_positives")
    if output is not None:
        from pr_curve_lab.gate.report import gate_report

        write(output, gate_report(found.decision, found.tasks, found.table, groups=found.groups))


def _decided(new: str, against: str, loss: float, columns: dict[str, Any]) -> FilesDecision:
    from pr_curve_lab.gate.files import RowsError, gate_files

    first, second = contents([new, against])
    try:
        with progress("Comparing"):
            return gate_files(first, second, loss=loss, **columns)
    except RowsError as refused:
        raise refusal(*refused.problems) from None
    except ValueError as refused:
        raise CommandError(str(refused)) from None
