"""Every format gives the table that a CSV of it would give, whatever the file is called."""

import bz2
import datetime
import gzip
import io
import json
import lzma
import pathlib
import sqlite3
import zipfile
from decimal import Decimal
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.hostile_files import xlsx, zipped
from pr_curve_lab.io.files import read_tables
from pr_curve_lab.io.limits import Problem
from pr_curve_lab.io.table import text_of
from pr_curve_lab.schema.uploads import read_table

FRAME = pd.DataFrame({"label": ["yes", "NA", "01"], "score": [0.1, 0.30000000000000004, 1e-300], "seen": [3, 1, 2]})
CSV = FRAME.to_csv(index=False).encode()


def written(write):
    target = io.BytesIO()
    write(target)
    return target.getvalue()


def parquet(frame, **options):
    table = pa.Table.from_pandas(frame, preserve_index=False)
    use = {"use_dictionary": False} if "column_encoding" in options else {}
    return written(lambda target: pa.parquet.write_table(table, target, row_group_size=2, **use, **options))


def encodings(frame):
    """For each kind of column the encoding that is used least."""
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
    """The numbers that a file holds: openpyxl writes 16 digits, where some numbers need 17."""
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
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of what writes ODS
def test_every_format_gives_the_same_cells(kind):
    table = read_table("a.csv", WRITERS[kind](FRAME))
    assert not isinstance(table, Problem), table
    assert table.notes == ()
    assert table.frame.to_dict("list") == as_written(FRAME, kind).to_dict("list")
    assert table.frame.dtypes.astype(str).tolist() == ["str", "float64", "int64"]


SIGNS = st.characters(codec="utf-8", exclude_categories=("C", "Z")) | st.sampled_from("标签,\"';|é ")
TEXTS = st.text(SIGNS, max_size=6).map(lambda text: f"x{text}x")
NUMBERS = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e300, max_value=1e300)
COLUMNS = {"text": TEXTS, "number": NUMBERS, "integer": st.integers(-(2**53) + 1, 2**53 - 1), "yes": st.booleans()}
TYPELESS = ("npy", "npz")  # NumPy has no missing cell but NaN
NO_BOOLEANS = ("sqlite",)
NO_BREAKS = ("xlsx", "ods", "gz", "bz2", "zst", "zip")  # a break is said there, or is another mark


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
def test_any_table_comes_back_cell_for_cell(kind, frame, line_break):
    if kind in NO_BOOLEANS:
        frame = frame.drop(columns="yes")
    if line_break and kind not in NO_BREAKS:
        frame.loc[0, "text"] = "x\ny"
    read = read_table("a", WRITERS[kind](frame))
    assert not isinstance(read, Problem), read
    assert list(read.frame) == list(frame)
    frame = as_written(frame, kind)
    for title in frame:
        if frame[title].dtype.kind in "iufb" and title != "gaps":
            assert read.frame[title].tolist() == frame[title].tolist()
        else:
            there = [float(text) if title == "gaps" and text else text for text in text_of(read.frame[title])]
            assert there == ["" if pd.isna(value) else value for value in frame[title]]


def test_a_file_of_several_tables_says_which_was_read():
    content = zipped(**{"notes.txt": b"nothing here\n", "a.csv": b"label,score\n1,0.5\n", "b.csv": CSV})
    assert [table.name for table in read_tables("both.zip", content)] == ["both.zip, a.csv", "both.zip, b.csv"]
    table = read_table("both.zip", content)
    several = Problem("several_tables", name="both.zip", taken="a.csv", others="b.csv")
    assert table.notes == (several,)


def test_percent_signs_that_were_typed_into_a_sheet_are_left_out_with_a_word():
    frame = pd.DataFrame({"label": [1, 0, 1], "risk": ["46%", "9 %", "87.5%"]})
    table = read_table("a.xlsx", written(lambda target: frame.to_excel(target, index=False)))
    assert table.frame["risk"].tolist() == [46, 9, 87.5]
    assert Problem("percent_signs", name="a.xlsx", column="risk") in table.notes


def test_sheets_are_tables_and_the_first_with_two_columns_is_taken():
    def write(target):
        with pd.ExcelWriter(target, engine="openpyxl") as book:
            pd.DataFrame({"about": ["made by me"]}).to_excel(book, sheet_name="Readme", index=False)
            FRAME.to_excel(book, sheet_name="Scores", index=False)

    table = read_table("a.xlsx", written(write))
    assert table.name == "a.xlsx, Scores"
    assert table.notes[0].params["others"] == "Readme"


