"""Read Parquet and Arrow in a separate process, and write plain columns as an Arrow stream.

Dictionaries and views repeat a text without storing it again. Here the texts are written out and their bytes counted,
one batch at a time. A footer, page or buffer may claim any size: if pyarrow then runs out of memory, this process ends.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import IO

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.ipc
import pyarrow.parquet

from pr_curve_lab.io.limits import LIMITS, check_output_size, check_shape, file_size_error

PARQUET = b"PAR1"
ARROW_FILE = b"ARROW1"
BATCH_CELLS = 2**22  # of a batch of Parquet, whose row groups may be large; they take 32 MB


def read(name: str, content: bytes, output: IO[bytes]) -> None:
    """Write the columns of a Parquet or Arrow file as a stream.

    Nested columns are left out, and their names are written to the metadata of the schema.

    Raises
    ------
    InvalidFileError: The file holds more than `LIMITS` allows.
    """
    open_batches = _open_parquet if content.startswith(PARQUET) else _open_arrow
    schema, batches = open_batches(name, content)
    check_shape(name, 0, len(schema))
    nested = [field.name for field in schema if pa.types.is_nested(field.type)]
    first = _decode_batch(pa.RecordBatch.from_arrays([pa.nulls(0, kind) for kind in schema.types], schema=schema))
    rows = text_bytes = 0
    with pa.ipc.new_stream(output, first.schema.with_metadata({"nested": json.dumps(nested)})) as stream:
        for batch in batches:
            rows += batch.num_rows
            check_shape(name, rows, max(1, len(schema)))
            batch.validate(full=True)  # otherwise an index beyond its dictionary would read arbitrary memory
            plain = _decode_batch(batch)
            text_bytes += sum(_text_bytes(column) for column in plain.columns)
            if text_bytes > LIMITS.decompressed_bytes:
                raise file_size_error(name)
            stream.write_batch(plain)


def _open_parquet(name: str, content: bytes) -> tuple[pa.Schema, Iterator[pa.RecordBatch]]:
    file = pa.parquet.ParquetFile(pa.BufferReader(content))
    metadata, schema = file.metadata, file.schema_arrow
    check_shape(name, metadata.num_rows, metadata.num_columns)
    groups = [metadata.row_group(position) for position in range(metadata.num_row_groups)]
    check_output_size(name, len(content), sum(group.total_byte_size for group in groups))
    flat = [field.name for field in schema if not pa.types.is_nested(field.type)]
    return schema, file.iter_batches(max(1, BATCH_CELLS // max(1, len(flat))), columns=flat)


def _open_arrow(name: str, content: bytes) -> tuple[pa.Schema, Iterator[pa.RecordBatch]]:
    if not content.startswith(ARROW_FILE):
        stream = pa.ipc.open_stream(content)
        return stream.schema, _check_batches(name, content, stream)
    file = pa.ipc.open_file(content)
    return file.schema, _check_batches(name, content, map(file.get_batch, range(file.num_record_batches)))


def _check_batches(name: str, content: bytes, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Yield the batches while their buffers together are not too large. Buffers of dictionaries are not counted."""
    total = 0
    for batch in batches:
        total += sum(buffer.size for column in batch.columns for buffer in column.buffers() if buffer is not None)
        check_output_size(name, len(content), total)
        yield batch


def _decode_batch(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Return the columns that are not nested, with dictionaries and extension types replaced by plain values."""
    flat = [position for position, field in enumerate(batch.schema) if not pa.types.is_nested(field.type)]
    columns = [_decode_column(batch.column(position)) for position in flat]
    return pa.RecordBatch.from_arrays(columns, [batch.schema.names[position] for position in flat])


def _decode_column(column: pa.Array) -> pa.Array:
    kind = column.type
    if isinstance(kind, pa.BaseExtensionType):
        return _decode_column(column.storage)
    if pa.types.is_dictionary(kind):
        return _decode_column(column.dictionary).take(column.indices)
    if pa.types.is_string(kind) or pa.types.is_string_view(kind):
        return column.cast(pa.large_string())  # which may hold more than 2 GB of text
    if pa.types.is_binary(kind) or pa.types.is_binary_view(kind):
        return column.cast(pa.large_binary())
    return column


def _text_bytes(column: pa.Array) -> int:
    is_text = pa.types.is_large_string(column.type) or pa.types.is_large_binary(column.type)
    return int(pc.sum(pc.binary_length(column)).as_py() or 0) if is_text else 0
