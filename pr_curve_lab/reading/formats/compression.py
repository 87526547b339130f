"""What gzip, bzip2, xz and zstd made small, made large again a piece at a time, and no larger than is allowed."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from collections.abc import Callable
from typing import Any

import pyarrow as pa

from pr_curve_lab.reading.formats.refusal import RefusedError, check_inflation
from pr_curve_lab.reading.problem import Problem

PIECE = 2**20  # bytes

OPENED: dict[bytes, tuple[str, Callable[[io.BytesIO], Any]]] = {
    b"\x1f\x8b": ("gzip", lambda source: gzip.GzipFile(fileobj=source)),
    b"BZh": ("bzip2", bz2.BZ2File),
    b"\xfd7zXZ\x00": ("xz", lzma.LZMAFile),
    b"\x28\xb5\x2f\xfd": ("zstd", lambda source: pa.CompressedInputStream(pa.PythonFile(source, mode="r"), "zstd")),
}
BROKEN = (OSError, EOFError, zlib.error, lzma.LZMAError, ValueError, MemoryError, pa.ArrowException)


def compression_of(content: bytes) -> str | None:
    """The name of the compression that the bytes begin like.

    >>> compression_of(gzip.compress(b"a,b"))
    'gzip'
    """
    return next((kind for magic, (kind, _) in OPENED.items() if content.startswith(magic)), None)


def inflated(name: str, content: bytes) -> bytes:
    """The bytes that were compressed.

    Raises
    ------
    RefusedError: the compression is broken, or more comes out than `LIMITS` allows.
    """
    kind, opened = next(way for magic, way in OPENED.items() if content.startswith(magic))
    source, written, total = io.BytesIO(content), io.BytesIO(), 0
    try:
        with opened(source) as stream:
            while piece := stream.read(PIECE):
                total += len(piece)
                check_inflation(name, source.tell(), total)
                written.write(piece)
    except BROKEN:
        raise RefusedError(_broken(name, kind)) from None
    return written.getvalue()


def _broken(name: str, kind: str) -> Problem:
    return Problem("gzip_broken", name=name) if kind == "gzip" else Problem("archive_broken", name=name, kind=kind)
