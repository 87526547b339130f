"""The house keeps its shape: who imports whom, how long a page is, and what no file says."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STAR = (
    "tables",
    "columns",
    "score_columns",
    "roles",
    "truths",
    "questions",
    "averages",
    "cases",
    "changed_roles",
    "doctor",
    "figures",
    "glossary",
    "lessons",
    "teaching",
    "worked_sums",
    "palette",
    "words",
    "problem",
    "published",
    "markup",
    "numerals",
    "address",
    "examples",
    "threshold_grid",
    "pixel_columns",
    "rounding",
    "partings",
    "winners",
    "verdicts",
    "samples",
    "tied_rows",
    "tool_terms",
    "take_along",
    "long_work",
    "balances",
)
FILES = [
    Path(name)
    for name in subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    if (ROOT / name).exists()
]
SOURCES = [file for file in FILES if file.suffix == ".py" and file.parts[0] != "tests"]
SAID_BY_NAME = {"utils", "helpers", "common", "core", "misc"}


@cache
def tree_of(file):
    return ast.parse((ROOT / file).read_text(encoding="utf-8"))


def imported(file):
    for node in ast.walk(tree_of(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_starred(file):
    return file.parts[0] == "pr_app" and (file.with_suffix("").parts[1] in STAR or file == Path("pr_app/__init__.py"))


def forbidden(file):
    """The first parts of modules that a file must not import."""
    if file.parts[0] == "pr_metrics":
        return ("pandas", "pyarrow", "plotly", "streamlit", "sklearn", "scipy", "pr_app", "pages", "app")
    if is_starred(file):
        plotly = () if "figures" in file.parts else ("plotly",)
        return ("streamlit", "pr_app.session", "pr_app.panels", "pages", "app", *plotly)
    if file.parts[0] == "pr_app":
        return ("plotly", "pages", "app")
    return ("plotly", "pages", "app") if file.parts[0] in ("pages", "app.py") else ("pages", "app")


def test_imports_run_one_way():
    wrong = [
        f"{file} imports {module}"
        for file in SOURCES
        for module in imported(file)
        for name in forbidden(file)
        if module == name or module.startswith(f"{name}.")
    ]
    assert wrong == []


def test_numpy_is_enough_for_the_numbers():
    allowed = {"numpy", "pr_metrics", *sys.stdlib_module_names}
    for file in SOURCES:
        if file.parts[0] == "pr_metrics":
            assert {module.split(".")[0] for module in imported(file)} <= allowed, file


def test_only_one_file_names_the_session_state():
    naming = [str(file) for file in SOURCES if "session_state" in (ROOT / file).read_text(encoding="utf-8")]
    assert naming == ["pr_app/session.py"]


@pytest.mark.parametrize("file", [file for file in SOURCES if file.parts[0] in ("pages", "app.py")], ids=str)
def test_a_page_is_short_and_says_nothing_itself(file):
    text = (ROOT / file).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 60
    tree = tree_of(file)
    assert not any(isinstance(node, ast.BinOp | ast.For | ast.While) for node in ast.walk(tree))
    spoken = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value
    ]
    assert [words for words in spoken if words not in (ast.get_docstring(tree, clean=False), "PR Curve Lab")] == []


def test_every_module_opens_with_what_it_is_for():
    assert [file for file in SOURCES if not ast.get_docstring(tree_of(file))] == []
    assert [file for file in SOURCES if file.stem in SAID_BY_NAME] == []


def test_functions_are_short():
    for file in SOURCES:
        for node in ast.walk(tree_of(file)):
            if isinstance(node, ast.FunctionDef):
                first = node.body[1] if ast.get_docstring(node) and len(node.body) > 1 else node.body[0]
                assert node.end_lineno - first.lineno + 1 <= 30, f"{file}: {node.name}"


def test_every_package_is_installed():
    listed = re.search(r"^packages = \[(.*?)\]", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.S | re.M)
    packages = {str(file.parent).replace("/", ".") for file in SOURCES if file.name == "__init__.py"}
    assert set(re.findall(r'"([a-z_.]+)"', listed[1])) == packages


def test_pinned_versions_have_no_address():
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines():
        assert re.fullmatch(r"[A-Za-z0-9_.\-]+==[A-Za-z0-9.+\-]+", line), line


def test_every_setting_of_the_server_has_a_reason():
    lines = (ROOT / ".streamlit/config.toml").read_text(encoding="utf-8").splitlines()
    assert all("#" in line.replace('"#', "") for line in lines if "=" in line)


def test_no_constant_is_set_twice():
    for file in SOURCES:
        names = [
            target.id
            for node in tree_of(file).body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        ]
        assert len(names) == len(set(names)), file
