"""A folder for what several processes of one user share while they run, and nobody else may read."""

from __future__ import annotations

import os
import stat
from pathlib import Path

OTHERS = 0o077  # what a mode lets others do
_OWN = 0o700


def private_folder(folder: Path) -> Path:
    """The folder; it is made, for this user alone, where there is none.

    Raises
    ------
    PermissionError: somebody else's stands in its place, or one that others may look into.
    """
    folder.mkdir(mode=_OWN, exist_ok=True)
    found = folder.lstat()  # of a link, the link
    user = getattr(os, "getuid", lambda: found.st_uid)()
    is_own = stat.S_ISDIR(found.st_mode) and found.st_uid == user and not found.st_mode & OTHERS
    if os.name == "posix" and not is_own:
        raise PermissionError(f"{folder} must be a folder of this user alone")
    return folder
