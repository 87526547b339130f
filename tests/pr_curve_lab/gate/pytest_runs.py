"""Runs pytest in a folder of its own with our plugin alone, as after an installation of the package."""

import io
import os
import subprocess
import sys
import warnings
from contextlib import chdir, redirect_stdout
from unittest.mock import patch

import pytest

from pr_curve_lab.gate import pytest_plugin
from tests.repository import ROOT

PLUGIN = ("-p", "pr_curve_lab.gate.pytest_plugin")  # by name: it need not be installed here
NO_CACHE = ("-p", "no:cacheprovider")
ALONE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""}
MODULE = "test_model"


def run_pytest(folder, test, *options, ini=""):
    """Run one file of tests in a process of its own, and return the output."""
    _write(folder, test, ini)
    command = [sys.executable, "-m", "pytest", *PLUGIN, *NO_CACHE, *options]
    environment = {**os.environ, **ALONE}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False).stdout


def run_pytest_here(folder, test, *options, ini=""):
    """Do the same in this process, which is quicker."""
    _write(folder, test, ini)
    output = io.StringIO()
    with (
        patch.dict(os.environ, ALONE), chdir(folder), redirect_stdout(output),
        warnings.catch_warnings(action="default"),
    ):  # fmt: skip
        own = ["-p", "no:faulthandler", "--import-mode=importlib", "--capture=sys"]  # the outer run has its own handler
        try:
            pytest.main([*NO_CACHE, *own, *options], plugins=[pytest_plugin])
        finally:
            sys.modules.pop(MODULE, None)
    return output.getvalue()


def _write(folder, test, ini):
    (folder / f"{MODULE}.py").write_text(test, encoding="utf-8")
    (folder / "pytest.ini").write_text(f"[pytest]\n{ini}\n", encoding="utf-8")
