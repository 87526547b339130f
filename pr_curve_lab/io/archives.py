"""Read zip archives and NumPy arrays, with their sizes checked first.

Members are counted and their compressed sizes added up before any is opened, and each is decompressed in chunks:
the sizes that an archive claims are not trusted, and members that share their bytes are refused.
"""

from __future__ import annotations

import io
import lzma
import math
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from tokenize import TokenError

import numpy as np
import pyarrow as pa

from pr_curve_lab.io.limits import LIMITS, check_output_size, check_shape
from pr_curve_lab.io.notices import InvalidFileError, Notice
from pr_curve_lab.io.table import Column, Table, column_of, invalid_column, table_of

CHUNK_BYTES = 2**20
DIRECTORY_ENTRY_MAGIC = b"PK\x01\x02"  # starts the entry of a member in the central directory
ENCRYPTED_FLAG = 0x1  # bit of a member's flags
SPREADSHEETS = {"xl/workbook.xml": "xlsx", "xl/workbook.bin": "xlsb"}
DOCUMENTS = {
    "word/document.xml": "Word (.docx)",
    "ppt/presentation.xml": "PowerPoint (.pptx)",
    "Index/Document.iwa": "Numbers (.numbers)",
    "Index.zip": "Numbers (.numbers)",
}
OPEN_DOCUMENT = b"application/vnd.oasis.opendocument.spreadsheet"
ARCHIVE_ERRORS = (
    zipfile.BadZipFile,
    OSError,
    EOFError,
    ValueError,
    NotImplementedError,
    RuntimeError,
    zlib.error,
    lzma.LZMAError,
)


@dataclass
class Archive:
    """A zip archive whose list of members was checked, and the number of bytes decompressed from it so far."""

    name: str
    content: bytes
    zip_file: zipfile.ZipFile
    members: list[zipfile.ZipInfo]
    output_size: int = field(default=0)

    @property
    def kind(self) -> str:
        """The kind of archive: xlsx, xlsb, ods, npz, PyTorch, the name of another document format, or zip."""
        names = {member.filename for member in self.members}
        for marks in (SPREADSHEETS, DOCUMENTS):
            if found := [kind for name, kind in marks.items() if name in names]:
                return found[0]
        if "mimetype" in names and self.read("mimetype").startswith(OPEN_DOCUMENT):
            return "ods"
        if any(name.endswith("/data.pkl") for name in names):
            return "PyTorch"
        files = [member.filename for member in self.files]
        return "npz" if files and all(name.endswith(".npy") for name in files) else "zip"

    @property
    def files(self) -> list[zipfile.ZipInfo]:
        """The members that are files, without folders and the files that an operating system adds."""
        return [member for member in self.members if not member.is_dir() and not _is_system_file(member.filename)]

    def read(self, member: str | zipfile.ZipInfo) -> bytes:
        """Return the bytes of a member.

        Raises
        ------
        InvalidFileError: The member is broken or encrypted, or the archive decompresses to more than `LIMITS` allows.
        """
        written = io.BytesIO()
        for piece in self._iter_bytes(member):
            written.write(piece)
        return written.getvalue()

    def check_all(self) -> int:
        """Decompress each member once without keeping it, and return the bytes decompressed from the archive so far.

        Raises
        ------
        InvalidFileError: As for `read`.
        """
        for member in self.members:
            for _ in self._iter_bytes(member):
                pass
        return self.output_size

    def _iter_bytes(self, member: str | zipfile.ZipInfo) -> Iterator[bytes]:
        try:
            with self.zip_file.open(member) as stream:
                while piece := stream.read(CHUNK_BYTES):
                    self.output_size += len(piece)
                    check_output_size(self.name, len(self.content), self.output_size)
                    yield piece
        except ARCHIVE_ERRORS:
            raise InvalidFileError(Notice("archive_broken", name=self.name, kind="zip")) from None


def open_archive(name: str, content: bytes) -> Archive:
    """Open a zip archive and check its list of members.

    Raises
    ------
    InvalidFileError: The archive is broken or encrypted, or has too many members or members that share their bytes.
    """
    if content.count(DIRECTORY_ENTRY_MAGIC) > LIMITS.members:
        raise InvalidFileError(Notice("too_many_members", name=name, most=LIMITS.members))
    try:
        opened = zipfile.ZipFile(io.BytesIO(content))
    except ARCHIVE_ERRORS:
        raise InvalidFileError(Notice("archive_broken", name=name, kind="zip")) from None
    members = opened.infolist()
    if sum(member.compress_size for member in members) > len(content):
        raise InvalidFileError(Notice("archive_broken", name=name, kind="zip"))
    if any(member.flag_bits & ENCRYPTED_FLAG for member in members):
        raise InvalidFileError(Notice("encrypted", name=name))
    return Archive(name, content, opened, members)


