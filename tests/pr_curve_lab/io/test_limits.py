"""Files that are made to be expensive are refused before the work is done."""

import gzip

import numpy as np
import pandas as pd
import pyarrow.csv
import pytest

from benchmarks.hostile_files import HOSTILE, database, written, xlsx
from pr_curve_lab.io.limits import LIMITS
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.schema.table_files import read_table

REFUSED = {
    "100,000 columns": "too_many_columns",
    "a million comments": "too_many_lines_above",
    "overlapping zip bomb": "archive_broken",
    "XLSX with cells far apart": "spreadsheet_too_costly",
    "Arrow buffers that claim": "too_large",
    "npy shape that claims": "too_many_cells",
    "JSON 100,000 deep": "json_too_deep",
    "JSON deep in a record": "json_too_deep",
    "SQLite endless view": "no_table_inside",
}


@pytest.mark.parametrize("kind", REFUSED)
def test_a_hostile_file_is_refused(kind):
    problem = read_table("a.csv", HOSTILE[kind]())
    assert isinstance(problem, Notice)
    assert problem.key == REFUSED[kind]


def test_too_many_blank_lines_above_a_header_are_refused():
    assert read_table("a.csv", b"\n" * 50_000_000).key == "too_many_lines_above"


def test_the_maximum_of_lines_above_the_header_is_read():
    table = read_table("a.csv", b"\n" * LIMITS.lines_before_header + b"a,b\n1,2\n")
    assert table.line_offset == LIMITS.lines_before_header + 1


def test_the_maximum_of_columns_is_read():
    names = ",".join(["c"] * LIMITS.columns)
    table = read_table("a.csv", f"{names}\n{','.join('1' * LIMITS.columns)}\n".encode())
    assert table.frame.shape == (1, LIMITS.columns)


def test_more_cells_than_allowed_are_counted_before_they_are_read(monkeypatch):
    monkeypatch.setattr(pyarrow.csv, "read_csv", None)  # it must not be called
    rows = b"a,b\n" + b"1,2\n" * (LIMITS.cells // 2 + 1)
    assert read_table("a.csv", rows).key == "too_many_cells"


SMALL = pd.DataFrame({"label": range(500), "score": range(500)})
WHOLE = {
    "parquet": written(SMALL.to_parquet),
    "arrow": written(SMALL.to_feather),
    "npy": written(lambda target: np.save(target, SMALL.to_numpy())),
    "sqlite": database("CREATE TABLE t(a, b)", *["INSERT INTO t VALUES (1, zeroblob(3000))"] * 9),
    "xlsx": xlsx('<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>1</v></c></row>'),
    "gzip": gzip.compress(np.random.default_rng(0).bytes(900).hex(",", 1).encode()),
}


@pytest.mark.parametrize("cut", [10, 40, 0.5, -20])
@pytest.mark.parametrize("kind", WHOLE)
def test_a_truncated_file_is_a_problem(kind, cut):
    whole = WHOLE[kind]
    part = whole[: int(len(whole) * cut) if isinstance(cut, float) else cut]
    assert isinstance(read_table("a", part), Notice)
