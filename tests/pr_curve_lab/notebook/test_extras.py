"""If a library of an extra is missing, the error says what to install."""

import subprocess
import sys

import pytest

from tests.repository import ROOT

ASK = "import sys; sys.modules[{library!r}] = None; from pr_curve_lab import {name}"


@pytest.mark.parametrize(
    ("name", "library"), [("view", "anywidget"), ("view", "pandas"), ("PrecisionRecallDisplay", "plotly.graph_objects")]
)
def test_a_missing_library_is_named_with_its_extra(name, library):
    script = ASK.format(library=library, name=name)
    answer = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    said = f"ImportError: {name} needs {library}; pip install 'pr-curve-lab[app,notebook]' brings it"
    assert answer.stderr.strip().endswith(said)
    assert "During handling" not in answer.stderr
    assert "ModuleNotFoundError" not in answer.stderr


def test_the_display_needs_neither_widgets_nor_matplotlib_nor_scikit_learn():
    blocked = "".join(f"sys.modules[{one!r}] = None; " for one in ("anywidget", "matplotlib", "sklearn", "streamlit"))
    use = "PrecisionRecallDisplay.from_predictions([1, 0], [0.9, 0.1])"
    script = f"import sys; {blocked}from pr_curve_lab import PrecisionRecallDisplay; print({use})"
    answer = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "PrecisionRecallDisplay('Classifier', step 1.000)"
