"""What a file may cost: bytes, cells and other counts, in one place, each checked before the work that it bounds.

A limit is far above any table of scores and labels, and low enough that no visitor's file keeps the others waiting.
"""

from __future__ import annotations

from dataclasses import dataclass

MEGABYTE = 2**20  # bytes


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that a file may hold; the sentence that refuses a larger one names the number."""

    inflated_bytes: int = 400 * MEGABYTE  # all that comes out of compression, of one file or of an archive
    inflation_ratio: int = 1_000  # bytes out of one byte in; deflate can do 1 032, tables of scores reach 100
    unquestioned_bytes: int = 16 * MEGABYTE  # so much may come out at any ratio: it costs nothing
    cells: int = 100_000_000  # rows times columns
    columns: int = 2_000  # more take the guess at which is the label longer than a second
    lines_above: int = 1_000  # blank lines and comments above the header
    members: int = 1_000  # files in an archive
    sheets: int = 100  # of a spreadsheet, or tables of a database
    json_depth: int = 200  # brackets within brackets
    pages: int = 100_000  # of a Parquet file, each looked at before it is read
    spreadsheet_seconds: int = 3  # of the processor, for what a spreadsheet's own parser does; and more by its size:
    spreadsheet_speed: int = 20 * MEGABYTE  # bytes a second once inflated; a million cells are 46 MB and take 0.7 s
    database_steps: int = 2_000_000_000  # of SQLite's machine; a row takes about ten and three for each cell


LIMITS = Limits()
