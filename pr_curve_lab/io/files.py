"""Read a file into tables, in the format that its first bytes show. The extension of its name is ignored.

A table may be inside one compression or one zip archive. Anything that is compressed twice is refused.

Formats that run code when they are opened, or that need a library of their own, are never opened: users of such files
have the program that saves them as CSV.
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
from typing import Any

import pyarrow as pa
import pyarrow.ipc

from pr_curve_lab.io.archives import CHUNK_BYTES, Archive, export_notice, open_archive, read_array, read_arrays
from pr_curve_lab.io.json_tables import read_json
from pr_curve_lab.io.limits import LIMITS, MEGABYTE, check_output_size, file_size_error
from pr_curve_lab.io.notices import InvalidFileError, Notice
from pr_curve_lab.io.reader_process import read_in_process
from pr_curve_lab.io.spreadsheets import read_spreadsheet, read_xls
from pr_curve_lab.io.sqlite_tables import read_sqlite
from pr_curve_lab.io.table import Table, table_of
from pr_curve_lab.io.text import read_text

ARROW_FORMATS = {"parquet": "Parquet", "arrow": "Arrow"}  # with their names for messages
ARROW_BASE_MEMORY = 512 * MEGABYTE  # of address space, which Python and pyarrow take before they read anything
ARROW_MEMORY_FACTOR = 2  # of the largest decompressed size: the input, and the columns made from it
PYTORCH = 'pandas.DataFrame(torch.load("x.pt")).to_csv("x.csv")'
pa.set_memory_pool(pa.system_memory_pool())  # it returns freed memory to the system; pyarrow's own keeps it


def read_tables(name: str, content: bytes, header: int | None = None) -> list[Table] | Notice:
    """Return all tables of a file in their order, at least one, or the reason why there is none.

    header: the row of the header in the file, counted from 1, if it is known; 0 means that there is none.

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
    if problem := other_format_notice(name, content):
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
    """Read a Parquet file, an Arrow file or an Arrow stream."""
    output = read_in_process(
        "pr_curve_lab.io.arrow_process",
        name,
        content,
        memory=ARROW_BASE_MEMORY + ARROW_MEMORY_FACTOR * LIMITS.decompressed_bytes + len(content),
        seconds=LIMITS.arrow_seconds,
        invalid=Notice("format_broken", name=name, kind=kind),
        over_limits=file_size_error(name).problem,
    )
    table = pa.ipc.open_stream(output).read_all()
    nested = json.loads(table.schema.metadata[b"nested"])
    notes = (Notice("columns_excluded", name=name, columns=", ".join(nested)),) if nested else ()
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
        raise InvalidFileError(export_notice(archive.name, kind, PYTORCH))
    if kind != "zip":
        raise InvalidFileError(Notice("other_format", name=archive.name, kind=kind))
    return _read_zip_files(archive, header)


def _read_zip_files(archive: Archive, header: int | None) -> list[Table]:
    """Return the tables of all files in an archive. If no file is a table, raise the problem of the first one."""
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
            # The limit is for the whole archive, so the next member would exceed it too.
            if refusal.problem.key in ("too_large", "inflates_too_much"):
                raise
            problems.append(refusal.problem)
    if not tables:
        raise InvalidFileError(problems[0] if problems else Notice("empty_archive", name=archive.name))
    return tables


MAGIC = {
    b"PAR1": "parquet",
    b"ARROW1\x00\x00": "arrow",
    b"\xff\xff\xff\xff": "arrow",  # an Arrow stream
    b"\x93NUMPY": "npy",
    b"SQLite format 3\x00": "sqlite",
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",  # an empty archive
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "xls",
}
# A CSV may start with one bracket, but hardly with two.
JSON = re.compile(rb'(\xef\xbb\xbf)?\s*+(\{\s*+"|\{\s*+\}|\[\s*+[\[{])')


def kind_of(content: bytes) -> str:
    """Return parquet, arrow, npy, sqlite, zip, xls or json, or text for anything else.

    >>> kind_of(b"PAR1..."), kind_of(b'[{"a": 1}]'), kind_of(b"a,b")
    ('parquet', 'json', 'text')
    """
    kind = next((kind for magic, kind in MAGIC.items() if content.startswith(magic)), None)
    return kind or ("json" if JSON.match(content) else "text")


HEAD_BYTES = 1024  # enough for every format to be recognized


def _pandas(reader: str, extension: str) -> str:
    return f'pandas.{reader}("x.{extension}").to_csv("x.csv", index=False)'


