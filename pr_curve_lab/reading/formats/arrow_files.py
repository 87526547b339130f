"""Arrow files, which Feather 2 is another name of, and Arrow streams.

A file ends in a list of its parts, which could name a part many times: each is counted as often as it is named.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import suppress

import pyarrow as pa
import pyarrow.ipc

from pr_curve_lab.reading.formats.arrow_claims import batch_claims, messages_of_file
from pr_curve_lab.reading.formats.refusal import RefusedError, check_inflation, check_shape
from pr_curve_lab.reading.formats.table import Table
from pr_curve_lab.reading.formats.typed_columns import table_of
from pr_curve_lab.reading.problem import Problem

FILE_MAGIC = b"ARROW1\x00\x00"  # with its padding
FILE_END = b"ARROW1"
BROKEN = (
    pa.ArrowException, OSError, ValueError, KeyError, TypeError, MemoryError, OverflowError, struct.error, EOFError,
)  # fmt: skip


def read_arrow(name: str, content: bytes) -> Table:
    """Read an Arrow file or stream.

    Raises
    ------
    RefusedError: it is broken, or holds more than `LIMITS` allows.
    """
    if content.startswith(FILE_MAGIC) and not content.endswith(FILE_END):
        raise RefusedError(Problem("format_broken", name=name, kind="Arrow"))  # cut off, and perhaps between two parts
    buffer, is_file = pa.py_buffer(content), content.startswith(FILE_MAGIC)
    try:
        reader = pa.ipc.open_file(buffer) if is_file else pa.ipc.open_stream(buffer)
        check_shape(name, 0, len(reader.schema))
        _check_claims(name, buffer, messages_of_file(buffer) if is_file else _messages_of_stream(buffer), reader.schema)
        table = reader.read_all()
        table.validate(full=True)  # an index beyond its dictionary would be read from anywhere
        flat = [position for position, kind in enumerate(table.schema.types) if not pa.types.is_nested(kind)]
        nested = [field.name for field in table.schema if pa.types.is_nested(field.type)]
        table = table.select(flat)
    except BROKEN as error:
        raise RefusedError(Problem("format_broken", name=name, kind="Arrow")) from error
    notes = (Problem("columns_left_out", name=name, columns=", ".join(nested)),) if nested else ()
    return table_of(name, table.column_names, table.columns, notes)


def _check_claims(name: str, buffer: pa.Buffer, messages: Iterator[pa.ipc.Message], schema: pa.Schema) -> None:
    """Refuse what claims too many rows, cells or bytes."""
    rows, inflated = 0, 0
    for message in messages:
        if message.type in ("record batch", "dictionary"):
            claims = batch_claims(message)
            rows, inflated = rows + claims.rows, inflated + claims.inflated
            check_shape(name, rows, max(1, len(schema)))
            check_inflation(name, buffer.size, inflated)


def _messages_of_stream(buffer: pa.Buffer) -> Iterator[pa.ipc.Message]:
    reader = pa.ipc.MessageReader.open_stream(buffer)
    with suppress(StopIteration):
        while True:
            yield reader.read_next_message()
