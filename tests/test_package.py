"""The metadata of the package: one version, types, and a changelog."""

import re
import tomllib

import pr_metrics
from tests.repository import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_version_stands_in_one_place():
    assert "version" not in PROJECT["project"]
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert PROJECT["tool"]["hatch"]["version"] == {"path": "pr_metrics/__init__.py"}
    literal = f'\n__version__ = "{pr_metrics.__version__}"'  # read without running it: a build has no NumPy
    assert literal in (ROOT / "pr_metrics/__init__.py").read_text(encoding="utf-8")


def test_the_numbers_bring_their_types():
    assert (ROOT / "pr_metrics/py.typed").exists()
    assert "Typing :: Typed" in PROJECT["project"]["classifiers"]


def test_hosts_install_the_app_in_its_tested_versions():
    versions, package = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()[-2:]
    pinned = (ROOT / versions.removeprefix("-c ")).read_text(encoding="utf-8").lower()
    (extra,) = re.findall(r"-e \.\[(\w+)\]", package)
    needed = [re.match(r"[\w-]+", one)[0] for one in PROJECT["project"]["optional-dependencies"][extra]]
    assert [name for name in needed if f"\n{name}==" not in pinned] == []


def test_the_changes_of_this_version_are_listed():
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert headings[1].split(" ")[0] == pr_metrics.__version__
