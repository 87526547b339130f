"""Command `prlab record`: which release of which tool computes its number how."""

from __future__ import annotations

import csv
import sys
from dataclasses import asdict, fields

from pr_curve_lab.cli.output import CommandError, show_json, show_table
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.i18n.release_sentences import RecordRow, record_rows
from pr_metrics import TOOLS

SHOWN = ("key", "versions", "released", "joining", "start", "ties", "obtained")  # columns that fit a terminal


def print_record(tool: str, *, as_json: bool, as_csv: bool) -> None:
    """Print the behaviors of a tool through its releases, or of all tools."""
    if as_json and as_csv:
        raise CommandError("--json and --csv exclude each other")
    rows = record_rows(messages_in("en"), [TOOLS[tool].base_key] if tool else ())
    if as_json:
        show_json({"record": [asdict(row) for row in rows]})
    elif as_csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow([field.name for field in fields(RecordRow)])
        writer.writerows(asdict(row).values() for row in rows)
    else:
        show_table(SHOWN, [[getattr(row, name) for name in SHOWN] for row in rows])
