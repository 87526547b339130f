"""Parquet and Arrow become plain columns, and whatever would grow too large is refused."""

import datetime
import io
import struct
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.ipc
import pyarrow.parquet
import pytest

from benchmarks.hostile_files import HOSTILE, written
from pr_curve_lab.io import arrow_process, limits
from pr_curve_lab.io.limits import LIMITS, MEGABYTE
from pr_curve_lab.io.notices import InvalidFileError, Notice
from pr_curve_lab.io.table import text_of
from pr_curve_lab.schema.table_files import read_table


def arrow_stream(**columns):
    table, target = pa.table(columns), io.BytesIO()
    with pa.ipc.new_stream(target, table.schema) as stream:
        stream.write_table(table)
    return target.getvalue()


def test_a_named_index_becomes_a_column():
    frame = pd.DataFrame({"label": ["yes", "NA", "01"], "score": [0.1, 0.2, 0.3]})
    kept = read_table("a", written(frame.set_index("label").to_parquet)).frame
    assert sorted(kept) == ["label", "score"]
    assert list(read_table("a", written(frame.set_index(np.array([7, 8, 9])).to_parquet)).frame) == list(frame)


def test_typed_columns_become_the_cells_of_a_csv():
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
    read = read_table("a", written(lambda target: pa.parquet.write_table(table, target)))
    assert read.notes == (Notice("columns_excluded", name="a", columns="list"),)
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


def test_rows_in_the_footer_are_counted_before_they_are_read(monkeypatch):
    monkeypatch.setattr(limits, "LIMITS", replace(LIMITS, cells=5))
    output = io.BytesIO()
    with pytest.raises(InvalidFileError) as refused:
        arrow_process.read("a", written(pd.DataFrame({"label": [1, 0, 1], "score": 0.5}).to_parquet), output)
    assert refused.value.problem.key == "too_many_cells"
    assert output.getvalue() == b""


def test_a_shared_text_counts_once_per_row():
    values = pa.DictionaryArray.from_arrays(pa.array(np.zeros(10**5, np.int32)), pa.array(["x" * 10_000]))
    table = pa.table({"a": values, "b": np.zeros(10**5)})
    content = written(lambda target: pa.parquet.write_table(table, target))
    assert len(content) < MEGABYTE
    assert read_table("a.parquet", content).key == "too_large"


def test_a_shared_text_is_refused_before_all_rows_are_read():
    before = pa.default_memory_pool().max_memory()
    assert read_table("a.parquet", HOSTILE["Parquet of 4e7 texts"]()).key == "too_large"
    assert pa.default_memory_pool().max_memory() <= max(before, 300 * MEGABYTE)  # it would be 480 MB with all indices


@pytest.mark.parametrize("write", ["to_parquet", "to_feather"])
def test_categories_without_rows_are_an_empty_table(write):
    frame = pa.table({"label": pa.array(["a"]).dictionary_encode(), "score": [0.5]}).to_pandas()
    assert read_table("a", written(getattr(frame[:0], write))).key == "header_only"


def test_delta_encoded_texts_are_refused_if_too_large():
    table, target = pa.table({"a": ["x" * 50_000] * 9_000, "b": np.zeros(9_000)}), io.BytesIO()
    encodings = {"a": "DELTA_BYTE_ARRAY", "b": "PLAIN"}
    pa.parquet.write_table(table, target, use_dictionary=False, column_encoding=encodings)
    assert len(target.getvalue()) < MEGABYTE
    assert read_table("a.parquet", target.getvalue()).key == "too_large"


def test_parquet_that_decompresses_too_much_is_refused():
    table, target = pa.table({"a": np.zeros(8 * 10**6), "b": np.zeros(8 * 10**6)}), io.BytesIO()
    pa.parquet.write_table(table, target, use_dictionary=False, compression="zstd")
    problem = Notice("inflates_too_much", name="a.parquet", ratio=LIMITS.compression_ratio)
    assert read_table("a.parquet", target.getvalue()) == problem


def test_a_text_shared_by_views_counts_once_per_row():
    text, rows = b"x" * 10_000, 10**5
    view = struct.pack("<i4sii", len(text), text[:4], 0, 0)
    views = pa.Array.from_buffers(pa.string_view(), rows, [None, pa.py_buffer(view * rows), pa.py_buffer(text)])
    assert read_table("a.arrow", arrow_stream(a=views, b=np.zeros(rows))).key == "too_large"


def test_a_batch_that_the_footer_names_twice_counts_twice():
    parts, target = [pa.table({"label": [1] * rows, "score": [0.5] * rows}) for rows in (1000, 3)], io.BytesIO()
    with pa.ipc.new_file(target, parts[0].schema) as file:
        for part in parts:
            file.write_table(part)
    content = target.getvalue()
    start = content.rindex(b"\xff\xff\xff\xff\xb8")  # of the second batch; the end marker has no length
    second = content.rindex(struct.pack("<q", start))  # its position in the footer
    first = second - 24
    twice = content[:second] + content[first : first + 24] + content[second + 24 :]
    assert len(read_table("a.arrow", twice).frame) == 2000


def test_an_index_beyond_its_dictionary_is_refused():
    values = pa.DictionaryArray.from_arrays(pa.array([0, 99, 0], pa.int32()), pa.array(["x"]), safe=False)
    assert read_table("a.arrow", arrow_stream(a=values, b=[1.0, 2.0, 3.0])).key == "format_broken"


WORDS = ["a", "a", "b"]
STORED = {
    "views": (pa.array(WORDS, pa.string_view()), WORDS),
    "views of bytes": (pa.array([b"a", b"a", b"b"], pa.binary_view()), WORDS),
    "categories of booleans": (pa.array([True, False, True]).dictionary_encode(), [True, False, True]),
    "categories in the order of others": (pa.DictionaryArray.from_arrays([1, 1, 0], pa.array(["b", "a"])), WORDS),
    "an extension of a type": (pa.ExtensionArray.from_storage(pa.bool8(), pa.array([1, 0, 1], pa.int8())), [1, 0, 1]),
    "runs, which are nested": (pc.run_end_encode(pa.array(WORDS)), None),
    "bytes that are no text": (pa.array([b"\xff"] * 3), None),
}


@pytest.mark.parametrize("kind", STORED)
def test_values_of_unusual_arrow_types_are_read(kind):
    column, cells = STORED[kind]
    frame = read_table("a", arrow_stream(x=column, label=[1, 0, 1], score=[0.9, 0.5, 0.1])).frame
    assert (frame["x"].tolist() if "x" in frame else None) == cells


def test_text_that_is_not_utf_8_is_refused():
    buffers = [None, pa.array([0, 1, 2, 3], pa.int32()).buffers()[1], pa.py_buffer(b"a\xffb")]
    texts = pa.Array.from_buffers(pa.string(), 3, buffers)
    assert read_table("a", arrow_stream(x=texts, score=[0.9, 0.5, 0.1])).key == "format_broken"
