"""A file into its tables: what its bytes are says how it is read, never its name.

Round a table may be one compression or one zip archive; what is compressed twice is refused, whatever it holds.
"""

from __future__ import annotations

import json

import pyarrow as pa
import pyarrow.ipc

from pr_curve_lab.io.archives import Archive, compression_of, decompress, open_archive, read_array, read_arrays
from pr_curve_lab.io.column_types import table_of
from pr_curve_lab.io.file_format import kind_of, other_format_error
from pr_curve_lab.io.json_tables import read_json
from pr_curve_lab.io.limits import LIMITS, MEGABYTE, InvalidFileError, Problem, file_size_error
from pr_curve_lab.io.reader_process import read_in_process
from pr_curve_lab.io.spreadsheets import read_spreadsheet, read_xls
from pr_curve_lab.io.sqlite_tables import read_sqlite
from pr_curve_lab.io.table import Table
from pr_curve_lab.io.text import read_text

ARROW_FORMATS = {"parquet": "Parquet", "arrow": "Arrow"}  # and their names
ARROW_BASE_MEMORY = 512 * MEGABYTE  # of the address space, which Python and pyarrow take before they read anything
ARROW_MEMORY_FACTOR = 2  # of the bytes that may come out of compression: what is read, and what is made of it
PYTORCH = 'pandas.DataFrame(torch.load("x.pt")).to_csv("x.csv")'
pa.set_memory_pool(pa.system_memory_pool())  # which gives back what a large file took; pyarrow's own keeps it


def parse_file(name: str, content: bytes, header: int | None = None) -> list[Table] | Problem:
    """Every table of a file, in its order, at least one; or why there is none.

    header: the row of the header in the file, the first being 1, where somebody knows it; 0 says that there is none.

    >>> parse_file("two.csv", b"label,score\\n1,0.5\\n")[0].frame.shape
    (1, 2)
    """
    try:
        if compression_of(content):
            content = decompress(name, content)
            if compression_of(content) or kind_of(content) == "zip":
                return Problem("nested_archive", name=name)
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
        broken=Problem("format_broken", name=name, kind=kind),
        too_costly=file_size_error(name).problem,
    )
    table = pa.ipc.open_stream(output).read_all()
    nested = json.loads(table.schema.metadata[b"nested"])
    notes = (Problem("columns_left_out", name=name, columns=", ".join(nested)),) if nested else ()
    return table_of(name, table.column_names, table.columns, notes)


def _check_no_header(name: str, header: int | None) -> None:
    if header is not None:
        raise InvalidFileError(Problem("header_not_a_row", name=name))


def _read_archive(archive: Archive, header: int | None) -> list[Table]:
    kind = archive.kind
    if kind in ("xlsx", "xlsb", "ods"):
        return read_spreadsheet(archive, header)
    if kind == "npz":
        _check_no_header(archive.name, header)
        return [read_arrays(archive)]
    if kind == "PyTorch":
        raise InvalidFileError(
            Problem("format_with_code", name=archive.name, kind="PyTorch", language="Python", code=PYTORCH)
        )
    if kind != "zip":
        raise InvalidFileError(Problem("other_format", name=archive.name, kind=kind))
    return _read_members(archive, header)


def _read_members(archive: Archive, header: int | None) -> list[Table]:
    """The tables among the files of an archive; where none is one, the problem of the first."""
    tables: list[Table] = []
    problems: list[Problem] = []
    several = len(archive.files) > 1
    for member in archive.files:
        name = f"{archive.name}, {member.filename}" if several else archive.name
        try:
            content = archive.read(member)
            if compression_of(content) or kind_of(content) == "zip":
                raise InvalidFileError(Problem("nested_archive", name=name))
            tables += _read(name, content, header)
        except InvalidFileError as refusal:
            if refusal.problem.key in ("too_large", "inflates_too_much"):  # which the next member would be as well
                raise
            problems.append(refusal.problem)
    if not tables:
        raise InvalidFileError(problems[0] if problems else Problem("empty_archive", name=archive.name))
    return tables
