"""Runs pytest in a folder of its own with our plugin alone, as after an installation of the package."""

import os
import subprocess
import sys

from tests.repository import ROOT


def run_pytest(folder, test, *options, ini=""):
    """Run one file of tests. The plugin is loaded by name, so it need not be installed here."""
    (folder / "test_model.py").write_text(test, encoding="utf-8")
    (folder / "pytest.ini").write_text(f"[pytest]\n{ini}\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "pr_curve_lab.gate.pytest_plugin",
        "-p",
        "no:cacheprovider",
        *options,
    ]
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""}
    return subprocess.run(command, cwd=folder, env=alone, capture_output=True, text=True, check=False).stdout
