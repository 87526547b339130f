"""`prlab FILE` and `prlab serve`: the app in a browser, with files or without."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pr_curve_lab.cli.output import CommandError, problem_error
from pr_curve_lab.cli.rows import Header

Port = Annotated[int | None, typer.Option(min=1, max=65535, help="Port; else the first free one from 8501 on.")]
LOCAL_ADDRESS = "127.0.0.1"  # nobody else reaches what listens there
ACCEPTED_PROBLEMS = ("points_not_rows",)  # what holds no rows, and is shown all the same


def open_files(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Files of labels and scores.")],
    port: Port = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the address.")] = False,
    header: Header = None,
) -> None:
    """Open the app with files; the word open may be left out."""
    from pr_curve_lab.cli.app_server import find_port, serve

    _check_files(files, header)
    place = find_port(LOCAL_ADDRESS, port)
    serve(LOCAL_ADDRESS, place, [Path(one) for one in files], open_browser=not no_browser, header=header)


def serve_app(
    port: Port = None,
    address: Annotated[str, typer.Option(help="Address to listen at; 0.0.0.0 lets others in.")] = LOCAL_ADDRESS,
    host_name: Annotated[
        list[str] | None,
        typer.Option(help="Name under which browsers reach it, beside this computer's own; may be repeated."),
    ] = None,
) -> None:
    """Serve the app without a file."""
    from pr_curve_lab.cli.app_server import check_host_names, find_port, serve

    names = host_name or []
    check_host_names(names)
    serve(address, find_port(address, port), [], open_browser=False, host_names=names)


def _check_files(files: list[str], header: int | None) -> None:
    """Refuse what the app could only say that it cannot read; what it can be told more about it opens."""
    from pr_curve_lab.cli.output import progress
    from pr_curve_lab.cli.rows import STDIN, read_files
    from pr_curve_lab.io.limits import Problem
    from pr_curve_lab.schema.uploads import read_uploads

    if STDIN in files:
        raise CommandError("the app reads a file anew with every visit, which standard input cannot be; save it first")
    with progress(f"Reading {', '.join(files)}"):
        table = read_uploads(read_files(files), header)
    if isinstance(table, Problem) and not (table.key in ACCEPTED_PROBLEMS and len(files) == 1):
        raise problem_error(table)
