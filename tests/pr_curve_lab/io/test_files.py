"""Every format gives the table of the same CSV, and formats that cannot be opened are named."""

import bz2
import gzip
import io
import json
import lzma
import pathlib
import pickle
import sqlite3

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet
import pytest
import scipy.io
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.hostile_files import written, zipped
from pr_curve_lab.i18n.messages import LANGUAGES, messages_in
from pr_curve_lab.io.archives import NUMPY_EXPORT_CODE, export_notice
from pr_curve_lab.io.files import OTHER_FORMATS, PYTORCH, read_tables
from pr_curve_lab.io.notices import Notice
from pr_curve_lab.io.table import text_of
from pr_curve_lab.schema.table_files import read_table
from tests.pr_curve_lab.io.quick_readers import readers_in_this_process

FRAME = pd.DataFrame(
    {"label": ["yes", "NA", "01", "null"], "score": [0.1, 0.30000000000000004, 1e-300, 0.5], "seen": [3, 1, 2, 4]}
)
CSV = FRAME.to_csv(index=False).encode()


def parquet(frame, **options):
    table = pa.Table.from_pandas(frame, preserve_index=False)
    use = {"use_dictionary": False} if "column_encoding" in options else {}
    return written(lambda target: pa.parquet.write_table(table, target, row_group_size=2, **use, **options))


def encodings(frame):
    """Return the rarest encoding for each kind of column."""
    by_kind = {"i": "DELTA_BINARY_PACKED", "f": "BYTE_STREAM_SPLIT", "b": "RLE", "O": "DELTA_BYTE_ARRAY"}
    return {title: by_kind[frame[title].dtype.kind] for title in frame}


def arrow_stream(frame):
    table, target = pa.Table.from_pandas(frame, preserve_index=False), io.BytesIO()
    with pa.ipc.new_stream(target, table.schema) as stream:
        stream.write_table(table)
    return target.getvalue()


def sqlite(frame):
    connection = sqlite3.connect(":memory:")
    frame.to_sql("rows", connection, index=False)
    content = connection.serialize()
    connection.close()
    return content


def structured(frame):
    kinds = {name: "U200" for name in frame if frame[name].dtype == "str"}
    return written(lambda target: np.save(target, frame.to_records(index=False, column_dtypes=kinds)))


def as_written(frame, kind):
    """Return the frame as the file holds it: openpyxl writes 16 digits, and some numbers need 17."""
    rounded = frame.copy()
    for title in frame.select_dtypes("float") if kind == "xlsx" else ():
        rounded[title] = [float(f"{value:.16g}") for value in frame[title]]
    return rounded


WRITERS = {
    "parquet": lambda frame: written(frame.to_parquet),
    "feather": lambda frame: written(frame.to_feather),
    "parquet, texts by their differences": lambda frame: parquet(frame, column_encoding=encodings(frame)),
    "parquet, pages of the second kind": lambda frame: parquet(frame, data_page_version="2.0", compression="gzip"),
    "feather, compressed": lambda frame: written(lambda target: frame.to_feather(target, compression="zstd")),
    "arrow stream": arrow_stream,
    "json records": lambda frame: json.dumps(frame.to_dict("records")).encode(),
    "json lines": lambda frame: "\n".join(json.dumps(row) for row in frame.to_dict("records")).encode(),
    "json lists": lambda frame: json.dumps(frame.to_dict("list")).encode(),
    "json columns": lambda frame: json.dumps(frame.to_dict()).encode(),
    "json split": lambda frame: json.dumps(frame.to_dict("split")).encode(),
    "json under a key": lambda frame: json.dumps({"rows": frame.to_dict("records")}).encode(),
    "json rows": lambda frame: json.dumps([list(frame), *frame.to_numpy().tolist()]).encode(),
    "sqlite": sqlite,
    "npy": structured,
    "npz": lambda frame: written(
        lambda target: np.savez(target, **{name: np.array(frame[name].tolist()) for name in frame})
    ),
    "xlsx": lambda frame: written(lambda target: frame.to_excel(target, index=False, engine="openpyxl")),
    "ods": lambda frame: written(lambda target: frame.to_excel(target, index=False, engine="odf")),
    "gz": lambda frame: gzip.compress(frame.to_csv(index=False).encode()),
    "bz2": lambda frame: bz2.compress(frame.to_csv(index=False).encode()),
    "xz": lambda frame: lzma.compress(written(frame.to_parquet)),
    "zst": lambda frame: pa.compress(frame.to_csv(index=False).encode(), codec="zstd", asbytes=True),
    "zip": lambda frame: zipped(**{"__MACOSX/._a": b"x", ".DS_Store": b"x", "a": frame.to_csv(index=False).encode()}),
}


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # raised by the library that writes ODS
def test_every_format_gives_the_same_cells(kind):
    table = read_table("a.csv", WRITERS[kind](FRAME))
    assert not isinstance(table, Notice), table
    assert table.notes == ()
    assert table.frame.to_dict("list") == as_written(FRAME, kind).to_dict("list")
    assert table.frame.dtypes.astype(str).tolist() == ["str", "float64", "int64"]


