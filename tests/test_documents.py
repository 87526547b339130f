"""What the documents say of the code is so."""

import re
from pkgutil import resolve_name

import pytest

from tests.test_house import ROOT

TERMS = (ROOT / "docs/terms.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(pr_(?:metrics|app)[\w.]*)`", "".join(re.findall(r"^\|.*\|$", TERMS, re.MULTILINE)))


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
