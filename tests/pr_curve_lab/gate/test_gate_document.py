"""The code and the numbers in docs/gate.md are correct."""

import re
import sys
from contextlib import chdir
from typing import get_args
from unittest.mock import MagicMock

import numpy as np
import pytest
import yaml

from pr_metrics import noninferiority_test
from pr_metrics.uncertainty.noninferiority import Outcome
from tests.pr_curve_lab.gate.pytest_runs import run_pytest_here
from tests.pr_curve_lab.gate.test_assertion import rows
from tests.pr_metrics.uncertainty.test_noninferiority import study
from tests.repository import ROOT

TEXT = (ROOT / "docs/gate.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
FILES = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)


@pytest.fixture
def folder(tmp_path):
    label, new, old = rows()
    for name, score in (("scores.csv", new), ("released.csv", old)):
        np.savetxt(tmp_path / name, np.column_stack([label, score]), delimiter=",", header="label,score", fmt="%.17g")
    return tmp_path


def test_every_outcome_is_explained():
    assert set(re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE)) == set(get_args(Outcome))


def test_the_numbers_of_the_example_are_true():
    found = noninferiority_test(*study())
    numbers = [found.area_b, found.area_a, found.lower, found.upper]
    said = "a fall from {:.3f} to {:.3f} with 22 positives among 200 rows is `{}`".format(*numbers[:2], found.outcome)
    assert said in " ".join(TEXT.split())
    assert "from {:.3f} to {:+.3f}. ".format(*numbers[2:]) in " ".join(TEXT.split())
    assert f"here about {found.positives_needed:.0f}, at" in TEXT


def test_the_test_runs_in_pytest(folder):
    assert "1 passed" in run_pytest_here(folder, SNIPPETS[0], "--prlab-reports", "reports")
    assert (folder / "reports/test_model-test_the_new_model_is_no_worse.html").exists()


def test_the_decision_is_printed(folder, capsys):
    with chdir(folder):
        exec(compile(SNIPPETS[1], "snippet", "exec"), {})
    assert capsys.readouterr().out == f"{noninferiority_test(*rows(), loss=0.02).sentence}\n"


def test_mlflow_gets_the_numbers_and_the_report(folder, monkeypatch):
    mlflow = MagicMock()
    monkeypatch.setitem(sys.modules, "mlflow", mlflow)
    with chdir(folder):
        exec(compile(SNIPPETS[2], "snippet", "exec"), {})
    found = noninferiority_test(*rows())
    assert dict(call.args for call in mlflow.log_metric.call_args_list) == {
        "average_precision": found.area_a,
        "difference": found.difference,
        "p_worse": found.p_value,
    }
    mlflow.log_artifact.assert_called_once_with("gate.html")
    assert (folder / "gate.html").read_bytes().startswith(b"<!DOCTYPE html>")


def test_the_pipelines_parse():
    github, dvc = (yaml.safe_load(text) for text in FILES)
    steps = [step.get("run", "") for step in github["jobs"]["gate"]["steps"]]
    gate = next(step for step in steps if step.startswith("prlab gate"))
    assert dvc["stages"]["gate"]["cmd"] == gate
    assert next(iter(dvc["stages"]["points"]["outs"][0])) in dvc["stages"]["points"]["cmd"]
    assert dvc["plots"][0]["precision_recall"]["y"] == {"points.csv": "precision"}


def test_no_snippet_is_left_out():
    assert (len(SNIPPETS), len(FILES), TEXT.count("```")) == (3, 2, 10)