SIGNS = st.characters(codec="utf-8", exclude_categories=("C", "Z")) | st.sampled_from("标签,\"';|é ")
TEXTS = st.text(SIGNS, max_size=6).map(lambda text: f"x{text}x")
NUMBERS = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e300, max_value=1e300)
COLUMNS = {"text": TEXTS, "number": NUMBERS, "integer": st.integers(-(2**53) + 1, 2**53 - 1), "yes": st.booleans()}
TYPELESS = ("npy", "npz")  # NumPy has no missing value but NaN
NO_BOOLEANS = ("sqlite",)
NO_BREAKS = ("xlsx", "ods", "gz", "bz2", "zst", "zip")  # a line break gives a notice there, or is written differently


@st.composite
def frames(draw):
    rows = draw(st.integers(2, 6))
    columns = {title: draw(st.lists(cells, min_size=rows, max_size=rows)) for title, cells in COLUMNS.items()}
    missing = draw(st.lists(st.booleans(), min_size=rows, max_size=rows).filter(lambda gone: not all(gone)))
    columns["gaps"] = [None if gone else value for gone, value in zip(missing, columns["number"], strict=True)]
    return pd.DataFrame(columns)


@pytest.mark.parametrize("kind", [kind for kind in WRITERS if kind not in ("xz", "json rows")])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@settings(max_examples=12)
@given(frame=frames(), line_break=st.booleans())
def test_any_table_is_read_back_unchanged(kind, frame, line_break):
    if kind in NO_BOOLEANS:
        frame = frame.drop(columns="yes")
    if line_break and kind not in NO_BREAKS:
        frame.loc[0, "text"] = "x\ny"
    with readers_in_this_process():
        read = read_table("a", WRITERS[kind](frame))
    assert not isinstance(read, Notice), read
    assert list(read.frame) == list(frame)
    frame = as_written(frame, kind)
    for title in frame:
        if frame[title].dtype.kind in "iufb" and title != "gaps":
            assert read.frame[title].tolist() == frame[title].tolist()
        else:
            there = [float(text) if title == "gaps" and text else text for text in text_of(read.frame[title])]
            assert there == ["" if pd.isna(value) else value for value in frame[title]]


def test_a_notice_says_which_of_several_tables_was_read():
    content = zipped(**{"notes.txt": b"nothing here\n", "a.csv": b"label,score\n1,0.5\n", "b.csv": CSV})
    assert [table.name for table in read_tables("both.zip", content)] == ["both.zip, a.csv", "both.zip, b.csv"]
    table = read_table("both.zip", content)
    several = Notice("several_tables", name="both.zip", taken="a.csv", others="b.csv")
    assert table.notes == (several,)


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
    """Return the text of a cell; CSVs have fractions of a second, and numbers beside empty cells are text."""
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


FOREIGN = {
    "R (.rds)": gzip.compress(b"X\n\x00\x00\x00\x03\x00\x04\x03\x01"),
    "R (.RData)": bz2.compress(b"RDX3\nX\n\x00\x00\x00\x03"),
    "Python pickle": pickle.dumps({"label": [1, 0]}, protocol=4),
    "SAS (.sas7bdat)": b"\x00" * 12 + b"\xc2\xea\x81\x60\xb3\x14\x11\xcf" + b"\xbd\x92",
    "SAS transport (.xpt)": b"HEADER RECORD*******LIBRARY HEADER",
    "Stata (.dta)": b"<stata_dta><header>",
    "SPSS (.sav)": b"$FL2@(#) SPSS",
    "MATLAB (.mat)": written(lambda target: scipy.io.savemat(target, {"label": [1, 0]})),
    "HDF5": b"\x89HDF\r\n\x1a\n\x00",
    "ORC": b"ORC\x08\x03",
    "Avro": (FOLDER / "refused.avro").read_bytes(),
    "HTML": b"<!DOCTYPE html><html>",
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_an_unsupported_format_is_named_with_code_to_convert_it(kind):
    problem = read_table("scores.csv", FOREIGN[kind])
    language = "R" if kind.startswith(("R ", "SPSS", "MATLAB")) else "Python"
    assert (problem.key, problem.params["kind"]) == ("format_with_code", kind)
    assert (problem.params["language"], "csv" in problem.params["code"]) == (language, True)


@pytest.mark.parametrize("first", ["ORC", "GIF", "MZ", "PAR", "SQLite", "X", "R"])
def test_a_column_may_be_named_like_a_format(first):
    assert list(read_table("a.csv", f"{first},score\n1,0.5\n".encode()).frame) == [first, "score"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_code_to_convert_a_file_is_shown_whole(language):
    lines = [(kind, code) for _, kind, code in OTHER_FORMATS if code]
    for kind, code in [*lines, ("NumPy (pickle)", NUMPY_EXPORT_CODE), ("PyTorch", PYTORCH)]:
        assert code in messages_in(language).format_notice(export_notice("a", kind, code))
