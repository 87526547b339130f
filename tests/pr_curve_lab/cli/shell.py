"""The command as a shell runs it, in a folder of its own."""

import os
import shlex
import subprocess
import sys
from dataclasses import dataclass

from tests.repository import ROOT

PRLAB = f"{shlex.quote(sys.executable)} -m pr_curve_lab"
SECONDS = 60  # a machine may be busy with much else


@dataclass(frozen=True)
class Ended:
    """How a line ended, and what it printed."""

    code: int
    out: str
    err: str


def environment(**more):
    """The shell's, in which the package is found from any folder."""
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def shell(line, folder, **more):
    """Run a line of bash in which prlab is the command; the code is that of the first part that fails."""
    script = f'set -o pipefail\nprlab() {{ {PRLAB} "$@"; }}\n{line}'
    done = subprocess.run(
        ["bash", "-c", script], cwd=folder, env=environment(**more), capture_output=True, text=True, timeout=SECONDS
    )
    return Ended(done.returncode, done.stdout, done.stderr)
