"""Files on this machine that are named on the command line, or that the server was started with."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from pr_curve_lab.io.notices import Notice

_TOP = Path(__file__).parents[2]
# The folder with app.py, pages and sample_data: the repository, or pr_curve_lab in an installed wheel.
HOME = next(folder for folder in (_TOP / "pr_curve_lab", _TOP) if (folder / "sample_data").is_dir())
# Environment variables: JSON of the paths that every visitor of a server starts with, and the row of their header.
FILES_VARIABLE, HEADER_VARIABLE = "PR_CURVE_LAB_OPEN", "PR_CURVE_LAB_HEADER"


def initial_paths() -> tuple[Path, ...]:
    """Return the files that the server was started with, or an empty tuple."""
    return tuple(Path(path) for path in json.loads(os.environ.get(FILES_VARIABLE) or "[]"))


def initial_header() -> int | None:
    """Return the row of the header in these files, or None if it has to be found."""
    row = os.environ.get(HEADER_VARIABLE)
    return int(row) if row else None


def files_to_env(paths: Iterable[Path], header: int | None = None) -> dict[str, str]:
    """Return the environment variables that pass files to a server.

    header: the row of their header if it is known; 0 means that there is none.

    >>> files_to_env([Path("/data/a.csv")], header=3)
    {'PR_CURVE_LAB_OPEN': '["/data/a.csv"]', 'PR_CURVE_LAB_HEADER': '3'}
    """
    opened = json.dumps([str(path.resolve()) for path in paths])
    return {FILES_VARIABLE: opened, HEADER_VARIABLE: "" if header is None else str(header)}


def read_local_files(paths: Sequence[Path]) -> list[tuple[str, bytes]] | Notice:
    """Return each file's name and bytes, or the reason why one of them cannot be opened.

    >>> read_local_files([Path("none.csv")])
    Notice('no_such_file', name='none.csv')
    """
    files = []
    for path in paths:
        try:
            files.append((_decode_name(_unique_name(path, paths)), path.read_bytes()))
        except FileNotFoundError:
            return Notice("no_such_file", name=_decode_name(str(path)))
        except OSError as error:
            return Notice("file_unreadable", name=_decode_name(str(path)), reason=str(error.strerror))
    return files


def _decode_name(name: str) -> str:
    """Return a name as text, with each byte that is not UTF-8 replaced by a replacement character.

    >>> _decode_name("caf\\udce9.csv")
    'caf�.csv'
    """
    return os.fsencode(name).decode("utf-8", "replace")


def _unique_name(path: Path, paths: Sequence[Path]) -> str:
    """Return a file's name; if others have the same name, with its folder in front, or else its whole path.

    >>> _unique_name(Path("a/run.csv"), [Path("a/run.csv"), Path("b/run.csv")])
    'a run.csv'
    """
    alike = [one for one in paths if one.name == path.name]
    if len(alike) == 1:
        return path.name
    return f"{path.parent.name} {path.name}" if len({one.parent.name for one in alike}) == len(alike) else str(path)
