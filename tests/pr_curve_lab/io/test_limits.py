"""Files made to cost much: each is refused, and before the work that it asks for."""

import gzip
import io
import struct
import zipfile
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.feather
import pyarrow.parquet
import pytest

from benchmarks.hostile_files import HOSTILE, database, xlsx, zipped
from pr_curve_lab.io import archives, limits, spreadsheets, sqlite_tables
from pr_curve_lab.io.limits import LIMITS, MEGABYTE, Problem
from pr_curve_lab.io.table import Table
from pr_curve_lab.schema.uploads import read_table

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


@pytest.fixture
def inflated(monkeypatch):
    """The most bytes that came out of compression, as the check of every piece is told them."""
    seen = [0]
    check = archives.check_output_size

    def counting(name, given, total):
        seen[0] = max(seen[0], total)
        check(name, given, total)

    monkeypatch.setattr(archives, "check_output_size", counting)
    return seen


@pytest.mark.parametrize("kind", REFUSED)
def test_a_hostile_file_is_refused(kind):
    problem = read_table("a.csv", HOSTILE[kind]())
    assert isinstance(problem, Problem)
    assert problem.key == REFUSED[kind]


def test_zeros_that_inflate_without_end_are_left_early(inflated):
    small = HOSTILE["zstd of 1 GB of zeros"]()
    assert read_table("a.zst", small) == Problem("inflates_too_much", name="a.zst", ratio=LIMITS.compression_ratio)
    assert 0 < inflated[0] <= 64 * MEGABYTE


def test_members_of_an_archive_share_one_allowance(inflated, monkeypatch):
    monkeypatch.setattr(limits, "LIMITS", replace(LIMITS, decompressed_bytes=20 * MEGABYTE))
    members = {str(number): b"0,1\n" * (3 * MEGABYTE) for number in range(3)}
    assert read_table("a.zip", zipped(**members)).key == "too_large"
    assert 20 * MEGABYTE < inflated[0] <= 21 * MEGABYTE


def test_rows_of_newlines_above_a_header_are_not_walked_through():
    assert read_table("a.csv", b"\n" * 50_000_000).key == "too_many_lines_above"


def test_as_many_lines_above_the_header_as_are_allowed_are_read():
    table = read_table("a.csv", b"\n" * LIMITS.lines_before_header + b"a,b\n1,2\n")
    assert table.line_offset == LIMITS.lines_before_header + 1


def test_as_many_columns_as_are_allowed_are_read():
    names = ",".join(["c"] * LIMITS.columns)
    table = read_table("a.csv", f"{names}\n{','.join('1' * LIMITS.columns)}\n".encode())
    assert table.frame.shape == (1, LIMITS.columns)


