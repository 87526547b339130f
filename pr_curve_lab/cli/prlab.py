"""`prlab`: its sub-commands, one file each; a file in the place of a sub-command opens the app."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pr_curve_lab.cli.areas import areas, points
from pr_curve_lab.cli.count import count
from pr_curve_lab.cli.explain import explain, tools
from pr_curve_lab.cli.gate import gate
from pr_curve_lab.cli.open_app import open_files, serve_app
from pr_curve_lab.cli.output import (
    EXIT_INTERNAL_ERROR,
    EXIT_INTERRUPTED,
    EXIT_INVALID_INPUT,
    CommandError,
    drop_output,
    show_message,
)
from pr_curve_lab.cli.report import report

OPEN = "open"
DISK_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)  # of the disk that standard output goes to


class FilesOrCommand(TyperGroup):
    """A group of commands in which the word `open` may be left out, and which ends as a shell expects."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Put the word in where the first argument is no command, but a file or an option of the app."""
        if args and args[0] not in self.commands and self._is_file_argument(args[0]):
            args = [OPEN, *args]
        return super().parse_args(ctx, args)

    def _is_file_argument(self, first: str) -> bool:
        if first.startswith("--"):
            option = first.partition("=")[0]
            return any(option in one.opts for one in self.commands[OPEN].params)
        return Path(first).exists() or bool(Path(first).suffix) or os.sep in first

    def invoke(self, ctx: Any) -> Any:
        """Run the command; what it refuses is one sentence, and whoever stops reading gets no complaint."""
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


app = typer.Typer(cls=FilesOrCommand, no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)
COMMANDS: dict[str, Callable[..., None]] = {
    OPEN: open_files,
    "ap": areas,
    "points": points,
    "tools": tools,
    "explain": explain,
    "report": report,
    "gate": gate,
    "count": count,
    "serve": serve_app,
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
    version: Annotated[bool, typer.Option("--version", is_eager=True, callback=_version, help="Print it.")] = False,
) -> None:
    """Precision-recall curves under every way of joining their points; prlab FILE opens the app with it."""


def run() -> None:
    """Run the command with the arguments of the shell; an error of its own ends with a code of its own."""
    for name in ("stdout", "stderr"):  # None where a shell has closed it
        stream = getattr(sys, name) or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - till the command ends
        stream.reconfigure(errors="replace")  # a terminal may lack a sign
        setattr(sys, name, stream)
    try:
        app(prog_name="prlab")
    except Exception:
        traceback.print_exc()
        sys.exit(EXIT_INTERNAL_ERROR)
