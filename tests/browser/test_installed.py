"""The wheel in new environments and an empty folder: first with NumPy alone, then with the app, which opens a file.

`make wheel` runs this with every Python from 3.11 on that is installed; each installation takes a minute.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pr_curve_lab.schema.examples import example_labeled_scores
from pr_metrics import SCHEMES
from tests.browser.server import ROOT

PYTHONS = os.environ.get("PYTHONS", sys.executable).split()
SCORES = "label,score\n1,0.9\n0,0.8\n1,0.7\n0,0.1\n"
FIRST_LINES = "from pr_metrics import average_precision as ap; print(ap([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]))"
SECONDS = 600  # for an installation

pytestmark = pytest.mark.wheel


class Environment:
    """An environment with nothing in it, and a folder with one file."""

    def __init__(self, python, folder):
        self.bin, self.folder = folder / "env" / "bin", folder / "work"
        subprocess.run([python, "-m", "venv", folder / "env"], check=True, timeout=SECONDS)
        self.folder.mkdir()
        (self.folder / "scores.csv").write_text(SCORES, encoding="utf-8")

    def run(self, command, *arguments, code=0):
        clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        done = subprocess.run(
            [self.bin / command, *arguments],
            cwd=self.folder,
            env=clean,
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
        assert done.returncode == code, done.stderr
        return done

    def install(self, what):
        self.run("pip", "install", "--quiet", "--disable-pip-version-check", what)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=SECONDS)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module", params=PYTHONS)
def environment(request, wheel, tmp_path_factory):
    made = Environment(request.param, tmp_path_factory.mktemp("empty"))
    made.install(wheel)
    return made


def test_the_bare_package_needs_only_numpy_and_the_command_names_the_extra(environment):
    listed = json.loads(environment.run("pip", "list", "--format", "json").stdout)
    assert {one["name"] for one in listed} - {"pip", "setuptools"} == {"numpy", "pr-curve-lab"}
    assert environment.run("python", "-c", FIRST_LINES).stdout == "0.8333333333333333\n"
    refused = environment.run("prlab", "ap", "scores.csv", code=2).stderr
    assert refused == "prlab: typer is not installed; pip install 'pr-curve-lab[app]' brings it\n"


def test_with_the_app_it_opens_a_file_in_an_empty_folder(environment, wheel, new_visitor):
    environment.install(f"{wheel}[app]")
    (model,) = json.loads(environment.run("prlab", "ap", "scores.csv", "--json").stdout)["models"]
    assert model["areas"]["linear"] == pytest.approx(0.7916666666666666)
    command = [environment.bin / "prlab", "scores.csv", "--no-browser"]
    started = subprocess.Popen(command, cwd=environment.folder, stdout=subprocess.PIPE, text=True)
    try:
        visitor = new_visitor(started.stdout.readline().strip())
        visitor.open("areas")
        assert "scores.csv" in visitor.page.locator("body").inner_text()
        assert visitor.polygon_area("left_chart") == pytest.approx(model["areas"]["step"], abs=1e-12)
        assert visitor.polygon_area("right_chart") == pytest.approx(model["areas"]["linear"], abs=1e-12)
        visitor.open("areas?example=improved")  # the wheel includes the samples
        assert "scores.csv" not in visitor.page.locator("body").inner_text()
        assert visitor.polygon_area("left_chart") == pytest.approx(
            SCHEMES["step"].area(example_labeled_scores("improved").points)
        )
        assert visitor.traceback() == ""
    finally:
        started.terminate()
        started.wait(60)
        started.stdout.close()
    assert sorted(path.name for path in Path(environment.folder).iterdir()) == ["scores.csv"]
