"""Limits on the size and cost of a file.

They are far above any table of scores and labels, and low enough that no file keeps other visitors waiting.
"""

from __future__ import annotations

from dataclasses import dataclass

from pr_curve_lab.io.notices import InvalidFileError, Notice

MEGABYTE = 2**20  # bytes


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that a file may hold. The message that refuses a larger file names the limit."""

    decompressed_bytes: int = 400 * MEGABYTE  # after decompression, of one file or of a whole archive
    compression_ratio: int = 1_000  # output bytes per input byte; deflate reaches 1,032, tables of scores 100
    bytes_always_allowed: int = 16 * MEGABYTE  # of output at any ratio, as so little does no harm
    cells: int = 100_000_000  # rows times columns
    columns: int = 2_000  # with more columns, guessing the label takes longer than a second
    lines_before_header: int = 1_000  # blank lines and comments above the header
    members: int = 1_000  # files in an archive
    sheets: int = 100  # of a spreadsheet, or tables of a database
    json_depth: int = 200  # nesting depth of brackets
    spreadsheet_seconds: int = 3  # of CPU time, plus one second for each `spreadsheet_speed` bytes
    spreadsheet_speed: int = 20 * MEGABYTE  # decompressed bytes a second; a million cells are 46 MB and take 0.7 s
    arrow_seconds: int = 10  # of CPU time, for a Parquet or Arrow file; the largest file allowed takes 3
    database_steps: int = 2_000_000_000  # of SQLite's virtual machine; a row takes about ten, plus three for each cell


LIMITS = Limits()


def check_shape(name: str, rows: int, columns: int) -> None:
    """Refuse a table with too many columns or cells.

    Raises
    ------
    InvalidFileError: There are more columns or cells than `LIMITS` allows.

    >>> check_shape("a.csv", rows=10, columns=2)
    """
    if columns > LIMITS.columns:
        raise InvalidFileError(Notice("too_many_columns", name=name, most=LIMITS.columns))
    if rows * columns > LIMITS.cells:
        raise InvalidFileError(Notice("too_many_cells", name=name, cells=LIMITS.cells))


def check_output_size(name: str, input_size: int, output_size: int) -> None:
    """Refuse output that becomes too large or grows too fast, given the bytes read and written so far.

    Raises
    ------
    InvalidFileError: The output, or its ratio to the input, is larger than `LIMITS` allows.
    """
    if output_size > LIMITS.decompressed_bytes:
        raise file_size_error(name)
    if output_size > LIMITS.bytes_always_allowed and output_size > LIMITS.compression_ratio * input_size:
        raise InvalidFileError(Notice("inflates_too_much", name=name, ratio=LIMITS.compression_ratio))


def file_size_error(name: str) -> InvalidFileError:
    """Return the error for a file with too many bytes."""
    return InvalidFileError(Notice("too_large", name=name, megabytes=LIMITS.decompressed_bytes // MEGABYTE))
