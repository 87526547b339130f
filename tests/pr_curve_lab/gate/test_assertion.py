import builtins
import re
import subprocess
import sys

import numpy as np
import pytest

from pr_curve_lab.gate.assertion import assert_no_worse
from pr_metrics import noninferiority_test
from tests.pr_metrics.uncertainty.test_noninferiority import study
from tests.repository import ROOT


def rows(worse=0.0, seed=3):
    rng = np.random.default_rng(seed)
    label = (np.arange(400) < 90).astype(int)
    old = rng.normal(size=400) + 1.5 * label
    return label, old + 0.02 * rng.normal(size=400) - worse * label, old


def test_the_decision_of_a_passing_model_is_returned():
    assert assert_no_worse(*rows()) == noninferiority_test(*rows())


def test_a_worse_model_raises_the_sentence():
    found = noninferiority_test(*rows(1.0), loss=0.02)
    with pytest.raises(AssertionError, match=f"^{re.escape(found.sentence)}$"):
        assert_no_worse(*rows(1.0), loss=0.02)
    assert "worse by more than the allowed 0.020" in found.sentence
    assert_no_worse(*rows(1.0), loss=0.6)


def test_too_few_positives_fail_only_if_strict(tmp_path):
    found = noninferiority_test(*study())
    with pytest.warns(UserWarning, match=f"^{re.escape(found.sentence)}$"):
        assert assert_no_worse(*study()) == found
    path = tmp_path / "gate.html"
    with pytest.raises(AssertionError, match=f"^{re.escape(found.sentence)}; report: "):
        assert_no_worse(*study(), strict=True, report=path)
    assert 'data-of="gate.positives_needed"' in path.read_text(encoding="utf-8")


def test_level_and_groups_are_passed_on():
    group = np.arange(400) % 40
    assert assert_no_worse(*rows(), confidence_level=0.9, groups=group) == noninferiority_test(
        *rows(), confidence_level=0.9, groups=group
    )


@pytest.mark.parametrize("worse", [0.0, 1.0])
def test_the_report_is_written_for_every_decision(tmp_path, worse):
    path = tmp_path / "reports" / "gate.html"
    if worse:
        with pytest.raises(AssertionError, match=re.escape(f"; report: {path}")):
            assert_no_worse(*rows(worse), report=path)
    else:
        assert_no_worse(*rows(worse), report=str(path))
    page = path.read_text(encoding="utf-8")
    assert f'data-of="gate.difference" value="{noninferiority_test(*rows(worse)).difference!r}"' in page


def test_a_missing_extra_is_reported_instead_of_the_report(tmp_path, monkeypatch, capsys):
    real = builtins.__import__

    def without_pandas(name, *rest):
        if name == "pr_curve_lab.gate.report":
            raise ModuleNotFoundError("No module named 'pandas'", name="pandas")
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_pandas)
    path = tmp_path / "gate.html"
    assert assert_no_worse(*rows(), report=path).passed
    said = "no report was written: it needs pandas, install pr-curve-lab[app]"
    assert capsys.readouterr().err == f"{said}\n"
    with pytest.raises(AssertionError, match=re.escape(f"positives; {said}")):
        assert_no_worse(*rows(1.0), report=path)
    assert not path.exists()


@pytest.mark.slow
def test_the_assertion_needs_numpy_alone():
    code = "import sys, pr_curve_lab.gate.assertion; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {"pandas", "plotly", "streamlit", "pytest"} & set(loaded.split()) == set()
    assert "numpy" in loaded.split()
