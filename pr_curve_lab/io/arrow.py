"""Arrow and Parquet files, whose claims are added up before room is made for them.

An Arrow file ends in a list of its parts, which could name a part many times: each is counted as often as it is named.

A record batch claims a number of rows, and a compressed buffer begins with the size that it becomes; a reader believes
both. Source: apache/arrow, format/Message.fbs and File.fbs; google/flatbuffers, internals (vtables).

In Parquet the footer's number of rows is a claim; each page has its own header, in Thrift's compact protocol, with the
number of its values and its size once inflated, and those are what a reader makes room for. Source:
apache/parquet-format, parquet.thrift (PageHeader), and apache/thrift, thrift-compact-protocol.md.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.ipc
import pyarrow.parquet

from pr_curve_lab.io.column_types import TextSizeLimit, table_of
from pr_curve_lab.io.limits import LIMITS, InvalidFileError, Problem, check_output_size, check_shape
from pr_curve_lab.io.table import Table, is_text_type

HEADER = 2  # field of Message
LENGTH, BUFFERS, COMPRESSION = 0, 2, 3  # fields of RecordBatch
DICTIONARY_DATA = 1  # field of DictionaryBatch
BUFFER_BYTES = 16  # of one entry in the list of buffers: offset, length
NOT_COMPRESSED = -1
FOOTER_END = 10  # bytes behind a file's footer: its length, and the magic word
BLOCK_FIELDS = (2, 3)  # fields of Footer: blocks of dictionaries and of record batches
BLOCK = struct.Struct("<qi4xq")  # where a message begins, the length of its description, and that of its body
MAX_BLOCKS = 100_000


@dataclass(frozen=True, slots=True)
class BatchInfo:
    """The rows and the bytes that one batch says it holds."""

    rows: int
    n_bytes: int


def read_batch_info(message: pa.ipc.Message) -> BatchInfo:
    """The claims of a record batch, or of the values of a dictionary.

    Raises
    ------
    struct.error, ValueError: the message's description is broken.
    """
    described = message.metadata.to_pybytes()
    header = _field(described, _root(described), HEADER)
    if header is None:
        raise ValueError("a message must have a header, got none")
    batch = _offset_target(described, header)
    if message.type == "dictionary":
        data = _field(described, batch, DICTIONARY_DATA)
        if data is None:
            raise ValueError("a dictionary must have values, got none")
        batch = _offset_target(described, data)
    at = _field(described, batch, LENGTH)
    rows = struct.unpack_from("<q", described, at)[0] if at is not None else 0
    if rows < 0:
        raise ValueError(f"a batch must have no negative length, got {rows}")
    return BatchInfo(rows, _body_bytes(described, batch, message))


def messages_of_file(content: pa.Buffer) -> Iterator[pa.ipc.Message]:
    """The messages that a file's footer lists, each as often as it is listed: those that its reader reads.

    Raises
    ------
    struct.error, ValueError: the footer is broken, or lists more messages than any file has.
    """
    length = struct.unpack_from("<i", content, content.size - FOOTER_END)[0]
    footer = content.slice(content.size - FOOTER_END - length, length).to_pybytes()
    for part in BLOCK_FIELDS:
        at = _field(footer, _root(footer), part)
        start = _offset_target(footer, at) if at is not None else None
        count = struct.unpack_from("<I", footer, start)[0] if start is not None else 0
        if count > MAX_BLOCKS:
            raise ValueError(f"a file must have at most {MAX_BLOCKS} parts, got {count}")
        for number in range(count):
            offset, described, body = BLOCK.unpack_from(footer, (start or 0) + 4 + number * BLOCK.size)
            yield pa.ipc.read_message(content.slice(offset, described + body))


def _body_bytes(metadata: bytes, batch: int, message: pa.ipc.Message) -> int:
    """The bytes that the buffers of a batch become."""
    if _field(metadata, batch, COMPRESSION) is None or message.body is None:
        return message.body.size if message.body is not None else 0
    body, total = memoryview(message.body), 0
    at = _field(metadata, batch, BUFFERS)
    start = _offset_target(metadata, at) if at is not None else None
    count = struct.unpack_from("<I", metadata, start)[0] if start is not None else 0
    if count * BUFFER_BYTES > len(metadata):
        raise ValueError(f"{count} buffers do not fit into {len(metadata)} bytes")
    for number in range(count):
        offset, length = struct.unpack_from("<qq", metadata, (start or 0) + 4 + number * BUFFER_BYTES)
        if length:
            claimed = struct.unpack_from("<q", body, offset)[0]
            total += length if claimed == NOT_COMPRESSED else claimed
            if claimed < NOT_COMPRESSED or offset < 0 or length < 0:
                raise ValueError(f"a buffer must have no negative size, got {claimed}")
    return total


def _root(metadata: bytes) -> int:
    return int(struct.unpack_from("<I", metadata, 0)[0])


def _offset_target(metadata: bytes, at: int) -> int:
    return at + int(struct.unpack_from("<I", metadata, at)[0])


def _field(metadata: bytes, table: int, number: int) -> int | None:
    """Where a field of a table stands; None where it has its default."""
    vtable = table - struct.unpack_from("<i", metadata, table)[0]
    if vtable < 0:
        raise ValueError(f"a list of fields must not begin at {vtable}")
    size = struct.unpack_from("<H", metadata, vtable)[0]
    entry = 4 + 2 * number
    offset = struct.unpack_from("<H", metadata, vtable + entry)[0] if entry + 2 <= size else 0
    return table + offset if offset else None


FILE_MAGIC = b"ARROW1\x00\x00"  # with its padding
FILE_END = b"ARROW1"
ARROW_ERRORS = (
    pa.ArrowException, OSError, ValueError, KeyError, TypeError, MemoryError, OverflowError, struct.error, EOFError,
)  # fmt: skip


def read_arrow(name: str, content: bytes) -> Table:
    """Read an Arrow file or stream.

    Raises
    ------
    RefusedError: it is broken, or holds more than `LIMITS` allows.
    """
    if content.startswith(FILE_MAGIC) and not content.endswith(FILE_END):
        raise InvalidFileError(
            Problem("format_broken", name=name, kind="Arrow")
        )  # cut off, and perhaps between two parts
    buffer, is_file = pa.py_buffer(content), content.startswith(FILE_MAGIC)
    try:
        reader = pa.ipc.open_file(buffer) if is_file else pa.ipc.open_stream(buffer)
        check_shape(name, 0, len(reader.schema))
        _check_size_limits(
            name, buffer, messages_of_file(buffer) if is_file else _messages_of_stream(buffer), reader.schema
        )
        table = reader.read_all()
        table.validate(full=True)  # an index beyond its dictionary would be read from anywhere
        flat = [position for position, kind in enumerate(table.schema.types) if not pa.types.is_nested(kind)]
        nested = [field.name for field in table.schema if pa.types.is_nested(field.type)]
        table = table.select(flat)
    except ARROW_ERRORS as error:
        raise InvalidFileError(Problem("format_broken", name=name, kind="Arrow")) from error
    notes = (Problem("columns_left_out", name=name, columns=", ".join(nested)),) if nested else ()
    return table_of(name, table.column_names, table.columns, notes)


def _check_size_limits(name: str, buffer: pa.Buffer, messages: Iterator[pa.ipc.Message], schema: pa.Schema) -> None:
    """Refuse what claims too many rows, cells or bytes."""
    rows, inflated = 0, 0
    for message in messages:
        if message.type in ("record batch", "dictionary"):
            claims = read_batch_info(message)
            rows, inflated = rows + claims.rows, inflated + claims.n_bytes
            check_shape(name, rows, max(1, len(schema)))
            check_output_size(name, buffer.size, inflated)


def _messages_of_stream(buffer: pa.Buffer) -> Iterator[pa.ipc.Message]:
    reader = pa.ipc.MessageReader.open_stream(buffer)
    with suppress(StopIteration):
        while True:
            yield reader.read_next_message()


UNCOMPRESSED_SIZE, COMPRESSED_SIZE = 2, 3  # fields of a page's header: sizes in bytes
DATA, DICTIONARY, DATA_V2 = 5, 7, 8  # fields of a page's header: one of these is there
VALUES = 1  # field of each of them
TRUE, FALSE, BYTE, I64, DOUBLE, BINARY, LIST, SET, STRUCT = 1, 2, 3, 6, 7, 8, 9, 10, 12
MAX_DEPTH = 8  # structs within structs; a page's header has three


@dataclass(frozen=True, slots=True)
class Page:
    """A page's claims: how many values it holds, and how many bytes it becomes."""

    values: int
    n_bytes: int
    is_dictionary: bool


