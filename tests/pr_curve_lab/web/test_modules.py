"""The JavaScript modules: every import exists and is used, and joined modules import nothing."""

import re

import pytest

from pr_curve_lab.web.modules import FOLDER, PAGE_FOLDER, module_order, script_of, text_of

SCRIPTS = {file.stem: file.read_text(encoding="utf-8") for file in sorted(FOLDER.glob("*.js"))}
MOST_OF_PLAY, MOST_OF_LESSONS = 65_000, 170_000  # bytes: of Play as it is sent, of lessons as they are written
IMPORT = re.compile(r'^import \{([^}]*)\}\s+from "\./(\w+)\.js";$', re.MULTILINE)


def exported(script):
    return set(re.findall(r"^export (?:const|let|class|(?:async )?function\*?) (\w+)", script, re.MULTILINE))


def imports(script):
    return [
        (name.strip(), module) for names, module in IMPORT.findall(script) for name in names.split(",") if name.strip()
    ]


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_import_is_exported_and_used(name):
    script = SCRIPTS[name]
    # There is no other form of import.
    assert len(re.findall(r"^import ", script, re.MULTILINE)) == len(IMPORT.findall(script))
    for imported, module in imports(script):
        assert re.fullmatch(r"\w+", imported), f"{name}: {imported} has two names, which a joined module has not"
        assert imported in exported(SCRIPTS[module]), f"{name}: {imported} of {module}"
        used = re.findall(
            rf"\b{imported}\b", re.sub(r"^import [^;]*;|^\s*(?:\*|//).*$", "", script, flags=re.MULTILINE)
        )
        assert used, f"{name}: {imported} is not used"


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_joined_module_has_only_the_exports_of_its_last_part(name):
    script = script_of(name)
    assert not re.search(r"^import ", script, re.MULTILINE)
    assert exported(script) == exported(SCRIPTS[name])
    assert script.count("export default") == SCRIPTS[name].count("export default")


def test_a_module_follows_those_that_it_imports():
    modules = module_order("laboratory")
    assert len(set(modules)) == len(modules)
    for name in modules:
        assert all(modules.index(module) < modules.index(name) for _, module in imports(SCRIPTS[name])), name


def test_the_scripts_are_small():
    assert sum(len(text_of(name, FOLDER).encode()) for name in module_order("play")) <= MOST_OF_PLAY
    assert sum(len(SCRIPTS[name].encode()) for name in module_order("lesson_in_streamlit")) <= MOST_OF_LESSONS


@pytest.mark.parametrize("folder", [FOLDER, PAGE_FOLDER], ids=["scripts", "page"])
def test_no_comment_is_left(folder):
    files = sorted(folder.glob("*.js"))
    assert files
    for file in files:
        assert re.findall(r"^ *//.*|.*\s//\s.*|.*/\*.*", text_of(file.stem, folder), re.MULTILINE) == [], file.name


# Lines of code with strings that look like comments, and one line that ends with a comment.
CODE = [
    'const address = "http://127.0.0.1 // a"; const later = 1;',
    "const rule = `a {\n  // b\n  /** c */\n  color: red; // d\n}`;",
    'const nested = `a ${isB ? `b // c` : ""}\n// d`;',
    "const slashes = /\\/\\/ *[/]/; // https://example.org",
    'const quotes = text.replace(/["]/g, "a // b");',
    'const backtick = "`"; const half = 6 / 2 / 3;',
]
COMMENTS = ["// a module's `name`", "  // inside", '/** one line: "it" */', "  /**\n   * `two` // lines\n   */"]


def test_a_string_that_looks_like_a_comment_is_kept(tmp_path):
    lines = [line for pair in zip(CODE, COMMENTS * 2, strict=False) for line in pair]
    (tmp_path / "module.js").write_text("\n".join(lines), encoding="utf-8")
    assert text_of("module", tmp_path) == "\n".join(CODE).replace(" // https://example.org", "") + "\n"


def test_code_between_two_block_comments_is_kept(tmp_path):
    (tmp_path / "module.js").write_text("/** one */ const a = 1;\n/** two */\nconst b = 2;\n", encoding="utf-8")
    assert text_of("module", tmp_path) == "/** one */ const a = 1;\nconst b = 2;\n"


def test_only_code_loses_its_indentation(tmp_path):
    (tmp_path / "module.js").write_text("if (a) {\n  b(`\n    c`);\n}\n", encoding="utf-8")
    assert text_of("module", tmp_path) == "if (a) {\nb(`\n    c`);\n}\n"
