"""Print the versions of a package, oldest first, and the day on which each was uploaded, as JSON.

`python upload_days.py PACKAGE [PYTHON]` lists what this or another version of Python can install. It needs pip 26.0 or
later, which reads the days and has no command that prints them.
"""

from __future__ import annotations

import contextlib
import json
import sys

from pip._internal.cli.cmdoptions import make_target_python
from pip._internal.commands import create_command


def upload_days(package: str, python: str | None = None) -> dict[str, str]:
    """Return the versions of a package, oldest first, each with its first day."""
    command = create_command("download")
    other = ["--python-version", python, "--only-binary=:all:", "--dest=."] if python else []
    options, _ = command.parse_args(["--quiet", "--quiet", "--quiet", *other, package])
    with command.main_context(), contextlib.redirect_stdout(sys.stderr):
        session = command.get_default_session(options)
        target = make_target_python(options)
        finder = command._build_package_finder(options, session, target_python=target, ignore_requires_python=True)
        candidates = sorted(finder.find_all_candidates(package), key=lambda one: one.version)
    days: dict[str, str] = {}
    for one in candidates:
        day = one.link.upload_time.date().isoformat() if one.link.upload_time else ""
        if day:
            days[str(one.version)] = min(day, days.get(str(one.version), day))
    return days


if __name__ == "__main__":
    json.dump(upload_days(*sys.argv[1:]), sys.stdout)
