"""Output of commands: tables for people, JSON and CSV for programs, and errors as one sentence with an exit code.

In a pipe a table is plain text in columns, never cut; on a terminal rich draws it.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pr_curve_lab.io.limits import Problem

EXIT_REFUSED = 2
EXIT_BROKEN = 70  # an error of the command itself, as sysexits.h has it: 1 is the gate's word for a worse model
EXIT_INTERRUPTED, EXIT_TERMINATED = 130, 143  # as shells count signals
OPTIONS = {  # which option does what the sentence of a problem asks for
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


class CommandError(Exception):
    """A sentence for the user."""


def refusal(*problems: Problem) -> CommandError:
    """The refusal of what somebody brought, in the words of the app and with the option that may help."""
    from pr_curve_lab.i18n.messages import in_words

    said = [f"{in_words(one)}{f' ({OPTIONS[one.key]})' if one.key in OPTIONS else ''}" for one in problems]
    return CommandError("\n".join(dict.fromkeys(said)))


def say(sentence: str) -> None:
    """Say something on standard error."""
    for line in sentence.split("\n"):
        print(f"prlab: {printable(line)}", file=sys.stderr)


def printable(text: str) -> str:
    """Text that cannot steer a terminal.

    >>> printable("a\\x1b[2Jb")
    'a\\\\x1b[2Jb'
    """
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in text)


GAP = "  "  # between columns


def show_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: Sequence[str] = ()) -> None:
    """Print a table; numbers: the columns that are set to the right."""
    cells = [[printable(cell) for cell in row] for row in rows]
    if sys.stdout.isatty():
        _show_on_terminal(header, cells, numbers)
        return
    for line in plain_table(header, cells, numbers=numbers):
        print(line)


def plain_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: Sequence[str] = ()) -> list[str]:
    """The lines of a table in plain text.

    >>> plain_table(["name", "area"], [["a", "0.5"], ["long", "0.25"]], numbers=["area"])
    ['name  area', 'a      0.5', 'long  0.25']
    """
    widths = [max(len(row[column]) for row in (header, *rows)) for column in range(len(header))]
    lines = []
    for row in (header, *rows):
        cells = zip(header, row, widths, strict=True)
        placed = [cell.rjust(width) if title in numbers else cell.ljust(width) for title, cell, width in cells]
        lines.append(GAP.join(placed).rstrip())
    return lines


def _show_on_terminal(header: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[str]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for title in header:
        is_number = title in numbers
        table.add_column(title, justify="right" if is_number else "left", no_wrap=is_number, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    Console(highlight=False).print(table)


def show_sentence(sentence: str, *, bold: bool) -> None:
    """Print a sentence, bold where that is asked for and a terminal shows it."""
    if bold and sys.stdout.isatty():
        from rich.console import Console
        from rich.text import Text

        Console(highlight=False).print(Text(sentence, style="bold"))
    else:
        print(sentence)


def show_json(facts: Mapping[str, Any]) -> None:
    """Print facts as a program reads them: in full precision, what is undefined as null."""
    print(json.dumps(defined(facts), ensure_ascii=False, allow_nan=False, indent=1))


def defined(fact: Any) -> Any:
    """A fact for JSON, with null for nan.

    >>> defined({"area": math.nan, "ends": (0.1, 1)})
    {'area': None, 'ends': [0.1, 1]}
    """
    if isinstance(fact, Mapping):
        return {name: defined(value) for name, value in fact.items()}
    if isinstance(fact, list | tuple):
        return [defined(value) for value in fact]
    return None if isinstance(fact, float) and math.isnan(fact) else fact


def progress(saying: str) -> AbstractContextManager[object]:
    """A sign that something is being done, on standard error, and only where that is a terminal."""
    if not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status(printable(saying))


def drop_output() -> None:
    """Send what is left for standard output nowhere: whoever read it has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
