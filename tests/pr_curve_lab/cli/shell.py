"""Runs the command in a shell in a folder of its own, or quickly in this process with its real input and output."""

import os
import shlex
import subprocess
import sys
from dataclasses import dataclass

import pytest

from pr_curve_lab.cli.prlab import run
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


def exit_code(line, monkeypatch):
    """Run a line in this process, with its standard input and output, and return the exit code."""
    monkeypatch.setattr(sys, "argv", shlex.split(line))
    with pytest.raises(SystemExit) as ended:
        run()
    return ended.value.code
