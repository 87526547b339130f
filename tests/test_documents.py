"""What the documents say of the code is so."""

import re
from pkgutil import resolve_name

import pytest

from pr_curve_lab.i18n.messages import words_in
from pr_curve_lab.lessons.registry import LESSONS
from pr_curve_lab.schema.examples import EXAMPLES
from pr_metrics import SCHEMES, TOOLS
from tests.test_house import FLOORS, ROOT

TERMS = (ROOT / "docs/terms.md").read_text(encoding="utf-8")
COUNTED = {11: "eleven", 12: "twelve", 13: "thirteen", 14: "fourteen", 15: "fifteen", 18: "eighteen"}
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
        "docs/gate.md",
        "docs/terms.md",
        "docs/teaching.md",
        "tests/README.md",
    ],
)
def test_files_that_a_document_mentions_are_there(document):
    text = (ROOT / document).read_text(encoding="utf-8")
    quoted = [path for path in re.findall(r"`([\w./]+)`", text) if "/" in path or path.endswith((".py", ".md"))]
    linked = re.findall(r"\]\(([^)#:]+)\)", text)
    within = (ROOT / document).parent
    assert [path for path in quoted if not ((ROOT / path).exists() or (within / path).exists())] == []
    assert [path for path in linked if not (within / path).exists()] == []


def test_the_readme_lists_the_floors_in_their_order():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    listed = [
        floor.removeprefix("pr_curve_lab/")
        for floor in re.findall(r"^\| `(pr_\w+(?:/\w+)?|pages)`", readme, re.MULTILINE)
    ]
    there = [floor for floor in FLOORS if (ROOT / "pr_curve_lab" / floor).is_dir() or (ROOT / floor).is_dir()]
    assert listed == there


def test_the_readme_counts_tools_schemes_lessons_and_examples():
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert set(re.findall(r"(\d+) ways", text)) == {str(len(TOOLS))}
    assert [scheme for scheme in SCHEMES if not re.search(rf"\| [`\w, ]*`{scheme}`", text)] == []
    assert f"**Lessons** – {COUNTED[len(LESSONS)]}," in text
    assert f"{COUNTED[len(EXAMPLES)]} examples" in text


def test_the_guide_to_teaching_has_every_lesson_in_its_order():
    guide = (ROOT / "docs/teaching.md").read_text(encoding="utf-8")
    titles = {key: words_in("en").say(f"lesson_{key}.title") for key in LESSONS}
    wanted = [f"{titles[key]} ({lesson.minutes} minutes)" for key, lesson in LESSONS.items()]
    assert re.findall(r"^### (.*)$", guide, re.MULTILINE) == wanted
