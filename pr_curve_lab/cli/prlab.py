"""The commands of `prlab` with their options; a file in place of a command opens the app.

Each command imports its module when it runs, so that help and completion do not load pandas.
"""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pr_curve_lab.cli import options
from pr_curve_lab.cli.output import (
    EXIT_INTERNAL_ERROR,
    EXIT_INTERRUPTED,
    EXIT_INVALID_INPUT,
    CommandError,
    drop_output,
    show_message,
)

OPEN = "open"
DISK_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)  # errors of the disk if standard output is a file


class FilesOrCommand(TyperGroup):
    """A group of commands that lets users omit `open`, and turns errors into messages and exit codes."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Insert `open` if the first argument is not a command but a file or an option of `open`."""
        if args and args[0] not in self.commands and self._is_file_argument(args[0]):
            args = [OPEN, *args]
        return super().parse_args(ctx, args)

    def _is_file_argument(self, first: str) -> bool:
        if first.startswith("--"):
            option = first.partition("=")[0]
            return any(option in one.opts for one in self.commands[OPEN].params)
        return Path(first).exists() or bool(Path(first).suffix) or os.sep in first

    def invoke(self, ctx: Any) -> Any:
        """Run the command; invalid input gives one sentence, and a closed pipe gives no error."""
        try:
            done = super().invoke(ctx)
            sys.stdout.flush()
        except CommandError as error:
            show_message(str(error))
            raise typer.Exit(EXIT_INVALID_INPUT) from None
        except BrokenPipeError:
            drop_output()
            raise typer.Exit from None
        except OSError as error:
            if error.errno not in DISK_ERRORS:
                raise
            drop_output()
            show_message(f"standard output cannot be written: {error.strerror}")
            raise typer.Exit(EXIT_INVALID_INPUT) from None
        except KeyboardInterrupt:
            raise typer.Exit(EXIT_INTERRUPTED) from None
        return done


def _open(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Files of labels and scores.")],
    port: options.Port = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the address.")] = False,
    header: options.Header = None,
) -> None:
    """Open the app with files. The word open may be left out."""
    from pr_curve_lab.cli import app_server

    app_server.open_files(files, port=port, no_browser=no_browser, header=header)


def _ap(rows: Any, *, scheme: options.Schemes = None, as_json: options.Json = False) -> None:
    """Areas under every scheme, with intervals, ties and chance."""
    from pr_curve_lab.cli import areas

    areas.print_areas(rows, scheme or [], as_json=as_json)


def _points(rows: Any, *, as_json: options.Json = False) -> None:
    """Operating points as CSV: counts, precision and recall."""
    from pr_curve_lab.cli import areas

    areas.print_points(rows, as_json=as_json)


def _tools(rows: Any, *, as_json: options.Json = False) -> None:
    """The area that every tool reports, and its difference from AP."""
    from pr_curve_lab.cli import explain

    explain.print_tools(rows, as_json=as_json)


def _explain(
    rows: Any,
    number: options.Number,
    *,
    tool: options.Tool = "",
    other: options.OtherNumber = "",
    other_tool: options.OtherTool = "",
    as_json: options.Json = False,
) -> None:
    """Which tools give a number, and why another number differs."""
    from pr_curve_lab.cli import explain

    explain.explain_number(rows, number, tool=tool, other=other, other_tool=other_tool, as_json=as_json)


def _record(
    tool: options.Tool = "",
    *,
    as_json: options.Json = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV with all columns.")] = False,
) -> None:
    """Which release of which tool computes its area how."""
    from pr_curve_lab.cli import record

    record.print_record(tool, as_json=as_json, as_csv=as_csv)


def _report(rows: Any, *, output: options.Output = None, lang: options.Language = "en") -> None:
    """The report as one HTML file."""
    from pr_curve_lab.cli import report

    report.write_report(rows, output=output, lang=lang)


def _gate_columns(
    label: options.Label = None,
    score: options.Score = None,
    positive: options.Positive = None,
    weight: options.Weight = None,
    groups: Annotated[
        str | None,
        typer.Option(
            "--groups", "--clusters", metavar="COLUMN", help="Column that names the person, image or query of each row."
        ),
    ] = None,
    independent: options.Independent = False,
    leave_out: options.LeaveOut = False,
    header: options.Header = None,
) -> None:
    """Options that name the roles of the columns in both files."""


