"""Read the tables of an SQLite database from memory, without running any view, trigger or function of the file.

SQLite trusts the pages of a file: if a page is referred to many times, the file has more rows than bytes. Therefore
the rows are counted.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from pr_curve_lab.io.limits import LIMITS, check_shape, file_size_error
from pr_curve_lab.io.notices import InvalidFileError, Notice
from pr_curve_lab.io.table import Table, column_of, table_of

BATCH_ROWS = 16_384
STEPS_PER_CHECK = 1_000_000  # of SQLite's virtual machine, between two checks of how many have run
MAX_CELL_BYTES = 2**24  # bytes
MAX_STATEMENT_BYTES = 2**20  # enough for the names of thousands of columns
WAL_VERSIONS = slice(18, 20)  # header bytes that say whether a write-ahead log exists; in memory none can
PAGE_BYTES, PAGES = slice(16, 18), slice(28, 32)  # header bytes: page size (1 means 2**16), and number of pages
CHANGE_COUNTER, VERSION_VALID_FOR = slice(24, 28), slice(92, 96)  # if these are equal, the number of pages is valid
MAX_PAGE_BYTES = 2**16  # bytes
ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ}
STORED = (0,)  # values of "hidden" for a stored column: not generated, and not hidden in a virtual table


def read_sqlite(name: str, content: bytes) -> list[Table]:
    """Read every table of a database.

    Raises
    ------
    InvalidFileError: The file is broken, has no table, or holds more than `LIMITS` allows.
    """
    connection = sqlite3.connect(":memory:")
    try:
        _open(connection, content)
        found = _tables(connection)
        if not found:
            raise InvalidFileError(Notice("no_table_inside", name=name))
        if len(found) > LIMITS.sheets:
            raise InvalidFileError(Notice("too_many_sheets", name=name, most=LIMITS.sheets))
        columns = {title: _table_columns(connection, title) for title in found}
        connection.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in ALLOWED else sqlite3.SQLITE_DENY)
        reading = _TableReader(name, connection, len(content))
        several = len(found) > 1
        return [reading.table(f"{name}, {title}" if several else name, title, columns[title]) for title in found]
    except (sqlite3.Error, OverflowError, UnicodeDecodeError, MemoryError) as error:
        if str(error) == "interrupted":
            raise file_size_error(name) from None
        raise InvalidFileError(Notice("format_broken", name=name, kind="SQLite")) from error
    finally:
        connection.close()


class _TableReader:
    """Reads the tables of one file, and counts the bytes of their texts together."""

    def __init__(self, name: str, connection: sqlite3.Connection, size: int) -> None:
        self.name = name
        self.connection = connection
        self.max_rows = size  # a row takes at least one byte
        self.text_bytes = 0

    def table(self, title: str, source: str, columns: list[str]) -> Table:
        """Return all rows of a table."""
        check_shape(self.name, 0, len(columns))
        wanted = ", ".join(map(_escape_name, columns))
        cursor = self.connection.execute(f"SELECT {wanted} FROM {_escape_name(source)}")
        cells: list[list[Any]] = [[] for _ in columns]
        while rows := cursor.fetchmany(BATCH_ROWS):
            for column, values in zip(cells, zip(*rows, strict=True), strict=True):
                column.extend(values)
                self.text_bytes += sum(len(value) for value in values if isinstance(value, str | bytes))
            self._check(len(cells[0]), len(columns))
        return table_of(title, columns, [column_of(values) for values in cells])

    def _check(self, rows: int, columns: int) -> None:
        check_shape(self.name, rows, columns)
        if rows > self.max_rows:
            raise InvalidFileError(Notice("format_broken", name=self.name, kind="SQLite"))
        if self.text_bytes > LIMITS.decompressed_bytes:
            raise file_size_error(self.name)


def _open(connection: sqlite3.Connection, content: bytes) -> None:
    """Load the file into a database in memory, and limit what its content can make SQLite do."""
    page_bytes, pages = int.from_bytes(content[PAGE_BYTES]), int.from_bytes(content[PAGES])
    claimed = (MAX_PAGE_BYTES if page_bytes == 1 else page_bytes) * pages
    if content[CHANGE_COUNTER] == content[VERSION_VALID_FOR] and claimed > len(content):
        raise sqlite3.DatabaseError("the file is cut off")
    alone = bytearray(content)
    alone[WAL_VERSIONS] = b"\x01\x01"
    connection.deserialize(bytes(alone))
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_CELL_BYTES)
    connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, MAX_STATEMENT_BYTES)
    for setting in ("trusted_schema = OFF", "query_only = ON", "cell_size_check = ON", "mmap_size = 0"):
        connection.execute(f"PRAGMA {setting}").fetchall()
    left = iter(range(LIMITS.database_steps // STEPS_PER_CHECK))
    connection.set_progress_handler(lambda: next(left, None) is None, STEPS_PER_CHECK)
    connection.text_factory = lambda text: text.decode("utf-8", "replace")


def _tables(connection: sqlite3.Connection) -> list[str]:
    """Return the names of stored tables in the order of their creation, without views and virtual tables."""
    stored = "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND substr(name, 1, 7) <> 'sqlite_'"
    return [title for (title,) in connection.execute(stored).fetchmany(LIMITS.sheets + 1)]


def _table_columns(connection: sqlite3.Connection, title: str) -> list[str]:
    found = connection.execute(f"PRAGMA table_xinfo({_escape_name(title)})").fetchall()
    return [column for _, column, *_, hidden in found if hidden in STORED]


def _escape_name(name: str) -> str:
    """Quote a name for SQL as an identifier, since a name in single quotes would be a text.

    >>> _escape_name('a"b')
    '"a""b"'
    """
    return '"' + name.replace('"', '""') + '"'
