"""What the messages of an Arrow stream say that they hold, added up before room is made for any of it.

A record batch names its rows, and a compressed buffer begins with the size that it becomes; a reader believes both.
Source: apache/arrow, format/Message.fbs and File.fbs; google/flatbuffers, internals (vtables).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

import pyarrow as pa

HEADER = 2  # field of Message
LENGTH, BUFFERS, COMPRESSION = 0, 2, 3  # fields of RecordBatch
DICTIONARY_DATA = 1  # field of DictionaryBatch
BUFFER_BYTES = 16  # of one entry in the list of buffers: offset, length
NOT_COMPRESSED = -1
FOOTER_END = 10  # bytes behind a file's footer: its length, and the magic word
PARTS = (2, 3)  # fields of Footer: blocks of dictionaries and of record batches
BLOCK = struct.Struct("<qi4xq")  # where a message begins, the length of its description, and that of its body
MOST_BLOCKS = 100_000


@dataclass(frozen=True, slots=True)
class BatchClaims:
    """The rows and the bytes that one batch says it holds."""

    rows: int
    inflated: int


def batch_claims(message: pa.ipc.Message) -> BatchClaims:
    """The claims of a record batch, or of the values of a dictionary.

    Raises
    ------
    struct.error, ValueError: the message's description is broken.
    """
    described = message.metadata.to_pybytes()
    header = _field(described, _root(described), HEADER)
    if header is None:
        raise ValueError("a message must have a header, got none")
    batch = _pointed(described, header)
    if message.type == "dictionary":
        data = _field(described, batch, DICTIONARY_DATA)
        if data is None:
            raise ValueError("a dictionary must have values, got none")
        batch = _pointed(described, data)
    at = _field(described, batch, LENGTH)
    rows = struct.unpack_from("<q", described, at)[0] if at is not None else 0
    if rows < 0:
        raise ValueError(f"a batch must have no negative length, got {rows}")
    return BatchClaims(rows, _inflated(described, batch, message))


def messages_of_file(content: pa.Buffer) -> Iterator[pa.ipc.Message]:
    """The messages that a file's footer lists, each as often as it is listed: those that its reader reads.

    Raises
    ------
    struct.error, ValueError: the footer is broken, or lists more messages than any file has.
    """
    length = struct.unpack_from("<i", content, content.size - FOOTER_END)[0]
    footer = content.slice(content.size - FOOTER_END - length, length).to_pybytes()
    for part in PARTS:
        at = _field(footer, _root(footer), part)
        start = _pointed(footer, at) if at is not None else None
        count = struct.unpack_from("<I", footer, start)[0] if start is not None else 0
        if count > MOST_BLOCKS:
            raise ValueError(f"a file must have at most {MOST_BLOCKS} parts, got {count}")
        for number in range(count):
            offset, described, body = BLOCK.unpack_from(footer, (start or 0) + 4 + number * BLOCK.size)
            yield pa.ipc.read_message(content.slice(offset, described + body))


def _inflated(described: bytes, batch: int, message: pa.ipc.Message) -> int:
    """The bytes that the buffers of a batch become."""
    if _field(described, batch, COMPRESSION) is None or message.body is None:
        return message.body.size if message.body is not None else 0
    body, total = memoryview(message.body), 0
    at = _field(described, batch, BUFFERS)
    start = _pointed(described, at) if at is not None else None
    count = struct.unpack_from("<I", described, start)[0] if start is not None else 0
    if count * BUFFER_BYTES > len(described):
        raise ValueError(f"{count} buffers do not fit into {len(described)} bytes")
    for number in range(count):
        offset, length = struct.unpack_from("<qq", described, (start or 0) + 4 + number * BUFFER_BYTES)
        if length:
            claimed = struct.unpack_from("<q", body, offset)[0]
            total += length if claimed == NOT_COMPRESSED else claimed
            if claimed < NOT_COMPRESSED or offset < 0 or length < 0:
                raise ValueError(f"a buffer must have no negative size, got {claimed}")
    return total


def _root(described: bytes) -> int:
    return int(struct.unpack_from("<I", described, 0)[0])


def _pointed(described: bytes, at: int) -> int:
    return at + int(struct.unpack_from("<I", described, at)[0])


def _field(described: bytes, table: int, number: int) -> int | None:
    """Where a field of a table stands; None where it has its default."""
    vtable = table - struct.unpack_from("<i", described, table)[0]
    if vtable < 0:
        raise ValueError(f"a list of fields must not begin at {vtable}")
    size = struct.unpack_from("<H", described, vtable)[0]
    entry = 4 + 2 * number
    offset = struct.unpack_from("<H", described, vtable + entry)[0] if entry + 2 <= size else 0
    return table + offset if offset else None
