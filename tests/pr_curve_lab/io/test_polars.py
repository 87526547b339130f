"""What polars writes comes back cell for cell; the files are stored, with the script that made them."""

import pathlib

import pytest

from pr_curve_lab.io.table import text_of
from pr_curve_lab.schema.uploads import read_table

FOLDER = pathlib.Path(__file__).parent / "files/polars"
FILES = [file for file in sorted(FOLDER.iterdir()) if file.suffix != ".avro"]
TIME = "2026-01-02 03:04:05"
CELLS = {
    "label": ["yes", "", "no", 'a, "b"; 标签'],
    "score": [0.1, 0.30000000000000004, 1e-300, -2.5],
    "gaps": ["1.5", "", "2", ""],
    "seen": [3, 1, 2**53 - 1, -7],
    "some": ["1", "", "3", "4"],
    "true": [True, False, True, False],
    "day": ["2026-01-02", "", "2026-01-02", "2026-01-02"],
    "time": [TIME] * 4,
    "kind": ["a", "b", "", "a"],
}


def cell_text(title, text):
    """The text of a cell; CSVs have fractions of a second, and numbers beside empty cells are text."""
    if title == "time":
        return text.removesuffix(".000000000")
    return text.replace(",", ".").removesuffix(".0") if title == "gaps" else text


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_cell_that_polars_wrote_is_read(file):
    table = read_table(file.name, file.read_bytes())
    assert [note.key for note in table.notes] == (["decimal_comma"] if file.name == "semicolon.csv" else [])
    assert list(table.frame) == list(CELLS)
    for title, cells in CELLS.items():
        if title in ("gaps", "some", "day", "time", "kind", "label"):
            assert [cell_text(title, text) for text in text_of(table.frame[title])] == cells
        else:
            wanted = [float(f"{cell:.16g}") for cell in cells] if (title, file.suffix) == ("score", ".xlsx") else cells
            assert table.frame[title].tolist() == wanted


def test_its_avro_is_called_by_its_name():
    assert read_table("a", (FOLDER / "refused.avro").read_bytes()).params["kind"] == "Avro"


def test_all_its_formats_are_there():
    assert len(FILES) == 16