def pages_of(content: bytes, start: int, length: int) -> Iterator[Page]:
    """The pages of one column of one group of rows, read from their headers alone.

    Raises
    ------
    ValueError: a header is broken, or there are more pages than `LIMITS` allows.
    """
    at, end = start, min(start + length, len(content))
    for _ in range(LIMITS.pages):
        if at >= end:
            return
        reader = _Reader(content, at, end)
        header = reader.struct()
        kind = next((one for one in (DATA, DICTIONARY, DATA_V2) if isinstance(header.get(one), dict)), None)
        inflated, compressed = header.get(UNCOMPRESSED_SIZE, -1), header.get(COMPRESSED_SIZE, -1)
        if inflated < 0 or compressed < 0:
            raise ValueError(f"page sizes must not be negative, got {inflated} and {compressed} at {at}")
        values = header[kind].get(VALUES, 0) if kind else 0
        yield Page(values, inflated, kind == DICTIONARY)
        at = reader.at + compressed
    raise ValueError(f"a column must have at most {LIMITS.pages} pages")


class _Reader:
    """Thrift's compact protocol, as far as a page's header needs it."""

    def __init__(self, content: bytes, at: int, end: int) -> None:
        self.content = content
        self.at = at
        self.end = end

    def byte(self) -> int:
        if self.at >= self.end:
            raise ValueError(f"a page's header ends beyond byte {self.end}")
        self.at += 1
        return self.content[self.at - 1]

    def varint(self) -> int:
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7
            if shift > 63:
                raise ValueError(f"an integer must have at most 64 bits, at {self.at}")

    def zigzag(self) -> int:
        value = self.varint()
        return (value >> 1) ^ -(value & 1)

    def struct(self, depth: int = 0) -> dict[int, Any]:
        """The fields of a struct by their numbers; what is neither an integer nor a struct is passed over."""
        if depth > MAX_DEPTH:
            raise ValueError(f"structs must not lie deeper than {MAX_DEPTH}")
        fields: dict[int, Any] = {}
        number = 0
        while head := self.byte():
            number = number + (head >> 4) if head >> 4 else self.zigzag()
            fields[number] = self._value(head & 0x0F, depth)
        return fields

    def _value(self, kind: int, depth: int) -> Any:
        if kind in (TRUE, FALSE):
            return kind == TRUE
        if kind == BYTE:
            return self.byte()
        if BYTE < kind <= I64:
            return self.zigzag()
        if kind == STRUCT:
            return self.struct(depth + 1)
        return self._skip_value(kind)

    def _skip_value(self, kind: int) -> None:
        """Pass over a number or a text; lists and maps do not occur in a page's header."""
        if kind not in (DOUBLE, BINARY):
            raise ValueError(f"a page's header must have no field of the type {kind}, at {self.at}")
        length = 8 if kind == DOUBLE else self.varint()
        self.at += length


