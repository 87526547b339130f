"""Files for the command, and a fixture that runs the command in this process, because starting a shell takes long."""

import pytest
from typer.testing import CliRunner

from pr_curve_lab.cli.prlab import app

SCORES = "label,score\n1,0.9\n0,0.8\n1,0.7\n0,0.1\n"
FILES = {  # read by several tests
    "classes.csv": "y,p_a,p_b,p_c\na,.6,.3,.1\nb,.2,.7,.1\nc,.1,.3,.6\n",
    "gaps.csv": "label,score\n1,0.9\n0,\n0,0.3\n",
    "one.csv": "label\n1\n",
    "ones.csv": "label,score\n1,0.1\n1,0.8\n",
    "titled.csv": "who,how\nlabel,score\n1,0.9\n0,0.8\n1,0.7\n0,0.1\n",
    "empty.csv": "",
}
MODELS = "y,forest,tree,w\nyes,0.9,0.4,1\nno,0.8,0.3,2\nyes,0.7,0.6,1\nno,0.1,0.5,2\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Make the current folder one with a file of one score and a file of several."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    (tmp_path / "scores.csv").write_text(SCORES, encoding="utf-8")
    (tmp_path / "models.csv").write_text(MODELS, encoding="utf-8")
    return tmp_path


@pytest.fixture
def files(folder):
    """Add further files to the folder, some of which cannot be read."""
    for name, content in FILES.items():
        (folder / name).write_text(content)
    return folder


@pytest.fixture
def prlab(folder):  # noqa: ARG001 - it becomes the current folder
    """Return a function that runs the command in this process."""

    def run(*arguments, given=None):
        return CliRunner().invoke(app, [str(one) for one in arguments], input=given, prog_name="prlab")

    return run
