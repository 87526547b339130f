"""Parquet: its pages are counted as they are, then pyarrow reads the columns that hold cells."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet

from pr_curve_lab.reading.formats.parquet_pages import pages_of
from pr_curve_lab.reading.formats.refusal import RefusedError, check_inflation, check_shape
from pr_curve_lab.reading.formats.table import Table, is_text_type
from pr_curve_lab.reading.formats.typed_columns import TextBudget, table_of
from pr_curve_lab.reading.problem import Problem

REPEATS_TEXT = "DELTA_BYTE_ARRAY"  # an encoding in which a few bits can stand for a text as long as the page
ROWS_AT_ONCE = 2**20
BATCH_BYTES = 256 * 2**20  # so much such a batch may become at worst
BROKEN = (pa.ArrowException, OSError, ValueError, KeyError, TypeError, MemoryError, OverflowError, NotImplementedError)


def read_parquet(name: str, content: bytes) -> Table:
    """Read a Parquet file.

    Raises
    ------
    RefusedError: it is broken, or holds more than `LIMITS` allows.
    """
    source = pa.BufferReader(content)
    try:
        metadata = pa.parquet.read_metadata(source)
        check_shape(name, metadata.num_rows, metadata.num_columns)
        claims = _claims(name, content, metadata)
        check_shape(name, claims.rows, metadata.num_columns)
        schema = metadata.schema.to_arrow_schema()
        nested = [field.name for field in schema if pa.types.is_nested(field.type)]
        flat = [field.name for field in schema if not pa.types.is_nested(field.type)]
        table = _in_batches(name, source, [schema.field(title) for title in flat], claims)
    except BROKEN as error:
        raise RefusedError(Problem("format_broken", name=name, kind="Parquet")) from error
    notes = (Problem("columns_left_out", name=name, columns=", ".join(nested)),) if nested else ()
    return table_of(name, table.column_names, table.columns, notes)


@dataclass(frozen=True, slots=True)
class _Claims:
    """The claims of a file's pages: the most rows of a column, the largest page, and whether texts repeat others."""

    rows: int
    largest_page: int  # bytes
    repeats_text: bool


def _claims(name: str, content: bytes, metadata: pa.parquet.FileMetaData) -> _Claims:
    """Look at every page's header; all pages together are within the limits."""
    rows, inflated, largest, repeats = [0] * metadata.num_columns, 0, 0, False
    for group in range(metadata.num_row_groups):
        for position in range(metadata.num_columns):
            chunk = metadata.row_group(group).column(position)
            repeats = repeats or REPEATS_TEXT in chunk.encodings
            starts = [one for one in (chunk.dictionary_page_offset, chunk.data_page_offset) if one]
            for page in pages_of(content, min(starts), chunk.total_compressed_size):
                inflated, largest = inflated + page.inflated, max(largest, page.inflated)
                check_inflation(name, len(content), inflated)
                rows[position] += 0 if page.is_dictionary else page.values
                check_shape(name, rows[position], 1)
    return _Claims(max([0, *rows]), largest, repeats)


def _in_batches(name: str, source: pa.BufferReader, fields: list[pa.Field], claims: _Claims) -> pa.Table:
    """All rows, so few at a time that a text which many of them share is counted before all are there.

    Texts are categories, so that such a text is held once; but where texts repeat parts of others, however long they
    become, only a few rows are known to fit.
    """
    repeats = claims.repeats_text
    texts = [] if repeats else [field.name for field in fields if is_text_type(field.type)]
    rows = max(1, BATCH_BYTES // max(claims.largest_page, 1)) if repeats else ROWS_AT_ONCE
    opened, budget, batches = pa.parquet.ParquetFile(source, read_dictionary=texts), TextBudget(name), []
    for batch in opened.iter_batches(rows, columns=[field.name for field in fields]):
        budget.spend(sum(map(_written_bytes, batch.columns)))
        batches.append(batch)
    return pa.Table.from_batches(batches) if batches else opened.read(columns=[field.name for field in fields])


def _written_bytes(column: pa.Array) -> int:
    """The bytes of texts, categories written out in every row."""
    if not isinstance(column, pa.DictionaryArray):
        return 0 if pa.types.is_primitive(column.type) else int(column.get_total_buffer_size())
    if not is_text_type(column.type.value_type):
        return 0
    return int(pc.sum(pc.binary_length(column.dictionary).take(column.indices)).as_py() or 0)
