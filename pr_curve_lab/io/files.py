"""A file into its tables: its first bytes say how it is read, never its name.

Round a table may be one compression or one zip archive; what is compressed twice is refused, whatever it holds.

Formats that run code when they are opened, or need a library of their own, are never opened: whoever has such a file
has the tool that saves it as CSV.
"""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.ipc

from pr_curve_lab.io.archives import CHUNK_BYTES, Archive, open_archive, read_array, read_arrays
from pr_curve_lab.io.json_tables import read_json
from pr_curve_lab.io.limits import LIMITS, MEGABYTE, InvalidFileError, Notice, check_output_size, file_size_error
from pr_curve_lab.io.reader_process import read_in_process
from pr_curve_lab.io.spreadsheets import read_spreadsheet, read_xls
from pr_curve_lab.io.sqlite_tables import read_sqlite
from pr_curve_lab.io.table import Table, table_of
from pr_curve_lab.io.text import read_text

ARROW_FORMATS = {"parquet": "Parquet", "arrow": "Arrow"}  # and their names
ARROW_BASE_MEMORY = 512 * MEGABYTE  # of the address space, which Python and pyarrow take before they read anything
ARROW_MEMORY_FACTOR = 2  # of the bytes that may come out of compression: what is read, and what is made of it
PYTORCH = 'pandas.DataFrame(torch.load("x.pt")).to_csv("x.csv")'
pa.set_memory_pool(pa.system_memory_pool())  # which gives back what a large file took; pyarrow's own keeps it


def read_tables(name: str, content: bytes, header: int | None = None) -> list[Table] | Notice:
    """Every table of a file, in its order, at least one; or why there is none.

    header: the row of the header in the file, the first being 1, where somebody knows it; 0 says that there is none.

    >>> read_tables("two.csv", b"label,score\\n1,0.5\\n")[0].frame.shape
    (1, 2)
    """
    try:
        if compression_of(content):
            content = decompress(name, content)
            if compression_of(content) or kind_of(content) == "zip":
                return Notice("nested_archive", name=name)
        return _read(name, content, header)
    except InvalidFileError as refusal:
        return refusal.problem
    finally:
        pa.default_memory_pool().release_unused()


def _read(name: str, content: bytes, header: int | None) -> list[Table]:
    if problem := other_format_error(name, content):
        raise InvalidFileError(problem)
    kind = kind_of(content)
    if kind == "zip":
        return _read_archive(open_archive(name, content), header)
    if kind == "text":
        return [read_text(name, content, header)]
    if kind == "xls":
        return read_xls(name, content, header)
    _check_no_header(name, header)
    if kind in ARROW_FORMATS:
        return [_read_arrow(name, content, ARROW_FORMATS[kind])]
    if kind == "npy":
        return [read_array(name, content)]
    return read_json(name, content) if kind == "json" else read_sqlite(name, content)


def _read_arrow(name: str, content: bytes, kind: str) -> Table:
    """Read a Parquet file, an Arrow file or a stream of Arrow."""
    output = read_in_process(
        "pr_curve_lab.io.arrow_process",
        name,
        content,
        memory=ARROW_BASE_MEMORY + ARROW_MEMORY_FACTOR * LIMITS.decompressed_bytes + len(content),
        seconds=LIMITS.arrow_seconds,
        broken=Notice("format_broken", name=name, kind=kind),
        too_costly=file_size_error(name).problem,
    )
    table = pa.ipc.open_stream(output).read_all()
    nested = json.loads(table.schema.metadata[b"nested"])
    notes = (Notice("columns_left_out", name=name, columns=", ".join(nested)),) if nested else ()
    return table_of(name, table.column_names, table.columns, notes)


def _check_no_header(name: str, header: int | None) -> None:
    if header is not None:
        raise InvalidFileError(Notice("header_not_a_row", name=name))


def _read_archive(archive: Archive, header: int | None) -> list[Table]:
    kind = archive.kind
    if kind in ("xlsx", "xlsb", "ods"):
        return read_spreadsheet(archive, header)
    if kind == "npz":
        _check_no_header(archive.name, header)
        return [read_arrays(archive)]
    if kind == "PyTorch":
        raise InvalidFileError(
            Notice("format_with_code", name=archive.name, kind="PyTorch", language="Python", code=PYTORCH)
        )
    if kind != "zip":
        raise InvalidFileError(Notice("other_format", name=archive.name, kind=kind))
    return _read_members(archive, header)


