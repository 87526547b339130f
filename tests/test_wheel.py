"""The wheel has all needed files, and no others."""

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


@pytest.fixture(scope="module")
def names(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    (built,) = WheelBuilder(str(ROOT)).build(directory=str(folder))
    with zipfile.ZipFile(built) as wheel:
        return {name for name in wheel.namelist() if ".dist-info/" not in name}


def test_the_wheel_holds_the_packages_and_what_the_app_is_served_from(names):
    served = {HOME + file for place in SERVED for file in files_in(place)}
    assert names == served.union(*(files_in(place) for place in PACKAGES))


def test_the_wheel_puts_nothing_beside_its_packages(names):
    assert {name.partition("/")[0] for name in names} == set(PACKAGES)
