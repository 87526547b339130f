"""Files for the command, and the command in this process: where no shell is needed, to start one takes too long."""

import pytest
from typer.testing import CliRunner

from pr_curve_lab.cli.prlab import app

SCORES = "label,score\n1,0.9\n0,0.8\n1,0.7\n0,0.1\n"
FILES = {  # that several tests read
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
    """A folder with a file of one score and one of several; the present one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    (tmp_path / "scores.csv").write_text(SCORES, encoding="utf-8")
    (tmp_path / "models.csv").write_text(MODELS, encoding="utf-8")
    return tmp_path


@pytest.fixture
def files(folder):
    """The folder with further files, among them some that cannot be read."""
    for name, content in FILES.items():
        (folder / name).write_text(content)
    return folder


@pytest.fixture
def prlab(folder):  # noqa: ARG001 - it is the present one
    """Run the command in this process."""

    def run(*arguments, given=None):
        return CliRunner().invoke(app, [str(one) for one in arguments], input=given, prog_name="prlab")

    return run
