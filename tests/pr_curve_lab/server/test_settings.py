"""The settings with their defaults and options, and the pages with their scripts and titles."""

import ast

import pytest

from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.server.settings import DEFAULT_PAGE, PAGES, SETTINGS
from tests.repository import ROOT

WITH_DEFAULT = [one for one in SETTINGS.values() if one.default not in (None, "", "own")]


@pytest.mark.parametrize("setting", WITH_DEFAULT, ids=lambda setting: setting.name)
def test_a_default_is_parsed_from_its_own_text(setting):
    text = str(int(setting.default) if isinstance(setting.default, bool) else setting.default)
    assert setting.read(text) == setting.default


@pytest.mark.parametrize("setting", [one for one in SETTINGS.values() if one.options], ids=lambda one: one.name)
def test_only_the_options_can_be_parsed(setting):
    assert [setting.read(str(option)) for option in setting.options] == list(setting.options)
    assert setting.read("nothing of the kind") is None


@pytest.mark.parametrize("name", ["precision", "alerts", "beta", "cost_fn", "prevalence"])
def test_a_number_may_equal_its_limits_but_not_exceed_them(name):
    setting = SETTINGS[name]
    assert [setting.read(str(end)) for end in (setting.min_value, setting.max_value)] == [
        setting.min_value,
        setting.max_value,
    ]
    assert setting.read(str(setting.max_value * 2 + 1)) is None
    assert setting.read(str(setting.min_value - 1)) is None


def test_defaults_that_links_omit_never_change():
    assert {one.name: one.default for one in WITH_DEFAULT if one.default} == {
        "lang": "en", "left": "step", "right": "linear", "digits": "all", "average": "macro", "contours": "none",
        "require": "wishes", "limit": "every_day", "beta": 1.0, "cost_fp": 1.0, "cost_fn": 5.0, "orders": 100,
        "copies": 1, "picture": "png", "step": 1, "start": "half", "tools_for": "general",
    }  # fmt: skip


def test_pages_and_scripts_match():
    assert {file.stem for file in (ROOT / "pages").glob("*.py")} == set(PAGES)
    assert DEFAULT_PAGE in PAGES


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.key)
def test_a_script_first_enters_its_own_page(page):
    calls = [node for node in ast.walk(ast.parse((ROOT / page.script).read_text())) if isinstance(node, ast.Call)]
    first = min(calls, key=lambda call: call.lineno)
    assert ast.unparse(first) == f"page_frame.open_page('{page.key}')"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_has_a_title(language):
    titles = [messages_in(language).format(f"{page}.title") for page in PAGES]
    assert len(set(titles)) == len(PAGES)
