"""The house: a file's path says its floor, and a floor imports only what stands before it."""

import ast
from dataclasses import is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from pr_metrics import Scheme, Tool

ROOT = Path(__file__).parents[1]
FLOORS = [
    "numpy", "pr_metrics", "counting", "io", "schema", "analysis", "i18n", "plotting", "web", "lessons",
    "exports", "gate", "server", "notebook", "views", "pages", "app", "serve", "cli", "pr_curve_lab",
]  # fmt: skip
ENTRIES = {"pages", "app", "serve", "pr_curve_lab"}  # nobody imports them
FIRST_FLOOR_OF = {
    "duckdb": "counting",
    "narwhals": "counting",
    "sqlglot": "counting",
    "pandas": "io",
    "pyarrow": "io",
    "plotly": "plotting",
    "streamlit": "server",
    "starlette": "server",
    "anywidget": "notebook",
    "traitlets": "notebook",
    "matplotlib": "notebook",
    "typer": "cli",
    "rich": "cli",
}
SOURCES = sorted(
    file.relative_to(ROOT) for top in ("pr_metrics", "pr_curve_lab", "pages") for file in (ROOT / top).rglob("*.py")
)
SOURCES = [Path("app.py"), Path("serve.py"), *SOURCES]


def floor_of(module):
    """pr_curve_lab.schema.uploads is on schema; what is not ours is on the first floor that may name it."""
    first, *rest = module.split(".")
    if first == "pr_curve_lab" and rest and rest[0] in FLOORS:
        return rest[0]
    return FIRST_FLOOR_OF.get(first, first)


def upward(module, imports):
    """Which imports lead to a floor above a module's own."""
    lower = FLOORS[: FLOORS.index(floor_of(module)) + 1]
    known = [name for name in imports if floor_of(name) in FLOORS]
    return [name for name in known if floor_of(name) not in lower or floor_of(name) in ENTRIES]


@cache
def tree_of(file):
    return ast.parse((ROOT / file).read_text(encoding="utf-8"))


def imported(file):
    return imported_in(tree_of(file), file)


def imported_in(tree, file):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def computing(imports):
    """Which imports let a figure compute: all of the numbers but results, and what makes results of them."""
    return [name for name in imports if floor_of(name) in ("pr_metrics", "analysis") and not is_finished(name)]


def is_finished(name):
    """Whether an import is a result's type, or one of the modules about how a finished number looks."""
    module, _, thing = name.rpartition(".")
    if module in ("pr_curve_lab.analysis.thinning", "pr_curve_lab.analysis.formatting"):
        return True
    found = getattr(import_module(module), thing, None) if module else None
    return isinstance(found, type) and is_dataclass(found) and found not in (Scheme, Tool)  # those two compute


def module_of(file):
    return ".".join(file.with_suffix("").parts).removesuffix(".__init__")


def test_imports_run_one_way():
    wrong = {str(file): upward(module_of(file), imported(file)) for file in SOURCES}
    assert {file: names for file, names in wrong.items() if names} == {}


def test_an_arrow_that_runs_back_up_is_noticed():
    below, above = "pr_curve_lab.schema.uploads", "pr_curve_lab.i18n.messages"
    assert upward(below, [above, "numpy", "pandas", "pr_metrics"]) == [above]
    assert upward("pr_metrics.points", ["pandas", below]) == ["pandas", below]
    assert upward("pr_curve_lab.exports.page_exports", ["plotly", "streamlit", "pages.areas"]) == [
        "streamlit",
        "pages.areas",
    ]


def test_every_module_lies_on_a_floor():
    assert [str(file) for file in SOURCES if floor_of(module_of(file)) not in FLOORS] == []
    assert sorted(path.name for path in (ROOT / "pr_curve_lab").iterdir() if path.suffix) == [
        "__init__.py",
        "__main__.py",
    ]


def test_figures_take_finished_results():
    figures = [file for file in SOURCES if floor_of(module_of(file)) == "plotting"]
    computed = {str(file): computing(imported(file)) for file in figures}
    assert {file: names for file, names in computed.items() if names} == {}


@pytest.mark.parametrize(
    "line",
    [
        "import pr_metrics",
        "from pr_metrics import f_score",
        "from pr_metrics import SCHEMES",
        "from pr_metrics import Scheme",
        "from pr_metrics.tools import TOOLS",
        "from pr_metrics import roc",
        "from pr_curve_lab.analysis import roc",
        "from pr_curve_lab.analysis.areas import joined_area",
    ],
)
def test_a_figure_that_computes_is_noticed(line):
    results = "from pr_metrics import JoinedCurve\nfrom pr_curve_lab.analysis.areas import JoinedArea\n"
    tree = ast.parse(f"import numpy\n{results}def draw():\n    {line}\n")
    assert len(computing(imported_in(tree, "a figure"))) == 1
