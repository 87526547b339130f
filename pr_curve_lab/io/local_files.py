"""Files of this machine, named by whoever runs the command or has started the server with them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from pr_curve_lab.io.limits import Notice

_TOP = Path(__file__).parents[2]
# Where app.py, pages and sample_data are: in the repository, or in an installed wheel inside of pr_curve_lab.
HOME = next(folder for folder in (_TOP / "pr_curve_lab", _TOP) if (folder / "sample_data").is_dir())
# Environment variables: JSON of the paths with which every visitor of a server begins, and the row of their header.
FILES_VARIABLE, HEADER_VARIABLE = "PR_CURVE_LAB_OPEN", "PR_CURVE_LAB_HEADER"


def initial_paths() -> tuple[Path, ...]:
    """The files that the server was started with; none where it was started without."""
    return tuple(Path(path) for path in json.loads(os.environ.get(FILES_VARIABLE) or "[]"))


def initial_header() -> int | None:
    """The row of the header in the files that the server was started with; None where it has to be found."""
    row = os.environ.get(HEADER_VARIABLE)
    return int(row) if row else None


def files_to_env(paths: Iterable[Path], header: int | None = None) -> dict[str, str]:
    """The environment that hands files over to a server, wherever that runs.

    header: the row of their header, where somebody named it; 0 says that there is none.

    >>> files_to_env([Path("/data/a.csv")], header=3)
    {'PR_CURVE_LAB_OPEN': '["/data/a.csv"]', 'PR_CURVE_LAB_HEADER': '3'}
    """
    opened = json.dumps([str(path.resolve()) for path in paths])
    return {FILES_VARIABLE: opened, HEADER_VARIABLE: "" if header is None else str(header)}


def read_local_files(paths: Sequence[Path]) -> list[tuple[str, bytes]] | Notice:
    """The files, each with its name, or why one of them cannot be opened.

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
    """A name as text; bytes of it that are no UTF-8 become a sign that stands for any.

    >>> _decode_name("caf\\udce9.csv")
    'caf�.csv'
    """
    return os.fsencode(name).decode("utf-8", "replace")


def _unique_name(path: Path, paths: Sequence[Path]) -> str:
    """The name of a file; where others in other folders have the same, its folder tells them apart.

    >>> _unique_name(Path("a/run.csv"), [Path("a/run.csv"), Path("b/run.csv")])
    'a run.csv'
    """
    alike = [one for one in paths if one.name == path.name]
    if len(alike) == 1:
        return path.name
    return f"{path.parent.name} {path.name}" if len({one.parent.name for one in alike}) == len(alike) else str(path)
