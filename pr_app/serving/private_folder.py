"""A folder for what several processes of one user share while they run, and nobody else may read."""

from __future__ import annotations

import os
import stat
import tempfile
from hashlib import sha256
from pathlib import Path

OTHERS = 0o077  # what a mode lets others do
_OWN = 0o700


def private_folder(base: str) -> Path:
    """The folder of this user's servers under a base path; it is made where there is none.

    Raises
    ------
    PermissionError: somebody else's stands in its place, or one that others may look into.

    >>> private_folder("/lab").name == private_folder("lab/").name != private_folder("").name
    True
    """
    user = str(getattr(os, "getuid", lambda: "user")())
    folder = Path(tempfile.gettempdir()) / f"pr-curve-lab-{user}-{sha256(base.strip('/').encode()).hexdigest()[:12]}"
    folder.mkdir(mode=_OWN, exist_ok=True)
    found = folder.lstat()  # of a link, the link
    is_own = stat.S_ISDIR(found.st_mode) and str(found.st_uid) == user and not found.st_mode & OTHERS
    if os.name == "posix" and not is_own:
        raise PermissionError(f"{folder} must be a folder of this user alone")
    return folder
