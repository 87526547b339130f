"""What the pages of a Parquet file say that they hold, added up before any is inflated.

The footer's number of rows is a claim; each page has its own header, in Thrift's compact protocol, with the number of
its values and its size once inflated, and those are what a reader makes room for.
Source: apache/parquet-format, parquet.thrift (PageHeader), and apache/thrift, thrift-compact-protocol.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pr_curve_lab.reading.limits import LIMITS

INFLATED, COMPRESSED = 2, 3  # fields of a page's header: sizes in bytes
DATA, DICTIONARY, DATA_V2 = 5, 7, 8  # fields of a page's header: one of these is there
VALUES = 1  # field of each of them
TRUE, FALSE, BYTE, I64, DOUBLE, BINARY, LIST, SET, STRUCT = 1, 2, 3, 6, 7, 8, 9, 10, 12
DEEPEST = 8  # structs within structs; a page's header has three


@dataclass(frozen=True, slots=True)
class Page:
    """A page's claims: how many values it holds, and how many bytes it becomes."""

    values: int
    inflated: int
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
        inflated, compressed = header.get(INFLATED, -1), header.get(COMPRESSED, -1)
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
        if depth > DEEPEST:
            raise ValueError(f"structs must not lie deeper than {DEEPEST}")
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
        return self._passed_over(kind)

    def _passed_over(self, kind: int) -> None:
        """Pass over a number or a text; lists and maps do not occur in a page's header."""
        if kind not in (DOUBLE, BINARY):
            raise ValueError(f"a page's header must have no field of the type {kind}, at {self.at}")
        length = 8 if kind == DOUBLE else self.varint()
        self.at += length
