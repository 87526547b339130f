"""Arrow files, which Feather 2 is another name of, and Arrow streams.

A file is a stream with a list of its parts behind it. It is read as the stream: the list could name a part many times.
"""

from __future__ import annotations

import struct

import pyarrow as pa
import pyarrow.ipc

from pr_app.reading.formats.arrow_claims import batch_claims
from pr_app.reading.formats.refusal import RefusedError, check_inflation, check_shape
from pr_app.reading.formats.table import Table
from pr_app.reading.formats.typed_columns import table_of
from pr_app.reading.problem import Problem

FILE_MAGIC = b"ARROW1\x00\x00"  # with its padding; the stream begins behind it
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
    stream = pa.py_buffer(content).slice(len(FILE_MAGIC) if content.startswith(FILE_MAGIC) else 0)
    try:
        _check_claims(name, stream)
        table = pa.ipc.open_stream(stream).read_all()
        table.validate(full=True)  # an index beyond its dictionary would be read from anywhere
        flat = [position for position, kind in enumerate(table.schema.types) if not pa.types.is_nested(kind)]
        nested = [field.name for field in table.schema if pa.types.is_nested(field.type)]
        table = table.select(flat)
    except BROKEN as error:
        raise RefusedError(Problem("format_broken", name=name, kind="Arrow")) from error
    notes = (Problem("columns_left_out", name=name, columns=", ".join(nested)),) if nested else ()
    return table_of(name, table.column_names, table.columns, notes)


def _check_claims(name: str, stream: pa.Buffer) -> None:
    """Refuse what claims too many rows, cells or bytes."""
    reader = pa.ipc.MessageReader.open_stream(stream)
    columns, rows, inflated = 1, 0, 0
    while True:
        try:
            message = reader.read_next_message()
        except StopIteration:
            return
        if message.type == "schema":
            columns = max(1, len(pa.ipc.read_schema(message)))
            check_shape(name, 0, columns)
        elif message.type in ("record batch", "dictionary"):
            claims = batch_claims(message)
            rows, inflated = rows + claims.rows, inflated + claims.inflated
            check_shape(name, rows, columns)
            check_inflation(name, stream.size, inflated)
