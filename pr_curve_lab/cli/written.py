"""Files that a command writes: where is refused before anything is read."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pr_curve_lab.cli.given_rows import STDIN
from pr_curve_lab.cli.refused import CommandError, say

STDOUT = STDIN


def _place(output: str | None) -> str | None:
    if output is not None and output != STDOUT and not Path(output).absolute().parent.is_dir():
        raise CommandError(f"There is no folder '{Path(output).parent}'")
    return output


Output = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", callback=_place, help="- is standard output.")
]


def write(output: str, content: bytes) -> None:
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
    say(f"written: {output}")
