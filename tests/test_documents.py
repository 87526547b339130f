"""Statements in the documents about the code are true."""

import re
import tomllib
from contextlib import chdir
from functools import cache
from pkgutil import resolve_name

import pytest

import pr_curve_lab
import pr_metrics
from pr_curve_lab.i18n.messages import messages_in
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.schema.examples import EXAMPLES
from pr_metrics import SCHEMES, TOOLS
from tests.repository import ROOT

TERMS = (ROOT / "docs/terms.md").read_text(encoding="utf-8")
LONGEST_README = 120  # lines; more is for docs
TEENS = ["eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
COUNTED = dict(enumerate([*TEENS, "twenty", "twenty-one"], start=11))
NAMED = re.findall(r"`(pr_(?:metrics|curve_lab)[\w.]*)`", "".join(re.findall(r"^\|.*\|$", TERMS, re.MULTILINE)))


def test_the_table_of_terms_has_the_words_of_the_field():
    terms = " ".join(line.split("|")[1] for line in TERMS.splitlines() if line.startswith("| "))
    words = "operating point|precision|average precision|interpolation|tie|prevalence|F-score|ROC|gain|bootstrap|macro"
    assert [word for word in words.split("|") if word not in terms] == []
    assert len(NAMED) > 50


@pytest.mark.parametrize("name", NAMED)
def test_a_name_in_the_table_of_terms_exists(name):
    assert resolve_name(name)


def test_origin_and_terms_of_every_sample_are_stated():
    readme = (ROOT / "sample_data/README.md").read_text(encoding="utf-8")
    shows, origin = readme.split("## Where they come from, and on what terms")
    for file in (ROOT / "sample_data").glob("*.csv"):
        assert shows.count(f"| `{file.stem}` |") == 1, file.stem
        assert origin.count(f"`{file.stem}`") == 1, file.stem


@pytest.mark.parametrize(
    "document",
    [
        "CONTRIBUTING.md",
        "README.md",
        "CHANGELOG.md",
        "docs/api.md",
        "docs/architecture.md",
        "docs/gate.md",
        "docs/hosting.md",
        "docs/serving.md",
        "docs/user-guide.md",
        "docs/terms.md",
        "docs/teaching.md",
        "tests/README.md",
    ],
)
def test_files_that_a_document_mentions_are_there(document):
    text = (ROOT / document).read_text(encoding="utf-8")
    quoted = [path for path in re.findall(r"`([\w.][\w./]*)`", text) if "/" in path or path.endswith((".py", ".md"))]
    linked = re.findall(r"\]\(([^)#:]+)\)", text)
    within = (ROOT / document).parent
    assert [path for path in quoted if not ((ROOT / path).exists() or (within / path).exists())] == []
    assert [path for path in linked if not (within / path).exists()] == []


@cache
def words_of_code():
    folders = ("pr_metrics", "pr_curve_lab", "pages", "tests", "benchmarks", "sample_data")
    files = [file for folder in folders for file in (ROOT / folder).rglob("*")]
    texts = [file.read_text(encoding="utf-8") for file in files if file.suffix in {".py", ".js", ".css", ".toml"}]
    return {word for text in texts for word in re.findall(r"\w+", text)} | {file.stem for file in ROOT.glob("*")}


@pytest.mark.parametrize(
    "document",
    ["CONTRIBUTING.md", "README.md", "docs/architecture.md", "docs/api.md", "docs/terms.md", "tests/README.md"],
)
def test_names_that_a_document_mentions_are_in_the_code(document):
    names = set(re.findall(r"`(?:\w+\.)*([a-zA-Z]\w*_\w+)(?:\(\))?`", read(document)))
    assert names
    assert names - words_of_code() == set()


def read(document):
    return (ROOT / document).read_text(encoding="utf-8")


def test_the_readme_is_short():
    assert len(read("README.md").splitlines()) <= LONGEST_README


def test_the_architecture_lists_the_folders_in_the_order_of_their_imports():
    contract = tomllib.loads(read("pyproject.toml"))["tool"]["importlinter"]["contracts"][0]
    layers = [layer for layer in reversed(contract["layers"]) if (ROOT / "pr_curve_lab" / layer).is_dir()]
    listed = re.findall(r"^\| `pr_curve_lab/(\w+)`", read("docs/architecture.md"), re.MULTILINE)
    assert listed == layers


def test_the_files_in_the_diagram_exist():
    files = re.findall(r"<b>([\w/.]+)</b>", read("docs/architecture.md"))
    assert len(files) > 15
    assert [file for file in files if not ((ROOT / file).exists() or (ROOT / "pr_curve_lab" / file).exists())] == []


@pytest.mark.parametrize(
    ("document", "counted"),
    [
        ("README.md", {"lessons"}),
        ("docs/api.md", {"schemes", "tools"}),
        ("docs/user-guide.md", {"schemes", "tools", "lessons", "examples"}),
    ],
)
def test_schemes_tools_lessons_and_examples_are_counted(document, counted):
    text = " ".join(read(document).split()).lower()
    said = {
        "schemes": set(re.findall(r"(\w+) (?:schemes|ways of joining operating points)\b", text)) & {*COUNTED.values()},
        "tools": set(re.findall(r"(\d+) ways", text)),
        "lessons": set(re.findall(r"(\w+) lessons", text)) & {*COUNTED.values()},
        "examples": set(re.findall(r"([\w-]+) examples", text)) & {*COUNTED.values()},
    }
    there = {
        "schemes": {COUNTED[len(SCHEMES)]},
        "tools": {str(len(TOOLS))},
        "lessons": {COUNTED[len(LESSONS)]},
        "examples": {COUNTED[len(EXAMPLES)]},
    }
    for name, counts in said.items():
        assert counts == there[name] or (not counts and name not in counted), name


def test_the_api_has_a_row_for_every_scheme():
    table = read("docs/api.md")
    assert [scheme for scheme in SCHEMES if not re.search(rf"^\| [`\w, ]*`{scheme}`", table, re.MULTILINE)] == []


def test_the_api_lists_every_public_name_and_no_other():
    listed = re.findall(r"^\| `(\w+)` \|", read("docs/api.md"), re.MULTILINE)
    public = {*pr_metrics.__all__, *pr_curve_lab.__all__} - {"__version__"}
    assert public - set(listed) == set()
    assert set(listed) - public - set(SCHEMES) == set()


@pytest.mark.parametrize("document", ["README.md", "docs/api.md"])
def test_the_python_in_a_document_runs_and_gives_the_numbers_beside_it(document):
    """A number that opens the comment of a line is what this line gives."""
    names = {}
    for block in re.findall(r"```python\n(.*?)```", read(document), re.DOTALL):
        with chdir(ROOT):
            exec(compile(block, document, "exec"), names)
        for line, number in re.findall(r"^(.+?)  # (\d+\.\d+)", block, re.MULTILINE):
            assert eval(line, names) == pytest.approx(float(number), abs=0.0005), line


def test_every_picture_is_shown():
    shown = "".join(read(document) for document in ("README.md", "docs/user-guide.md"))
    assert [file.name for file in (ROOT / "docs/pictures").iterdir() if f"pictures/{file.name})" not in shown] == []


def test_the_guide_to_teaching_names_buttons_as_they_are_written():
    guide = re.sub("```.*?```", "", (ROOT / "docs/teaching.md").read_text(encoding="utf-8"), flags=re.DOTALL)
    named = {" ".join(name.split()) for name in re.findall(r'"([A-Z][^"]+)"', guide)}
    assert named - set(messages_in("en").catalog.values()) <= {"Page"}  # of Moodle
    assert named


def test_the_guide_to_teaching_has_every_lesson_in_its_order():
    guide = (ROOT / "docs/teaching.md").read_text(encoding="utf-8")
    titles = {key: messages_in("en").format(f"lesson_steps.{key}.title") for key in LESSONS}
    facts = {key: f"`{key}`, {len(lesson.steps)} steps, {lesson.minutes} minutes" for key, lesson in LESSONS.items()}
    assert re.findall(r"^### (.*)$", guide, re.MULTILINE) == [f"{titles[key]} ({facts[key]})" for key in LESSONS]
    assert ("Fifteen lessons" in guide, len(LESSONS)) == (True, 15)
    assert "Most lessons have a step with something to drag" in guide
    assert sum(any(step.widget for step in lesson.steps) for lesson in LESSONS.values()) > len(LESSONS) / 2
    named = {
        key for keys in re.findall(r"(?:session of|second:|papers:)[^.]*", guide) for key in re.findall("`(.*?)`", keys)
    }
    assert named <= LESSONS.keys()
    assert named