def _is_system_file(name: str) -> bool:
    """Whether an operating system added this file: those in the __MACOSX folder, and dot files.

    >>> _is_system_file("__MACOSX/._a.csv"), _is_system_file(".DS_Store"), _is_system_file("a/b.csv")
    (True, True, False)
    """
    parts = PurePosixPath(name.replace("\\", "/")).parts
    return not parts or "__MACOSX" in parts or parts[-1].startswith(".")


MAX_HEADER_LENGTH = 10_000  # characters, NumPy's own default: the header is parsed as Python
NUMPY_EXPORT_CODE = (
    'pd.DataFrame(np.load("x.npy", None, True)).to_csv("x.csv")'  # True allows pickles, which their owner trusts
)
ARRAY_ERRORS = (
    ValueError, SyntaxError, TypeError, KeyError, EOFError, OverflowError, MemoryError, RecursionError, OSError,
    TokenError,
)  # fmt: skip


def export_notice(name: str, kind: str, code: str) -> Notice:
    """Return the problem of a format that is never read, with a line of Python or R that saves the file as CSV."""
    language = "R" if code.startswith("write.csv") else "Python"
    return Notice("format_with_code", name=name, kind=kind, language=language, code=code)


def read_array(name: str, content: bytes) -> Table:
    """Read an array as columns, which are named #1, #2, ... or by the fields of a structured array.

    Raises
    ------
    InvalidFileError: The file is broken, holds objects, has more than two dimensions, or too many cells for `LIMITS`.
    """
    columns = _columns("", _array(name, content), name)
    return table_of(name, list(columns), list(columns.values()))


def read_arrays(archive: Archive) -> Table:
    """Read an npz archive: an array that is a table if there is only one, or else all arrays as columns.

    Raises
    ------
    InvalidFileError: As for `read_array`, or if the arrays are of unequal length.
    """
    arrays = {
        member.filename.removesuffix(".npy"): _array(archive.name, archive.read(member)) for member in archive.files
    }
    whole = [array for array in arrays.values() if array.ndim == 2 or array.dtype.names]
    if whole and len(arrays) == 1:
        columns = _columns("", whole[0], archive.name)
    else:
        columns = {}
        for title, array in arrays.items():
            columns.update(_columns(title, array, archive.name) if array.ndim else {})
    lengths = {title: len(column) for title, column in columns.items()}
    if len(set(lengths.values())) > 1:
        longest, shortest = max(lengths, key=lengths.__getitem__), min(lengths, key=lengths.__getitem__)
        raise InvalidFileError(Notice("columns_unequal", name=archive.name, column=shortest, other=longest))
    return table_of(archive.name, list(columns), list(columns.values()))


def _array(name: str, content: bytes) -> np.ndarray:
    """Return an array after checking that its claimed shape fits the bytes in the file."""
    source = io.BytesIO(content)
    try:
        version = np.lib.format.read_magic(source)
        read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, by_column, kind = read(source, max_header_size=MAX_HEADER_LENGTH)
        if kind.hasobject:
            raise InvalidFileError(export_notice(name, "NumPy (pickle)", NUMPY_EXPORT_CODE))
        count = math.prod(shape)
        check_shape(name, count, 1)
        if min(shape, default=0) < 0 or count * kind.itemsize > len(content) - source.tell() or not kind.itemsize:
            raise ValueError(f"{shape} of {kind} must fit into {len(content)} bytes")
        flat = np.frombuffer(content, kind, count, source.tell())
        return flat.reshape(shape, order="F" if by_column else "C")
    except ARRAY_ERRORS as error:
        raise InvalidFileError(Notice("format_broken", name=name, kind="NumPy")) from error


def _columns(title: str, array: np.ndarray, name: str) -> dict[str, Column]:
    """Return the columns of an array. Those of a matrix are named "title 1", "title 2", ... or "#1", "#2"."""
    if array.dtype.names:
        check_shape(name, array.size, len(array.dtype.names))
        return {f"{title} {field}".strip(): _column(array.ravel()[field]) for field in array.dtype.names}
    if array.ndim > 2:
        raise InvalidFileError(Notice("array_too_deep", name=name, dimensions=array.ndim))
    if array.ndim < 2:
        return {title or "#1": _column(array.reshape(-1))}
    check_shape(name, *array.shape)
    return {(f"{title} {at}" if title else f"#{at}"): _column(array[:, at - 1]) for at in range(1, array.shape[1] + 1)}


def _column(values: np.ndarray) -> Column:
    """Return the values of a field; complex numbers and nested values become a column that is left out later."""
    plain = np.ascontiguousarray(values).astype(values.dtype.newbyteorder("="))
    if plain.ndim > 1 or plain.dtype.kind in "cV":
        return invalid_column(len(plain))
    if plain.dtype.kind == "S":
        return column_of(plain.tolist())
    if plain.dtype == np.longdouble:
        plain = plain.astype(np.float64)
    if plain.dtype.kind == "U":
        return pa.array(plain.tolist(), pa.large_string())
    return pa.array(plain, from_pandas=False)
