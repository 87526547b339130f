"""The scripts of the pages use only documented parts of Streamlit and Plotly."""

import re
from pathlib import Path

import pytest

from pr_curve_lab.web.modules import FOLDER, PAGE_FOLDER

INSIDE = re.compile(
    r"_fullLayout|_fullData|\._\w|[dl]2p\b|katex|data-testid|getByTestId|__react|emotion-cache"
    r"|\.(?:nsewdrag|hoverlayer|scatterlayer|shapelayer|main-svg|modebar|annotation|trace)\b(?!s)",
    re.IGNORECASE,
)
SCRIPTS = sorted([*FOLDER.glob("*.js"), *PAGE_FOLDER.glob("*.js")])


def without_comments(script: str) -> str:
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", script, flags=re.DOTALL)


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.stem)
def test_a_script_uses_no_undocumented_names(file: Path) -> None:
    assert INSIDE.findall(without_comments(file.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "script", ["chart._fullLayout.xaxis", "axis.d2p(1)", 'box.querySelector(".katex")', "'[data-testid=\"stMain\"]'"]
)
def test_undocumented_names_are_found(script: str) -> None:
    assert INSIDE.search(without_comments(script))