def test_more_cells_than_allowed_are_counted_before_they_are_read(monkeypatch):
    monkeypatch.setattr(pa.csv, "read_csv", None)  # which must not be called
    rows = b"a,b\n" + b"1,2\n" * (LIMITS.cells // 2 + 1)
    assert read_table("a.csv", rows).key == "too_many_cells"


def test_more_rows_of_parquet_than_allowed_are_counted_before_they_are_read():
    assert read_table("a.parquet", _parquet_groups(groups=101, rows=10**6)).key == "too_many_cells"


def _parquet_groups(*, groups, rows):
    values = pa.DictionaryArray.from_arrays(pa.array(np.zeros(rows, np.int32)), pa.array(["x"]))
    target = io.BytesIO()
    with pa.parquet.ParquetWriter(target, pa.schema({"a": values.type})) as writer:
        for _ in range(groups):
            writer.write_table(pa.table({"a": values}), row_group_size=rows)
    return target.getvalue()


def test_a_text_that_many_rows_share_is_counted_before_it_is_written_out():
    values = pa.DictionaryArray.from_arrays(pa.array(np.zeros(10**5, np.int32)), pa.array(["x" * 10_000]))
    target = io.BytesIO()
    pa.parquet.write_table(pa.table({"a": values, "b": np.zeros(10**5)}), target)
    assert len(target.getvalue()) < MEGABYTE
    assert read_table("a.parquet", target.getvalue()).key == "too_large"


def test_a_text_that_many_rows_share_is_counted_before_all_rows_are_there():
    before = pa.default_memory_pool().max_memory()
    assert read_table("a.parquet", HOSTILE["Parquet of 4e7 texts"]()).key == "too_large"
    assert pa.default_memory_pool().max_memory() <= max(before, 300 * MEGABYTE)  # 480 with all indices


@pytest.mark.parametrize("write", ["to_parquet", "to_feather"])
def test_categories_without_rows_are_a_table_without_rows(write):
    target = io.BytesIO()
    frame = pa.table({"label": pa.array(["a"]).dictionary_encode(), "score": [0.5]}).to_pandas()
    getattr(frame[:0], write)(target)
    assert read_table("a", target.getvalue()).key == "header_only"


def test_a_text_that_many_rows_repeat_by_its_differences_is_counted_before_all_rows_are_there():
    table, target = pa.table({"a": ["x" * 50_000] * 9_000, "b": np.zeros(9_000)}), io.BytesIO()
    encodings = {"a": "DELTA_BYTE_ARRAY", "b": "PLAIN"}
    pa.parquet.write_table(table, target, use_dictionary=False, column_encoding=encodings)
    assert len(target.getvalue()) < MEGABYTE
    assert read_table("a.parquet", target.getvalue()).key == "too_large"


def test_zeros_in_parquet_that_inflate_without_end_are_refused():
    table, target = pa.table({"a": np.zeros(8 * 10**6), "b": np.zeros(8 * 10**6)}), io.BytesIO()
    pa.parquet.write_table(table, target, use_dictionary=False, compression="zstd")
    assert read_table("a.parquet", target.getvalue()).key == "inflates_too_much"


def test_a_text_that_many_views_share_is_counted_before_it_is_written_out():
    text, rows = b"x" * 10_000, 10**5
    view = struct.pack("<i4sii", len(text), text[:4], 0, 0)
    views = pa.Array.from_buffers(pa.string_view(), rows, [None, pa.py_buffer(view * rows), pa.py_buffer(text)])
    table, target = pa.table({"a": views, "b": np.zeros(rows)}), io.BytesIO()
    with pa.ipc.new_stream(target, table.schema) as stream:
        stream.write_table(table)
    assert read_table("a.arrow", target.getvalue()).key == "too_large"


def test_a_part_of_an_arrow_file_counts_as_often_as_it_is_named():
    parts, target = [pa.table({"label": [1] * rows, "score": [0.5] * rows}) for rows in (1000, 3)], io.BytesIO()
    with pa.ipc.new_file(target, parts[0].schema) as file:
        for part in parts:
            file.write_table(part)
    content = target.getvalue()
    start = content.rindex(b"\xff\xff\xff\xff\xb8")  # of the second batch; the end's mark has no length
    second = content.rindex(struct.pack("<q", start))  # where the footer names it
    first = second - 24
    twice = content[:second] + content[first : first + 24] + content[second + 24 :]
    assert len(read_table("a.arrow", twice).frame) == 2000


def test_an_index_beyond_its_dictionary_is_not_followed():
    values = pa.DictionaryArray.from_arrays(pa.array([0, 99, 0], pa.int32()), pa.array(["x"]), safe=False)
    target = io.BytesIO()
    table = pa.table({"a": values, "b": [1.0, 2.0, 3.0]})
    with pa.ipc.new_stream(target, table.schema) as stream:
        stream.write_table(table)
    assert read_table("a.arrow", target.getvalue()).key == "format_broken"


def test_a_sheet_with_many_cells_between_two_is_read_where_they_fit():
    row = '<row r="1"><c r="A1"><v>7</v></c><c r="B1"><v>8</v></c></row><row r="900"><c r="B900"><v>1</v></c></row>'
    assert read_table("a.xlsx", xlsx(row)).frame.shape == (900, 2)


def test_cells_so_far_apart_that_their_process_grows_too_large_are_refused():
    row = '<row r="1"><c r="A1"><v>7</v></c></row><row r="1000000"><c r="AX1000000"><v>1</v></c></row>'
    assert read_table("a.xlsx", xlsx(row)).key == "spreadsheet_too_costly"


def test_a_spreadsheet_whose_parser_is_busy_too_long_is_refused(monkeypatch):
    content = xlsx('<row r="1"><c r="A1"><v>7</v></c><c r="B1"><v>8</v></c></row>' + "<row/>" * 30_000_000)
    monkeypatch.setattr(spreadsheets, "LIMITS", replace(LIMITS, spreadsheet_seconds=1, spreadsheet_speed=2**40))
    assert read_table("a.xlsx", content).key == "spreadsheet_too_costly"


def test_a_row_that_an_open_document_repeats_is_counted_before_it_is_read():
    target, table = io.BytesIO(), pa.table({"label": [1], "score": [0.5]}).to_pandas()
    table.to_excel(target, index=False, engine="odf")
    with zipfile.ZipFile(target) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    row = b"<table:table-row "
    content = members["content.xml"].replace(b"<table:table-row>", row + b">")
    last = content.rindex(row) + len(row)
    members["content.xml"] = content[:last] + b'table:number-rows-repeated="1000000"' + content[last:]
    assert read_table("a.ods", zipped(**members)).key == "spreadsheet_too_costly"


def test_json_is_refused_where_it_is_deeper_than_any_table():
    deep = LIMITS.json_depth + 1
    assert read_table("a.json", b"[" * deep + b"]" * deep).key == "json_too_deep"


def test_a_computed_column_of_a_database_is_never_computed():
    content = HOSTILE["SQLite computed column"]()
    assert list(read_table("a.db", content).frame) == ["label", "score"]


def test_a_database_that_keeps_its_machine_busy_is_refused(monkeypatch):
    rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 300000) SELECT i, i FROM n"
    content = database("CREATE TABLE t(label, score)", f"INSERT INTO t {rows}")
    assert len(read_table("a.db", content).frame) == 300_000
    monkeypatch.setattr(sqlite_tables, "LIMITS", replace(LIMITS, database_steps=0))
    assert read_table("a.db", content).key == "too_large"


