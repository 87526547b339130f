"""How every file is written: pages short and without sentences, each module with its purpose."""

import ast
import graphlib
import re
import sys

import pytest

from tests.test_house import ROOT, SOURCES, imported, module_of, tree_of

SAYS_NOTHING = {"utils", "helpers", "common", "core", "misc"}
LONGEST_PAGE = 60
SMALL = 1e-3  # what is smaller allows for something; in code it has a name, and beside the name its reason
NO_TOLERANCES = {  # a range of beta, where a series begins, and the coefficients of another's exp
    "pr_metrics/thresholds.py",
    "pr_metrics/baselines.py",
    "pr_metrics/tools/binned.py",
}
PAGES = [file for file in SOURCES if file.parts[0] in ("pages", "app.py")]


def test_numpy_is_enough_for_the_numbers():
    allowed = {"numpy", "pr_metrics", *sys.stdlib_module_names}
    for file in SOURCES:
        if file.parts[0] == "pr_metrics":
            assert {module.split(".")[0] for module in imported(file)} <= allowed, file


def test_only_the_server_names_the_session_state():
    naming = {file.parts[1] for file in SOURCES if "session_state" in (ROOT / file).read_text(encoding="utf-8")}
    assert naming == {"server"}


def test_only_plotting_imports_plotly():
    naming = {file.parts[1] for file in SOURCES if any(name.startswith("plotly") for name in imported(file))}
    assert naming == {"plotting"}


@pytest.mark.parametrize("file", PAGES, ids=str)
def test_a_page_is_short_and_says_nothing_itself(file):
    text = (ROOT / file).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST_PAGE
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
    assert [file for file in SOURCES if file.stem in SAYS_NOTHING] == []


def test_no_import_runs_in_a_circle():
    ours = {module_of(file): set(imported(file)) for file in SOURCES}
    within = {
        module: {one if one in ours else one.rpartition(".")[0] for one in names} & ours.keys()
        for module, names in ours.items()
    }
    order = list(graphlib.TopologicalSorter(within).static_order())  # raises CycleError with the circle
    assert len(order) == len(ours)


def test_every_folder_of_code_is_a_package():
    folders = {file.parent for file in SOURCES if file.parts[0] in ("pr_curve_lab", "pr_metrics")}
    assert [str(folder) for folder in folders if not (ROOT / folder / "__init__.py").exists()] == []


def test_pinned_versions_have_no_address():
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines():
        assert re.fullmatch(r"[A-Za-z0-9_.\-]+==[A-Za-z0-9.+\-]+", line), line


def test_every_setting_of_the_server_has_a_reason():
    lines = (ROOT / ".streamlit/config.toml").read_text(encoding="utf-8").splitlines()
    assert all("#" in line.replace('"#', "") for line in lines if "=" in line)


def test_every_tolerance_has_a_name_and_those_of_the_numbers_one_home():
    homes = set()
    for file in SOURCES:
        named = [node for node in tree_of(file).body if isinstance(node, ast.Assign | ast.AnnAssign)]
        inside = {id(one): file for node in named for one in ast.walk(node)}
        for one in ast.walk(tree_of(file)):
            if isinstance(one, ast.Constant) and isinstance(one.value, float) and 0 < one.value <= SMALL:
                assert id(one) in inside, f"{file}, line {one.lineno}: {one.value}"
                homes.add(file)
    of_numbers = {str(file) for file in homes if file.parts[0] == "pr_metrics"}
    assert of_numbers - NO_TOLERANCES == {"pr_metrics/tolerances.py"}


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


def test_printed_numbers_are_rounded_in_one_place():
    """Python's formats round halves to even, a `DataNumber` does not; a published number keeps its decimals."""
    written = {"pr_curve_lab/analysis/formatting.py", "pr_curve_lab/analysis/published_number.py"}
    for file in SOURCES:
        if file.parts[0] == "pr_metrics" or str(file) in written:
            continue
        for node in ast.walk(tree_of(file)):
            if isinstance(node, ast.FormattedValue) and node.format_spec is not None:
                spec = ast.unparse(node.format_spec)
                brings_its_own = isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "DataNumber"
                assert brings_its_own or not re.search(r"\..*[f%]'$", spec), f"{file}: {ast.unparse(node)}"
