import csv
import runpy
from pathlib import Path

import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "sample_data"
MAKERS = {maker.__name__: maker for maker in runpy.run_path(str(FOLDER / "make.py"))["MAKERS"]}


@pytest.mark.parametrize("name", MAKERS)
def test_the_kept_script_makes_the_file(name):
    with (FOLDER / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        header, *rows = list(csv.reader(file))
    made = MAKERS[name]()
    assert header == ["label", "score"]
    assert [int(label) for label, _ in rows] == [label for label, _ in made]
    # Solvers may differ in the last bits from one processor to the next.
    np.testing.assert_allclose([float(score) for _, score in rows], [score for _, score in made], rtol=1e-9)


def test_ten_rows_are_the_first_of_the_sixteen():
    assert MAKERS["ten_rows"]() == MAKERS["sixteen_rows"]()[:10]


def test_the_readme_names_every_file():
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in text for name in MAKERS)
