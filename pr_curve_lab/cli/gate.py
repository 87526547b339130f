"""Command `prlab gate`: the exit code says whether a new model may replace an old one."""

from __future__ import annotations

import sys
from dataclasses import asdict, replace
from typing import Any

import typer

from pr_curve_lab.cli.output import (
    STDOUT,
    CommandError,
    drop_output,
    problem_error,
    progress,
    show_json,
    show_message,
    show_sentence,
    write_output,
)
from pr_curve_lab.cli.rows import check_groups, inferred_columns_text, read_input_files
from pr_curve_lab.gate.files import FilesDecision, RowsError, gate_files
from pr_curve_lab.gate.report import gate_report

EXIT_WORSE, EXIT_UNDECIDED = 1, 3
PARAMETERS = {"groups": "cluster", "leave_out": "exclude"}  # names in `gate_files` that differ from the options
# Fields of the decision that keep their older keys in the JSON output.
OUTPUT_KEYS = {"area_a": "new_area", "area_b": "old_area", "confidence_level": "level"}


def run_gate(
    columns: dict[str, Any], new: str, *, against: str, loss: float, strict: bool, output: str | None, as_json: bool
) -> None:
    """Print the decision on two files; exit with code 1 if the new model is shown to be worse."""
    if as_json and output == STDOUT:
        raise CommandError("standard output has room for --json or the report, not for both")
    check_groups(columns["groups"], independent=columns["independent"])
    found = _compare_files(new, against, loss, columns)
    scores = tuple(dict.fromkeys((found.files.new_score, found.files.old_score)))
    label, score, weight = (columns[name] is None for name in ("label", "score", "weight"))
    roles = replace(found.files.roles, scores=scores)
    guessed = inferred_columns_text(roles, label=label, scores=score, weight=weight)
    found = replace(found, notices=(*guessed, *found.notices))
    for notice in found.notices:
        show_message(notice)
    try:
        _print_decision(found, output, as_json=as_json)
        sys.stdout.flush()
    except BrokenPipeError:
        drop_output()  # the exit code still tells the decision
    if not found.decision.passed:
        raise typer.Exit(EXIT_WORSE)
    if strict and found.decision.outcome == "too_few_positives":
        raise typer.Exit(EXIT_UNDECIDED)


def _compare_files(new: str, old: str, loss: float, columns: dict[str, Any]) -> FilesDecision:
    files = read_input_files([new, old])
    columns = {PARAMETERS.get(option, option): value for option, value in columns.items()}
    try:
        with progress("Comparing"):
            return gate_files(*files, loss=loss, **columns)
    except RowsError as refused:
        raise problem_error(*refused.problems) from None
    except ValueError as refused:
        raise CommandError(str(refused)) from None


def _print_decision(result: FilesDecision, output: str | None, *, as_json: bool) -> None:
    """Print the decision, and write its report if there is an output path."""
    decision, roles, cluster = result.decision, result.files.roles, result.cluster
    if as_json:
        show_json({
            "label": roles.label,
            "positive": roles.positive,
            "new_score": result.files.new_score,
            "old_score": result.files.old_score,
            "weight": roles.weight,
            "groups": cluster,
            "notices": result.notices,
            "clusters": cluster,  # the older key, for programs that read it
            **{OUTPUT_KEYS.get(name, name): value for name, value in asdict(decision).items()},
        })  # fmt: skip
    elif output == STDOUT:
        show_message(decision.sentence)
    else:
        show_sentence(decision.sentence, bold=decision.outcome == "too_few_positives")
    if output is not None:
        write_output(output, gate_report(decision, result.dataset, result.files.table, cluster=cluster))