def _gate(
    columns: dict[str, Any],
    new: Annotated[str, typer.Argument(metavar="NEW", help="File of the new model; - is standard input.")],
    *,
    against: Annotated[str, typer.Option(metavar="OLD", help="File of the model that it would replace.")],
    loss: Annotated[float, typer.Option(help="Loss of area that is allowed.")] = 0.01,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit code 3 if there are too few positives to tell.")
    ] = False,
    output: options.Output = None,
    as_json: options.Json = False,
) -> None:
    """Exit code 1 if a new model is shown to be worse than an old one."""
    from pr_curve_lab.cli import gate

    gate.run_gate(columns, new, against=against, loss=loss, strict=strict, output=output, as_json=as_json)


def _count_columns(
    label: options.Label = None,
    score: options.Score = None,
    positive: Annotated[
        str, typer.Option(metavar="VALUE", help="Label value that is positive; \"'7'\" is text.")
    ] = "1",
    weight: options.Weight = None,
    group: Annotated[str | None, typer.Option(metavar="COLUMN", help="Column of groups to count separately.")] = None,
    decimals: Annotated[int | None, typer.Option(help="Decimals to round scores to, if they have too many.")] = None,
) -> None:
    """Options that name the columns that are counted."""


def _count(
    columns: dict[str, Any],
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Parquet or CSV files, also 'data/*.parquet'.")],
    *,
    sql: Annotated[
        str | None, typer.Option(metavar="DIALECT", help="Print SQL instead, for a table named in place of FILE.")
    ] = None,
    bins: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="At most this many lines, each a bin of neighboring scores.")
    ] = None,
    as_json: options.Json = False,
    header: options.Header = None,
) -> None:
    """Counts at each score of large files, as CSV."""
    from pr_curve_lab.cli import count

    count.count_rows(files, columns, sql=sql, bins=bins, header=header, as_json=as_json)


def _serve(
    port: options.Port = None,
    address: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 lets other computers in.")] = "127.0.0.1",
    host_name: Annotated[
        list[str] | None, typer.Option(help="Host name under which browsers reach the app; may be repeated.")
    ] = None,
    frame_ancestor: Annotated[
        list[str] | None,
        typer.Option(help="Site that may show it in a frame, such as https://lab.example; may be repeated."),
    ] = None,
    base_path: Annotated[
        str, typer.Option(envvar="STREAMLIT_SERVER_BASE_URL_PATH", help="Path under which a proxy passes it on: /lab.")
    ] = "",
) -> None:
    """Serve the app without a file."""
    from pr_curve_lab.cli import app_server

    app_server.serve_app(
        port=port, address=address, host_names=host_name or [], frame_ancestors=frame_ancestor or [], base=base_path
    )


app = typer.Typer(cls=FilesOrCommand, no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)
with_rows = partial(options.with_options, common=options.row_options, convert=options.read_rows)
COMMANDS: dict[str, Callable[..., None]] = {
    OPEN: _open,
    "ap": with_rows(_ap, required="files"),
    "points": with_rows(_points, required="files"),
    "tools": with_rows(_tools, required="files"),
    "explain": with_rows(_explain),
    "record": _record,
    "report": with_rows(_report, required="files"),
    "gate": options.with_options(_gate, _gate_columns, dict),
    "count": options.with_options(_count, _count_columns, dict),
    "serve": _serve,
}
for name, command in COMMANDS.items():
    app.command(name)(command)


def _version(value: bool) -> None:
    if value:
        from pr_metrics import __version__

        print(__version__)
        raise typer.Exit


@app.callback()
def _prlab(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_version, help="Print the version.")
    ] = False,
) -> None:
    """Areas under precision-recall curves, for every way to join the points; prlab FILE opens the app with a file."""


def run() -> None:
    """Run the command with the arguments of the shell; a bug prints its traceback and ends with exit code 70."""
    for name in ("stdout", "stderr"):  # None if the shell has closed it
        stream = getattr(sys, name) or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - until the command ends
        stream.reconfigure(errors="replace")  # the terminal's encoding may lack a character
        setattr(sys, name, stream)
    try:
        app(prog_name="prlab")
    except Exception:
        traceback.print_exc()
        sys.exit(EXIT_INTERNAL_ERROR)