def test_a_virtual_table_and_a_trigger_do_nothing():
    content = database(
        "CREATE TABLE t(label, score)", "INSERT INTO t VALUES (1, 0.5)", "CREATE VIRTUAL TABLE f USING fts5(x)",
        "CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t; END",
    )  # fmt: skip
    table = read_table("a.db", content)
    assert isinstance(table, Table)
    assert table.frame.to_dict("list") == {"label": [1], "score": [0.5]}


@pytest.mark.parametrize("cut", [10, 40, 0.5, -20])
@pytest.mark.parametrize("kind", ["parquet", "arrow", "npy", "sqlite", "xlsx", "gzip"])
def test_a_file_that_was_cut_off_is_a_problem(kind, cut):
    whole = _small(kind)
    part = whole[: int(len(whole) * cut) if isinstance(cut, float) else cut]
    assert isinstance(read_table("a", part), Problem)


def _small(kind):
    table, target = pa.table({"label": list(range(500)), "score": list(range(500))}), io.BytesIO()
    if kind == "parquet":
        pa.parquet.write_table(table, target)
    elif kind == "arrow":
        pa.feather.write_feather(table, target)
    elif kind == "npy":
        np.save(target, np.zeros((500, 2)))
    elif kind == "sqlite":
        return database("CREATE TABLE t(a, b)", *["INSERT INTO t VALUES (1, zeroblob(3000))"] * 9)
    elif kind == "xlsx":
        return xlsx('<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>1</v></c></row>')
    else:
        return gzip.compress(np.random.default_rng(0).bytes(900).hex(",", 1).encode())
    return target.getvalue()
