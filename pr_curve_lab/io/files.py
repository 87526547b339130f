"""A file into its tables: what its bytes are says how it is read, never its name.

Round a table may be one compression or one zip archive; what is compressed twice is refused, whatever it holds.
"""

from __future__ import annotations

import pyarrow as pa

from pr_curve_lab.io.archives import Archive, archive_of, compression_of, inflated, read_array, read_arrays
from pr_curve_lab.io.arrow import read_arrow, read_parquet
from pr_curve_lab.io.file_format import foreign_problem, kind_of
from pr_curve_lab.io.json_tables import read_json
from pr_curve_lab.io.limits import Problem, RefusedError
from pr_curve_lab.io.spreadsheets import read_old_spreadsheet, read_spreadsheet
from pr_curve_lab.io.sqlite_tables import read_database
from pr_curve_lab.io.table import Table
from pr_curve_lab.io.text import read_text

ONE_TABLE = {"parquet": read_parquet, "arrow": read_arrow, "npy": read_array}
SEVERAL_TABLES = {"json": read_json, "sqlite": read_database}
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
            content = inflated(name, content)
            if compression_of(content) or kind_of(content) == "zip":
                return Problem("nested_archive", name=name)
        return _read(name, content, header)
    except RefusedError as refusal:
        return refusal.problem
    finally:
        pa.default_memory_pool().release_unused()


def _read(name: str, content: bytes, header: int | None) -> list[Table]:
    if problem := foreign_problem(name, content):
        raise RefusedError(problem)
    kind = kind_of(content)
    if kind == "zip":
        return _read_archive(archive_of(name, content), header)
    if kind == "text":
        return [read_text(name, content, header)]
    if kind == "xls":
        return read_old_spreadsheet(name, content, header)
    _refuse_header(name, header)
    return SEVERAL_TABLES[kind](name, content) if kind in SEVERAL_TABLES else [ONE_TABLE[kind](name, content)]


def _refuse_header(name: str, header: int | None) -> None:
    if header is not None:
        raise RefusedError(Problem("header_not_a_row", name=name))


def _read_archive(archive: Archive, header: int | None) -> list[Table]:
    kind = archive.kind
    if kind in ("xlsx", "xlsb", "ods"):
        return read_spreadsheet(archive, header)
    if kind == "npz":
        _refuse_header(archive.name, header)
        return [read_arrays(archive)]
    if kind == "PyTorch":
        raise RefusedError(
            Problem("format_with_code", name=archive.name, kind="PyTorch", language="Python", code=PYTORCH)
        )
    if kind != "zip":
        raise RefusedError(Problem("other_format", name=archive.name, kind=kind))
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
                raise RefusedError(Problem("nested_archive", name=name))
            tables += _read(name, content, header)
        except RefusedError as refusal:
            if refusal.problem.key in ("too_large", "inflates_too_much"):  # which the next member would be as well
                raise
            problems.append(refusal.problem)
    if not tables:
        raise RefusedError(problems[0] if problems else Problem("empty_archive", name=archive.name))
    return tables
