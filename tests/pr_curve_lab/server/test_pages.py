"""A page is its script, its words and its record."""

import ast
from pathlib import Path

import pytest

from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.server.settings import DEFAULT_PAGE, PAGES

ROOT = Path(__file__).parents[3]


def test_every_script_has_a_record_and_every_record_a_script():
    assert {file.stem for file in (ROOT / "pages").glob("*.py")} == set(PAGES)
    assert DEFAULT_PAGE in PAGES


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.key)
def test_a_script_enters_its_own_page_first(page):
    calls = [node for node in ast.walk(ast.parse((ROOT / page.script).read_text())) if isinstance(node, ast.Call)]
    first = min(calls, key=lambda call: call.lineno)
    assert ast.unparse(first) == f"page_run.open_page('{page.key}')"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_has_a_title(language):
    titles = [messages_in(language).format(f"{page}.title") for page in PAGES]
    assert len(set(titles)) == len(PAGES)