def test_an_index_is_kept_where_it_has_a_name():
    kept = read_table("a", written(FRAME.set_index("label").to_parquet)).frame
    assert sorted(kept) == ["label", "score", "seen"]
    assert list(read_table("a", written(FRAME.set_index(np.array([7, 8, 9])).to_parquet)).frame) == list(FRAME)


def test_typed_columns_become_what_a_csv_would_hold():
    table = pa.table(
        {
            "category": pa.array(["a", None, "a"]).dictionary_encode(),
            "day": [datetime.date(2026, 1, 2)] * 3,
            "time": pa.array([datetime.datetime(2026, 1, 2, 3, 4, 5)] * 3, pa.timestamp("us")),
            "decimal": pa.array([Decimal("0.00"), Decimal("0.10"), Decimal("2.00")]),
            "large": pa.array([2**60 + 1, None, 3]),
            "some": pa.array([1, None, 3]),
            "yes": pa.array([True, None, False]),
            "none": pa.nulls(3),
            "unsigned": pa.array([2**63 + 1, 1, 2], pa.uint64()),
            "list": [[1], [2], [3]],
        }
    )
    target = io.BytesIO()
    pa.parquet.write_table(table, target)
    read = read_table("a", target.getvalue())
    assert read.notes == (Problem("columns_left_out", name="a", columns="list"),)
    assert text_of(read.frame["some"]).tolist() == ["1", "", "3"]
    assert read.frame.drop(columns="some").to_dict("list") == {
        "category": ["a", "", "a"],
        "day": ["2026-01-02"] * 3,
        "time": ["2026-01-02 03:04:05"] * 3,
        "decimal": [0.0, 0.1, 2.0],
        "large": ["1152921504606846977", "", "3"],
        "yes": ["True", "", "False"],
        "none": ["", "", ""],
        "unsigned": [2**63 + 1, 1, 2],
    }


def test_numbers_of_a_spreadsheet_are_read_to_the_bit():
    row = '<row r="1"><c r="A1" t="str"><v>a</v></c><c r="B1" t="str"><v>b</v></c></row>'
    numbers = '<row r="2"><c r="A2"><v>0.30000000000000004</v></c><c r="B2"><v>1E-300</v></c></row>'
    assert read_table("a.xlsx", xlsx(row + numbers)).frame.iloc[0].tolist() == [0.30000000000000004, 1e-300]


def test_a_spreadsheet_keeps_errors_and_dates_and_cuts_what_is_empty():
    def write(target):
        sheet = pd.DataFrame(
            {
                "label": ["#N/A", "a", None],
                "day": [datetime.datetime(2026, 1, 2)] * 2 + [None],
                "score": [1.0, 2.0, None],
                " ": [None] * 3,
            }
        )
        sheet.to_excel(target, index=False, engine="openpyxl")

    frame = read_table("a.xlsx", written(write)).frame
    assert frame.iloc[:, :3].to_dict("list") == {"label": ["#N/A", "a"], "day": ["2026-01-02"] * 2, "score": [1, 2]}


def test_a_spreadsheet_of_1997_is_read():
    content = (Path(__file__).parent / "files/small.xls").read_bytes()  # made with xlwt 1.3
    days = ["2026-01-02", "2026-01-03"]
    wanted = {"label": ["yes", "NA"], "score": [0.25, 0.5], "day": days}
    assert read_table("a.csv", content).frame.to_dict("list") == wanted


def test_a_two_dimensional_array_has_numbered_columns():
    content = written(lambda target: np.save(target, np.array([[1, 0.5], [0, 0.25]])))
    assert read_table("a.npy", content).frame.to_dict("list") == {"#1": [1, 0], "#2": [0.5, 0.25]}


def test_records_with_other_fields_have_empty_cells():
    content = b'[{"a": 1, "b": "x"}, {"b": "y", "c": NaN}, {"a": "{,}", "b": null, "c": 2}]'
    frame = read_table("a.json", content).frame
    assert text_of(frame["a"]).tolist() == ["1", "", "{,}"]
    assert text_of(frame["b"]).tolist() == ["x", "y", ""]
    assert text_of(frame["c"]).tolist() == ["", "", "2"]


