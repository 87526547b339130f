"""`prlab gate`: whether a new model may take an old one's place, as an exit code."""

from __future__ import annotations

import sys
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pr_curve_lab.cli.output import (
    CommandError,
    drop_output,
    problem_error,
    progress,
    show_json,
    show_message,
    show_sentence,
)
from pr_curve_lab.cli.rows import (
    STDOUT,
    Header,
    Independent,
    Output,
    check_groups,
    inferred_columns_text,
    read_files,
    with_options,
    write_output,
)

if TYPE_CHECKING:
    from pr_curve_lab.gate.files import FilesDecision
    from pr_metrics import NoninferiorityTest

EXIT_WORSE, EXIT_UNDECIDED = 1, 3
ROLE_OPTIONS = {"label": "label", "scores": "score", "weight": "weight"}  # and the options that name their columns
# Keys of the JSON that stay what they were, by the field that they hold now.
OUTPUT_KEYS = {"area_a": "new_area", "area_b": "old_area", "confidence_level": "level"}
JSON_FIELDS = ("label", "positive", "new_score", "old_score", "weight", "groups", "notices")


def _column_options(
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
    check_groups(columns["groups"], independent=columns["independent"])
    found = _run_gate(new, against, loss, columns)
    read = replace(found.dataset.roles, scores=tuple(dict.fromkeys((found.new_score, found.old_score))))
    guessed = inferred_columns_text(read, **{role: columns[name] is None for role, name in ROLE_OPTIONS.items()})
    found = replace(found, notices=(*guessed, *found.notices))
    for notice in found.notices:
        show_message(notice)
    try:
        _show(found, output, as_json=as_json)
        sys.stdout.flush()
    except BrokenPipeError:
        drop_output()  # the decision stays the exit code, whoever read of it
    if not found.decision.passed:
        raise typer.Exit(EXIT_WORSE)
    if strict and found.decision.outcome == "too_few_positives":
        raise typer.Exit(EXIT_UNDECIDED)


gate = with_options(_gate, _column_options, dict)


def _decision_json(decision: NoninferiorityTest) -> dict[str, Any]:
    """The fields of a decision under the keys that the command has always printed."""
    return {OUTPUT_KEYS.get(name, name): value for name, value in asdict(decision).items()}


def _show(result: FilesDecision, output: str | None, *, as_json: bool) -> None:
    """Print the decision and write its report, each where it was asked for."""
    if as_json:
        facts = {name: getattr(result, name) for name in JSON_FIELDS}
        show_json({**facts, "clusters": result.groups, **_decision_json(result.decision)})  # the older name of groups
    elif output == STDOUT:
        show_message(result.decision.sentence)
    else:
        show_sentence(result.decision.sentence, bold=result.decision.outcome == "too_few_positives")
    if output is not None:
        from pr_curve_lab.gate.report import gate_report

        write_output(output, gate_report(result.decision, result.dataset, result.table, groups=result.groups))


def _run_gate(new_file: str, old_file: str, loss: float, columns: dict[str, Any]) -> FilesDecision:
    from pr_curve_lab.gate.files import RowsError, gate_files

    first, second = read_files([new_file, old_file])
    try:
        with progress("Comparing"):
            return gate_files(first, second, loss=loss, **columns)
    except RowsError as refused:
        raise problem_error(*refused.problems) from None
    except ValueError as refused:
        raise CommandError(str(refused)) from None
