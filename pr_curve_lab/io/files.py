"""A file into its tables: what its bytes are says how it is read, never its name.

Round a table may be one compression or one zip archive; what is compressed twice is refused, whatever it holds.
"""

from __future__ import annotations

import pyarrow as pa

from pr_curve_lab.io.archives import Archive, compression_of, decompress, open_archive, read_array, read_arrays
from pr_curve_lab.io.arrow import read_arrow, read_parquet
from pr_curve_lab.io.file_format import kind_of, other_format_error
from pr_curve_lab.io.json_tables import read_json
from pr_curve_lab.io.limits import InvalidFileError, Problem
from pr_curve_lab.io.spreadsheets import read_spreadsheet, read_xls
from pr_curve_lab.io.sqlite_tables import read_sqlite
from pr_curve_lab.io.table import Table
from pr_curve_lab.io.text import read_text

SINGLE_TABLE_READERS = {"parquet": read_parquet, "arrow": read_arrow, "npy": read_array}
MULTI_TABLE_READERS = {"json": read_json, "sqlite": read_sqlite}
PYTORCH = 'pandas.DataFrame(torch.load("x.pt")).to_csv("x.csv")'
pa.set_memory_pool(pa.system_memory_pool())  # which gives back what a large file took; pyarrow's own keeps it


def read_tables(name: str, content: bytes, header: int | None = None) -> list[Table] | Problem:
    """Every table of a file, in its order, at least one; or why there is none.

    header: the row of the header in the file, the first being 1, where somebody knows it; 0 says that there is none.

    >>> read_tables("two.csv", b"label,score\\n1,0.5\\n")[0].frame.shape
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
    return (
        MULTI_TABLE_READERS[kind](name, content)
        if kind in MULTI_TABLE_READERS
        else [SINGLE_TABLE_READERS[kind](name, content)]
    )


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
