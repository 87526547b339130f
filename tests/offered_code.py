"""Run the Python code that a page offers, in a folder with the file of rows and nothing else."""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SECONDS = 300  # the machine may be busy


def file_that_is_read(code: str) -> str:
    """Return the name of the file of rows."""
    (name,) = set(re.findall(r'loadtxt\("([^"]+)"', code))
    return name


def printed_by(code: str, folder: Path) -> dict[str, float]:
    """Run the code in a folder and return the printed numbers by name."""
    return _numbers(output_of(code, folder))


def output_of(code: str, folder: Path) -> str:
    """Run the code in a folder and return all that it prints."""
    printed = io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(printed):
        exec(compile(code, "offered", "exec"), {"__name__": "__main__"})
    return printed.getvalue()


def printed_by_a_reader(code: str, folder: Path) -> dict[str, float]:
    """The same as `printed_by` in a new Python process, in which warnings are errors."""
    (folder / "offered.py").write_text(code, encoding="utf-8")
    command = [sys.executable, "-W", "error", "offered.py"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert ran.returncode == 0, ran.stderr
    return _numbers(ran.stdout)


def _numbers(printed: str) -> dict[str, float]:
    lines = (line.split() for line in printed.splitlines())
    return {name: float(number) for name, number in lines}
