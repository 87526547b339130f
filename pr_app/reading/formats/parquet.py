"""Parquet: its pages are counted as they are, then pyarrow reads the columns that hold cells."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa
import pyarrow.parquet

from pr_app.reading.formats.parquet_pages import pages_of
from pr_app.reading.formats.refusal import RefusedError, check_inflation, check_shape
from pr_app.reading.formats.table import Table
from pr_app.reading.formats.typed_columns import TextBudget, table_of
from pr_app.reading.problem import Problem

REPEATS_TEXT = "DELTA_BYTE_ARRAY"  # an encoding in which a few bits can stand for a text as long as the page
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
        table = _in_batches(name, source, flat, claims) if claims.repeats_text else _at_once(source, schema, flat)
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


def _at_once(source: pa.BufferReader, schema: pa.Schema, columns: list[str]) -> pa.Table:
    """All rows; texts as categories, so that a text which many rows share is held once."""
    texts = [field.name for field in schema if pa.types.is_string(field.type) or pa.types.is_large_string(field.type)]
    return pa.parquet.ParquetFile(source, read_dictionary=texts).read(columns=columns)


def _in_batches(name: str, source: pa.BufferReader, columns: list[str], claims: _Claims) -> pa.Table:
    """All rows, so few at a time that their texts fit, however long they become."""
    opened, budget, batches = pa.parquet.ParquetFile(source), TextBudget(name), []
    for batch in opened.iter_batches(max(1, BATCH_BYTES // max(claims.largest_page, 1)), columns=columns):
        budget.spend(batch.get_total_buffer_size())
        batches.append(batch)
    return pa.Table.from_batches(batches, opened.schema_arrow.empty_table().select(columns).schema)