def test_records_are_the_same_however_they_are_cut_into_parts():
    records = [{"label": "}, {" * (row % 3), "score": row / 7} for row in range(60_000)]
    frame = read_table("a.json", json.dumps(records).encode()).frame
    assert frame["score"].tolist() == [row / 7 for row in range(60_000)]
    assert frame["label"].tolist() == [("}, {" * (row % 3)).strip() for row in range(60_000)]


RECORDS = [{"label": 1, "score": 0.9}, {"label": 0, "score": 0.1}]
BY_NAME = {"label": [0, 1], "score": [0.4, 0.2]}
SPLIT = {"columns": ["label", "score"], "data": [[1, 0.5]]}


def test_json_of_tables_by_name_is_several_tables():
    content = json.dumps({"folds": {"a": RECORDS, "seed": 7, "b": BY_NAME, "c": SPLIT}}).encode()
    tables = {table.name: table.frame.to_dict("list") for table in read_tables("a.json", content)}
    assert tables == {
        "a.json, a": {"label": [1, 0], "score": [0.9, 0.1]},
        "a.json, b": BY_NAME,
        "a.json, c": {"label": [1], "score": [0.5]},
    }


def test_json_with_a_schema_is_one_table_without_its_index():
    (table,) = read_tables("a.json", pd.DataFrame(BY_NAME).to_json(orient="table").encode())
    assert (table.name, table.frame.to_dict("list")) == ("a.json", BY_NAME)


def test_records_beside_plain_cells_are_cells():
    (table,) = read_tables("a.json", json.dumps({**BY_NAME, "more": RECORDS}).encode())
    assert table.frame.to_dict("list") == BY_NAME
    assert table.notes == (Problem("columns_left_out", name="a.json", columns="more"),)


def test_records_beside_settings_are_the_only_table():
    (table,) = read_tables("a.json", json.dumps({"model": "forest", "rows": RECORDS, "tuned": {"depth": 3}}).encode())
    assert (table.name, len(table.frame)) == ("a.json", 2)


PROBLEMS = {
    "labels and scores each by fold": (
        b'{"y": {"a": [1, 0], "b": [0, 1]}, "p": {"a": [1], "b": [0]}}',
        "json_no_table",
    ),
    "too many tables": (json.dumps({f"t{number}": RECORDS for number in range(101)}).encode(), "too_many_sheets"),
    "unequal columns": (b'{"a": [1, 2], "b": [1]}', "columns_unequal"),
    "broken": (b'[{"a": 1},\n{"a" 2}]', "json_broken"),
    "no table": (b'{"a": 1}', "json_no_table"),
    "a list of an object that never ends": (b'[{"a": 1}', "json_broken"),
}


@pytest.mark.parametrize("kind", PROBLEMS)
def test_json_that_is_no_table_is_a_problem(kind):
    content, key = PROBLEMS[kind]
    assert read_table("a.json", content).key == key


def test_what_is_compressed_twice_is_refused():
    assert read_table("a.gz", gzip.compress(gzip.compress(CSV))) == Problem("nested_archive", name="a.gz")
    assert read_table("a.zip", zipped(a=zipped(b=CSV))) == Problem("nested_archive", name="a.zip")


def test_a_protected_archive_is_said_to_be_one():
    content = bytearray(zipped(a=CSV))
    entry = content.rindex(b"PK\x01\x02")
    content[entry + 8] |= 1
    assert read_table("a.zip", bytes(content)) == Problem("encrypted", name="a.zip")
    compound = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le") + b"\x00" * 600
    assert read_table("a.xlsx", compound) == Problem("encrypted", name="a.xlsx")


def test_objects_of_numpy_are_never_opened():
    class Dangerous:
        def __reduce__(self):
            return (pytest.fail, ("a pickle was opened",))

    content = written(lambda target: np.save(target, np.array([Dangerous()], dtype=object), allow_pickle=True))
    assert read_table("a.npy", content).key == "format_with_code"


def test_an_archive_without_files_is_a_problem():
    assert read_table("a.zip", written(lambda target: zipfile.ZipFile(target, "w").close())).key == "empty_archive"


def test_a_workbook_without_cells_is_empty():
    assert read_table("a.xlsx", xlsx("")) == Problem("empty_file", name="a.xlsx")


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
