"""The modules of the browser: joined in one scope no name is taken twice, and what is imported is there and used."""

import re

import pytest

from pr_app.lab.modules import FOLDER, joined_modules, needed_modules, script_of

SCRIPTS = {file.name: file.read_text(encoding="utf-8") for file in sorted(FOLDER.glob("*.js"))}
MOST_BYTES = 80_000  # of all scripts together
IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w.]+)";$', re.MULTILINE)
STATEMENT = re.compile(
    r"^(?:export )?(?:default )?(const|let|class|(?:async )?function\*?) (.*?)(?=^[^\s})\]/]|\Z)", re.M | re.S
)


def top_level_names(script):
    """The names that a module declares outside of any block: several where one statement declares several."""
    names = []
    for kind, rest in STATEMENT.findall(without_texts(script)):
        if kind in ("const", "let"):
            names += re.findall(r"(?:^|,)\s*(\w+)\s*(?==)", without_blocks(rest))
        else:
            names += re.findall(r"\A\w+", rest)
    return names


def without_texts(script):
    comments = re.compile(r'/\*.*?\*/|^\s*//.*?$|(?<=[;,{ ]) // .*?$|"(?:[^"\\\n]|\\.)*"', re.M | re.S)
    return re.sub(r"`[^`]*`", "0", comments.sub("0", script))


def without_blocks(code):
    while (shorter := re.sub(r"\([^(){}\[\]]*\)|\{[^(){}\[\]]*\}|\[[^(){}\[\]]*\]", "0", code)) != code:
        code = shorter
    return re.sub(r"=>", "", code)


def exported(script):
    return set(re.findall(r"^export (?:const|let|class|(?:async )?function\*?) (\w+)", script, re.MULTILINE))


def imports(script):
    return [
        (name.strip(), module) for names, module in IMPORT.findall(script) for name in names.split(",") if name.strip()
    ]


def test_names_at_the_top_are_found():
    script = 'import { a } from "./a.js";\n'
    script += "const WIDE = [1, 2], HIGH = { x: 1, y };\nexport const f = (a, b = 2) => {\n  const c = 1;\n};\n"
    assert top_level_names(script + "export class D {\n  e() {}\n}\nfunction g() {\n  let h = 1;\n}\n") == [
        "WIDE", "HIGH", "f", "D", "g",
    ]  # fmt: skip
    assert {"WIDE", "PHONE", "Play", "play", "SIDES"} <= set(top_level_names(SCRIPTS["play.js"]))
    assert {"ratiosOf", "before", "Sum", "Ranking", "join"} <= set(top_level_names(SCRIPTS["curve.js"]))


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_name_is_taken_twice_where_modules_are_joined(name):
    modules = needed_modules(name)
    assert len(set(modules)) == len(modules)
    taken = [one for module in modules for one in top_level_names(SCRIPTS[module])]
    assert [one for one in set(taken) if taken.count(one) > 1] == []


@pytest.mark.parametrize("name", SCRIPTS)
def test_what_is_imported_is_exported_there_and_used_here(name):
    script = SCRIPTS[name]
    assert len(re.findall(r"^import ", script, re.MULTILINE)) == len(IMPORT.findall(script))  # in no other way
    for imported, module in imports(script):
        assert re.fullmatch(r"\w+", imported), f"{name}: {imported} has two names, which a joined module has not"
        assert imported in exported(SCRIPTS[module]), f"{name}: {imported} of {module}"
        used = re.findall(rf"\b{imported}\b", re.sub(r"^import .*$|^\s*(?:\*|//).*$", "", script, flags=re.MULTILINE))
        assert used, f"{name}: {imported} is not used"


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_joined_module_imports_nothing_and_exports_what_its_last_one_does(name):
    script = script_of(name)
    assert not re.search(r"^import ", script, re.MULTILINE)
    assert exported(script) == exported(SCRIPTS[name])
    assert script.count("export default") == SCRIPTS[name].count("export default")


def test_a_module_stands_after_those_that_it_imports():
    modules = needed_modules("play.js")
    for name in modules:
        assert all(modules.index(module) < modules.index(name) for _, module in imports(SCRIPTS[name])), name
    assert joined_modules("const a = 1;") == "const a = 1;"


def test_all_scripts_together_are_small():
    assert sum(len(script.encode()) for script in SCRIPTS.values()) <= MOST_BYTES
