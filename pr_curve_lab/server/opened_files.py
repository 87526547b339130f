"""Files that the server was started with: a new visitor begins with them, as if they had just been uploaded.

They are read for each visitor, so that a tab which is loaded again shows what the files hold by then.
"""

from __future__ import annotations

from collections.abc import Mapping

from pr_curve_lab.reading.local_files import opened_header, opened_paths, read_files
from pr_curve_lab.reading.problem import Problem
from pr_curve_lab.server import data_in_use
from pr_curve_lab.server.visitor_state import visitor


def begin(parameters: Mapping[str, str]) -> bool:
    """Read the files for a visitor who is new and whose address names no example; whether that was so."""
    state, paths = visitor(), opened_paths()
    if not (state.is_new and paths) or "example" in parameters:
        return False
    files = read_files(paths)
    if isinstance(files, Problem):
        state.file_problem, state.brought = files, ", ".join(path.name for path in paths)
    else:
        data_in_use.read_files(files, opened_header())
    return True
