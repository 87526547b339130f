"""Texts of Play: the catalogs have exactly the keys that scripts and JSON use."""

import re
from typing import get_args

import pytest

from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.web.modules import FOLDER, module_order
from pr_curve_lab.web.play import DATA, RIDDLE, STARTS, Measure, Relation
from tests.repository import ROOT


def script_with(name):
    return "".join((FOLDER / f"{one}.js").read_text(encoding="utf-8") for one in module_order(name))


SCRIPT, ALL = script_with("play_in_streamlit"), script_with("laboratory") + script_with("lesson_in_streamlit")
PYTHON = "".join(
    (ROOT / file).read_text(encoding="utf-8")
    for file in ("pr_curve_lab/web/play.py", "pr_curve_lab/views/play.py", "pr_curve_lab/server/settings.py")
)
TARGETS = [key for key, start in STARTS.items() if start.conditions]
RELATIONS = set(get_args(Relation)) - {"near"}  # "near" has its own texts
COMPUTED = {
    "start_": {*STARTS, RIDDLE, DATA},
    "title_": {RIDDLE, *(key for key in STARTS if key not in TARGETS)},
    "reached_": {*TARGETS, RIDDLE},
    "short_": set(TARGETS),
    "measure_": set(get_args(Measure)),
    "wants_": RELATIONS,
    "label_": {"axis", "pr", "matrix", "roc"},
}
# Keys that are passed on before they are used: labels of rows, cells of the matrix, buttons.
HANDED_ON = {
    "positives", "negatives", "called", "not_called", "tp", "fp", "fn", "tn", "add", "remove", "again", "next", "use",
    "riddle", "riddle_short", "copied", "not_copied", "used", "gap", "no_gap", "no_area", "no_scheme", "too_large",
    "too_small",
}  # fmt: skip


def keys_of(language):
    return {key.removeprefix("play.") for key in messages_in(language).catalog if key.startswith("play.")}


def asked():
    literal = set(re.findall(r'\b(?:format|has)\("(\w+)"', SCRIPT)) | set(re.findall(r'"play\.(\w+)"', PYTHON))
    chosen = {key for pair in re.findall(r'\bformat\([^()"]+\? "(\w+)" : "(\w+)"', SCRIPT) for key in pair}
    return literal | chosen | {start + end for start, ends in COMPUTED.items() for end in ends} | HANDED_ON | {"title"}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_catalog_has_exactly_the_used_keys(language):
    assert asked() - keys_of(language) == set()
    assert keys_of(language) - asked() == set()


def test_every_computed_key_is_used_by_its_prefix():
    found = set(re.findall(r"[`\"](?:play\.)?([a-z]+_)(?:\$?\{)", SCRIPT + PYTHON))
    assert found & COMPUTED.keys() == COMPUTED.keys()
    assert set(re.findall(r"\b(?:format|has)\(`(\w+_)\$\{", SCRIPT)) <= COMPUTED.keys()


def test_keys_that_are_passed_on_are_named_in_a_script():
    named = set(re.findall(r'"(\w+)"', SCRIPT)) | set(re.findall(r"\b(tp|fp|fn|tn)\b", SCRIPT))
    assert named >= HANDED_ON


COUNTED = set(re.findall(r'\bcounted\("(\w+)"', ALL))
WAYS = re.findall(r"\.button\((.*?)\)", (FOLDER / "lesson_in_streamlit.js").read_text(encoding="utf-8"))
BUTTONS = {f"class_{name}" for way in WAYS for name in re.findall(r'"(\w+)"', way)}
PARTS = {"player": ("guess_", "hint_", "draw_", "is_"), "laboratory": ("-",)}  # keys with these prefixes are computed
IN_PYTHON = {"onwards"}  # filled in by Python


def counted_in(language):
    forms = {*messages_in(language).number_format.locale.plural_form.tags, "other"}
    return {f"{key}.{form}" for key in COUNTED for form in forms}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("part", PARTS)
def test_no_text_of_a_catalog_is_unused(part, language):
    named = set(re.findall(r'["`](\w+)["`]', ALL)) | IN_PYTHON | BUTTONS | counted_in(language)
    keys = {key.removeprefix(f"{part}.") for key in messages_in(language).catalog if key.startswith(f"{part}.")}
    assert {key for key in keys - named if not key.startswith(PARTS[part])} == set()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_text_that_a_script_uses_is_in_the_catalog(language):
    there = {
        key.partition(".")[2] for key in messages_in(language).catalog if key.partition(".")[0] in ("play", *PARTS)
    }
    asked = set(re.findall(r'\bformat\("(\w+)"', ALL)) | set(re.findall(r'"(class_[a-z_]+)"', ALL)) - COUNTED
    assert (asked | BUTTONS | counted_in(language)) - there == set()
