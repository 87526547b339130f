"""Files of this machine, named by whoever runs the command or has started the server with them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from pr_curve_lab.io.limits import Problem

_TOP = Path(__file__).parents[2]
# Where app.py, pages and sample_data are: in the repository, or in an installed wheel inside of pr_curve_lab.
HOME = next(folder for folder in (_TOP / "pr_curve_lab", _TOP) if (folder / "sample_data").is_dir())
OPENED = "PR_CURVE_LAB_OPEN"  # environment variable: JSON of the paths with which every visitor of a server begins
HEADER = "PR_CURVE_LAB_HEADER"  # environment variable: the row of the header in these files, where somebody named it


def opened_paths() -> tuple[Path, ...]:
    """The files that the server was started with; none where it was started without."""
    return tuple(Path(path) for path in json.loads(os.environ.get(OPENED) or "[]"))


def opened_header() -> int | None:
    """The row of the header in the files that the server was started with; None where it has to be found."""
    row = os.environ.get(HEADER)
    return int(row) if row else None


def as_opened(paths: Iterable[Path], header: int | None = None) -> dict[str, str]:
    """The environment that hands files over to a server, wherever that runs.

    header: the row of their header, where somebody named it; 0 says that there is none.

    >>> as_opened([Path("/data/a.csv")], header=3)
    {'PR_CURVE_LAB_OPEN': '["/data/a.csv"]', 'PR_CURVE_LAB_HEADER': '3'}
    """
    opened = json.dumps([str(path.resolve()) for path in paths])
    return {OPENED: opened, HEADER: "" if header is None else str(header)}


def read_local_files(paths: Sequence[Path]) -> list[tuple[str, bytes]] | Problem:
    """The files, each with its name, or why one of them cannot be opened.

    >>> read_local_files([Path("none.csv")])
    Problem('no_such_file', name='none.csv')
    """
    files = []
    for path in paths:
        try:
            files.append((_shown(_name_among(path, paths)), path.read_bytes()))
        except FileNotFoundError:
            return Problem("no_such_file", name=_shown(str(path)))
        except OSError as error:
            return Problem("file_unreadable", name=_shown(str(path)), reason=str(error.strerror))
    return files


def _shown(name: str) -> str:
    """A name as text; bytes of it that are no UTF-8 become a sign that stands for any.

    >>> _shown("caf\\udce9.csv")
    'caf�.csv'
    """
    return os.fsencode(name).decode("utf-8", "replace")


def _name_among(path: Path, paths: Sequence[Path]) -> str:
    """The name of a file; where others in other folders have the same, its folder tells them apart.

    >>> _name_among(Path("a/run.csv"), [Path("a/run.csv"), Path("b/run.csv")])
    'a run.csv'
    """
    alike = [one for one in paths if one.name == path.name]
    if len(alike) == 1:
        return path.name
    return f"{path.parent.name} {path.name}" if len({one.parent.name for one in alike}) == len(alike) else str(path)