# Formats by their first bytes, with a line of Python or R that saves each as CSV if there is one.
OTHER_FORMATS = [
    (
        rb"(X|A|B)\r?\n(\x00\x00\x00[\x02\x03]|[23]\r?\n)", "R (.rds)",
        'write.csv(readRDS("x.rds"), "x.csv", row.names = FALSE)',
    ),
    (rb"RD[XAB][23]\r?\n", "R (.RData)", 'write.csv(get(load("x.RData")), "x.csv", row.names = FALSE)'),
    (rb"\x80[\x02-\x05].", "Python pickle", _pandas("read_pickle", "pkl")),
    (rb"\x00{12}\xc2\xea\x81\x60\xb3\x14\x11\xcf", "SAS (.sas7bdat)", _pandas("read_sas", "sas7bdat")),
    (rb"HEADER RECORD\*{7}", "SAS transport (.xpt)", _pandas("read_sas", "xpt")),
    (rb"<stata_dta>|[\x6c-\x73][\x01\x02]\x01\x00", "Stata (.dta)", _pandas("read_stata", "dta")),
    (rb"\$FL[23]", "SPSS (.sav)", 'write.csv(haven::read_sav("x.sav"), "x.csv")'),
    (rb"MATLAB \d", "MATLAB (.mat)", 'write.csv(R.matlab::readMat("x.mat"), "x.csv")'),
    (rb"\x89HDF\r\n\x1a\n", "HDF5", _pandas("read_hdf", "h5")),
    (rb"ORC[^ -~\s]", "ORC", _pandas("read_orc", "orc")),
    (rb"Obj\x01", "Avro", 'polars.read_avro("x.avro").write_csv("x.csv")'),
    (rb"FEA1", "Feather 1", 'write.csv(feather::read_feather("x.feather"), "x.csv")'),
    (rb".{8}DUCK", "DuckDB", 'duckdb.connect("x.db").table("t").to_csv("x.csv")'),
    (rb"PARE", "Parquet (encrypted)", ""),
    (rb".{257}ustar", "tar", ""),
    (rb"7z\xbc\xaf\x27\x1c", "7-Zip", ""),
    (rb"Rar!\x1a\x07", "RAR", ""),
    (rb"%PDF", "PDF", ""),
    (rb"\x89PNG\r\n\x1a\n", "PNG", ""),
    (rb"\xff\xd8\xff", "JPEG", ""),
    (rb"GIF8[79]a", "GIF", ""),
    (rb"RIFF.{4}WEBP", "WebP", ""),
    (rb"(II\*\x00|MM\x00\*)", "TIFF", ""),
    (rb"\{\\rtf", "RTF", ""),
    (
        rb"(?i)(\xef\xbb\xbf)?\s*(<!doctype html|<html)", "HTML",
        'pandas.read_html("x.html")[0].to_csv("x.csv", index=False)',
    ),
    (rb"(\xef\xbb\xbf)?\s*<\?xml", "XML", _pandas("read_xml", "xml")),
]  # fmt: skip


def other_format_notice(name: str, content: bytes) -> Notice | None:
    """Return the problem of a file in a format that is not read, or None for any other format.

    >>> other_format_notice("a.csv", b"%PDF-1.7")
    Notice('other_format', name='a.csv', kind='PDF')
    """
    head = content[:HEAD_BYTES]
    for pattern, kind, code in OTHER_FORMATS:
        if re.match(pattern, head, re.DOTALL):
            return export_notice(name, kind, code) if code else Notice("other_format", name=name, kind=kind)
    return None


DECOMPRESSORS: dict[bytes, tuple[str, Callable[[io.BytesIO], Any]]] = {
    b"\x1f\x8b": ("gzip", lambda source: gzip.GzipFile(fileobj=source)),
    b"BZh": ("bzip2", bz2.BZ2File),
    b"\xfd7zXZ\x00": ("xz", lzma.LZMAFile),
    b"\x28\xb5\x2f\xfd": ("zstd", lambda source: pa.CompressedInputStream(pa.PythonFile(source, mode="r"), "zstd")),
}
COMPRESSION_ERRORS = (OSError, EOFError, zlib.error, lzma.LZMAError, ValueError, MemoryError, pa.ArrowException)


def compression_of(content: bytes) -> str | None:
    """Return the compression that the first bytes show, or None.

    >>> compression_of(gzip.compress(b"a,b"))
    'gzip'
    """
    return next((kind for magic, (kind, _) in DECOMPRESSORS.items() if content.startswith(magic)), None)


def decompress(name: str, content: bytes) -> bytes:
    """Return the decompressed bytes.

    Raises
    ------
    InvalidFileError: The compression is broken, or the output is larger than `LIMITS` allows.
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