def _read_members(archive: Archive, header: int | None) -> list[Table]:
    """The tables among the files of an archive; where none is one, the problem of the first."""
    tables: list[Table] = []
    problems: list[Notice] = []
    several = len(archive.files) > 1
    for member in archive.files:
        name = f"{archive.name}, {member.filename}" if several else archive.name
        try:
            content = archive.read(member)
            if compression_of(content) or kind_of(content) == "zip":
                raise InvalidFileError(Notice("nested_archive", name=name))
            tables += _read(name, content, header)
        except InvalidFileError as refusal:
            if refusal.problem.key in ("too_large", "inflates_too_much"):  # which the next member would be as well
                raise
            problems.append(refusal.problem)
    if not tables:
        raise InvalidFileError(problems[0] if problems else Notice("empty_archive", name=archive.name))
    return tables


MAGIC = {
    b"PAR1": "parquet",
    b"ARROW1\x00\x00": "arrow",
    b"\xff\xff\xff\xff": "arrow",  # a stream without the file's frame
    b"\x93NUMPY": "npy",
    b"SQLite format 3\x00": "sqlite",
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",  # an empty one
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "xls",
}
# CSV may begin with a bracket, hardly with two.
JSON = re.compile(rb'(\xef\xbb\xbf)?\s*+(\{\s*+"|\{\s*+\}|\[\s*+[\[{])')


def kind_of(content: bytes) -> str:
    """One of parquet, arrow, npy, sqlite, zip, xls, json and text, which is what remains.

    >>> kind_of(b"PAR1..."), kind_of(b'[{"a": 1}]'), kind_of(b"a,b")
    ('parquet', 'json', 'text')
    """
    kind = next((kind for magic, kind in MAGIC.items() if content.startswith(magic)), None)
    return kind or ("json" if JSON.match(content) else "text")


HEAD_BYTES = 1024  # of the beginning, within which every format says its name
PYTHON, R = "Python", "R"


@dataclass(frozen=True, slots=True)
class OtherFormat:
    """A format by the bytes that it begins with, and the line of Python or R that saves it as CSV."""

    pattern: re.Pattern[bytes]
    kind: str
    language: str = ""
    code: str = ""


def _other_format(pattern: bytes, kind: str, language: str = "", code: str = "") -> OtherFormat:
    return OtherFormat(re.compile(pattern, re.DOTALL), kind, language, code)


def _pandas(reader: str, extension: str) -> str:
    return f'pandas.{reader}("x.{extension}").to_csv("x.csv", index=False)'


