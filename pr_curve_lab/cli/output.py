"""Output of commands: tables for people, JSON and CSV for programs, and errors as one sentence with an exit code.

In a pipe a table is plain text that is never truncated; on a terminal rich draws it.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pr_curve_lab.io.notices import Notice

EXIT_INVALID_INPUT = 2
EXIT_INTERNAL_ERROR = 70  # a bug (EX_SOFTWARE in sysexits.h); the gate uses 1 for a worse model
EXIT_INTERRUPTED, EXIT_TERMINATED = 130, 143  # 128 + the number of the signal, as in shells
OPTIONS = {  # the option that may solve a problem, by the key of the problem
    "label_missing": "--leave-out",
    "score_missing": "--leave-out",
    "weight_missing": "--leave-out",
    "label_not_binary": "--positive",
    "positive_unknown": "--positive",
    "one_class": "--label",
    "label_many_values": "--label and --score",
    "score_not_number": "--score",
    "score_is_label": "--score",
}


STDOUT = "-"


class CommandError(Exception):
    """Error with a sentence for the user; json_values: the output for a program that asked for JSON."""

    def __init__(self, sentence: str, json_values: Mapping[str, Any] | None = None) -> None:
        super().__init__(sentence)
        self.json_values = json_values


def problem_error(*problems: Notice) -> CommandError:
    """Return an error with the app's sentences on the problems, each with the option that may help."""
    from pr_curve_lab.i18n.messages import format_notices

    sentences = [f"{format_notices(one)}{f' ({OPTIONS[one.key]})' if one.key in OPTIONS else ''}" for one in problems]
    return CommandError("\n".join(dict.fromkeys(sentences)))


def show_message(sentence: str) -> None:
    """Print a message to standard error."""
    for line in sentence.split("\n"):
        print(f"prlab: {escape_control_characters(line)}", file=sys.stderr)


def escape_control_characters(text: str) -> str:
    """Escape characters that could control a terminal.

    >>> escape_control_characters("a\\x1b[2Jb")
    'a\\\\x1b[2Jb'
    """
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in text)


COLUMN_GAP = "  "
Cell = str | float | None  # a text, a count, an area; None or nan: undefined


def show_table(header: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
    """Print a table; columns of numbers are right-aligned."""
    cells = [[escape_control_characters(_format_cell(cell)) for cell in row] for row in rows]
    is_number = [all(_is_number(cell) for cell in column) for column in zip(*rows, strict=True)]
    if sys.stdout.isatty():
        _print_rich_table(header, cells, is_number)
    else:
        print("\n".join(format_table(header, cells, is_number)))


def _is_number(cell: Cell) -> bool:
    from pr_curve_lab.analysis.formatting import NumberText

    return cell == "" or not isinstance(cell, str) or isinstance(cell, NumberText)


def _format_cell(cell: Cell) -> str:
    from pr_curve_lab.analysis.formatting import format_area, format_count

    if isinstance(cell, str):
        return cell
    if cell is None or math.isnan(cell):
        return "–"
    return format_count(cell) if isinstance(cell, int) else format_area(cell)


def format_table(header: Sequence[str], rows: Sequence[Sequence[str]], is_number: Sequence[bool]) -> list[str]:
    """The lines of a table in plain text.

    >>> format_table(["name", "area"], [["a", "0.5"], ["long", "0.25"]], [False, True])
    ['name  area', 'a      0.5', 'long  0.25']
    """
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    lines = []
    for row in (header, *rows):
        cells = zip(row, widths, is_number, strict=True)
        placed = [cell.rjust(width) if to_right else cell.ljust(width) for cell, width, to_right in cells]
        lines.append(COLUMN_GAP.join(placed).rstrip())
    return lines


def _print_rich_table(header: Sequence[str], rows: Sequence[Sequence[str]], is_number: Sequence[bool]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for title, to_right in zip(header, is_number, strict=True):
        table.add_column(title, justify="right" if to_right else "left", no_wrap=to_right, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    Console(highlight=False).print(table)


def show_sentence(sentence: str, *, bold: bool) -> None:
    """Print a sentence, in bold if requested and if the output is a terminal."""
    if bold and sys.stdout.isatty():
        from rich.console import Console
        from rich.text import Text

        Console(highlight=False).print(Text(sentence, style="bold"))
    else:
        print(sentence)


def show_json(values: Mapping[str, Any]) -> None:
    """Print a record as JSON, in full precision and with null for undefined values."""
    from pr_curve_lab.analysis.formatting import format_json

    print(format_json(values))


def progress(message: str) -> AbstractContextManager[object]:
    """Show a spinner on standard error while something runs, if standard error is a terminal."""
    if not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status(escape_control_characters(message))


def drop_output() -> None:
    """Discard the rest of standard output, because its reader has gone or it cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
