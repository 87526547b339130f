"""Runs the command in a shell, in a folder of its own."""

import os
import shlex
import subprocess
import sys
from dataclasses import dataclass

from tests.repository import ROOT

PRLAB = f"{shlex.quote(sys.executable)} -m pr_curve_lab"
SECONDS = 60  # the machine may be busy


@dataclass(frozen=True)
class Ended:
    """The exit code of a line, and what it printed."""

    code: int
    out: str
    err: str


def environment(**more):
    """Return environment variables with which the package is found from any folder."""
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def shell(line, folder, **more):
    """Run a line of bash in which prlab is the command; with pipes, the exit code is that of a command that failed."""
    script = f'set -o pipefail\nprlab() {{ {PRLAB} "$@"; }}\n{line}'
    done = subprocess.run(
        ["bash", "-c", script], cwd=folder, env=environment(**more), capture_output=True, text=True, timeout=SECONDS
    )
    return Ended(done.returncode, done.stdout, done.stderr)