SAS_START = rb"\x00{12}\xc2\xea\x81\x60\xb3\x14\x11\xcf"  # the first bytes of a SAS data set
OTHER_FORMATS = [
    _other_format(
        rb"(X|A|B)\r?\n(\x00\x00\x00[\x02\x03]|[23]\r?\n)", "R (.rds)", R,
        'write.csv(readRDS("x.rds"), "x.csv", row.names = FALSE)',
    ),
    _other_format(
        rb"RD[XAB][23]\r?\n", "R (.RData)", R, 'write.csv(get(load("x.RData")), "x.csv", row.names = FALSE)'
    ),
    _other_format(rb"\x80[\x02-\x05].", "Python pickle", PYTHON, _pandas("read_pickle", "pkl")),
    _other_format(SAS_START, "SAS (.sas7bdat)", PYTHON, _pandas("read_sas", "sas7bdat")),
    _other_format(rb"HEADER RECORD\*{7}", "SAS transport (.xpt)", PYTHON, _pandas("read_sas", "xpt")),
    _other_format(rb"<stata_dta>|[\x6c-\x73][\x01\x02]\x01\x00", "Stata (.dta)", PYTHON, _pandas("read_stata", "dta")),
    _other_format(rb"\$FL[23]", "SPSS (.sav)", R, 'write.csv(haven::read_sav("x.sav"), "x.csv")'),
    _other_format(
        rb"MATLAB \d", "MATLAB (.mat)", R,
        'write.csv(R.matlab::readMat("x.mat"), "x.csv")',
    ),
    _other_format(rb"\x89HDF\r\n\x1a\n", "HDF5", PYTHON, _pandas("read_hdf", "h5")),
    _other_format(rb"ORC[^ -~\s]", "ORC", PYTHON, _pandas("read_orc", "orc")),
    _other_format(rb"Obj\x01", "Avro", PYTHON, 'polars.read_avro("x.avro").write_csv("x.csv")'),
    _other_format(rb"FEA1", "Feather 1", R, 'write.csv(feather::read_feather("x.feather"), "x.csv")'),
    _other_format(rb".{8}DUCK", "DuckDB", PYTHON, 'duckdb.connect("x.db").table("t").to_csv("x.csv")'),
    _other_format(rb"PARE", "Parquet (encrypted)"),
    _other_format(rb".{257}ustar", "tar"),
    _other_format(rb"7z\xbc\xaf\x27\x1c", "7-Zip"),
    _other_format(rb"Rar!\x1a\x07", "RAR"),
    _other_format(rb"%PDF", "PDF"),
    _other_format(rb"\x89PNG\r\n\x1a\n", "PNG"),
    _other_format(rb"\xff\xd8\xff", "JPEG"),
    _other_format(rb"GIF8[79]a", "GIF"),
    _other_format(rb"RIFF.{4}WEBP", "WebP"),
    _other_format(rb"(II\*\x00|MM\x00\*)", "TIFF"),
    _other_format(rb"\{\\rtf", "RTF"),
    _other_format(
        rb"(?i)(\xef\xbb\xbf)?\s*(<!doctype html|<html)", "HTML", PYTHON,
        'pandas.read_html("x.html")[0].to_csv("x.csv", index=False)',
    ),
    _other_format(rb"(\xef\xbb\xbf)?\s*<\?xml", "XML", PYTHON, _pandas("read_xml", "xml")),
]  # fmt: skip


def other_format_error(name: str, content: bytes) -> Notice | None:
    """The problem of a file in a format that is not opened; None where it is none of these.

    >>> other_format_error("a.csv", b"%PDF-1.7")
    Notice('other_format', name='a.csv', kind='PDF')
    """
    head = content[:HEAD_BYTES]
    found = next((one for one in OTHER_FORMATS if one.pattern.match(head)), None)
    if found is None:
        return None
    if not found.code:
        return Notice("other_format", name=name, kind=found.kind)
    return Notice("format_with_code", name=name, kind=found.kind, language=found.language, code=found.code)


DECOMPRESSORS: dict[bytes, tuple[str, Callable[[io.BytesIO], Any]]] = {
    b"\x1f\x8b": ("gzip", lambda source: gzip.GzipFile(fileobj=source)),
    b"BZh": ("bzip2", bz2.BZ2File),
    b"\xfd7zXZ\x00": ("xz", lzma.LZMAFile),
    b"\x28\xb5\x2f\xfd": ("zstd", lambda source: pa.CompressedInputStream(pa.PythonFile(source, mode="r"), "zstd")),
}
COMPRESSION_ERRORS = (OSError, EOFError, zlib.error, lzma.LZMAError, ValueError, MemoryError, pa.ArrowException)


def compression_of(content: bytes) -> str | None:
    """The name of the compression that the bytes begin like.

    >>> compression_of(gzip.compress(b"a,b"))
    'gzip'
    """
    return next((kind for magic, (kind, _) in DECOMPRESSORS.items() if content.startswith(magic)), None)


def decompress(name: str, content: bytes) -> bytes:
    """The bytes that were compressed.

    Raises
    ------
    InvalidFileError: the compression is broken, or more comes out than `LIMITS` allows.
    """
    kind, opened = next(way for magic, way in DECOMPRESSORS.items() if content.startswith(magic))
    source, written, total = io.BytesIO(content), io.BytesIO(), 0
    try:
        with opened(source) as stream:
            while piece := stream.read(CHUNK_BYTES):
                total += len(piece)
                check_output_size(name, source.tell(), total)
                written.write(piece)
    except COMPRESSION_ERRORS:
        broken = Notice("archive_broken", name=name, kind=kind)
        raise InvalidFileError(Notice("gzip_broken", name=name) if kind == "gzip" else broken) from None
    return written.getvalue()
