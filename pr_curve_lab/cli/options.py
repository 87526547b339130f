"""Options of the commands with their completion and checks, and a function that lets commands share them."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from pr_curve_lab.cli.output import STDOUT, CommandError, show_json

MAX_COMPLETION_BYTES = 2**20  # larger files are not read to complete column names


def _complete_columns(incomplete: str) -> list[str]:
    """Return the column names that start with the typed text, for shell completion."""
    from pr_curve_lab.io.notices import Notice
    from pr_curve_lab.schema.table_files import read_table

    typed = os.environ.get("_TYPER_COMPLETE_ARGS") or os.environ.get("COMP_WORDS", "")  # as the shell passes it
    paths = [Path(word) for word in _split_command(typed)]
    files = [one for one in paths if one.is_file() and one.stat().st_size <= MAX_COMPLETION_BYTES]
    tables = [read_table(one.name, one.read_bytes()) for one in files]
    names = [name for table in tables if not isinstance(table, Notice) for name in table.frame.columns]
    return [name for name in dict.fromkeys(names) if name.startswith(incomplete)]


def _split_command(text: str) -> list[str]:
    """Split a command line that is still being typed, so that a quotation mark may be open.

    >>> _split_command("prlab ap 'my models.csv' --score 'f")
    ['prlab', 'ap', 'my models.csv', '--score', 'f']
    """
    for end in ("", "'", '"'):
        try:
            return shlex.split(text + end)
        except ValueError:
            continue
    return text.split()


def _complete_schemes(incomplete: str) -> list[str]:
    from pr_metrics import SCHEMES

    return [key for key in SCHEMES if key.startswith(incomplete)]


def _check_schemes(schemes: list[str] | None) -> list[str]:
    """Return the named schemes, else all; they are checked before a large file is read."""
    from pr_curve_lab.i18n.names import RENAMED_SCHEMES
    from pr_metrics import SCHEMES

    current = [RENAMED_SCHEMES.get(key, key) for key in schemes or ()]
    try:
        return [SCHEMES[key].key for key in dict.fromkeys(current)] or list(SCHEMES)
    except KeyError as error:
        raise CommandError(str(error.args[0])) from None


def _complete_tools(incomplete: str) -> list[str]:
    from pr_metrics import TOOLS

    return [key for key in TOOLS if key.startswith(incomplete)]


def find_tool(name: str | None) -> str:
    """Return the key of a tool by its key, the first part of its key or its short name; "" if no name is given.

    A version behind "@" selects an older release.

    Raises
    ------
    CommandError: no tool has this name, or several have it.

    >>> find_tool("xgboost"), find_tool("VOC 2007"), find_tool("coco")
    ('xgboost.aucpr', 'VOC2007', 'COCO')
    """
    from pr_metrics import TOOLS

    if not name:
        return ""
    name, at, version = name.partition("@")
    wanted = name.casefold()
    exact = [key for key, tool in TOOLS.items() if wanted in (key.casefold(), tool.short.casefold())]
    found = exact or [key for key in TOOLS if key.casefold().partition(".")[0] == wanted]
    if len(found) > 1:
        raise CommandError(f"'{name}' has several functions; name one of {', '.join(found)}")
    try:
        key = TOOLS[found[0] if found else name].key
        return TOOLS[key + at + version].key
    except KeyError as error:
        raise CommandError(str(error.args[0])) from None


def _check_number(text: str) -> str:
    """Return the text if it can be read as a number; it is checked before a large file is read."""
    if text:
        from pr_curve_lab.cli.explain import check_number_text

        check_number_text(text)
    return text


def _check_language(code: str) -> str:
    from pr_curve_lab.i18n.messages import LANGUAGES

    if code not in LANGUAGES:
        raise CommandError(f"--lang is one of {', '.join(LANGUAGES)}, not '{code}'")
    return code


def _check_output(output: str | None) -> str | None:
    if output is not None and output != STDOUT and not Path(output).absolute().parent.is_dir():
        raise CommandError(f"There is no folder '{Path(output).parent}'")
    return output


_COLUMN: dict[str, Any] = {"metavar": "COLUMN", "autocompletion": _complete_columns}
_KEEP_TOGETHER = "Column that names the person, image or query of each row; their rows are kept together."
_ROW_OF_HEADER = "Number of the header row, counted from 1; 0 if there is none."

Files = Annotated[
    list[str] | None, typer.Argument(metavar="FILE", help="Files of labels and scores; - is standard input.")
]
Label = Annotated[str | None, typer.Option("--label", "-l", help="Column of labels.", **_COLUMN)]
Score = Annotated[str | None, typer.Option("--score", "-s", help="Column of scores.", **_COLUMN)]
Scores = Annotated[
    list[str] | None, typer.Option("--score", "-s", help="Column of scores; give several to compare models.", **_COLUMN)
]
Positive = Annotated[str | None, typer.Option(metavar="VALUE", help="Label value that is positive.")]
Weight = Annotated[str | None, typer.Option("--weight", "-w", help="Column of weights.", **_COLUMN)]
Clusters = Annotated[str | None, typer.Option("--groups", "--clusters", help=_KEEP_TOGETHER, **_COLUMN)]
Independent = Annotated[
    bool, typer.Option("--independent", help="Treat rows as independent, even those of one person, image or query.")
]
LeaveOut = Annotated[bool, typer.Option("--leave-out", help="Leave out rows with an empty cell.")]
Header = Annotated[int | None, typer.Option(min=0, metavar="ROW", help=_ROW_OF_HEADER)]
Missed = Annotated[
    int | None,
    typer.Option(min=0, metavar="N", help="Positives that were never scored, such as objects that were not found."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON in full precision.")]
Output = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="FILE", callback=_check_output, help="File to write; - is standard output."),
]
_SCHEME: dict[str, Any] = {"autocompletion": _complete_schemes, "callback": _check_schemes}
Schemes = Annotated[
    list[str] | None, typer.Option(metavar="KEY", help="Way to join the points; may be repeated.", **_SCHEME)
]
_TOOL: dict[str, Any] = {"metavar": "KEY", "autocompletion": _complete_tools, "callback": find_tool}
Tool = Annotated[str, typer.Option(help="Tool that the number comes from.", **_TOOL)]
OtherTool = Annotated[str, typer.Option(help="Tool that the other number comes from.", **_TOOL)]
Number = Annotated[str, typer.Argument(callback=_check_number, help="As it was printed: .71, 0.7132 or 71%.")]
OtherNumber = Annotated[
    str, typer.Option(metavar="NUMBER", callback=_check_number, help="Another number for the same rows.")
]
Language = Annotated[str, typer.Option(help="Language: en or zh.", callback=_check_language)]
Port = Annotated[int | None, typer.Option(min=1, max=65535, help="Port; by default the first free one from 8501 on.")]


def with_options(
    command: Callable[..., None], common: Callable[..., None], convert: Callable[..., Any], *, required: str = ""
) -> Callable[..., None]:
    """Return a command that also takes the options of `common`, and gets `convert(**options)` as its first argument.

    required: the name of the shared option that must be given.

    >>> def report(rows: list[str], *, title: str = "") -> None: print(rows, title)
    >>> def columns(label: str = "y") -> None: ...
    >>> with_options(report, columns, lambda **given: list(given.values()))(label="fraud", title="A")
    ['fraud'] A
    """
    shared = signature(common).parameters
    _, *own = signature(command).parameters.values()
    arguments = [one for one in own if one.kind is Parameter.POSITIONAL_OR_KEYWORD]
    options = [one.replace(default=Parameter.empty) if one.name == required else one for one in shared.values()]
    hints = get_type_hints(common, include_extras=True) | get_type_hints(command, include_extras=True)

    @wraps(command)
    def run(**given: Any) -> None:
        try:
            command(convert(**{name: given.pop(name) for name in shared}), **given)
        except CommandError as error:
            if given.get("as_json") and error.json_values:
                show_json(error.json_values)
            raise

    every = [*arguments, *options, *own[len(arguments) :]]
    parameters = [one.replace(kind=Parameter.KEYWORD_ONLY, annotation=hints[one.name]) for one in every]
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    run.__signature__ = signature(common).replace(parameters=parameters)  # type: ignore[attr-defined]
    return run


def row_options(
    files: Files = None,
    label: Label = None,
    score: Scores = None,
    positive: Positive = None,
    weight: Weight = None,
    groups: Clusters = None,
    independent: Independent = False,
    leave_out: LeaveOut = False,
    header: Header = None,
    missed: Missed = None,
) -> None:
    """Options that name files and the roles of their columns."""


def read_rows(**options: Any) -> Any:
    """Read the rows of the files; without a file return None, and raise an error if another option is given."""
    if options["files"]:
        from pr_curve_lab.cli import rows

        cluster = options.pop("groups")  # pr_metrics calls clusters groups, and so does the option
        return rows.read_rows(**options, cluster=cluster)
    for name in (name for name, value in options.items() if value not in (None, False, [])):
        raise CommandError(f"--{name.replace('_', '-')} needs a FILE")
    return None