DELTA_ENCODING = "DELTA_BYTE_ARRAY"  # an encoding in which a few bits can stand for a text as long as the page
BATCH_ROWS = 2**20
BATCH_BYTES = 256 * 2**20  # so much such a batch may become at worst
PARQUET_ERRORS = (
    pa.ArrowException,
    OSError,
    ValueError,
    KeyError,
    TypeError,
    MemoryError,
    OverflowError,
    NotImplementedError,
)


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
        claims = _read_page_stats(name, content, metadata)
        check_shape(name, claims.rows, metadata.num_columns)
        schema = metadata.schema.to_arrow_schema()
        nested = [field.name for field in schema if pa.types.is_nested(field.type)]
        flat = [field.name for field in schema if not pa.types.is_nested(field.type)]
        table = _read_by_batch(name, source, [schema.field(title) for title in flat], claims)
    except PARQUET_ERRORS as error:
        raise InvalidFileError(Problem("format_broken", name=name, kind="Parquet")) from error
    notes = (Problem("columns_left_out", name=name, columns=", ".join(nested)),) if nested else ()
    return table_of(name, table.column_names, table.columns, notes)


@dataclass(frozen=True, slots=True)
class _PageStats:
    """The claims of a file's pages: the most rows of a column, the largest page, and whether texts repeat others."""

    rows: int
    max_page_bytes: int  # bytes
    uses_delta_encoding: bool


def _read_page_stats(name: str, content: bytes, metadata: pa.parquet.FileMetaData) -> _PageStats:
    """Look at every page's header; all pages together are within the limits."""
    rows, inflated, largest, repeats = [0] * metadata.num_columns, 0, 0, False
    for group in range(metadata.num_row_groups):
        for position in range(metadata.num_columns):
            chunk = metadata.row_group(group).column(position)
            repeats = repeats or DELTA_ENCODING in chunk.encodings
            starts = [one for one in (chunk.dictionary_page_offset, chunk.data_page_offset) if one]
            for page in pages_of(content, min(starts), chunk.total_compressed_size):
                inflated, largest = inflated + page.n_bytes, max(largest, page.n_bytes)
                check_output_size(name, len(content), inflated)
                rows[position] += 0 if page.is_dictionary else page.values
                check_shape(name, rows[position], 1)
    return _PageStats(max([0, *rows]), largest, repeats)


def _read_by_batch(name: str, source: pa.BufferReader, fields: list[pa.Field], page_stats: _PageStats) -> pa.Table:
    """All rows, so few at a time that a text which many of them share is counted before all are there.

    Texts are categories, so that such a text is held once; but where texts repeat parts of others, however long they
    become, only a few rows are known to fit.
    """
    repeats = page_stats.uses_delta_encoding
    texts = [] if repeats else [field.name for field in fields if is_text_type(field.type)]
    rows = max(1, BATCH_BYTES // max(page_stats.max_page_bytes, 1)) if repeats else BATCH_ROWS
    opened, budget, batches = pa.parquet.ParquetFile(source, read_dictionary=texts), TextSizeLimit(name), []
    for batch in opened.iter_batches(rows, columns=[field.name for field in fields]):
        budget.add(sum(map(_text_bytes, batch.columns)))
        batches.append(batch)
    return pa.Table.from_batches(batches) if batches else opened.read(columns=[field.name for field in fields])


def _text_bytes(column: pa.Array) -> int:
    """The bytes of texts, categories written out in every row."""
    if not isinstance(column, pa.DictionaryArray):
        return 0 if pa.types.is_primitive(column.type) else int(column.get_total_buffer_size())
    if not is_text_type(column.type.value_type):
        return 0
    return int(pc.sum(pc.binary_length(column.dictionary).take(column.indices)).as_py() or 0)
