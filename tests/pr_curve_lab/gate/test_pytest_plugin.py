import subprocess
import sys
import tomllib

import pytest

from pr_curve_lab.gate.pytest_plugin import file_name
from tests.pr_curve_lab.gate.pytest_runs import run_pytest, run_pytest_here
from tests.repository import ROOT

TEST = """
import pytest

ROWS = [1, 1, 0, 0] * 10, [4, 3, 2, 1] * 10, [4, 3, 2, 1] * 10

def test_same(assert_no_worse):
    assert assert_no_worse(*ROWS).passed
    assert_no_worse(*ROWS, loss=0.2)

@pytest.mark.parametrize("which", ["a/b", "a-b", "c"])
def test_worse(assert_no_worse, which):
    label, good, _ = ROWS
    assert_no_worse(label, [-one for one in good], good)

def test_own_path(assert_no_worse, tmp_path):
    y_true, new, old = ROWS
    assert_no_worse(y_true, y_score_a=new, y_score_b=old, report=tmp_path / "own.html")
    assert (tmp_path / "own.html").exists()
"""


def reports(folder):
    return sorted(file.name for file in folder.glob("*.html"))


def test_each_report_is_named_after_its_test(tmp_path):
    said = run_pytest(tmp_path, TEST, "--prlab-reports", "found")
    assert "3 failed, 2 passed" in said
    assert "AssertionError: step area fell from 1.000 to" in said
    assert reports(tmp_path / "found") == [
        "test_model-test_same-2.html",
        "test_model-test_same.html",
        "test_model-test_worse-a-b-07f4401c.html",
        "test_model-test_worse-a-b-35c2229e.html",
        "test_model-test_worse-c.html",
    ]


UNDECIDED = """
from tests.pr_metrics.uncertainty.test_noninferiority import study

def test_warns(assert_no_worse):
    assert assert_no_worse(*study()).outcome == "too_few_positives"

def test_fails(assert_no_worse):
    assert_no_worse(*study(), strict=True)
"""


def test_too_few_positives_warn_or_fail_a_strict_test(tmp_path):
    said = run_pytest_here(tmp_path, UNDECIDED, ini="markers = slow")  # a mark of tests in the file of `study`
    assert "1 failed, 1 passed, 1 warning" in said
    assert "UserWarning: too few positives to tell: step area fell from 0.648 to 0.490" in said
    assert "AssertionError: too few positives to tell: step area fell from 0.648 to 0.490" in said


def test_a_project_can_configure_the_folder(tmp_path):
    run_pytest_here(tmp_path, TEST, "-k", "same", ini="prlab_reports = kept")
    assert reports(tmp_path / "kept") == ["test_model-test_same-2.html", "test_model-test_same.html"]


def test_without_a_folder_no_report_is_written(tmp_path):
    assert "3 failed, 2 passed" in run_pytest_here(tmp_path, TEST)
    assert [file for file in tmp_path.rglob("*.html") if "pytest-of" not in str(file.relative_to(tmp_path))] == []


def test_the_plugin_imports_the_package_only_when_used():
    code = "import sys, pr_curve_lab.gate.pytest_plugin; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {"numpy", "pandas", "pr_metrics", "pr_curve_lab.gate.assertion"} & set(loaded.split()) == set()


def test_pytest_finds_the_plugin_where_the_package_is_installed():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"pr_curve_lab": "pr_curve_lab.gate.pytest_plugin"}


@pytest.mark.parametrize("test", ["a.py::b[../../c]", "a/b.py::C::d", "x.py::y[ä b]"])
def test_the_name_of_a_report_is_a_valid_file_name(test):
    assert "/" not in file_name(test)
    assert "." not in file_name(test)
