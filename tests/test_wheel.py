"""The wheel has all needed files, and no others; so has the one that the container is made from."""

import shutil
import zipfile

import pytest
from hatchling.builders.wheel import WheelBuilder

from tests.repository import ROOT

HOME = "pr_curve_lab/"  # what the app is served from lies in it
SERVED = ["app.py", "serve.py", ".streamlit/config.toml", "pages", "sample_data"]
PACKAGES = ["pr_metrics", "pr_curve_lab"]


def files_in(place):
    folder = ROOT / place
    found = [folder] if folder.is_file() else [file for file in folder.rglob("*") if file.is_file()]
    return {str(file.relative_to(ROOT)) for file in found if "__pycache__" not in file.parts}


def build(source, folder):
    """Build the wheel from a folder, and return the names in it."""
    (built,) = WheelBuilder(str(source)).build(directory=str(folder))
    with zipfile.ZipFile(built) as wheel:
        return {name for name in wheel.namelist() if ".dist-info/" not in name}


@pytest.fixture(scope="module")
def names(tmp_path_factory):
    return build(ROOT, tmp_path_factory.mktemp("wheel"))


def test_the_wheel_holds_the_packages_and_what_the_app_is_served_from(names):
    served = {HOME + file for place in SERVED for file in files_in(place)}
    assert names == served.union(*(files_in(place) for place in PACKAGES))


def test_the_wheel_puts_nothing_beside_its_packages(names):
    assert {name.partition("/")[0] for name in names} == set(PACKAGES)


def test_the_container_is_given_all_files_of_the_wheel(names, tmp_path):
    rules = (ROOT / ".dockerignore").read_text(encoding="utf-8").split("\n")[1:]
    assert rules[0] == "*"
    for kept in (rule[1:] for rule in rules if rule.startswith("!")):
        copy = shutil.copytree if (ROOT / kept).is_dir() else shutil.copy
        copy(ROOT / kept, tmp_path / kept)
    assert build(tmp_path, tmp_path / "dist") == names
    assert (tmp_path / "constraints.txt").exists()
