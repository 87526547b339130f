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
from pr_curve_lab.cli.rows import check_clusters, inferred_columns_text, read_input_files
from pr_curve_lab.gate.files import FilesDecision, ReadOptions, RowsError, gate_files
from pr_curve_lab.gate.report import gate_report

EXIT_WORSE, EXIT_UNDECIDED = 1, 3
# Fields of the decision that keep their older keys in the JSON output.
OUTPUT_KEYS = {"area_a": "new_area", "area_b": "old_area", "confidence_level": "level"}


def run_gate(
    columns: dict[str, Any], new: str, *, against: str, loss: float, strict: bool, output: str | None, as_json: bool
) -> None:
    """Print the decision on two files; exit with code 1 if the new model is shown to be worse."""
    if as_json and output == STDOUT:
        raise CommandError("standard output can take --json or the report, not both")
    options = _read_options(**columns)
    check_clusters(options.cluster, independent=options.independent)
    found = _compare_files(new, against, loss, options)
    scores = tuple(dict.fromkeys((found.files.new_score, found.files.old_score)))
    roles = replace(found.files.roles, scores=scores)
    label, score, weight = (name is None for name in (options.label, options.score, options.weight))
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


def _read_options(groups: str | None, leave_out: bool, **columns: Any) -> ReadOptions:
    return ReadOptions(cluster=groups, exclude=leave_out, **columns)


def _compare_files(new: str, old: str, loss: float, options: ReadOptions) -> FilesDecision:
    new_file, old_file = read_input_files([new, old])
    try:
        with progress("Comparing"):
            return gate_files(new_file, old_file, options, loss=loss)
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
