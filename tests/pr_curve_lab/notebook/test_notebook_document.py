"""The tutorial notebook is stored without outputs, and the numbers that it prints are right."""

import os

import pytest

from pr_metrics import SCHEMES, operating_points
from tests.repository import ROOT

DOCUMENT = ROOT / "docs/notebook.ipynb"
LABEL = [1, 0, 1, 1, 0, 1, 0, 0, 1, 0]
SCORE = [0.95, 0.9, 0.85, 0.7, 0.7, 0.6, 0.4, 0.3, 0.2, 0.1]
POINTS = operating_points(LABEL, SCORE)
WIDGET, PLOTLY = "application/vnd.jupyter.widget-view+json", "application/vnd.plotly.v1+json"


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """The outputs of each cell, by its id."""
    import nbformat  # slow, and every test process imports this file
    from nbclient import NotebookClient

    homes = {name: str(tmp_path_factory.mktemp(name)) for name in ("HOME", "IPYTHONDIR", "JUPYTER_RUNTIME_DIR")}
    notebook = nbformat.read(DOCUMENT, as_version=4)
    client = NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(ROOT)}})
    client.execute(env={**os.environ, **homes, "PYTHONPATH": str(ROOT)})
    return {cell["id"]: cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"}


def printed(outputs):
    return "".join(one["text"] for one in outputs if one["output_type"] == "stream")


def test_the_notebook_is_stored_without_outputs():
    import nbformat

    notebook = nbformat.read(DOCUMENT, as_version=4)
    nbformat.validate(notebook)
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [cell["outputs"] for cell in cells] == [[]] * len(cells)
    assert {cell["execution_count"] for cell in cells} == {None}


def test_the_printed_numbers_are_right(executed):
    areas = {key: f"{scheme.area(POINTS):.4f}" for key, scheme in SCHEMES.items()}
    assert dict(line.split() for line in printed(executed["areas"]).splitlines()) == areas
    assert printed(executed["numbers"]).split() == [areas["step"], areas["linear"]]
    assert f"step {SCHEMES['step'].area(POINTS):.3f}" in printed(executed["threshold"])
    assert "threshold 0.7" in printed(executed["threshold"])


def test_there_is_a_static_chart_without_widgets(executed):
    for cell in ("view", "models"):
        (shown,) = (one["data"] for one in executed[cell])
        assert WIDGET in shown
        assert "<svg" in shown["text/html"]
    assert f'data-value="{SCHEMES["step"].area(POINTS)!r}"' in executed["view"][0]["data"]["text/html"]


def test_the_display_is_a_figure(executed):
    ((shown),) = (one["data"] for one in executed["display"])
    (curve,) = (trace for trace in shown[PLOTLY]["data"] if trace["name"] == "curve")
    assert curve["fill"] == "tozeroy"
