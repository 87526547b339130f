"""Rules for the sources that no linter knows."""

import ast
import re
from collections import Counter
from dataclasses import is_dataclass
from importlib import import_module

import pytest

from pr_metrics import Scheme, Tool
from tests.repository import ROOT, SOURCES

LONGEST_PAGE = 60  # lines
PAGES = [file for file in SOURCES if file.parts[0] in ("pages", "app.py")]
FIGURES = [file for file in SOURCES if file.parts[:2] == ("pr_curve_lab", "plotting")]
NUMBER_TEXTS = "pr_curve_lab.analysis.formatting"  # with the next, how finished results look
DRAWN_POINTS = "pr_curve_lab.analysis.thinning"
ROUNDING = ("pr_curve_lab/analysis/formatting.py", "pr_curve_lab/analysis/reported_number.py")


def parse(file):
    return ast.parse((ROOT / file).read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", PAGES, ids=str)
def test_a_page_is_short_without_arithmetic_or_sentences(file):
    tree = parse(file)
    nodes = list(ast.walk(tree))
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert len((ROOT / file).read_text(encoding="utf-8").splitlines()) <= LONGEST_PAGE
    assert not any(isinstance(node, ast.BinOp | ast.For | ast.While) for node in nodes)
    assert {text for text in texts if " " in text} == {ast.get_docstring(tree, clean=False)}


@pytest.mark.parametrize("file", FIGURES, ids=str)
def test_a_figure_takes_finished_results(file):
    """Of what computes, a figure imports result types alone, so that what is drawn is what was computed."""
    for node in ast.walk(parse(file)):
        if isinstance(node, ast.Import):
            assert not [alias.name for alias in node.names if alias.name.startswith(("pr_metrics", "pr_curve_lab"))]
        elif (
            isinstance(node, ast.ImportFrom)
            and re.match(r"pr_metrics|pr_curve_lab\.analysis", node.module)
            and node.module not in (NUMBER_TEXTS, DRAWN_POINTS)
        ):
            imported = [getattr(import_module(node.module), alias.name) for alias in node.names]
            assert all(is_dataclass(one) and one not in (Scheme, Tool) for one in imported), ast.unparse(node)


def test_no_constant_is_set_twice():
    for file in SOURCES:
        targets = [target for node in parse(file).body if isinstance(node, ast.Assign) for target in node.targets]
        names = Counter(target.id for target in targets if isinstance(target, ast.Name))
        assert [name for name, times in names.items() if times > 1] == [], file


def test_printed_numbers_are_rounded_in_one_place():
    """Python's formats round halves to even, a `DataNumber` does not; a published number keeps its decimals."""
    for file in SOURCES:
        if file.parts[0] == "pr_metrics" or str(file) in ROUNDING:
            continue
        for node in ast.walk(parse(file)):
            if isinstance(node, ast.FormattedValue) and node.format_spec is not None:
                rounds = re.search(r"\..*[f%]'$", ast.unparse(node.format_spec))
                assert not rounds or ast.unparse(node.value).startswith("elements.DataNumber("), (
                    f"{file}: {ast.unparse(node)}"
                )


def test_pinned_versions_have_no_address():
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines():
        assert re.fullmatch(r"[A-Za-z0-9_.\-]+==[A-Za-z0-9.+\-]+", line), line
